"""Logs as tiles: any web host serves them, a mirror keeps them, and two copies show whether one was rewritten."""

import functools
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from base64 import b64decode
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cli.main import run
from ledger.bounds import Bounds
from ledger.digests import event_digest
from ledger.errors import Corrupt, Misuse
from ledger.store.chain import GENESIS
from ledger.trust.keys import signed_by
from ledger.trust.receipt import check_tlog_proof
from ledger.trust.seal import parse_public_key, parse_seal, tree_root
from ledger.trust.seals import TileFile, read_tiles, require_one_history, tile_files
from tests.needs import needs
from tests.promises import promise
from tests.trust import fuzz_tiles

VERIFIER = Path(__file__).with_name("tiles_verifier.go")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """An evening and what became of it, another history of it, and another log: ledgers, tiles and proofs."""
    folder = tmp_path_factory.mktemp("tiles")
    return folder, fuzz_tiles.make(folder)


@pytest.fixture
def type_(made, tmp_path, monkeypatch, capsys):
    """A copy of that folder to be in; what is typed there, and what it prints."""
    shutil.copytree(made[0], tmp_path / "office")
    monkeypatch.chdir(tmp_path / "office")
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")

    def type_(line, code=0):
        capsys.readouterr()
        assert run(line.split()) == code, capsys.readouterr()
        printed = capsys.readouterr()
        return printed.out + printed.err

    return type_


def rows(count):
    found, previous = [], GENESIS
    for number in range(count):
        previous = event_digest(previous, b"%d" % number)
        found.append((b"%d" % number, previous))
    return found


def test_files_are_called_as_the_specification_calls_them():
    assert str(TileFile("tile/0", 1234067, 256)) == "tile/0/x001/x234/067"
    assert str(TileFile("tile/entries", 273, 112)) == "tile/entries/273.p/112"
    assert str(TileFile("tile/1", 1000, 1)) == "tile/1/x001/000.p/1"
    names = [str(file) for file, _ in tile_files(rows(70_000))]
    assert len([each for each in names if each.startswith("tile/0/") and ".p/" not in each]) == 273
    assert [each for each in names if ".p/" in each and each.startswith("tile/") and "entries" not in each] == [
        "tile/0/273.p/112",
        "tile/1/001.p/17",
        "tile/2/000.p/1",
    ]


@pytest.mark.parametrize("size", [1, 255, 256, 257, 512, 66_000])
def test_tiles_have_the_hashes_the_specification_says(size):
    """MTH(D[(n * 256 + i) * 256**l : (n * 256 + i + 1) * 256**l]), worked out from the leaves each time."""
    log = rows(size)
    leaves = [digest for _, digest in log]
    for file, content in tile_files(log):
        if file.kind == "tile/entries":
            first = leaves[file.place * 256 : file.place * 256 + file.width]
            assert content == b"".join(b"\x00\x20" + each for each in first)
        elif file.kind != "records":
            level = int(file.kind.partition("/")[2])
            of = 256**level
            assert len(content) == 32 * file.width
            for at in {0, file.width - 1}:
                first = (file.place * 256 + at) * of
                assert content[32 * at : 32 * (at + 1)] == tree_root(leaves[first : first + of])
                assert first + of <= size


