"""The tree of RFC 6962 and the proofs of RFC 9162: published roots, and the semantics of transparency-dev/merkle.

There an inclusion or consistency proof is accepted, and every one that was altered (another leaf, index, size or root;
a hash changed, added, left out or in another place) is refused.
"""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.digests import leaf_digest, node_digest
from ledger.trust import seal
from ledger.trust.bundle import verifier
from ledger.trust.seal import Roots, consistency_proof, inclusion_proof, is_consistent, is_included, tree_root

LEAVES = [
    bytes.fromhex(leaf)
    for leaf in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""Of the first 0 to 8 leaves: the reference tree of Certificate Transparency."""

sizes = st.integers(1, 70)


def leaves(size):
    return [str(number).encode() for number in range(size)]


@pytest.mark.parametrize("size", range(9))
def test_the_published_roots(size):
    assert tree_root(LEAVES[:size]).hex() == ROOTS[size]


def test_published_proofs():
    """Of the reference tree: leaf 0 of 8, leaf 2 of 3; and the growth from 6 to 8."""
    assert [each.hex()[:8] for each in inclusion_proof(LEAVES, 0)] == ["96a296d2", "5f083f0a", "6b47aaf2"]
    assert [each.hex()[:8] for each in inclusion_proof(LEAVES[:3], 2)] == ["fac54203"]
    assert [each.hex()[:8] for each in consistency_proof(LEAVES, 6)] == ["0ebc5d34", "ca854ea1", "d37ee418"]


@given(sizes)
def test_two_ways_to_the_root_agree(size):
    """The verifier in the bundle halves what it has; here subtrees are kept by powers of two."""
    log = verifier.Chain("s")
    log.digests += leaves(200)
    assert log.root(size) == tree_root(leaves(size)) == Roots(leaves(200)).upto(size)


@given(st.lists(st.integers(1, 300), min_size=1))
def test_the_roots_of_a_log_are_the_same_in_whichever_order_they_are_asked_for(asked):
    roots, log = Roots(leaves(300)), verifier.Chain("s")
    log.digests += leaves(300)
    for size in asked:
        assert roots.upto(size) == log.root(size) == tree_root(leaves(size))


def test_the_roots_of_a_long_log_cost_little_however_many_are_asked_for(monkeypatch):
    """As many seals as events: each once over its own beginning would be half a million leaves."""
    worked_out = []
    monkeypatch.setattr(seal, "leaf_digest", lambda data: worked_out.append(1) or leaf_digest(data))
    monkeypatch.setattr(
        verifier, "hashed", lambda what, *parts: worked_out.append(1) or sha256(b"".join(parts)).digest()
    )
    roots, log = Roots(leaves(1_000)), verifier.Chain("s")
    log.digests += leaves(1_000)
    for ask in (roots.upto, log.root):
        worked_out.clear()
        for size in range(1, 1_001):
            ask(size)
        assert len(worked_out) < 1_000 * 140
    assert len(log.roots) < 1_000 // 16


@given(st.data(), sizes)
def test_every_leaf_is_included_and_no_other_thing_is(data, size):
    index = data.draw(st.integers(0, size - 1))
    every = leaves(size)
    root, proof = tree_root(every), inclusion_proof(every, index)
    assert is_included(every[index], index, size, proof, root)
    assert not is_included(b"another leaf", index, size, proof, root)
    assert not is_included(every[index], index, size, proof, sha256(root).digest())
    for wrong in (index + 1, index - 1, index ^ 2, index + size, -1):
        assert not is_included(every[index], wrong, size, proof, root)
    for wrong in (size * 2, size // 2, 0):  # the next size may have the same path: then its root is another
        assert wrong == size or not is_included(every[index], index, wrong, proof, root)
    for altered in alterations(proof, root):
        assert not is_included(every[index], index, size, altered, root)


@given(st.data(), sizes)
def test_a_log_that_grew_is_consistent_and_no_other_is(data, size):
    earlier = data.draw(st.integers(1, size))
    every = leaves(size)
    before, root, proof = tree_root(every[:earlier]), tree_root(every), consistency_proof(every, earlier)
    assert is_consistent(earlier, size, proof, before, root)
    other = sha256(b"another root").digest()
    assert not is_consistent(earlier, size, proof, other, root)
    assert not is_consistent(earlier, size, proof, before, other)
    assert not is_consistent(0, size, proof, before, root)
    assert not is_consistent(size + 1, size, proof, before, root)
    if earlier < size:
        assert not is_consistent(earlier, size, proof, root, before)
        assert not is_consistent(earlier, size, [], before, root)
    for altered in alterations(proof, root):
        assert not is_consistent(earlier, size, altered, before, root)


def test_every_growth_of_a_small_log_is_proved():
    """Paths of every form: the last leaf of both trees at the end of a whole one, or alone."""
    every = [tree_root(leaves(size)) for size in range(1, 35)]
    for size, root in enumerate(every, start=1):
        for earlier, before in enumerate(every[:size], start=1):
            assert is_consistent(earlier, size, consistency_proof(leaves(size), earlier), before, root)


def test_a_proof_ends_at_the_root():
    """Whoever knows what the root is hashed from cannot prove a leaf of a larger tree to be one of a smaller."""
    assert is_included(b"0", 0, 2, [leaf_digest(b"1")], tree_root(leaves(2)))
    assert not is_included(b"1", 0, 1, [leaf_digest(b"0")], tree_root(leaves(2)))
    ab, c, d, x = tree_root(leaves(2)), leaf_digest(b"2"), leaf_digest(b"3"), sha256().digest()
    earlier, later = node_digest(ab, c), node_digest(ab, node_digest(c, d))
    assert is_consistent(3, 4, [c, d, ab], earlier, later)
    assert not is_consistent(3, 4, [c, d, ab, x], node_digest(x, earlier), node_digest(x, later))


def alterations(proof, root):
    """Every proof one step away: transparency-dev's probes."""
    yield [*proof, b""]
    yield [*proof, root]
    yield [root, *proof]
    for at, hashed in enumerate(proof):
        yield proof[:at] + proof[at + 1 :]
        yield [*proof[:at], bytes([hashed[0] ^ 8]) + hashed[1:], *proof[at + 1 :]]
        yield [*proof[:at], hashed, *proof[at:]]
    if len(set(proof)) > 1:
        yield proof[::-1]


def test_leaves_and_nodes_are_hashed_apart():
    """A node cannot be passed off as a leaf (the second-preimage trick)."""
    left, right = leaf_digest(LEAVES[1]), leaf_digest(LEAVES[2])
    assert tree_root([left + right]) != tree_root(LEAVES[1:3])


def test_what_is_not_there_cannot_be_proved():
    for index in (-1, 3):
        with pytest.raises(ValueError, match=f"no leaf {index} among 3"):
            inclusion_proof(LEAVES[:3], index)
    for earlier in (0, 4):
        with pytest.raises(ValueError, match=f"3 leaves do not extend {earlier}"):
            consistency_proof(LEAVES[:3], earlier)
