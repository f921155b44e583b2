"""The texts that lie in a bundle, held against the commitments in its events."""

from collections.abc import Iterable, Mapping

from ledger.errors import Corrupt
from ledger.events import Envelope
from ledger.events.free_text import KeptText
from ledger.events.people import TextErased
from ledger.store.words import TextRow, kept, withheld

_ANOTHER = "take another copy of the bundle; nothing was restored"


class BundledTexts:
    """The texts of a bundle by their commitments, as the events of one of its logs ask for them."""

    def __init__(self, rows: Mapping[str, TextRow]) -> None:
        self._rows = rows
        self._asked: dict[str, None] = {}
        self._erased: set[str] = set()

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """The text under a commitment; Corrupt (bundle-broken) where it is not what was recorded."""
        self._asked[commitment] = None
        row = self._rows.get(commitment)
        if row is None:
            return withheld(commitment, number, field)
        if not row.fits:
            raise _broken(f"{field} of event #{number} is not what was recorded")
        return kept(row)

    def note(self, envelope: Envelope) -> None:
        """What an event says was erased."""
        if isinstance(envelope.event, TextErased):
            self._erased.update(each.commitment for each in envelope.event.texts)

    @property
    def own(self) -> list[TextRow]:
        """The texts of the log that nobody erased."""
        return [self._rows[each] for each in self._asked if each in self._rows and each not in self._erased]

    def left_out(self) -> list[TextRow]:
        """The commitments whose text is not in the bundle, though nobody erased it."""
        gone = (each for each in self._asked if each not in self._rows and each not in self._erased)
        return [TextRow(each, None, None) for each in gone]


def require_asked_for(rows: Mapping[str, TextRow], own: Iterable[TextRow]) -> None:
    """Corrupt (bundle-broken) where a text belongs to no event of any log, or was erased."""
    if strangers := rows.keys() - {each.commitment for each in own}:
        raise _broken(f"{len(strangers)} of its texts belong to no event, or were erased")


def _broken(message: str) -> Corrupt:
    return Corrupt("bundle-broken", message, _ANOTHER)