@promise("T46")
def test_a_folder_of_tiles_is_checked_without_a_database(type_, tmp_path, monkeypatch):
    mirror = tmp_path / "mirror"
    shutil.copytree("grown", mirror)
    shutil.copy("k.pub", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert "every tile, entry and record fits the seal" in type_("verify --tiles mirror --key k.pub")
    told = json.loads(type_("verify --tiles mirror --key k.pub --json"))
    assert (told["ok"], told["session"], told["logs"][0]["signed_by"][:12]) == (True, "thu", "ebu.example+")
    (mirror / "tile/0/002").write_bytes(bytes(8192))
    assert "tile/0/002 is not under the checkpoint" in type_("verify --tiles mirror --key k.pub", code=3)
    (mirror / "tile/0/002").unlink()
    (mirror / "records/000").unlink()
    assert "records/000 is missing" in type_("verify --tiles mirror --key k.pub", code=3)
    shutil.copy("office/fri/checkpoint", mirror)
    type_("verify --tiles mirror --key k.pub", code=3)


AGAIN = "is it the right place? then copy it again from the office; if that copy has the same fault, ask the office"
RECORDED = "event #{} of session thu was changed after it was recorded, as {} and its entries have it"
NOT_UNDER = "{} is not under the checkpoint: it is another log's, or was copied while tiles were written"
LINES, ENTRIES = (
    "records/001.p/27 does not have 27 complete lines",
    "tile/entries/001.p/27 does not have 27 complete entries of 32 bytes",
)


@pytest.mark.parametrize(
    ("name", "change", "words", "number"),
    [
        ("records/000", lambda right: None, "records/000 is missing", None),
        ("records/001.p/27", lambda right: None, "records/001.p/27 is missing", None),
        ("records/001.p/27", lambda right: right[:-1], LINES, None),
        ("records/001.p/27", lambda right: right + b"\n", LINES, None),
        ("tile/entries/001.p/27", lambda right: right[34:], ENTRIES, None),
        ("tile/entries/001.p/27", lambda right: right[:-1], ENTRIES, None),
        ("tile/entries/001.p/27", lambda right: b"\1" + right[1:], ENTRIES, None),
        ("records/000", lambda right: right.replace(b"4S", b"4H", 1), RECORDED.format(3, "records/000"), 3),
        ("records/001.p/27", lambda right: right.replace(b"4S", b"4H", 1), RECORDED.format(257, "records/001"), 257),
        ("tile/0/000", lambda right: right[1:], "tile/0/000 does not follow from the records", None),
        ("tile/0/002", lambda right: b"", NOT_UNDER.format("tile/0/002"), None),
        ("tile/0/001.p/28", lambda right: b"", NOT_UNDER.format("tile/0/001.p/28"), None),
        ("tile/0/001.p/26", lambda right: right[1:], "tile/0/001.p/26 is not the beginning of tile/0/001.p/27", None),
    ],
)
def test_of_a_folder_that_does_not_hold_the_file_is_named(made, name, change, words, number):
    right = made[1].tiles["grown"]
    content = change(right.get(name, b""))
    changed = {each: right[each] for each in right if each != name} | ({name: content} if content is not None else {})
    with pytest.raises(Corrupt) as caught:
        read_tiles(changed.get, [each for each in changed if each != "checkpoint"])
    whole = f"the tiles do not hold: {words}" if number is None else words
    assert (caught.value.code, caught.value.message, caught.value.hint) == ("tiles-broken", whole, AGAIN)
    assert caught.value.number == number


NO_SEAL = "this is no seal: a seal has an origin, a size, a root, and a signature after an empty line"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda path: path.unlink(), "checkpoint is missing"),
        (lambda path: path.write_bytes(b""), "checkpoint is empty"),
        (lambda path: path.write_bytes(b"\xff"), "checkpoint is no text"),
        (lambda path: path.write_bytes(path.read_bytes()[:60]), f"checkpoint is cut, or was changed: {NO_SEAL}"),
    ],
)
@promise("T46")
def test_a_checkpoint_that_is_damaged_is_told_like_any_other_file(type_, change, words):
    change(Path("grown/checkpoint"))
    told = type_("verify --tiles grown --key k", code=3)
    assert told == f"error[tiles-broken]: grown: the tiles do not hold: {words}\nhint: {AGAIN}\n"


def test_where_there_is_nothing_of_a_log_that_is_said(type_):
    Path("empty").mkdir()
    has = "hint: name the folder or address that has `checkpoint` next to `tile`\n"
    assert type_("verify --tiles empty", code=2) == f"error[no-such-file]: empty: there is no file `checkpoint`\n{has}"
    assert "error[no-such-file]: nowhere is no folder\n" in type_("verify --tiles nowhere", code=2)
    assert "error[no-such-file]: k.pub is no folder\n" in type_("verify --tiles k.pub", code=2)


def test_a_session_s_tiles_without_their_checkpoint_are_not_passed_over(type_):
    shutil.copytree("fri", "grown/sessions/fri")
    Path("grown/sessions/fri/checkpoint").unlink()
    assert "grown/sessions/fri: the tiles do not hold: checkpoint is missing" in type_("verify --tiles grown", code=3)


def test_tiles_are_not_put_over_a_checkpoint_that_is_damaged(type_):
    Path("grown/checkpoint").write_text("")
    told = type_("seal --tiles grown --session thu", code=3)
    assert "error[tiles-broken]: grown: the tiles do not hold: checkpoint is empty\n" in told
    assert "hint: keep this folder aside, and name another" in told
    assert Path("grown/checkpoint").read_text() == ""


