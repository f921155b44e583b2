"""The order of decisions: both sides appeal, points of law, no committee, the next instance (Laws 92, 93)."""

import pytest
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.bridge.notation import Unreadable
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Assigned
from ledger.subjects.appeals.facts import (
    Adjudication,
    AppealFurther,
    DecideAppeal,
    HearAppeal,
    LodgeAppeal,
    ReviewDecision,
    ScreenAppeal,
    WithdrawAppeal,
)
from ledger.subjects.appeals.state import appeal_state, deposit_state, further_deposit_states
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.play.facts import CloseSession, OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, Undo
from ledger.subjects.rulings.state import ruling_state
from tests.core.spec import Evening

MADE, DOWN, TWO_DOWN = (Assigned(Result(text)) for text in ("4SN=", "4SN-1", "4SN-2"))
TO_THE_COMMITTEE = AppealFurther("A-0001", "EW", "the committee", "why", ("E", "W"), instance="committee")
TO_THE_AUTHORITY = AppealFurther("A-0001", "EW", "the authority", "why", ("E", "W"))


@pytest.fixture
def evening():
    """Three results, and a ruling that both sides appeal: East–West A-0001, North–South A-0002."""
    evening = Evening()
    evening.play(1, ["5HXE-1", "4SN=", "4SN-1"])
    evening.do(GiveRuling(Where(1, "1"), MADE, Grounds("EW", ("16B",))), by="Cole")
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), deposit="20 GBP"))
    evening.do(LodgeAppeal("R-0001", "NS", "too little", ("N", "S")))
    return evening


@pytest.fixture
def office(evening):
    """Return that evening with an official of each kind and only one appeal."""
    officials = (("Ann", "chief-director"), ("Cole", "director"), ("Cara", "committee"), ("Roe", "reviewer"))
    for name, held in officials:
        evening.do(AppointOfficial(name, held), by="Ann")
    evening.do(WithdrawAppeal("A-0002", leave="Ann"), by="Ann")
    return evening


def varied(case, to, **more) -> DecideAppeal:
    return DecideAppeal(case, Adjudication("varied", to), **more)


def in_force(evening):
    score = evening.session.in_force(evening.session.rulings["R-0001"])
    return score.case, score.adjustment


def state(evening) -> str:
    return ruling_state(evening.session, evening.session.rulings["R-0001"], 0)


# Both sides appeal


def test_both_are_decided_by_one_decision(evening):
    evening.do(HearAppeal("A-0001", ("Berg", "Ek"), together=("A-0002",)))
    (decided,) = evening.do(varied("A-0001", DOWN, together=("A-0002",)))
    assert decided.event.together == ("A-0002",)
    assert [appeal.decisions[-1].number for appeal in evening.session.appeals.values()] == [decided.number] * 2
    assert [appeal_state(evening.session, each) for each in evening.session.appeals.values()] == ["decided"] * 2
    assert (in_force(evening), state(evening)) == (("A-0001", DOWN), "decided")
    assert deposit_state(evening.session.appeals["A-0001"]) == "returned"
    evening.do(Undo(decided, "wrong"))
    assert not any(appeal.decisions for appeal in evening.session.appeals.values())
    assert (in_force(evening), state(evening)) == (("R-0001", MADE), "under appeal")


def test_the_second_is_decided_on_what_the_first_left_and_says_so(evening):
    (_, first) = evening.do(varied("A-0001", DOWN))
    assert (in_force(evening), state(evening)) == (("A-0001", DOWN), "under appeal")
    evening.refuses(TO_THE_AUTHORITY, "appeal-open")
    evening.refuses(varied("A-0002", DOWN), "nothing-to-change")
    (_, second) = evening.do(varied("A-0002", TWO_DOWN))
    assert second.event.after == "A-0001"
    assert first.number in second.because
    assert (in_force(evening), state(evening)) == (("A-0002", TWO_DOWN), "decided")
    assert "A-0002" in evening.refuses(Undo(first), "has-dependants").message


