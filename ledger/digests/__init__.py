r"""All hashing, and the bytes that officials sign: their prefixes, and how their parts are joined. Pure.

Hashed bytes begin with a prefix, words or a byte, that names their kind. No prefix begins another one, so bytes of one
kind never pass for another kind. Then follow parts of fixed length, and at most one of any length, the last: so no byte
can move from one part to the next. Data with several parts of any length are a value in canonical JSON (RFC 8785),
where every text ends at its quote.

| what | begins with | then | where it stands |
|---|---|---|---|
| `EVENT` | `bridge-ledger event 1\n` | digest before (32), record | the chain of every log |
| `TEXT` | `bridge-ledger text 1\n` | salt (16), words in UTF-8 | what a record has for a text about people |
| `JUDGEMENT` | `bridge-ledger judgement 1\n` | digest (32) of the event before | what an official signs |
| `COMMAND` | `bridge-ledger command 1\n` | a value: session, command id, number, commitment | what a device signs |
| `VISIT` | `bridge-ledger visit 1\n` | a random number (32) | what a device signs to be shown the office's pages |
| `SCORES` | `bridge-ledger scores 1\n` | a value: `projections.standings` | `numbers` of scores-published |
| `STANDING` | `bridge-ledger standing 1\n` | a value: `overall.aspects` | `numbers` of standing-published |
| `HEADS` | `bridge-ledger heads 1\n` | a value: `overall.scores` | at the head of a tournament's pages |
| `REGULATIONS` | `bridge-ledger regulations 1\n` | a value: `laws.regulations` | regulations-signed |
| `LEAF` | byte 0 | digest of an event | the tree under a seal (RFC 6962) |
| `NODE` | byte 1 | hash on the left (32), on the right (32) | the same |

Formats of other standards have no prefix of ours, and differ all the same. A key's id (C2SP signed-note) is over its
name, a line feed, and 33 bytes: a name has no blank, so it is no prefix above. A seal and a witness's signature (C2SP
tlog-checkpoint, tlog-cosignature) are texts in lines that begin with a log's origin, which has no blank before a `/`,
or with `cosignature/v1`, and have `time` in the second line where a seal has digits.

`of_bytes` and `of_parts` are over bytes alone, as `sha256sum` prints it. They identify a file on this machine, and a
piece of evidence, whose digits are a text kept outside the log, with its own digest in the record. No record, seal or
signature holds a plain digest itself.

The verifier in bundles and the page that checks receipts repeat the rows they need (`HASHED` in each), and PostgreSQL's
functions are made from these: `tests/trust/test_what_is_hashed.py` compares them all.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec

SIZE = 32  # the bytes of a digest
ANY = 0  # the length of a part of any length, which must be the last


@dataclass(frozen=True, slots=True)
class Hashed:
    """A kind of hashed or signed bytes: the prefix (`beginning`) and the lengths of the parts that follow it."""

    beginning: bytes
    lengths: tuple[int, ...]

    def joined(self, *parts: bytes) -> bytes:
        """Return the bytes to hash or sign: prefix and parts. ValueError: a wrong number or length of parts."""
        if len(parts) != len(self.lengths) or any(
            length not in (ANY, len(part)) for length, part in zip(self.lengths, parts, strict=True)
        ):
            lengths = ", ".join(str(length or "any") for length in self.lengths)
            raise ValueError(f"the parts do not have the lengths {lengths}")
        return b"".join((self.beginning, *parts))

    def digest(self, *parts: bytes) -> bytes:
        """Return the SHA-256 of the joined parts."""
        return sha256(self.joined(*parts)).digest()

    def of_value(self, value: Any) -> str:
        """Return the digest of a value as canonical JSON, in hexadecimal digits."""
        return self.digest(msgspec.json.encode(value, order="sorted")).hex()


SALT_BYTES = 16  # every salt has this length, so that no length is written before it
EVENT = Hashed(b"bridge-ledger event 1\n", (SIZE, ANY))
TEXT = Hashed(b"bridge-ledger text 1\n", (SALT_BYTES, ANY))
JUDGEMENT = Hashed(b"bridge-ledger judgement 1\n", (SIZE,))
COMMAND = Hashed(b"bridge-ledger command 1\n", (ANY,))
VISIT = Hashed(b"bridge-ledger visit 1\n", (SIZE,))
SCORES = Hashed(b"bridge-ledger scores 1\n", (ANY,))
STANDING = Hashed(b"bridge-ledger standing 1\n", (ANY,))
HEADS = Hashed(b"bridge-ledger heads 1\n", (ANY,))
REGULATIONS = Hashed(b"bridge-ledger regulations 1\n", (ANY,))
LEAF = Hashed(b"\x00", (ANY,))
NODE = Hashed(b"\x01", (SIZE, SIZE))

_begun = sha256(EVENT.beginning)


def event_digest(previous: bytes, record: bytes) -> bytes:
    """Return `EVENT.digest(previous, record)`, only faster; ValueError or TypeError if `previous` is no digest."""
    if len(previous) != SIZE:
        raise ValueError(f"a digest has {SIZE} bytes")
    hashed = _begun.copy()
    hashed.update(previous + record)
    return hashed.digest()


def leaf_digest(data: bytes) -> bytes:
    """Return `LEAF.digest(data)`, only faster, as a whole log needs many."""
    return sha256(LEAF.beginning + data).digest()


def node_digest(left: bytes, right: bytes) -> bytes:
    """Return `NODE.digest(left, right)`, only faster, as a whole log needs many; ValueError if a child is no digest."""
    if len(left) != SIZE or len(right) != SIZE:
        raise ValueError(f"a hash has {SIZE} bytes")
    return sha256(NODE.beginning + left + right).digest()


def from_digits(text: str) -> bytes:
    """Return a digest from 64 hexadecimal digits in lower case; ValueError for any other text."""
    digest = bytes.fromhex(text)
    if len(digest) != SIZE or digest.hex() != text:
        raise ValueError("a digest has 64 hexadecimal digits, in small letters")
    return digest


def empty_root() -> bytes:
    """Return the root of a Merkle tree without leaves: the SHA-256 of no bytes (RFC 6962)."""
    return sha256().digest()


def key_id(name: str, public: bytes) -> bytes:
    """Return the key ID of a C2SP signed note: four bytes of the digest of the name and the public key with its kind.

    ValueError: the name has a line end, or the key has another length.
    """
    if "\n" in name or len(public) not in (1 + SIZE, 1 + 1312):  # Ed25519, ML-DSA-44
        raise ValueError("a name has one line, a public key 33 or 1313 bytes")
    return sha256(name.encode() + b"\n" + public).digest()[:4]


def of_bytes(content: bytes) -> bytes:
    """Return the plain SHA-256 of bytes, to identify a file or a path; such a digest is never signed."""
    return sha256(content).digest()


def of_parts(parts: Iterable[bytes]) -> str:
    """Return the SHA-256, in hexadecimal digits, of a file read in parts, without keeping the parts in memory."""
    running = sha256()
    for part in parts:
        running.update(part)
    return running.hexdigest()


def noting(parts: Iterable[bytes], note: Callable[[str], None]) -> Iterator[bytes]:
    """Yield parts unchanged; after the last one, call `note` with their SHA-256 in hexadecimal digits."""
    running = sha256()
    for part in parts:
        running.update(part)
        yield part
    note(running.hexdigest())
