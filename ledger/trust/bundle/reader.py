"""Reading bundles of a session, or of a tournament with its sessions.

`verifier`, the program that a bundle carries, checks every byte; then the events are read here.
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
from ledger.store.backup import RestoredFile
from ledger.store.chain import Stored, TextRow, text_or_placeholder, withheld_text
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.evolving import replay
from ledger.subjects.people.facts import TextErased
from ledger.trust.bundle import verifier
from ledger.trust.bundle.writer import verifier_source
from ledger.trust.keys import signed_seals
from ledger.trust.seal import PublicKey, Seal, parse_seal

_ANOTHER = "take another copy of the bundle; nothing was restored"
_ALSO_SEAL = "in the ledger that recorded them: `tournament publish`, `seal` of the tournament, and `export` it again"
_SEAL_FIRST = "in the ledger that recorded it: `seal`, then `export` again"
_SEAL_ALL = "in the ledger that recorded it: `seal`, then `export` again; or take unsealed events too: --unsealed"


class BundledTexts:
    """A function that returns the texts of one log in a bundle, by salted hash."""

    def __init__(self, rows: Mapping[str, TextRow]) -> None:
        self._rows = rows
        self._asked: dict[str, None] = {}
        self._erased: set[str] = set()
        self._filed: dict[str, str] = {}

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """Return the text with a salted hash, or a placeholder if the bundle lacks the text."""
        self._asked[commitment] = None
        row = self._rows.get(commitment)
        return text_or_placeholder(row) if row else withheld_text(commitment, number, field)

    def note(self, envelope: Envelope) -> None:
        """Note the texts that an event erased, and the evidence file that an event filed."""
        event = envelope.event
        if isinstance(event, TextErased):
            self._erased.update(each.commitment for each in event.texts)
        if isinstance(event, EvidenceFiled) and isinstance(event.file, KeptText) and not event.file.gone:
            self._filed[event.file.commitment] = str(event.file)

    @property
    def own(self) -> list[TextRow]:
        """The log's texts that are in the bundle and that no event erased."""
        return [self._rows[each] for each in self._asked if each in self._rows and each not in self._erased]

    def left_out(self) -> list[TextRow]:
        """Return a row without text for each text that the bundle lacks although no event erased it."""
        missing = (each for each in self._asked if each not in self._rows and each not in self._erased)
        return [TextRow(each, None, None) for each in missing]

    @property
    def filed(self) -> dict[str, str]:
        """The SHA-256 of each evidence file by its key (`commitment`), unless erased or left out."""
        return {each: digest for each, digest in self._filed.items() if each not in self._erased}


