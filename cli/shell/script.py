"""A desk without a terminal: the lines of a file or of another program, until one of them fails."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cli.shell.answering import DeskClosed, answer
from cli.terminal import screen
from cli.terminal.settings import Settings


def answer_all(asked: Settings) -> int:
    """Do what each line of stdin says; the exit code of the first that fails, and nothing after it is done.

    Empty lines, and those that begin with #, say nothing. No command reads the lines after its own. Where no line says
    anything, the session that was named is looked for all the same; Misuse (no-such-session) where there is none.
    """
    said = False
    lines = sys.stdin
    if isinstance(lines, io.TextIOWrapper):
        lines.reconfigure(errors="surrogateescape")
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        said = True
        try:
            with _nothing_to_read():
                code = answer(line, asked)
        except DeskClosed:
            return 0
        if code:
            screen.put_aside(f"stopped at line {number} (exit {code}); nothing after it was done")
            return code
    if not said and asked.session_named:
        _look_for(asked, asked.session_named)
    return 0


def _look_for(asked: Settings, name: str) -> None:
    assert asked.offices
    office = asked.offices.office(asked.database, by=asked.official, key=None, state=None, signer=None)
    office.stream(office.the_session(name))


@contextmanager
def _nothing_to_read() -> Iterator[None]:
    lines = sys.stdin
    with open(os.devnull) as nothing:
        sys.stdin = nothing
        try:
            yield
        finally:
            sys.stdin = lines
