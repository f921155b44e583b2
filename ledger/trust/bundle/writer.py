"""Writing bundles: a session with all that belongs to it in one file, to be checked anywhere and restored bit for bit.

A bundle is a plain ZIP archive of a few files of text, uncompressed, with not a byte that could be otherwise.
`verifier`, which lies inside, says what stands where; `restore` reads them.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

import msgspec

from ledger.errors import Misuse, Refusal
from ledger.events.free_text import KeptText, kept_texts
from ledger.events.people import PlayersNamed
from ledger.store import chain
from ledger.store.own_files import own_file
from ledger.store.store import Store
from ledger.trust.bundle import verifier

_LARGEST = (1 << 32) - (1 << 20)

_BACKUP = "keep a backup of the database"

_README = """This is session {session} of a bridge ledger: every result, call, ruling and appeal, in the order in which
they were recorded.

    python3 {file}            checks that nothing was changed since it was written
                              (any Python 3.11; nothing is installed)
    bridge-ledger import {file}   restores the session in another ledger

events.jsonl   an event a line: its digest, and its record: session, number, name, body, command, part, when it
               happened, when it was recorded (microseconds UTC), by whom, which events it answers, by which version
               of the program.
               The digest is SHA-256 over a byte 1, the digest of the line before (32 bytes 0 for the first), and the
               record as it stands in the line. The regulations the scores follow are in the body of the first.
               For a text about people, a name or what was said, its commitment stands there.
seals.jsonl    the seals that were given out: C2SP checkpoints over the digests (RFC 6962), signed with Ed25519.
texts.jsonl    {texts}
__main__.py    the program that checks it all: read it, it is short.
"""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written to a bundle; `size` are its events, `people` the names, `texts` the other texts."""

    path: Path
    size: int
    digest: str
    seals: int
    people: int
    texts: int


def export(store: Store, session: str, path: Path, *, names: bool = True, texts: bool = True) -> Exported:
    """Write a session to a bundle, whole or not at all. Corrupt: its chain is broken; Refusal: the file is there.

    Without `names`, who the players are stays at home; without `texts`, what was said, and why. Only who exports may
    read the file.
    """
    _require_free(path)
    seals = store.seals.of(session)
    beside = _beside(store, session)
    kept = [text for text, is_name in beside if (names if is_name else texts)]
    part = path.with_name(path.name + ".part")
    try:
        with own_file(part) as file:
            writer = _Writer(file)
            writer.add("__main__.py", [own_verifier()])
            writer.add("README.txt", [_readme(session, path.name, left_out=len(beside) - len(kept))])
            size, digest = writer.add_events(store, session)
            writer.add("seals.jsonl", (_line({"note": note, "size": covered}) for covered, note in seals))
            if kept:
                writer.add("texts.jsonl", map(_text_line, kept))
            writer.finish()
        os.replace(part, path)
    except FileExistsError:
        raise Refusal("file-exists", f"{part} is there already", "a broken export? remove it") from None
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Misuse("bad-file", f"{path} cannot be written: {error.strerror}", "another place: -o FILE") from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    named = sum(names for _, is_name in beside if is_name)
    return Exported(path, size, digest.hex(), len(seals), named, len(kept) - named)


def _beside(store: Store, session: str) -> list[tuple[KeptText, bool]]:
    """The texts that are here, in the order of the log, each with whether it is who a player is."""
    if not store.texts.any_of(session):
        return []
    return [
        (text, isinstance(envelope.event, PlayersNamed))
        for envelope in store.log.read(session)
        for _, text in kept_texts(envelope.event)
        if not text.gone
    ]


def _require_free(path: Path) -> None:
    """Refusal where a file is there already, Misuse where its folder is not."""
    if path.exists():
        raise Refusal("file-exists", f"{path} is there already", "another name: -o FILE")
    if not path.parent.is_dir():
        raise Misuse("no-such-file", f"there is no folder {path.parent}", "make it, or name another file: -o FILE")


def _readme(session: str, file: str, *, left_out: int) -> bytes:
    """What a bundle says of itself; `left_out`: how many of the texts that were there are not in it."""
    texts = """the texts that stand behind commitments in the events, each with its salt:
               SHA-256("bridge-ledger text 1\\n" || salt || text). What was erased is in no bundle."""
    if left_out:
        texts += f"\n               Left out of this one: {left_out}."
    return _README.format(session=session, file=file, texts=texts).encode()


class _Writer:
    """A bundle as it is written; the headers are filled in when what follows them is known."""

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
            if offset + size > _LARGEST:
                raise Refusal("bundle-too-large", "the session is more than a bundle can hold (4 GB)", _BACKUP)
        self.file.seek(offset)
        self.file.write(verifier.local_header(name, crc, size))
        self.file.seek(0, os.SEEK_END)
        self.entries.append((name, crc, size, offset))

    def add_events(self, store: Store, session: str) -> tuple[int, bytes]:
        """The log, checked as it is read; how many events there are, and the last digest."""
        head = (0, chain.GENESIS)

        def checked() -> Iterator[bytes]:
            nonlocal head
            for number, row in enumerate(store.log.sound(session), start=1):
                head = number, row[1]
                line = chain.line_of(row) + b"\n"
                if len(line) > verifier.LONGEST_LINE:
                    long = f"event #{number} is more than a line of a bundle can hold"
                    raise Refusal("bundle-too-large", long, _BACKUP)
                yield line

        self.add("events.jsonl", checked())
        return head

    def finish(self) -> None:
        self.file.write(verifier.directory(self.entries))
        self.file.flush()
        os.fsync(self.file.fileno())


def own_verifier() -> bytes:
    """The program that goes into every bundle."""
    return (files("ledger.trust.bundle") / "verifier.py").read_bytes()


def _text_line(text: KeptText) -> bytes:
    return _line({"commitment": text.commitment, "salt": text.salt.hex(), "text": str(text)})


def _line(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted") + b"\n"
