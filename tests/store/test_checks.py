"""What `verify` finds in a log written straight into the store; all else it finds: `trust/test_findings.py`."""

import pytest

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope, Event
from ledger.laws import profile_loader
from ledger.laws.adjustment import Stands
from ledger.store import record
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.trust.verification import audit
from tests.kept import kept, salts
from tests.promises import promise

NEXT = 9
"""The number of the event that is written next."""

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

    def write(*events: Event, by: str = "spec") -> dict[str, list[int | None]]:
        for event in events:
            session = office.session("s")
            number, at = session.number + 1, session.recorded_at
            name = record.name_of(event)
            office.store.append([Envelope("s", number, name, kept(event, salts()), f"x{number}", 0, at, at, by, ())])
        checks = audit(office.store, "s").checks
        return {check: [each.number for each in found] for check, found in checks.items() if found}

    write.office = office
    return write


def test_a_sound_log(discrepancies):
    assert discrepancies() == {}


@promise("T38")
def test_a_scoring_rule_that_changed_since(discrepancies, monkeypatch):
    """The log is sound; what it says is worked out otherwise than when it was published."""
    monkeypatch.setattr("ledger.projections.tally.units_of_ratio", lambda *_: 1)
    assert "published" in discrepancies()


@promise("A8")
def test_someone_without_the_office(discrepancies):
    discrepancies.office.submit("s", AppointOfficial("Ahlborn", "chief-director"))
    assert discrepancies(AppealLodged("A-0001", "R-0001", "EW", "why"), by="Dahl") == {"offices": [NEXT + 1]}
