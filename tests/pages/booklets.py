"""Twenty appeals as booklets print them, typed at a desk; and what of each was printed, to look for in the book."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cli.main import run


class PrintedAppeal(NamedTuple):
    """An appeal: the session it is typed into, how that is opened, the lines, and what the booklet prints of it."""

    session: str
    opening: str
    lines: list[str]
    printed: list[str]


def _read(lines: Iterable[str]) -> list[PrintedAppeal]:
    found: list[PrintedAppeal] = []
    for mark, _, said in (line.partition(" ") for line in lines):
        if mark == "==":
            session, _, opening = said.partition(" ")
            found.append(PrintedAppeal(session, opening, [], []))
        elif mark == "$":
            found[-1].lines.append(said)
        elif mark == ">":
            found[-1].printed.append(said)
    return found


APPEALS = _read(Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines())

MADE_UP = next(each for each in APPEALS if each.session == "made-up-slow-double")
"""The one of them that has everything."""


def type_appeals(appeals: Iterable[PrintedAppeal] = APPEALS) -> None:
    """Every one of them, each in a session of its own, in the ledger that the environment names."""
    for each in appeals:
        for line in (f"session open {each.session} {each.opening}", *each.lines):
            words = shlex.split(line)
            where = [] if words[0] == "session" else ["--session", each.session]
            assert run([*words, *where, "-q", "--no-input"]) == 0, line


def sessions(appeals: Iterable[PrintedAppeal] = APPEALS) -> list[str]:
    """The options that name all of their sessions."""
    return [word for each in appeals for word in ("--of", each.session)]
