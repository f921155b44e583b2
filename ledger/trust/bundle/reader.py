"""Reading bundles, of a session or of a tournament with its sessions.

Whether every byte is as it was written says `verifier`, the very program that a bundle carries; what is read here after
it is only what its events say.
"""

from base64 import b64decode
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import BinaryIO

from ledger.digests import noting
from ledger.errors import Corrupt, Misuse
from ledger.files import open_file
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText
from ledger.session import Stream
from ledger.store import chain
from ledger.store.backup import ComingFile
from ledger.store.chain import Stored, TextRow, kept, withheld
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.evolving import replay
from ledger.subjects.people.facts import TextErased
from ledger.trust.bundle import verifier
from ledger.trust.bundle.writer import own_verifier
from ledger.trust.keys import signed_seals
from ledger.trust.seal import PublicKey, Seal, parse_seal

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
        self._filed: dict[str, str] = {}

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """The text under a commitment."""
        self._asked[commitment] = None
        row = self._rows.get(commitment)
        return kept(row) if row else withheld(commitment, number, field)

    def note(self, envelope: Envelope) -> None:
        """What an event says was erased, and what it files."""
        event = envelope.event
        if isinstance(event, TextErased):
            self._erased.update(each.commitment for each in event.texts)
        if isinstance(event, EvidenceFiled) and isinstance(event.file, KeptText) and not event.file.gone:
            self._filed[event.file.commitment] = str(event.file)

    @property
    def own(self) -> list[TextRow]:
        """The texts of the log that nobody erased."""
        return [self._rows[each] for each in self._asked if each in self._rows and each not in self._erased]

    def left_out(self) -> list[TextRow]:
        """The commitments whose text is not in the bundle, though nobody erased it."""
        gone = (each for each in self._asked if each not in self._rows and each not in self._erased)
        return [TextRow(each, None, None) for each in gone]

    @property
    def filed(self) -> dict[str, str]:
        """SHA-256 over each file that is filed as evidence and not erased, by its commitment, where it is known."""
        return {each: digest for each, digest in self._filed.items() if each not in self._erased}


@dataclass(frozen=True, slots=True)
class BundledLog:
    """A log of a bundle: its session, or tournament, after its last event, with its seals, texts and files.

    Of `texts` that were left out there is the commitment alone; `filed`: SHA-256 over each file, by its commitment, and
    `files`: where in the bundle those begin that are in it. `found`: what the verifier has of it.
    """

    path: Path
    found: verifier.Chain
    session: Stream
    seals: tuple[Seal, ...]
    texts: tuple[TextRow, ...]
    filed: Mapping[str, str]
    files: Mapping[str, int]

    def coming(self) -> Iterator[ComingFile]:
        """The files of the log, as they come into a ledger."""
        for commitment, digest in self.filed.items():
            at = self.files.get(commitment)
            parts = None if at is None else partial(self._parts, commitment, digest, at)
            yield ComingFile(commitment, digest, parts)

    def _parts(self, commitment: str, digest: str, at: int) -> Iterator[bytes]:
        """The bytes of a file; Corrupt at their end where they are no longer those that were checked."""
        beginning, found = f'{{"commitment":"{commitment}",'.encode(), list[str]()
        with _opened(self.path) as (file, listed):
            rows = verifier.lines(file, listed, "evidence.jsonl", at)
            own = takewhile(lambda row: row.startswith(beginning), rows)
            yield from noting((b64decode(verifier.read(row)["part"]) for row in own), found.append)
        if found != [digest]:
            raise _changed_meanwhile(self.path)

    def rows(self) -> Iterator[Stored]:
        """The events, read again and checked again; Corrupt where the file is no longer the one that was checked."""
        last = b""
        with _opened(self.path) as (file, listed):
            for row in chain.sound(_rows(file, listed, self.found), self.session.id):
                last = row[1]
                yield row
        if last != self.session.digest:
            raise _changed_meanwhile(self.path)

    def events(self) -> Iterator[Envelope]:
        """The same, as what they say."""
        return chain.read(self.rows(), self.session.id)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle that is as it was written: its logs, a tournament's own first, and what is to be said of it."""

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
        seals = [(each.checkpoint.session, each.checkpoint.size, True, "") for each in signed]
        return list(verifier.uncovered([log.found for log in self.logs], seals))

    def signed(self, key: PublicKey | None) -> list[Seal]:
        """The seals that are signed with a key; Corrupt (seal-forged) where one only says so."""
        return signed_seals(self.seals, key)

    def heads(self) -> dict[str, int]:
        """How many events each of its logs has."""
        return {log.session.id: log.session.number for log in self.logs}