@pytest.mark.parametrize("file", ["--receipt", "--seal", "--bundle"])
def test_an_address_is_fetched_for_tiles_alone(type_, file):
    told = type_(f"verify {file} https://ebu.example/x", code=2)
    assert "error[usage]: https://ebu.example/x is an address: a file on this computer is wanted\n" in told
    assert "hint: save what is there, as a browser does, and name that file\n" in told


def test_of_addresses_it_is_said_which_are_asked(type_):
    other = "error[usage]: ftp://ebu.example/x cannot be asked: only addresses with https:// or http:// are\n"
    assert other in type_("verify --tiles ftp://ebu.example/x", code=2)
    assert "a folder on this computer is wanted" in type_("seal --tiles https://ebu.example/x --session thu", code=2)


@promise("T46")
def test_a_receipt_and_a_seal_of_two_histories_prove_the_fork(type_):
    """Both are signed with the office's key: the receipt of one history, the seal of the other."""
    Path("R.receipt").write_text(type_("-q receipt R-0001 --session thu"))
    for file in ("R.receipt", "proofs/thu-283.tlog-proof"):
        type_(f"verify --receipt {file} --seal grown/checkpoint")
        told = type_(f"verify --receipt {file} --seal fork/checkpoint", code=3)
        two = "the receipt and the seal, both up to #283, are of two histories of ebu.example/thu"
        assert f"error[forked]: {two}\n" in told
        assert "hint: keep the receipt and the seal: together, they prove it to anybody\n" in told


def test_a_seal_that_nobody_signed_proves_no_fork(type_):
    origin, size, root, *rest = Path("grown/checkpoint").read_text().split("\n")
    Path("forged.seal").write_text("\n".join([origin, size, root[1:-1] + "A=", *rest]))
    told = type_("verify --receipt proofs/thu-283.tlog-proof --seal forged.seal", code=3)
    assert "error[seal-forged]" in told


def test_of_two_copies_it_is_said_where_they_part(made):
    grown, fork, fri = (read_tiles(made[1].tiles[name].get, []) for name in ("grown", "fork", "fri"))
    with pytest.raises(Corrupt) as caught:
        require_one_history(grown, fork)
    part = "the tiles of ebu.example/thu up to #283 and others up to #283 are two histories: they part at #283"
    keep = "keep both folders: together, they prove it to anybody"
    assert (caught.value.code, caught.value.message, caught.value.hint) == ("forked", part, keep)
    assert caught.value.number == 283
    with pytest.raises(Misuse) as caught:
        require_one_history(grown, fri)
    two = "these are two logs: ebu.example/thu and ebu.example/fri"
    assert (caught.value.code, caught.value.message, caught.value.hint) == ("other-seal", two, "name two copies of one")


@promise("T46")
def test_whose_signature_it_must_be(type_):
    type_("seal --new-key ebu.example --key false")
    assert "error[seal-forged]" in type_("verify --tiles grown --key false.pub", code=3)
    note = Path("grown/checkpoint").read_text()
    Path("grown/checkpoint").write_text(note + "\n")
    assert "checkpoint is cut, or was changed" in type_("verify --tiles grown --key k", code=3)


@promise("T46")
def test_a_seal_that_was_given_out_is_held_against_tiles(type_):
    shutil.copy("grown/checkpoint", "last.seal")
    type_("verify --tiles grown --key k --seal last.seal")
    assert "error[seal-broken]" in type_("verify --tiles fork --key k --seal last.seal", code=3)
    assert "error[other-seal]" in type_("verify --tiles fri --key k --seal last.seal", code=2)
    assert "one at a time" in type_("verify --tiles fri --receipt x", code=2)
    assert "no more" in type_("verify --tiles fri --tiles fri --tiles fri", code=2)


@promise("T47")
def test_only_what_is_new_is_written_and_what_is_full_stays(type_):
    before = {path: path.stat() for path in Path("grown").rglob("*") if path.is_file()}
    type_("result correct 1/2 4SN= --session thu -q")
    assert "4 new files" not in type_("seal --session thu --tiles grown")
    after = {path for path in Path("grown").rglob("*") if path.is_file()}
    assert sorted(str(path) for path in after - before.keys()) == [
        "grown/records/001.p/28",
        "grown/tile/0/001.p/28",
        "grown/tile/entries/001.p/28",
    ]
    for path, stat in before.items():
        if path.name != "checkpoint":
            assert (path.stat().st_ino, path.stat().st_mtime_ns) == (stat.st_ino, stat.st_mtime_ns)
    assert not list(Path("grown").rglob(".*"))
    again = {path: path.stat().st_mtime_ns for path in after}
    type_("seal --session thu --tiles grown -n")
    type_("verify --tiles grown --key k")
    assert {path: path.stat().st_mtime_ns for path in after} == again


