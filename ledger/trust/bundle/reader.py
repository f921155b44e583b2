"""Reading bundles, and restoring a session from one.

Every byte is checked first, and nothing is written where two histories differ.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain as joined
from pathlib import Path
from typing import BinaryIO

import msgspec

from ledger.errors import Corrupt, Misuse
from ledger.errors.visible import is_plain
from ledger.events import Envelope
from ledger.files import open_file
from ledger.session import Session, replay
from ledger.store import chain
from ledger.store.chain import Stored
from ledger.store.record import columns
from ledger.store.words import TextRow
from ledger.trust.bundle import verifier
from ledger.trust.bundle.bundled_texts import BundledTexts
from ledger.trust.bundle.writer import own_verifier
from ledger.trust.discrepancy import Discrepancy
from ledger.trust.examination import examine
from ledger.trust.seal import Seal, parse_seal
from ledger.trust.sealing import require_extended

_ANOTHER = "take another copy of the bundle; nothing was restored"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle that holds: its session after its last event, its seals, texts, and what is to be said of it.

    Of `texts` that were left out there is the commitment alone.
    """

    path: Path
    session: Session
    seals: tuple[Seal, ...]
    texts: tuple[TextRow, ...]
    notes: tuple[str, ...] = ()

    def rows(self) -> Iterator[Stored]:
        """The events, read again and checked again; Corrupt where the file is no longer the one that was checked."""
        last = b""
        with _opened(self.path) as (file, found):
            for row in chain.sound(_rows(file, found), self.session.id):
                last = row[1]
                yield row
        if last != self.session.digest:
            raise _broken(self.path, "it was changed while it was read")

    def events(self) -> Iterator[Envelope]:
        """The same, as what they say."""
        return chain.read(self.rows(), self.session.id)

    def examined(self) -> dict[str, list[Discrepancy]]:
        """What its log says, checked as `verify --strict` checks it: the findings of every check, by its name."""
        return examine(self.events(), self.session.id, strict=True)

    def require_sound(self) -> None:
        """Corrupt (bundle-unsound) where it says what the office, the periods or the arithmetic do not bear out."""
        found = [each for findings in self.examined().values() for each in findings]
        if found:
            more = f"; and {len(found) - 1} more" if len(found) > 1 else ""
            text = f"{self.path}: {found[0].text}{more}"
            raise Corrupt("bundle-unsound", text, f"`verify --bundle {self.path}` says all; nothing was restored")


def read_bundle(path: Path) -> Bundle:
    """A bundle, every byte of it checked; Misuse where the file is none, Corrupt where something was changed."""
    with _opened(path) as (file, found):
        digests: list[bytes] = []
        texts = BundledTexts(map(_text, verifier.lines(file, found, "texts.jsonl")))
        session = _replayed(_recorded(_rows(file, found), digests, texts))
        texts.require_all()
        seals = tuple(_seal(line, digests, session.id) for line in verifier.lines(file, found, "seals.jsonl"))
        for name in verifier.changed(file, found):
            raise _broken(path, f"{name} is not as it was written")
        own = b"\n".join(verifier.lines(file, found, "__main__.py")) + b"\n" == own_verifier()
    notes = ["the verifier inside is not that of this version of bridge-ledger"] if not own else []
    if left_out := texts.left_out():
        notes.append(f"texts about people that were left out of the bundle: {len(left_out)}")
    return Bundle(path, session, seals, (*texts.rows.values(), *left_out), tuple(notes))


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, list[verifier.Entry]]]:
    """A bundle open to be read; its errors said in the ledger's words."""
    try:
        with open_file(path) as file:
            yield file, verifier.members(file)
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", "name the file that `export` wrote") from None
    except OSError as error:
        raise Misuse(
            "bad-file", f"{path} cannot be read: {error.strerror}", "is it a file, and may you read it?"
        ) from None
    except verifier.Broken as error:
        if error.code == 2:
            raise Misuse("bad-file", f"{path}: {error}", "name the file that `export` wrote, whole") from None
        raise _broken(path, str(error)) from None


def _rows(file: BinaryIO, found: list[verifier.Entry]) -> Iterator[Stored]:
    """The events as they stand in the file."""
    for number, line in enumerate(verifier.lines(file, found, "events.jsonl"), start=1):
        try:
            yield chain.parse_line(line)
        except ValueError as error:
            message = f"event #{number} (line {number} of events.jsonl): {error}"
            raise Corrupt("bundle-broken", message, _ANOTHER, number) from None


def _recorded(rows: Iterator[Stored], digests: list[bytes], texts: BundledTexts) -> Iterator[Envelope]:
    """The events, checked against the chain, each such as it would be written again, and with its texts."""
    first = next(rows, None)
    if first is None:
        raise Corrupt("bundle-broken", "the bundle has no events", _ANOTHER)
    session = columns(first[0]).session
    for envelope in chain.read(joined([first], rows), session, check=chain.require_canonical, texts=texts):
        digests.append(envelope.digest)
        texts.note(envelope)
        yield envelope


def _replayed(events: Iterator[Envelope]) -> Session:
    first = next(events)
    try:
        return replay(joined([first], events), first.session)
    except Corrupt as error:
        if error.code != "bad-log":
            raise
        raise Corrupt("bundle-broken", f"the log in the bundle cannot be replayed: {error}", _ANOTHER) from error


def _seal(line: bytes, digests: list[bytes], session: str) -> Seal:
    try:
        seal = parse_seal(_SEALS.decode(line).note)
    except (msgspec.DecodeError, ValueError, RecursionError, Misuse) as error:
        raise Corrupt("bundle-broken", f"seals.jsonl holds something that is no seal: {error}", _ANOTHER) from None
    if seal.checkpoint.session != session:
        raise Corrupt("bundle-broken", f"seals.jsonl holds a seal of session {seal.checkpoint.session}", _ANOTHER)
    require_extended(seal, digests)
    return seal


def _text(line: bytes) -> TextRow:
    try:
        found = _TEXTS.decode(line)
        if not is_plain(found.text or ""):
            raise ValueError("it has a character that steers a screen, or is not seen")
        return TextRow(found.commitment, bytes.fromhex(found.salt), found.text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Corrupt("bundle-broken", f"texts.jsonl holds something that is no text: {error}", _ANOTHER) from None


class _SealLine(msgspec.Struct, forbid_unknown_fields=True):
    note: str
    size: int


class _TextLine(msgspec.Struct, forbid_unknown_fields=True):
    commitment: str
    salt: str
    text: str


_SEALS = msgspec.json.Decoder(_SealLine)
_TEXTS = msgspec.json.Decoder(_TextLine)


def _broken(path: Path, message: str) -> Corrupt:
    return Corrupt("bundle-broken", f"{path}: {message}", _ANOTHER)
