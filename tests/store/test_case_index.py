"""The index of cases: gone is what was erased, and it holds nothing that its reader may not read."""

import json
import os
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.projections.case_search import CaseSummary
from ledger.store.case_index import CaseIndex, IndexedCase, IndexedStream, StreamState
from tests.promises import promise
from tests.store.conftest import administer, administer_each, logins, made
from tests.store.unguarded import unguarded

EVENINGS = 12
SECRET = "Zanzibar"
"""A word that stands in no event and no program."""


def typed(where, *words):
    assert run(["--db", where, *words, "-q", "--no-input"]) == 0, words


def fill(where):
    """A dozen evenings, each with two rulings; in one of them something is said that is to be erased."""
    for number in range(EVENINGS):
        of = ["--session", f"s{number:02}"]
        typed(where, "session", "open", f"s{number:02}", "--boards", "1-2", "--contestants", "1-4")
        typed(where, *of, "result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2")
        typed(where, *of, "result", "add", "1/2", "4SN-1", "--ns", "3", "--ew", "4")
        said = f"{SECRET} hesitated at length, so it is said" if number == 5 else "somebody hesitated"
        typed(where, *of, "ruling", "add", "1/1", "--stands", "--law", "16B", "--facts", said, "--reason", "no damage")
        typed(where, *of, "ruling", "add", "1/2", "--stands", "--law", "73D1", "--reason", "no reason for it")


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request, tmp_path, monkeypatch):
    """The evenings, in a ledger whose index is not made yet."""
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    where = str(tmp_path / "ledger.db") if request.param == "sqlite" else request.getfixturevalue("new_database")()
    typed(where, "init")
    fill(where)
    return where


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The same evenings in a file."""
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    where = str(tmp_path / "ledger.db")
    typed(where, "init")
    fill(where)
    return where


def found(capsys, where, *words):
    capsys.readouterr()
    assert run(["--db", where, "cases", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def kept_bytes():
    """Everything that lies in the state folder, the index and whatever SQLite keeps beside it."""
    return b"".join(each.read_bytes() for each in sorted(Path(os.environ["BRIDGE_LEDGER_STATE"]).glob("*.cases.db*")))


@promise("T45")
def test_what_was_erased_is_in_no_byte_of_the_index(ledger, capsys, monkeypatch, tmp_path):
    here, elsewhere = (str(tmp_path / name) for name in ("state", "of another machine"))
    for machine in (elsewhere, here):
        monkeypatch.setenv("BRIDGE_LEDGER_STATE", machine)
        assert found(capsys, ledger, SECRET)["total"] == 1
        assert SECRET.encode() in kept_bytes()
        assert SECRET.lower().encode() in kept_bytes()  # as FTS5 has it
    typed(ledger, "--session", "s05", "text", "erase", "5", "--field", "facts", "--yes")
    assert SECRET.lower().encode() not in kept_bytes().lower()
    for machine in (here, elsewhere):
        monkeypatch.setenv("BRIDGE_LEDGER_STATE", machine)
        assert found(capsys, ledger, SECRET)["total"] == 0
        assert SECRET.lower().encode() not in kept_bytes().lower()
        assert found(capsys, ledger, "hesitated")["total"] == EVENINGS - 1
        assert found(capsys, ledger, "--session", "s05")["total"] == 2


def test_names_of_players_are_in_no_index(file, capsys):
    typed(file, "--session", "s05", "person", "add", "1", "Jane Quixote", "Sam Poe")
    assert found(capsys, file, "Quixote")["total"] == 0
    assert b"quixote" not in kept_bytes().lower()


def test_what_was_erased_is_gone_also_where_that_was_interrupted(tmp_path):
    path = tmp_path / "index.db"
    one = CaseSummary(case="R-0001", cases=("R-0001",), day="2025-03-07", given_at=1)
    state = StreamState((1, bytes(32)), IndexedStream("Friday"))
    with CaseIndex(path, "texts") as index:
        for name in map(str, range(50)):
            index.put("", name, state, [IndexedCase(one, [f"{SECRET} {name}" if name == "7" else f"said {name}"])])
        index.put("", "7", state, [IndexedCase(one, ["erased"])])
    with CaseIndex(path, "texts") as index:  # nothing was settled: the program was killed
        assert [each.stream for each in index.found([SECRET])] == []
        assert {each.stream for each in index.found(["said"])} == {str(each) for each in range(50) if each != 7}
    assert SECRET.lower().encode() not in path.read_bytes().lower()


@pytest.mark.parametrize("what", ["removed", "damaged", "of another version", "none"])
def test_an_index_may_be_lost_at_any_time(file, capsys, what):
    before = found(capsys, file, "hesitated")
    (index,) = Path(os.environ["BRIDGE_LEDGER_STATE"]).glob("*.cases.db")
    if what == "removed":
        index.unlink()
    elif what == "damaged":
        content = bytearray(index.read_bytes())
        content[:40] = bytes(40)
        index.write_bytes(content)
    elif what == "none":
        index.write_text("this is a text, and no database of any kind")
    else:
        with sqlite3.connect(index) as connection:
            connection.execute("UPDATE kept SET value = '0' WHERE name = 'schema'")
            connection.execute("DELETE FROM entry")
    assert found(capsys, file, "hesitated") == before


def test_where_it_cannot_be_kept_it_is_made_each_time(file, capsys, monkeypatch, tmp_path):
    (tmp_path / "no-folder").write_text("")
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "no-folder"))
    assert run(["--db", file, "cases", "hesitated"]) == 0
    printed = capsys.readouterr()
    assert f"{EVENINGS} cases, of {EVENINGS} sessions" in printed.out
    assert "the index of cases cannot be stored" in printed.err


def test_it_is_for_its_owner_alone(file, capsys):
    found(capsys, file)
    (index,) = Path(os.environ["BRIDGE_LEDGER_STATE"]).glob("*.cases.db")
    assert index.stat().st_mode & 0o077 == 0


def test_sessions_that_do_not_hold_are_named_left_out_and_counted(file, capsys):
    broken = ("s03", "s08")
    with sqlite3.connect(file) as connection, unguarded(connection):
        right = {name: _digest(connection, name) for name in broken}
        connection.executemany("UPDATE event SET digest = ? WHERE session = ? AND number = 4", _rows(broken, {}))
    looked = found(capsys, file, "hesitated")
    assert {(each["what"], each["name"]) for each in looked["left_out"]} == {("session", name) for name in broken}
    assert all("#4" in each["why"] or "#5" in each["why"] for each in looked["left_out"])
    assert (looked["total"], looked["sessions"]) == (EVENINGS - 2, EVENINGS - 2)
    capsys.readouterr()
    assert run(["--db", file, "cases"]) == 0
    aside = capsys.readouterr().err
    assert "left out: 2 sessions with damaged logs" in aside
    assert all(name in aside for name in broken)
    with sqlite3.connect(file) as connection, unguarded(connection):
        connection.executemany("UPDATE event SET digest = ? WHERE session = ? AND number = 4", _rows(broken, right))
    assert found(capsys, file, "hesitated")["total"] == EVENINGS


def _digest(connection, name):
    return connection.execute("SELECT digest FROM event WHERE session = ? AND number = 4", (name,)).fetchone()[0]


def _rows(names, right):
    return [(right.get(name, bytes(32)), name) for name in names]


@pytest.fixture
def shared(postgresql, tmp_path, monkeypatch):
    """A ledger on a server, with a reader who may read the texts and one who may not."""
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    url = made(postgresql, "searched_ledger")
    try:
        with logins(postgresql, url, "looker", "confidant"):
            typed(url, "init", "--grant-reader", "looker", "--grant-reader", "confidant", "--grant-names", "confidant")
            fill(url)
            yield url
    finally:
        administer_each(postgresql, 'DROP DATABASE "searched_ledger" WITH (FORCE)')


@promise("T45")
def test_an_index_holds_no_more_than_its_reader_may_read(shared, postgresql, capsys):
    looker, confidant = (
        sa.make_url(shared).set(username=role).render_as_string(hide_password=False) for role in ("looker", "confidant")
    )
    assert found(capsys, looker, "--law", "16B")["total"] == EVENINGS
    assert found(capsys, looker, "hesitated")["total"] == 0
    assert SECRET.encode() not in kept_bytes()
    assert found(capsys, confidant, "hesitated")["total"] == EVENINGS
    assert found(capsys, looker, "hesitated")["total"] == 0  # each has an index of his own
    administer(shared, "REVOKE SELECT ON text FROM confidant")
    assert found(capsys, confidant, "hesitated")["total"] == 0
    assert SECRET.lower().encode() not in kept_bytes().lower()
