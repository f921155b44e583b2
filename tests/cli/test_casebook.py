"""Over the sessions of a tournament: the same board ruled otherwise, what was penalised before, and the book."""

import html
import io
import json
import re
from pathlib import Path

import pytest

from cli.main import run

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
    assert "assigned 4SN-2, offender EW (R-0001 of friday-b)" in said
    shown = json.loads(
        bl("check", "differs", "R-0001", "R-0001", "--of", "friday-b", "--session", "friday-a", "--json")
    )
    assert (shown["here"]["score"], shown["there"]["score"]) == ("assigned 4SN-1", "assigned 4SN-2")


def test_a_warning_in_another_session_is_told_where_it_is_penalised_again(bl):
    warning = ["penalty", "add", "1NS", "--warning", "--law", "90B1"]
    bl(*warning, "--reason", "late", "--session", "friday-a")
    again = json.loads(bl(*warning, "--session", "saturday-a", "-n", "--json"))
    assert again["earlier"] == [{"session": "friday-a", "case": "P-0001", "alike": True}]
    assert "1NS had before, the 2nd for the same:" in bl(*warning, "--session", "saturday-a", "-n")
    of_section_b = json.loads(bl(*warning, "--session", "friday-b", "-n", "--json"))
    assert of_section_b["earlier"] == []  # that is another pair


def test_the_book_of_a_tournament_has_the_cases_of_all_its_sessions(bl):
    bl("report", "casebook", "--session", "spring", "--law", "16B", "-o", "book.html")
    text = html.unescape(re.sub(r"<[^>]+>", "", Path("book.html").read_text()))
    assert "1. Spring congress, board 1" in text
    assert "3. Spring congress, board 1" in text
    assert [name in text for name in ("friday-a", "friday-b", "saturday-a")] == [True] * 3


def test_a_memo_is_read_from_standard_input(bl, monkeypatch):
    bl("official", "new-key", "berg", "berg.key")
    monkeypatch.setattr("sys.stdin", io.StringIO("7NS: once more\n"))
    bl("memo", "add", "--to", "berg.key.pub", "--session", "friday-b")
    told = json.loads(bl("memo", "list", "--key", "berg.key", "--session", "friday-b", "--json"))
    assert [each["says"] for each in told["memos"]] == ["7NS: once more"]
    told = json.loads(bl("memo", "list", "--session", "friday-b", "--json"))
    assert [each["says"] for each in told["memos"]] == [None]
