"""Checks a bundle of bridge-ledger with nothing but Python: `python3 thursday.zip [--key NAME+12345678+AV…]`.

It works out again every digest of the log, from the bytes in the file, every seal's root, and what the log holds of a
text; of a tournament, that just its sessions are with it, as far as its standings were given out over them. It reads
nothing else. Exit code 0: all is as recorded; 3: something was changed; 2: no bundle, not all checked.
"""

import argparse
import json
import re
import struct
import sys
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from typing import Any, BinaryIO
from zlib import crc32

FILES = ("__main__.py", "README.txt", "events.jsonl", "seals.jsonl", "texts.jsonl")
LONGEST_LINE = 1 << 24
RECORD, DIGITS, TEXT, MEMBERS, DEPTH, WORDS = 1 << 20, 200, 4_000, 10_000, 32, 8_000  # `help bounds`
NUMBER, PART, TIME, NAME = 999_999_999_999_999, 999_999, 250_000_000_000_000_000, 200
_STORED = (20, 0, 0, 0, 0x21)  # version, flags, method, time, date: as plain a ZIP archive as there is
Entry = tuple[str, int, int, int]  # a file of a bundle: its name, its CRC, its size, where its header stands


class Broken(Exception):
    """The bundle is not as it was written, or is none (`code` 2)."""

    def __init__(self, message: str, code: int = 3) -> None:
        super().__init__(message)
        self.code = code


def local_header(name: str, crc: int, size: int) -> bytes:
    """What stands before a file in a bundle."""
    return struct.pack("<4s5H3I2H", b"PK\3\4", *_STORED, crc, size, size, len(name), 0) + name.encode()


def directory(entries: Sequence[Entry]) -> bytes:
    """What stands at the end of a bundle, for these files."""
    listed = b"".join(
        struct.pack(f"<4s6H3IH12xI{len(name)}s", b"PK\1\2", 20, *_STORED, crc, size, size, len(name), at, name.encode())
        for name, crc, size, at in entries
    )
    start = sum(len(local_header(name, crc, size)) + size for name, crc, size, _ in entries)
    return listed + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, len(entries), len(entries), len(listed), start, 0)


def members(file: BinaryIO) -> list[Entry]:
    """The files of a bundle, if not a byte stands anywhere else."""
    found: list[Entry] = []
    while (head := file.read(30))[:4] == b"PK\3\4" and len(head) == 30:
        crc, size, _, length = struct.unpack("<3IH", head[14:28])
        name = file.read(min(length, 100)).decode("ascii", "replace")
        if name not in FILES[len(found) :]:
            raise Broken(f"a bundle has no file {name!r} in this place", 2 if not found else 3)
        if head + name.encode() != local_header(name, crc, size):
            raise Broken(f"what stands before {name} was changed")
        found.append((name, crc, size, file.tell() - 30 - length))
        file.seek(size, 1)
    if not found:
        raise Broken("this is no bundle", 2)
    if head + file.read(LONGEST_LINE) != directory(found) or [name for name, *_ in found][:4] != list(FILES[:4]):
        raise Broken("the end of the bundle, its list of files, was changed or is cut off, or a file is missing")
    return found


def changed(file: BinaryIO, found: Iterable[Entry]) -> Iterator[str]:
    """The names of files whose bytes are not those that were written."""
    for name, crc, size, offset in found:
        file.seek(offset + 30 + len(name))
        now = 0
        for at in range(0, size, LONGEST_LINE):
            now = crc32(file.read(min(LONGEST_LINE, size - at)), now)
        if now != crc:
            yield name


def lines(file: BinaryIO, found: Iterable[Entry], wanted: str, after: int = 0) -> Iterator[bytes]:
    """The lines of one of the files that follow so many bytes, without their ends; none where the file is not there."""
    for name, size, at in ((name, size, offset + 30 + len(name)) for name, _, size, offset in found if name == wanted):
        end, at, number = at + size, at + after, 0
        while at < end:
            file.seek(at)  # whoever asks may have read elsewhere meanwhile
            line, number = file.readline(min(LONGEST_LINE, end - at)), number + 1
            if not line.endswith(b"\n"):
                raise Broken(f"{name} line {number} is cut off, or longer than {LONGEST_LINE} bytes")
            at += len(line)
            yield line[:-1]


