"""`verify`: the files that were filed as evidence, each held against what the log and the text beside it say of it."""

from collections.abc import Iterator, Mapping, Set
from functools import cached_property

from ledger.digests import of_parts
from ledger.facts import Envelope
from ledger.facts.evidence import EvidenceFiled
from ledger.facts.free_text import KeptText, is_gone
from ledger.store.evidence import FileRow
from ledger.store.store import Store
from ledger.store.words import Erasure
from ledger.trust.checks import Discrepancy

_COPY = "the event itself is intact; `import` of a bundle that has the file brings it back"
_BESIDE = "somebody wrote to the database beside the ledger"


class EvidenceCheck:
    """The files of a session, as its log names them; what is wrong with them comes out at the end.

    Not `readable`: who looks may not read them. `elsewhere`: they are kept in a bundle, which was held against the log.
    """

    def __init__(self, store: Store, session: str, *, readable: bool, elsewhere: bool = False) -> None:
        self._files, self._texts, self._session = store.files, store.texts, session
        self._looks = readable and not elsewhere
        self._rows = self._files.of(session) if self._looks else {}
        self._filed: dict[str, tuple[int, EvidenceFiled]] = {}
        self._nothing: list[int] = []
        self.left_out: list[int] = []

    @property
    def looked(self) -> bool:
        """Whether there was any to look at."""
        return self._looks and bool(self._filed)

    def note(self, envelope: Envelope) -> None:
        """What an event files."""
        if isinstance(envelope.event, EvidenceFiled):
            if isinstance(file := envelope.event.file, KeptText):
                self._filed[file.commitment] = envelope.number, envelope.event
            else:
                self._nothing.append(envelope.number)

    def discrepancies(self, erased: Set[str], *, whole: bool) -> list[Discrepancy]:
        """Files that were edited or put there, that are lost, or were erased and are here again.

        `erased`: the commitments that an event says were. Not `whole`: of the events that could be read alone.
        """
        none = "files no bytes: no desk records that"
        found = [Discrepancy("bad-body", each, f"#{each} of {self._session} {none}", _BESIDE) for each in self._nothing]
        if not self._looks:
            return found
        for commitment, (number, filed) in self._filed.items():
            found += self._erased(commitment, number) if commitment in erased else self._held(commitment, number, filed)
        strangers = len(self._rows.keys() - self._filed.keys())
        if whole and strangers:
            text = f"{strangers} of the files of session {self._session} belong to no event"
            found.append(Discrepancy("evidence-broken", None, text, _BESIDE))
        return found

    def _erased(self, commitment: str, number: int) -> Iterator[Discrepancy]:
        if commitment in self._rows and commitment in self._by_now:
            yield Discrepancy("text-erased", number, f"{self._of(number)} was erased, and is here again", _BESIDE)

    def _held(self, commitment: str, number: int, filed: EvidenceFiled) -> Iterator[Discrepancy]:
        """What is wrong with a file; where its digest is not here, that is said of the text."""
        if is_gone(filed.file):
            return
        row = self._rows.get(commitment) or self._by_now.get(commitment)  # it came meanwhile
        if row and row.left_out and not row.size:
            self.left_out.append(number)
        elif row and row.size == filed.size and self._fits(commitment, filed.file):
            return
        elif commitment not in self._erased_by_now:  # by another desk, meanwhile
            what, code = ("not what was recorded", "broken") if row else ("lost: nobody erased it", "lost")
            yield Discrepancy(f"evidence-{code}", number, f"{self._of(number)} is {what}", _COPY)

    @cached_property
    def _by_now(self) -> Mapping[str, FileRow]:
        """What is here once the log was read."""
        return self._files.of(self._session)

    @cached_property
    def _erased_by_now(self) -> Mapping[str, Erasure]:
        return self._texts.erasures(self._session)

    def _fits(self, commitment: str, digest: str) -> bool:
        return of_parts(self._files.parts(self._session, commitment)) == digest

    def _of(self, number: int) -> str:
        return f"the file of event #{number} of session {self._session}"
