"""What somebody was shown and agreed to is what is recorded, in a session too, whatever others record meanwhile."""

import pytest

from ledger.bridge import Result
from ledger.errors import Conflict
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade, Stands
from ledger.laws.profile_loader import load_profile
from ledger.office import Office
from ledger.recording import TRIAL, Submission
from ledger.subjects.people.facts import NamePlayers, Player
from ledger.subjects.play.facts import CorrectResult, OpenSession, RecordResult, VoidResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds

TABLES = (("1", "2", "4SN="), ("3", "4", "4SN-1"), ("5", "6", "4SN+1"))


@pytest.fixture
def evening(tmp_path):
    with Office.open(str(tmp_path / "a.db"), by="A", new=True) as office:
        office.submit("s", OpenSession("Evening", None, (1, 2), 1, load_profile("default")))
        for ns, ew, result in TABLES:
            office.submit("s", RecordResult(Where(1, None, ns, ew), Result(result)))
        yield office


def at(ns, ew, board=1):
    return Where(board, None, ns, ew)


OURS = {
    "a correction": CorrectResult(at("1", "2"), Result("4SN+2"), reason="a slip"),
    "a result taken out": VoidResult(at("1", "2"), reason="the wrong table"),
    "a ruling": GiveRuling(at("1", "2"), Stands(), Grounds(laws=("16B",))),
}


@pytest.mark.parametrize("command", OURS.values(), ids=OURS)
def test_what_another_desk_changed_at_the_same_table_is_not_written_over(evening, command):
    shown = evening.submit("s", command, TRIAL)
    evening.submit("s", CorrectResult(at("1", "2"), Result("4SN-2"), reason="another slip"))
    with pytest.raises(Conflict) as caught:
        evening.submit("s", command, Submission(shown=shown))
    assert caught.value.code == "not-as-shown"
    assert "s went on from #7 to #8" in caught.value.message


@pytest.mark.parametrize("command", OURS.values(), ids=OURS)
def test_what_has_nothing_to_do_with_it_is_no_matter(evening, command):
    shown = evening.submit("s", command, TRIAL)
    evening.submit("s", NamePlayers((Player("1", 1, "Jane Roe"),)))
    recorded = evening.submit("s", command, Submission(shown=shown))
    assert recorded.ripple().changes == shown.ripple().changes


def test_a_ruling_whose_case_has_another_number_by_now_is_the_same(evening):
    ruling = GiveRuling(at("1", "2"), Artificial(Grade("A+"), Grade("A-")), Grounds(offender="EW", laws=("16B",)))
    evening.submit("s", RecordResult(at("1", "2", 2), Result("PASS")))
    shown = evening.submit("s", ruling, TRIAL)
    evening.submit("s", GiveRuling(at("1", "2", 2), Stands(), Grounds(laws=("16B",))))
    assert evening.submit("s", ruling, Submission(shown=shown)).events[0].event.case == "R-0002"
