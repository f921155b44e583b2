"""What comes back when something is taken back: rulings, results, confirmations, and the Laws in force."""

from msgspec.structs import replace

from ledger.bridge import Result
from ledger.laws.adjustment import Artificial, Assigned, Grade, Stands
from ledger.subjects.appeals.facts import Adjudication, ConfirmAppeal, DecideAppeal, LodgeAppeal, ScreenAppeal
from ledger.subjects.play.facts import RecordResult, VoidResult
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, NotifySides, Undo, WithdrawRuling
from tests.core.spec import Evening


def test_without_a_result_the_ruling_that_was_superseded_is_in_force_again():
    evening = Evening()
    evening.play(1, [None, 0, 0])
    first = evening.rule(1, 1, Artificial(Grade("60"), Grade("40")))
    before = evening.score(1, 1)
    evening.do(AmendRuling(first, Artificial(Grade("40"), Grade("60")), cause="director-error"))
    assert evening.score(1, 1) != before
    evening.do(WithdrawRuling("R-0002"))
    assert evening.at(1, 1).cases == (first,)
    assert evening.score(1, 1) == before
    evening.do(WithdrawRuling(first))
    assert len(evening.column(1)) == 2  # now nothing is left at the table


def test_recalling_the_second_confirmation_leaves_the_first():
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN="])
    evening.rule(1, 1, Assigned(Result("4SN=")))
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    for outcome in ("4SN-1", "4SN-2"):
        ruling = list(evening.session.rulings)[-1]
        evening.do(AmendRuling(ruling, Assigned(Result(outcome)), cause="director-error"))
        evening.do(ConfirmAppeal("A-0001"))
    assert evening.session.appeals["A-0001"].against == "R-0003"
    evening.do(Undo(evening.log[-1], "they did not"))
    assert evening.session.appeals["A-0001"].against == "R-0002"
    assert [appeal.case for appeal in evening.session.appeals_of("R-0002")] == ["A-0001"]


def test_a_confirmation_that_something_followed_is_not_recalled():
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN="])
    evening.rule(1, 1, Assigned(Result("4SN=")))
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    evening.do(AmendRuling("R-0001", Assigned(Result("4SN-1")), cause="director-error"))
    (confirmed,) = evening.do(ConfirmAppeal("A-0001"))
    evening.do(ScreenAppeal("A-0001", True))
    assert "A-0001" in evening.refuses(Undo(confirmed, "they did not"), "has-dependants").message
    assert evening.session.appeals["A-0001"].against == "R-0002"


def test_of_a_new_score_nobody_has_been_told():
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN="])
    evening.rule(1, 1, Assigned(Result("4SN=")))
    evening.do(NotifySides("R-0001", True))
    evening.do(AmendRuling("R-0001", Assigned(Result("4SN-1"))))
    now = evening.session.rulings["R-0001"]
    assert (now.notified_at, now.right_to_appeal) == (None, False)


def test_what_was_told_and_then_appealed_is_not_taken_back():
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN="])
    evening.rule(1, 1, Assigned(Result("4SN=")))
    (notified,) = evening.do(NotifySides("R-0001", True))
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
    evening.refuses(Undo(notified, "only one side"), "has-dependants")
    assert evening.session.rulings["R-0001"].notified_at is not None


def laws_in_force(evening: Evening) -> tuple[str, ...]:
    return evening.session.in_force(evening.session.rulings["R-0001"]).laws


def test_a_decision_that_names_no_laws_leaves_those_of_the_ruling_in_force():
    for named, in_force in (((), ("16B",)), (("21B",), ("21B",))):
        evening = Evening()
        evening.play(1, ["5HE-1", "4SN="])
        evening.rule(1, 1, Stands(), laws=("16B",))
        evening.do(LodgeAppeal("R-0001", "NS", "too little", ("N", "S")))
        evening.do(DecideAppeal("A-0001", Adjudication("varied", Assigned(Result("4SN=")), laws=named)))
        assert laws_in_force(evening) == in_force


def test_a_voided_result_that_is_recorded_again_keeps_its_round_and_its_table():
    evening = Evening()
    evening.do(RecordResult(replace(evening.where(1, 1), round=3), Result("4SN=")))
    evening.do(VoidResult(evening.where(1, 1)))
    evening.do(RecordResult(evening.where(1, 1), Result("4SN-1")))
    assert (evening.at(1, 1).round, evening.at(1, 1).table) == (3, "1")
    evening.do(VoidResult(evening.where(1, 1)))
    evening.do(RecordResult(replace(evening.where(1, 1), round=4), Result("4SN-1")))
    assert evening.at(1, 1).round == 4


def test_a_withdrawn_ruling_is_stated_by_its_reinstatement():
    """Undoing the undoing: the ruling counts as it last was, and the latest word is the one that brought it back."""
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN="])
    plain = evening.column(1)
    evening.do(GiveRuling(evening.where(1, 1), Assigned(Result("4SN=")), Grounds()))
    ruled = evening.column(1)
    withdrawal = evening.do(WithdrawRuling("R-0001"))[-1]
    assert evening.column(1) == plain
    back = evening.do(Undo(withdrawal, "right after all"))[-1]
    assert evening.column(1) == ruled
    evening.do(Undo(back, "wrong after all"))
    assert evening.column(1) == plain
