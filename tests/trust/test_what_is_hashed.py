"""No two different things that are hashed, or signed, are the same bytes: wherever they are cut, joined or moved.

Every row of the table in `ledger.digests` is tried, in each program that hashes by it: this one, the verifier in
bundles, the page that checks receipts, and the functions of PostgreSQL.
"""

import json
import re
from base64 import b64decode, b64encode
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import psycopg
import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from cli.pages.checking import check_page
from cli.pages.printing import Press
from ledger import digests
from ledger.digests import ANY, Hashed, key_id
from ledger.errors import Misuse
from ledger.kernel.free_text import commitment
from ledger.laws import profile_loader
from ledger.overall.aspects import Named, sort_values
from ledger.overall.scores import TournamentScores
from ledger.projections import standings
from ledger.scoring.board import Pair
from ledger.store import record
from ledger.store.store import Store
from ledger.subjects.office.facts import JudgementSigned
from ledger.subjects.people.facts import Player, PlayersNamed
from ledger.trust import seal
from ledger.trust.bundle import verifier
from ledger.trust.keys import is_signed, new_key, sign_judgement, signed_by
from ledger.trust.seal import (
    COSIGNATURE,
    Checkpoint,
    PublicKey,
    Seal,
    Signature,
    checkpoint,
    parse_public_key,
    parse_seal,
)
from tests.kept import kept
from tests.pages.browser import Tab
from tests.store.test_roles import CALL, KEEP, entered

TABLE = {name: row for name, row in vars(digests).items() if isinstance(row, Hashed)}
SCRIPT = Path(__file__).parents[2] / "cli" / "pages" / "templates" / "check_reading.js"
READING = SCRIPT.read_text("utf-8")
OF_THE_PAGE = json.loads(re.search(r"const HASHED = (\{.*?\});", READING, re.DOTALL)[1])

Parts = tuple[bytes, ...]


def otherwise(parts: Parts) -> set[Parts]:
    """The same bytes in other parts, and what is near: a border moved, neighbours exchanged, emptied, joined."""
    found = {()}
    for at in range(len(parts) - 1):
        before, one, two, after = parts[:at], parts[at], parts[at + 1], parts[at + 2 :]
        whole = one + two
        found |= {(*before, whole[:cut], whole[cut:], *after) for cut in range(len(whole) + 1)}
        found |= {(*before, two, one, *after), (*before, whole, *after)}
    for at, part in enumerate(parts):
        found |= {(*parts[:at], part[:cut], part[cut:], *parts[at + 1 :]) for cut in (0, 1, len(part))}
        found.add((*parts[:at], *parts[at + 1 :]))
    return found - {parts}


def parts_of(row: Hashed) -> st.SearchStrategy[Parts]:
    """Parts as they are to be; also such as look like the beginnings of others."""
    looks = st.sampled_from([b"", *(each.beginning for each in TABLE.values()), b"bridge-ledger", b"\n"])
    longest = st.builds(bytes.__add__, looks, st.binary(max_size=70))
    return st.tuples(*(st.binary(min_size=size, max_size=size) if size != ANY else longest for size in row.lengths))


def hashed_by(how, name: str, parts: Parts) -> bytes | None:
    """What is hashed of these parts; None where they are refused."""
    try:
        return how(name, *parts)
    except ValueError:
        return None


def in_the_table(name: str, *parts: bytes) -> bytes:
    return TABLE[name].joined(*parts)


def test_nothing_begins_as_another_thing_does_and_only_the_last_part_has_any_length():
    assert len(TABLE) == 11
    beginnings = [row.beginning for row in TABLE.values()]
    assert not [(one, two) for one in beginnings for two in beginnings if one is not two and two.startswith(one)]
    for row in TABLE.values():
        assert row.beginning
        assert ANY not in row.lengths[:-1]


def test_the_three_lists_are_one():
    """The verifier and the page have the rows they check by, as they stand in the table."""
    listed = {name: [row.beginning, *row.lengths] for name, row in TABLE.items()}
    of_the_verifier = {name: [begins, *sizes] for name, (begins, sizes) in verifier.HASHED.items()}
    of_the_page = {name: [begins.encode(), *sizes] for name, (begins, *sizes) in OF_THE_PAGE.items()}
    assert set(of_the_verifier) == {"EVENT", "TEXT", "LEAF", "NODE"}
    assert set(of_the_page) == {*of_the_verifier, "JUDGEMENT"}
    assert listed == listed | of_the_verifier == listed | of_the_page


