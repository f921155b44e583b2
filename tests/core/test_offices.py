"""Rights: an open office, and one with officials."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.decide import Actor, decide
from ledger.errors import Refusal
from ledger.guards.offices import is_judgement
from ledger.kernel.at_table import Where
from ledger.kernel.fact import OFFICES
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned, Stands
from ledger.recording.recorder import put_in_envelopes
from ledger.session import Session
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
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.office.facts import (
    AppointOfficial,
    JudgementSigned,
    OfficialAppointed,
    OfficialRelieved,
    RegulationsSigned,
    RelieveOfficial,
    SignRegulations,
)
from ledger.subjects.play.facts import AmendRegulations, CloseSession, CorrectResult, RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.register import KINDS
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, ImposePenalty, Undo, WithdrawRuling
from ledger.subjects.tournaments.facts import AddSession, RemoveSession
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


def test_a_refusal_names_every_office_held_in_the_same_order(evening):
    evening.do(AppointOfficial("Dahl", "reviewer"), by="Ahlborn")
    evening.do(AppointOfficial("Dahl", "committee"), by="Ahlborn")
    said = evening.refuses(CloseSession(), "not-your-office", by="Dahl").message
    assert said == "only a chief director may do this, and Dahl is member of the committee and reviewer and scorer"


@promise("A17")
def test_what_takes_a_session_out_of_a_standing_is_a_directors():
    """A director removes sessions, stages, cuts and publications; a scorer adds sessions."""
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
    command = LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), through="Berg")
    evening.refuses(command, "not-through-director", by="Dahl")
    lodge(evening, by="Dahl", through="Cole")


@promise("A20")
def test_nobody_decides_on_a_ruling_of_his_own(evening):
    evening.do(AppointOfficial("Cole", "committee"), by="Ahlborn")
    lodge(evening)
    evening.refuses(HearAppeal("A-0001", ("Berg", "cole")), "own-ruling", by="Berg")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld")), "own-ruling", by="Cole")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld"), committee=("Berg", "Cole")), "own-ruling", by="Berg")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")), by="Berg")
    assert evening.session.appeals["A-0001"].heard is None  # no committee was stated


def test_in_an_open_office_the_committee_is_held_against_the_ruling():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(GiveRuling(AT, Stands(), Grounds()), by="Cole")
    evening.do(LodgeAppeal("R-0001", "EW", "why", ("E", "W")), by="Cole")
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld"), committee=("Cole", "Berg")), "own-ruling", by="Dahl")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld"), committee=("Berg",)), by="Cole")  # Cole only records it


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


# Officials tied to keys: what they judge is decided only with the key they are tied to


HIS, OTHER = "ahlborn+8611f421+AQOh", "berg+3a7f01c2+AQAA"


def with_keys() -> Evening:
    """Two tables; Ahlborn is chief director, tied to his key."""
    found = Evening()
    found.play(1, ["4SN=", "4SN-1"])
    found.do(AppointOfficial("Ahlborn", "chief-director", HIS))
    return found


def ruling(given: Evening) -> GiveRuling:
    return GiveRuling(given.where(1, 1), Assigned(Result("4SN-1")), Grounds())


JUDGED = (
    ruling,
    lambda given: AddCall(given.where(1, 1), "hesitation", "N", "play"),
    lambda given: ImposePenalty("1NS", Fraction(25), "%", ("90B2",)),
    lambda given: AppointOfficial("Berg", "director"),
    lambda given: CloseSession(),
    lambda given: AmendRegulations(profile_loader.load_profile("ebu"), "announced"),
)
SCORED = (
    lambda given: RecordResult(given.where(1, 3), Result("4SN=")),
    lambda given: CorrectResult(given.where(1, 1), Result("4SN-2")),
    lambda given: PublishScores(),
)


@promise("A10", "S1", "S3")
@pytest.mark.parametrize("made", JUDGED)
@pytest.mark.parametrize("key", ["", OTHER])
def test_a_judgement_wants_the_key_and_no_other(made, key):
    given = with_keys()
    with pytest.raises(Refusal) as caught:
        decide(made(given), given.session, Actor("ahlborn", 0, key))
    assert caught.value.code == "not-signed"
    assert "--sign-with" in caught.value.hint


@pytest.mark.parametrize("made", JUDGED)
def test_with_the_key_it_is_decided_as_ever(made):
    given = with_keys()
    assert decide(made(given), given.session, Actor("Ahlborn", 0, HIS)).uncommitted


@promise("S3")
@pytest.mark.parametrize("made", SCORED)
def test_the_work_of_scorers_wants_none(made):
    given = with_keys()
    assert decide(made(given), given.session, Actor("Ahlborn", 0)).uncommitted


def test_who_is_tied_to_no_key_needs_none():
    given = Evening()
    given.play(1, ["4SN=", "4SN-1"])
    given.do(AppointOfficial("Ahlborn", "chief-director"))
    given.do(ruling(given), "Ahlborn")
    given.do(WithdrawRuling("R-0001", "the wrong table"), "Ahlborn")


@promise("S3")
def test_a_reopening_is_a_judgement_whoever_records_it():
    assert is_judgement(Session("s"), BoardReopened("authority", "the national authority"))


@promise("S7")
def test_another_key_takes_the_place_of_the_first_and_none_changes_nothing():
    given = with_keys()
    given.refuses(AppointOfficial("Ahlborn", "chief-director", HIS), "nothing-to-change", "Ahlborn")
    given.log += signed(given, AppointOfficial("Ahlborn", "chief-director", OTHER))
    assert given.session.officials.key_of("AHLBORN") == OTHER
    given.refuses(ruling(given), "not-signed", "Ahlborn")


@promise("S8")
def test_the_key_goes_with_the_last_office_and_comes_back_with_the_undo():
    given = with_keys()
    given.log += signed(given, AppointOfficial("Berg", "director", OTHER))
    given.log += signed(given, AppointOfficial("Berg", "scorer"))
    (first,) = signed(given, RelieveOfficial("Berg", "scorer"))
    given.log.append(first)
    assert first.event == OfficialRelieved("Berg", "scorer")
    assert given.session.officials.key_of("Berg") == OTHER
    (last,) = signed(given, RelieveOfficial("Berg", "director"))
    given.log.append(last)
    assert last.event == OfficialRelieved("Berg", "director", key=OTHER)
    assert given.session.officials.key_of("Berg") == ""
    (back,) = signed(given, Undo(last))
    assert back.event == OfficialAppointed("Berg", "director", OTHER)


@promise("S13")
def test_a_signature_is_not_taken_back():
    given = Evening()
    (envelope,) = given.do(CloseSession())
    given.log.pop()
    signature = replace(envelope, event=JudgementSigned("00" * 32, HIS, ""), number=3, because=(2,))
    refused = given.refuses(Undo(signature), "undo-nothing")
    assert "`undo 2`" in refused.hint


def signed(given: Evening, command):
    """Return the chief director's event signed with his key, as the log has it but for the signature."""
    before = given.session
    actor = Actor("Ahlborn", 0, before.officials.key_of("Ahlborn"))
    return put_in_envelopes(before, decide(command, before, actor), f"command-{before.number}", actor, 0)


