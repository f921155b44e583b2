"""The Merkle tree over the digests of a log (RFC 6962), and its proofs (RFC 9162).

The root stands for every event up to a size. An inclusion proof shows that one event is under a root, a consistency
proof that a log only grew between two roots; both are a few hashes long and need no other event.
"""

from collections.abc import Iterable, Sequence

from ledger.digests import SIZE, empty_root, leaf_digest, node_digest

_Subtrees = Sequence[tuple[int, bytes]]
"""Of a tree that grows: a hash for each power of two, and over how many leaves it is."""


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """The root over these leaves, of an empty log the hash of nothing."""
    return root_over(map(leaf_digest, leaves))


def root_over(hashes: Iterable[bytes]) -> bytes:
    """The same over what stands for each leaf, or for equally large whole trees side by side: their hashes."""
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
    *rest, (_, root) = subtrees
    for _, left in reversed(rest):
        root = node_digest(left, root)
    return root


_STEP = 64


class Roots:
    """The roots over a log up to any of its events: the tree grows once, however many seals are held against it."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.leaves = leaves
        self._grown: list[_Subtrees] = [()]

    def upto(self, size: int) -> bytes:
        """The root over the first `size` leaves."""
        steps = size // _STEP
        while len(self._grown) <= steps:
            step = len(self._grown) - 1
            self._grown.append(_grown(self._grown[-1], self._between(step * _STEP, (step + 1) * _STEP)))
        return _root(_grown(self._grown[steps], self._between(steps * _STEP, size)))

    def _between(self, first: int, last: int) -> Iterable[bytes]:
        return map(leaf_digest, self.leaves[first:last])


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """What shows that leaf `index` (from 0) is under the root of these leaves."""
    if not 0 <= index < len(leaves):
        raise ValueError(f"no leaf {index} among {len(leaves)}")
    if len(leaves) == 1:
        return []
    half = _left_half(len(leaves))
    if index < half:
        return [*inclusion_proof(leaves[:half], index), tree_root(leaves[half:])]
    return [*inclusion_proof(leaves[half:], index - half), tree_root(leaves[:half])]


def consistency_proof(leaves: Sequence[bytes], earlier: int) -> list[bytes]:
    """What shows that the log of these leaves began with the first `earlier` of them."""
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


def included(data: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows a leaf at an index of the tree of this size and root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size or not _are_hashes(proof):
        return False
    at, last, found = index, size - 1, leaf_digest(data)
    for hashed in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node_digest(hashed, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node_digest(found, hashed)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def consistent(earlier: int, size: int, proof: Sequence[bytes], earlier_root: bytes, root: bytes) -> bool:
    """Whether the proof shows that the tree of `size` extends that of `earlier` (RFC 9162, 2.1.4.2)."""
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
    """Whether each part of a proof is one: of two of other lengths it could not be told where the second begins."""
    return all(len(each) == SIZE for each in proof)


def _left_half(size: int) -> int:
    """How many of at least two leaves stand in the left subtree: the largest power of two below."""
    return 1 << (size - 1).bit_length() - 1
