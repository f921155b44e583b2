"""Bundles: restored bit for bit on every database, refused where a byte is not as it was, or a history is another."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.main import run
from ledger.bounds import Bounds
from ledger.digests import event_digest
from ledger.errors import Problem
from ledger.office import Office
from ledger.store import chain
from ledger.store.backup import RestorePlan, restore
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.trust.bundle import verifier
from ledger.trust.bundle.reader import read_bundle
from ledger.trust.bundle.writer import export
from ledger.trust.keys import notes, read_public_key
from tests.exchange.fuzzed_bundles import contents_of, framed
from tests.kept import moved
from tests.promises import promise
from tests.store.conftest import new_database, postgresql, store, template  # noqa: F401

EVENING = (
    "init",
    "session open s --boards 1-2",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "person name 1 1 Jane&Roe --member 123",
    "person name 1 2 J.&O’Hara",
    "result add 1/2 4SN-1 --ns 3 --ew 4",
    'ruling add 1/1 --weighted 1/3&4SN=,2/3&4SN-1 --offender EW --facts "Zürich_♠"',
    "seal --new-key ebu.example --key k",
    "seal --key k",
    "ruling withdraw R-0001",
    "seal --key k",
)


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A folder with a small ledger, players' names, and a bundle of it."""
    folder = tmp_path_factory.mktemp("office")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in EVENING:
            assert run([word.replace("&", " ") for word in line.split()]) == 0
        ledger = Store("sqlite:///bridge-ledger.db")
        export(ledger, "s", folder / "s.zip")
        export(ledger, "s", folder / "nameless.zip", names=False)
        export(ledger, "s", folder / "wordless.zip", names=False, texts=False)
        ledger.close()
    return folder


