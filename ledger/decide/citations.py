"""The Laws that an event cites are there, in the one form they are written in. A guard that every command passes."""

from ledger.bridge.unreadable import Unreadable
from ledger.events import Event
from ledger.laws.citation import parse_law


def check_citations(event: Event) -> None:
    """Unreadable (no-such-law) where an event cites what the Laws have not, or in another form: '12c1c'."""
    laws: object = getattr(event, "laws", ())
    for law in laws if isinstance(laws, tuple) else ():  # what is no tuple of texts is refused where it is written
        if isinstance(law, str) and (written := parse_law(law)) != law:
            raise Unreadable("no-such-law", f"Law {law} is written {written}", text=law, marks=((0, len(law)),))
