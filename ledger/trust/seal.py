"""Seals: signed statements of the length and contents of a log, as C2SP checkpoint notes.

    ebu.example/thursday            whose log, and of which session
    207                             how many events
    wCUB3bm…                        the root over their digests (RFC 6962)

    — ebu.example 3q2+7wABCD…       the signature (Ed25519)
    — ebu.example zb0AAAAAAA…       the second, which no quantum computer forges (ML-DSA-44)

Other programs can read the format (c2sp.org/tlog-checkpoint, c2sp.org/signed-note). The root is that of the Merkle tree
over the digests of a log (RFC 6962). An inclusion proof shows that an event is under a root, a consistency proof that a
log only grew between two roots (RFC 9162); both are a few hashes long and need no other event.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ledger.bounds.events import SEAL
from ledger.digests import SIZE, empty_root, key_id, leaf_digest, node_digest
from ledger.errors import Misuse
from ledger.errors.visible import is_plain
from ledger.labels import require_session_name

_Tree = tuple[int, Sequence[bytes]]
"""A growing tree: its number of leaves, each bit of which stands for a complete subtree, and the subtrees' hashes."""
_EMPTY: _Tree = (0, ())


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """Return the Merkle root over leaves (RFC 6962); for an empty log, the hash of nothing."""
    return root_over(map(leaf_digest, leaves))


def root_over(hashes: Iterable[bytes]) -> bytes:
    """Return the Merkle root over the hashes of leaves, or of complete subtrees of equal size."""
    return _root(_grown(_EMPTY, hashes))


def _grown(tree: _Tree, hashes: Iterable[bytes]) -> _Tree:
    size, subtrees = tree[0], [*tree[1]]
    for right in hashes:
        complete = size
        while complete & 1:
            right, complete = node_digest(subtrees.pop(), right), complete >> 1
        subtrees.append(right)
        size += 1
    return size, subtrees


def _root(tree: _Tree) -> bytes:
    if not tree[1]:
        return empty_root()
    *larger, root = tree[1]
    for subtree in reversed(larger):
        root = node_digest(subtree, root)
    return root


_STEP = 64


class Roots:
    """The Merkle roots over the beginnings of a log; inner hashes are kept, so that many seals can be compared."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.leaves = leaves
        self._grown = [_EMPTY]

    def upto(self, size: int) -> bytes:
        """Return the root over the first `size` leaves of the log."""
        steps = size // _STEP
        while len(self._grown) <= steps:
            step = len(self._grown) - 1
            self._grown.append(_grown(self._grown[-1], self._between(step * _STEP, (step + 1) * _STEP)))
        return _root(_grown(self._grown[steps], self._between(steps * _STEP, size)))

    def _between(self, first: int, last: int) -> Iterable[bytes]:
        return map(leaf_digest, self.leaves[first:last])


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the hashes that prove a leaf (`index` from 0) under the leaves' root (RFC 9162); ValueError if missing."""
    if not 0 <= index < len(leaves):
        raise ValueError(f"no leaf {index} among {len(leaves)}")
    if len(leaves) == 1:
        return []
    half = _left_half(len(leaves))
    if index < half:
        return [*inclusion_proof(leaves[:half], index), tree_root(leaves[half:])]
    return [*inclusion_proof(leaves[half:], index - half), tree_root(leaves[:half])]


def consistency_proof(leaves: Sequence[bytes], earlier: int) -> list[bytes]:
    """Return the hashes that prove leaves to extend their first `earlier` ones (RFC 9162); ValueError if too few."""
    if not 0 < earlier <= len(leaves):
        raise ValueError(f"{len(leaves)} leaves do not extend {earlier}")
    return _subproof(leaves, earlier, whole=True)


def _subproof(leaves: Sequence[bytes], earlier: int, *, whole: bool) -> list[bytes]:
    if earlier == len(leaves):
        return [] if whole else [tree_root(leaves)]
    half = _left_half(len(leaves))
    if earlier <= half:
        return [*_subproof(leaves[:half], earlier, whole=whole), tree_root(leaves[half:])]
    return [*_subproof(leaves[half:], earlier - half, whole=False), tree_root(leaves[:half])]


