"""The record of an event: its envelope and body as the exact canonical JSON that is stored and hashed, and back.

    ["thursday",207,"result-recorded/1",{"board":23,…},"0190…",0,1770000000000000,1770000000000000,"Ahlborn",[],"0.1.0"]

session, number, name, body, command id, part, when it happened, when it was recorded (µs UTC), by whom, which events it
answers, and the version of the program that recorded it. The name ends with the version of the kind; any other than
version 1 is refused.

Canonical is RFC 8785: sorted keys, integers only. So the stored bytes are the truth that is hashed, never a rendering
of it. Names like 'ruling-given/1' outlive the names of our classes.
"""

import re
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from ledger.bounds import Bounds
from ledger.bounds.events import DIGITS, OF_ENVELOPE, OF_NAMES, SHORT, exceeded_bound
from ledger.bounds.types import Author, CommandId, EventNumber, Part, Program, Time
from ledger.bridge import Result, Unreadable
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import Deal
from ledger.errors import Corrupt, Misuse
from ledger.errors.visible import is_plain, show_name
from ledger.kernel.fact import Envelope, Event
from ledger.kernel.free_text import KeptText, has_texts, kept_texts
from ledger.laws.adjustment import Grade
from ledger.subjects.register import KIND_OF, KINDS
from ledger.version import __version__


def encode_value(value: Any) -> Any:
    """Encode a value that JSON lacks: a notation as text, a fraction as a pair, a text about people as its hash."""
    if isinstance(value, KeptText):
        return value.commitment
    if isinstance(value, _AS_TEXT):
        return str(value)
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    raise TypeError(f"{type(value).__name__} has no place in an event")


_NOTATIONS: dict[type, Callable[[str], str]] = {each: each for each in (Deal, Auction, CardPlay, Grade)}
_AS_TEXT = (Result, *_NOTATIONS)
_MOST = 10**DIGITS.most - 1
_results: dict[str, Result] = {}  # shared, as a session has only a few hundred different ones


def decode_value(kind: type, value: Any) -> Any:
    """Decode the JSON form made by `encode_value` to a value of type `kind`; raise one of `UNREADABLE` if invalid."""
    if kind is not Fraction and not isinstance(value, str):
        raise TypeError(f"{kind.__name__} is a text, not {type(value).__name__}")
    if kind is Result:
        return _results.get(value) or _results.setdefault(value, Result(value))
    if kind is Fraction:
        numerator, denominator = value
        if max(abs(numerator), abs(denominator)) > _MOST:
            raise ValueError(f"a number of a fraction has more than {DIGITS.most} digits")
        return Fraction(numerator, denominator)
    if kind in _NOTATIONS:
        return _NOTATIONS[kind](value)
    raise TypeError(f"{kind.__name__} has no place in an event")


canonical = msgspec.json.Encoder(enc_hook=encode_value, order="sorted").encode
"""Encodes a value as canonical JSON."""


def name_of(event: Event) -> str:
    """Return the name under which an event's kind is stored: 'result-recorded/1'."""
    return KIND_OF[type(event)].stored_name


def encode(event: Event) -> bytes:
    """Return the canonical JSON of an event's body, without its envelope."""
    return canonical(event)


UNREADABLE = (msgspec.DecodeError, Unreadable, ValueError, TypeError, ArithmeticError, LookupError, RecursionError)
"""The errors that a decoder raises for a record that holds no event."""


class Columns(NamedTuple):
    """The parts of an event's record that the database also keeps in columns of their own."""

    session: str
    number: int
    command_id: str
    part: int


class _RawRecord(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """An event's record whose body is not decoded yet."""

    session: str
    number: EventNumber
    name: str
    body: msgspec.Raw
    command_id: CommandId
    part: Part
    occurred_at: Time
    recorded_at: Time
    by: Author
    because: tuple[EventNumber, ...]
    program: Program


_UPGRADE = "upgrade bridge-ledger: `pip install --upgrade bridge-ledger`"
_VERSION = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,5}")
_EVENT_NAME = re.compile(rb',"([a-z-]+/[0-9]+)",')
_decode_raw = msgspec.json.Decoder(_RawRecord).decode
_decode_list = msgspec.json.Decoder(list[Any]).decode
_NO_RECORD = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError)
"""The errors for bytes that are no record."""

