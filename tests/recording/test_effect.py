"""What came of a ruling: its scores are worked out before and after, and no third time; and what it moves beyond."""

import pytest

from cli.main import run
from ledger.bridge.result import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade, Split, Weighted, parse_weighting
from ledger.laws.profile_loader import load_profile
from ledger.movements.plan import PlannedTable, group_tables_with_same_boards
from ledger.office import Office
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import TRIAL
from ledger.scoring.forms import FORMS
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.play.facts import CorrectResult, OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishScores, PublishStanding
from ledger.subjects.queries import ConfirmResult
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
        moves_nothing = (kind, scoring) == ("artificial", "total-points")  # no Law says what it would come to
        assert bool(effect.ripple()) != moves_nothing
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


def told_of(office, table, result):
    effect = office.submit("evening", RecordResult(Where(1, table, table, f"{table}0", 1), Result(result)))
    return [(each.table, each.text.partition(";")[0]) for each in effect.doubts]


@pytest.mark.parametrize("with_movement", [True, False])
def test_a_slip_is_told_again_when_the_board_is_complete(tmp_path, with_movement):
    tables = tuple(PlannedTable(1, at, at, f"{at}0", (1,)) for at in "12345678")
    with Office.open(str(tmp_path / "club.db"), by="Ahlborn", new=True) as office:
        office.submit("evening", OpenSession("Evening", None, (1,), 1, load_profile("default")))
        if with_movement:
            office.submit("evening", SetMovement(tables, sharing=group_tables_with_same_boards(tables)))
        assert told_of(office, "1", "4SW=") == []  # nothing to compare it with yet
        assert told_of(office, "2", "4SN=") == [("2", "4SN= (+420): 4SW= (-420)?")]  # one of the two
        assert [told_of(office, table, "4SN=") for table in "34567"] == [[]] * 5
        assert told_of(office, "8", "4SN=") == ([("1", "4SW= (-420): 4SN= (+420)?")] if with_movement else [])


def test_what_was_looked_at_is_not_told_again(tmp_path):
    with Office.open(str(tmp_path / "club.db"), by="Ahlborn", new=True) as office:
        office.submit("evening", OpenSession("Evening", None, (1,), 1, load_profile("default")))
        for table in "1234567":
            told_of(office, table, "4SN=")
        assert [table for table, _ in told_of(office, "8", "4SW=")] == ["8"]
        office.submit("evening", ConfirmResult(Where(1, "8"), (), "the traveller has it so"))
        again = office.submit("evening", CorrectResult(Where(1, "8"), Result("4SW="), "HA"))
        assert [each.table for each in again.doubts] == ["8"]  # the lead is new: the result is another statement
        office.submit("evening", ConfirmResult(Where(1, "8"), ("NS", "EW")))
        assert told_of(office, "9", "4SN+1") == []
