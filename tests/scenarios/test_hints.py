"""Every hint of every scenario is a command: its name, its options and its arguments are read as they stand."""

import re
import shlex
from io import StringIO
from pathlib import Path

import click
import pytest

from cli.desk.commands import root
from cli.terminal.overview import COMMANDS
from ledger.errors import Problem
from tests.scenarios.runner import PROMPT, at_the_desk, said, steps

SCENARIOS = sorted(Path(__file__).parent.glob("*.session"))
MANUAL = re.compile(r" --help$| help( |$)")
HINT = re.compile(r"`([^`\n]+)`")
PLAUSIBLE = {
    "N": "1",
    "NUMBER": "1",
    "KEY": "office.pub",
    "RESULT": "4SN=",
    "BOARD": "1/1",
    "BOARDS": "1-8",
    "CAUSE": "director-error",
    "CASE": "R-0001",
    "SIDES": "NS: 4SN=; EW: 4SN-1",
    "NS/EW": "A+/A-",
    "DEAL": "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543",
    "CALLS": "1S P P P",
}
# what is kept of a line that was set aside, word for word
IN_REMARKS = ("result ", "ruling add ", "undo ")


def hints(path):
    """What a scenario prints in backticks, each once; the manual, which only speaks of commands, left out."""
    said = (
        each.said for each in steps(path.read_text()) if each.line.startswith(PROMPT) and not MANUAL.search(each.line)
    )
    return dict.fromkeys(found for lines in said for line in lines for found in HINT.findall(line.replace("\\", "")))


def read(words):
    """Read a command line, and do nothing; a command without a name for what it is about is refused by click."""
    context, command, rest = click.Context(root), root, words
    with context:
        while True:
            context = command.make_context(rest[0] if rest else "", list(rest), parent=context)
            if not isinstance(command, click.Group) or not context._protected_args:
                return
            _, command, rest = command.resolve_command(context, context._protected_args + context.args)


def typed(hint):
    """The words of a hint after the program's name, with plausible ones for those in capitals.

    A file after < is the shell's.
    """
    words = shlex.split(hint.removeprefix("bridge-ledger ").partition(" < ")[0])
    return [PLAUSIBLE.get(word, word) for word in words]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_hints_are_read(path):
    wrong = []
    for hint in hints(path):
        if not hint.startswith("bridge-ledger "):
            continue
        if "…" in hint:
            wrong.append(f"{hint}: the words left out cannot be typed")
        try:
            read(typed(hint))
        except click.exceptions.Exit:
            pass  # --help
        except Exception as error:
            wrong.append(f"{hint}: {error}")
    assert not wrong


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_what_can_be_typed_begins_with_the_program(path):
    for hint in hints(path):
        words = hint.split()
        if hint.startswith(IN_REMARKS):
            continue
        if words[0] in COMMANDS and len(words) > 1:
            try:
                read(words)
            except (click.UsageError, Problem):
                continue  # the name of a command, or a form of it
            pytest.fail(f"{hint}: to be printed by `hint`")


TAKE_BACK = re.compile("Take back: `([^`…]+)`")


@pytest.mark.parametrize("name", ["qualifying", "swiss_rounds", "tournaments"])
def test_what_is_printed_to_take_back_a_word_on_a_tournament_takes_it_back(name, tmp_path, capsys, monkeypatch):
    """Each is tried as it stands, without recording, right where it is printed."""
    path = Path(__file__).with_name(f"{name}.session")
    at_the_desk(tmp_path, monkeypatch)
    for step in steps(path.read_text()):
        if step.line.startswith("file "):
            Path(step.line.removeprefix("file ")).write_text("\n".join(line[4:] for line in step.said) + "\n")
        elif step.line.startswith(PROMPT):
            line, piped = step.typed()
            monkeypatch.setattr("sys.stdin", StringIO(Path(piped).read_text() if piped else ""))
            for hint in TAKE_BACK.findall("\n".join(said(line, capsys))):
                answered = said(f"$ {hint} --yes --dry-run", capsys)
                assert answered[0].startswith("Would record"), (step.line, hint, answered)