@dataclass(frozen=True, slots=True)
class BundledLog:
    """A log in a bundle: the final state of its session or tournament, with its seals, texts and evidence files.

    `texts` left out of the bundle are bare commitments; `filed`: the SHA-256 of each file, by commitment; `files`: the
    positions of the files in the bundle. `found`: the verifier's chain.
    """

    path: Path
    found: verifier.Chain
    session: Stream
    seals: tuple[Seal, ...]
    texts: tuple[TextRow, ...]
    filed: Mapping[str, str]
    files: Mapping[str, int]

    def coming(self) -> Iterator[RestoredFile]:
        """Yield the log's evidence files in the form that `restore` takes."""
        for commitment, digest in self.filed.items():
            at = self.files.get(commitment)
            parts = None if at is None else partial(self._parts, commitment, digest, at)
            yield RestoredFile(commitment, digest, parts)

    def _parts(self, commitment: str, digest: str, at: int) -> Iterator[bytes]:
        """Yield the bytes of an evidence file; raise Corrupt at the end if the bundle was changed meanwhile."""
        beginning, digests = f'{{"commitment":"{commitment}",'.encode(), list[str]()
        with _opened(self.path) as (file, listed):
            rows = verifier.lines(file, listed, "evidence.jsonl", at)
            parts = takewhile(lambda row: row.startswith(beginning), rows)
            yield from noting((b64decode(verifier.read(row)["part"]) for row in parts), digests.append)
        if digests != [digest]:
            raise _changed_meanwhile(self.path)

    def rows(self) -> Iterator[Stored]:
        """Yield the log's events in stored form, verified again; raise Corrupt if the bundle was changed meanwhile."""
        last = b""
        with _opened(self.path) as (file, listed):
            for row in chain.checked_rows(_rows(file, listed, self.found), self.session.id):
                last = row[1]
                yield row
        if last != self.session.digest:
            raise _changed_meanwhile(self.path)

    def events(self) -> Iterator[Envelope]:
        """Yield the log's events, verified again, with placeholders instead of texts."""
        return chain.read(self.rows(), self.session.id)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A verified bundle: its logs, a tournament's own log first, and messages for the user."""

    path: Path
    logs: tuple[BundledLog, ...]
    notes: tuple[str, ...] = ()

    @property
    def session(self) -> Stream:
        """The session or tournament that was exported."""
        return self.logs[0].session

    @property
    def seals(self) -> list[Seal]:
        """The seals of all logs in the bundle."""
        return [seal for log in self.logs for seal in log.seals]

    def named(self, name: str) -> BundledLog | None:
        """Return the log of the session or tournament with a name; None if the bundle lacks it."""
        return next((log for log in self.logs if log.session.id == name), None)

    def require_covered(self, key: PublicKey, logs: Container[str], *, unsealed: bool = False) -> None:
        """Raise Corrupt unless seals signed with a key cover the named logs to their ends.

        Standings published under a seal cover the logs on which they rest. The code is seal-forged, or not-covered if
        only the last events lack a seal or the bundle has none. `unsealed`: the last events need no seal.
        """
        signed = self.signed(key)
        missing = [each for each in self.beyond(signed) if each[0].name in logs]
        if missing and not self.seals:
            raise Corrupt("not-covered", "the bundle has no seal: nothing in it says whose it is", _SEAL_FIRST)
        if unsigned := [str(log) for log, number in missing if number == 1]:
            text = f"no seal in the bundle has a signature of {key.short} for {', '.join(unsigned)}"
            raise Corrupt("seal-forged", text, _ALSO_SEAL if signed else "is it the office's key?")
        if missing and not unsealed:
            raise Corrupt("not-covered", f"no seal of {key.short} covers {describe_uncovered(missing)}", _SEAL_ALL)

    def beyond(self, signed: Iterable[Seal]) -> list[tuple[verifier.Chain, int]]:
        """Return each log that the seals do not cover to its end, with the number of its first uncovered event."""
        seals = [(each.checkpoint.session, each.checkpoint.size, True, "") for each in signed]
        return list(verifier.uncovered([log.found for log in self.logs], seals))

    def signed(self, key: PublicKey | None) -> list[Seal]:
        """Return the bundle's seals that are signed with a key; Corrupt (seal-forged) if a signature is forged."""
        return signed_seals(self.seals, key)

    def heads(self) -> dict[str, int]:
        """Return the number of events of each log, by the log's name."""
        return {log.session.id: log.session.number for log in self.logs}


def read_bundle(path: Path) -> Bundle:
    """Read and verify a bundle; raise Misuse if the file is no bundle, Corrupt if the bundle was changed.

    Corrupt (unknown-event, bad-body, bundle-unsound) too if it holds what no desk records.
    """
    with _opened(path) as (file, listed):
        for line in islice(verifier.lines(file, listed, "events.jsonl"), 1):
            chain.refuse_old_format(line)
        chains, seals, texts, files = verifier.contents(file, listed)
        rows = {each[0]: TextRow(*each) for each in texts}
        logs = tuple(
            _read(path, file, listed, log, [note for log_name, *_, note in seals if log_name == log.name], rows, files)
            for log in chains
        )
        is_current = b"\n".join(verifier.lines(file, listed, "__main__.py")) + b"\n" == verifier_source()
    kept_rows = [each for log in logs for each in log.texts]
    if strangers := rows.keys() - {each.commitment for each in kept_rows}:
        raise _unsound(f"{path}: {len(strangers)} of its texts belong to no event")
    notes = ["the verifier inside is not that of this version of bridge-ledger"] if not is_current else []
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
    positions = {each: files[each] for each in texts.filed if each in files}
    return BundledLog(path, log, session, seals, (*texts.own, *texts.left_out()), texts.filed, positions)


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


def describe_uncovered(missing: Iterable[tuple[verifier.Chain, int]]) -> str:
    """List the uncovered events of logs for a message: '#10 to #11 of friday'."""
    ends = ((log, first, len(log.digests)) for log, first in missing)
    return ", ".join(f"#{first}{f' to #{last}' if first < last else ''} of {log}" for log, first, last in ends)
