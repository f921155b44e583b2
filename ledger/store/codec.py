"""Events ↔ canonical JSON: the body of an event as bytes, and back.

Canonical is RFC 8785: sorted keys, integers only. So the stored bytes are the truth that is hashed, never a rendering
of it. Names like 'ruling-given/1' outlive the names of our classes.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from ledger.bridge import Result
from ledger.bridge.auction import Auction
from ledger.bridge.card_play import CardPlay
from ledger.bridge.deal import Deal
from ledger.events import Event
from ledger.events.free_text import KeptText
from ledger.events.register import KIND_OF
from ledger.laws.adjustment import Grade


def encode_value(value: Any) -> Any:
    """What stands in JSON for a value that it does not know."""
    if isinstance(value, KeptText):
        return value.commitment
    if isinstance(value, Result | Deal | Auction | CardPlay | Grade):
        return str(value)
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    raise TypeError(f"{type(value).__name__} has no place in an event")


_NOTATIONS: dict[type, Callable[[str], str]] = {each: each for each in (Deal, Auction, CardPlay, Grade)}

_results: dict[str, Result] = {}  # a session has a few hundred different ones


def decode_value(kind: type, value: Any) -> Any:
    """A value of a kind that JSON does not know, from what stands for it there; TypeError where that is none."""
    if kind is not Fraction and not isinstance(value, str):
        raise TypeError(f"{kind.__name__} is a text, not {type(value).__name__}")
    if kind is Result:
        return _results.get(value) or _results.setdefault(value, Result(value))
    if kind is Fraction:
        numerator, denominator = value
        return Fraction(numerator, denominator)
    if kind in _NOTATIONS:
        return _NOTATIONS[kind](value)
    raise TypeError(f"{kind.__name__} has no place in an event")


canonical = msgspec.json.Encoder(enc_hook=encode_value, order="sorted").encode
"""The canonical JSON of anything an event is made of."""


def name_of(event: Event) -> str:
    """The stable name of an event: 'result-recorded/1'."""
    return KIND_OF[type(event)].stored_name


def encode(event: Event) -> bytes:
    """The canonical bytes of an event's body."""
    return canonical(event)