_ENVELOPE_OF: Any = Envelope


class Reader:
    """A decoder of the records of all kinds of events."""

    def __init__(self) -> None:
        self._kinds = {kind.stored_name.encode(): kind for kind in KINDS}
        self._decoders: dict[bytes, Callable[[bytes], Envelope]] = {}
        self._wordless = {name for name, kind in self._kinds.items() if not has_texts(kind.event)}

    def read(self, record: bytes, number: int, session: str | None = None) -> Envelope:
        """Decode a record to an event without digest; `number` and `session` are for error messages.

        Raises Corrupt (unknown-event, bad-body, beyond-bounds) if the record holds no event.
        """
        if len(record) > SHORT and exceeded_bound(record):
            raise record_error(record, number, ValueError(), session)
        decode = self.decoder(record)[1]
        try:
            return decode(record)
        except UNREADABLE as error:
            raise record_error(record, number, error, session) from error

    def decoder(self, record: bytes) -> tuple[bytes, Callable[[bytes], Envelope]]:
        """Return the stored name of a record's kind of event, and the function that decodes the record.

        The name is b'' if it is unknown. The function raises one of `UNREADABLE`, or Corrupt (unknown-event).
        """
        start = record.find(b',"') + 2
        name = record[start : record.find(b'"', start)]
        decode = self._decoder_of(name)
        return (name, decode) if decode else (b"", self._read_unusual)

    def has_texts(self, name: bytes) -> bool:
        """Return whether events of a kind, named as by `decoder`, can contain texts about people; True for b''."""
        return name not in self._wordless

    def _decoder_of(self, name: bytes) -> Callable[[bytes], Envelope] | None:
        if name not in self._decoders and (kind := self._kinds.get(name)):
            decoder = msgspec.json.Decoder(_ENVELOPE_OF[kind.event], dec_hook=decode_value)
            self._decoders[name] = decoder.decode
        return self._decoders.get(name)

    def _read_unusual(self, record: bytes) -> Envelope:
        sketch = _decode_raw(record)
        if decode := self._decoder_of(sketch.name.encode()):
            return decode(record)
        number, before = sketch.number, _before(sketch.number)
        what = f"{describe_event(number, sketch.session)} is a {sketch.name!r}, which"
        if _is_newer(sketch.program):
            newer = f"{what} bridge-ledger {sketch.program} recorded and this one, {__version__}, does not know"
            raise Corrupt("unknown-event", newer, f"{_UPGRADE}{before}", number)
        none = f"{what} no released bridge-ledger up to this one, {__version__}, recorded"
        how = "another program wrote it, or one before the first release"
        raise Corrupt("unknown-event", f"{none}: {how}", f"compare with a backup or an export{before}", number)


READER = Reader()


def record_error(record: bytes, number: int, error: Exception, session: str | None = None) -> Corrupt:
    """Return the error for a record that cannot be decoded: beyond a bound, from a newer program, or damaged."""
    which = describe_event(number, session)
    if bound := exceeded_bound(record) or _beyond_in_envelope(record):
        hint = f"another program wrote it{_before(number)}; `help bounds`"
        return Corrupt("beyond-bounds", f"{which} was not recorded by a desk: {bound}", hint, number)
    match = _EVENT_NAME.search(record)
    name = match[1].decode("ascii") if match else "an event"
    message = f"{which} does not read as {name}: {error}"
    if program := newer_program(record):
        newer = f"{message}; it was recorded by bridge-ledger {program}, which is newer than this one, {__version__}"
        return Corrupt("unknown-event", newer, _UPGRADE, number)
    return Corrupt("bad-body", message, f"compare with a backup or an export{_before(number)}", number)


def describe_event(number: int, session: str | None) -> str:
    """Name an event for a message: 'event #7 of session friday'."""
    return f"event #{number}" + ("" if session is None else f" of session {show_name(session)}")


def _before(number: int) -> str:
    return f"; what was before is read with --as-of '#{number}-'" if number > 1 else ""