def test_a_side_appeals_within_its_time_though_the_others_appeal_was_decided():
    """Laws 92A, 92B: a contestant's right to appeal the director's ruling ends with the time, and with nothing else."""
    evening = Evening()
    evening.play(1, ["5HXE-1", "4SN=", "4SN-1"])
    evening.do(GiveRuling(Where(1, "1"), MADE, Grounds("EW", ("16B",))))
    evening.do(PublishScores())
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")), at=5)
    evening.do(varied("A-0001", DOWN), at=10)
    again = LodgeAppeal("R-0001", "EW", "still too much", ("E", "W"))
    assert "appeal further A-0001" in evening.refuses(again, "final", at=11).hint
    evening.refuses(LodgeAppeal("R-0001", "director", "for the committee"), "final", at=11)
    other = LodgeAppeal("R-0001", "NS", "too little", ("N", "S"))
    evening.refuses(other, "appeal-late", at=31)
    evening.do(other, at=30)
    evening.refuses(TO_THE_AUTHORITY, "appeal-open", at=30)
    (_, second) = evening.do(varied("A-0002", MADE), at=40)
    assert second.event.after == "A-0001"
    evening.do(TO_THE_AUTHORITY, at=41)
    evening.refuses(LodgeAppeal("R-0001", "NS", "why", ("N", "S"), accept_late="asked before"), "final", at=42)


def test_a_second_that_is_upheld_leaves_the_decision_on_the_first(evening):
    evening.do(varied("A-0001", DOWN))
    evening.do(DecideAppeal("A-0002", Adjudication("upheld")))
    assert (in_force(evening), state(evening)) == (("A-0001", DOWN), "decided")


def test_it_is_the_last_decision_that_is_taken_further_by_whichever_side(evening):
    evening.do(varied("A-0001", DOWN))
    (_, second) = evening.do(varied("A-0002", TWO_DOWN))
    (further,) = evening.do(TO_THE_AUTHORITY)
    assert further.because == (second.number,)
    evening.refuses(Undo(second), "has-dependants")
    (review,) = evening.do(ReviewDecision("A-0001", Adjudication("table-result-restored")))
    assert (review.event.after, second.number in review.because) == ("A-0002", True)
    assert (in_force(evening)[0], state(evening)) == ("A-0001", "final")
    evening.refuses(AppealFurther("A-0002", "NS", "the authority", "why", ("N", "S")), "final")


def test_both_may_be_reviewed_at_once(evening):
    evening.do(varied("A-0001", DOWN, together=("A-0002",)))
    evening.do(TO_THE_AUTHORITY)
    evening.do(AppealFurther("A-0002", "NS", "the authority", "why", ("N", "S")))
    (review,) = evening.do(ReviewDecision("A-0002", Adjudication("upheld"), together=("A-0001",)))
    assert review.event.after is None
    assert [appeal_state(evening.session, each) for each in evening.session.appeals.values()] == ["reviewed"] * 2
    evening.do(Undo(review, "wrong"))
    assert all(appeal.awaiting for appeal in evening.session.appeals.values())


def test_one_side_takes_the_last_decision_further_once(evening):
    """Two appeals were decided separately, but the next instance reviews one decision."""
    evening.do(varied("A-0001", DOWN))
    evening.do(DecideAppeal("A-0002", Adjudication("upheld")))
    evening.do(TO_THE_AUTHORITY)
    again = AppealFurther("A-0002", "EW", "the authority", "why", ("E", "W"))
    assert "EW has taken R-0001 to the authority: A-0001" in evening.refuses(again, "appealed-already").message
    evening.do(WithdrawAppeal("A-0001", leave="spec"))
    evening.do(again)


@pytest.mark.parametrize(("said", "fate"), [(None, "returned"), ("forfeited", "forfeited")])
def test_the_deposit_of_a_further_appeal_that_was_given_up_is_returned_unless_it_is_said(evening, said, fate):
    evening.do(WithdrawAppeal("A-0002", leave="spec"))
    evening.do(varied("A-0001", DOWN))
    evening.do(replace(TO_THE_AUTHORITY, deposit="50 GBP"))
    assert further_deposit_states(evening.session.appeals["A-0001"]) == ("held",)
    evening.do(WithdrawAppeal("A-0001", leave="spec", deposit=said))
    assert further_deposit_states(evening.session.appeals["A-0001"]) == (fate,)


