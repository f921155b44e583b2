"""A bundle says what it says in one way only, to the byte, and all who check one say the same of it."""

import json
import random
import sqlite3
from contextlib import chdir, closing
from pathlib import Path

import pytest

from cli.main import run
from ledger.trust.bundle import verifier
from ledger.trust.seal import checkpoint
from tests.exchange import fuzzed_bundles
from tests.exchange.fuzzed_bundles import (
    NAMES,
    answered,
    contents_of,
    copied,
    disagreement,
    framed,
    make_bundles,
    spoilt,
)


@pytest.fixture(scope="module")
def bundles(tmp_path_factory):
    """Real bundles by their names, and the ledgers they are from."""
    folder = tmp_path_factory.mktemp("bundles")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
        return make_bundles(folder)


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """A folder with an empty ledger."""
    monkeypatch.chdir(tmp_path)
    assert run(["init", "-q"]) == 0
    return tmp_path


def in_lines(content, change):
    """A file of a bundle whose lines were changed."""
    return b"".join(change(content.splitlines(keepends=True)))


def first(old, new):
    """The first line that has something, with something else in its place."""

    def change(lines):
        at = next(at for at, line in enumerate(lines) if old in line)
        return [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]

    return change


def with_salt(change):
    """The first text with its salt written otherwise."""

    def changed(lines):
        said = verifier.read(lines[0].rstrip(b"\n"))
        return [verifier.written(said | {"salt": change(said["salt"])}).encode() + b"\n", *lines[1:]]

    return changed


OTHERWISE = {
    "a seal twice": ("seals.jsonl", lambda lines: [lines[0], *lines]),
    "seals in another order": ("seals.jsonl", lambda lines: lines[::-1]),
    "a field more in a seal": ("seals.jsonl", first(b'"}\n', b'","size":8}\n')),
    "a blank in a seal's line": ("seals.jsonl", first(b'":"', b'": "')),
    "an escape in a seal's line": ("seals.jsonl", first(b"example", b"\\u0065xample")),
    "a seal that ends otherwise": ("seals.jsonl", first(b'\\n"}', b'"}')),
    "a seal with a line more": ("seals.jsonl", first(b"\\n\\n", b"\\n\\n\\n")),
    "a seal's number with a zero": ("seals.jsonl", first(b"/s\\n", b"/s\\n0")),
    "a line of its own in a seal": ("seals.jsonl", first(b"=\\n\\n", b"=\\nmarks AAAA\\n\\n")),
    "another base64": ("seals.jsonl", first(b"=\\n", b"\\n")),
    "a text twice": ("texts.jsonl", lambda lines: [lines[0], *lines]),
    "texts in another order": ("texts.jsonl", lambda lines: lines[::-1]),
    "capitals in a salt": ("texts.jsonl", with_salt(str.upper)),
    "blanks in a salt": ("texts.jsonl", with_salt(lambda salt: f"{salt[:2]} {salt[2:]}")),
    "a longer salt": ("texts.jsonl", with_salt(lambda salt: f"{salt}00")),
    "a field more in a text": ("texts.jsonl", first(b'"}\n', b'","who":"x"}\n')),
    "the fields of a text turned": ("texts.jsonl", lambda lines: [turned(lines[0]), *lines[1:]]),
    "a line end of another system": ("texts.jsonl", first(b"\n", b"\r\n")),
    "no line end": ("texts.jsonl", lambda lines: [*lines[:-1], lines[-1][:-1]]),
    "an empty line": ("texts.jsonl", lambda lines: [*lines, b"\n"]),
    "a blank in an event": (
        "events.jsonl",
        lambda lines: [lines[0].replace(b'","record"', b'", "record"'), *lines[1:]],
    ),
    "a digest in capitals": (
        "events.jsonl",
        lambda lines: [lines[0][:11] + lines[0][11:75].upper() + lines[0][75:], *lines[1:]],
    ),
    "an empty line of events": ("events.jsonl", lambda lines: [*lines, b"\n"]),
}


def turned(line):
    """The same object with its fields in another order."""
    said = verifier.read(line.rstrip(b"\n"))
    return (
        verifier.written({}).encode()[:1]
        + b",".join(
            f"{verifier.written(key)}:{verifier.written(value)}".encode() for key, value in reversed(said.items())
        )
        + b"}\n"
    )


@pytest.mark.parametrize("what", OTHERWISE)
def test_whatever_could_be_written_otherwise_is_refused_by_all(bundles, empty, capsys, what):
    name, change = OTHERWISE[what]
    contents = contents_of(bundles["sealed.zip"])
    changed = in_lines(contents[name], change)
    assert changed != contents[name]
    (empty / "b.zip").write_bytes(framed({**contents, name: changed}))
    with pytest.raises(verifier.Broken) as refused:
        list(verifier.check("b.zip"))
    assert refused.value.code == 3
    for line in ("verify --bundle b.zip", "import b.zip"):
        assert run(line.split()) == 3
        assert str(refused.value) in capsys.readouterr().err
    assert disagreement(empty / "b.zip") == ""


RECORDED = {
    "a blank": (b'"boards":', b'"boards": '),
    "1.0": (b",0,", b",0.0,"),
    "an exponent": (b",0,", b",0e0,"),
    "minus nothing": (b",0,", b",-0,"),
    "an escape": (b'"s",', b'"\\u0073",'),
    "a field twice": (b"{", b'{"boards":1,'),
    "no number": (b",0,", b",NaN,"),
    "true for 1": (b'"s",1,', b'"s",true,'),
    "a number in a text": (b",0,", b',"0",'),
    "one value more": (b"]", b",0]"),
}