def _beyond_in_envelope(record: bytes) -> Bounds | None:
    """Return the bound that a number or name in a record's envelope exceeds; None if all are within bounds."""
    try:
        fields = dict(zip(Envelope.__struct_fields__, _decode_list(record), strict=False))
    except _NO_RECORD:
        return None
    numbers = ((bounds, fields.get(name)) for name, bounds in OF_ENVELOPE)
    lengths = ((bounds, fields.get(name)) for name, bounds in OF_NAMES)
    exceeded = [bounds for bounds, value in numbers if isinstance(value, int) and not bounds.hold(value)]
    exceeded += [bounds for bounds, value in lengths if isinstance(value, str) and not bounds.hold(len(value))]
    return exceeded[0] if exceeded else None


def newer_program(record: bytes) -> str:
    """Return the version of the program that recorded an event, if newer than this program; else ''."""
    try:
        program = _decode_raw(record).program
    except _NO_RECORD:
        return ""
    return program if _is_newer(program) else ""


def _is_newer(program: str) -> bool:
    return _version(program) > _version(__version__)


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("."))) if _VERSION.fullmatch(text) else ()


def as_read(envelope: Envelope) -> Envelope:
    """Return an event as the log will return it: each text about people is replaced by its salted hash.

    Raises Misuse (too-large) if it exceeds a bound, (bad-value) if the log could not be read with it: a caller that
    ignores the types must not make the log unreadable for good.
    """
    record = b""
    try:
        record = write(envelope)
        if not has_plain_texts(record):
            raise ValueError("a text has a line break or another character that steers a screen, or is not seen")
        if exceeded_bound(record):
            raise ValueError  # the handler below names the bound
        # the decoded event is recorded: default values are recognised by identity, which a text made at run time lacks
        return READER.read(record, envelope.number)
    except (Corrupt, *UNREADABLE) as error:
        if record and (bound := exceeded_bound(record) or _beyond_in_envelope(record)):
            hint = "say it shorter, or in several; `help bounds`"
            raise Misuse("too-large", f"nothing was recorded: {bound}", hint) from error
        message = f"nothing was recorded: {error}"
        raise Misuse("bad-value", message, "`ledger.subjects` lists the types") from error


def is_canonical(envelope: Envelope, record: bytes) -> bool:
    """Return whether a record is, byte for byte, the canonical JSON of its event."""
    return canonical(structs.astuple(envelope)[:-1]) == record


def has_plain_texts(record: bytes) -> bool:
    """Return whether the texts in a canonical record are free of control and invisible characters.

    In canonical JSON only quotes, backslashes and control characters have an escape (RFC 8785, section 3.2.2.2).
    """
    if record.isascii() and b"\\" not in record and b"\x7f" not in record:
        return True
    text = record.decode().replace("\\\\", "").replace('\\"', "")
    return "\\" not in text and is_plain(text)


def write(envelope: Envelope) -> bytes:
    """Encode an event as its record; raise TypeError if a text about people lacks its salted hash."""
    if has_texts(type(envelope.event)):
        deque(kept_texts(envelope.event), 0)
    return canonical(structs.astuple(envelope)[:-1])


def columns(record: bytes) -> Columns:
    """Return the values of a record for the database's columns; ValueError if the record is invalid or too large."""
    if bound := exceeded_bound(record):
        raise ValueError(f"it was not recorded by a desk: {bound}")
    try:
        sketch = _decode_raw(record)
    except _NO_RECORD as error:
        bound = _beyond_in_envelope(record)
        raise ValueError(f"it was not recorded by a desk: {bound}" if bound else f"it is no record: {error}") from error
    if any("\0" in value for value in structs.astuple(sketch) if isinstance(value, str)):
        raise ValueError("its envelope has a character that no desk records")
    return Columns(sketch.session, sketch.number, sketch.command_id, sketch.part)


def opens_tournament(record: bytes) -> bool:
    """Return whether a stream's first record opens a tournament; False if the record cannot be decoded."""
    try:
        return _decode_raw(record).name.startswith("tournament-opened/")
    except _NO_RECORD:
        return False


def recorded_at(record: bytes) -> int:
    """Return when the event of a record was recorded (µs UTC); 0 if the record cannot be decoded."""
    try:
        return _decode_raw(record).recorded_at
    except _NO_RECORD:
        return 0
