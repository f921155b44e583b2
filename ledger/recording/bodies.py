"""What an event says, as it stands in the log: its body as canonical JSON."""

import json

from ledger.events import Event
from ledger.store import codec


def body_text(event: Event) -> str:
    """The body of an event, as its digest covers it."""
    return codec.encode(event).decode()


def body_json(event: Event) -> dict[str, object]:
    """The same as values."""
    found: dict[str, object] = json.loads(body_text(event))
    return found