@pytest.mark.parametrize("what", RECORDED)
def test_a_record_that_would_be_written_otherwise_is_refused_though_its_digest_fits(bundles, empty, what):
    """Who writes a log past the office chains whatever he likes."""
    old, new = RECORDED[what]
    contents = contents_of(bundles["open.zip"])
    begun = contents["events.jsonl"].splitlines(keepends=True)[:1]
    other = [begun[0][:86] + begun[0][86:].replace(old, new, 1)]
    if what == "one value more":
        other = [begun[0].replace(b"]}\n", b",0]}\n")]
    assert other != begun
    events = fuzzed_bundles.rechained(b"".join(other))
    (empty / "b.zip").write_bytes(framed({**contents, "events.jsonl": events, "seals.jsonl": b"", "texts.jsonl": b""}))
    with pytest.raises(verifier.Broken, match=r"event #1 of .* was changed"):
        list(verifier.check("b.zip"))
    assert run(["verify", "--bundle", "b.zip"]) == 3
    assert run(["import", "b.zip"]) == 3


@pytest.mark.parametrize("name", NAMES)
def test_every_real_bundle_is_sound_for_all_and_is_written_again_as_it_came(bundles, empty, name):
    (empty / "b.zip").write_bytes(bundles[name])
    assert disagreement(empty / "b.zip") == ""
    assert fuzzed_bundles.verified(empty / "b.zip") == ""


def test_what_verify_would_say_of_a_session_is_said_before_it_is_here(bundles, empty, capsys, tmp_path_factory):
    """It names the seal under which it was taken over, and that was left out of the bundle: nobody vouches for it."""
    with chdir(tmp_path_factory.mktemp("office")):
        for line in (
            "init -q",
            "seal --new-key ebu.example --key k",
            "session open f --boards 1-2",
            "export begun.zip",
            "result add 1/1 4SN= --ns 1 --ew 2",
            "seal --key k",
            "export more.zip",
            "--db other.db init -q",
            "--db other.db import begun.zip",
            "--db other.db import more.zip --key k.pub",
            "--db other.db verify --strict",
            f"--db other.db export {empty}/taken.zip",
        ):
            assert run(line.split()) == 0, line
    contents = contents_of((empty / "taken.zip").read_bytes())
    assert contents["seals.jsonl"]
    (empty / "b.zip").write_bytes(framed({**contents, "seals.jsonl": b""}))
    assert list(verifier.check("b.zip"))  # it is as it was written: what it says only the ledger can know
    capsys.readouterr()
    assert run(["verify", "--bundle", "b.zip"]) == 3
    assert run(["import", "b.zip"]) == 3
    assert "no stored seal of it covers them" in capsys.readouterr().err
    assert run(["import", "taken.zip"]) == 0
    assert run(["verify", "--strict"]) == 0


def test_those_who_check_a_bundle_agree_about_whatever_a_stranger_makes_of_one(bundles, tmp_path, monkeypatch):
    """The first cases of `python -m tests.exchange.fuzz checkers`, which goes on for as long as it is let."""
    monkeypatch.setattr("ledger.recording.taking_over.migrate", copied)
    path, said = tmp_path / "b.zip", set()
    for number in range(60):
        rng = random.Random(f"checkers 1 {number}")
        path.write_bytes(spoilt(rng, bundles[rng.choice(NAMES)]))
        answer = answered(path, fuzzed_bundles.keys(bundles))
        assert answer.apart == "", number
        said.add(answer.said)
    assert {"", "bundle-broken"} < said
    assert said & fuzzed_bundles.CONTENT


def test_a_kept_seal_that_does_not_fit_stays_at_home_and_is_named(bundles, tmp_path_factory, monkeypatch, capsys):
    """One row that anybody put among the seals, past the program, must not keep an office from giving its log out."""
    monkeypatch.chdir(tmp_path_factory.mktemp("home"))
    for line in (
        "init -q",
        "session open s --boards 1-2",
        "seal --new-key ebu.example --key k",
        "result add 1/1 4SN= --ns 1 --ew 2",
        "seal --key k",
    ):
        assert run(line.split()) == 0, line
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")
    capsys.readouterr()
    assert run(["export", "good.zip", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seals_left_out"] == 0
    with closing(sqlite3.connect("bridge-ledger.db")) as database, database:
        ((size, note),) = database.execute("SELECT size, note FROM seal").fetchall()
        origin, counted, root, *signed = note.split("\n")
        stranger = str(fuzzed_bundles.STRANGER.sign(checkpoint("other.example", "s", [bytes(32)] * 2)))
        strange = [
            (2, stranger),
            (size, "hello"),
            (size, "\n".join((origin, counted, root, "marks AAAA", *signed))),
            (size, note.replace(root, root[::-1][1:] + "=")),
            (size, note.replace(" ", "  ")),
            (size, note[:-9] + "AAAAAAA=\n"),
            (size + 1, note.replace(f"\n{counted}\n", f"\n{size + 1}\n")),
        ]
        for row in strange:
            database.execute("INSERT INTO seal VALUES ('s', ?, ?)", row)
    assert run(["export", "more.zip"]) == 0
    out, err = capsys.readouterr()
    assert "3 events, 1 seal," in out
    numbers = ", ".join(f"#{each}" for each in sorted(each for each, _ in strange))
    assert f"7 kept seals of s left out, up to {numbers}: no good seal of this log;" in " ".join(err.split())
    assert run(["export", "again.zip", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seals_left_out"] == 7
    kept = [contents_of(Path(name).read_bytes())["seals.jsonl"] for name in ("good.zip", "more.zip", "again.zip")]
    assert kept[0].count(b"\n") == 1
    assert kept == kept[:1] * 3
    assert disagreement(Path("more.zip")) == ""
    assert run(["verify", "--bundle", "more.zip", "--key", "k.pub"]) == 0
    assert run(["verify"]) == 3
