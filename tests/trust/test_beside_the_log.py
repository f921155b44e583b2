"""What stands beside a log, its texts and files, each held against what the log says of it; here from memory."""

from types import SimpleNamespace

import pytest

from ledger.digests import of_parts
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, commitment
from ledger.store.chain import Erasure, TextRow
from ledger.store.texts import AllTexts, FileRow
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.people.facts import ErasedText, TextErased
from ledger.trust.checks import EvidenceCheck, TextsCheck

SALT = bytes(16)
BESIDE = "somebody wrote to the database with another program"
OF_TEXT = "the event itself is intact; `import` of a bundle that has the text brings it back"
OF_FILE = "the event itself is intact; `import` of a bundle that has the file brings it back"


def at(number, event):
    """An event of the log."""
    return Envelope("thu", number, "x/1", event, "c", 0, 1, 1, "spec", ())


def text(words):
    """A text as it was recorded, under its commitment."""
    return TextRow(commitment(SALT, words), SALT, words)


class Texts:
    """The texts beside a log in memory; what came or went while it was read, and what erasures say."""

    def __init__(self, *rows, upto=9, readable=True, later=(), gone=False, erasures=()):
        self.rows, self.upto, self.readable, self.gone = {row.commitment: row for row in rows}, upto, readable, gone
        self.later, self._erasures = {row.commitment: row for row in later}, erasures
        self.asked = 0

    def may_be_read(self):
        return self.readable

    def all_of(self, session):
        assert session == "thu"
        self.asked += 1
        return AllTexts({} if self.gone and self.asked > 1 else self.rows, self.upto)

    def at(self, session, of):
        assert session == "thu"
        return self.later.get(of)

    def erasures(self, session):
        assert session == "thu"
        return {each: Erasure(1, "spec", 8) for each in self._erasures}


def erased(number, of, *, event=3, field="facts"):
    return at(number, TextErased((ErasedText(event, field, of.commitment),), "asked"))


def told(found):
    return [(each.code, each.number, each.text, each.hint) for each in found]


HESITATED, PSYCHED = text("W hesitated"), text("N psyched")
FACTS = "facts of event #3 of session thu"


def checked(texts, *rows, notes=()):
    """The texts of event 3, 4, … asked for as the log is read, and what it says was erased."""
    check = TextsCheck(texts, "thu")
    said = [check(row.commitment, number, "facts") for number, row in enumerate(rows, start=3)]
    for envelope in notes:
        check.note(envelope)
    return check, said


def test_the_texts_are_read_again_only_where_one_that_was_erased_is_here():
    for there, times in ((PSYCHED, 1), (HESITATED, 2)):
        texts = Texts(there)
        check, _ = checked(texts, HESITATED, PSYCHED, notes=[erased(7, HESITATED)])
        list(check.discrepancies())
        assert texts.asked == times


def test_of_a_log_that_cannot_be_read_to_its_end_an_erasure_may_come_later():
    check, _ = checked(Texts(PSYCHED, erasures=[HESITATED.commitment]), HESITATED)
    assert check.partial_discrepancies() == []
    assert [each[0] for each in told(check.discrepancies())] == ["text-lost", "text-broken"]


def test_what_was_erased_and_is_here_is_named_unless_it_went_meanwhile():
    again = [("text-erased", 3, f"{FACTS} was erased by #7, and is here again", BESIDE)]
    check, _ = checked(Texts(HESITATED), HESITATED, notes=[erased(7, HESITATED)])
    assert told(check.discrepancies()) == told(check.partial_discrepancies()) == again
    check, _ = checked(Texts(HESITATED, gone=True), HESITATED, notes=[erased(7, HESITATED)])
    assert check.discrepancies() == []


def test_an_erasure_of_a_text_that_no_event_has_is_named():
    check, _ = checked(Texts(), notes=[erased(7, HESITATED)])
    assert told(check.discrepancies()) == [("text-erased", 7, f"#7 erased {FACTS}, which has no such text", "")]


def test_a_text_that_came_while_the_log_was_read_is_asked_for():
    for upto, words in ((2, "W hesitated"), (3, "(not told)")):
        check, (said,) = checked(Texts(upto=upto, later=[HESITATED]), HESITATED)
        assert said == words
        assert [each[0] for each in told(check.discrepancies())] == ([] if upto == 2 else ["text-lost"])


