"""Checks a bundle of bridge-ledger with nothing but Python: `python3 thursday.zip [--key NAME+12345678+AV…]`.

It works out again every digest of the log, from the bytes in the file, every seal's root, and what the log holds of a
text. It reads nothing else. Exit code 0: all is as recorded; 3: something was changed; 2: no bundle, not all checked.
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


def lines(file: BinaryIO, found: Iterable[Entry], wanted: str) -> Iterator[bytes]:
    """The lines of one of the files, without their ends; none where the file is not in the bundle."""
    for name, size, at in ((name, size, offset + 30 + len(name)) for name, _, size, offset in found if name == wanted):
        end, number = at + size, 0
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


def digests(rows: Iterable[bytes]) -> tuple[list[bytes], str, set[bytes]]:
    """The digests of the events, each worked out anew from the one before and its record; the session; its texts."""
    found, session, committed, erased = [bytes(32)], "", set[bytes](), set[bytes]()
    for number, line in enumerate(rows, start=1):
        record = line[86:-1]
        try:
            named = json.loads(record.decode())[:2]
            session = session or named[0]
        except (ValueError, IndexError, TypeError, KeyError, RecursionError):
            raise Broken(f"event #{number} (line {number} of events.jsonl) cannot be read") from None
        digest = sha256(b"\x01" + found[-1] + record).digest()
        if named != [session, number] or line != b'{"digest":"%b","record":%b}' % (digest.hex().encode(), record):
            raise Broken(f"event #{number} (line {number} of events.jsonl) is not as it was recorded")
        found.append(digest)
        (erased if b',"text-erased/' in record else committed).update(re.findall(b'"([0-9a-f]{64})"', record))
    return found[1:], session, committed - erased


def check_text(said: dict[str, str], committed: set[bytes]) -> None:
    """Broken where a text is not what stands in the log, or was erased."""
    made = sha256(b"bridge-ledger text 1\n" + bytes.fromhex(said["salt"]) + said["text"].encode()).hexdigest()
    if made != said["commitment"] or made.encode() not in committed:
        raise Broken(f"the text {said['text'][:40]!r} is not what was recorded, or was erased")


def root(leaves: Iterable[bytes]) -> bytes:
    """The root over these digests (RFC 6962)."""
    level = [sha256(b"\x00" + leaf).digest() for leaf in leaves]
    while len(level) > 1:
        pairs = [sha256(b"\x01" + level[at] + level[at + 1]).digest() for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0]


def check_seal(note: str, log: Sequence[bytes], session: str, key: str) -> tuple[str, bool]:
    """What a seal says, if the log is what it sealed; and whether it is signed with the key."""
    origin, size, sealed = note.split("\n")[:3]
    of_this_log = origin.endswith(f"/{session}") and 0 < int(size) <= len(log)
    if not of_this_log or root(log[: int(size)]) != b64decode(sealed):
        raise Broken(f"the seal of {origin} up to #{size} does not fit: something in #1–#{size} is not what was sealed")
    signed = bool(key) and check_signature(note, key)
    return f"seal up to #{size} fits; {'signed with that key' if signed else 'signature not checked'}", signed


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


def check(path: str, key: str = "") -> Iterator[str]:
    """Check a bundle; yields what was found to hold, raises Broken at the first thing that does not."""
    with open(path, "rb") as file:
        found = members(file)
        chain, session, committed = digests(lines(file, found, "events.jsonl"))
        if not chain:
            raise Broken("the bundle has no events")
        yield f"{ascii(session)[1:-1]}: {len(chain)} events, each as it was recorded, digest {chain[-1].hex()}"
        seals = list(checked(file, found, "seals.jsonl", lambda it: check_seal(it["note"], chain, session, key)))
        yield from (said for said, _ in seals)
        kept = list(checked(file, found, "texts.jsonl", lambda it: check_text(it, committed)))
        for name in changed(file, found):
            raise Broken(f"{name} is not as it was written")
        yield f"every byte of the bundle is as it was written, and each of its {len(kept)} texts as it was recorded"
        if key and not any(signed for _, signed in seals):
            raise Broken("no seal in the bundle is signed with that key")


def main(arguments: list[str]) -> int:
    """Check the bundle named, or the one this stands in."""
    parser = argparse.ArgumentParser(description="Check a bundle of bridge-ledger.")
    parser.add_argument("bundle", nargs="?", default=arguments[0])
    parser.add_argument("--key", default="", help="the office's public key, NAME+12345678+AV…")
    asked = parser.parse_args(arguments[1:])
    if asked.key and asked.key.count("+") < 2:
        parser.error("--key takes NAME+12345678+AV…")
    try:
        for held in check(asked.bundle, asked.key if find_spec("cryptography") else ""):
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
