"""What `verify` finds in logs that no desk would have recorded: each written straight into the store."""

import pytest

from ledger.bridge import Result
from ledger.facts import (
    AddCall,
    AppointOfficial,
    Envelope,
    Event,
    GiveRuling,
    Grounds,
    LodgeAppeal,
    OpenSession,
    PublishScores,
    RecordResult,
    Where,
)
from ledger.facts.appeals import AppealDecided, AppealLodged, LateAppealAccepted
from ledger.facts.play import ResultCorrected
from ledger.facts.publications import ScoresPublished
from ledger.facts.reopening import BoardReopened
from ledger.facts.rulings import RulingGiven, RulingWithdrawn
from ledger.laws import profile_loader
from ledger.laws.adjustment import Stands
from ledger.scoring.line import Seating
from ledger.store import record
from ledger.trust.verification import audit
from tests.kept import kept, salts
from tests.promises import promise

NEXT = 9
"""The number of the event that is written next."""

HOUR = 3_600_000_000
OPEN = OpenSession("Evening", None, (1,), 1, profile_loader.load_profile("default"))


@pytest.fixture
def discrepancies(office):
    """An evening with a ruling, published: writes one more event and gives what `verify` finds."""
    office.submit("s", OPEN)
    for table, pairs in enumerate((("1", "2"), ("3", "4")), start=1):
        office.submit("s", RecordResult(Where(1, str(table), *pairs), Result("4SN=" if table == 1 else "4SN-1")))
    office.submit("s", AddCall(Where(1, "1"), "slow", "N", "auction"))
    office.submit("s", GiveRuling(Where(1, "1"), Stands(), Grounds(), call="C-0001"))
    office.submit("s", PublishScores())

    salt = salts()

    def write(*events: Event, by: str = "spec", later: int = 0) -> dict[str, list[int | None]]:
        for event in events:
            session = office.session("s")
            at = session.recorded_at + later
            envelope = Envelope(
                "s",
                session.number + 1,
                record.name_of(event),
                kept(event, salt),
                f"x{session.number}",
                0,
                at,
                at,
                by,
                (),
            )
            office.store.append([envelope])
        checks = audit(office.store, "s").checks
        return {check: [each.number for each in found] for check, found in checks.items() if found}

    write.office = office
    return write


def decided(case="A-0001"):
    return AppealDecided(case=case, verdict="upheld", body="committee", point="judgement")


def lodged(ruling="R-0001"):
    return AppealLodged("A-0001", ruling, "EW", "why")


def test_a_sound_log(discrepancies):
    assert discrepancies() == {}


def test_a_decision_without_an_appeal(discrepancies):
    assert discrepancies(decided())["cases"] == [NEXT]


def test_an_appeal_without_a_ruling(discrepancies):
    assert discrepancies(lodged("R-0009"))["cases"] == [NEXT]


def test_a_ruling_that_answers_or_supersedes_nothing(discrepancies):
    given = RulingGiven(case="R-0002", board=1, ns="3", ew="4", adjustment=Stands(), call="C-0009", supersedes="R-0009")
    assert discrepancies(given)["cases"] == [NEXT, NEXT]


def test_numbers_that_were_never_those(discrepancies):
    assert discrepancies(ScoresPublished("0" * 64)) == {"published": [NEXT]}


@promise("T38")
def test_a_scoring_rule_that_changed_since(discrepancies, monkeypatch):
    """The log is sound; what it says is worked out otherwise than when it was published."""
    monkeypatch.setattr("ledger.projections.tally.units_of_ratio", lambda *_: 1)
    assert "published" in discrepancies()


@promise("A8")
def test_someone_without_the_office(discrepancies):
    discrepancies.office.submit("s", AppointOfficial("Ahlborn", "chief-director"))
    assert discrepancies(lodged(), by="Dahl") == {"offices": [NEXT + 1]}


def test_a_director_who_decided_on_his_own_ruling(discrepancies):
    for office in ("chief-director", "committee"):
        discrepancies.office.by = "spec"
        discrepancies.office.submit("s", AppointOfficial("spec", office))
    discrepancies.office.submit("s", LodgeAppeal("R-0001", "EW", "why", ("E", "W")))
    assert discrepancies(decided(), by="spec") == {"offices": [NEXT + 3]}


def test_what_came_too_late(discrepancies):
    corrected = ResultCorrected(1, "3", "4", Result("PASS"))
    assert discrepancies(corrected, later=HOUR) == {"periods": [NEXT]}


def test_what_was_reopened(discrepancies):
    reopened = BoardReopened("79C2", "the organiser", 1, Seating("3", "4"), True)
    assert discrepancies(reopened, ResultCorrected(1, "3", "4", Result("PASS")), later=HOUR) == {}


def test_what_was_reopened_at_another_table_answers_nothing_here(discrepancies):
    reopened = BoardReopened("79C2", "the organiser", 1, Seating("1", "2"), True)
    corrected = ResultCorrected(1, "3", "4", Result("PASS"))
    assert discrepancies(reopened, corrected, later=HOUR) == {"periods": [NEXT + 1]}


def test_a_ruling_withdrawn_too_late(discrepancies):
    assert discrepancies(RulingWithdrawn("R-0001"), later=HOUR) == {"periods": [NEXT]}


def test_a_late_appeal_nobody_accepted(discrepancies):
    assert discrepancies(lodged(), later=HOUR) == {"periods": [NEXT]}


def test_a_late_appeal_that_was_accepted(discrepancies):
    assert discrepancies(lodged(), LateAppealAccepted("A-0001", "the notice was late"), later=HOUR) == {}