@pytest.mark.parametrize("name", TABLE)
@settings(max_examples=40)
@given(data=st.data())
def test_whatever_is_cut_otherwise_is_refused_or_other_bytes(name, data):
    parts = data.draw(parts_of(TABLE[name]))
    right = in_the_table(name, *parts)
    assert TABLE[name].digest(*parts) == sha256(right).digest()
    for other in otherwise(parts):
        assert hashed_by(in_the_table, name, other) != right, other
    for elsewhere in TABLE.keys() - {name}:
        for said in (parts, *otherwise(parts)):
            assert hashed_by(in_the_table, elsewhere, said) != right, elsewhere


@pytest.mark.parametrize("name", verifier.HASHED)
@settings(max_examples=40)
@given(data=st.data())
def test_the_verifier_hashes_the_same_and_refuses_the_same(name, data):
    parts = data.draw(parts_of(TABLE[name]))
    assert verifier.hashed(name, *parts) == TABLE[name].digest(*parts)
    for other in otherwise(parts):
        bytes_hashed = hashed_by(in_the_table, name, other)
        assert hashed_by(verifier.hashed, name, other) == (bytes_hashed and sha256(bytes_hashed).digest())


BY_THE_PROGRAM = {
    "EVENT": digests.event_digest,
    "TEXT": lambda salt, words: bytes.fromhex(commitment(salt, words.decode("utf-8", "surrogatepass"))),
    "LEAF": digests.leaf_digest,
    "NODE": digests.node_digest,
}


@pytest.mark.parametrize("name", BY_THE_PROGRAM)
@settings(max_examples=40)
@given(data=st.data())
def test_logs_texts_and_trees_are_hashed_by_the_table(name, data):
    parts = data.draw(parts_of(TABLE[name]))
    for said in (parts, *otherwise(parts)):
        if len(said) != len(parts) or (name == "TEXT" and not is_text(said[1])):
            continue
        bytes_hashed = hashed_by(in_the_table, name, said)
        found = hashed_by(lambda _, *given: BY_THE_PROGRAM[name](*given), name, said)
        assert found == (bytes_hashed and sha256(bytes_hashed).digest())


def is_text(words: bytes) -> bool:
    try:
        return words.decode("utf-8", "surrogatepass").encode("utf-8", "surrogatepass") == words
    except UnicodeDecodeError:
        return False


# Values: canonical JSON, of which every byte says where it belongs

texts = st.text(alphabet='aé",[]{}\\:\t\n0-', max_size=4)
values = st.recursive(
    st.none() | st.integers(-9, 99) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=8,
)


@given(values)
def test_a_value_can_be_read_again_from_what_is_hashed_of_it(value):
    """So two different ones are never the same bytes."""
    written = []
    row = SimpleNamespace(digest=lambda part: written.append(part) or bytes(32))
    Hashed.of_value(row, value)
    assert json.loads(written[0]) == value


class At(NamedTuple):
    """A table, as the scores of a board know it."""

    order: int
    ns: str
    ew: str


exact = st.sampled_from([Fraction(1), Fraction(2), Fraction(12), Fraction(1, 2)])
labels = st.sampled_from(["1", "2", "12", "1\t2", "2\n1"])


def row(contestant, rank, exact, total, percent):
    return standings.Row(contestant, exact, total, percent, 1, ruled=False, rank=rank)


rows = st.builds(row, labels, st.none() | st.just(1), exact, exact, st.none() | exact)
tables = st.builds(
    lambda ns, ew, *scores: ((ns, ew), Pair(*scores)),
    *(labels, labels, st.none() | exact, exact, st.just(()) | st.tuples(st.tuples(labels, exact))),
)
given_out = st.tuples(
    st.lists(st.lists(rows, max_size=2, unique_by=lambda each: each.contestant), max_size=2),
    st.dictionaries(st.integers(1, 12), st.lists(tables, max_size=2), max_size=2),
)


def digest_of(numbers) -> str:
    """The digest of a session that gives out just these standings, and these scores on its boards."""
    fields, boards = numbers
    pairs = {number: {At(at, *who): pair for at, (who, pair) in enumerate(each)} for number, each in boards.items()}
    session = SimpleNamespace(boards=boards)
    scoreboard = SimpleNamespace(session=session, board=lambda number: SimpleNamespace(pairs=pairs[number]))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(standings, "standings", lambda _: [standings.Ranking(None, tuple(each)) for each in fields])
        return standings.numbers_digest(scoreboard)