def test_two_individuals_of_a_side_each_take_it_further():
    evening = Evening(winners=1)
    evening.do(RecordResult(Where(1, "1", "1+2", "3+4"), Result("4SN=")))
    evening.do(GiveRuling(Where(1, "1"), DOWN, Grounds()))
    for signed in ("E", "W"):
        evening.do(LodgeAppeal("R-0001", "EW", "why", (signed,)))
    evening.do(DecideAppeal("A-0001", Adjudication("upheld"), together=("A-0002",)))
    evening.do(AppealFurther("A-0001", "EW", "the authority", "why", ("E",)))
    evening.refuses(AppealFurther("A-0002", "EW", "the authority", "why", ("E",)), "appealed-already")
    evening.do(AppealFurther("A-0002", "EW", "the authority", "why", ("W",)))


def test_the_authority_reviews_what_each_side_took_further_one_after_the_other(evening):
    """The authority does not judge its own case: both further appeals are to one instance."""
    for name, held in (("Ann", "chief-director"), ("Cara", "committee"), ("Roe", "reviewer")):
        evening.do(AppointOfficial(name, held), by="Ann")
    evening.do(varied("A-0001", DOWN), by="Cara")
    evening.do(DecideAppeal("A-0002", Adjudication("upheld")), by="Cara")
    evening.do(TO_THE_AUTHORITY, by="Ann")
    evening.do(AppealFurther("A-0002", "NS", "the authority", "why", ("N", "S")), by="Ann")
    evening.do(ReviewDecision("A-0002", Adjudication("table-result-restored")), by="Roe")
    evening.do(ReviewDecision("A-0001", Adjudication("upheld")), by="Roe")
    assert state(evening) == "final"


def test_who_decided_the_other_appeal_is_told_which(evening):
    for name, held in (("Ann", "chief-director"), ("Cara", "committee"), ("Dan", "committee"), ("Dan", "reviewer")):
        evening.do(AppointOfficial(name, held), by="Ann")
    evening.do(varied("A-0001", DOWN), by="Cara")
    evening.do(DecideAppeal("A-0002", Adjudication("upheld")), by="Dan")
    evening.do(TO_THE_AUTHORITY, by="Ann")
    refusal = evening.refuses(ReviewDecision("A-0001", Adjudication("upheld")), "own-ruling", by="Dan")
    assert refusal.message.startswith("Dan decided A-0002")


def test_only_appeals_against_the_same_are_taken_together(evening):
    evening.do(GiveRuling(Where(1, "2"), DOWN, Grounds()))
    evening.do(LodgeAppeal("R-0002", "NS", "why", ("N", "S")))
    evening.refuses(varied("A-0001", DOWN, together=("A-0003",)), "not-together")
    evening.refuses(HearAppeal("A-0001", ("Berg",), together=("A-0003",)), "not-together")
    evening.refuses(varied("A-0001", DOWN, together=("A-0009",)), "no-such-case")


def test_one_on_law_and_one_on_judgement_are_decided_apart(evening):
    evening.do(ScreenAppeal("A-0001", True, "law"))
    evening.do(ScreenAppeal("A-0002", True, "judgement"))
    evening.refuses(varied("A-0001", DOWN, together=("A-0002",)), "screened-otherwise")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")))
    evening.do(varied("A-0002", DOWN))
    bodies = [appeal.decision.body for appeal in evening.session.appeals.values()]
    assert bodies == ["chief-director", "committee"]


def test_an_order_waits_for_what_is_taken_further(evening):
    evening.do(DecideAppeal("A-0001", Adjudication("remitted"), together=("A-0002",)))
    evening.do(AppealFurther("A-0002", "NS", "the authority", "why", ("N", "S")))
    evening.refuses(AmendRuling("R-0001", DOWN, cause="order", order="A-0001"), "no-order")
    evening.refuses(LodgeAppeal("R-0001", "EW", "again", ("E", "W")), "final")


# Points of law (Law 93B1), discipline, and no committee (Law 93A)


