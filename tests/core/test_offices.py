"""Who may do what: an open office, and one with officials."""

import pytest

from ledger.bridge import Result
from ledger.facts import (
    AddCall,
    AddSession,
    Adjudication,
    AmendRuling,
    AppealFurther,
    AppointOfficial,
    CloseSession,
    CorrectResult,
    DecideAppeal,
    GiveRuling,
    Grounds,
    HearAppeal,
    ImposePenalty,
    LodgeAppeal,
    PublishScores,
    RecordResult,
    RelieveOfficial,
    RemoveSession,
    ReviewDecision,
    ScreenAppeal,
    Undo,
    Where,
    WithdrawAppeal,
)
from ledger.facts.fact import OFFICES
from ledger.facts.register import KINDS
from ledger.laws.adjustment import Assigned, Stands
from tests.core.congress import Congress
from tests.core.spec import Evening
from tests.promises import promise

AT = Where(1, "1")
OFFICIALS = {"Ahlborn": "chief-director", "Cole": "director", "Dahl": "scorer", "Berg": "committee", "Roe": "reviewer"}


@pytest.fixture
def evening():
    """Three results, a ruling by Cole, and an official of each kind."""
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN=", "4SN-1"])
    for name, office in OFFICIALS.items():
        evening.do(AppointOfficial(name, office), by="Ahlborn")
    evening.do(GiveRuling(AT, Assigned(Result("4SN=")), Grounds()), by="Cole")
    return evening


def lodge(evening, by="Cole", **more):
    return evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), **more), by=by)


def test_every_event_has_its_offices():
    assert {office for kind in KINDS for office in kind.offices} <= set(OFFICES)


def test_an_open_office_asks_nobody():
    evening = Evening()
    evening.play(1, ["4SN="])
    for by in ("anybody", ""):
        evening.do(AddCall(AT, "slow", "N", "auction"), by=by)


def test_the_first_official_is_the_chief_director_and_appoints_the_others():
    evening = Evening()
    evening.refuses(AppointOfficial("Dahl", "scorer"), "no-chief-director")
    evening.do(AppointOfficial("Ahlborn", "chief-director"), by="whoever")
    evening.refuses(AppointOfficial("Dahl", "scorer"), "not-your-office", by="whoever")
    evening.do(AppointOfficial("Dahl", "scorer"), by="ahlborn")  # names are read without regard to capitals
    evening.refuses(AppointOfficial("Cole", "director"), "not-your-office", by="Dahl")
    evening.refuses(AppointOfficial("Dahl", "scorer"), "nothing-to-change", by="Ahlborn")


def test_the_only_chief_director_is_not_relieved(evening):
    evening.refuses(RelieveOfficial("Ahlborn", "chief-director"), "no-chief-director", by="Ahlborn")
    evening.do(AppointOfficial("Cole", "chief-director"), by="Ahlborn")
    evening.do(RelieveOfficial("Ahlborn", "chief-director", "gone home"), by="Cole")
    evening.refuses(CloseSession(), "not-your-office", by="Ahlborn")
    evening.refuses(RelieveOfficial("Ahlborn", "scorer"), "nothing-to-change", by="Cole")


def test_an_office_that_began_stays_one():
    evening = Evening()
    evening.do(AppointOfficial("Ahlborn", "chief-director"))
    evening.refuses(RelieveOfficial("Ahlborn", "chief-director"), "no-chief-director", by="Ahlborn")


def test_an_appointment_is_undone(evening):
    evening.do(AppointOfficial("Eve", "scorer"), by="Ahlborn")
    evening.do(Undo(evening.log[-1]), by="Ahlborn")
    evening.refuses(CorrectResult(AT, Result("PASS")), "not-your-office", by="Eve")
    evening.do(Undo(evening.log[-1]), by="Ahlborn")
    evening.do(CorrectResult(AT, Result("PASS")), by="Eve")


MAY = {
    "Dahl": (
        RecordResult(Where(1, "4", "4NS", "4EW"), Result("PASS")),
        CorrectResult(Where(1, "2"), Result("PASS")),
        PublishScores(),
    ),
    "Cole": (
        GiveRuling(Where(1, "2"), Stands(), Grounds()),
        AddCall(AT, "slow", "N", "play"),
        ImposePenalty("1NS", 1, "MP"),
    ),
    "Ahlborn": (CloseSession(), GiveRuling(Where(1, "2"), Stands(), Grounds()), PublishScores()),
}
MAY_NOT = {
    "Dahl": (
        GiveRuling(Where(1, "2"), Stands(), Grounds()),
        AmendRuling("R-0001", Stands()),
        ImposePenalty("1NS", 1, "MP"),
        CloseSession(),
    ),
    "Cole": (CloseSession(), AppointOfficial("Eve", "scorer")),
    "Berg": (GiveRuling(Where(1, "2"), Stands(), Grounds()), CorrectResult(Where(1, "2"), Result("PASS"))),
    "Roe": (PublishScores(),),
    "nobody": (RecordResult(Where(1, "4", "4NS", "4EW"), Result("PASS")),),
}


@pytest.mark.parametrize(("by", "command"), [(by, command) for by, commands in MAY.items() for command in commands])
def test_what_an_office_allows(evening, by, command):
    assert evening.do(command, by=by)[-1].by == by


@promise("A8")
@pytest.mark.parametrize(("by", "command"), [(by, command) for by, commands in MAY_NOT.items() for command in commands])
def test_what_an_office_does_not_allow(evening, by, command):
    evening.refuses(command, "not-your-office", by=by)


