"""`--help`: every page fits a screen, speaks an office's words, and its examples are commands that can be typed."""

import re
import shlex
import subprocess
import sys
from importlib.util import find_spec

import click
import pytest

from cli.desk.commands import Verbs, root
from cli.main import run
from cli.options import usage
from cli.screens.manual import page, topics
from cli.terminal import overview
from cli.terminal.overview import COMMANDS
from tests.cli.command_line import commands
from tests.cli.examples import EVENING, evening, typed

WIDTHS = {60: 70, 80: 50, 120: 50}
"""Columns of a screen, and the lines a page may have there."""
LONG_WORD = re.compile(r'"[^"]{40,}"|\S{40,}')
CLICKS_WORDS = re.compile(r"INTEGER|RANGE|<=|\[required\]|Show this message|\x08")
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*[\w]")


ROOT = click.Context(root, info_name="bridge-ledger")
ALL = {path: (context, command) for path, context, command in commands(ROOT, root)}
SINGLE = {path: found for path, found in ALL.items() if not isinstance(found[1], Verbs)}
EXAMPLES = [(path, line) for path, (_, command) in ALL.items() for line in usage.examples(command)]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", ALL)
def test_a_page_fits_a_screen(path, width):
    context, command = ALL[path]
    lines = usage.page(command, context, width - 2)
    assert len(lines) <= WIDTHS[width]
    assert all(len(line) <= width for line in lines if not re.search(r'"[^"]{40,}"|\S{40,}', line)), (
        "a word may be long"
    )
    assert not CLICKS_WORDS.search("\n".join(lines))
    assert len({line for line in lines if "help options" in line and line.startswith("Also")}) <= 1


@pytest.mark.parametrize("width", WIDTHS)
def test_the_first_page_fits_a_screen(width):
    lines = list(overview.page(width))
    assert all(len(line) <= width for line in lines)
    assert len(lines) <= len(COMMANDS) * (1 if width > 80 else 2) + 10
    assert all(any(f" {name} " in line for line in lines) for name in COMMANDS)


@pytest.mark.parametrize("path", SINGLE)
def test_a_page_has_examples(path):
    _, command = SINGLE[path]
    assert 1 <= len(usage.examples(command)) <= 3
    assert usage.summary(command)


@pytest.mark.parametrize("path", [path for path in ALL if path not in SINGLE])
def test_a_noun_points_to_the_topic_that_shows_the_way(path):
    context, command = ALL[path]
    assert command.guide in topics()
    assert f"help {command.guide}" in usage.page(command, context, 78)[-1]


@pytest.mark.parametrize(("path", "line"), EXAMPLES, ids=[f"{path}: {line}" for path, line in EXAMPLES])
def test_an_example_can_be_typed(path, line):
    """As it stands, and as it is folded for a narrow screen."""
    assert typed(line)
    folded = " ".join(
        each.strip().removesuffix("\\").strip() for each in usage.fold_command(line, 50, "") if each[:1] != "#"
    )
    assert usage.words(folded) == usage.words(line)


def test_a_line_that_is_too_long_has_its_comment_before_it_and_goes_on_after_a_backslash():
    line = 'ruling add 7 --weighted "60% 4SN=, 40% 4SN-1"  # the director weighs'
    assert list(usage.fold_command(line, 80, "  ")) == [f"  {line}"]
    assert list(usage.fold_command(line, 50, "  ")) == ["  # the director weighs", f"  {line.partition('  #')[0]}"]
    assert list(usage.fold_command(line, 30, "  ")) == [
        "  # the director weighs",
        "  ruling add 7 \\",
        '      --weighted "60% 4SN=, 40% 4SN-1"',
    ]


@pytest.mark.parametrize("path", ALL)
def test_no_page_names_an_option_that_does_not_exist(path):
    _, command = ALL[path]
    text = " ".join([usage.help_text(command), *(each.help or "" for each in command.params if hasattr(each, "help"))])
    for quoted in re.findall(r"`([^`]+)`", text):
        words = quoted.removeprefix("bridge-ledger ").split()
        named = max((each for each in ALL if words[: len(each.split())] == each.split()), key=len, default=None)
        theirs = options(ALL[named][1]) if named else options(root) | options(command)
        assert set(OPTION.findall(quoted)) <= theirs, quoted
    assert set(OPTION.findall(re.sub(r"`[^`]+`", "", text))) <= options(command)


