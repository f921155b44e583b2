"""Reading bundles, of a session or of a tournament with its sessions: every byte is checked before anything is said,
the texts against the commitments in its events.
"""

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain as joined
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from ledger.errors import Corrupt, Misuse
from ledger.errors.visible import is_plain
from ledger.facts import Envelope
from ledger.facts.free_text import KeptText
from ledger.facts.people import TextErased
from ledger.files import open_file
from ledger.session import Stream, Tournament, replay
from ledger.store import chain
from ledger.store.chain import Stored
from ledger.store.record import columns
from ledger.store.words import TextRow, kept, withheld
from ledger.trust.bundle import verifier
from ledger.trust.bundle.writer import own_verifier
from ledger.trust.checks import Discrepancy
from ledger.trust.examination import examine
from ledger.trust.seal import PublicKey, Seal, parse_seal
from ledger.trust.sealing import require_extended, signed_seals
from ledger.trust.tournament_check import check_published, check_standings

_ANOTHER = "take another copy of the bundle; nothing was restored"
_ALSO_SEAL = "where they were recorded: `tournament publish`, `seal` of the tournament, and `export` it again"
_SEAL_FIRST = "where it was recorded: `seal`, then `export` again"
_SEAL_ALL = "where it was recorded: `seal`, then `export` again; here to take them as they are: --unsealed"


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
            raise _broken_texts(f"{field} of event #{number} is not what was recorded")
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
        raise _broken_texts(f"{len(strangers)} of its texts belong to no event, or were erased")


def _broken_texts(message: str) -> Corrupt:
    return Corrupt("bundle-broken", message, _ANOTHER)


