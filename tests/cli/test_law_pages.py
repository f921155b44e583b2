"""`help LAW`: every command that a Law's page tells to type can be typed on an evening, and records its Law."""

import re
import shlex

import pytest

from cli.main import run
from ledger.laws.edition import newest_edition

EVENING = (
    "init",
    "session open evening --boards 1-4 --contestants 1-3NS,1-3EW",
    "result add 1/1 4SN= --ns 1 --ew 1",
    "result add 1/2 4SN-1 --ns 2 --ew 2",
    "result add 2/1 4SN= --ns 1 --ew 1",
    'call add 1/1 "West hesitated" --caller N --stage auction',
    "ruling add 1/2 --transfer 1 --offender NS --law 64A2",
)

MEANT = {
    "BOARD/TABLE": "1/1",
    "BOARD --table …": "3/1 --ns 1 --ew 1",
    "BOARD …": "3/1 --ns 1 --ew 1",
    "BOARD --ns TEAM --ew TEAM": "3/1 --ns 1 --ew 1",
    "BOARD": "1/1",
    "RESULT": "4SN-2",
    "SIDES": '"NS: 4SN=; EW: 4SN-1"',
    "CONTESTANT": "1NS",
    "add 7NS": "add 1NS",
    "add 3 ": "add 3NS ",
    "standard": "10%",
    "--artificial …": "--artificial A+/A-",
    "--weighted …": '--weighted "60% 4SN=, 40% 4SN-1"',
    "ruling add …": "ruling add 1/1",
    "call add …": 'call add 2/1 "a card was exposed" --caller N --stage play',
}
"""What a director writes for the words that stand for something in a command of a page."""

SCORE = ("--result", "--artificial", "--weighted", "--claim", "--stands", "--transfer", "--split", "--self-inflicted")

MATCH = (
    "session open match --scoring teams --boards 3 --contestants 1,2",
    "result add 3/2 4SN= --ns 2 --ew 1 --session match",
)
"""Law 86 is of teams: there the other room of board 3 has a result."""

FIRST = {
    "--order A-0001": (
        "appeal lodge R-0001 --by-side NS --signed N,S --grounds clear",
        'appeal decide A-0001 --remitted --reason "rule again" --yes',
    )
}
"""What was typed before a command that rests on it."""

TYPED = re.compile(r"`((?:ruling add|ruling amend|call add|call answer|penalty add) [^`]+)`")

COMMANDS = sorted({(law, line) for law, note in newest_edition().notes.items() for line in TYPED.findall(note.does)})

OPTIONS = sorted(
    {
        (law, cited, kind)
        for law, note in newest_edition().notes.items()
        for cited, kinds in re.findall(r"--law (\w+)(?: with)? ((?:--\w+(?: or )?)+)", note.does)
        for kind in re.findall(r"--(result|weighted)", kinds)
    }
)

SCORES = {"result": "--result 4SN-1", "weighted": '--weighted "60% 4SN-1, 40% 4SN-2"'}


@pytest.fixture
def typed(typed):
    """Type lines in the folder of an evening."""
    for line in EVENING:
        typed(line)
    return typed


def as_typed(line):
    for word, meant in MEANT.items():
        line = line.replace(word, meant)
    if line.startswith("ruling add"):
        line += (
            "" if any(kind in line for kind in SCORE) else " --artificial A+/A-" * ("3/1" in line) or " --result 4SN-1"
        )
        line += "" if "--offender" in line else " --offender NS"
    return line


@pytest.mark.parametrize(("law", "line"), COMMANDS, ids=[f"{law}: {line}" for law, line in COMMANDS])
def test_a_command_of_a_page_can_be_typed(typed, law, line):
    for earlier in (each for part, lines in FIRST.items() if part in line for each in lines):
        typed(earlier)
    words = as_typed(line)
    if law.startswith("86"):
        for earlier in MATCH:
            typed(earlier)
        words = f"{words} --session match".replace("--ew 1", "--ew 2")
    assert "Recorded #" in typed(f"{words} --yes")


@pytest.mark.parametrize(("law", "cited", "kind"), OPTIONS, ids=map("-".join, OPTIONS))
def test_a_law_with_a_kind_of_score_is_a_ruling_that_is_found_by_the_law(typed, law, cited, kind):
    typed(f"ruling add 1/1 {SCORES[kind]} --law {cited} --offender NS --yes")
    assert "R-0002" in typed(f"log --law {cited}")


def test_a_revoke_is_a_case_with_its_law(typed):
    said = typed("ruling add 1/1 --transfer 2 --offender north --law 64A1")
    assert "R-0002   board 1 table 1, Law 64A1, 2 tricks transferred, offender NS" in said
    assert "advice" not in said
    assert "NS -100" in said
    assert "2 tricks transferred: 4SN-2" in typed("ruling list")
    typed('appeal lodge R-0002 --by-side NS --signed N,S --grounds "it was no revoke"')
    assert "R-0002" in typed("log --law 64")


@pytest.mark.parametrize(
    ("offender", "result"), [("NS", "4♠N-2"), ("EW", "4♠N+2"), ("south", "4♠N-2"), ("East–West", "4♠N+2")]
)
def test_tricks_go_to_the_side_that_did_not_offend(typed, offender, result):
    assert result in typed(f"ruling add 1/1 --transfer 2 --offender {offender} --law 64A1 -n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ruling add 1/1 --transfer 1", "error[no-offender]"),
        ("ruling add 1/1 --transfer 12 --offender NS", "NS won 10 tricks with 4SN=: NS cannot give 12"),
        ("ruling add 3/1 --ns 1 --ew 1 --transfer 1 --offender NS", "has no result, and this score rests on one"),
        ("ruling add 4/1 --transfer 1 --offender NS", "+420 is no contract with tricks"),
        ("ruling add 1/1 --transfer 4 --offender EW", "EW won 3 tricks with 4SN=: EW cannot give 4"),
        ("ruling add 4/2 --transfer 1 --offender NS", "PASS is no contract with tricks"),
        ("ruling add 1/1 --transfer 1 --result 4SN-1 --offender NS", "error[one-kind]"),
        ("ruling add 1/1 --transfer 1 --offender NS --unless 4SN=", "--unless goes with --artificial"),
        ("ruling add 1/1 --transfer 1 --offender NS --field out", "--field goes with --awarded"),
        ("ruling add 1/1 --transfer 1 --offender NS --declarer S", "--declarer goes with a score that names"),
        ("ruling add 1/1 --stands --declarer S", "--declarer goes with a score that names"),
    ],
)
def test_tricks_that_cannot_go_are_refused_with_the_reason(typed, capsys, line, told):
    typed("result add 4/1 +420 --ns 1 --ew 1")
    typed("result add 4/2 PASS --ns 2 --ew 2")
    assert run(shlex.split(line)) != 0
    assert told in capsys.readouterr().err
