"""Publishing with something to look at: on a terminal it is asked, elsewhere --yes is needed."""

import json

import pytest

from cli.main import run

OPEN = "open-call: C-0001, board 1 table 1"


@pytest.fixture
def office(tmp_path, capsys, monkeypatch):
    """Types a command line on a terminal; the exit code and everything that was said."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)

    def typed(*arguments, answer=None):
        monkeypatch.setattr("click.termui.visible_prompt_func", lambda _text: answer)
        code = run(["--db", str(tmp_path / "l.db"), *arguments])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    typed("init")
    typed("session", "open", "evening", "--boards", "1")
    typed("result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2")
    typed("call", "add", "1/1", "slow", "--caller", "N", "--stage", "auction")
    return typed


def published(office):
    return "scores published" in office("log")[1]


def test_it_is_asked_with_what_is_open(office):
    code, said = office("publish", answer="n")
    assert (code, OPEN in said, published(office)) == (0, True, False)
    code, said = office("publish", answer="y")
    assert (code, said.count(OPEN), published(office)) == (0, 1, True)


def test_who_does_not_want_to_be_asked_is_told(office):
    code, said = office("publish", "--yes")
    assert (code, OPEN in said, published(office)) == (0, True, True)


def test_nothing_goes_out_where_nobody_can_be_asked(office, monkeypatch):
    code, said = office("publish", "--no-input")
    assert (code, OPEN in said, "error[needs-yes]" in said, published(office)) == (1, True, True, False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    code, said = office("publish")
    assert (code, "error[needs-yes]" in said, published(office)) == (1, True, False)
    assert office("publish", "--dry-run")[0] == 0


def test_a_program_is_told_in_json(office):
    code, said = office("publish", "--json", "--yes")
    assert code == 0
    assert [each["case"] for each in json.loads(said)["open"]] == ["C-0001"]


def test_nothing_is_asked_where_nothing_is_open(office):
    office("call", "answer", "C-0001", "--no-infraction")
    code, said = office("publish")
    assert (code, "Open" in said, published(office)) == (0, False, True)


def test_what_is_recorded_already_is_not_asked_again(office):
    office("publish", "--command-id", "one", "--yes")
    code, said = office("publish", "--command-id", "one")
    assert (code, "Already recorded" in said) == (0, True)


def test_a_list_looks_at_an_earlier_moment_too(office):
    office("call", "answer", "C-0001", "--no-infraction")
    assert "nothing to look at" in office("check")[1]
    assert OPEN.partition(":")[0] in office("check", "--as-of", "C-0001")[1]


@pytest.mark.parametrize("width", ["60", "80", "120"])
def test_a_card_keeps_to_the_screen(office, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", width)
    code, said = office("scorecard", "1")
    assert code == 0
    assert max(map(len, said.splitlines())) <= int(width)
