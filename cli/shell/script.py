"""A desk without a terminal: the lines of a file or of another program, until one of them fails."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cli.desk import screen
from cli.desk.settings import Settings
from cli.shell.answering import Left, answer


def answer_all(asked: Settings) -> int:
    """Do what each line of stdin says; the exit code of the first that fails, and nothing after it is done.

    Empty lines, and those that begin with #, say nothing. No command reads the lines after its own.
    """
    lines = sys.stdin
    if isinstance(lines, io.TextIOWrapper):
        lines.reconfigure(errors="surrogateescape")
    for number, line in enumerate(lines, start=1):
        if line.lstrip().startswith("#"):
            continue
        try:
            with _nothing_to_read():
                code = answer(line, asked)
        except Left:
            return 0
        if code:
            screen.put_aside(f"stopped at line {number} (exit {code}); nothing after it was done")
            return code
    return 0


@contextmanager
def _nothing_to_read() -> Iterator[None]:
    lines = sys.stdin
    with open(os.devnull) as nothing:
        sys.stdin = nothing
        try:
            yield
        finally:
            sys.stdin = lines
