"""Checks a bundle of bridge-ledger with nothing but Python: `python3 thursday.zip [--key NAME+12345678+AV…]`.

It recomputes every digest of the log, the root of every seal, and the commitments of texts; with a tournament it
requires exactly its sessions. Everything has one possible spelling: `bridge-ledger help bundles`. Exit code 0: all is
as recorded; 3: something was changed; 2: no bundle, or not all checked.
"""

import argparse
import json
import re
import struct
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from itertools import groupby
from typing import Any, BinaryIO
from zlib import crc32

# What is hashed: a prefix that names the kind, then parts of these lengths in bytes; 0: the last part has any length.
HASHED = {
    "EVENT": (b"bridge-ledger event 1\n", (32, 0)),  # the digest of the event before, the record
    "TEXT": (b"bridge-ledger text 1\n", (16, 0)),  # a salt, the words
    "LEAF": (b"\x00", (0,)),  # a digest (RFC 6962)
    "NODE": (b"\x01", (32, 32)),  # the hash on the left, the hash on the right
}
FILES = ("__main__.py", "README.txt", "events.jsonl", "seals.jsonl", "texts.jsonl", "evidence.jsonl")
LONGEST_LINE = 1 << 24
RECORD, DIGITS, WHOLE, TEXT, MEMBERS, DEPTH, WORDS = 1 << 20, 200, 18, 4_000, 10_000, 32, 8_000  # `help bounds`
EVIDENCE, PIECE = 50_000_000, 1 << 18  # bytes of the largest file of evidence, and of each part but the last
NUMBER, PART, TIME, NAME = 999_999_999_999_999, 999_999, 250_000_000_000_000_000, 200
_STORED = (20, 0, 0, 0, 0x21)  # version, flags, method, time, date: as plain a ZIP archive as there is
_ENVELOPE = [str, int, str, dict, str, int, int, int, str, list, str]  # the types of a record's fields
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SEAL = re.compile(  # origin, which ends with the session; size; root; signers and signatures
    r"((?:\S*/)?([^/\s]+)\n([1-9][0-9]{0,14})\n(\S{44})\n)\n((?:— \S+ \S+\n)+)"
)
_KEY = re.compile(r"[^\s+]+\+[0-9a-f]{8}\+(A[Q-Za-f][A-Za-z0-9+/]{42}|B[g-v][A-Za-z0-9+/]{1749}=)")  # C2SP kinds 1, 6
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
Text = tuple[str, bytes, str]  # commitment, salt, words
Part = tuple[str, str, bytes]  # a part of a file: the file's commitment, the part's number as written, its bytes
Entry = tuple[str, int, int, int]  # a file of a bundle: name, CRC, size, position of its header
Sealed = tuple[str, int, bool, str]  # a seal: its log, its size, whether signed with the key, its text
written = partial(json.dumps, ensure_ascii=False, sort_keys=True, separators=(",", ":"))  # canonical JSON (RFC 8785)


class Broken(Exception):
    """The error for a bundle that was changed (exit code 3), or for a file that is no bundle (2)."""

    def __init__(self, message: str, code: int = 3) -> None:
        super().__init__(message)
        self.code = code


def hashed(what: str, *parts: bytes) -> bytes:
    """Return the SHA-256 of parts after the prefix of their kind; raise ValueError if a part has the wrong length."""
    beginning, lengths = HASHED[what]
    if any(length not in (0, len(part)) for length, part in zip(lengths, parts, strict=True)):
        raise ValueError(f"the parts of {what} are not as long as they are to be")
    return sha256(b"".join((beginning, *parts))).digest()


def local_header(name: str, crc: int, size: int) -> bytes:
    """Return the ZIP header that precedes a file in a bundle."""
    return struct.pack("<4s5H3I2H", b"PK\3\4", *_STORED, crc, size, size, len(name), 0) + name.encode()


def directory(entries: Sequence[Entry]) -> bytes:
    """Return the ZIP directory at the end of a bundle, which lists the bundle's files."""
    listed = b"".join(
        struct.pack("<4s6H3IH12xI", b"PK\1\2", 20, *_STORED, crc, size, size, len(name), at) + name.encode()
        for name, crc, size, at in entries
    )
    start = sum(30 + len(name) + size for name, _, size, _ in entries)
    return listed + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, len(entries), len(entries), len(listed), start, 0)


