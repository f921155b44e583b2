"""What is kept about people beside a session's log, text by text: to be listed, searched, and erased."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.events import Envelope
from ledger.events.free_text import KeptText, is_beside, texts_in
from ledger.events.people import ErasedText


class TextOf(NamedTuple):
    """A text, and where it stands: the number of its event, and the field ('facts', 'statements.2')."""

    number: int
    field: str
    text: KeptText

    @property
    def erasing(self) -> ErasedText:
        """How an erasure names it."""
        return ErasedText(self.number, self.field, self.text.commitment)


def kept_texts_of(
    log: Iterable[Envelope], *, number: int | None = None, field: str = "", word: str = ""
) -> Iterator[TextOf]:
    """The texts that are here; those of one event, of a field or what is in it, or that hold a word, in any case.

    What was changed since is among them, and not its words: it can be erased.
    """
    for envelope in log:
        for where, text in texts_in(envelope.event) if number in (None, envelope.number) else ():
            meant = not field or f"{where}.".startswith(f"{field}.")
            if isinstance(text, KeptText) and is_beside(text) and meant and word.casefold() in text.casefold():
                yield TextOf(envelope.number, where, text)