# The chief director signs the regulations in force; what is amended later is not signed by it


@pytest.fixture
def unsigned():
    unsigned = Evening()
    for name, office in (("Ahlborn", "chief-director"), ("Cole", "director")):
        unsigned.do(AppointOfficial(name, office), by="Ahlborn")
    return unsigned


def test_only_a_chief_director_signs_and_only_once(unsigned):
    Evening().refuses(SignRegulations(), "no-chief-director")
    unsigned.refuses(SignRegulations(), "not-your-office", by="Cole")
    (recorded,) = unsigned.do(SignRegulations(), by="Ahlborn")
    assert recorded.event == RegulationsSigned("default", unsigned.session.regulations.digest)
    assert recorded.because == (1,)
    again = unsigned.refuses(SignRegulations(), "nothing-to-change", by="Ahlborn")
    assert f"(#{recorded.number})" in again.message


def test_what_is_amended_is_signed_anew_and_answers_the_amendment(unsigned):
    unsigned.do(SignRegulations(), by="Ahlborn")
    exact = profile_loader.change_regulations(unsigned.session.regulations, {"total.unit": "exact"})
    (amended,) = unsigned.do(AmendRegulations(exact), by="Ahlborn")
    assert unsigned.session.signed_regulations[-1].regulations != unsigned.session.regulations
    (anew,) = unsigned.do(SignRegulations(), by="Ahlborn")
    assert (anew.event.profile, anew.because) == ("default, total.unit=exact", (amended.number,))
    assert unsigned.session.signed_regulations[-1].regulations == unsigned.session.regulations


def test_signatures_are_taken_back_last_first(unsigned):
    (first,) = unsigned.do(SignRegulations(), by="Ahlborn")
    acbl = profile_loader.load_profile("acbl")
    unsigned.do(AmendRegulations(acbl), by="Ahlborn")
    (second,) = unsigned.do(SignRegulations(), by="Ahlborn")
    unsigned.refuses(Undo(first), "has-dependants", by="Ahlborn")
    unsigned.refuses(Undo(second), "not-your-office", by="Cole")
    unsigned.do(Undo(second, "not yet"), by="Ahlborn")
    assert [each.number for each in unsigned.session.signed_regulations] == [first.number]
    unsigned.do(Undo(first), by="Ahlborn")
    unsigned.refuses(Undo(second), "has-dependants", by="Ahlborn")
    assert unsigned.session.signed_regulations == ()


def test_a_desk_that_saw_other_regulations_signs_nothing(unsigned):
    from ledger.decide import may_decide_later

    seen = unsigned.session
    unsigned.do(AppointOfficial("Dahl", "scorer"), by="Ahlborn")
    assert may_decide_later(SignRegulations(), seen, unsigned.session)
    unsigned.do(AmendRegulations(profile_loader.load_profile("wbf")), by="Ahlborn")
    assert not may_decide_later(SignRegulations(), seen, unsigned.session)


def test_a_tournament_s_are_signed_too():
    congress = Congress("qualifying")
    with pytest.raises(Refusal, match="nobody is appointed"):
        decide(SignRegulations(), congress.tournament, Actor("Ahlborn", 0))
    congress.do(AppointOfficial("Ahlborn", "chief-director"), by="Ahlborn")
    congress.do(SignRegulations(), by="Ahlborn")
    (signed,) = congress.tournament.signed_regulations
    assert (signed.by, signed.regulations) == ("Ahlborn", congress.tournament.regulations)