def members(file: BinaryIO) -> list[Entry]:
    """Return the list of the files in a bundle; raise Broken if one is missing or any byte too many."""
    entries: list[Entry] = []
    while (head := file.read(30))[:4] == b"PK\3\4" and len(head) == 30:
        crc, size, _, length = struct.unpack("<3IH", head[14:28])
        name = file.read(length).decode("ascii", "replace")
        if FILES[len(entries) :][:1] != (name,) or head + name.encode() != local_header(name, crc, size):
            raise Broken(f"a bundle has no file {name[:40]!a} here, or its header was changed", 3 if entries else 2)
        entries.append((name, crc, size, file.tell() - 30 - length))
        file.seek(size, 1)
    if head + file.read(LONGEST_LINE) != directory(entries) or len(entries) < len(FILES):
        raise Broken("the end of the bundle, the list of its files, was changed or is missing", 3 if entries else 2)
    return entries


def lines(file: BinaryIO, entries: Iterable[Entry], wanted: str, after: int = 0) -> Iterator[bytes]:
    """Yield the lines of file `wanted` from byte `after` on; raise Broken at a cut line, or (from 0) a wrong CRC."""
    for name, crc, size, at in ((*each[:3], each[3] + 30 + len(each[0])) for each in entries if each[0] == wanted):
        end, at, number, running = at + size, at + after, 0, 0
        while at < end:
            file.seek(at)  # the caller may have moved the file's position
            line, number = file.readline(min(LONGEST_LINE, end - at)), number + 1
            if not line.endswith(b"\n"):
                raise Broken(f"{name} line {number} is cut off, or longer than {LONGEST_LINE} bytes")
            at, running = at + len(line), crc32(line, running)
            yield line[:-1]
        if running != crc and not after:
            raise Broken(f"{name} is not as it was written")


def read(line: bytes) -> Any:
    """Parse a line of JSON; raise ValueError unless the line is canonical JSON."""
    value = json.loads(line.decode(), parse_float=int, parse_constant=int)  # `int` refuses what is no integer
    if written(value).encode() != line:
        raise ValueError
    return value


def checked(file: BinaryIO, entries: list[Entry], name: str, check: Callable[..., Any]) -> Iterator[Any]:
    """Yield each line's position in a file and what `check` returns for its value; Broken if unsorted or invalid."""
    last, after = b"", 0
    for number, line in enumerate(lines(file, entries, name), start=1):
        if line <= last:
            raise Broken(f"{name} line {number} is there twice, or not in the order of bytes")
        try:
            last, value = line, read(line)
            if {*map(type, value.values())} != {str}:
                raise ValueError
            yield after, check(**value)
            after += len(line) + 1
        except _UNREADABLE:
            raise Broken(f"{name} line {number} cannot be read, or is not in canonical form") from None


def within(record: bytes, fields: Sequence[Any]) -> bool:
    """Return whether the record of an event is within the bounds, as a whole and in each field."""
    short = len(record) <= TEXT and record.count(b"[") + record.count(b"{") <= DEPTH
    long = [re.search(rb"[0-9]{%d}" % (most + 1), record) for most in (WHOLE, DIGITS)]
    fits = len(record) <= RECORD and not long[1] and ((short and not long[0]) or small(fields))
    fits = fits and all(type(each) is int and 1 <= each <= NUMBER for each in (fields[1], *fields[9]))
    fits = fits and 0 <= fields[5] <= PART and all(0 <= each <= TIME for each in fields[6:8])
    return fits and "\0" not in fields[4] + fields[8] and all(1 <= len(fields[at]) <= NAME for at in (4, 8, 10))


def small(value: Any, room: int = DEPTH) -> bool:
    """Return whether a value has no number, text or list beyond the bounds, and is nested at most `room` deep."""
    if isinstance(value, int):
        return bool(abs(value) < 10**WHOLE)
    if isinstance(value, str):
        return len(written(value).encode()) - 2 <= TEXT
    if not isinstance(value, dict | list):
        return True
    parts, fits = (value, len(value) <= MEMBERS) if isinstance(value, list) else ([*value, *value.values()], True)
    fits = fits and room > 0
    return fits and ([*map(type, parts)] == [int, int] or all(small(each, room - 1) for each in parts))


