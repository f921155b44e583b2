"""Bundles with evidence: what the program inside and the ledger say of one where a file is not just what was filed."""

import json
from base64 import b64encode
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from cli.main import run
from ledger.bounds.files import EVIDENCE, EVIDENCE_PART
from ledger.errors import Corrupt
from ledger.store.store import Store
from ledger.trust.bundle import verifier
from ledger.trust.bundle.reader import read_bundle
from ledger.trust.verification import audit
from tests.exchange.fuzzed_bundles import contents_of, framed
from tests.promises import promise

PHOTO = b"\xff\xd8\xff" + b"cards" * 100_000
"""In two parts."""


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """Bundles of an evening with two pieces of evidence, before one of them was erased and after."""
    folder = tmp_path_factory.mktemp("evidence")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("cards.jpg").write_bytes(PHOTO)
        Path("log.txt").write_text("19:40 table 1\n")
        for line in (
            ["init"],
            ["session", "open", "s", "--boards", "1-2"],
            ["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2"],
            ["call", "add", "1/1", "slow", "--caller", "N", "--stage", "auction"],
            ["call", "evidence", "C-0001", "cards.jpg", "--what", "the cards"],
            ["call", "evidence", "C-0001", "log.txt"],
            ["export", "with.zip", "--evidence"],
            ["export", "without.zip"],
            ["text", "erase", "6", "--yes"],
            ["export", "erased.zip", "--evidence"],
        ):
            assert run(line) == 0
    return folder


def lines_of(office, name="with.zip"):
    return contents_of((office / name).read_bytes())["evidence.jsonl"].splitlines(keepends=True)


def refused(office, folder, lines, name="with.zip"):
    """What the program inside says of a bundle with these lines of evidence; the ledger refuses it just so."""
    path = folder / "odd.zip"
    contents = contents_of((office / name).read_bytes())
    path.write_bytes(framed({**contents, "evidence.jsonl": b"".join(lines)}))
    with pytest.raises(verifier.Broken) as caught:
        list(verifier.check(str(path)))
    with pytest.raises(Corrupt) as told:
        read_bundle(path)
    assert str(caught.value) in told.value.message
    return str(caught.value)


def line(commitment, number, content):
    said = {"commitment": commitment, "number": number, "part": b64encode(content).decode()}
    return verifier.written(said).encode() + b"\n"


def said(row):
    return json.loads(row)


def test_each_file_comes_whole_out_of_a_bundle(office):
    (log,) = read_bundle(office / "with.zip").logs
    files = {each.sha256: b"".join(each.parts()) for each in log.coming() if each.parts}
    assert files == {sha256(content).hexdigest(): content for content in (PHOTO, b"19:40 table 1\n")}


@promise("T43")
def test_a_bundle_with_evidence_checks_itself(office):
    held = list(verifier.check(str(office / "with.zip")))
    assert "each of the 2 files in it is just what was filed as evidence" in held
    assert not any("files in it" in each for each in verifier.check(str(office / "without.zip")))
    files = (
        "evidence.jsonl the files that were filed as evidence, in parts, base64: SHA-256 over each is the text under"
    )
    for name, said in (
        ("with.zip", files),
        ("without.zip", "evidence.jsonl empty: what was filed as evidence was left"),
    ):
        assert said in contents_of((office / name).read_bytes())["README.txt"].decode()
    assert read_bundle(office / "with.zip").notes == read_bundle(office / "erased.zip").notes == ()
    assert read_bundle(office / "without.zip").notes == ("evidence that was left out of the bundle: 2",)