# Files

BYTES = b"a photograph of the slip"
DIGEST = of_parts([BYTES])
FILE = KeptText(DIGEST, "f" * 64, SALT)
HERE = FileRow(FILE.commitment, len(BYTES), 0)
FILED = at(5, EvidenceFiled("C-0001", "image/png", len(BYTES), FILE))
OF = "the file of event #5 of session thu"


def evidence(*rows, envelope=FILED, meanwhile=None, parts=(BYTES,), erasures=(), **how):
    """The check of a session with these files, once its log was read: `meanwhile` they may have become others."""
    at_first, then = (
        {row.commitment: row for row in each} for each in (rows, rows if meanwhile is None else meanwhile)
    )
    asked = []

    def of(session):
        assert session == "thu"
        asked.append(session)
        return at_first if len(asked) == 1 else then

    files = SimpleNamespace(of=of, parts=lambda session, _: list(parts) if session == "thu" else [])
    check = EvidenceCheck(
        SimpleNamespace(files=files, texts=Texts(erasures=erasures)), "thu", **{"readable": True, **how}
    )
    check.note(envelope)
    return check


def test_a_file_may_come_or_be_erased_while_the_log_is_read():
    assert evidence(meanwhile=[HERE]).discrepancies(set(), whole=True) == []
    assert evidence(HERE, meanwhile=[]).discrepancies(set(), whole=True) == []
    assert evidence(erasures=[FILE.commitment]).discrepancies(set(), whole=True) == []


def test_a_file_that_was_erased_and_is_here_is_named_unless_it_went_meanwhile():
    gone = {FILE.commitment}
    again = [("text-erased", 5, f"{OF} was erased, and is here again", BESIDE)]
    assert told(evidence(HERE).discrepancies(gone, whole=True)) == again
    assert evidence(HERE, meanwhile=[]).discrepancies(gone, whole=True) == []
    assert evidence(meanwhile=[HERE]).discrepancies(gone, whole=True) == []
    assert evidence().discrepancies(gone, whole=True) == []


def test_a_file_that_is_lost_and_one_that_was_changed_are_told_apart():
    again = "the event itself is intact; `import` of a bundle that has the file brings it back"
    lost, broken = f"{OF} is lost: nobody erased it", f"{OF} is not what was recorded"
    assert told(evidence().discrepancies(set(), whole=True)) == [("evidence-lost", 5, lost, again)]
    for rows, parts in (([HERE], [b"another photograph"]), ([HERE._replace(size=7)], [BYTES])):
        found = evidence(*rows, parts=parts).discrepancies(set(), whole=True)
        assert told(found) == [("evidence-broken", 5, broken, again)]


def test_files_of_no_event_are_counted_where_the_whole_log_was_read():
    rows = [HERE, *(FileRow(str(number), 1, 0) for number in range(3))]
    strangers = "3 of the files of session thu belong to no event"
    assert told(evidence(*rows).discrepancies(set(), whole=True)) == [("evidence-broken", None, strangers, BESIDE)]
    assert evidence(*rows).discrepancies(set(), whole=False) == []


def test_a_digest_that_is_not_here_is_said_of_the_text_and_not_of_the_file():
    withheld = KeptText("(not told)", FILE.commitment, gone="withheld")
    check = evidence(envelope=at(5, EvidenceFiled("C-0001", "image/png", 1, withheld)))
    assert check.discrepancies(set(), whole=True) == []


@pytest.mark.parametrize("how", [{"readable": False}, {"elsewhere": True}])
def test_nobody_looks_where_he_may_not_or_where_the_files_are_not(how):
    files = SimpleNamespace(of=lambda _: pytest.fail("there is nothing to look at"))
    check = EvidenceCheck(SimpleNamespace(files=files, texts=Texts()), "thu", **{"readable": True, **how})
    check.note(FILED)
    assert not check.looked
    assert check.discrepancies(set(), whole=True) == []


def test_an_event_that_files_nothing_is_named_whoever_looks():
    nothing = [("bad-body", 5, "#5 of thu files no bytes: no desk records that", BESIDE)]
    for readable in (True, False):
        check = evidence(envelope=at(5, EvidenceFiled("C-0001", "image/png", 0, "")), readable=readable)
        assert told(check.discrepancies(set(), whole=True)) == nothing
        assert not check.looked
