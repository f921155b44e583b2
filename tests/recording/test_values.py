"""What a program hands in with the wrong types never reaches the log, which must be read again for good."""

from fractions import Fraction

import pytest

from ledger.bridge.result import Result
from ledger.errors import Misuse
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Awarded, Stands
from ledger.laws.profile_loader import load_profile
from ledger.office import Office
from ledger.recording import Submission
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty

PLAYED = Where(1, "1", "1", "2")


@pytest.fixture
def office(tmp_path):
    with Office.open(str(tmp_path / "club.db"), by="Ahlborn", new=True) as found:
        found.submit("s", OpenSession("Evening", None, (1, 2), 1, load_profile("default")))
        found.submit("s", RecordResult(PLAYED, Result("4SN=")))
        yield found


@pytest.mark.parametrize(
    "command",
    [
        GiveRuling(Where(1, "1"), Stands(), Grounds("EW", "16B")),
        GiveRuling(Where(1, "1"), Stands(), Grounds("XX")),
        GiveRuling(Where(1, "1"), Awarded(0.0, Fraction(0), "out"), Grounds()),
        GiveRuling(Where(1, "1"), Awarded(Fraction(0), Fraction(0), "perhaps"), Grounds()),
        RecordResult(Where(2, 1, "1", "2"), Result("4SN=")),
        RecordResult(Where(2.0, "1", "1", "2"), Result("4SN=")),
        ImposePenalty("1", 0.25, "%"),
    ],
)
@pytest.mark.parametrize("dry_run", [True, False])
def test_a_value_of_the_wrong_type_is_refused_and_nothing_is_recorded(office, command, dry_run):
    before = [envelope.digest for envelope in office.log("s")]
    with pytest.raises(Misuse) as caught:
        office.submit("s", command, Submission(dry_run=dry_run))
    assert caught.value.code == "bad-value"
    assert [envelope.digest for envelope in office.log("s")] == before
    assert office.verify("s", strict=True)[1].ok


def test_so_is_who_records_and_when(office):
    office.by = 7
    with pytest.raises(Misuse, match="nothing was recorded"):
        office.submit("s", RecordResult(Where(2, "1", "1", "2"), Result("4SN=")))
    office.by = "Ahlborn"
    with pytest.raises(Misuse, match="nothing was recorded"):
        office.submit("s", RecordResult(Where(2, "1", "1", "2"), Result("4SN=")), Submission(occurred_at=1.5))


def test_every_event_has_its_author(office):
    office.by = " "
    with pytest.raises(Misuse, match="who is recording"):
        office.submit("s", RecordResult(Where(2, "1", "1", "2"), Result("4SN=")))


OF_WINDOWS = ("con", "CON", "nul.zip", "Com1", "lpt9.2026.db", "thursday.", "thursday ")


@pytest.mark.parametrize("name", ["", "../../evil", "two\nlines", "a" * 65, "Ünsal", *OF_WINDOWS])
def test_a_session_is_called_what_may_stand_in_the_name_of_a_file(office, name):
    with pytest.raises(Misuse, match="no name for a session"):
        office.submit(name, OpenSession("Evening", None, (1,), 1, load_profile("default")))
    assert office.sessions() == ["s"]


@pytest.mark.parametrize("name", ["congress", "con-2026", "aux1", "com10", "2026.con"])
def test_a_name_that_only_begins_like_a_device_of_windows_is_taken(office, name):
    office.submit(name, OpenSession("Evening", None, (1,), 1, load_profile("default")))
    assert name in office.sessions()