@promise("T47")
def test_folders_that_cannot_take_it_are_refused_before_anything_is_recorded(type_, monkeypatch):
    events = json.loads(type_("verify --session thu --json"))["as_of"]

    def refused(line, code, words):
        assert words in type_(line, code=code)
        assert json.loads(type_("verify --session thu --json"))["as_of"] == events

    publish = "publish --session thu --yes"
    refused(f"{publish} --tiles fri", 1, "error[folder-taken]: fri holds the tiles of ebu.example/fri")
    refused(f"{publish} --tiles fork", 3, "error[forked]: fork holds tiles of another history")
    refused(f"{publish} --tiles thu.csv", 2, "error[output-lost]")
    leave_out = "leave --note, --site, --tiles and --periods-from-at out"
    refused("publish --running --session thu --tiles grown", 2, leave_out)
    monkeypatch.delenv("BRIDGE_LEDGER_KEY")
    refused(f"{publish} --tiles new", 2, "error[no-key]")


@pytest.mark.parametrize("link", ["tile", "tile/entries", "tile/0"])
def test_a_link_below_the_folder_that_was_typed_is_refused(type_, link):
    Path("elsewhere").mkdir()
    Path("new", link).parent.mkdir(parents=True)
    Path("new", link).symlink_to(Path("elsewhere").absolute())
    said = type_("publish --session thu --yes --tiles new", code=1)
    assert f"new/{link} is a link to" in said
    assert not [*Path("elsewhere").iterdir()]
    Path("typed").symlink_to("grown")
    type_("seal --session thu --tiles typed")


@promise("T47")
def test_what_goes_on_further_than_the_ledger_here_is_refused(type_):
    for line in ("--db old.db init -q", "--db old.db import thu.zip -q"):
        type_(line)
    assert "#283–#283 were sealed and are gone" in type_("--db old.db seal --tiles grown", code=3)
    assert "\n283\n" in Path("grown/checkpoint").read_text()


