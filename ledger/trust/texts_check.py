"""`verify`: the texts beside a log, each held against its commitment; what is not here was erased, as the log says."""

from collections.abc import Collection, Iterator

from ledger.errors.visible import is_plain
from ledger.facts import Envelope
from ledger.facts.free_text import KeptText
from ledger.facts.people import ErasedText, TextErased
from ledger.store.texts import AllTexts, Texts
from ledger.store.words import TextRow, withheld
from ledger.trust.checks import Discrepancy

_COPY = "the event itself is intact; `import` of a bundle that has the text brings it back"


class TextsCheck:
    """The texts of a session, as the log that is read asks for them; what is wrong with them comes out at the end."""

    def __init__(self, texts: Texts, session: str) -> None:
        self._texts = texts
        self._session = session
        self.readable = texts.may_be_read()
        found = texts.all_of(session) if self.readable else AllTexts({}, 0)
        self._rows, self._upto = dict(found.rows), found.upto
        self._asked: dict[str, ErasedText] = {}
        self._erased: dict[str, tuple[int, ErasedText]] = {}
        self._edited: list[Discrepancy] = []
        self.left_out: list[int] = []

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """The text under a commitment, if it is as it was recorded."""
        row = self._rows.get(commitment) or (self._came_meanwhile(commitment) if number > self._upto else None)
        if row and row.left_out:
            self.left_out.append(number)
        elif row and row.fits:
            self._asked[commitment] = ErasedText(number, field, commitment)
            return KeptText(row.text or "", commitment, row.salt or b"")
        elif row:
            edited = f"{field} of event #{number} of session {self._session} is not what was recorded"
            self._edited.append(Discrepancy("text-broken", number, edited, _COPY))
        self._asked[commitment] = ErasedText(number, field, commitment)
        return withheld(commitment, number, field)

    def _came_meanwhile(self, commitment: str) -> TextRow | None:
        """A text of an event that was recorded while the log is read."""
        row = self._texts.at(self._session, commitment) if self.readable else None
        if row:
            self._rows[commitment] = row
        return row

    def note(self, envelope: Envelope) -> None:
        """What an event says was erased."""
        if isinstance(envelope.event, TextErased):
            self._erased |= {each.commitment: (envelope.number, each) for each in envelope.event.texts}

    @property
    def erased(self) -> frozenset[str]:
        """The commitments of what was erased, as the events say that were read."""
        return frozenset(self._erased)

    def discrepancies(self) -> list[Discrepancy]:
        """Texts that were edited or put there, that are lost, and erasures that did not erase what they say."""
        return [*self._edited, *self._steering(), *self._lost(self._erased), *self._not_erased(), *self._strangers()]

    def of_what_was_read(self) -> list[Discrepancy]:
        """The same of a log that holds only up to some event: the events before are intact, and their words may not be.

        A text that a later event says was erased is not called lost: nobody can tell whether that was recorded.
        """
        erased = self._texts.erasures(self._session)
        return [*self._edited, *self._steering(), *self._lost(self._erased.keys() | erased), *self._not_erased()]

    def _steering(self) -> Iterator[Discrepancy]:
        """Texts that no desk types, as they were recorded past the office."""
        for commitment, where in self._asked.items():
            row = self._rows.get(commitment)
            if row and row.fits and not is_plain(row.text or ""):
                steering = "a line break or another character that steers a screen: no desk records one"
                what = f"{where.field} of event #{where.event} of session {self._session} holds {steering}"
                yield Discrepancy("bad-body", where.event, what, "somebody wrote to the database beside the ledger")

    def _lost(self, erased: Collection[str]) -> Iterator[Discrepancy]:
        for commitment, where in self._asked.items():
            if commitment not in self._rows and commitment not in erased:
                lost = f"{where.field} of event #{where.event} of session {self._session} is lost: nobody erased it"
                yield Discrepancy("text-lost", where.event, lost, _COPY)

    def _not_erased(self) -> Iterator[Discrepancy]:
        for commitment, (number, said) in self._erased.items():
            of = f"{said.field} of event #{said.event} of session {self._session}"
            if self._asked.get(commitment) != said:
                other = f"#{number} erased {of}, which has no such text"
                yield Discrepancy("text-erased", number, other)
            elif commitment in self._rows and self._texts.at(self._session, commitment):  # it may have gone meanwhile
                back = f"{of} was erased by #{number}, and is here again"
                yield Discrepancy("text-erased", said.event, back, "somebody wrote to the database beside the ledger")

    def _strangers(self) -> Iterator[Discrepancy]:
        if strangers := self._rows.keys() - self._asked.keys():
            text = f"{len(strangers)} of the texts of session {self._session} belong to no event"
            yield Discrepancy("text-broken", None, text, "somebody wrote to the database beside the ledger")
