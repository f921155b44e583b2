"""Officials tied to keys: what they judge is decided only with the key they are tied to."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.decide import Actor, decide
from ledger.decide.guards.offices import is_judgement
from ledger.errors import Refusal
from ledger.facts import (
    AddCall,
    AmendRegulations,
    AppointOfficial,
    CloseSession,
    CorrectResult,
    GiveRuling,
    Grounds,
    ImposePenalty,
    PublishScores,
    RecordResult,
    RelieveOfficial,
    Undo,
    WithdrawRuling,
)
from ledger.facts.office import JudgementSigned, OfficialAppointed, OfficialRelieved
from ledger.facts.reopening import BoardReopened
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned
from ledger.recording.enveloping import enveloped
from ledger.session import Session
from tests.core.spec import Evening
from tests.promises import promise

HIS, OTHER = "ahlborn+8611f421+AQOh", "berg+3a7f01c2+AQAA"


def evening() -> Evening:
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
    given = evening()
    with pytest.raises(Refusal) as caught:
        decide(made(given), given.session, Actor("ahlborn", 0, key))
    assert caught.value.code == "not-signed"
    assert "--sign-with" in caught.value.hint


@pytest.mark.parametrize("made", JUDGED)
def test_with_the_key_it_is_decided_as_ever(made):
    given = evening()
    assert decide(made(given), given.session, Actor("Ahlborn", 0, HIS)).uncommitted


@promise("S3")
@pytest.mark.parametrize("made", SCORED)
def test_the_work_of_scorers_wants_none(made):
    given = evening()
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
    given = evening()
    given.refuses(AppointOfficial("Ahlborn", "chief-director", HIS), "nothing-to-change", "Ahlborn")
    given.log += signed(given, AppointOfficial("Ahlborn", "chief-director", OTHER))
    assert given.session.officials.key_of("AHLBORN") == OTHER
    given.refuses(ruling(given), "not-signed", "Ahlborn")


@promise("S8")
def test_the_key_goes_with_the_last_office_and_comes_back_with_the_undo():
    given = evening()
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
    """What the chief director's command leads to with his key, as it would stand in the log, without the signature."""
    before = given.session
    actor = Actor("Ahlborn", 0, before.officials.key_of("Ahlborn"))
    return enveloped(before, decide(command, before, actor), f"command-{before.number}", actor, 0)
