"""Evenings as text: `$ bridge-ledger …`, what it prints, and `[exit N]` where that is not 0.

    # a remark
    $ bridge-ledger board 1
    …output, stdout before stderr…

`file NAME` and the indented lines after it make a file; `$ bridge-ledger … < NAME` reads it as standard input.
`python -m tests.scenarios.rewrite`
(or UPDATE_SCENARIOS=1) writes down what is printed now: read the difference before you commit it.
"""

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from itertools import count
from pathlib import Path

from cli.main import run

PROMPT = "$ bridge-ledger"


@dataclass
class Step:
    line: str
    said: list[str] = field(default_factory=list)


def steps(text: str) -> Iterator[Step]:
    step = None
    for line in text.splitlines():
        if line.startswith((PROMPT, "# ", "file ")):
            if step:
                yield step
            step = Step(line)
        elif step:
            step.said.append(line)
    if step:
        yield step


class Clock:
    """22:00 UTC, and a second later at every look."""

    def __init__(self):
        self.now = 1_772_748_000

    def microseconds(self):
        self.now += 1
        return self.now * 10**6


def set_clock(patch, microseconds) -> None:
    """A clock that is known: not of the day the files are of, so that nobody may doubt it."""
    patch.setattr("ledger.recording.machine_state.now", microseconds)
    patch.setattr("cli.desk.desk.Desk._check_clock", lambda *_: None)


def at_the_desk(folder: Path, monkeypatch) -> None:
    """An empty folder, a clock that is known, and ids and salts that are."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "scorer")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(folder / "state"))
    clock, ids = Clock(), iter(range(10**6))
    set_clock(monkeypatch, clock.microseconds)
    for module in ("recorder", "taking_over"):
        monkeypatch.setattr(f"ledger.recording.{module}.new_command_id", lambda _now: f"command-{next(ids)}")
    salts = count(1)
    monkeypatch.setattr("ledger.recording.enveloping.new_salt", lambda: next(salts).to_bytes(16, "big"))


def play(path: Path, folder: Path, capsys, monkeypatch) -> tuple[str, str]:
    """The scenario as written, and as it plays now."""
    at_the_desk(folder, monkeypatch)
    written, played = path.read_text(), []
    for step in steps(written):
        played.append(step.line)
        if step.line.startswith("file "):
            content = "\n".join(line.removeprefix("    ") for line in step.said).rstrip("\n")
            made = folder / step.line.removeprefix("file ")
            made.write_text(content + "\n")
            made.chmod(0o600)
            played.extend(step.said)
        elif step.line.startswith("# "):
            played.extend(step.said)
        else:
            line, _, piped = step.line.partition(" < ")
            if piped:
                monkeypatch.setattr("sys.stdin", StringIO((folder / piped).read_text()))
            played.extend(said(line, capsys))
            played.append("")
    text = "\n".join(played).rstrip("\n") + "\n"
    if os.environ.get("UPDATE_SCENARIOS"):
        path.write_text(text)
        written = text
    return written, text


def said(line: str, capsys) -> list[str]:
    code = run(shlex.split(line.removeprefix(PROMPT)))
    printed = capsys.readouterr()
    text = re.sub(r"in \d+\.\d+ s", "in 0.00 s", printed.out + printed.err).rstrip("\n")
    return [*(line.rstrip() for line in text.splitlines()), *([f"[exit {code}]"] if code else [])]