@pytest.fixture
def here(office, tmp_path, monkeypatch):
    """A folder of one's own with the bundles in it, and no ledger."""
    for name in ("s.zip", "nameless.zip", "wordless.zip", "k", "k.pub"):
        shutil.copy(office / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def everything(ledger):
    return list(ledger.log.with_columns("s")), ledger.seals.of("s"), sorted(ledger.texts.of("s"))


def standalone(path, *arguments):
    """The verifier in the bundle, run as anybody would, by a Python without any library."""
    done = subprocess.run([sys.executable, "-I", "-S", str(path), *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@promise("T16")
def test_a_session_is_restored_bit_for_bit(office, store):  # noqa: F811
    original = Store(f"sqlite:///{office / 'bridge-ledger.db'}")
    (log,) = read_bundle(office / "s.zip").logs

    def restored(*, keep=True):
        return restore(store, RestorePlan("s", log.rows(), notes(log.seals), log.texts), keep=keep)[0].events

    assert restored(keep=False) == 9
    assert store.log.sessions() == []
    assert restored() == 9
    assert everything(store) == everything(original)
    assert restored() == 0
    original.close()


def test_it_is_exported_again_to_the_same_bytes(office, here):
    assert run(["init"]) == 0
    assert run(["import", "s.zip"]) == 0
    assert run(["export", "-o", "again.zip"]) == 0
    again, first = (Path(name).read_bytes() for name in ("again.zip", "s.zip"))
    assert after(again) == after(first)


def after(whole):
    """A bundle from its first event to its last name; what is before and after has the file's own name in it."""
    return whole[where(whole)[1][0] : whole.index(b"PK\1\2")]


def test_names_are_left_out_where_that_is_asked_for(here):
    assert b"Jane Roe" in Path("s.zip").read_bytes()
    assert b"Jane Roe" not in Path("nameless.zip").read_bytes()
    assert run(["init"]) == 0
    assert run(["import", "nameless.zip"]) == 0
    assert names() == []


@promise("T32")
def test_an_erased_name_does_not_come_back_with_an_old_bundle(here):
    for line in ("init", "import s.zip", "person erase --member 123 --yes", "import s.zip"):
        assert run(line.split()) == 0
    assert names() == ["J. O’Hara"]
    assert run(["verify"]) == 0


def names():
    """Who is known to play in the session restored here."""
    with Office.open("bridge-ledger.db") as office:
        return [player.name for player in office.people.of("s")]


@promise("T34")
def test_what_was_said_is_left_out_where_that_is_asked_for(here, capsys):
    """Where it is restored it reads so, until a whole bundle comes; and `verify` says how much it cannot check."""
    assert "Zürich".encode() in Path("nameless.zip").read_bytes()
    assert "Zürich".encode() not in Path("wordless.zip").read_bytes()
    for line in ("init", "import wordless.zip", "verify", "show R-0001"):
        assert run(line.split()) == 0
    printed, warned = capsys.readouterr()
    assert "4 texts are said to have been left out of a bundle" in warned
    assert "facts: (left out of the bundle it came in)" in printed
    with Office.open("bridge-ledger.db") as office:
        (_, audit) = office.verify("s")
    (warning,) = audit.warnings
    assert (warning.code, f"#{warning.number}") == ("text-left-out", warning.text.partition(",")[0])
    for line in ("import s.zip", "verify", "show R-0001"):
        assert run(line.split()) == 0
    printed = capsys.readouterr().out
    assert "cannot be checked" not in printed
    assert "Zürich_♠" in printed
    assert names() == ["Jane Roe", "J. O’Hara"]


def test_an_erasure_that_comes_with_a_bundle_erases_here_too(here):
    for line in (
        "init",
        "import s.zip",
        "text erase 8 --yes",
        "export -o erased.zip",
        "--db other.db init",
        "--db other.db import s.zip",
        "--db other.db import erased.zip --consent --yes",
        "--db other.db import s.zip",
        "--db other.db verify",
    ):
        assert run(line.split()) == 0, line
    assert "Zürich".encode() not in Path("erased.zip").read_bytes()
    other = Store("sqlite:///other.db")
    assert not any("Zürich" in (row.text or "") for row in other.texts.of("s"))
    other.close()
    assert standalone("erased.zip")[0] == 0


@promise("T15")
def test_texts_that_are_no_longer_what_was_recorded_are_refused_by_both(here):
    """Edited, exchanged for one another, put there, or erased and brought back: no digest of the log tells."""
    lines = sorted(member("texts.jsonl").splitlines(keepends=True), key=lambda line: b"Jane" not in line)
    one, other = (json.loads(line) for line in lines[:2])
    exchanged = [one | {"commitment": other["commitment"]}, other | {"text": one["text"]}]
    salt, words = moved(bytes.fromhex(one["salt"]), one["text"], 5)
    cut = as_line(one | {"salt": salt.hex(), "text": words})
    for changed in (
        [lines[0].replace(b"Jane", b"Jade"), *lines[1:]],
        [cut, *lines[1:]],
        [*map(as_line, exchanged), *lines[2:]],
        [*lines, as_line(one | {"commitment": "0" * 64})],
        [*lines, b"[]\n"],
    ):
        parts = {"events.jsonl": member("events.jsonl"), "texts.jsonl": b"".join(sorted(changed))}
        written("odd.zip", **parts)
        assert own("odd.zip")
        assert product("odd.zip")


def as_line(value):
    """A line of a bundle, as `export` writes it."""
    return f"{verifier.written(value)}\n".encode()


@promise("T17", "T18", "T19")
def test_a_bundle_that_goes_further_is_taken_over_under_a_seal(here, office, capsys):
    """Up to its last event the two are the same; the next says that it was taken over, and by whose seal."""
    for line in (
        "init",
        "import s.zip",
        "result add 2/1 3NTN= --ns 1 --ew 2",
        "seal --key k",
        "export -o longer.zip",
        "--db other.db init",
        "--db other.db import s.zip",
        "--db other.db import longer.zip --key k.pub",
        "--db other.db import s.zip",
        "--db other.db import longer.zip",
        "--db other.db verify --strict --key k.pub",
    ):
        assert run(line.split()) == 0
    mine, other = Store("sqlite:///bridge-ledger.db"), Store("sqlite:///other.db")
    rows, seals, people = everything(other)
    assert (rows[:-1], seals, people) == everything(mine)
    event = list(other.log.read("s"))[-1].event
    assert (event.file, event.taken, event.digest) == ("longer.zip", 1, rows[-2][1].hex())
    assert event.seal.startswith("ebu.example+")
    mine.close()
    other.close()
    assert run(["result", "add", "2/2", "3NTN=", "--ns", "3", "--ew", "4"]) == 0
    assert run(["export", "-o", "again.zip"]) == 0
    assert run(["--db", "other.db", "import", "again.zip"]) == 3
    assert "here took over a bundle: go on here" in capsys.readouterr().err
    for line in (
        "--db other.db export -o theirs.zip",
        "--db third.db init",
        "--db third.db import theirs.zip",
        "--db third.db result add 2/2 3NTN= --ns 3 --ew 4",
        "--db third.db export -o third.zip",
        "--db other.db result add 2/2 3NTN-1 --ns 3 --ew 4",
    ):
        assert run(line.split()) == 0
    assert run(["--db", "other.db", "import", "third.zip"]) == 3
    assert "here took over a bundle" not in capsys.readouterr().err, "they part after that"


@promise("A22", "T15")
def test_two_histories_are_refused_and_it_says_where_they_part(here, capsys):
    for line in (
        "init",
        "import s.zip",
        "result add 2/1 3NTN= --ns 1 --ew 2",
        "--db other.db init",
        "--db other.db import s.zip",
        "--db other.db result add 2/1 3NTN+1 --ns 1 --ew 2",
        "--db other.db export -o fork.zip",
    ):
        assert run(line.split()) == 0
    capsys.readouterr()
    assert run(["import", "fork.zip"]) == 3
    err = capsys.readouterr().err
    assert "error[forked]: session s has another history here: they part at #10" in err
    assert "events 1–9 are the same" in err


SMALL = (
    "init -q",
    "session open s --boards 1",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "person name 1 1 J",
    "seal --new-key ebu.example --key k",
    "seal --key k",
    "export s.zip",
)


@promise("T13")
def test_every_byte_counts_for_both_verifiers(tmp_path, monkeypatch):
    """A bit of a byte flipped, wherever it is: neither takes the bundle for sound, and both name the event where it is
    of one. The sums of the archive find it; and where they are made anew, in every byte of what is recorded, so do
    the digests, and the key of the seal over all of it. Of the two files that nobody believes the sums alone say it.
    """
    monkeypatch.chdir(tmp_path)
    for line in SMALL:
        assert run(line.split()) == 0, line
    whole, key = Path("s.zip").read_bytes(), read_public_key("k.pub")
    assert (own("s.zip", key), product("s.zip", key)) == ("", "")
    contents = contents_of(whole)
    assert framed(contents) == whole
    believed = 0
    for name, content in contents.items():
        start, counts = whole.index(content), name.endswith(".jsonl")
        for at in range(0, len(content), 7 if counts else 201):
            other = whole[:start] + flipped(content, at) + whole[start + len(content) :]
            require_found(other, name, content, at, both=at % 3 == 0)
        for at in range(len(content) if counts else 0):
            believed += 1
            other = framed({**contents, name: flipped(content, at)})
            require_found(other, name, content, at, key, both=at % 9 == 0)
    frame = [at for at in range(len(whole)) if not within_a_file(whole, contents, at)]
    assert believed > 2_000
    assert len(frame) == len(framed(dict.fromkeys(contents, b"")))
    for at in frame:
        Path("flipped.zip").write_bytes(flipped(whole, at))
        assert own("flipped.zip"), f"byte {at} of {len(whole)} can be changed unseen"
        assert product("flipped.zip")


def flipped(content, at):
    """The same with a bit of a byte flipped."""
    return content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :]


def within_a_file(whole, contents, at):
    """Whether a byte of a bundle is one of its files', and none of what stands around them."""
    begun = ((whole.index(content), len(content)) for content in contents.values())
    return any(start <= at < start + length for start, length in begun)


def require_found(made, name, content, at, key=None, *, both):
    """The verifiers must refuse a bundle in which a byte of a file was flipped, and name the event it is of."""
    Path("flipped.zip").write_bytes(made)
    complaints = [own("flipped.zip", key), *([product("flipped.zip", key)] if both else [])]
    assert all(complaints), f"byte {at} of {name} can be changed unseen"
    if name == "events.jsonl" and content[at] != ord("\n"):
        number = content[:at].count(b"\n") + 1
        assert all(f"event #{number} " in each for each in complaints), (at, complaints)


def where(whole):
    """From which byte to which the line of each event lies in the bundle."""
    at = re.search(rb'\{"digest":"[0-9a-f]{64}', whole).start()
    found = {}
    for number in range(1, 10):
        end = whole.index(b"\n", at)
        found[number] = at, end
        at = end + 1
    return found


def own(path, key=None):
    """What the verifier inside says is wrong, if anything."""
    try:
        list(verifier.check(str(path), str(key or "")))
    except verifier.Broken as error:
        return str(error)
    return ""


def product(path, key=None):
    """What the ledger says is wrong, if anything."""
    try:
        bundle = read_bundle(Path(path))
        if key:
            bundle.signed(key)
            bundle.require_covered(key, bundle.heads())
    except Problem as error:
        return error.message if error.exit_code in (2, 3) else ""
    return ""


def test_the_bundle_checks_itself_without_any_library(here):
    code, output = standalone("s.zip")
    assert code == 0
    assert "s: 9 events, each as it was recorded" in output
    assert "signature not checked" in output
    key = Path("k.pub").read_text().strip()
    code, output = standalone("s.zip", "--key", key)
    assert (code, "NOT checked: that needs the library" in output) == (2, True)
    assert "each as it was recorded" in output
    assert standalone("s.zip", "--key", "nonsense")[0] == 2
    whole = Path("s.zip").read_bytes()
    Path("s.zip").write_bytes(whole.replace(b'"ns":"1"', b'"ns":"7"', 1))
    code, output = standalone("s.zip")
    assert code == 3
    assert "NOT SOUND: event #" in output


def test_signatures_are_checked_by_both(here, capsys):
    key = Path("k.pub").read_text().strip()
    assert "signed with that key" in "".join(verifier.check("s.zip", key))
    assert run(["verify", "--bundle", "s.zip", "--key", "k.pub"]) == 0
    assert "signed by ebu.example+" in capsys.readouterr().out
    assert run(["seal", "--new-key", "ebu.example", "--key", "other"]) == 0
    other = Path("other.pub").read_text().strip()
    with pytest.raises(verifier.Broken, match="no seal in the bundle is signed"):
        list(verifier.check("s.zip", other))
    assert run(["verify", "--bundle", "s.zip", "--key", "other"]) == 3
    assert "error[seal-forged]" in capsys.readouterr().err


@promise("T14")
def test_what_comes_after_the_last_seal_is_named_by_both(here, capsys):
    """Anybody may append to a bundle whose end no seal covers: with a key it is wanted only where somebody says so."""
    for line in ("init", "import s.zip", "result add 2/1 3NTN= --ns 1 --ew 2", "result add 2/2 3NTN= --ns 3 --ew 4"):
        assert run(line.split()) == 0
    assert run(["export", "-o", "more.zip"]) == 0
    key = Path("k.pub").read_text().strip()
    with pytest.raises(verifier.Broken, match="no seal in the bundle is signed with that key for s from #10 on"):
        list(verifier.check("more.zip", key))
    assert any("signed with that key" in held for held in verifier.check("more.zip", key, unsealed=True))
    assert run(["verify", "--bundle", "more.zip", "--key", "k.pub"]) == 3
    assert "covers #10 to #11 of s\n" in capsys.readouterr().err
    assert run(["verify", "--bundle", "more.zip", "--key", "k.pub", "--unsealed"]) == 0
    assert "after the last seal, and not signed: #10 to #11 of s\n" in capsys.readouterr().out


@pytest.mark.parametrize("unsealed", [[], ["--unsealed"]])
def test_a_bundle_without_any_seal_is_told_as_that(here, capsys, unsealed):
    for line in ("init", "session open t --boards 1-2", "result add 1/1 3NTN= --ns 1 --ew 2", "export -o open.zip"):
        assert run(line.split()) == 0
    assert run(["verify", "--bundle", "open.zip", "--key", "k.pub", *unsealed]) == 3
    assert "error[not-covered]: the bundle has no seal" in capsys.readouterr().err


def test_a_bundle_is_held_against_a_seal(here, capsys):
    assert run(["init"]) == 0
    assert run(["import", "s.zip"]) == 0
    capsys.readouterr()
    assert run(["seal", "--key", "k"]) == 0
    Path("a.seal").write_text(capsys.readouterr().out)
    assert run(["verify", "--bundle", "s.zip", "--seal", "a.seal", "--key", "k"]) == 0
    assert run(["verify", "--bundle", "s.zip", "--seal", "a.seal"]) == 2
    assert "error[no-key]" in capsys.readouterr().err


def test_the_verifier_is_short_and_stands_alone():
    source = Path(verifier.__file__).read_text()
    assert len(source.splitlines()) < 405
    assert "ledger." not in source.replace("bridge-ledger.", "")


# What strangers may send


def archive(path, *members, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", method) as made:
        for name, content in members:
            made.writestr(name, content)


def written(path, **parts):
    """A bundle as `export` would frame it, of other contents."""
    from ledger.trust.bundle.writer import _Writer, verifier_source

    with Path(path).open("wb") as file:
        writer = _Writer(file)
        content = {
            "__main__.py": verifier_source(),
            "README.txt": b"",
            "events.jsonl": b"",
            "seals.jsonl": b"",
            "texts.jsonl": b"",
            "evidence.jsonl": b"",
        }
        for name, text in {**content, **parts}.items():
            writer.add(name, [text])
        writer.finish()


def member(name):
    with zipfile.ZipFile("s.zip") as bundle:
        return bundle.read(name)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "events.jsonl/../x", "texts.jsonl"])
def test_a_path_trick_gets_nowhere(here, name, capsys):
    archive("trick.zip", (name, "x"), ("events.jsonl", member("events.jsonl")))
    assert run(["init"]) == 0
    assert run(["import", "trick.zip"]) in (2, 3)
    assert "nothing was restored" in (err := capsys.readouterr().err) or "error[bad-file]" in err
    assert standalone(Path("s.zip"), "trick.zip")[0] in (2, 3)
    expected = ["nameless.zip", "s.zip", "trick.zip", "wordless.zip"]
    assert sorted(path.name for path in here.iterdir() if path.suffix == ".zip") == expected


OTHER_FILES = {
    "one more": lambda files: {**files, "more.txt": b"read me too"},
    "in another order": lambda files: {name: files[name] for name in sorted(files, reverse=True)},
    "under another name": lambda files: {name.replace("README", "readme"): content for name, content in files.items()},
    "one less": lambda files: {name: content for name, content in files.items() if name != "texts.jsonl"},
}


@pytest.mark.parametrize("make", OTHER_FILES.values(), ids=OTHER_FILES)
def test_a_bundle_has_its_own_files_alone_in_their_order(here, make):
    Path("odd.zip").write_bytes(framed(make(contents_of(Path("s.zip").read_bytes()))))
    assert own("odd.zip")
    assert product("odd.zip")


def test_a_session_named_like_a_path_is_refused(here, capsys):
    ledger = Store("sqlite:///x.db")
    migrate(ledger)
    original = read_bundle(Path("s.zip"))
    events = [replace(envelope, session="../s") for envelope in original.logs[0].events()]
    ledger.append(events)
    export(ledger, "../s", Path("odd.zip"))
    ledger.close()
    assert run(["init"]) == 0
    assert run(["import", "odd.zip"]) == 3
    assert "event #1 of ../s (line 1 of events.jsonl) was changed" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"x" * (3 << 20), b'{"digest":"' + b"[" * (2 << 20)], ids=["long", "deep"])