def test_evidence_that_was_left_out_is_said_of_the_log_that_came_without_it(office, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in (["init"], ["import", str(office / "without.zip")]):
        assert run(line) == 0
    with closing(Store("sqlite:///bridge-ledger.db")) as store:
        found = audit(store, "s")
    text = "#5, #6: evidence that is said to have been left out of a bundle; nobody can check that"
    hint = "a bundle that was exported with --evidence brings it"
    assert found.checks["evidence"] == []
    expected = [("text-left-out", 5, text, hint)]
    assert [(each.code, each.number, each.text, each.hint) for each in found.warnings] == expected


def long_first(rows):
    """The lines of the file of two parts, then that of the other."""
    two = max({said(row)["commitment"] for row in rows}, key=lambda each: sum(each.encode() in row for row in rows))
    own = [row for row in rows if two.encode() in row]
    return [*own, *(row for row in rows if row not in own)]


def in_order(rows):
    return sorted(rows)


def reshaped(rows, *parts):
    """The file of two parts in these."""
    one, _, other = long_first(rows)
    commitment = said(one)["commitment"]
    return in_order([other, *(line(commitment, f"{at:04}", part) for at, part in enumerate(parts, start=1))])


CUT = EVIDENCE_PART.most
CHANGES = {
    "a byte": lambda rows: reshaped(rows, PHOTO[:CUT], PHOTO[CUT:-1] + b"!"),
    "a byte less": lambda rows: reshaped(rows, PHOTO[:CUT], PHOTO[CUT:-1]),
    "a byte more": lambda rows: reshaped(rows, PHOTO[:CUT], PHOTO[CUT:] + b"!"),
    "a part less": lambda rows: reshaped(rows, PHOTO[:CUT]),
    "cut otherwise": lambda rows: reshaped(rows, PHOTO[: CUT - 1], PHOTO[CUT - 1 :]),
    "a part too long": lambda rows: reshaped(rows, PHOTO),
    "an empty part": lambda rows: reshaped(rows, PHOTO[:CUT], PHOTO[CUT:], b""),
    "a number that is missing": lambda rows: in_order([row.replace(b'"0002"', b'"0003"') for row in rows]),
    "a number written otherwise": lambda rows: in_order([row.replace(b'"0002"', b'"02"') for row in rows]),
    "another order": lambda rows: rows[::-1],
    "twice": lambda rows: [rows[0], *rows],
    "the parts turned": lambda rows: reshaped(rows, PHOTO[CUT:], PHOTO[:CUT]),
    "under the other's commitment": lambda rows: in_order(
        [line(said(long_first(rows)[2])["commitment"], "0001", b"another")]
    ),
    "under no commitment": lambda rows: in_order([*rows, line("f" * 64, "0001", b"planted")]),
    "under a name that steers": lambda rows: in_order([*rows, line("\x1b[2J", "0001", b"planted")]),
    "more than a file has": lambda rows: reshaped(rows, *([bytes(CUT)] * (EVIDENCE.most // CUT + 1))),
    "another base64": lambda rows: [row.replace(b'="}', b'"}') for row in rows],
    "a field more": lambda rows: [row.replace(b'"}\n', b'","who":"x"}\n') for row in rows],
    "no line end": lambda rows: [*rows[:-1], rows[-1][:-1]],
}


@promise("T43")
@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_is_not_just_what_was_filed_is_refused_by_both(office, tmp_path, change):
    rows = lines_of(office)
    changed = CHANGES[change](rows)
    assert changed != rows
    assert "\x1b" not in refused(office, tmp_path, changed)


def test_what_was_erased_is_in_no_bundle_and_is_refused_in_one(office, tmp_path):
    (left,) = {said(row)["commitment"] for row in lines_of(office, "erased.zip")}
    assert left == said(long_first(lines_of(office))[0])["commitment"]
    assert "was erased" in refused(office, tmp_path, lines_of(office), "erased.zip")


def test_a_file_without_the_text_that_has_its_digest_is_refused(office, tmp_path, monkeypatch):
    monkeypatch.chdir(office)
    assert run(["export", str(tmp_path / "wordless.zip"), "--without-texts"]) == 0
    path, contents = tmp_path / "odd.zip", contents_of((tmp_path / "wordless.zip").read_bytes())
    path.write_bytes(framed({**contents, "evidence.jsonl": b"".join(lines_of(office, "erased.zip"))}))
    with pytest.raises(verifier.Broken, match="is not what was filed"):
        list(verifier.check(str(path)))


def test_a_bundle_that_changes_while_it_is_restored_is_refused_whole(office, tmp_path, monkeypatch):
    """Its evidence is read again, as it goes into the ledger."""
    monkeypatch.chdir(tmp_path)
    path, contents = tmp_path / "s.zip", contents_of((office / "with.zip").read_bytes())
    path.write_bytes(framed(contents))
    bundle = read_bundle(path)
    other = contents["evidence.jsonl"].replace(b'"part":"/9j/Y2', b'"part":"/9j/Y3')
    assert other != contents["evidence.jsonl"]
    path.write_bytes(framed({**contents, "evidence.jsonl": other}))
    (log,) = bundle.logs
    with pytest.raises(Corrupt, match="it was changed while it was read"):
        [list(each.parts()) for each in log.coming() if each.parts]