def read_bundle(path: Path) -> Bundle:
    """A bundle, every byte of it checked; Misuse where the file is none, Corrupt where something was changed.

    Corrupt (unknown-event, bad-body, bundle-unsound) too where it holds what no desk records.
    """
    with _opened(path) as (file, listed):
        for line in islice(verifier.lines(file, listed, "events.jsonl"), 1):
            chain.require_of_today(line)
        found, seals, texts, files = verifier.contents(file, listed)
        rows = {each[0]: TextRow(*each) for each in texts}
        logs = tuple(
            _read(path, file, listed, log, [note for of, *_, note in seals if of == log.name], rows, files)
            for log in found
        )
        own = b"\n".join(verifier.lines(file, listed, "__main__.py")) + b"\n" == own_verifier()
    kept_rows = [each for log in logs for each in log.texts]
    if strangers := rows.keys() - {each.commitment for each in kept_rows}:
        raise _unsound(f"{path}: {len(strangers)} of its texts belong to no event")
    notes = ["the verifier inside is not that of this version of bridge-ledger"] if not own else []
    if left_out := sum(each.left_out for each in kept_rows):
        notes.append(f"texts about people that were left out of the bundle: {left_out}")
    if left_out := sum(len(log.filed) - len(log.files) for log in logs):
        notes.append(f"evidence that was left out of the bundle: {left_out}")
    return Bundle(path, logs, tuple(notes))


def _read(
    path: Path,
    file: BinaryIO,
    listed: list[verifier.Entry],
    log: verifier.Chain,
    notes: Iterable[str],
    rows: Mapping[str, TextRow],
    files: Mapping[str, int],
) -> BundledLog:
    texts = BundledTexts(rows)

    def recorded() -> Iterator[Envelope]:
        read = chain.read(_rows(file, listed, log), log.name, check=chain.require_canonical, texts=texts)
        for envelope in read:
            texts.note(envelope)
            yield envelope

    try:
        session, seals = replay(recorded(), log.name), tuple(map(parse_seal, notes))
    except Corrupt as error:
        if error.code != "bad-log":
            raise
        raise _unsound(f"the log in the bundle cannot be replayed: {error}") from error
    except Misuse as error:
        raise _unsound(f"seals.jsonl holds something that is no seal: {error}") from error
    if session.digest != log.digests[-1]:
        raise _changed_meanwhile(path)
    own = {each: files[each] for each in texts.filed if each in files}
    return BundledLog(path, log, session, seals, (*texts.own, *texts.left_out()), texts.filed, own)


def _rows(file: BinaryIO, listed: list[verifier.Entry], log: verifier.Chain) -> Iterator[Stored]:
    for line in islice(verifier.lines(file, listed, "events.jsonl", log.at), len(log.digests)):
        try:
            yield chain.parse_line(line)
        except ValueError as error:
            raise _unsound(f"an event of {log}: {error}") from None


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, list[verifier.Entry]]]:
    try:
        with open_file(path) as file:
            yield file, verifier.members(file)
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", "name the file that `export` wrote") from None
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}"
        raise Misuse("bad-file", message, "is it a file, and may you read it?") from None
    except verifier.Broken as error:
        if error.code == 2:
            raise Misuse("bad-file", f"{path}: {error}", "name the file that `export` wrote, whole") from None
        raise Corrupt("bundle-broken", f"{path}: {error}", _ANOTHER) from None


def _changed_meanwhile(path: Path) -> Corrupt:
    return Corrupt("bundle-broken", f"{path}: it was changed while it was read", _ANOTHER)


def _unsound(message: str) -> Corrupt:
    return Corrupt("bundle-unsound", message, _ANOTHER)


def beyond_text(missing: Iterable[tuple[verifier.Chain, int]]) -> str:
    """'#10 to #11 of friday': the events of each log that no seal covers."""
    ends = ((log, first, len(log.digests)) for log, first in missing)
    return ", ".join(f"#{first}{f' to #{last}' if first < last else ''} of {log}" for log, first, last in ends)