class Chain:
    """A log that begins at byte `at` of events.jsonl, and the sessions, texts, files and logs that its events name."""

    def __init__(self, name: str, at: int = 0) -> None:
        self.name, self.at, self.is_tournament = name, at, False
        self.committed, self.erased = set[str](), set[str]()
        self.added = dict[int, str]()  # its sessions, by the number of the event that added each
        self.filed = dict[str, int]()  # the size in bytes of each file of evidence, by commitment
        self.digests, self.heads = list[bytes](), list[tuple[int, str, int, str]]()
        self.roots = dict[tuple[int, int], bytes]()  # by the number of digests, and of the digests before them

    def __str__(self) -> str:
        return ascii(self.name).strip("'")

    @property
    def sessions(self) -> set[str]:
        """The sessions of a tournament; none for the log of a session."""
        return {*self.added.values()}

    @property
    def needed(self) -> set[str]:
        """The sessions of a tournament, and the other streams on which its events rest; none for a session."""
        over = {session for _, session, *_ in self.heads if session != self.name}
        return self.sessions | over if self.is_tournament else set()

    def note(self, number: int, kind: str, body: Any) -> None:
        """Note the sessions, streams and files that an event names."""
        match kind.partition("/")[0]:
            case "tournament-opened":
                self.is_tournament = True
            case "evidence-filed":
                self.filed[str(body["file"])] = int(body["size"])
            case "session-added":
                self.added[number] = str(body["session"])
            case "taken-back":
                self.added.pop(body["of"], None)
        if self.is_tournament:
            named = body.get("heads", [])
            self.heads += [(number, str(head["session"]), int(head["number"]), head["digest"]) for head in named]

    def add(self, line: bytes, fields: Sequence[Any]) -> None:
        """Add the log's next event, given its line and fields; raise ValueError if that event does not follow."""
        record, number = line[86:-1], len(self.digests) + 1
        digest = hashed("EVENT", (self.digests or [bytes(32)])[-1], record)
        whole = b'{"digest":"%b","record":%b}' % (digest.hex().encode(), record)
        if fields[:2] != [self.name, number] or line != whole:
            raise ValueError
        if [*map(type, fields)] != _ENVELOPE or not _NAME.fullmatch(self.name) or not within(record, fields):
            raise ValueError
        self.digests.append(digest)
        self.note(number, fields[2], fields[3])
        commitments = self.erased if fields[2].startswith("text-erased/") else self.committed
        commitments.update(re.findall('"([0-9a-f]{64})"', written(fields[3])))

    def root(self, count: int, after: int = 0) -> bytes:
        """Return the Merkle root (RFC 6962) over `count` digests after the first `after`; some are cached."""
        if count == 1:
            return hashed("LEAF", self.digests[after])
        half = 1 << ((count - 1).bit_length() - 1)
        if (root := self.roots.get((count, after))) is None:
            root = hashed("NODE", self.root(half, after), self.root(count - half, after + half))
        return root if count % 64 else self.roots.setdefault((count, after), root)


def logs(rows: Iterable[bytes]) -> list[Chain]:
    """Return the logs in the lines of events.jsonl, in order; raise Broken at the first event that was changed."""
    chains, after = list[Chain](), 0
    for at, line in enumerate(rows, start=1):
        try:
            fields = read(line[86:-1])
            if not chains or (fields[1] == 1 and fields[0] != chains[-1].name):
                chains.append(Chain(str(fields[0]), after))
            chains[-1].add(line, fields)
        except _UNREADABLE:
            log = chains[-1] if chains else Chain("the bundle")
            raise Broken(f"event #{len(log.digests) + 1} of {log} (line {at} of events.jsonl) was changed") from None
        after += len(line) + 1
    return chains


def check_together(chains: Sequence[Chain]) -> None:
    """Raise Broken unless the logs are one session, or a tournament and the sessions it needs, ordered by name."""
    if not chains:
        raise Broken("the bundle has no events")
    first, needed, by_name = chains[0], chains[0].needed, {log.name: log for log in chains}
    for log in chains:
        if by_name[log.name] is not log:
            raise Broken(f"{log} is in the bundle twice")
    for log in chains[1:]:
        if log.name not in needed or log.is_tournament:
            raise Broken(f"{log} does not belong to {first}, and is in the bundle with it")
    if left_out := ", ".join(str(Chain(each)) for each in sorted(needed - by_name.keys())):
        raise Broken(f"left out of the bundle of {first}: {left_out}")
    if [*by_name] != [first.name, *sorted(needed)]:
        raise Broken(f"the sessions of {first} are not in the order of their names")
    for at, name, number, digest in first.heads:
        digests = by_name[name].digests if name in by_name else []
        if number not in range(1, len(digests) + 1) or digests[number - 1].hex() != digest:
            raise Broken(f"#{at} of {first} rests on #{number} of {Chain(name)}, but the bundle has another event")