def checked(file: BinaryIO, found: list[Entry], name: str, check: Callable[[Any], Any]) -> Iterator[Any]:
    """What a check says of each line of one of the files."""
    for number, line in enumerate(lines(file, found, name), start=1):
        try:
            yield check(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Broken(f"{name} line {number} does not read") from None


def shown(name: object) -> str:
    """What a stranger called something, as it may be printed."""
    return ascii(name).strip("'")


def within(record: bytes, said: Sequence[Any]) -> bool:
    """Whether an event is no more than any can be: as bytes, and what stands beside its body."""
    texts = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
    if len(record) > RECORD or re.search(rb"[0-9]{%d}" % (DIGITS + 1), record):
        return False
    if any(len(each) - 2 > TEXT for each in texts.findall(record)):
        return False
    bare, depth = texts.sub(b"", record), 0
    while depth < DEPTH and (lists := re.findall(rb"[\[{][^][{}]*[]}]", bare)):
        if any(each[:1] == b"[" and each.count(b",") >= MEMBERS for each in lists):
            return False
        bare, depth = re.sub(rb"[\[{][^][{}]*[]}]", b"", bare), depth + 1
    number, part, occurred, recorded = said[1], *said[5:8]
    right = 1 <= number <= NUMBER and 0 <= part <= PART and 0 <= occurred <= TIME and 0 <= recorded <= TIME
    return not bare.strip(b",") and right and all(1 <= len(said[at]) <= NAME for at in (4, 8, 10))


class Chain:
    """A log of a bundle as it is read: its digests, the texts it has, and what a tournament's says of its sessions.

    `heads`: on which events of which log one rests that was decided or given out: its number, then theirs.
    """

    def __init__(self, name: str) -> None:
        self.name, self.digests, self.is_tournament = name, list[bytes](), False
        self.committed, self.erased, self.sessions = set[bytes](), set[bytes](), set[str]()
        self.heads: list[tuple[int, str, int, str]] = []

    def __str__(self) -> str:
        return shown(self.name)

    @property
    def needed(self) -> set[str]:
        """The sessions that belong to a tournament, and those that something in it rests on."""
        over = {session for _, session, *_ in self.heads if session != self.name}
        return self.sessions | over if self.is_tournament else set()

    def note(self, number: int, kind: str, body: Any) -> None:
        """What an event says of other logs, where it says anything."""
        match kind.partition("/")[0]:
            case "tournament-opened":
                self.is_tournament = True
            case "session-added":
                self.sessions.add(str(body["session"]))
            case "session-removed":
                self.sessions.discard(body["session"])
        if self.is_tournament:
            named = body.get("heads", [])
            self.heads += [(number, str(it["session"]), int(it["number"]), it["digest"]) for it in named]

    def add(self, line: bytes, said: Sequence[Any]) -> None:
        """The next event, and what its record says; its digest is worked out anew from the one before."""
        record, number = line[86:-1], len(self.digests) + 1
        digest = sha256(b"\x01" + (self.digests or [bytes(32)])[-1] + record).digest()
        if said[:2] != [self.name, number] or not within(record, said):
            raise ValueError
        if line != b'{"digest":"%b","record":%b}' % (digest.hex().encode(), record):
            raise ValueError
        self.digests.append(digest)
        self.note(number, said[2], said[3])
        kept = self.erased if said[2].startswith("text-erased/") else self.committed
        kept.update(re.findall(b'"([0-9a-f]{64})"', record))


def logs(rows: Iterable[bytes]) -> list[Chain]:
    """The logs of a bundle, one after the other; each begins with its first event."""
    found: list[Chain] = []
    for at, line in enumerate(rows, start=1):
        where = f" of {found[-1]}" if found else ""
        number = len(found[-1].digests) + 1 if found else 1
        try:
            said = json.loads(line[86:-1].decode())
            if not found or (said[1] == 1 and said[0] != found[-1].name):
                number, where = 1, f" of {shown(said[0])}"
                found.append(Chain(str(said[0])))
            found[-1].add(line, said)
        except (ValueError, IndexError, TypeError, KeyError, AttributeError, RecursionError):
            raise Broken(f"event #{number}{where} (line {at} of events.jsonl) is not as it was recorded") from None
    return found


def check_together(found: Sequence[Chain]) -> None:
    """Broken unless it is one session, or a tournament with every session it needs and no other, by name.

    What was decided or given out rests on must be in it, with the digest it had then.
    """
    if not found:
        raise Broken("the bundle has no events")
    first, there, needed = found[0], {found[0].name: found[0]}, found[0].needed
    for log in found[1:]:
        if log.name in there:
            raise Broken(f"{log} is in the bundle twice")
        if log.name not in needed:
            raise Broken(f"{log} does not belong to {first}, and is in the bundle with it")
        if log.is_tournament:
            raise Broken(f"{log} is a tournament in the bundle, and a session of {first}")
        there[log.name] = log
    if left_out := sorted(needed - there.keys()):
        raise Broken(f"left out of the bundle of {first}: {', '.join(map(shown, left_out))}")
    if [*there] != [first.name, *sorted(needed)]:
        raise Broken(f"the sessions of {first} do not stand in their order, by name")
    for at, name, number, digest in first.heads:
        digests = there[name].digests if name in there else []
        if [each.hex() for each in digests[number - 1 : number]] != [digest]:
            raise Broken(f"#{at} of {first} rests on #{number} of {shown(name)}, which is not in the bundle so")


def check_text(said: dict[str, str], committed: set[bytes]) -> None:
    """Broken where a text is not what stands in the log, or was erased."""
    salt, words = bytes.fromhex(said["salt"]), said["text"].encode()
    made = sha256(b"bridge-ledger text 1\n" + salt + words).hexdigest() if len(words) <= WORDS else ""
    if salt.hex() != said["salt"] or len(salt) != 16 or made != said["commitment"] or made.encode() not in committed:
        raise Broken(f"the text {said['text'][:40]!a} is not what was recorded, or was erased")


def root(leaves: Iterable[bytes]) -> bytes:
    """The root over these digests (RFC 6962)."""
    level = [sha256(b"\x00" + leaf).digest() for leaf in leaves]
    while len(level) > 1:
        pairs = [sha256(b"\x01" + level[at] + level[at + 1]).digest() for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0]


def check_seal(note: str, found: Sequence[Chain], key: str) -> tuple[str, int, bool]:
    """Of which log a seal is and how much of it, if that is what it sealed; and whether it is signed with the key."""
    origin, size, sealed = note.split("\n")[:3]
    log = next((each.digests for each in found if each.name == origin.rpartition("/")[2]), [])
    if not 0 < int(size) <= len(log) or root(log[: int(size)]) != b64decode(sealed):
        raise Broken(f"the seal of {shown(origin)} up to #{size} does not fit: something there is not what was sealed")
    return origin.rpartition("/")[2], int(size), bool(key) and check_signature(note, key)


def uncovered(found: Sequence[Chain], seals: Iterable[tuple[str, int, bool]]) -> Iterator[tuple[Chain, int]]:
    """The logs that no seal covers to their end, nor anything under one that rests on them; from which number on."""
    signed = {name: size for name, size, holds in sorted(seals) if holds}
    over = [(name, number) for at, name, number, _ in found[0].heads if at <= signed.get(found[0].name, 0)]
    upto = dict(sorted([*over, *signed.items()], key=lambda each: each[1]))
    yield from ((log, upto.get(log.name, 0) + 1) for log in found if upto.get(log.name, 0) < len(log.digests))


def check_signature(note: str, key: str) -> bool:
    """Whether a seal has a signature of a key; Broken where that is forged."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    (name, key_id, public), (signed, signatures) = key.split("+", 2), note.split("\n\n")
    made = [(by, b64decode(coded)) for by, coded in (line[2:].split(" ") for line in signatures.splitlines())]
    mine = [signature[4:] for by, signature in made if (by, signature[:4].hex()) == (name, key_id)]
    try:
        for signature in mine:
            Ed25519PublicKey.from_public_bytes(b64decode(public)[1:]).verify(signature, f"{signed}\n".encode())
    except InvalidSignature:
        raise Broken(f"the seal's signature by {name} is forged") from None
    return bool(mine)


def check(path: str, key: str = "", *, unsealed: bool = False) -> Iterator[str]:
    """Check a bundle; yields what was found to hold, raises Broken at the first thing that does not.

    With a key every event must be under a seal of it; `unsealed`: those after the last seal may come as they are.
    """
    with open(path, "rb") as file:
        listed = members(file)
        found = logs(lines(file, listed, "events.jsonl"))
        check_together(found)
        for log in found:
            yield f"{log}: {len(log.digests)} events, each as it was recorded, digest {log.digests[-1].hex()}"
        if found[0].is_tournament:
            yield f"with {found[0]}, sessions: {len(found) - 1}; none that belongs to it is left out, none is another's"
        if found[0].heads:
            yield f"what was decided and given out of {found[0]} rests on just these logs"
        seals = list(checked(file, listed, "seals.jsonl", lambda it: check_seal(it["note"], found, key)))
        for name, size, signed in seals:
            with_key = "signed with that key" if signed else "signature not checked"
            yield f"the seal of {shown(name)} up to #{size} fits; {with_key}"
        committed = set[bytes]().union(*(log.committed - log.erased for log in found))
        kept = list(checked(file, listed, "texts.jsonl", lambda it: check_text(it, committed)))
        for name in changed(file, listed):
            raise Broken(f"{name} is not as it was written")
        yield f"every byte of the bundle is as it was written, and each of its {len(kept)} texts as it was recorded"
        for log, number in uncovered(found, seals) if key else ():
            if number == 1 or not unsealed:
                raise Broken(f"no seal in the bundle is signed with that key for {log} from #{number} on")


def main(arguments: list[str]) -> int:
    """Check the bundle named, or the one this stands in."""
    parser = argparse.ArgumentParser(description="Check a bundle of bridge-ledger.")
    parser.add_argument("bundle", nargs="?", default=arguments[0])
    parser.add_argument("--key", default="", help="the office's public key, NAME+12345678+AV…")
    parser.add_argument(
        "--unsealed", action="store_true", help="with --key: what comes after its last seal may be there"
    )
    asked = parser.parse_args(arguments[1:])
    if asked.key and asked.key.count("+") < 2:
        parser.error("--key takes NAME+12345678+AV…")
    try:
        for held in check(asked.bundle, asked.key if find_spec("cryptography") else "", unsealed=asked.unsealed):
            print(held)
    except (Broken, OSError) as error:
        print(f"NOT SOUND: {error}", file=sys.stderr)
        return getattr(error, "code", 2)
    if asked.key and not find_spec("cryptography"):
        print("signatures were NOT checked: that needs the library `cryptography`", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