@promise("T47")
def test_desks_that_write_one_folder_at_once_leave_it_whole(type_):
    type_("seal --session thu --tiles web")
    typed = "import sys; from cli.main import run; sys.exit(run(sys.argv[1:]))"
    seal = [sys.executable, "-c", typed, *["--session", "thu", "seal", "--tiles", "web"]]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    running = []
    for table in (3, 4):
        type_(f"result correct 1/{table} 4SN-3 --session thu -q")
        running.append(subprocess.Popen(seal, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
    for each in running:  # one that comes after a longer one is refused
        error = each.communicate(timeout=120)[1].decode()
        assert each.returncode == 0 or "and the seal is up to" in error, error
    type_("verify --tiles web --key k")
    type_("seal --session thu --tiles web")
    assert "up to #285" in type_("verify --tiles web --key k")


@promise("T47")
def test_a_longer_folder_takes_no_earlier_seal_and_a_damaged_one_nothing(type_):
    type_("witness --new-key w1.example --key w1")
    Path("a.ask").write_text(type_("seal --session thu --since 0").partition("For a witness")[0])
    Path("a.seal").write_text(type_("witness a.ask --key w1 --seen w1.json --office k.pub").partition("Signed as")[0])
    assert "4 signatures" in type_("seal --session thu --witness a.seal --tiles grown")
    assert "w1.example" in Path("grown/checkpoint").read_text()
    type_("result correct 1/2 4SN= --session thu -q")
    type_("seal --session thu --tiles grown")
    assert "holds tiles up to #284" in type_("seal --session thu --witness a.seal --tiles grown", code=1)
    Path("grown/records/000").write_bytes(b"")
    type_("result correct 1/2 4SN-1 --session thu -q")
    said = type_("seal --session thu --tiles grown", code=3)
    assert "error[tiles-broken]: the seal stands; the tiles are not written: grown/records/000" in said
    assert not list(Path("grown").rglob("*28[5-9]*"))
    assert "\n284\n" in Path("grown/checkpoint").read_text()


@promise("T47")
def test_where_a_file_cannot_be_written_none_is(type_, monkeypatch):
    type_("result correct 1/2 4SN= --session thu -q")
    before = fuzz_tiles.contents(Path("grown"))
    replace, calls = os.replace, []

    def failing(source, target):
        calls.append(target)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr("cli.pages.folder.os.replace", failing)
    assert "No space left on device" in type_("seal --session thu --tiles grown", code=2)
    monkeypatch.setattr("cli.pages.folder.os.replace", replace)
    assert fuzz_tiles.contents(Path("grown")) == before


@promise("T48", "A36")
def test_two_copies_show_whether_one_is_the_beginning_of_the_other(type_):
    shutil.copytree("grown", "mirror")
    type_("result correct 1/2 4SN= --session thu -q")
    type_("seal --session thu --tiles grown")
    both = "#1–#283 of ebu.example/thu are the same in both"
    assert f"{both}; the second goes on to #284" in type_("verify --tiles mirror --tiles grown")
    assert f"{both}; the first goes on to #284" in type_("verify --tiles grown --tiles mirror")
    assert f"{both}, and that is all of each" in type_("verify --tiles mirror --tiles mirror")
    assert "two histories: they part at #283" in type_("verify --tiles fork --tiles grown --key k.pub", code=3)
    assert "error[forked]" in type_("verify --tiles mirror --tiles fork --key k.pub", code=3)
    assert "error[other-seal]: these are two logs" in type_("verify --tiles mirror --tiles fri", code=2)


@promise("T49")
def test_no_name_and_no_word_stands_in_tiles(type_):
    type_("person name 1 1 Zenobia --session thu")
    type_("seal --session thu --tiles grown")
    assert "Jane" in type_("show R-0001 --session thu")
    whole = b"".join(fuzz_tiles.contents(Path("grown")).values())
    assert b"players-named" in whole
    for word in (b"Jane", b"Zenobia", b"John"):
        assert word not in whole


def test_a_publication_puts_its_tiles_out(type_):
    assert "Would write tiles to nowhere" in type_("publish --session thu --yes -n --tiles nowhere")
    assert not Path("nowhere").exists()
    said = json.loads(type_("publish --session thu --yes --tiles web --json"))
    (tiles,) = said["tiles"]
    assert (tiles["folder"], tiles["as_of"]) == ("web", parse_seal(said["seal"]).checkpoint.size)
    assert Path("web/checkpoint").read_text() == said["seal"]
    type_("verify --tiles web --key k")
    assert "web-fri: tiles of ebu.example/fri up to #283" in type_("publish --session fri --yes --tiles web-fri")


@promise("T46")
def test_a_tournament_has_the_tiles_of_its_sessions_beside_its_own(type_, served):
    for line in ("tournament open spring", "tournament stage add only", "tournament add thu --stage only --yes"):
        type_(line)
    type_("tournament add fri --stage only --yes")
    said = type_("tournament publish --tournament spring --tiles web --yes")
    for name in ("spring up to", "thu up to #283", "fri up to #28"):
        assert f"tiles of ebu.example/{name}" in said
    assert type_("verify --tiles web --key k").count("fits the seal") == 3
    shutil.copytree("web", "mirror")
    type_("result correct 1/2 4SN= --session thu -q --yes")
    type_("seal --session spring --tiles web")
    said = type_("verify --tiles mirror --tiles web --key k")
    assert "of ebu.example/thu are the same in both; the second goes on" in said
    shutil.rmtree("mirror/sessions/fri")
    said = type_("verify --tiles mirror --tiles web --key k")
    assert "sessions/fri is in the second alone" in said
    assert "sessions/fri is in the second alone" in said
    where = served("web")
    assert type_(f"verify --tiles mirror --tiles {where} --key k") == said.replace("web", where)
    Path("mirror/sessions/thu/tile/0/000").write_bytes(b"")
    assert "mirror/sessions/thu: the tiles do not hold" in type_("verify --tiles mirror --key k", code=3)


@promise("T50")
def test_a_proof_says_of_one_event_what_a_receipt_does_but_the_words(type_):
    said = type_("verify --receipt proofs/thu-283.tlog-proof --key k")
    assert "#283 stood in the log of thu, but for the words, which are not in it, when it was sealed up to #283" in said
    assert "facts: (not told)" in said
    told = json.loads(type_("receipt R-0001 --session thu --tlog-proof proofs --json"))
    assert [each["number"] for each in told["proofs"]] == [283]
    assert "error[output-lost]" in type_("receipt R-0001 --session thu --tlog-proof thu.csv", code=2)
    assert "leave --since out" in type_("receipt 1 --since grown/checkpoint --tlog-proof proofs --session thu", code=2)
    text = Path("proofs/thu-1.tlog-proof").read_text()
    none, hashed = "this is no proof of an event: ", text.split("\n")[1].removeprefix("extra ")
    for wrong, code, words in (
        (text.replace("index 0", "index 1"), "receipt-broken", "its index is that of event #2, but its record is #1"),
        (text.replace("index 0", "index 00"), "bad-receipt", f"{none}its lines are not those of a proof"),
        (text.replace("\next", "\n\next"), "bad-receipt", f"{none}its lines are not those of a proof"),
        (text.replace("=\n", "=\r\n", 2).replace("=\r\n", "=\n", 1), "bad-receipt", f"{none}"),
        (text.replace(hashed, hashed[4:]), "bad-receipt", f"{none}what was hashed is no event of a ledger"),
        (text + "\n", "bad-seal", "this is no seal: it is written otherwise than it was given out"),
        (text.replace("thu\n", "fri\n"), "receipt-broken", "event #1 is not under the seal"),
    ):
        Path("wrong").write_bytes(wrong.encode())
        said = type_("verify --receipt wrong", code=3 if code == "receipt-broken" else 2)
        assert f"error[{code}]: " in said
        assert words in said
        assert ("receipt --tlog-proof` wrote, whole" in said) == (code == "bad-receipt")


@promise("T50")
def test_a_proof_is_what_the_specification_says(made):
    """Checked here by hand: the entry is SHA-256 of what stands in `extra`, and RFC 9162 leads from it to the root."""
    text = made[1].proofs["thu-270.tlog-proof"].decode()
    head, _, note = text.partition("\n\n")
    first, extra, index, *proof = head.split("\n")
    assert (first, index) == ("c2sp.org/tlog-proof@v1", "index 269")
    seal = parse_seal(note)
    assert signed_by(seal, parse_public_key(str(made[1].key)))
    at, last = 269, seal.checkpoint.size - 1
    found = sha256(b"\0" + sha256(b64decode(extra.removeprefix("extra "))).digest()).digest()
    for each in map(b64decode, proof):
        if at % 2 or at == last:
            found = sha256(b"\1" + each + found).digest()
            while not at % 2 and at:
                at, last = at // 2, last // 2
        else:
            found = sha256(b"\1" + found + each).digest()
        at, last = at // 2, last // 2
    assert (last, found) == (0, seal.checkpoint.root)
    held = check_tlog_proof(text)
    assert (held.case, held.seal, held.since, held.key) == ("#270", seal, None, "")
    assert [each.number for each in held.events] == [270]


@promise("T46", "T50")
def test_no_changed_tile_or_proof_is_taken(made):
    assert fuzz_tiles.answer(made[1], made[1].tiles["grown"]) == ""
    assert fuzz_tiles.answer(made[1], made[1].proofs["thu-1.tlog-proof"]) == ""
    found = fuzz_tiles.fuzz(made[1], 200, seed=0)
    assert found[""] == 0
    assert found["tiles-broken"] > 50


# At an address


class _Host(SimpleHTTPRequestHandler):
    """Any web host, but that it prints nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture
def served():
    """A folder served as any web host serves files: by `python -m http.server`'s own handler, or another."""
    servers = []

    def serve(folder, handling=_Host):
        handler = functools.partial(handling, directory=str(folder))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_tiles_at_an_address_are_checked_as_a_folder_is(type_, served):
    shutil.copytree("grown", "mirror")
    type_("result correct 1/2 4SN= --session thu -q")
    type_("seal --session thu --tiles grown")
    where = served("grown")
    assert f"{where}: ebu.example/thu up to #284; every tile" in type_(f"verify --tiles {where} --key k.pub")
    both = "#1–#283 of ebu.example/thu are the same in both"
    assert f"{both}; the second goes on to #284" in type_(f"verify --tiles mirror --tiles {where}/ --key k.pub")
    assert "error[forked]" in type_(f"verify --tiles {where} --tiles {served('fork')} --key k.pub", code=3)
    assert "there is no file `checkpoint`" in type_(f"verify --tiles {where}/tile --key k.pub", code=2)
    Path("grown/records/000").unlink()
    assert f"{where}: the tiles do not hold: records/000 is missing" in type_(f"verify --tiles {where}", code=3)


class _Odd(_Host):
    """A host that serves a checkpoint, and then what a test wants."""

    answer = b""

    def do_GET(self):
        if self.path == "/checkpoint":
            super().do_GET()
        else:
            self.wfile.write(self.answer)
            self.close_connection = True


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"HTTP/1.0 200 OK\r\nContent-Length: 900000\r\n\r\n[", "its answer is cut off: 899999 bytes are missing"),
        (b"HTTP/1.0 500 Oh\r\n\r\n", "its host has an error of its own (HTTP 500)"),
        (
            b"HTTP/1.0 302 There\r\nLocation: /checkpoint\r\n\r\n",
            "its host has moved, and no other address is followed (HTTP 302)",
        ),
        (b"", "records/000 cannot be fetched"),
        (b"hello\r\n\r\n", "records/000 cannot be fetched"),
    ],
    ids=["cut", "broken", "moved", "hung-up", "no-http"],
)
def test_a_host_that_serves_no_tiles_is_told_from_tiles_that_do_not_hold(type_, served, answer, said):
    where = served("grown", type("Odd", (_Odd,), {"answer": answer}))
    told = type_(f"verify --tiles {where} --key k.pub", code=5)
    assert "error[tiles-away]" in told
    assert said in told