def check_text(commitment: str, salt: str, text: str, committed: set[str]) -> Text:
    """Return a text with its salt; raise Broken unless an event has the salted hash, and none erased the text."""
    bare, words = bytes.fromhex(salt), text.encode()
    computed = hashed("TEXT", bare, words).hex() if len(bare) == 16 and len(words) <= WORDS else ""
    if bare.hex() != salt or computed != commitment or computed not in committed:
        raise Broken(f"the text {text[:40]!a} is not what was recorded, or was erased")
    return commitment, bare, text


def check_part(commitment: str, number: str, part: str) -> Part:
    """Return an evidence file's commitment, and a part's number and bytes; raise ValueError if the part is invalid."""
    content = b64decode(part)
    if b64encode(content).decode() != part or not 1 <= len(content) <= PIECE:
        raise ValueError
    return commitment, number, content


def check_files(parts: Iterable[tuple[int, Part]], chains: Sequence[Chain], texts: Iterable[Text]) -> dict[str, int]:
    """Return where each evidence file begins, by `commitment`; raise Broken if a file is not as it was filed."""
    sizes = {file: size for log in chains for file, size in log.filed.items() if file not in log.erased}
    digests, files = {commitment: text for commitment, _, text in texts}, dict[str, int]()
    for commitment, rows in groupby(parts, lambda each: each[1][0]):
        running, size, before = sha256(), 0, PIECE
        for number, (at, (_, label, content)) in enumerate(rows, start=1):
            if label != f"{number:04}" or before != PIECE or (size := size + len(content)) > EVIDENCE:
                raise Broken(f"part {label[:9]!a} of the file {commitment[:64]!a} is not in its place, or too long")
            running.update(content)
            before = len(content)
            files.setdefault(commitment, at)
        if size != sizes.get(commitment) or running.hexdigest() != digests.get(commitment):
            raise Broken(f"the file {commitment[:64]!a} is not what was filed, or was erased")
    return files


def check_seal(note: str, chains: Sequence[Chain], key: str) -> Sealed:
    """Return a seal's log, size, whether the key signed it, and its text; raise Broken if it does not fit its log."""
    if not (form := _SEAL.fullmatch(note)):
        raise ValueError
    coded = [form[4], *re.findall(r" (\S+)\n", form[5])]
    sealed, *signatures = map(b64decode, coded)
    if [b64encode(each).decode() for each in (sealed, *signatures)] != coded or min(map(len, signatures)) < 5:
        raise ValueError
    log, size = next((each for each in chains if each.name == form[2]), Chain(form[2])), int(form[3])
    if size > len(log.digests) or log.root(size) != sealed:
        raise Broken(f"the seal of {Chain(form[2])} up to #{size} does not fit: something there is not what was sealed")
    return form[2], size, bool(key) and check_signature(form[1], re.findall(r"— (\S+) (\S+)", form[5]), key), note


def uncovered(chains: Sequence[Chain], seals: Iterable[Sealed]) -> Iterator[tuple[Chain, int]]:
    """Yield each log not covered to its end by seals or references in sealed events, with its first uncovered event."""
    signed = {log.name: 0 for log in chains} | {name: size for name, size, holds, _ in sorted(seals) if holds}
    over = [(name, number) for at, name, number, _ in chains[0].heads if at <= signed[chains[0].name]]
    upto = dict(sorted([*over, *signed.items()], key=lambda each: each[1]))
    yield from ((log, upto[log.name] + 1) for log in chains if upto[log.name] < len(log.digests))