@promise("A17")
def test_what_takes_a_session_out_of_a_standing_is_a_directors():
    """As a stage, a cut or a publication that is taken back: a scorer puts sessions in."""
    congress = Congress("only")
    for name, office in OFFICIALS.items():
        congress.do(AppointOfficial(name, office), by="Ahlborn")
    (added,) = congress.do(AddSession("only", "friday"), by="Dahl")
    for command in (RemoveSession("friday", "a club game"), Undo(added)):
        congress.refuses(command, "not-your-office", by="Dahl")
    congress.do(RemoveSession("friday", "a club game"), by="Cole")


def test_an_appeal_comes_through_the_director(evening):
    """Law 92C: whoever records it, a director received it."""
    appeal = LodgeAppeal("R-0001", "EW", "too much", ("E", "W"))
    evening.refuses(appeal, "not-through-director", by="Dahl")
    evening.refuses(
        LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), through="Berg"), "not-through-director", by="Dahl"
    )
    lodge(evening, by="Dahl", through="Cole")


@promise("A20")
def test_nobody_decides_on_a_ruling_of_his_own(evening):
    evening.do(AppointOfficial("Cole", "committee"), by="Ahlborn")
    lodge(evening)
    evening.refuses(HearAppeal("A-0001", ("Berg", "cole")), "own-ruling", by="Berg")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld")), "own-ruling", by="Cole")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld"), committee=("Berg", "Cole")), "own-ruling", by="Berg")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Berg")
    assert evening.session.appeals["A-0001"].heard is None  # nobody said who sat


def test_in_an_open_office_the_committee_is_held_against_the_ruling():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(GiveRuling(AT, Stands(), Grounds()), by="Cole")
    evening.do(LodgeAppeal("R-0001", "EW", "why", ("E", "W")), by="Cole")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld"), committee=("Cole", "Berg")), "own-ruling", by="Dahl")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld"), committee=("Berg",)), by="Cole")  # who only records it


def test_the_chief_director_decides_points_of_law_and_judgement_only_without_a_committee(evening):
    """Laws 93A, 93B1, 93B2."""
    lodge(evening)
    judged = DecideAppeal("A-0001", Adjudication("table-result-restored"))
    evening.refuses(judged, "not-your-office", by="Ahlborn")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld"), "committee"), "not-your-office", by="Ahlborn")
    for name, office in (("Berg", "committee"), ("Roe", "reviewer")):
        evening.do(RelieveOfficial(name, office), by="Ahlborn")
    evening.do(judged, by="Ahlborn")
    assert evening.session.appeals["A-0001"].decision.body == "chief-director"
    assert evening.session.appeals["A-0001"].heard is None


def test_the_chief_director_on_a_point_of_law(evening):
    lodge(evening)
    evening.do(DecideAppeal("A-0001", Adjudication("table-result-restored"), point="law"), by="Ahlborn")
    assert evening.score(1, 1) == 2


def test_who_decides_has_heard_the_appeal(evening):
    evening.do(AppointOfficial("Ek", "committee"), by="Ahlborn")
    lodge(evening)
    evening.do(HearAppeal("A-0001", ("Berg", "Fors")), by="Cole")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld")), "heard-by-others", by="Ek")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Berg")


def test_who_was_consulted_on_a_ruling_does_not_decide_on_it(evening):
    evening.do(GiveRuling(Where(1, "2"), Stands(), Grounds(consulted=("Berg",))), by="Cole")
    evening.do(LodgeAppeal("R-0002", "EW", "why", ("E", "W")), by="Cole")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld")), "own-ruling", by="Berg")


def test_an_appeal_against_ones_own_ruling_is_not_rejected_by_oneself(evening):
    lodge(evening)
    evening.refuses(ScreenAppeal("A-0001", False), "own-ruling", by="Cole")
    evening.do(ScreenAppeal("A-0001", True), by="Cole")
    evening.do(ScreenAppeal("A-0001", False), by="Berg")


def test_a_decision_is_taken_back_by_the_body_that_took_it(evening):
    lodge(evening)
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Berg")
    evening.refuses(Undo(evening.log[-1]), "not-your-office", by="Ahlborn")
    evening.refuses(Undo(evening.log[-1]), "not-your-office", by="Roe")
    evening.do(Undo(evening.log[-1]), by="Berg")


def test_leave_to_withdraw_is_the_chief_directors(evening):
    lodge(evening)
    evening.refuses(WithdrawAppeal("A-0001", leave="Cole"), "needs-leave", by="Cole")
    evening.do(WithdrawAppeal("A-0001", leave="ahlborn"), by="Cole")


def test_a_scorer_does_not_decide(evening):
    lodge(evening)
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld")), "not-your-office", by="Dahl")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld")), "not-your-office", by="nobody")


def test_a_decision_is_reviewed_by_somebody_else(evening):
    evening.do(AppointOfficial("Berg", "reviewer"), by="Ahlborn")
    lodge(evening)
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Berg")
    evening.do(AppealFurther("A-0001", "EW", "the authority", "a principle", ("E", "W")), by="Cole")
    review = ReviewDecision("A-0001", Adjudication("table-result-restored"))
    evening.refuses(review, "own-ruling", by="Berg")
    evening.refuses(review, "not-your-office", by="Ahlborn")
    evening.do(review, by="Roe")
    assert evening.session.appeals["A-0001"].decision.authority == "the authority"
