"""The texts that lie in a bundle, held against the commitments in its events."""

from collections.abc import Iterable

from ledger.errors import Corrupt
from ledger.events import Envelope
from ledger.events.free_text import KeptText
from ledger.events.people import TextErased
from ledger.store.words import TextRow, kept, withheld

_ANOTHER = "take another copy of the bundle; nothing was restored"


class BundledTexts:
    """The texts of a bundle by their commitments, as its events ask for them."""

    def __init__(self, rows: Iterable[TextRow]) -> None:
        self.rows = {row.commitment: row for row in rows}
        self._asked: dict[str, None] = {}
        self._erased: set[str] = set()

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """The text under a commitment; Corrupt (bundle-broken) where it is not what was recorded."""
        self._asked[commitment] = None
        row = self.rows.get(commitment)
        if row is None:
            return withheld(commitment, number, field)
        if not row.fits:
            raise _broken(f"{field} of event #{number} is not what was recorded")
        return kept(row)

    def note(self, envelope: Envelope) -> None:
        """What an event says was erased."""
        if isinstance(envelope.event, TextErased):
            self._erased.update(each.commitment for each in envelope.event.texts)

    def require_all(self) -> None:
        """Corrupt (bundle-broken) where a text belongs to no event, or was erased."""
        if strangers := self.rows.keys() - self._asked.keys():
            raise _broken(f"{len(strangers)} of its texts belong to no event")
        if back := self.rows.keys() & self._erased:
            raise _broken(f"{len(back)} of its texts were erased")

    def left_out(self) -> list[TextRow]:
        """The commitments whose text is not in the bundle, though nobody erased it."""
        gone = (each for each in self._asked if each not in self.rows and each not in self._erased)
        return [TextRow(each, None, None) for each in gone]


def _broken(message: str) -> Corrupt:
    return Corrupt("bundle-broken", message, _ANOTHER)