def test_a_line_without_an_end_is_refused(here, content, capsys):
    written("long.zip", **{"events.jsonl": content})
    assert run(["init"]) == 0
    assert run(["import", "long.zip"]) == 3
    err = capsys.readouterr().err
    assert err.startswith("error[bundle-broken]")
    assert "longer than" in err
    assert "longer than" in own("long.zip")


@pytest.mark.parametrize(
    "content", [b'{"digest":"' + b"[" * 100_000 + b"\n", b"\n", b"[]\n", b"\xff\n", b'{"digest":"","record":[]}\n']
)
def test_nonsense_is_no_event(here, content):
    written("odd.zip", **{"events.jsonl": content})
    assert "event #1" in own("odd.zip")
    assert "event #1" in product("odd.zip")


def test_what_is_left_out_reordered_or_swapped_is_named(here):
    lines = member("events.jsonl").splitlines(keepends=True)
    digests = [json.loads(line)["digest"].encode() for line in lines]
    swapped = [lines[3].replace(digests[3], digests[4]), lines[4].replace(digests[4], digests[3])]
    for number, changed in (
        (4, [*lines[:3], *lines[4:]]),
        (4, [*lines[:3], lines[4], lines[3], *lines[5:]]),
        (4, [*lines[:3], *swapped, *lines[5:]]),
        (1, lines[1:]),
        (10, [*lines, lines[-1]]),
    ):
        written("odd.zip", **{"events.jsonl": b"".join(changed)})
        assert f"event #{number} " in own("odd.zip")
        assert f"event #{number} " in product("odd.zip")


