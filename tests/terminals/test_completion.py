"""The Tab key in real shells: what is in the line after it was pressed."""

import shlex

import pytest

from cli.main import run
from tests.needs import require

ASKS = {
    "bash": 'eval "$(bridge-ledger completion bash)"',
    "zsh": 'autoload -Uz compinit; compinit -u; eval "$(bridge-ledger completion zsh)"',
    "fish": "bridge-ledger completion fish | source",
}
STARTS = {"zsh": "exec zsh -f", "fish": "exec fish --no-config"}


@pytest.fixture
def opened(terminals, tmp_path):
    """A terminal in a folder with a ledger: teams of two words, two rooms."""
    for line in (
        "init",
        "session open final --scoring teams --boards 1-12 --contestants 'Oslo City,Bergen'",
        "result add 7/open 4SN= --ns 'Oslo City' --ew Bergen",
        "result add 8/closed 4SN= --ew 'Oslo City' --ns Bergen",
    ):
        assert run(["--db", str(tmp_path / "bridge-ledger.db"), *shlex.split(line)]) == 0
    return terminals(tmp_path, 120)


@pytest.mark.parametrize("shell", ASKS)
def test_tab_completes_what_the_ledger_knows(opened, shell):
    if shell != "bash":
        require(shell)
    if shell in STARTS:
        opened.start(f"{STARTS[shell]}")
        opened.write("echo be''gun")
        opened.press("Enter")
        opened.wait_for("begun")
    opened.type(f"{ASKS[shell]}; clear; echo to''ld")
    opened.wait_for("told")
    for typed, becomes in (
        ("bridge-ledger explain 7/o", "explain 7/open"),
        ("bridge-ledger result add 7/c", "result add 7/closed"),
        ("bridge-ledger standings --as-of end", "--as-of end-of-play"),
        ("bridge-ledger scorecard Os", ("scorecard 'Oslo City'", "scorecard Oslo\\ City")),
        ("bridge-ledger --session f", "--session final"),
        ("bridge-ledger dem", "bridge-ledger demo"),
    ):
        opened.write(typed)
        opened.press("Tab")
        wanted = becomes if isinstance(becomes, tuple) else (becomes,)
        opened.wait_until(lambda screen: any(each in screen for each in wanted), f"{typed} → {wanted}")  # noqa: B023
        opened.press("C-u")
        opened.wait_until(lambda screen: typed not in screen.splitlines()[-1], "an empty line")  # noqa: B023


@pytest.fixture
def in_bash(opened):
    """That terminal, with bash told of the program: a function that presses Tab after what was typed."""
    opened.type(f"{ASKS['bash']}; clear; echo to''ld")
    opened.wait_for("told")

    def press_tab(typed, becomes):
        opened.write(typed)
        opened.press("Tab")
        opened.wait_until(lambda screen: becomes in screen, f"{typed} → {becomes}")
        opened.press("C-u")
        opened.wait_until(lambda screen: becomes not in screen.splitlines()[-1], "an empty line")

    return press_tab


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("--session=f", "--session=final"),
        ("scorecard 'Os", "scorecard 'Oslo City'"),
        ('scorecard "Os', 'scorecard "Oslo City"'),
        ("tournament stand", "tournament standings"),
    ],
)
def test_tab_in_bash_where_a_word_is_parted_or_in_quotes(in_bash, typed, becomes):
    in_bash(f"bridge-ledger {typed}", becomes)