def meant_by(numbers):
    """The same without the order in which contestants of a field come."""
    fields, boards = numbers
    return [sorted(each, key=lambda row: row.contestant) for each in fields], boards


FIRST, SECOND = row("1", 1, Fraction(2), Fraction(12), Fraction(1)), row("2", None, *[Fraction(1)] * 2, None)
NEAR = {
    "a place, and a table whose line has the same words": [
        ([[FIRST]], {}),
        ([], {1: [(("1", "2"), Pair(Fraction(12), Fraction(1)))]}),
    ],
    "one field, and two": [([[FIRST, SECOND]], {}), ([[FIRST], [SECOND]], {})],
    "an empty field more": [([[FIRST]], {}), ([[FIRST], []], {})],
    "names that hold what parts them": [
        ([], {1: [(("1\t2", "3"), Pair(None, None))]}),
        ([], {1: [(("1", "2\t3"), Pair(None, None))]}),
    ],
    "a table of the next board": [
        ([], {1: [(("1", "2"), Pair(None, None))], 2: []}),
        ([], {1: [], 2: [(("1", "2"), Pair(None, None))]}),
    ],
    "no score, and none yet said": [([[SECOND]], {}), ([[structs.replace(SECOND, percent=Fraction(0))]], {})],
}


@pytest.mark.parametrize("name", NEAR)
def test_scores_whose_parts_say_the_same_in_a_row_have_two_digests(name):
    one, other = NEAR[name]
    assert digest_of(one) != digest_of(other)


def test_in_whatever_order_those_of_a_field_come_the_digest_is_the_same():
    assert digest_of(([[FIRST, SECOND]], {})) == digest_of(([[SECOND, FIRST]], {}))


@given(given_out, given_out)
def test_scores_have_one_digest_exactly_where_they_are_the_same(one, other):
    assert (digest_of(one) == digest_of(other)) is (meant_by(one) == meant_by(other))


names = st.sampled_from(["A", "B", "A v B", "B v C", "C", "A and B", "B and C"])
several = st.builds(Named, st.just("{} v {}"), names, names) | st.builds(Named, st.just("{}"), names)
facts = st.lists(
    st.tuples(st.sampled_from(["total", "winner"]), names | several, st.integers(1, 2) | exact | several), max_size=2
)


def test_who_is_called_by_words_between_names_is_not_two_others():
    """A match of “A v B” against C, and of A against “B v C”, are told alike; what is given out is not."""
    one, other = (Named("{} v {}", *pair) for pair in (("A v B", "C"), ("A", "B v C")))
    assert one == other == "A v B v C"
    assert of_facts([("winner", one, "C")]) != of_facts([("winner", other, "C")])
    assert of_facts([("winner", "m", Named("{} and {}", "A and B", "C"))]) != of_facts(
        [("winner", "m", Named("{} and {}", "A", "B and C"))]
    )
    assert of_facts([("total", Named("{} ({})", "A", one), 1)]) != of_facts(
        [("total", Named("{} ({})", "A", other), 1)]
    )


@given(facts, facts)
def test_a_standing_has_one_digest_exactly_where_its_facts_are_the_same(one, other):
    """In whatever order they are told; a place and a score of the same figure are of two kinds."""
    assert (of_facts(one) == of_facts(other)) is (apart(one) == apart(other))


def of_facts(told) -> str:
    return digests.STANDING.of_value(sort_values(told))


def apart(told) -> list[str]:
    """Facts, with each name by itself, in one order."""
    parts = lambda text: text.parts if isinstance(text, Named) else text  # noqa: E731
    texts = lambda value: str(value) if isinstance(value, Fraction) else parts(value)  # noqa: E731
    return sorted(repr((kind, parts(whose), texts(value))) for kind, whose, value in told)


def test_heads_are_told_apart():
    digest = TournamentScores.digest.fget
    moved = [("a\t1", 1, bytes(32)), ("a", 11, bytes(32)), ("a", 1, b"1" + bytes(31)), ("a1", 1, bytes(32))]
    heads = [(each,) for each in moved] + [(moved[0], moved[1]), (moved[1], moved[0]), ()]
    assert len({digest(SimpleNamespace(heads=each)) for each in heads}) == len(heads)