def test_what_is_longer_than_any_file_of_tiles_or_comes_too_late_is_not_waited_for(type_, served, monkeypatch):
    monkeypatch.setattr("ledger.trust.seals.PATIENCE_SECONDS", 1)
    over = threading.Event()

    class Dripping(_Odd):
        def do_GET(self):
            while not over.wait(0.2):
                self.wfile.write(b"H")

    assert "no answer in 1 seconds" in type_(f"verify --tiles {served('grown', Dripping)}", code=5)
    over.set()
    monkeypatch.setattr("ledger.trust.seals.PATIENCE_SECONDS", 60)
    monkeypatch.setattr("ledger.trust.seals.TILE", Bounds("", 0, 100))
    assert "its answer is too long" in type_(f"verify --tiles {served('grown')}", code=5)


# Programs that are not ours


@pytest.fixture(scope="module")
def verifier(tmp_path_factory):
    """The verifier in Go, built once."""
    folder = tmp_path_factory.mktemp("go")
    environment = {**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": str(folder / "cache")}
    built = ["go", "build", "-o", str(folder / "verifier"), str(VERIFIER)]
    subprocess.run(built, check=True, env={**environment, "GOFLAGS": ""}, timeout=300)
    return folder / "verifier"


@needs("golang.org/x/mod")
@promise("T52")
def test_go_s_own_log_library_takes_tiles_and_proofs_unchanged(type_, verifier, served):
    key = Path("k.pub").read_text().split()[0]

    def checked(*arguments):
        return subprocess.run([verifier, key, *map(str, arguments)], capture_output=True, text=True, timeout=60)

    shutil.copy("grown/checkpoint", "older")
    type_("result correct 1/2 4SN= --session thu -q")
    type_("seal --session thu --tiles grown")
    done = checked("tiles", served("grown"), "older")
    assert (done.returncode, done.stdout) == (0, "extends 283\nebu.example/thu 284\n"), done.stderr
    proofs = sorted(Path("proofs").iterdir())
    done = checked("proofs", *proofs)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, len(proofs)), done.stderr
    assert checked("tiles", served("fork"), "older").returncode == 1
    for name in ("records/000", "tile/0/001.p/28", "tile/entries/001.p/28", "checkpoint"):
        file = Path("grown") / name
        right = file.read_bytes()
        file.write_bytes(right[:40] + bytes([right[40] ^ 1]) + right[41:])
        assert checked("tiles", served("grown")).returncode == 1, name
        file.write_bytes(right)
    proofs[0].write_bytes(proofs[1].read_bytes()[:-9] + proofs[0].read_bytes()[-9:])
    assert checked("proofs", proofs[0]).returncode == 1