def check_signature(signed: str, signatures: Iterable[tuple[str, str]], key: str) -> bool:
    """Return whether a seal has a signature of each line of a key; raise Broken if such a signature is forged."""
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    found, (origin, size, root) = list[bool](), signed.encode().split(b"\n")[:3]
    for name, key_id, coded in (line.split("+", 2) for line in key.split()):
        mine = [b64decode(each)[4:] for by, each in signatures if (by, b64decode(each)[:4].hex()) == (name, key_id)]
        found.append(bool(mine))
        kind, public, by = b64decode(coded)[0], b64decode(coded)[1:], name.encode()
        try:
            for each in mine:
                if kind != 6:
                    Ed25519PublicKey.from_public_bytes(public).verify(each, signed.encode())
                    continue
                from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey

                head = b"subtree/v1\n\0" + bytes([len(by)]) + by + each[:8] + bytes([len(origin)]) + origin + bytes(8)
                tree = int(size).to_bytes(8, "big") + b64decode(root)  # C2SP tlog-cosignature
                MLDSA44PublicKey.from_public_bytes(public).verify(each[8:], head + tree)
        except UnsupportedAlgorithm as error:
            raise ImportError from error
        except InvalidSignature:
            raise Broken(f"the seal's signature by {name} is forged") from None
    if any(found) > all(found):
        raise Broken("the seal has only one of the two signatures of that key")
    return any(found)


def contents(
    file: BinaryIO, listed: list[Entry], key: str = ""
) -> tuple[list[Chain], list[Sealed], list[Text], dict[str, int]]:
    """Check a bundle; return its logs, seals, texts and positions of evidence, or raise Broken at the first fault."""
    check_together(chains := logs(lines(file, listed, "events.jsonl")))
    seals = [seal for _, seal in checked(file, listed, "seals.jsonl", lambda note: check_seal(note, chains, key))]
    committed = set[str]().union(*(log.committed - log.erased for log in chains))
    texts = [text for _, text in checked(file, listed, "texts.jsonl", partial(check_text, committed=committed))]
    files = check_files(checked(file, listed, "evidence.jsonl", check_part), chains, texts)
    sum(1 for name in FILES[:2] for _ in lines(file, listed, name))  # program and README are read for their CRCs alone
    return chains, seals, texts, files


def check(path: str, key: str = "", *, unsealed: bool = False) -> Iterator[str]:
    """Check a bundle; yield a message for each thing that holds, or raise Broken at the first fault.

    With a key, seals signed with that key must cover all events. `unsealed`: the last events need no seal.
    """
    with open(path, "rb") as file:
        chains, seals, texts, files = contents(file, members(file), key)
    for log in chains:
        yield f"{log}: {len(log.digests)} events, each as it was recorded, digest {log.digests[-1].hex()}"
    if chains[0].is_tournament:
        yield f"with {chains[0]}, sessions: {len(chains) - 1}, exactly those that belong to it"
    if chains[0].heads:
        yield f"the decisions and published standings of {chains[0]} rest on exactly these logs"
    for name, size, signed, _ in seals:
        yield f"the seal of {name} up to #{size} fits; {'signed with that key' if signed else 'signature not checked'}"
    if files:
        yield f"each of the {len(files)} files in it is just what was filed as evidence"
    yield f"every byte of the bundle is as it was written, and each of its {len(texts)} texts as it was recorded"
    for log, number in uncovered(chains, seals) if key else ():
        if number == 1 or not unsealed:
            raise Broken(f"no seal in the bundle is signed with that key for {log} from #{number} on")


def main(arguments: list[str]) -> int:
    """Check the named bundle, or the bundle that contains this program; return the exit code."""
    parser = argparse.ArgumentParser(description="Check a bundle of bridge-ledger.")
    parser.add_argument("bundle", nargs="?", default=arguments[0])
    parser.add_argument("--key", default="", help="the office's public key, NAME+12345678+AV…, one line or both")
    parser.add_argument("--unsealed", action="store_true", help="with --key: accept events after its last seal, too")
    options = parser.parse_args(arguments[1:])
    if not all(map(_KEY.fullmatch, options.key.split())):
        parser.error("--key takes NAME+12345678+AV… of an office, one line or both")
    try:
        for line in check(options.bundle, options.key if find_spec("cryptography") else "", unsealed=options.unsealed):
            print(line)
    except (Broken, OSError) as error:
        print(f"NOT SOUND: {error}", file=sys.stderr)
        return getattr(error, "code", 2)
    except ImportError:
        print("NOT checked: a key of two lines needs `cryptography` from 48 on; give its first alone", file=sys.stderr)
        return 2
    if unchecked := options.key and not find_spec("cryptography"):
        print("signatures were NOT checked: that needs the library `cryptography`", file=sys.stderr)
    return 2 if unchecked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
