"""What is read in the place of a commitment: the words, held against it, or why they are not here."""

from collections.abc import Callable
from typing import NamedTuple

from ledger.errors import Corrupt
from ledger.events.free_text import KeptText, commitment
from ledger.session.moment import local

OpenText = Callable[[str, int, str], KeptText]
"""The text under a commitment, of the event of this number, in this field; Corrupt (text-broken) for another."""


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
        """Whether the words are what was committed to."""
        if self.salt is None or self.text is None:
            return False
        return commitment(self.salt, self.text) == self.commitment


class Erasure(NamedTuple):
    """When a text was erased (µs UTC), by whom, and in which event."""

    at: int
    by: str
    number: int


def kept(row: TextRow, session: str, number: int, field: str) -> KeptText:
    """A text as it was recorded, or that it was left out; Corrupt (text-broken) where it is another."""
    if row.left_out:
        return KeptText("(left out of the bundle it came in)", row.commitment, gone="left out")
    if not row.fits:
        raise text_broken(session, number, field)
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


def text_broken(session: str, number: int, field: str) -> Corrupt:
    """What is wrong with a text that does not fit its commitment."""
    edited = f"{field} of event #{number} of session {session} is not what was recorded: the text was changed since"
    return Corrupt("text-broken", edited, "the event itself is intact; a backup or an export has the text", number)
