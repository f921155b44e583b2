"""What came of a ruling: its scores are worked out before and after, and no third time; and what it moves beyond."""

import pytest

from cli.main import run
from ledger.bridge.result import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade, Split, Weighted, parse_weighting
from ledger.laws.profile_loader import load_profile
from ledger.office import Office
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import TRIAL
from ledger.scoring.forms import FORMS
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishScores, PublishStanding
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.subjects.tournaments.facts import AddSession, AddStage, OpenTournament

RULINGS = {
    "weighted": Weighted(parse_weighting("60% 4SN=, 40% 4SN-1")),
    "split": Split(parse_weighting("4SN-1"), parse_weighting("4SN=")),
    "artificial": Artificial(Grade("A+"), Grade("A-")),
}


@pytest.fixture
def built(monkeypatch):
    """The sessions whose scores are worked out from here on."""
    found = []
    begin = Scoreboard.__init__

    def counted(self, session, before=None):
        found.append(session)
        begin(self, session, before)

    monkeypatch.setattr(Scoreboard, "__init__", counted)
    return found


def played(path, scoring):
    """An evening of two boards; at teams, both rooms of a match."""
    office = Office.open(str(path), by="Ahlborn", new=True)
    office.submit("evening", OpenSession("Evening", None, (1, 2), 1, load_profile("default"), scoring=scoring))
    for board in (1, 2):
        for table, seats in zip("1234"[: max(2, FORMS[scoring].rooms)], (("X", "Y"), ("Y", "X")) * 2, strict=False):
            sitting = seats if FORMS[scoring].teams() else (f"{table}1", f"{table}2")
            office.submit("evening", RecordResult(Where(board, table, *sitting), Result("4SN=")))
    return office


@pytest.mark.parametrize("scoring", FORMS)
@pytest.mark.parametrize("kind", RULINGS)
def test_a_ruling_is_scored_twice_before_and_after(tmp_path, built, kind, scoring):
    with played(tmp_path / "club.db", scoring) as office:
        built.clear()
        effect = office.submit("evening", GiveRuling(Where(1, "1"), RULINGS[kind], Grounds("EW", ("12C1(e)",))))
        assert effect.ripple()
        assert built == [effect.before, effect.after]


def test_the_same_holds_at_the_desk(tmp_path, built, capsys):
    played(tmp_path / "club.db", "matchpoints").close()
    built.clear()
    assert run(["--db", str(tmp_path / "club.db"), "ruling", "add", "1/1", "--weighted", "60% 4SN=, 40% 4SN-1"]) == 0
    assert "11" in capsys.readouterr().out
    assert len(built) == 2


RULING = GiveRuling(Where(1, "1"), RULINGS["weighted"], Grounds("EW", ("12C1(e)",)))


@pytest.fixture
def congress(tmp_path):
    """An evening that is the one session of a tournament."""
    with played(tmp_path / "club.db", "matchpoints") as office:
        for command in (OpenTournament("Spring", load_profile("default")), AddStage("pairs")):
            office.submit("spring", command)
        office.submit("spring", AddSession("pairs", "evening"))
        yield office


def test_what_moves_in_a_tournament_is_worked_out_once_and_when_it_is_asked_for(congress, built):
    effect = congress.submit("evening", RULING)
    scored = built.copy()
    assert "overall" not in vars(effect)
    assert effect.overall is effect.overall
    assert (effect.overall.name, effect.overall.moved is effect.overall.moved) == ("spring", True)
    assert effect.ripple() is effect.ripple()
    assert built == scored


def test_nothing_is_looked_for_where_a_slip_comes_in(congress):
    effect = congress.submit("evening", RecordResult(Where(1, "3", "31", "32"), Result("4SN-1")))
    assert effect.ripple()
    assert effect.overall is None


def test_a_session_that_is_out_comes_before_its_tournament(congress):
    def changed():
        found = congress.submit("evening", RULING, TRIAL)
        return found.supposed, found.publication_changed and found.publication_changed.id

    assert changed() == (True, None)
    congress.submit("spring", PublishStanding("on the wall"))
    assert changed() == (True, "spring")
    congress.submit("evening", PublishScores("on the wall"))
    assert changed() == (True, "evening")