def test_regulations_are_told_apart():
    """Words that go from what they are called to their title, and a value that is exchanged with its neighbour."""
    one = structs.replace(profile_loader.load_profile("default"), profile="club", title="evening")
    others = [
        structs.replace(one, profile=whole[:cut], title=whole[cut:])
        for whole in ("clubevening", 'club","title":"evening')
        for cut in range(len(whole) + 1)
    ]
    assert others.count(one) == 1
    assert len({each.digest for each in others}) == len(others)


# What is signed, and keys


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """A key of an office, and one of a witness."""
    folder = tmp_path_factory.mktemp("keys")
    return new_key(folder / "office", "ebu.example"), new_key(folder / "witness", "ebu.example", COSIGNATURE)


LEAVES = [bytes([at]) * 32 for at in range(1, 4)]


def test_no_seal_is_one_of_another_name_and_session():
    """A name may have a slash in it, a session none: so the last one parts them."""
    assert checkpoint("a/b", "c", LEAVES).session == "c"
    for session in ("b/c", "c\n3", "", "c d"):
        with pytest.raises(Misuse):
            checkpoint("a", session, LEAVES)


@given(st.data())
def test_a_seal_whose_lines_are_cut_otherwise_is_none_or_another(keys, data):
    office, _ = keys
    seal = office.sign(checkpoint("ebu.example", "thursday", LEAVES))
    parts = tuple(part.encode() for part in str(seal.checkpoint).split("\n"))
    for said in otherwise(parts):
        try:
            text = b"\n".join(said).decode()
            found = parse_seal(f"{text}\n{seal.signatures[0]}\n")
        except Misuse:
            continue
        assert (found.checkpoint == seal.checkpoint) is (signed_by(found, office.public) is True)
    assert parse_seal(str(seal)) == seal
    other = near(seal.checkpoint, data)
    assert (str(other) == str(seal.checkpoint)) is (other == seal.checkpoint)


def near(one: Checkpoint, data) -> Checkpoint:
    """A checkpoint that is near: another size or root."""
    sizes, hashes = st.sampled_from([3, 30, 1]), st.sampled_from([one.root, bytes(32)])
    return Checkpoint(one.origin, data.draw(sizes), data.draw(hashes))


def test_no_signature_passes_for_another(keys):
    """A seal's, a witness's with its time, and an official's under a judgement."""
    office, witness = keys
    sealed = checkpoint("cosignature", "v1", LEAVES)  # its first line is that of a witness's text
    seal, (cosigned,) = office.sign(sealed), witness.cosign(sealed, 7)
    assert signed_by(seal, office.public)
    assert signed_by(Seal(sealed, (cosigned,)), witness.public)
    as_a_witness = PublicKey("ebu.example", office.public.key, COSIGNATURE)
    as_an_office = PublicKey("ebu.example", witness.public.key)
    for key, made in (
        (as_a_witness, bytes(7) + b"\7" + seal.signatures[0].signature),
        (as_an_office, cosigned.signature[8:]),
        (witness.public, bytes(7) + b"\x08" + cosigned.signature[8:]),
        (office.public, b64decode(sign_judgement(office, LEAVES[0]).signature)),
    ):
        assert not signed_by(Seal(sealed, (Signature(key.name, key.id, made),)), key)
    judged = sign_judgement(office, LEAVES[0])
    assert is_signed(judged)
    for digest in (
        LEAVES[1].hex(),
        judged.digest.upper().replace("0", "A"),
        judged.digest[:-2],
        f" {judged.digest}",
        "",
    ):
        assert not is_signed(JudgementSigned(digest, judged.key, judged.signature))


def test_a_key_has_another_id_where_its_name_or_kind_is_cut_otherwise(keys):
    office, _ = keys
    name, public = office.public.name.encode(), office.public.kind + office.public.key
    assert key_id(name.decode(), public) == sha256(name + b"\n" + public).digest()[:4] == office.public.id
    for cut in (each for each in otherwise((name, public)) if len(each) == 2):
        assert hashed_by(lambda _, one, two: key_id(one.decode("latin-1"), two), "key", cut) != office.public.id
    for said in (
        f"{office.public}A",
        str(office.public).replace("+", "", 1),
        str(office.public).replace("ebu", "eb", 1),
    ):
        with pytest.raises(Misuse):
            parse_public_key(said)


