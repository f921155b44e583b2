"""What a desk decides while another records: it goes through where what it is about is as it was, else it is shown."""

from fractions import Fraction

import pytest

from ledger.bridge import Result
from ledger.decide import may_decide_later
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Assigned, Stands
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal, WithdrawAppeal
from ledger.subjects.calls.facts import AddCall, AnswerCall
from ledger.subjects.play.facts import CorrectResult, VoidResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    NotifySides,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.subjects.seating.facts import CorrectSeating
from tests.core.spec import Evening


@pytest.fixture
def evening() -> Evening:
    """A ruling and a penalty that nobody appealed, one of each that somebody did, and a call nobody answered."""
    evening = Evening((1, 2, 3))
    for board in (1, 2):
        evening.play(board, ["4SN=", "4SN-1", "PASS"])
        evening.do(GiveRuling(evening.where(board, 1), Assigned(Result("4SN-1")), Grounds()))
    for contestant in ("1NS", "1EW"):
        evening.do(ImposePenalty(contestant, Fraction(1), "MP", ("90A",)))
    evening.do(LodgeAppeal("R-0001", "NS", "why", ("N", "S")))
    evening.do(LodgeAppeal("P-0001", "contestant", "why", ("N", "S")))
    evening.do(AddCall(evening.where(2, 2), "slow", "N", "auction"))
    return evening


LOST = Assigned(Result("4SN-2"))
UPHELD = Adjudication("upheld")
AMENDED = AmendRuling("R-0002", LOST, cause="second-thoughts")
THE_CALL = "C-0001"

ELSEWHERE = (
    lambda evening: evening.do(CorrectResult(evening.where(1, 3), Result("1NTN="))),
    lambda evening: evening.do(PublishScores()),
    lambda evening: evening.play(3, ["4SN="]),
)
"""What other desks record: another result on board 1, what is given out, a board nobody decides on."""


def at(board: int, table: int, command, *rest):
    """A command about a table, made when there is an evening to say who sat there."""
    return lambda evening: command(evening.where(board, table), *rest)


def call_ruled(evening: Evening) -> GiveRuling:
    return GiveRuling(evening.where(2, 2), Stands(), Grounds(), call=THE_CALL)


ANOTHER_RESULT = at(2, 2, CorrectResult, Result("PASS"))

MEANWHILE = {
    "a ruling": (AMENDED, [AMENDED, WithdrawRuling("R-0002"), LodgeAppeal("R-0002", "NS", "why", ("N", "S"))]),
    "who is told": (NotifySides("R-0002", True), [AMENDED]),
    "an appeal of a ruling": (LodgeAppeal("R-0002", "EW", "why", ("E", "W")), [AMENDED, at(2, 2, VoidResult)]),
    "a penalty": (
        WithdrawPenalty("P-0002"),
        [WithdrawPenalty("P-0002"), LodgeAppeal("P-0002", "contestant", "why", ("E", "W"))],
    ),
    "an appeal of a penalty": (LodgeAppeal("P-0002", "contestant", "why", ("E", "W")), [WithdrawPenalty("P-0002")]),
    "a decision on a penalty": (DecideAppeal("A-0002", UPHELD), [WithdrawAppeal("A-0002", leave="Ahlborn")]),
    "an answer": (AnswerCall(THE_CALL, "no-infraction"), [AnswerCall(THE_CALL, "no-infraction"), call_ruled]),
    "a ruling on a call": (call_ruled, [AnswerCall(THE_CALL, "no-infraction"), ANOTHER_RESULT]),
    "a result": (at(2, 3, CorrectResult, Result("4SN=")), [ANOTHER_RESULT]),
    "who sat there": (at(2, 3, CorrectSeating, Where(2, ns="7NS", ew="7EW")), [ANOTHER_RESULT]),
    "no result": (at(2, 3, VoidResult), [ANOTHER_RESULT]),
}
"""A command, and what of other desks it has to be shown first."""


def made(evening: Evening, command):
    return command(evening) if callable(command) else command


@pytest.mark.parametrize("about", MEANWHILE)
def test_what_is_about_none_of_what_others_recorded_is_decided_on_what_is_now(evening, about):
    command, seen = made(evening, MEANWHILE[about][0]), evening.session
    for elsewhere in ELSEWHERE:
        elsewhere(evening)
    assert seen.number < evening.session.number
    assert may_decide_later(command, seen, evening.session)
    evening.do(command)


@pytest.mark.parametrize(
    ("about", "other"), [(about, other) for about, (_, others) in MEANWHILE.items() for other in range(len(others))]
)
def test_what_others_changed_of_it_is_shown_first(evening, about, other):
    command, seen = made(evening, MEANWHILE[about][0]), evening.session
    evening.do(made(evening, MEANWHILE[about][1][other]))
    assert not may_decide_later(command, seen, evening.session)


def test_a_decision_rests_on_the_appeal_the_ruling_and_its_board(evening):
    command, seen = DecideAppeal("A-0001", UPHELD), evening.session
    evening.play(3, ["4SN="])
    evening.do(CorrectResult(evening.where(2, 3), Result("1NTN=")))
    assert may_decide_later(command, seen, evening.session)
    evening.do(CorrectResult(evening.where(1, 3), Result("1NTN=")))
    assert not may_decide_later(command, seen, evening.session)


def test_a_case_there_is_none_of_is_never_as_it_was(evening):
    seen = evening.session
    evening.play(3, ["4SN="])
    for command in (WithdrawPenalty("P-0007"), DecideAppeal("A-0007", UPHELD), AnswerCall("C-0007", "no-infraction")):
        assert not may_decide_later(command, seen, evening.session)