def test_a_log_cut_at_its_end_is_found_by_its_seals(here):
    lines = member("events.jsonl").splitlines(keepends=True)
    written("odd.zip", **{"events.jsonl": b"".join(lines[:-1]), "seals.jsonl": member("seals.jsonl")})
    assert "the seal of s up to #9" in own("odd.zip")
    assert "the seal of s up to #9" in product("odd.zip")
    written("empty.zip")
    assert "no events" in own("empty.zip")
    assert "no events" in product("empty.zip")


@pytest.mark.parametrize("name", ["seals.jsonl", "texts.jsonl"])
def test_nonsense_elsewhere_is_refused(here, name):
    written("odd.zip", **{"events.jsonl": member("events.jsonl"), name: b'{"note": 3}\n'})
    assert name in product("odd.zip")
    assert name in own("odd.zip")


def test_what_is_no_bundle(here, capsys):
    Path("text.zip").write_text("hello")
    Path("empty.zip").write_bytes(b"")
    archive("other.zip", ("a.txt", "x"))
    assert run(["init"]) == 0
    for name in ("text.zip", "empty.zip", "other.zip"):
        assert run(["import", name]) == 2
        assert "error[bad-file]" in capsys.readouterr().err
    assert run(["import", "s.zip", "--title", "x"]) == 2
    assert run(["import", "s.zip", "--session", "t"]) == 2
    assert run(["verify", "--bundle", "nowhere.zip"]) == 2
    assert run(["import", "s.zip"]) == 0
    assert run(["export", "-o", "s.zip"]) == 1
    assert run(["export", "-o", "no/such/folder.zip"]) == 2
    assert "error[file-exists]" in capsys.readouterr().err