@needs("aics-tlog")
@promise("T52")
def test_a_stranger_s_verifier_takes_tiles_unchanged_and_finds_what_was_rewritten(type_, served):
    def checked(what, where, *arguments):
        Path("first.pub").write_text(Path("k.pub").read_text().split()[0])
        known = ("--vkey-file", "first.pub", "--origin", "ebu.example/thu")
        done = subprocess.run(["aics-tlog", what, "--tiles", where, *known, *arguments], capture_output=True, text=True)
        return done.returncode, json.loads(done.stdout)

    shutil.copy("grown/checkpoint", "older")
    type_("result correct 1/2 4SN= --session thu -q")
    type_("seal --session thu --tiles grown")
    where, older = served("grown"), ("--old-checkpoint", "older")
    assert checked("verify-checkpoint", where)[1]["tiles_ok"]
    code, told = checked("verify-consistency", where, *older)
    assert (code, told["old_size"], told["new_size"]) == (0, 283, 284)
    assert checked("verify-inclusion", where, "--index", "269", "--entry-out", "entry")[0] == 0
    extra = Path("proofs/thu-270.tlog-proof").read_text().split("\n")[1].removeprefix("extra ")
    assert Path("entry").read_bytes() == sha256(b64decode(extra)).digest()
    code, told = checked("verify-consistency", served("fork"), *older)
    assert (code, "history was rewritten" in told["error"]) == (1, True)
    for name, index in (("tile/0/000", "8"), ("tile/0/001.p/28", "269"), ("tile/entries/000", "8")):
        file = Path("grown") / name
        right = file.read_bytes()
        file.write_bytes(right[:280] + bytes([right[280] ^ 1]) + right[281:])
        assert checked("verify-inclusion", where, "--index", index, "--entry-out", "other")[0] == 1, name
        file.write_bytes(right)


