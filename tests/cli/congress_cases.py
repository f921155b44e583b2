"""A congress of five sessions with what was ruled there, typed in the ledger that the environment names."""

import shlex
from pathlib import Path

from cli.main import run

_LINES = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()


def type_congress() -> None:
    """Every line of it."""
    assert run(["init", "-q"]) == 0
    for line in _LINES:
        session, colon, said = line.partition(": ")
        if colon and not line.startswith("#"):
            words = shlex.split(said)
            of_none = words[0] == "tournament" or words[:2] == ["session", "open"]
            assert run([*words, *([] if of_none else ["--session", session]), "-q", "--no-input"]) == 0, line
