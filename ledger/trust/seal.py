"""Seals: signed statements of the length and contents of a log, as C2SP checkpoint notes.

    ebu.example/thursday            whose log, and of which session
    207                             how many events
    wCUB3bm…                        the root over their digests (RFC 6962)
    marks 3q2+7w…                   the beginnings of some digests: where a rewritten log parts from this one

    — ebu.example 3q2+7wABCD…       the signature (Ed25519)

Other programs can read the format (c2sp.org/tlog-checkpoint, c2sp.org/signed-note). The root is that of the Merkle tree
over the digests of a log (RFC 6962). An inclusion proof shows that an event is under a root, a consistency proof that a
log only grew between two roots (RFC 9162); both are a few hashes long and need no other event.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.bounds.events import SEAL
from ledger.digests import SIZE, empty_root, key_id, leaf_digest, node_digest
from ledger.errors import Misuse
from ledger.errors.visible import is_plain
from ledger.labels import require_session_name

_Subtrees = Sequence[tuple[int, bytes]]
"""The complete subtrees of a growing tree: the number of leaves of each, a power of two, and its hash."""


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """Return the Merkle root over leaves (RFC 6962); for an empty log, the hash of nothing."""
    return root_over(map(leaf_digest, leaves))


def root_over(hashes: Iterable[bytes]) -> bytes:
    """Return the Merkle root over the hashes of leaves, or of complete subtrees of equal size."""
    return _root(_grown((), hashes))


def _grown(subtrees: _Subtrees, hashes: Iterable[bytes]) -> _Subtrees:
    grown = [*subtrees]
    for right in hashes:
        size = 1
        while grown and grown[-1][0] == size:
            right = node_digest(grown.pop()[1], right)
            size *= 2
        grown.append((size, right))
    return grown


def _root(subtrees: _Subtrees) -> bytes:
    if not subtrees:
        return empty_root()
    *larger, (_, root) = subtrees
    for _, subtree in reversed(larger):
        root = node_digest(subtree, root)
    return root


_STEP = 64


class Roots:
    """The Merkle roots over the beginnings of a log; inner hashes are kept, so that many seals can be compared."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.leaves = leaves
        self._grown: list[_Subtrees] = [()]

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


_MARKS = 32
_MARK_BYTES = 8  # so many that nobody finds another event with the same mark
ED25519, COSIGNATURE = b"\x01", b"\x04"
"""The kinds of key: an office's signs a checkpoint as it stands, a witness's the checkpoint with the time (C2SP)."""

PRIVATE = "PRIVATE+KEY+"
"""The beginning of the text of a secret key."""