def options(command):
    """Every way to type an option of a command; `--now-…` stands for several."""
    return {name for each in command.params for name in (*each.opts, *each.secondary_opts)} | {"--now"}


def test_what_every_command_takes_is_told_in_one_place():
    told = page(ROOT, ("options",))
    shared = [*root.params, *ALL["result correct"][1].params]
    for each in shared:
        if isinstance(each, click.Option) and not each.hidden and each.opts[0] not in ("--help", "--version"):
            assert each.opts[0] in told or not hasattr(each, "heading") or not each.heading.topic


@pytest.mark.parametrize("path", [path for path in COMMANDS if path not in topics()])
def test_help_with_a_name_is_its_help_where_no_topic_is_called_so(path, capsys):
    assert run([path, "--help"]) == 0
    asked = capsys.readouterr().out
    assert run(["help", path]) == 0
    assert capsys.readouterr().out.startswith(asked)


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("ruling add 3 --weigthed x", "there is no option --weigthed", "did you mean --weighted WEIGHTING: "),
        ("ruling add", "BOARD is missing", "ruling add BOARD [OPTIONS]; examples: `bridge-ledger ruling add --help`"),
        ("appeal lodge R-1", "--grounds is missing", "--grounds TEXT: Why the ruling is appealed."),
        ("ruling add 3 --offender XX", "'XX' is no value of --offender", "--offender SIDE: The offending side: NS,"),
        ("ruling add 3 --weighted", "--weighted wants a value after it", "--weighted WEIGHTING: Weighted"),
        ("result void 3 --round x", "--round wants a number from 1 to 999", "--round NUMBER: The round"),
        ("person name 1NS Jane", "SEAT wants a number from 1 to 99, not 'Jane'", "person name CONTESTANT SEAT NAME"),
        ("person name 1NS 100", "SEAT wants a number from 1 to 99, not 100", "person name CONTESTANT SEAT NAME"),
        ("verify 3 4", "Got unexpected extra arguments (3 4)", "verify [OPTIONS]; examples: "),
        ("rulin", "No such command 'rulin'", "did you mean ruling?"),
        ("ruling wihdraw R-1", "No such command 'wihdraw'", "did you mean withdraw?"),
        ("ruling ad 3", "No such command 'ad'", "did you mean add?"),
        ("--sesion t log", "there is no option --sesion", "did you mean --session ID: "),
    ],
)
def test_a_mistake_shows_what_is_nearest_and_how_it_is_typed(line, message, hint, capsys):
    assert run(line.split()) == 2
    said, how = capsys.readouterr().err.splitlines()
    assert said == f"error[usage]: {message}"
    assert how.startswith(f"hint: {hint}")


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """The exit code and the output of every example of an evening, typed in its order."""
    return evening(tmp_path_factory.mktemp("examples"))


@pytest.mark.parametrize("path", EVENING)
def test_the_examples_of_an_evening_work_one_after_the_other(path, done):
    assert usage.examples(ALL[path][1])
    for line in usage.examples(ALL[path][1]):
        code, said = done[line]
        if "error[tool-missing]" in said and not find_spec("endplay"):
            continue  # an extra that this machine need not have
        assert code == 0, f"{line}\n{said}"


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["--version"]])
@pytest.mark.parametrize("columns", [40, 80, 300])
def test_the_first_page_loads_nothing_that_takes_long(capsys, monkeypatch, arguments, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run(arguments) == 0
    told = capsys.readouterr().out
    start = [sys.executable, "-X", "importtime", "-c", "import cli; cli.start()", *arguments]
    done = subprocess.run(start, capture_output=True, text=True, check=True)
    assert done.stdout == told
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert not loaded & {"msgspec", "sqlalchemy", "ledger.kernel"}


@pytest.mark.parametrize(("into", "code"), [("| true", 0), ("> /dev/full", 2)])
def test_the_first_page_where_nobody_reads_it_or_nothing_can_be_written(into, code):
    line = f'{shlex.quote(sys.executable)} -c "import cli; cli.start()" --help {into}; echo ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout == f"{code}\n"
    assert done.stderr.startswith("error[output-lost]") if code else not done.stderr