def test_a_proof_with_hashes_of_other_lengths_shows_nothing():
    """Where one is longer by what the next is shorter, what is hashed would be the same bytes."""
    proof, root = seal.inclusion_proof(LEAVES, 0), seal.tree_root(LEAVES)
    grown, before = seal.consistency_proof(LEAVES, 1), seal.tree_root(LEAVES[:1])
    assert seal.is_included(LEAVES[0], 0, 3, proof, root)
    assert seal.is_consistent(1, 3, grown, before, root)
    for cut in otherwise(tuple(proof)):
        assert not seal.is_included(LEAVES[0], 0, 3, list(cut), root)
    for cut in otherwise((before, *grown)):
        assert not seal.is_consistent(1, 3, list(cut[1:]), cut[0] if cut else b"", root)


# In the page, and in PostgreSQL

ASKED = """async (cases) => Promise.all(cases.map(async ([name, parts]) => {
  const bytes = parts.map((part) => Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)));
  const whole = bytesUnder(name, ...bytes);
  const digest = await hashed(name, ...bytes).then(hexOf).catch(() => null);
  return [whole && hexOf(whole), digest];
}))"""


def test_the_page_hashes_the_same_and_refuses_the_same(chromium, tmp_path):
    cases = [(name, said) for name in OF_THE_PAGE for parts in SAMPLES[name] for said in (parts, *otherwise(parts))]
    page = tmp_path / "check.html"
    page.write_text(check_page(Press("en"), None), "utf-8")
    with Tab(chromium, page) as tab:
        coded = [[name, [b64encode(part).decode() for part in said]] for name, said in cases]
        found = tab.page.evaluate(ASKED, coded)
    assert len(cases) > 500
    for (name, said), (whole, digest) in zip(cases, found, strict=True):
        right = hashed_by(in_the_table, name, said)
        assert whole == (right and right.hex()), (name, said)
        assert digest == (right and sha256(right).hexdigest()), (name, said)


SAMPLES = {
    name: [
        tuple(
            (f"{name} of {at}, {so_long}: W hesitated".encode() * 3)[: size or so_long]
            for at, size in enumerate(row.lengths)
        )
        for so_long in (0, 1, 33, 64)
    ]
    for name, row in TABLE.items()
}
"""Parts of each row: the last, where it may have any length, empty, short, and as long as two others."""


SALT, NAMED = b"sixteen letters!", PlayersNamed((Player("1NS", 1, "Jane Roe"),))
"""A salt that may stand in a text as well."""


@pytest.fixture
def server(new_database):
    """A ledger with a name beside it, and a way to call its functions: whether they take what they are handed."""
    url = new_database()
    store = Store(url)
    store.append([entered(1), entered(2, event=kept(NAMED, lambda: SALT), name="players-named/1")])
    plain = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:

        def takes(statement: str, *given: object) -> bool:
            try:
                connection.execute(statement, given)
            except (psycopg.errors.DataException, psycopg.errors.SerializationFailure):
                return False
            return True

        yield store, takes
    store.close()


def test_postgresql_takes_no_words_that_are_cut_otherwise(server):
    _, takes = server
    parts, committed = (SALT, b"Jane Roe"), commitment(SALT, "Jane Roe")
    cut = [said for said in otherwise(parts) if len(said) == 2]
    assert len(cut) >= len(b"".join(parts))
    for salt, words in cut:
        assert not takes(KEEP, "s", [committed], [salt], [words.decode("latin-1")]), (salt, words)
    assert takes(KEEP, "s", [committed], [SALT], ["Jane Roe"])


def test_postgresql_takes_no_event_whose_digest_is_over_anything_else(server):
    """Over the same parts cut otherwise, or what any other row of the table would have of them."""
    store, takes = server
    previous = store.log.digests("s")[-1]
    written = record.write(entered(3))
    right = digests.event_digest(previous, written)
    near = [(previous, written), (previous + written,), (written,), (previous, previous), (previous[:16], written)]
    near += [said for parts in near for said in otherwise(parts)]
    over = {digests.of_bytes(b"".join(said)) for said in near}
    over |= {hashed_by(lambda name, *said: TABLE[name].digest(*said), name, said) for name in TABLE for said in near}
    wrong = over - {right, None}
    assert len(wrong) > 40
    assert not [each for each in wrong if takes(CALL, "s", 2, previous, b"[%b]" % written, each)]
    assert not [each for each in (b"", previous[:31], right) if takes(CALL, "s", 2, each, b"[%b]" % written, right)]
    assert takes(CALL, "s", 2, previous, b"[%b]" % written, right)
