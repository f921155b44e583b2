r"""Everything that is hashed, and what is signed beside seals: what goes in, and how its parts are joined. Pure.

What is hashed begins with words, or a byte, that say what it is, and none of these is the beginning of another: so
nothing that is hashed in one place passes for anything in another. Then come parts of a fixed length, and last, at
most, one of any length: so no byte can go from one part to the next. What has more parts of any length than one is a
value, written as canonical JSON (RFC 8785), where every text ends at its quote.

| what | begins with | then | where it stands |
|---|---|---|---|
| `EVENT` | `bridge-ledger event 1\n` | digest before (32), record | the chain of every log |
| `TEXT` | `bridge-ledger text 1\n` | salt (16), words in UTF-8 | what a record has for a text about people |
| `JUDGEMENT` | `bridge-ledger judgement 1\n` | digest (32) of the event before | what an official signs |
| `SCORES` | `bridge-ledger scores 1\n` | a value: `projections.standings` | `numbers` of scores-published |
| `STANDING` | `bridge-ledger standing 1\n` | a value: `overall.aspects` | `numbers` of standing-published |
| `HEADS` | `bridge-ledger heads 1\n` | a value: `overall.scores` | at the head of a tournament's pages |
| `REGULATIONS` | `bridge-ledger regulations 1\n` | a value: `laws.regulations` | regulations-signed |
| `LEAF` | byte 0 | digest of an event | the tree under a seal (RFC 6962) |
| `NODE` | byte 1 | hash on the left (32), on the right (32) | the same |

What others have fixed has no words of ours in front, and is told apart all the same. A key's id (C2SP signed-note) is
over its name, a line feed, and 33 bytes: a name has no blank, so none is the first line of a row above. Signed are a
seal and a witness's signature (C2SP tlog-checkpoint, tlog-cosignature), texts in lines that begin with a log's origin,
which has no blank in it before a `/`, or with `cosignature/v1`, and `time` in the second line where a seal has digits.

`of_bytes` and `of_parts` are over bytes alone, as `sha256sum` prints it: by that a file is known again on this machine;
and a piece of evidence, whose digits are a text beside the log, and stand in the record as every text does. No record,
seal or signature ever holds one itself.

The verifier in bundles and the page that checks receipts state the rows they need once more (`HASHED` in each), and
PostgreSQL's functions are made from these: `tests/trust/test_what_is_hashed.py` holds them all against each other.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec

SIZE = 32
"""The bytes of a digest."""

ANY = 0
"""Of a part: of any length. Only the last part may be."""


@dataclass(frozen=True, slots=True)
class Hashed:
    """A kind of thing that is hashed or signed: what it begins with, and how long each of its parts is."""

    beginning: bytes
    lengths: tuple[int, ...]

    def joined(self, *parts: bytes) -> bytes:
        """The very bytes that are hashed or signed. ValueError: a part is too long or short, one is missing or over."""
        if len(parts) != len(self.lengths) or any(
            length not in (ANY, len(part)) for length, part in zip(self.lengths, parts, strict=True)
        ):
            lengths = ", ".join(str(length or "any") for length in self.lengths)
            raise ValueError(f"the bytes of the parts are not as many as they are to be: {lengths}")
        return b"".join((self.beginning, *parts))

    def digest(self, *parts: bytes) -> bytes:
        """Their SHA-256."""
        return sha256(self.joined(*parts)).digest()

    def of_value(self, value: Any) -> str:
        """The digest of a value as canonical JSON, in hexadecimal digits."""
        return self.digest(msgspec.json.encode(value, order="sorted")).hex()


SALT_BYTES = 16
"""The length of every salt. It is nowhere told beside one: the text begins after so many bytes."""

EVENT = Hashed(b"bridge-ledger event 1\n", (SIZE, ANY))
TEXT = Hashed(b"bridge-ledger text 1\n", (SALT_BYTES, ANY))
JUDGEMENT = Hashed(b"bridge-ledger judgement 1\n", (SIZE,))
SCORES = Hashed(b"bridge-ledger scores 1\n", (ANY,))
STANDING = Hashed(b"bridge-ledger standing 1\n", (ANY,))
HEADS = Hashed(b"bridge-ledger heads 1\n", (ANY,))
REGULATIONS = Hashed(b"bridge-ledger regulations 1\n", (ANY,))
LEAF = Hashed(b"\x00", (ANY,))
NODE = Hashed(b"\x01", (SIZE, SIZE))

_begun = sha256(EVENT.beginning)


def event_digest(previous: bytes, record: bytes) -> bytes:
    """`EVENT.digest`, for whole logs: what is the same for every event is hashed once.

    ValueError or TypeError where the digest before is none.
    """
    if len(previous) != SIZE:
        raise ValueError(f"a digest has {SIZE} bytes")
    hashed = _begun.copy()
    hashed.update(previous + record)
    return hashed.digest()


def leaf_digest(data: bytes) -> bytes:
    """`LEAF.digest`, for trees of a whole log."""
    return sha256(LEAF.beginning + data).digest()


def node_digest(left: bytes, right: bytes) -> bytes:
    """`NODE.digest`, for the same; ValueError where one of them is no hash."""
    if len(left) != SIZE or len(right) != SIZE:
        raise ValueError(f"a hash has {SIZE} bytes")
    return sha256(NODE.beginning + left + right).digest()


def from_digits(text: str) -> bytes:
    """A digest that is written in 64 hexadecimal digits; ValueError where it is not the one text that stands for it."""
    found = bytes.fromhex(text)
    if len(found) != SIZE or found.hex() != text:
        raise ValueError("a digest has 64 hexadecimal digits, in small letters")
    return found


def empty_root() -> bytes:
    """The root of a tree without a leaf: over nothing at all (RFC 6962)."""
    return sha256().digest()


def key_id(name: str, public: bytes) -> bytes:
    """The four bytes that tell keys of one name apart (C2SP signed-note): over the name and the 33 bytes of a key.

    ValueError: the name ends in the middle of a line, or the key is not so long.
    """
    if "\n" in name or len(public) != 1 + SIZE:
        raise ValueError("a name has one line, a public key 33 bytes")
    return sha256(name.encode() + b"\n" + public).digest()[:4]


def of_bytes(content: bytes) -> bytes:
    """SHA-256 of these bytes and nothing before them: a file or a place is known again by it, and nothing is signed."""
    return sha256(content).digest()


def of_parts(parts: Iterable[bytes]) -> str:
    """The same of a file that comes in parts, in hexadecimal digits; none of them is kept."""
    running = sha256()
    for part in parts:
        running.update(part)
    return running.hexdigest()


def noting(parts: Iterable[bytes], note: Callable[[str], None]) -> Iterator[bytes]:
    """Parts as they go by; at their end what `of_parts` says of them is noted."""
    running = sha256()
    for part in parts:
        running.update(part)
        yield part
    note(running.hexdigest())