@pytest.fixture
def stranger(tmp_path):
    """A witness that is not ours, which knows the log: its address, and the file of its key."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    folder = tmp_path / "stranger"
    folder.mkdir()
    config = folder / "witness.json"
    of_it = ["--config", str(config)]
    begin = ["aics-witness", "init", *of_it, "--name", "w9.example", "--listen", address]
    key = subprocess.run(begin, capture_output=True, text=True, check=True).stdout.strip()
    Path("w9.policy").write_text(f"witness w9 {key} http://{address}\nquorum w9\n")
    log = {"origin": "ebu.example/thu", "vkeys": Path("k.pub").read_text().split()[:1]}
    config.write_text(json.dumps(json.loads(config.read_text()) | {"logs": [log]}))
    with subprocess.Popen(["aics-witness", "serve", *of_it], stderr=subprocess.PIPE, text=True) as running:
        while "listening" not in running.stderr.readline():
            assert running.poll() is None
        yield "w9.policy"
        running.terminate()


@needs("aics-tlog")
@promise("T51")
def test_a_stranger_s_witness_signs_what_only_grew(type_, stranger):
    ask = f"seal --session thu --policy {stranger}"
    assert "Signed by w9.example" in type_(f"{ask} --tiles grown")
    type_("result correct 1/2 4SN= --session thu -q")
    assert "Signed by w9.example" in type_(f"{ask} --tiles grown")
    type_(f"verify --seal grown/checkpoint --policy {stranger} --key k.pub --session thu")
    assert "w9 shows its beginning up to #" in type_(f"verify --tiles grown --policy {stranger} --key k.pub")
    assert "error[forked]" in type_(f"--db other.db {ask}", code=3)


def test_what_is_asked_of_the_wrong_thing_is_told_where_it_goes(type_, monkeypatch):
    Path("thu.seal").write_text(type_("seal --session thu --key k").partition("Sealed up")[0])
    assert "thu.seal is no receipt, but a seal of ebu.example/thu up to #" in type_("verify --receipt thu.seal", code=2)
    said = type_("--db nowhere.db verify --seal thu.seal --key k.pub", code=5)
    assert "error[no-database]" in said
    assert "to check --tiles, --bundle or --receipt no ledger is needed" in said
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "nowhere.key")
    said = type_("publish --session thu --yes --tiles new", code=2)
    assert "BRIDGE_LEDGER_KEY names the file of another" in said
    assert "--key" not in said.replace("--new-key", "")


def test_the_site_of_a_tournament_takes_a_folder_with_another_s_site_of_a_session(type_):
    type_("tournament open spring")
    type_("tournament stage add all")
    type_("tournament add thu --stage all")
    Path("www/sessions/other").mkdir(parents=True)
    Path("www/sessions/other/index.html").write_text("mine")
    type_("tournament publish --site www --yes")
    assert Path("www/sessions/other/index.html").read_text() == "mine"
    assert "`bridge-ledger report site DIR` writes" in type_("tournament publish --site www --yes", code=1)
