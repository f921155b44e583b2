"""What an event says that it took over a bundle is held against the log it stands in."""

import pytest
from msgspec.structs import replace

from ledger.store.chain import GENESIS, with_digests
from ledger.subjects.office.facts import BundleImported
from ledger.trust.examination import RecordedImport, check_imports, examine
from tests.core.spec import Evening
from tests.pages.made_receipts import LOG, OFFICE, STRANGER, spoilt, with_signatures


@pytest.mark.parametrize(
    ("taken", "other", "wrong"),
    [
        (1, False, []),
        (3, False, []),
        (0, False, ["#5 says that it imported 0 events, but fewer precede it"]),
        (4, False, ["#5 says that it imported 4 events, but fewer precede it"]),
        (1, True, ["#5 says its last imported event is not #4"]),
    ],
)
def test_an_import_took_over_the_event_before_it_and_fewer_than_there_are(taken, other, wrong):
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    log = [envelope for envelope, _ in with_digests(evening.log[:4], GENESIS)]
    digest = log[2 if other else 3].digest.hex()
    said = replace(log[-1], number=5, event=BundleImported("x.zip", taken, digest), command_id="import", because=())
    found = examine([*log, *(each for each, _ in with_digests([said], log[-1].digest))], "evening")
    hint = "no such import was made; ask who recorded it: it may be forged"
    told = [(each.code, each.number, each.text, each.hint) for each in found.get("imports", [])]
    assert told == [("imports", 5, text, hint) for text in wrong]


GOOD = LOG.seal(4)
NAMED = OFFICE.public.short


@pytest.mark.parametrize(
    ("kept", "key", "wrong", "unsure"),
    [
        ([GOOD], OFFICE, "", ""),
        ([LOG.seal(3), GOOD, LOG.seal(5)], OFFICE, "", ""),
        ([], OFFICE, "but no stored seal of it covers them", ""),
        ([LOG.seal(3), LOG.seal(5)], OFFICE, "but no stored seal of it covers them", ""),
        ([LOG.seal(4, key=STRANGER)], OFFICE, "but no stored seal of it covers them", ""),
        ([with_signatures(GOOD, spoilt(GOOD))], OFFICE, "it is FORGED", ""),
        ([with_signatures(GOOD, spoilt(GOOD)), GOOD], OFFICE, "", ""),
        ([GOOD], None, "", "whose signature was not checked"),
        ([GOOD], STRANGER, "", "whose signature was not checked"),
    ],
)
def test_an_import_under_a_seal_is_held_against_the_seals_that_are_kept(kept, key, wrong, unsure):
    said = RecordedImport(5, BundleImported("x.zip", 2, LOG.digests[3].hex(), NAMED))
    found = check_imports([said], kept, key and key.public)
    for told, words in ((found.discrepancies, wrong), (found.warnings, unsure)):
        assert [(each.code, each.number) for each in told] == [("imports", 5)] * bool(words)
        assert all(words in each.text and NAMED in each.text for each in told)
    hint = "no such import was made; ask who recorded it: it may be forged"
    hints = [each.hint for each in (*found.discrepancies, *found.warnings)]
    assert hints == ([hint] if wrong else [f"give the key of {NAMED} with --key"] if unsure else [])
    assert found.imports == ([] if wrong else [said])


def test_what_a_later_import_brought_in_came_under_that():
    """An office took over events 2 to 4; of these #3 says that it took over #2 elsewhere, under a seal nobody has."""
    elsewhere = RecordedImport(3, BundleImported("x.zip", 1, LOG.digests[1].hex(), NAMED))
    here = RecordedImport(5, BundleImported("y.zip", 3, LOG.digests[3].hex()))
    found = check_imports([elsewhere, here], [], OFFICE.public)
    assert (found.imports, found.discrepancies, found.warnings) == ([here, elsewhere], [], [])
    its_first = RecordedImport(5, replace(here.said, taken=2))
    assert check_imports([elsewhere, its_first], [], OFFICE.public).imports == [its_first, elsewhere]
    before = RecordedImport(5, replace(here.said, taken=1))
    found = check_imports([elsewhere, before], [], OFFICE.public)
    assert (found.imports, [each.number for each in found.discrepancies]) == ([before], [3])
