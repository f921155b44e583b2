"""Over the sessions of a tournament: the same board ruled otherwise, what was penalised before, and the book."""

import html
import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.main import run
from tests.store.unguarded import unguarded

DEALT = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"


@pytest.fixture(scope="module")
def congress(tmp_path_factory):
    """Two sections that play the same board, with rulings on it that give other scores; and a day later one of them."""
    folder = tmp_path_factory.mktemp("congress")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
        patch.setenv("BRIDGE_LEDGER_STATE", str(folder / "state"))
        lines = [["init"], ["tournament", "open", "spring", "--title", "Spring congress"]]
        lines.append(["tournament", "stage", "add", "qualifying"])
        for session, sitting, section, score in (
            ("friday-a", "1", "A", "4SN-1"),
            ("friday-b", "1", "B", "4SN-2"),
            ("saturday-a", "2", "A", "4SN-1"),
        ):
            at, plays = ["--session", session], ["--stage", "qualifying", "--sitting", sitting, "--section", section]
            lines += [
                ["session", "open", session, "--boards", "1-2", "--contestants", "1-2NS,1-2EW"],
                ["tournament", "add", session, *plays],
                *(["result", "add", f"1/{at_}", "4SN=", "--ns", at_, "--ew", at_, *at] for at_ in "12"),
                ["ruling", "add", "1/1", "--result", score, "--offender", "EW", "--law", "16B", *at],
            ]
        lines += [["deal", "add", "1", DEALT, "--session", session] for session in ("friday-a", "friday-b")]
        for line in lines:
            assert run([*line, "-q", "--no-input"]) == 0, line
        yield folder


@pytest.fixture
def bl(congress, monkeypatch, capsys):
    """Type a command there; what it printed."""
    monkeypatch.chdir(congress)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(congress / "state"))

    def typed(*words):
        capsys.readouterr()
        assert run([*words, "--no-input"]) == 0
        return capsys.readouterr().out

    return typed


def test_the_other_section_is_named_and_shown_beside_it(bl):
    said = bl("check", "--session", "friday-a")
    assert "ruled-otherwise" in said
    assert "assigned 4SN-2, offender EW (friday-b/R-0001)" in said
    shown = json.loads(bl("check", "differs", "R-0001", "friday-b/r1", "--session", "friday-a", "--json"))
    assert (shown["here"]["score"], shown["there"]["score"]) == ("assigned 4SN-1", "assigned 4SN-2")


def test_a_warning_in_another_session_is_told_where_it_is_penalised_again(bl):
    warning = ["penalty", "add", "1NS", "--warning", "--law", "90B1"]
    bl(*warning, "--reason", "late", "--session", "friday-a")
    again = json.loads(bl(*warning, "--session", "saturday-a", "-n", "--json"))
    assert again["earlier"] == [{"session": "friday-a", "case": "P-0001", "alike": True}]
    assert "Earlier penalties of 1NS (this is the 2nd for the same offence):" in bl(
        *warning, "--session", "saturday-a", "-n"
    )
    of_section_b = json.loads(bl(*warning, "--session", "friday-b", "-n", "--json"))
    assert of_section_b["earlier"] == []  # that is another pair


def test_the_book_of_a_tournament_has_the_cases_of_all_its_sessions(bl):
    bl("report", "casebook", "--session", "spring", "--law", "16B", "-o", "book.html")
    text = html.unescape(re.sub(r"<[^>]+>", "", Path("book.html").read_text()))
    assert "1. Spring congress, board 1" in text
    assert "3. Spring congress, board 1" in text
    assert [name in text for name in ("friday-a", "friday-b", "saturday-a")] == [True] * 3


@pytest.fixture
def broken(congress, bl):
    """Another ledger with the same sessions, of which friday-b was changed behind the program's back."""
    file = congress / "broken.db"
    file.unlink(missing_ok=True)
    shutil.copy(congress / "bridge-ledger.db", file)
    with closing(sqlite3.connect(file)) as connection, unguarded(connection) as db:
        db.execute("UPDATE event SET digest = ? WHERE session = 'friday-b' AND number = 4", (bytes(32),))
    return ["--db", str(file)]


def test_a_session_that_does_not_hold_is_named_counted_and_left_out_of_book_and_figures(bl, broken, capsys):
    told = json.loads(bl(*broken, "report", "statistics", "--of", "spring", "--json"))
    assert [each["session"] for each in told["left_out"]] == ["friday-b"]
    (in_all, *_) = told["tables"]
    assert [row["figures"][0]["text"] for row in in_all["rows"][:3]] == ["2", "4", "2"]
    for asked in (
        ["casebook", "--of", "spring", "-o", "left.html"],
        ["statistics", "--of", "spring", "-o", "left.html"],
    ):
        assert run([*broken, "report", *asked, "--no-input"]) == 0
        aside = capsys.readouterr().err
        page = Path("left.html").read_text()
        for text in (aside, page):
            assert "left out: 1 session with a damaged log" in text
            assert "friday-b: " in text
    for asked in (["--of", "friday-b"], ["friday-b/R-0001"]):
        assert run([*broken, "report", "casebook", *asked, "-o", "none.html", "--no-input"]) != 0
        assert "error[chain-broken]" in capsys.readouterr().err
    assert not Path("none.html").exists()


def test_check_says_that_it_was_not_held_against_what_cannot_be_read(bl, broken, capsys):
    assert run([*broken, "check", "--session", "friday-a"]) == 0
    assert "note: not compared with the other sessions of the tournament: " in capsys.readouterr().err
