"""What is read in the place of a commitment: the words, held against it, or why they are not here."""

from collections.abc import Callable
from typing import NamedTuple

from ledger.bounds.events import are_short
from ledger.digests import SALT_BYTES
from ledger.facts.free_text import KeptText, commitment
from ledger.session.moment import local

OpenText = Callable[[str, int, str], KeptText]
"""The text under a commitment, of the event of this number, in this field, or what is said in its place."""


class TextRow(NamedTuple):
    """A text as it is stored, not yet held against its commitment; no words: left out of the bundle it came in."""

    commitment: str
    salt: bytes | None
    text: str | None

    @property
    def left_out(self) -> bool:
        """Whether the words were never here."""
        return self.salt is None and self.text is None

    @property
    def fits(self) -> bool:
        """Whether the words are what was committed to; a file whose types were taken away keeps anything."""
        if not (isinstance(self.salt, bytes) and isinstance(self.text, str)):
            return False
        return (
            are_short(self.text)
            and len(self.salt) == SALT_BYTES
            and commitment(self.salt, self.text) == self.commitment
        )


class Erasure(NamedTuple):
    """When a text was erased (µs UTC), by whom, and in which event."""

    at: int
    by: str
    number: int


def kept(row: TextRow) -> KeptText:
    """A text as it was recorded, or that it was left out, or is another by now: never words that nobody recorded."""
    if row.left_out:
        return KeptText("(left out of the bundle it came in)", row.commitment, gone="left out")
    if not row.fits:
        return KeptText("(changed: `verify` says more)", row.commitment, gone="changed")
    return KeptText(row.text or "", row.commitment, row.salt or b"")


def withheld(commitment: str, number: int, field: str) -> KeptText:
    """What is said where no text can be had: of an event by itself, or to who may not read them."""
    return KeptText("(not told)", commitment, gone="withheld")


def erased(commitment: str, erasure: Erasure) -> KeptText:
    """What is said of a text that was erased."""
    when = f"{local(erasure.at):%Y-%m-%d %H:%M}"
    return KeptText(f"(erased at {when}, by {erasure.by}: #{erasure.number})", commitment, gone="erased")


def lost(commitment: str) -> KeptText:
    """What is said of a text that is not here, though nobody erased it."""
    return KeptText("(lost: `verify` says more)", commitment, gone="lost")
