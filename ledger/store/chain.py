"""The chain of digests through a log: each is over the one before and the exact bytes of its record.

The same walk holds for the rows of a database, the lines of a bundle and the events of a receipt.

In the place of a commitment the words are read, held against it, or why they are not here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import structs
from msgspec.structs import force_setattr

from ledger.bounds.events import SHORT, are_short, beyond
from ledger.digests import SALT_BYTES, SIZE, event_digest
from ledger.errors import Corrupt, Misuse
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, changed, commitment
from ledger.session.moment import local
from ledger.store import record
from ledger.store.record import canonical

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


GENESIS = bytes(SIZE)
"""What the first event of a session is chained to."""

Stored = tuple[bytes, bytes]
"""An event as it is stored: its record, and its digest."""

Row = TypeVar("Row", bound=tuple[Any, ...])
"""A row of the log that begins with these two."""

_BEFORE_RECORD = b'","record":'
_BEFORE_RELEASE = b'{"body":'
"""How a line began before there was a release: body, digest, envelope."""
_AT = len(b'{"digest":"') + 64 + len(_BEFORE_RECORD)


def chained(events: Iterable[Envelope], previous: bytes) -> Iterator[tuple[Envelope, Stored]]:
    """The events with their digests, each over the one before, and as they are stored."""
    for envelope in events:
        written = record.write(envelope)
        previous = event_digest(previous, written)
        yield structs.replace(envelope, digest=previous), (written, previous)


def sound(rows: Iterable[Row], session: str, after: int = 0, previous: bytes = GENESIS) -> Iterator[Row]:
    """The rows that follow event `after`, whose digest is `previous`.

    Raises Corrupt (chain-broken, event-missing) at the first that is not as it was recorded.
    """
    opening = canonical([session])[:-1]
    for number, row in enumerate(rows, start=after + 1):
        try:
            computed = event_digest(previous, row[0])
            fits = computed == row[1]
            holds = fits and row[0].startswith(b"%b,%d," % (opening, number))
        except (TypeError, ValueError):
            holds = fits = False  # a value of a type no event is recorded with
        if not holds:
            raise broken(row[0], session, number, fits=fits)
        previous = computed
        yield row


def read(
    rows: Iterable[Row],
    session: str,
    after: int = 0,
    previous: bytes = GENESIS,
    check: Callable[[Envelope, Row], None] | None = None,
    texts: OpenText = withheld,
) -> Iterator[Envelope]:
    """The events of rows that follow event `after`: each held against the chain as `sound` does, and decoded once.

    Most events are of the kind of the one before, which is seen at a glance where its number is looked at. `check` is
    asked of each; `texts` gives the words that belong to a commitment. Raises Corrupt also (unknown-event, bad-body,
    beyond-bounds) at the first that cannot be read.
    """
    opening = canonical([session])[:-1]
    name, decode = b"", record.READER.decoder(b"")[1]
    for number, row in enumerate(rows, start=after + 1):
        stored = row[0]
        try:
            previous = event_digest(previous, stored)
        except (TypeError, ValueError):
            raise broken(stored, session, number) from None
        if previous != row[1]:
            raise broken(stored, session, number)
        if not stored.startswith(b'%b,%d,"%b",' % (opening, number, name)):
            if not stored.startswith(b"%b,%d," % (opening, number)):
                raise broken(stored, session, number, fits=True)
            name, decode = record.READER.decoder(stored)
            if record.READER.has_texts(name):
                decode = _in_words(decode, texts)
        try:
            if len(stored) > SHORT and beyond(stored):
                raise ValueError
            envelope = decode(stored)
        except record.UNREADABLE as error:
            raise record.unreadable(stored, number, error, session) from error
        force_setattr(envelope, "digest", previous)  # nobody else has seen it yet
        if check:
            check(envelope, row)
        yield envelope


def _in_words(decode: Callable[[bytes], Envelope], texts: OpenText) -> Callable[[bytes], Envelope]:
    """What decodes an event, and puts its words in the place of their commitments."""

    def read_event(stored: bytes) -> Envelope:
        envelope = decode(stored)
        event = changed(envelope.event, lambda where, commitment: texts(commitment, envelope.number, where))
        force_setattr(envelope, "event", event)  # nobody else has seen it yet
        return envelope

    return read_event


def broken(stored: bytes, session: str, number: int, *, fits: bool = False) -> Corrupt:
    """What is wrong where an event should be: another stands there, it was changed, or it never was one.

    `fits`: its digest does, so whoever wrote it wrote both.
    """
    try:
        found = record.columns(stored)
    except (ValueError, TypeError):
        found = record.Columns(session, number, "", 0)
    if (found.session, found.number) == (session, number):
        never = "is none that a desk records: it was written beside the program"
        changed = f"{record.which_event(number, session)} {never if fits else 'was changed after it was recorded'}"
        return Corrupt("chain-broken", changed, intact(number), number)
    other = record.which_event(found.number, found.session if found.session != session else None)
    missing = f"{record.which_event(number, session)} is missing: {other} stands in its place"
    return Corrupt("event-missing", missing, intact(number), number)


def intact(number: int) -> str:
    """What is said of the events before one that is not as it was."""
    before = f"events 1–{number - 1} are intact; " if number > 1 else ""
    return f"{before}compare with a backup or an export"


def require_canonical(envelope: Envelope, row: Sequence[Any]) -> None:
    """Corrupt (bad-body, beyond-bounds) where an event would not be written again byte for byte, has what no desk may
    type, or is more than any can be.
    """
    if beyond(row[0]):
        raise record.unreadable(row[0], envelope.number, ValueError(), envelope.session)
    if not record.is_canonical(envelope, row[0]):
        raise _bad_body(envelope, "is not in canonical form")
    if not record.has_plain_texts(row[0]):
        raise _bad_body(envelope, "holds a line break or another character that steers a screen: no desk records one")


def _bad_body(envelope: Envelope, why: str) -> Corrupt:
    which = record.which_event(envelope.number, envelope.session)
    return Corrupt("bad-body", f"{which} {why}", intact(envelope.number), envelope.number)


def line_of(row: Stored) -> bytes:
    """An event as a canonical line of JSON, its record as the very bytes its digest is over."""
    return b'{"digest":"' + row[1].hex().encode() + _BEFORE_RECORD + row[0] + b"}"


def parse_line(text: bytes) -> Stored:
    """The event of a line; ValueError where it is not, to the byte, what `line_of` writes. Misuse: as below."""
    require_of_today(text)
    row = text[_AT:-1], bytes.fromhex(text[11:75].decode("ascii"))
    if line_of(row) != text:
        raise ValueError("it is not in canonical form")
    record.columns(row[0])
    return row


def require_of_today(text: bytes) -> None:
    """Misuse (bad-file) where it is a line of before the first release: nothing was changed, it is of another shape."""
    if text.startswith(_BEFORE_RELEASE):
        raise Misuse(
            "bad-file",
            "its events are written as by a bridge-ledger that was never released; this program cannot read them",
            "nothing was recorded; the program that wrote it still reads it, and a bundle checks itself: python3 FILE",
        )
