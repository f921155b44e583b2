"""Events ↔ bytes: stable names, canonical JSON, and the digest that chains them.

Bodies are canonical JSON (RFC 8785: sorted keys, integers only), so the stored bytes are the truth that is
hashed, never a rendering of it. Names like 'ruling-given/1' outlive the names of our classes.
"""

from fractions import Fraction
from hashlib import sha256
from typing import Any

import msgspec

from ledger.bridge import Result, Unreadable
from ledger.errors import Corrupt
from ledger.events import Event
from ledger.events.register import KIND_OF, KINDS
from ledger.laws.adjustment import Grade

FORMAT = b"\x01"
"""First byte of every digest: the version of what is hashed."""

GENESIS = bytes(32)
"""What the first event of a session is chained to."""


def _encode_value(value: Any) -> Any:
    match value:
        case Fraction():
            return [value.numerator, value.denominator]
        case Result() | Grade():
            return str(value)
    raise TypeError(f"{type(value).__name__} has no place in an event")


_results: dict[str, Result] = {}  # a session has a few hundred different ones


def _decode_value(kind: type, value: Any) -> Any:
    if kind is Result:
        return _results.get(value) or _results.setdefault(value, Result(value))
    if kind is Fraction:
        numerator, denominator = value
        return Fraction(numerator, denominator)
    if kind is Grade:
        return Grade(value)
    raise TypeError(f"{kind.__name__} has no place in an event")


_ENCODER = msgspec.json.Encoder(enc_hook=_encode_value, order="sorted")
_encoded = _ENCODER.encode
NAMES = {kind.stored_name: kind.event for kind in KINDS}
_DECODERS = {name: msgspec.json.Decoder(kind, dec_hook=_decode_value).decode for name, kind in NAMES.items()}


def name_of(event: Event) -> str:
    """The stable name of an event: 'result-recorded/1'."""
    return KIND_OF[type(event)].stored_name


def encode(event: Event) -> bytes:
    """The canonical bytes of an event's body."""
    return _ENCODER.encode(event)


def decode(name: str, body: bytes, number: int) -> Event:
    """The event of a name and body; Corrupt (unknown-event, bad-body) where it cannot be one."""
    try:
        return _DECODERS[name](body)
    except KeyError:
        raise Corrupt(
            "unknown-event",
            f"event #{number} is a {name!r}, which this version does not know",
            "a newer bridge-ledger may have recorded it",
            number,
        ) from None
    except (msgspec.DecodeError, Unreadable, ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise Corrupt(
            "bad-body",
            f"event #{number} does not read as {name}: {error}",
            "compare with a backup or an export",
            number,
        ) from error


def digest(previous: bytes, envelope: tuple[Any, ...], body: bytes) -> bytes:
    """SHA-256 over the format, the digest before, the canonical envelope and the exact body."""
    return sha256(FORMAT + previous + _encoded(envelope) + body).digest()


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    body: msgspec.Raw
    digest: str
    envelope: msgspec.Raw


_LARGEST = 250_000_000_000_000_000
"""Of numbers in an envelope: µs until the year 9892, which no calendar here goes beyond."""

_LINES = msgspec.json.Decoder(_Line)
_ENVELOPES = msgspec.json.Decoder(tuple[str, int, str, str, int, int, int, str, str])


def line(envelope: tuple[Any, ...], body: bytes, digest: bytes) -> bytes:
    """An event as a canonical line of JSON that holds the very bytes its digest is over."""
    head = b'{"body":' + body + b',"digest":"' + digest.hex().encode()
    return head + b'","envelope":' + _ENCODER.encode(envelope) + b"}"


def parse_line(text: bytes) -> tuple[tuple[Any, ...], bytes, bytes]:
    """Envelope, body and digest of a line; ValueError where it is not, to the byte, what `line` writes."""
    try:
        found = _LINES.decode(text)
        envelope, body = _ENVELOPES.decode(found.envelope), bytes(found.body)
        digest = bytes.fromhex(found.digest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"it is no line of a log: {error}") from error
    if line(envelope, body, digest) != text:
        raise ValueError("it is not in canonical form")
    if any("\0" in text if isinstance(text, str) else not 0 <= text <= _LARGEST for text in envelope):
        raise ValueError("its envelope holds what no desk records")
    return envelope, body, digest


def jsonable(event: Event) -> Any:
    """An event's body as plain JSON values, for `log --json`."""
    return msgspec.json.decode(encode(event))
