"""Evenings as text: `$ bridge-ledger …`, what it prints, and `[exit N]` where that is not 0.

    # a remark
    $ bridge-ledger board 1
    …output, stdout before stderr…

`file NAME` and the indented lines after it make a file; `$ bridge-ledger … < NAME` reads it as standard input.
`$ bridge-ledger … > /dev/null` is a step that only leads up to others: of it are told stderr and the exit code;
`$ bridge-ledger … | head -3` one whose other lines are of a form that is told elsewhere.
A digest is chained to those before it, so that of each session the last one is told, whatever the step, and no other.
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
UNTOLD = " > /dev/null"
IN_SHORT = re.compile(r" \| head -(\d+)$")
RECORDED = re.compile(r"Recorded #\d+(?: of (\S+))?   |Recorded .* in session (\S+)")
DIGEST = re.compile(r"  digest up to #\d+: [0-9a-f]{16}$")


@dataclass
class Step:
    line: str
    said: list[str] = field(default_factory=list)

    def typed(self) -> tuple[str, str]:
        """The command line, and the file that is its standard input, if one is."""
        line, _, piped = IN_SHORT.sub("", self.line.removesuffix(UNTOLD)).partition(" < ")
        return line, piped

    def told(self, out: list[str]) -> list[str]:
        """What is told of standard output; digests always, which count as no lines."""
        in_short = IN_SHORT.search(self.line)
        left = 0 if self.line.endswith(UNTOLD) else int(in_short[1]) if in_short else len(out)
        told = []
        for line in out:
            if left > 0 or DIGEST.match(line):
                told.append(line)
            left -= not DIGEST.match(line)
        return told


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


def at_the_desk(folder: Path, monkeypatch) -> None:
    """An empty folder, a clock that is known, and ids and salts that are."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "scorer")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(folder / "state"))
    clock, ids = Clock(), iter(range(10**6))
    monkeypatch.setattr("ledger.recording.machine_state.now", clock.microseconds)
    for module in ("recorder", "taking_over"):
        monkeypatch.setattr(f"ledger.recording.{module}.new_command_id", lambda _now: f"command-{next(ids)}")
    salts = count(1)
    monkeypatch.setattr("ledger.recording.recorder.new_salt", lambda: next(salts).to_bytes(16, "big"))


def play(path: Path, folder: Path, capsys, monkeypatch) -> tuple[str, str]:
    """The scenario as written, and as it plays now."""
    at_the_desk(folder, monkeypatch)
    written, played, digests = path.read_text(), [], {}
    for step in steps(written):
        played.append(lines := [step.line])
        if step.line.startswith("file "):
            content = "\n".join(line.removeprefix("    ") for line in step.said).rstrip("\n")
            made = folder / step.line.removeprefix("file ")
            made.write_text(content + "\n")
            made.chmod(0o600)
            lines.extend(step.said)
        elif step.line.startswith("# "):
            lines.extend(step.said)
        else:
            line, piped = step.typed()
            if piped:
                monkeypatch.setattr("sys.stdin", StringIO((folder / piped).read_text()))
            out, err = printed(line, capsys)
            lines.extend([*step.told(out), *err, ""])
            keep_last_digests(digests, lines, out)
    text = "\n".join(line for lines in played for line in (lines[:1] if is_silent(lines) else lines))
    text = text.rstrip("\n") + "\n"
    if os.environ.get("UPDATE_SCENARIOS"):
        path.write_text(text)
        written = text
    return written, text


def keep_last_digests(digests: dict[str, tuple[list[str], str]], lines: list[str], out: list[str]) -> None:
    """Take a digest out of the lines where it stands once a later one of the same session is chained to it."""
    session = ""
    for line in out:
        if recorded := RECORDED.match(line):
            session = recorded[1] or recorded[2] or ""
        elif DIGEST.match(line):
            earlier, digest = digests.get(session, ([line], line))
            earlier.remove(digest)
            digests[session] = lines, line


def is_silent(lines: list[str]) -> bool:
    return lines[0].endswith(UNTOLD) and lines[1:] == [""]


def said(line: str, capsys) -> list[str]:
    out, err = printed(line, capsys)
    return out + err


def printed(line: str, capsys) -> tuple[list[str], list[str]]:
    """Standard output, and standard error with the exit code."""
    code = run(shlex.split(line.removeprefix(PROMPT)))
    texts = capsys.readouterr()
    out, err = (re.sub(r"in \d+\.\d+ s", "in 0.00 s", text).splitlines() for text in texts)
    while not err and out and not out[-1].strip():
        out.pop()
    return [line.rstrip() for line in out], [line.rstrip() for line in err] + ([f"[exit {code}]"] if code else [])