BEFORE_RELEASE = '{"body":{"reason":""},"digest":"%s","envelope":["s",1,"session-closed/1","c",0,7,7,"me",""]}' % (
    "0" * 64
)


@pytest.mark.parametrize("command", ["import odd.zip", "verify --bundle odd.zip", "verify --receipt odd.receipt"])
def test_what_was_written_before_the_first_release_is_not_called_broken(here, capsys, command):
    """Nothing in it was changed: its events are written in another way, and that is what is said."""
    written("odd.zip", **{"events.jsonl": BEFORE_RELEASE.encode() + b"\n"})
    assert run(["--db", "t.db", "init"]) == 0
    for line in ("import s.zip", "seal --key k"):
        assert run(["--db", "t.db", *line.split()]) in (0, 1)
    capsys.readouterr()
    assert run(["--db", "t.db", "receipt", "R-0001", "--key", "k.pub"]) == 0
    receipt = json.loads(capsys.readouterr().out)
    receipt["events"][0]["line"] = json.loads(BEFORE_RELEASE)
    Path("odd.receipt").write_text(json.dumps(receipt, separators=(",", ":"), ensure_ascii=False))
    assert run(["--db", "t.db", *command.split()]) == 2
    err = capsys.readouterr().err
    assert "error[bad-file]" in err
    assert "never released" in err


