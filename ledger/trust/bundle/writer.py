"""Writing bundles: a session, or a tournament with its sessions, in one file to be checked and restored anywhere.

A tournament's bundle has its own log first, then by name those of its sessions, and those over which its standings were
published, all at one moment. A bundle is a ZIP archive of a few uncompressed text files with one possible spelling.
`verifier`, included in it, defines and checks the contents; `reader` reads a verified one.
"""

import json
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO, NamedTuple
from zlib import crc32

import msgspec

from ledger.bounds.files import BUNDLE
from ledger.digests import of_parts
from ledger.errors import Corrupt, Refusal
from ledger.files import require_free, temporary_path, unwritable
from ledger.kernel.free_text import KeptText, kept_texts
from ledger.store import chain
from ledger.store.own_files import own_file
from ledger.store.store import Store
from ledger.store.texts import in_parts
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.people.facts import PlayersNamed
from ledger.trust.bundle import verifier
from ledger.trust.keys import kept_seals, signed_by
from ledger.trust.seal import PublicKey

_BACKUP = "keep a backup of the database"
_BRING = "`import` a bundle of it first, from the ledger that has it"

_README = """This is {what} of a bridge ledger: every result, call, ruling and appeal, in the order in which
they were recorded.

    python3 {file}            checks that nothing was changed since it was written
                              (any Python 3.11; nothing is installed)
    bridge-ledger import {file}   restores it in another ledger, as a whole or not at all

events.jsonl   an event a line: its digest, and its record: session, number, name, body, command, part, when it
               happened, when it was recorded (microseconds UTC), by whom, which events it answers, by which version
               of the program.
               The digest is SHA-256 over the line "bridge-ledger event 1", the digest of the line before (32 bytes 0
               for the first of each log), and the record as it stands in the line. The regulations the scores
               follow are in the body of the first. For a text about people, a name or what was said, its commitment
               stands there: SHA-256 over the line "bridge-ledger text 1", 16 random bytes (its salt) and the text.
{logs}seals.jsonl    the seals that were given out: C2SP checkpoints over the digests (RFC 6962), signed with Ed25519.
texts.jsonl    {texts}
evidence.jsonl {files}
__main__.py    the program that checks it all: read it, it is short.
"""

_FILES = (
    """the files that were filed as evidence, in parts, base64: SHA-256 over each is the text under its commitment."""
)
_NO_FILES = "empty: what was filed as evidence was left out, or there is none."

_LOGS = """               The tournament's own log is the first, those of its sessions follow, by name:
{listed}               Its sessions are in its events session-added, except those that a taken-back names by number;
               standing-published names how many events each log had, and the digest of the last.
"""


@dataclass(frozen=True, slots=True)
class ExportedLog:
    """A log written to a bundle: its number of events, the digest of its last event, and its number of seals.

    `left`: the claimed sizes of kept seals that were left out, because they do not fit.
    """

    session: str
    size: int
    digest: str
    seals: int
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExportReport:
    """The contents of a written bundle: its logs, its number of names (`people`), and of other texts.

    A tournament's own log is first. `files`: the number of files of evidence in it; `files_left`: of those left out
    (not counted without texts).
    """

    path: Path
    logs: tuple[ExportedLog, ...]
    people: int
    texts: int
    files: int = 0
    files_left: int = 0

    @property
    def size(self) -> int:
        """The number of events in all logs of the bundle."""
        return sum(log.size for log in self.logs)

    @property
    def seals(self) -> int:
        """The number of seals of all logs in the bundle."""
        return sum(log.seals for log in self.logs)

    @property
    def left(self) -> int:
        """The number of stored seals that were left out of the bundle."""
        return sum(len(log.left) for log in self.logs)


