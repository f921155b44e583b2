"""The chain of digests through a log: each is computed from the one before and the exact bytes of its record.

The same code checks the rows of a database, the lines of a bundle and the events of a receipt. While an event is read,
each commitment in it is replaced by its text, or by a placeholder that says why the text is missing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import structs
from msgspec.structs import force_setattr

from ledger.bounds.events import SHORT, exceeded_bound, is_within_text_bound
from ledger.digests import SALT_BYTES, SIZE, event_digest
from ledger.errors import Corrupt, Misuse
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, change_texts, commitment
from ledger.session.moment import local
from ledger.store import record
from ledger.store.record import canonical

OpenText = Callable[[str, int, str], KeptText]
"""A function of a commitment and of the number and field of its event; it returns the text, or a placeholder."""


class TextRow(NamedTuple):
    """A stored text, its salt, and the salted hash (`commitment`) that the two should give.

    Salt and text are None if a bundle left the text out.
    """

    commitment: str
    salt: bytes | None
    text: str | None

    @property
    def left_out(self) -> bool:
        """True if the text was left out of the bundle from which its session was restored."""
        return self.salt is None and self.text is None

    @property
    def fits(self) -> bool:
        """True if salt and text are of the right type and length, and give the stored hash."""
        # a SQLite file whose column types were removed keeps values of any type
        if not (isinstance(self.salt, bytes) and isinstance(self.text, str)):
            return False
        return (
            is_within_text_bound(self.text)
            and len(self.salt) == SALT_BYTES
            and commitment(self.salt, self.text) == self.commitment
        )


class Erasure(NamedTuple):
    """The erasure of a text: its time (µs UTC), who erased the text, and the number of the event that records this."""

    at: int
    by: str
    number: int


def text_or_placeholder(row: TextRow) -> KeptText:
    """Return a row's text, or a placeholder if a bundle left the text out or the text does not fit its hash."""
    if row.left_out:
        return KeptText("(left out of the bundle it came in)", row.commitment, gone="left out")
    if not row.fits:
        return KeptText("(changed: `verify` says more)", row.commitment, gone="changed")
    return KeptText(row.text or "", row.commitment, row.salt or b"")


def withheld_text(commitment: str, number: int, field: str) -> KeptText:
    """Return the placeholder for a text that the reader may not see, or that is not stored."""
    return KeptText("(not told)", commitment, gone="withheld")


def erased_text(commitment: str, erasure: Erasure) -> KeptText:
    """Return the placeholder for an erased text, which says when, by whom and by which event the text was erased."""
    when = f"{local(erasure.at):%Y-%m-%d %H:%M}"
    return KeptText(f"(erased at {when}, by {erasure.by}: #{erasure.number})", commitment, gone="erased")


def lost_text(commitment: str) -> KeptText:
    """Return the placeholder for a text that is not stored although no event erased it."""
    return KeptText("(lost: `verify` says more)", commitment, gone="lost")


GENESIS = bytes(SIZE)
"""The digest that precedes the first event of a session: 32 zero bytes."""

Stored = tuple[bytes, bytes]
"""An event as it is stored: its record, and its digest."""

Row = TypeVar("Row", bound=tuple[Any, ...])
"""A row of the log that begins with record and digest."""

_BEFORE_RECORD = b'","record":'
_BEFORE_RELEASE = b'{"body":'
"""The beginning of a line before the first release: body, digest, envelope."""
_RECORD_START = len(b'{"digest":"') + 64 + len(_BEFORE_RECORD)


def with_digests(events: Iterable[Envelope], previous: bytes) -> Iterator[tuple[Envelope, Stored]]:
    """Compute the digests of consecutive events; yield each event with its digest, and its stored form.

    `previous`: the digest of the event before the first.
    """
    for envelope in events:
        written = record.write(envelope)
        previous = event_digest(previous, written)
        yield structs.replace(envelope, digest=previous), (written, previous)


def checked_rows(rows: Iterable[Row], session: str, after: int = 0, previous: bytes = GENESIS) -> Iterator[Row]:
    """Yield the rows of a session after event `after`, each once its digest and number are checked.

    `previous`: the digest of event `after`. Raises Corrupt (chain-broken, event-missing) at the first row that is not
    as it was recorded.
    """
    opening = canonical([session])[:-1]
    for number, row in enumerate(rows, start=after + 1):
        try:
            computed = event_digest(previous, row[0])
            fits = computed == row[1]
            holds = fits and row[0].startswith(b"%b,%d," % (opening, number))
        except (TypeError, ValueError):
            holds = fits = False  # a value of a type that no record or digest has
        if not holds:
            raise chain_error(row[0], session, number, fits=fits)
        previous = computed
        yield row