def test_a_verifier_that_was_exchanged_is_noticed(here):
    own_lines = member("__main__.py").replace(b"NOT SOUND", b"VERY SOUND")
    texts = member("texts.jsonl")
    written("odd.zip", **{"__main__.py": own_lines, "events.jsonl": member("events.jsonl"), "texts.jsonl": texts})
    assert read_bundle(Path("odd.zip")).notes == ("the verifier inside is not that of this version of bridge-ledger",)


def test_what_no_bundle_can_hold_is_said_and_nothing_is_left(here, capsys, monkeypatch):
    for line in ("init", "import s.zip"):
        assert run(line.split()) == 0
    monkeypatch.setattr("ledger.trust.bundle.writer.BUNDLE", Bounds("the bytes of a bundle", 0, 9_500))
    assert run(["export", "-o", "large.zip"]) == 1
    assert "error[bundle-too-large]" in capsys.readouterr().err
    assert not list(here.glob("large*"))


def test_two_histories_that_part_at_the_second_event(here, capsys):
    for line in ("init", "session open f --boards 1-2", "export -o opened.zip", "--db other.db init"):
        assert run(line.split()) == 0
    for line in ("--db other.db import opened.zip", "--db other.db result add 1/1 PASS --ns 1 --ew 2"):
        assert run(line.split()) == 0
    for line in ("--db other.db export -o fork.zip", "result add 1/1 4SN= --ns 1 --ew 2"):
        assert run(line.split()) == 0
    capsys.readouterr()
    assert run(["import", "fork.zip"]) == 3
    err = capsys.readouterr().err
    assert "they part at #2" in err
    assert "hint: events 1–1 are the same in both; a seal kept elsewhere" in err


@pytest.mark.parametrize(
    ("old", "new"), [(b',"me",', b',"m\\u0000e",'), (b",7,7,", b",7,250000000000000001,"), (b",7,7,", b",-1,7,")]
)
def test_an_envelope_that_no_desk_records_is_refused(here, old, new):
    """NUL, and numbers beyond any calendar: databases would choke on them."""
    record = b'["f",1,"session-closed/1",{"reason":""},"c",0,7,7,"me",[],"0.1.0"]'
    for text, sound in ((record, True), (record.replace(old, new), False)):
        line = chain.line_of((text, event_digest(chain.GENESIS, text)))
        written("odd.zip", **{"events.jsonl": line + b"\n"})
        assert ("event #1 of f (line 1 of events.jsonl) was changed" in own("odd.zip")) is not sound
        assert ("event #1 of f (line 1 of events.jsonl) was changed" in product("odd.zip")) is not sound