def test_a_point_of_law_is_the_chief_directors_and_may_be_appealed_to_the_committee(office):
    office.do(ScreenAppeal("A-0001", True, "law"), by="Ann")
    for verdict in ("upheld", "recommended", "remitted"):
        refusal = office.refuses(DecideAppeal("A-0001", Adjudication(verdict)), "committee-on-law", by="Cara")
        assert "93B1" in refusal.message
    office.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Ann")
    assert not office.session.appeals["A-0001"].decision.alone
    office.refuses(TO_THE_AUTHORITY, "other-instance", by="Ann")
    office.do(TO_THE_COMMITTEE, by="Ann")
    for to in (Adjudication("varied", DOWN), Adjudication("table-result-restored"), Adjudication("remitted")):
        office.refuses(ReviewDecision("A-0001", to), "committee-on-law", by="Cara")
    upheld = ReviewDecision("A-0001", Adjudication("upheld"))
    office.refuses(upheld, "not-your-office", by="Roe")
    office.refuses(upheld, "not-your-office", by="Ann")
    (reviewed,) = office.do(upheld, by="Cara")
    assert (reviewed.event.instance, reviewed.event.authority) == ("committee", "the committee")
    assert state(office) == "decided"
    office.do(TO_THE_AUTHORITY, by="Ann")
    office.refuses(ReviewDecision("A-0001", Adjudication("varied", DOWN)), "not-your-office", by="Cara")
    office.do(ReviewDecision("A-0001", Adjudication("varied", DOWN)), by="Roe")
    assert (in_force(office), state(office)) == (("A-0001", DOWN), "final")


def test_the_chief_director_may_follow_what_the_committee_recommends(office):
    office.do(DecideAppeal("A-0001", Adjudication("upheld"), point="law"), by="Ann")
    office.do(TO_THE_COMMITTEE, by="Ann")
    office.do(ReviewDecision("A-0001", Adjudication("recommended", recommendation="27B1")), by="Cara")
    office.do(AmendRuling("R-0001", DOWN, cause="order", order="A-0001"), by="Ann")


def test_who_ruled_on_the_law_does_not_sit_on_the_committee_over_it(office):
    office.do(AppointOfficial("Ann", "committee"), by="Ann")
    office.do(DecideAppeal("A-0001", Adjudication("upheld"), point="law"), by="Ann")
    office.do(TO_THE_COMMITTEE, by="Ann")
    office.refuses(ReviewDecision("A-0001", Adjudication("upheld")), "own-ruling", by="Ann")
    office.refuses(HearAppeal("A-0001", ("Cara", "Ann")), "own-ruling", by="Cara")
    office.do(HearAppeal("A-0001", ("Cara",)), by="Cara")
    office.do(ReviewDecision("A-0001", Adjudication("upheld")), by="Cara")


def test_a_decision_of_the_committee_is_taken_back_by_the_committee(office):
    office.do(DecideAppeal("A-0001", Adjudication("upheld"), point="law"), by="Ann")
    office.do(TO_THE_COMMITTEE, by="Ann")
    (review,) = office.do(ReviewDecision("A-0001", Adjudication("upheld")), by="Cara")
    office.refuses(Undo(review), "not-your-office", by="Roe")
    office.do(Undo(review), by="Cara")


def alone(profile="default") -> Evening:
    """Return an evening where Ann alone is official and ruled: no committee, no reviewer."""
    evening = Evening(profile=profile)
    evening.play(1, ["5HXE-1", "4SN=", "4SN-1"])
    evening.do(AppointOfficial("Ann", "chief-director"), by="Ann")
    evening.do(GiveRuling(Where(1, "1"), MADE, Grounds("EW", ("16B",))), by="Ann")
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")), by="Ann")
    return evening


def test_without_a_committee_the_chief_director_rules_on_his_own_ruling_too():
    """Law 93A: and he takes it back, and may reject the appeal."""
    evening = alone()
    (_, decided) = evening.do(DecideAppeal("A-0001", Adjudication("table-result-restored")), by="Ann")
    assert (decided.event.body, decided.event.alone) == ("chief-director", True)
    assert (evening.score(1, 1), state(evening)) == (2, "decided")
    evening.do(AppointOfficial("Cara", "committee"), by="Ann")
    evening.refuses(TO_THE_COMMITTEE, "other-instance", by="Ann")  # he ruled on all of it, not on law alone
    evening.do(Undo(decided, "wrong"), by="Ann")
    alone().do(ScreenAppeal("A-0001", False), by="Ann")