def export(
    store: Store,
    name: str,
    path: Path,
    *,
    names: bool = True,
    texts: bool = True,
    files: bool = False,
    key: PublicKey | None = None,
) -> ExportReport:
    """Write a session, or a tournament with its sessions, to a bundle; on any error no file is left.

    Without `names`, players' names are left out; without `texts`, all further texts, and the digests of evidence; with
    `files` and `texts` the evidence is included. Only the exporter can read the file. A seal that does not fit its log,
    or has a forged signature of the office's `key`, is left out: readers would refuse the whole bundle for it. Raises
    Corrupt if a chain is broken or a session has another history; Refusal if the file exists, a session of the
    tournament is missing, or the bundle would be too large; Misuse (bad-file) if the file cannot be written.
    """
    require_free(path)
    upto = _sizes_of_logs(store, name)
    pairs = [text for log, number in upto.items() for text in _texts_of(store, log, number)]
    kept = [text for text, is_name in pairs if (names if is_name else texts)]
    filed = [each for log, number in upto.items() for each in _files_of(store, log, number)] if texts else []
    fitting = sorted({each for each in filed if files and each.fits(store)})
    part = temporary_path(path)
    try:
        with own_file(part) as file:
            writer = _Writer(file)
            writer.add("__main__.py", [verifier_source()])
            writer.add("README.txt", [_readme(upto, path.name, left_out=len(pairs) - len(kept), files=len(fitting))])
            chains = writer.add_events(store, upto)
            seals = [_fitting_seals(store, each, key) for each in chains]
            writer.add("seals.jsonl", sorted({_line({"note": note}) for good, _ in seals for note in good}))
            rows = ({"commitment": each.commitment, "salt": each.salt.hex(), "text": str(each)} for each in kept)
            writer.add("texts.jsonl", sorted(set(map(_line, rows))))
            writer.add("evidence.jsonl", (line for each in fitting for line in each.lines(store)))
            writer.finish()
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise unwritable(path, error, "-o FILE") from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    named = sum(names for _, is_name in pairs if is_name)
    logs = tuple(
        ExportedLog(log.name, len(log.digests), log.digests[-1].hex(), len(good), unfit)
        for log, (good, unfit) in zip(chains, seals, strict=True)
    )
    return ExportReport(path, logs, named, len(kept) - named, len(fitting), len(set(filed)) - len(fitting))


def _sizes_of_logs(store: Store, name: str) -> dict[str, int]:
    """Return the number of events of each log for a bundle, at one moment; a tournament's own log is first.

    Raises Refusal (session-not-here) if a session is missing, or shorter than a published standing says; Corrupt
    (forked) if it has another history.
    """
    if not store.log.is_tournament(name):
        return store.log.heads(name)
    heads = store.log.heads()
    log = verifier.Chain(name)
    for record, _ in store.log.sound(name, heads[name]):
        log.note(*json.loads(record)[1:4])
    for at, session, number, digest in log.heads:
        if (last := heads.get(session, 0)) >= number and store.log.digest_at(session, number).hex() != digest:
            forked = f"#{at} of {name} rests on #{number} of {session}, which has another digest here"
            raise Corrupt("forked", forked, f"`verify --session {session}` says more", at)
        if session in heads and last < number:
            behind = f"{session} is here up to #{last}; {name} rests on #{number} of it"
            raise Refusal("session-not-here", behind, _BRING)
    if missing := sorted(log.needed - heads.keys()):
        raise Refusal("session-not-here", f"sessions of {name} are missing here: {', '.join(missing)}", _BRING)
    return {each: heads[each] for each in (name, *sorted(log.needed))}


def _fitting_seals(store: Store, log: verifier.Chain, key: PublicKey | None) -> tuple[list[str], tuple[int, ...]]:
    """Return the stored seals that fit a log, and the sizes that the unfit seals claim to cover.

    A seal given out since the export began, over later events, is in neither list.
    """
    kept, last = kept_seals(store, log.name), store.log.heads(log.name)[log.name]
    good, unfit = list[str](), [size for (size, _), _ in kept.strange]
    for seal in kept.seals:
        size = seal.checkpoint.size
        try:
            verifier.check_seal(str(seal), [log], "")
            fits = key is None or signed_by(seal, key) is not False
        except (verifier.Broken, ValueError):
            fits = False
        if fits:
            good.append(str(seal))
        elif not len(log.digests) < size <= last:
            unfit.append(size)
    return good, tuple(sorted(unfit))


