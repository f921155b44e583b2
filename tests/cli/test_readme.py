"""The README's evening is typed, line by line, and prints what the README shows."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from cli.main import run

README = (Path(__file__).parents[2] / "README.md").read_text()
EVENING = README[README.index("An evening of your own") : README.index("## Where to go on")]
COMMANDS = re.search(r"```sh\n(.*?)```", EVENING, re.DOTALL)[1].splitlines()
SHOWN = re.findall(r"\n\n```\n(.*?)```", EVENING, re.DOTALL)


def test_the_evening_has_seven_lines_and_the_readme_two_screens():
    assert len(COMMANDS) == 7
    assert len(README.splitlines()) <= 110


def test_the_two_commands_that_do_the_set_up_are_there_where_the_checks_look_for_them():
    _, tests = README.split("# pass the tests\n")
    assert "-m pytest" in tests.splitlines()[0]
    assert "python3 -m venv .venv && .venv/bin/pip install --quiet . && .venv/bin/bridge-ledger demo" in README


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """The exit code and the output of each line, typed in a folder where nothing was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("readme"))
        for name in ("BRIDGE_LEDGER_DB", "BRIDGE_LEDGER_SESSION", "COLUMNS"):
            patch.delenv(name, raising=False)
        return {line: typed(line) for line in COMMANDS}


def typed(line):
    _program, *arguments = shlex.split(line, comments=True)
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)) as out:
        return run([*arguments, "--no-input"]), out.buffer.getvalue().decode()


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: " ".join(line.split()[1:4]))
def test_every_line_works_after_those_before_it(line, answers):
    assert answers[line][0] == 0


def printed(answers, command):
    return next(out for line, (_, out) in answers.items() if line.startswith(f"bridge-ledger {command}"))


def test_what_is_shown_is_what_is_printed(answers):
    ruling, explained = SHOWN
    assert printed(answers, "ruling add").startswith(ruling)
    first, _, last = explained.partition("…\n")
    assert printed(answers, "explain").startswith(first)
    assert last in printed(answers, "explain")


@pytest.mark.parametrize("topic", re.findall(r"\(cli/help/([a-z-]+)\.md\)", README))
def test_every_topic_the_readme_names_is_there(topic, capsys):
    assert run(["help", topic]) == 0
    assert capsys.readouterr().out.strip()