_WHOSE = {ED25519: "an office", COSIGNATURE: "a witness"}
_CODED = 44  # characters: 33 bytes in base64
_LONGEST_KEY = 160  # with the longest name
_COSIGNATURE_BYTES = 8 + 64  # a time, and the signature
_DASH = "— "
_MARK, _BLANKS = "\ufeff", " \t\r\n"
KEY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key: its owner's name, the 32 bytes of the Ed25519 key, and the kind of text that the key signs.

    An office's key signs its seals, a witness's the seals of others (`COSIGNATURE`); neither is valid in the other's
    place.
    """

    name: str
    key: bytes
    kind: bytes = ED25519

    @property
    def id(self) -> bytes:
        """The four bytes that distinguish keys of one name."""
        return key_id(self.name, self.kind + self.key)

    def __str__(self) -> str:
        return f"{self.short}+{b64encode(self.kind + self.key).decode()}"

    @property
    def short(self) -> str:
        """The name and id for display: 'ebu.example+3a7f01c2'."""
        return f"{self.name}+{self.id.hex()}"


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature under a seal, with the name and id of the key it claims."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def is_witness(self) -> bool:
        """True if the signature is as long as a witness's cosignature, which includes the time."""
        return len(self.signature) == _COSIGNATURE_BYTES

    @property
    def short(self) -> str:
        """The name and id of the claimed key: 'ebu.example+3a7f01c2'."""
        return f"{self.name}+{self.key_id.hex()}"

    def __str__(self) -> str:
        return f"{_DASH}{self.name} {b64encode(self.key_id + self.signature).decode()}"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The signed part of a seal: the log's origin, size and root, and the beginnings of some digests (`marks`).

    The marks show where a rewritten log differs.
    """

    origin: str
    size: int
    root: bytes
    marks: tuple[bytes, ...] = ()

    @property
    def session(self) -> str:
        """The name of the sealed session, which is the last part of the origin."""
        return self.origin.rpartition("/")[2]

    @property
    def root_text(self) -> str:
        """The root in base64, as a seal prints it."""
        return b64encode(self.root).decode()

    def __str__(self) -> str:
        marks = f"marks {b64encode(b''.join(self.marks)).decode()}\n" if self.marks else ""
        return f"{self.origin}\n{self.size}\n{self.root_text}\n{marks}"


@dataclass(frozen=True, slots=True)
class Seal:
    """A checkpoint with its signatures, to be printed and kept outside the office."""

    checkpoint: Checkpoint
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.checkpoint}\n" + "".join(f"{signature}\n" for signature in self.signatures)

    def signatures_of(self, key: PublicKey) -> list[bytes]:
        """Return the signatures that claim to be made with a key, unchecked."""
        return [each.signature for each in self.signatures if (each.name, each.key_id) == (key.name, key.id)]

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
    marks = tuple(digests[number - 1][:_MARK_BYTES] for number in mark_numbers(len(digests)))
    return Checkpoint(f"{name}/{session}", len(digests), tree_root(digests), marks)


def mark_numbers(size: int) -> list[int]:
    """Return the numbers of the events that give a seal over `size` events its marks: at most 32, evenly spread."""
    return sorted({-(-size * part // _MARKS) for part in range(1, _MARKS + 1)} - {0})


def differs(sealed: Checkpoint, log: Roots) -> tuple[int, int] | None:
    """Return the first and last event between which a log first differs from a seal; None if the log extends the seal.

    A mark is the beginning of a digest, which stands for everything before it too.
    """
    known = min(len(log.leaves), sealed.size)
    if known == sealed.size and log.upto(known) == sealed.root:
        return None
    agreed = 0
    for number, mark in zip(mark_numbers(sealed.size), sealed.marks, strict=False):
        if number > known or log.leaves[number - 1][:_MARK_BYTES] != mark:
            return agreed + 1, min(number, known + 1)
        agreed = number
    return (1, sealed.size) if agreed >= sealed.size else (agreed + 1, sealed.size)


def first_difference(one: Checkpoint, other: Checkpoint) -> tuple[int, int] | None:
    """Return the first and last event between which two seals of a log first differ, as far as the seals' marks show.

    None if they show no difference: the histories may agree, or have no mark in common.
    """
    ours, theirs = (dict(zip(mark_numbers(each.size), each.marks, strict=False)) for each in (one, other))
    agreed = 0
    for number in sorted(ours.keys() & theirs.keys()):
        if ours[number] != theirs[number]:
            return agreed + 1, number
        agreed = number
    return (1, one.size) if one.size == other.size and one.root != other.root else None


def describe_gap(first: int, last: int) -> str:
    """Describe where two histories part, for a message: 'at #5', 'between #4 and #9'."""
    return f"at #{first}" if first == last else f"between #{first} and #{last}"


def parse_seal(text: str) -> Seal:
    """Parse the text of a printed seal; raise Misuse (bad-seal) if the text is no seal."""
    text = text.replace("\r\n", "\n")
    if len(text.encode("utf-8", "surrogatepass")) > SEAL.most:
        raise _bad_seal("it is too long")
    body, blank, signed = text.partition("\n\n")
    lines, signatures = body.split("\n"), [line for line in signed.split("\n") if line]
    if not all(map(is_plain, text.split("\n"))):
        raise _bad_seal("it has a character that steers a screen, or is not seen")
    if not blank or len(lines) not in (3, 4) or not signatures:
        raise _bad_seal("a seal has an origin, a size, a root, and a signature after an empty line")
    if not lines[0].strip() or not re.fullmatch(r"[1-9][0-9]{0,14}", lines[1]):
        raise _bad_seal(f"{lines[1][:40]!r} is not how many events were sealed")
    marks: tuple[bytes, ...] = ()
    if len(lines) == 4:
        word, space, coded = lines[3].partition(" ")
        if (word, space) != ("marks", " "):
            raise _bad_seal(f"{lines[3][:40]!r} has no place in a seal")
        if not (together := _decoded(coded)):
            raise _bad_seal(f"{lines[3]!r} says nothing: a seal without marks has no such line")
        marks = tuple(together[at : at + _MARK_BYTES] for at in range(0, len(together), _MARK_BYTES))
    root, size = _decoded(lines[2]), int(lines[1])
    if len(root) != 32 or sum(map(len, marks)) not in (0, _MARK_BYTES * len(mark_numbers(size))):
        raise _bad_seal("its root, or its marks, are cut short")
    return Seal(Checkpoint(lines[0], size, root, marks), tuple(map(_signature, signatures)))


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


def parse_public_key(text: str, kind: bytes = ED25519) -> PublicKey:
    """Parse an office's or a witness's (`kind`) public key, 'ebu.example+3a7f01c2+AVu…'; Misuse (bad-key) if wrong."""
    text = without_surroundings(text)
    name, _, key_parts = text.partition("+")
    key_id, _, coded = key_parts.partition("+")
    try:
        key = from_base64(coded)
    except ValueError:
        key = b""
    public = PublicKey(name, key[1:], kind)
    if not KEY_NAME.fullmatch(name) or len(key) != 33 or key[:1] != kind or public.id.hex() != key_id:
        whole = f"the whole line of FILE.pub, as its owner gave it out: NAME+12345678+{b64encode(kind).decode()[0]}…"
        raise Misuse("bad-key", _why_no_key(text, key, kind), whole)
    return public


def _why_no_key(text: str, key: bytes, kind: bytes) -> str:
    if text.startswith(PRIVATE):  # a message must not repeat it
        return "this is the secret half of a key: name the file it is in, or the public half, which is in FILE.pub"
    wanted, another = _WHOSE[kind], next(whose for each, whose in _WHOSE.items() if each != kind)
    (name, *_), (key_id, plus, coded) = text.split("+"), text.partition("+")[2].partition("+")
    if "\n" in text:
        why = "a key is a single line"
    elif not (KEY_NAME.fullmatch(name) and re.fullmatch("[0-9a-f]{8}", key_id) and plus):
        why = "it does not have three parts: a name, eight digits of 0–9 and a–f, and the key"
    elif len(coded) != _CODED:
        why = f"its last part has {len(coded)} characters, and that of a key has {_CODED}"
    elif key[:1] in _WHOSE and key[:1] != kind:
        why = f"it is one of {another}"
    else:
        why = "a character in it was changed"
    excerpt = text if len(text) <= _LONGEST_KEY else f"{text[:60]}…"
    return f"{excerpt!r} is no public key of {wanted}: {why}"


def without_surroundings(text: str) -> str:
    """Return a key's text without the byte order mark and the blanks that an editor put around the key.

    Nothing else is stripped, so that the page that checks (check_reading.js) accepts the same keys.
    """
    return text.removeprefix(_MARK).strip(_BLANKS)


def from_base64(text: str) -> bytes:
    """Decode base64; raise ValueError unless the text is the canonical form of its bytes (RFC 4648, 3.5)."""
    decoded = b64decode(text, validate=True)
    if b64encode(decoded).decode() != text:
        raise ValueError(f"{text[:40]!r} is not base64")
    return decoded


def _decoded(text: str) -> bytes:
    try:
        return from_base64(text)
    except ValueError:
        raise _bad_seal(f"{text[:40]!r} is not base64") from None


def _bad_seal(message: str) -> Misuse:
    return Misuse("bad-seal", f"this is no seal: {message}", "the file that `seal` printed, whole and unchanged")
