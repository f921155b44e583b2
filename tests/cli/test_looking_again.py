"""A ruling that is to be looked at again is named wherever a director looks, until he says that it holds."""

import json

import pytest

from cli.main import run

FACT = "R-0001 was given on 4SN=, now 4SN-1: -1 MP for NS, +1 MP for EW"


@pytest.fixture
def evening(tmp_path, monkeypatch, capsys):
    """Two tables of a board; 4SN= of the first was corrected beneath a ruling."""
    monkeypatch.setenv("BRIDGE_LEDGER_DB", str(tmp_path / "evening.db"))
    lines = (
        ["init"],
        ["session", "open", "evening", "--boards", "1"],
        ["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "3"],
        ["result", "add", "1/2", "4SN=", "--ns", "2", "--ew", "4"],
        ["ruling", "add", "1/1", "--stands", "--law", "16B", "--offender", "EW"],
        ["result", "correct", "1/1", "4SN-1"],
    )
    assert [run(line) for line in lines] == [0] * len(lines)
    capsys.readouterr()


def said(capsys, *words):
    assert run([*words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("words", [("check", "--plain"), ("session", "show")], ids=" ".join)
def test_it_is_named_until_it_is_confirmed(evening, capsys, words):
    assert FACT in " ".join(said(capsys, *words).split())
    said(capsys, "ruling", "confirm", "R-0001")
    assert "R-0001 was given on" not in said(capsys, *words)


def test_programs_are_told_which(evening, capsys):
    assert json.loads(said(capsys, "session", "show", "--json"))["look_again"] == ["R-0001"]
    said(capsys, "ruling", "confirm", "R-0001")
    assert json.loads(said(capsys, "session", "show", "--json"))["look_again"] == []


def test_what_is_on_trial_is_told_before_it_is_recorded(evening, capsys):
    assert "R-0001 was given on 4SN=, now 4SN-2" in said(capsys, "result", "correct", "1/1", "4SN-2", "-n")
