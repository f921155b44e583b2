"""Memos: whose keys open them, and that nothing else in the ledger tells what they say."""

import sqlite3
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from cli.main import run
from ledger.errors import Corrupt
from ledger.trust.keys import new_key
from ledger.trust.memos import open_memo, seal_memo

SECRET = "7NS: a third psychic bid"


@pytest.fixture
def keys(tmp_path):
    return [new_key(tmp_path / name, name) for name in ("ahlborn", "berg", "cole")]


def test_the_keys_it_was_sealed_to_open_it_and_no_other(keys):
    ahlborn, berg, cole = keys
    public = [str(each.public) for each in (ahlborn, berg)]
    sealed = seal_memo(SECRET, [ahlborn.public, berg.public])
    assert [open_memo(sealed, public, each) for each in keys] == [SECRET, SECRET, None]
    assert SECRET.encode() not in b64decode(sealed)
    assert seal_memo(SECRET, [ahlborn.public]) != seal_memo(SECRET, [ahlborn.public])
    with pytest.raises(Corrupt):  # who only says that it was for him cannot open it
        open_memo(sealed, [str(cole.public), public[1]], cole)


@pytest.mark.parametrize("at", [0, 1, 33, 40, 90, -1])
def test_a_byte_that_is_changed_is_found(keys, at):
    berg = keys[1]
    coded = bytearray(b64decode(seal_memo(SECRET, [berg.public])))
    coded[at] ^= 1
    with pytest.raises(Corrupt) as caught:
        open_memo(b64encode(coded).decode(), [str(berg.public)], berg)
    told = (caught.value.code, caught.value.message, caught.value.hint)
    assert told == ("memo-changed", "what is sealed there does not open: it was changed", "`verify`")


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    """An evening with a memo for Berg; types a line, gives what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))

    def typed(*words, expect=0):
        capsys.readouterr()
        assert run([*words, "--no-input"]) == expect
        printed = capsys.readouterr()
        return printed.err if expect else printed.out

    for name in ("berg", "cole"):
        new_key(tmp_path / f"{name}.key", name)
    typed("init")
    typed("session", "open", "thursday", "--boards", "1-2", "--contestants", "1-2NS,1-2EW")
    typed("result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "1")
    typed("memo", "add", "--to", "berg.key.pub", SECRET)
    return typed


def test_a_memo_is_read_with_its_reader_s_key_only(desk):
    assert SECRET in desk("memo", "show", "M-0001", "--key", "berg.key")
    assert "error[not-granted]" in desk("memo", "show", "M-0001", "--key", "cole.key", expect=1)
    assert "error[no-key]" in desk("memo", "show", "m1", expect=2)
    assert SECRET in desk("memo", "list", "--key", "berg.key")
    assert SECRET not in desk("memo", "list") + desk("memo", "list", "--key", "cole.key")


def test_only_who_reads_it_grants_it_to_others(desk):
    assert "error[not-granted]" in desk(
        "memo", "grant", "M-0001", "--to", "cole.key.pub", "--key", "cole.key", expect=1
    )
    desk("memo", "grant", "M-0001", "--to", "cole.key.pub", "--key", "berg.key")
    assert SECRET in desk("memo", "show", "M-0001", "--key", "cole.key")
    assert "error[nothing-to-change]" in desk(
        "memo", "grant", "M-0001", "--to", "cole.key.pub", "--key", "berg.key", expect=1
    )


def test_an_official_tied_to_a_key_is_named(desk):
    desk("official", "add", "Ahlborn", "--as", "chief-director")
    desk("official", "add", "Cole", "--as", "director", "--key", "cole.key.pub")
    Path("memo.txt").write_text(f"{SECRET}\nand so on\n")
    desk("memo", "add", "--to", "Cole", "--from", "memo.txt")
    assert f"{SECRET} and so on" in desk("memo", "show", "M-0002", "--key", "cole.key")
    assert "error[no-key]" in desk("memo", "add", "--to", "Nobody", SECRET, expect=2)


def test_an_official_tied_to_no_key_is_no_reader_yet(desk):
    desk("official", "add", "Ahlborn", "--as", "chief-director")
    said = desk("memo", "add", "--to", "Ahlborn", SECRET, expect=2)
    assert "Ahlborn is tied to no key" in said
    assert "official add Ahlborn" in said


def test_its_words_stand_nowhere_in_the_ledger_nor_in_what_leaves_it(desk):
    desk("export", "thursday.zip")
    desk("backup", "copy.db")
    desk("report", "audit", "-o", "audit.html")
    desk("report", "site", "site")
    desk("ruling", "add", "1/1", "--stands", "--law", "16B")
    desk("report", "casebook", "-o", "book.html")
    told = desk("log") + desk("text", "list") + desk("show", "M-0001") + desk("log", "--json")
    assert SECRET not in told
    for path in (each for each in Path().rglob("*") if each.is_file()):
        assert SECRET.encode() not in path.read_bytes(), path
    pages = "".join(path.read_text() for path in Path().rglob("*.html"))
    assert "M-0001" not in pages


def test_what_was_sealed_is_in_no_bundle_and_reads_as_left_out(desk):
    sealed = sealed_texts("bridge-ledger.db")
    assert len(sealed) == 1
    desk("export", "thursday.zip")
    assert sealed[0].encode() not in Path("thursday.zip").read_bytes()
    desk("--db", "other.db", "init")
    desk("--db", "other.db", "import", "thursday.zip")
    assert sealed_texts("other.db") == []
    assert "left out" in desk("--db", "other.db", "memo", "show", "M-0001", "--key", "berg.key", expect=1)
    desk("--db", "other.db", "verify")


def test_it_is_withdrawn_and_erased_and_then_nobody_reads_it(desk):
    desk("undo", "M-0001", "--yes")
    assert "no memos" in desk("memo", "list", "--key", "berg.key")
    assert SECRET in desk("memo", "show", "M-0001", "--key", "berg.key")
    assert "error[case-withdrawn]" in desk(
        "memo", "grant", "M-0001", "--to", "cole.key.pub", "--key", "berg.key", expect=1
    )
    desk("text", "erase", "4", "--yes")
    assert "erased at" in desk("memo", "show", "M-0001", "--key", "berg.key", expect=1)
    assert sealed_texts("bridge-ledger.db") == []
    desk("verify")


def sealed_texts(path: str) -> list[str]:
    """The texts of a ledger that are what a memo was sealed to."""
    with sqlite3.connect(path) as database:
        return [text for (text,) in database.execute("SELECT text FROM text") if text and len(text) > 100]