def read(
    rows: Iterable[Row],
    session: str,
    after: int = 0,
    previous: bytes = GENESIS,
    check: Callable[[Envelope, Row], None] | None = None,
    texts: OpenText = withheld_text,
) -> Iterator[Envelope]:
    """Decode the rows of a session after event `after`; yield each event once its digest and number are checked.

    `previous`: the digest of event `after`. `check` is called with every event; `texts` returns the text for a
    commitment. Raises Corrupt at the first event that is not as it was recorded (chain-broken, event-missing) or
    cannot be decoded (unknown-event, bad-body, beyond-bounds).
    """
    opening = canonical([session])[:-1]
    name, decode = b"", record.READER.decoder(b"")[1]
    for number, row in enumerate(rows, start=after + 1):
        stored = row[0]
        try:
            previous = event_digest(previous, stored)
        except (TypeError, ValueError):
            raise chain_error(stored, session, number) from None
        if previous != row[1]:
            raise chain_error(stored, session, number)
        # most events are of the kind of the one before: one comparison checks session, number and kind
        if not stored.startswith(b'%b,%d,"%b",' % (opening, number, name)):
            if not stored.startswith(b"%b,%d," % (opening, number)):
                raise chain_error(stored, session, number, fits=True)
            name, decode = record.READER.decoder(stored)
            if record.READER.has_texts(name):
                decode = _with_words(decode, texts)
        try:
            if len(stored) > SHORT and exceeded_bound(stored):
                raise ValueError
            envelope = decode(stored)
        except record.UNREADABLE as error:
            raise record.record_error(stored, number, error, session) from error
        force_setattr(envelope, "digest", previous)  # nobody else has seen it yet
        if check:
            check(envelope, row)
        yield envelope


def _with_words(decode: Callable[[bytes], Envelope], texts: OpenText) -> Callable[[bytes], Envelope]:
    """Return a decoder that also replaces the salted hashes in an event by the stored texts."""

    def read_event(stored: bytes) -> Envelope:
        envelope = decode(stored)
        event = change_texts(envelope.event, lambda where, commitment: texts(commitment, envelope.number, where))
        force_setattr(envelope, "event", event)  # nobody else has seen it yet
        return envelope

    return read_event


def chain_error(stored: bytes, session: str, number: int, *, fits: bool = False) -> Corrupt:
    """Return the error for a row that is out of sequence, was changed, or was written by another program.

    `fits`: the digest fits the record, so another program wrote both, and nobody changed the record later.
    """
    try:
        values = record.columns(stored)
    except (ValueError, TypeError):
        values = record.Columns(session, number, "", 0)
    if (values.session, values.number) == (session, number):
        never = "was not recorded by a desk: another program wrote it"
        changed = f"{record.describe_event(number, session)} {never if fits else 'was changed after it was recorded'}"
        return Corrupt("chain-broken", changed, compare_hint(number), number)
    actual = record.describe_event(values.number, values.session if values.session != session else None)
    missing = f"{record.describe_event(number, session)} is missing: {actual} stands in its place"
    return Corrupt("event-missing", missing, compare_hint(number), number)


def compare_hint(number: int) -> str:
    """Return the hint for a damaged event: the events before are intact; compare with a backup or an export."""
    before = f"events 1–{number - 1} are intact; " if number > 1 else ""
    return f"{before}compare with a backup or an export"


def require_canonical(envelope: Envelope, row: Sequence[Any]) -> None:
    """Raise Corrupt (bad-body, beyond-bounds) if an event's record is not exactly what a desk would write."""
    if exceeded_bound(row[0]):
        raise record.record_error(row[0], envelope.number, ValueError(), envelope.session)
    if not record.is_canonical(envelope, row[0]):
        raise _bad_body(envelope, "is not in canonical form")
    if not record.has_plain_texts(row[0]):
        raise _bad_body(envelope, "holds a line break or another character that steers a screen: no desk records one")


def _bad_body(envelope: Envelope, why: str) -> Corrupt:
    which = record.describe_event(envelope.number, envelope.session)
    return Corrupt("bad-body", f"{which} {why}", compare_hint(envelope.number), envelope.number)


def line_of(row: Stored) -> bytes:
    """Return an event as a line of a bundle: JSON with the event's digest and its unchanged record."""
    return b'{"digest":"' + row[1].hex().encode() + _BEFORE_RECORD + row[0] + b"}"


def parse_line(text: bytes) -> Stored:
    """Parse a bundle's line to record and digest; ValueError unless as `line_of` writes it, Misuse in the old form."""
    refuse_old_format(text)
    row = text[_RECORD_START:-1], bytes.fromhex(text[11:75].decode("ascii"))
    if line_of(row) != text:
        raise ValueError("it is not in canonical form")
    record.columns(row[0])
    return row


def refuse_old_format(text: bytes) -> None:
    """Raise Misuse (bad-file) if a line of a bundle has the format used before the first release."""
    if text.startswith(_BEFORE_RELEASE):
        raise Misuse(
            "bad-file",
            "its events have the format of a bridge-ledger that was never released; this program cannot read them",
            "nothing was recorded; the program that wrote it still reads it, and a bundle checks itself: python3 FILE",
        )
