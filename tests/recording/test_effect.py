"""What a ruling costs: its scores are worked out before and after, and no third time."""

import pytest

from cli.main import run
from ledger import GiveRuling, Grounds, Office, OpenSession, RecordResult, Result, Where, load_profile
from ledger.laws.adjustment import Artificial, Grade, Split, Weighted
from ledger.laws.weighting import parse_weighting
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.forms import FORMS

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
        for table, seats in (("1", ("X", "Y")), ("2", ("Y", "X"))):
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