def is_included(data: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Return whether a proof shows `data` as leaf `index` of the tree with a size and root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size or not _are_hashes(proof):
        return False
    at, last, computed = index, size - 1, leaf_digest(data)
    for hashed in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            computed = node_digest(hashed, computed)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            computed = node_digest(computed, hashed)
        at, last = at >> 1, last >> 1
    return last == 0 and computed == root


def is_consistent(earlier: int, size: int, proof: Sequence[bytes], earlier_root: bytes, root: bytes) -> bool:
    """Return whether a proof shows that a tree of `size` leaves extends one of `earlier` (RFC 9162, 2.1.4.2)."""
    if not 0 < earlier <= size or not _are_hashes([earlier_root, *proof]):
        return False
    if earlier == size:
        return not proof and earlier_root == root
    path = [earlier_root, *proof] if earlier & (earlier - 1) == 0 else list(proof)
    if not path:
        return False
    at, last = earlier - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    old = new = path[0]
    for hashed in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            old, new = node_digest(hashed, old), node_digest(hashed, new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            new = node_digest(new, hashed)
        at, last = at >> 1, last >> 1
    return last == 0 and old == earlier_root and new == root


def _are_hashes(proof: Iterable[bytes]) -> bool:
    # with any other length, two different proofs could be hashed alike
    return all(len(each) == SIZE for each in proof)


def _left_half(size: int) -> int:
    """Return the size of the left subtree over at least two leaves: the largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


ED25519, COSIGNATURE, ML_DSA = b"\x01", b"\x04", b"\x06"
"""The kinds of key (C2SP): an office's signs a checkpoint as it stands, a witness's the checkpoint with the time.

Both also sign with ML-DSA-44, the checkpoint with the time and their name.
"""

PRIVATE = "PRIVATE+KEY+"
"""The beginning of the text of a secret key."""

_KEY_BYTES = {ED25519: 32, COSIGNATURE: 32, ML_DSA: 1312}
_CODED = (44, 1752)  # characters: a key and its kind in base64
_LONGEST_KEY = 154  # with the longest name
TIME_BYTES = 8
_COSIGNATURE_BYTES, _ML_DSA_BYTES = TIME_BYTES + 64, TIME_BYTES + 2420  # a time, and the signature
_DASH = "— "
_MARK, _BLANKS = "\ufeff", " \t\r\n"
KEY_NAME, _ANY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}"), re.compile(r"[^\s+]{1,250}")


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key: its owner's name, the bytes of the key, and the kind of text that the key signs.

    An office's key signs its seals, a witness's the seals of others (`COSIGNATURE`); neither is valid in the other's
    place. `second`: the ML-DSA-44 key of the same owner, on a line of its own.
    """

    name: str
    key: bytes
    kind: bytes = ED25519
    second: "PublicKey | None" = None

    @property
    def id(self) -> bytes:
        """The four bytes that distinguish keys of one name."""
        return key_id(self.name, self.kind + self.key)

    @property
    def first(self) -> "PublicKey":
        """The key without its second one."""
        return replace(self, second=None)

    @property
    def each(self) -> "tuple[PublicKey, ...]":
        """The key, and its second one if it has one."""
        return (self.first, self.second) if self.second else (self,)

    def __str__(self) -> str:
        line = f"{self.short}+{b64encode(self.kind + self.key).decode()}"
        return f"{line}\n{self.second}" if self.second else line

    @property
    def short(self) -> str:
        """The name and id for display: 'ebu.example+3a7f01c2'."""
        return f"{self.name}+{self.id.hex()}"

    @property
    def told(self) -> str:
        """The name and id of the key and of its second one, with its algorithm."""
        return self.short if not self.second else f"{self.short}, {self.second.short} (ML-DSA-44)"


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature under a seal, with the name and id of the key it claims."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def told(self) -> str:
        """The name and id of the claimed key, and the algorithm if it is ML-DSA-44."""
        return f"{self.short} (ML-DSA-44)" if len(self.signature) == _ML_DSA_BYTES else self.short

    @property
    def short(self) -> str:
        """The name and id of the claimed key: 'ebu.example+3a7f01c2'."""
        return f"{self.name}+{self.key_id.hex()}"

    def __str__(self) -> str:
        return f"{_DASH}{self.name} {b64encode(self.key_id + self.signature).decode()}"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The signed part of a seal: the log's origin, size and root."""

    origin: str
    size: int
    root: bytes

    @property
    def session(self) -> str:
        """The name of the sealed session, which is the last part of the origin."""
        return self.origin.rpartition("/")[2]

    @property
    def root_text(self) -> str:
        """The root in base64, as a seal prints it."""
        return b64encode(self.root).decode()

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{self.root_text}\n"


@dataclass(frozen=True, slots=True)
class Seal:
    """A checkpoint with its signatures, to be printed and kept outside the office."""

    checkpoint: Checkpoint
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.checkpoint}\n" + "".join(f"{signature}\n" for signature in self.signatures)

    @property
    def office(self) -> str:
        """The name of the office, which is the origin without the session."""
        return self.checkpoint.origin.rpartition("/")[0]

    def signatures_of(self, key: PublicKey) -> list[bytes]:
        """Return the signatures that claim to be made with a key or its second one, unchecked."""
        known = [(each.name, each.id) for each in key.each]
        return [each.signature for each in self.signatures if (each.name, each.key_id) in known]

    @property
    def cosignatures(self) -> list[Signature]:
        """The signatures with a time that are not the office's own: those of witnesses, unchecked."""
        lengths = {_COSIGNATURE_BYTES: "", _ML_DSA_BYTES: self.office}
        return [each for each in self.signatures if lengths.get(len(each.signature), each.name) != each.name]

    @property
    def signers(self) -> str:
        """The names and ids of the keys that the signatures claim, unchecked: 'ebu.example+3a7f01c2'."""
        return ", ".join(dict.fromkeys(each.short for each in self.signatures))

    def with_more(self, signatures: Iterable[Signature]) -> "Seal":
        """Return a copy of the seal with further signatures, without duplicates."""
        return Seal(self.checkpoint, tuple(dict.fromkeys([*self.signatures, *signatures])))


def checkpoint(name: str, session: str, digests: Sequence[bytes]) -> Checkpoint:
    """Return the checkpoint of a session's log, given the office's name and the digests of the log's events.

    Raises Misuse (usage) for a session name that could be confused with the office's.
    """
    require_session_name(session)
    return Checkpoint(f"{name}/{session}", len(digests), tree_root(digests))


def parse_seal(text: str) -> Seal:
    """Parse the text of a printed seal; raise Misuse (bad-seal) if the text is no seal."""
    text = text.replace("\r\n", "\n")
    if len(text.encode("utf-8", "surrogatepass")) > SEAL.most:
        raise _bad_seal("it is too long")
    body, blank, signed = text.partition("\n\n")
    lines, signatures = body.split("\n"), [line for line in signed.split("\n") if line]
    if not all(map(is_plain, text.split("\n"))):
        raise _bad_seal("it has a character that steers a screen, or is not seen")
    if not blank or len(lines) != 3 or not signatures:
        raise _bad_seal("a seal has an origin, a size, a root, and a signature after an empty line")
    if not lines[0].strip() or not re.fullmatch(r"[1-9][0-9]{0,14}", lines[1]):
        raise _bad_seal(f"{lines[1][:40]!r} is not how many events were sealed")
    root, size = _decoded(lines[2]), int(lines[1])
    if len(root) != SIZE:
        raise _bad_seal("its root is cut short, or too long")
    return Seal(Checkpoint(lines[0], size, root), tuple(map(_signature, signatures)))


def parse_seal_within(text: str) -> Seal:
    """Parse the seal in a receipt; raise Misuse (bad-seal) unless the seal's text is exact to the byte."""
    seal = parse_seal(text)
    if str(seal) != text:
        raise _bad_seal("in a receipt it stands just as it was given out, to the byte")
    return seal


def parse_seal_served(text: str) -> Seal:
    """Parse a seal sent by a program; raise Misuse (bad-seal) unless its text is exact, each signature once."""
    seal = parse_seal(text)
    if str(seal.with_more(())) != text:
        raise _bad_seal("it is written otherwise than it was given out")
    return seal


def _signature(line: str) -> Signature:
    name, _, coded = line.removeprefix(_DASH).partition(" ")
    signed = _decoded(coded)
    if not line.startswith(_DASH) or not name or len(signed) < 5:
        raise _bad_seal(f"{line[:40]!r} is no signature")
    return Signature(name, signed[:4], signed[4:])


def parse_public_key(text: str) -> PublicKey:
    """Parse an office's or official's public key, 'ebu.example+3a7f01c2+AVu…'; Misuse (bad-key) if it is wrong.

    A second line is the same office's key of ML-DSA-44.
    """
    text = without_surroundings(text)
    first, line_end, second = text.replace("\r\n", "\n").partition("\n")
    key, other = parse_key_line(first, (ED25519,)), parse_key_line(second, (ML_DSA,))
    if key is None or (line_end and (other is None or other.name != key.name)):
        whole = "the whole of FILE.pub, as its owner gave it out: NAME+12345678+A…"
        raise Misuse("bad-key", _why_no_key(second, key.name) if key else _why_no_key(first), whole)
    return replace(key, second=other)


def parse_key_line(text: str, kinds: Sequence[bytes]) -> PublicKey | None:
    """Parse the line of a public key of one of some kinds; None if it is none.

    Only an office's name is limited to a few signs.
    """
    name, _, key_parts = text.partition("+")
    key_id, _, coded = key_parts.partition("+")
    try:
        key = from_base64(coded)
    except ValueError:
        return None
    named = (KEY_NAME if ED25519 in kinds else _ANY_NAME).fullmatch(name) and is_plain(name)
    if not named or key[:1] not in kinds or len(key) != 1 + _KEY_BYTES[key[:1]]:
        return None
    public = PublicKey(name, key[1:], key[:1])
    return public if public.id.hex() == key_id else None


def _why_no_key(text: str, of: str = "") -> str:
    """Explain why a text is no line of a key; `of`: the name in the line before, if it is the second."""
    if text.startswith(PRIVATE):  # a message must not repeat it
        return "this is the secret half of a key: name the file it is in, or the public half, which is in FILE.pub"
    (name, *_), (key_id, plus, coded) = text.split("+"), text.partition("+")[2].partition("+")
    if "\n" in text:
        why = "a key is one line, or two"
    elif not (KEY_NAME.fullmatch(name) and re.fullmatch("[0-9a-f]{8}", key_id) and plus):
        why = "it does not have three parts: a name, eight digits of 0–9 and a–f, and the key"
    elif len(coded) != (characters := _CODED[bool(of)]):
        line = "second line" if of else "key"
        why = f"its last part has {len(coded)} characters, and that of a {line} has {characters}"
    elif of not in ("", name):
        why = f"the line before it is a key of {of}"
    elif not of and coded.startswith("B"):  # in base64, the first byte of a witness's key
        why = "it is one of a witness"
    else:
        why = "a character in it was changed"
    excerpt = text if len(text) <= _LONGEST_KEY else f"{text[:60]}…"
    return f"{excerpt!r} is no public key of an office: {why}"


def without_surroundings(text: str) -> str:
    """Return a key's text without the byte order mark and the blanks that an editor put around the key.

    Nothing else is stripped, so that the page that checks (check_reading.js) accepts the same keys.
    """
    return text.removeprefix(_MARK).strip(_BLANKS)


def from_base64(text: str) -> bytes:
    """Decode base64; raise ValueError unless the text is the canonical form of its bytes (RFC 4648, 3.5)."""
    decoded = b64decode(text)
    if b64encode(decoded).decode() != text:
        raise ValueError(f"{text[:40]!r} is not base64")
    return decoded


def _decoded(text: str) -> bytes:
    try:
        return from_base64(text)
    except ValueError:
        raise _bad_seal(f"{text[:40]!r} is not base64") from None


def _bad_seal(message: str) -> Misuse:
    return Misuse("bad-seal", f"this is no seal: {message}", "name the file that `seal` printed, whole and unchanged")