def _texts_of(store: Store, session: str, upto: int) -> list[tuple[KeptText, bool]]:
    if not store.texts.any_of(session):
        return []
    return [
        (text, isinstance(envelope.event, PlayersNamed))
        for envelope in store.log.read(session, upto)
        for _, text in kept_texts(envelope.event)
        if not text.gone
    ]


class _EvidenceFile(NamedTuple):
    """A stored file of evidence: its key (`commitment`), its SHA-256, and its session."""

    commitment: str
    sha256: str
    session: str

    def fits(self, store: Store) -> bool:
        """Return whether the stored bytes have the SHA-256 under which the file was filed.

        Readers would refuse the whole bundle for a changed file.
        """
        return of_parts(store.files.parts(self.session, self.commitment)) == self.sha256

    def lines(self, store: Store) -> Iterator[bytes]:
        for number, part in enumerate(in_parts(store.files.parts(self.session, self.commitment)), start=1):
            coded = b64encode(part).decode()
            yield _line({"commitment": self.commitment, "number": f"{number:04}", "part": coded})


def _files_of(store: Store, session: str, upto: int) -> Iterator[_EvidenceFile]:
    rows = store.files.of(session) if store.texts.may_be_read() else {}
    for envelope in store.log.read(session, upto) if rows else ():
        if isinstance(envelope.event, EvidenceFiled) and isinstance(file := envelope.event.file, KeptText):
            row = rows.get(file.commitment)
            if row and not (row.left_out or file.gone):
                yield _EvidenceFile(file.commitment, str(file), session)


def _readme(upto: Mapping[str, int], file: str, *, left_out: int, files: int) -> bytes:
    name, *sessions = upto
    what, logs = f"session {name}", ""
    if sessions:
        what = f"tournament {name}, with its {len(sessions)} sessions,"
        listed = "".join(f"               {log}, {number} events\n" for log, number in upto.items())
        logs = _LOGS.format(listed=listed)
    texts = """the texts that stand behind commitments in the events, each with its salt:
               SHA-256("bridge-ledger text 1\\n" || salt || text). What was erased is in no bundle."""
    if left_out:
        texts += f"\n               Left out of this one: {left_out}."
    return _README.format(what=what, file=file, logs=logs, texts=texts, files=_FILES if files else _NO_FILES).encode()


class _Writer:
    """A writer of a bundle, which completes each file's header after the file's contents."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.entries: list[verifier.Entry] = []

    def add(self, name: str, parts: Iterable[bytes]) -> None:
        offset = self.file.tell()
        self.file.write(verifier.local_header(name, 0, 0))
        crc = size = 0
        for part in parts:
            crc, size = crc32(part, crc), size + len(part)
            self.file.write(part)
            if not BUNDLE.hold(offset + size):
                raise Refusal("bundle-too-large", "the bundle would be larger than 4 GB, the most it can hold", _BACKUP)
        self.file.seek(offset)
        self.file.write(verifier.local_header(name, crc, size))
        self.file.seek(0, os.SEEK_END)
        self.entries.append((name, crc, size, offset))

    def add_events(self, store: Store, upto: Mapping[str, int]) -> list[verifier.Chain]:
        chains = [verifier.Chain(name) for name in upto]

        def checked() -> Iterator[bytes]:
            for log, (name, number) in zip(chains, upto.items(), strict=True):
                for row in store.log.sound(name, number):
                    log.digests.append(row[1])
                    line = chain.line_of(row) + b"\n"
                    if len(line) > verifier.LONGEST_LINE:
                        long = f"an event of {name} is too long for a line of a bundle"
                        raise Refusal("bundle-too-large", long, _BACKUP)
                    yield line

        self.add("events.jsonl", checked())
        return chains

    def finish(self) -> None:
        self.file.write(verifier.directory(self.entries))
        self.file.flush()
        os.fsync(self.file.fileno())


def verifier_source() -> bytes:
    """Return the source of the verifier, the program that every bundle contains."""
    return (files("ledger.trust.bundle") / "verifier.py").read_bytes()


def _line(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted") + b"\n"