def test_a_reviewer_is_above_the_chief_director_and_leaves_him_what_there_is_no_committee_for():
    """Laws 93A, 93C: the regulating authority's reviewer is not the committee of the tournament."""
    evening = alone()
    evening.do(AppointOfficial("Roe", "reviewer"), by="Ann")
    (_, decided) = evening.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Ann")
    assert decided.event.alone
    evening.do(TO_THE_AUTHORITY, by="Ann")
    evening.do(ReviewDecision("A-0001", Adjudication("varied", DOWN)), by="Roe")
    assert (in_force(evening), state(evening)) == (("A-0001", DOWN), "final")


@pytest.mark.parametrize(("held", "profile"), [("committee", "default"), ("committee", "wbf"), ("reviewer", "wbf")])
def test_with_somebody_to_hear_it_nobody_rules_on_his_own(held, profile):
    evening = alone(profile)
    evening.do(AppointOfficial("Cara", held), by="Ann")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld")), "not-your-office", by="Ann")
    evening.refuses(ScreenAppeal("A-0001", False), "own-ruling", by="Ann")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Cara")


@pytest.mark.parametrize(("held", "profile"), [("committee", "default"), ("reviewer", "wbf")])
def test_on_law_the_chief_director_rules_on_his_own_too(held, profile):
    """Law 93B1 makes no exception for his own ruling: he rules on the law, and others hear it after him."""
    evening = alone(profile)
    evening.do(AppointOfficial("Cara", held), by="Ann")
    evening.do(ScreenAppeal("A-0001", True, "law"), by="Ann")
    (decided,) = evening.do(varied("A-0001", DOWN), by="Ann")
    assert (decided.event.body, decided.event.alone) == ("chief-director", False)
    evening.do(Undo(decided, "wrong"), by="Ann")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Ann")
    evening.do(TO_THE_COMMITTEE if held == "committee" else TO_THE_AUTHORITY, by="Ann")
    evening.do(ReviewDecision("A-0001", Adjudication("upheld")), by="Cara")


def test_a_director_who_is_not_in_charge_does_not_rule_alone():
    evening = alone()
    evening.do(AppointOfficial("Cole", "director"), by="Ann")
    evening.do(GiveRuling(Where(1, "2"), DOWN, Grounds()), by="Cole")
    evening.do(LodgeAppeal("R-0002", "EW", "why", ("E", "W")), by="Cole")
    evening.refuses(DecideAppeal("A-0002", Adjudication("upheld")), "not-your-office", by="Cole")


# What is recorded, and when it is over


def test_a_hearing_is_recorded_where_somebody_says_who_sat(evening):
    decided = evening.do(varied("A-0001", DOWN))
    assert [each.name for each in decided] == ["appeal-screened/1", "appeal-decided/1"]
    heard = evening.do(DecideAppeal("A-0002", Adjudication("upheld"), committee=("Berg", "Ek")))
    assert heard[1].event.committee == ("Berg", "Ek")


def test_what_was_decided_is_final_when_nothing_is_above_it_or_the_session_is_closed(evening):
    evening.do(PublishScores())
    evening.do(varied("A-0001", DOWN, together=("A-0002",)))
    assert state(evening) == "decided"
    evening.do(CloseSession())
    assert state(evening) == "final"


# What anybody may record, whichever program asks


@pytest.mark.parametrize("law", ["12Z9", "nonsense", "16b", "12C1c"])
def test_a_law_that_is_none_is_not_recorded(evening, law):
    for command in (
        GiveRuling(Where(1, "2"), DOWN, Grounds(laws=(law,))),
        DecideAppeal("A-0001", Adjudication("upheld", laws=(law,))),
    ):
        with pytest.raises(Unreadable) as caught:
            evening.decide(command)
        assert caught.value.code == "no-such-law"


@pytest.mark.parametrize("date", ["yesterday", "2026-13-01", "2026-02-30", "2026-2-3", ""])
def test_a_day_that_is_none_is_not_recorded(date):
    opening = OpenSession("Evening", date, (1,), 2, Evening().session.regulations)
    evening = Evening()
    evening.log.clear()
    with pytest.raises(Unreadable) as caught:
        evening.decide(opening)
    assert caught.value.code == "bad-time"