@dataclass(frozen=True, slots=True)
class BundledLog:
    """A log of a bundle: its session, or tournament, after its last event, with its seals and texts.

    Of `texts` that were left out there is the commitment alone. `found`: what the verifier has of it. `at`: after how
    many bytes of the events it begins.
    """

    path: Path
    found: verifier.Chain
    session: Stream
    seals: tuple[Seal, ...]
    texts: tuple[TextRow, ...]
    at: int

    def rows(self) -> Iterator[Stored]:
        """The events, read again and checked again; Corrupt where the file is no longer the one that was checked."""
        last = b""
        with _opened(self.path) as (file, found):
            rows = (line.row for line in islice(_lines(file, found, self.at), self.session.number))
            for row in chain.sound(rows, self.session.id):
                last = row[1]
                yield row
        if last != self.session.digest:
            raise _broken(self.path, "it was changed while it was read")

    def events(self) -> Iterator[Envelope]:
        """The same, as what they say."""
        return chain.read(self.rows(), self.session.id)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle that holds: its logs, a tournament's own first, and what is to be said of it.

    It is asked for its logs as a database is (`tournament_check.Logs`).
    """

    path: Path
    logs: tuple[BundledLog, ...]
    notes: tuple[str, ...] = ()

    @property
    def session(self) -> Stream:
        """What it is a bundle of: the one session, or the tournament."""
        return self.logs[0].session

    @property
    def seals(self) -> list[Seal]:
        """The seals of all of its logs."""
        return [seal for log in self.logs for seal in log.seals]

    def named(self, name: str) -> BundledLog | None:
        """One of its logs; None where it is not in it."""
        return next((log for log in self.logs if log.session.id == name), None)

    def require_covered(self, key: PublicKey, logs: Container[str], *, unsealed: bool = False) -> None:
        """Corrupt where nothing signed with a key says of every event of some logs what it was: no seal, and no
        standing given out under one (seal-forged; not-covered where that is so of its last events alone, or where the
        bundle has no seal of anybody).

        `unsealed`: the last ones may come as they are.
        """
        signed = self.signed(key)
        missing = [each for each in self.beyond(signed) if each[0].name in logs]
        if missing and not self.seals:
            raise Corrupt("not-covered", "the bundle has no seal: nothing in it says whose it is", _SEAL_FIRST)
        if whole := [str(log) for log, number in missing if number == 1]:
            text = f"no seal in the bundle has a signature of {key.short} for {', '.join(whole)}"
            raise Corrupt("seal-forged", text, _ALSO_SEAL if signed else "is it the office's key?")
        if missing and not unsealed:
            raise Corrupt("not-covered", f"no seal of {key.short} covers {beyond_text(missing)}", _SEAL_ALL)

    def beyond(self, signed: Iterable[Seal]) -> list[tuple[verifier.Chain, int]]:
        """The logs that none of these seals covers to their end, and from which event on."""
        seals = [(each.checkpoint.session, each.checkpoint.size, True) for each in signed]
        return list(verifier.uncovered([log.found for log in self.logs], seals))

    def signed(self, key: PublicKey | None) -> list[Seal]:
        """The seals that are signed with a key; Corrupt (seal-forged) where one only says so."""
        return signed_seals(self.seals, key)

    def heads(self) -> dict[str, int]:
        """How many events each of its logs has."""
        return {log.session.id: log.session.number for log in self.logs}

    def read(self, name: str, upto: int | None = None) -> Iterator[Envelope]:
        """The events of one of its logs."""
        return islice(log.events() if (log := self.named(name)) else (), upto)

    def digest_at(self, name: str, number: int) -> bytes:
        """The digest of an event of one of its logs."""
        log = self.named(name)
        return log.found.digests[number - 1] if log else b""

    def examined(self) -> dict[str, dict[str, list[Discrepancy]]]:
        """What its logs say, checked as `verify --strict` checks it: the findings of every check of each, by name."""
        found = {log.session.id: examine(log.events(), log.session.id, strict=True) for log in self.logs}
        own = found[self.session.id]
        if isinstance(self.session, Tournament) and not any(own.values()):
            own["published"] += check_published(self, self.session)
            own["standings"] = check_standings(self, self.session)
        return found

    def require_sound(self) -> None:
        """Corrupt (bundle-unsound) where it says what the office, the periods or the arithmetic do not bear out."""
        found = [
            (name, each)
            for name, checks in self.examined().items()
            for findings in checks.values()
            for each in findings
        ]
        if found:
            (name, first), more = found[0], f"; and {len(found) - 1} more" if len(found) > 1 else ""
            of = f"session {name}: " if name != self.session.id else ""
            text = f"{self.path}: {of}{first.text}{more}"
            raise Corrupt("bundle-unsound", text, f"`verify --bundle {self.path}` says all; nothing was restored")


def read_bundle(path: Path) -> Bundle:
    """A bundle, every byte of it checked; Misuse where the file is none, Corrupt where something was changed."""
    with _opened(path) as (file, found):
        rows = map(_text, verifier.lines(file, found, "texts.jsonl"))
        texts = {row.commitment: row for row in rows}
        read = [_Read(group, texts) for _, group in groupby(_lines(file, found), attrgetter("log"))]
        verifier.check_together([each.log for each in read])
        require_asked_for(texts, (row for each in read for row in each.texts.own))
        by_name = {each.log.name: each for each in read}
        for line in verifier.lines(file, found, "seals.jsonl"):
            _keep_seal(line, by_name)
        for name in verifier.changed(file, found):
            raise _broken(path, f"{name} is not as it was written")
        own = b"\n".join(verifier.lines(file, found, "__main__.py")) + b"\n" == own_verifier()
    notes = ["the verifier inside is not that of this version of bridge-ledger"] if not own else []
    if left_out := sum(len(each.texts.left_out()) for each in read):
        notes.append(f"texts about people that were left out of the bundle: {left_out}")
    return Bundle(path, tuple(each.as_found(path) for each in read), tuple(notes))


class _Line(NamedTuple):
    """An event as it stands in a bundle: in which of its logs, after how many bytes of the events."""

    log: int
    at: int
    row: Stored


class _Read:
    """A log as it is read from a bundle, each event such as it would be written again, and with its texts."""

    def __init__(self, lines: Iterator[_Line], texts: Mapping[str, TextRow]) -> None:
        first = next(lines)
        self.at = first.at
        self.log = verifier.Chain(columns(first.row[0]).session)
        self.texts = BundledTexts(texts)
        self.seals: list[Seal] = []
        self.session = _replayed(self._recorded(each.row for each in joined([first], lines)), self.log.name)

    def _recorded(self, rows: Iterator[Stored]) -> Iterator[Envelope]:
        for envelope in chain.read(rows, self.log.name, check=self._note, texts=self.texts):
            self.log.digests.append(envelope.digest)
            self.texts.note(envelope)
            yield envelope

    def _note(self, envelope: Envelope, row: Sequence[bytes]) -> None:
        chain.require_canonical(envelope, row)
        if self.log.is_tournament or envelope.number == 1:
            self.log.note(envelope.number, envelope.name, json.loads(row[0])[3])

    def as_found(self, path: Path) -> BundledLog:
        texts = (*self.texts.own, *self.texts.left_out())
        return BundledLog(path, self.log, self.session, tuple(self.seals), texts, self.at)


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


def _lines(file: BinaryIO, found: list[verifier.Entry], at: int = 0) -> Iterator[_Line]:
    """The events as they stand in the file; each log begins with its first."""
    log, name, last = 0, "", 0
    for number, line in enumerate(verifier.lines(file, found, "events.jsonl", at), start=1):
        try:
            row = chain.parse_line(line)
        except ValueError as error:
            of = f" of {name}" if name else ""
            message = f"event #{last + 1}{of} (line {number} of events.jsonl): {error}"
            raise Corrupt("bundle-broken", message, _ANOTHER, last + 1) from None
        says, last, *_ = columns(row[0])
        if not log or (last == 1 and says != name):
            log, name = log + 1, says
        yield _Line(log, at, row)
        at += len(line) + 1


def _replayed(events: Iterator[Envelope], name: str) -> Stream:
    try:
        return replay(events, name)
    except Corrupt as error:
        if error.code != "bad-log":
            raise
        raise Corrupt("bundle-broken", f"the log in the bundle cannot be replayed: {error}", _ANOTHER) from error


def _keep_seal(line: bytes, logs: Mapping[str, _Read]) -> None:
    try:
        seal = parse_seal(_SEALS.decode(line).note)
    except (msgspec.DecodeError, ValueError, RecursionError, Misuse) as error:
        raise Corrupt("bundle-broken", f"seals.jsonl holds something that is no seal: {error}", _ANOTHER) from None
    of = logs.get(seal.checkpoint.session)
    if of is None:
        raise Corrupt("bundle-broken", f"seals.jsonl holds a seal of session {seal.checkpoint.session}", _ANOTHER)
    require_extended(seal, of.log.digests)
    of.seals.append(seal)


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


def beyond_text(missing: Iterable[tuple[verifier.Chain, int]]) -> str:
    """'#10 to #11 of friday': the events of each log that no seal covers."""
    return ", ".join(f"{_numbers(number, len(log.digests))} of {log}" for log, number in missing)


def _numbers(first: int, last: int) -> str:
    return f"#{first}" if first == last else f"#{first} to #{last}"


def _broken(path: Path, message: str) -> Corrupt:
    return Corrupt("bundle-broken", f"{path}: {message}", _ANOTHER)
