"""What an event says: its body as it stands in the log, and in words."""

import json
from typing import Any

import msgspec

from ledger.facts import Event
from ledger.facts.free_text import KeptText
from ledger.store import record


def body_text(event: Event) -> str:
    """The body of an event, as its digest covers it: of each text its commitment."""
    return record.encode(event).decode()


def body_json(event: Event) -> dict[str, object]:
    """The same as values, with the words themselves."""
    found: dict[str, object] = json.loads(_in_words(event))
    return found


def _word(value: Any) -> Any:
    return str(value) if isinstance(value, KeptText) else record.encode_value(value)


_in_words = msgspec.json.Encoder(enc_hook=_word, order="sorted").encode
