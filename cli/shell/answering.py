"""The lines of a desk that stays, each answered as the command line answers it, by offices that are open already."""

import io
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy

from cli import main
from cli.screens import mistakes
from cli.terminal import screen
from cli.terminal.overview import PROGRAM
from cli.terminal.prompts import EndedBySignal
from cli.terminal.settings import Settings
from ledger.errors import Misuse

_AROUND = "`"
"""Hints are printed between these; who copies one may have copied them too."""


def words_of(line: str) -> list[str]:
    """The words of a line; the name of the program may stand before them, as in a hint that was copied.

    Misuse (usage) where a quotation is not closed.

    >>> words_of('call add 23/1 "W hesitated"'), words_of("$ bridge-ledger board 5")
    (['call', 'add', '23/1', 'W hesitated'], ['board', '5'])
    """
    words = _split(line.strip().strip(_AROUND))
    for lead in ("$", PROGRAM):
        if words[:1] == [lead]:
            words.pop(0)
    return words


def complete_words(text: str) -> tuple[list[str], str, int]:
    """For completion: the words before the one being typed, that one so far, and how many characters it takes.

    >>> complete_words('ruling add 5/3 --wei'), complete_words("board ")
    ((['ruling', 'add', '5/3'], '--wei', 5), (['board'], '', 0))
    """
    start = _scanned(text)[1]
    last = text[start:]
    try:
        before = words_of(text[:start])
        typed = "".join(_split(last))
    except (Misuse, ValueError):
        before, typed = text[:start].split(), last
    return before, typed if _open_quote(last) < 0 else last.lstrip("\"'"), len(last)


def _split(line: str) -> list[str]:
    reader = shlex.shlex(line, posix=True, punctuation_chars=False)
    reader.whitespace_split = True
    reader.commenters = ""
    if sys.platform == "win32":
        reader.escape = ""  # there it stands between folders
    try:
        return list(reader)
    except ValueError:
        if line.endswith("\\"):
            raise Misuse("usage", "the line ends in a backslash", "leave it out") from None
        where = _open_quote(line)
        quote, rest = line[where], line[where:][:30]
        wrong, hint = f"a quotation is not closed: {rest}", f"end it with {quote}"
        if quote == "'" and where and line[where - 1].isalnum():
            wrong, hint = f"an apostrophe opens a quotation that is not closed: {rest}", 'put the text between "…"'
        raise Misuse("usage", wrong, hint) from None


def _open_quote(line: str) -> int:
    """Where the quotation that is not closed begins; -1 where every one is closed."""
    return _scanned(line)[0]


def _scanned(line: str) -> tuple[int, int]:
    """Where a quotation begins that is not closed, -1 for none; and where the last word does."""
    opened, word, escaped = -1, 0, False
    for place, letter in enumerate(line):
        quoted = line[opened] if opened >= 0 else ""
        if escaped:
            escaped = False
        elif letter == "\\" and quoted != "'" and sys.platform != "win32":
            escaped = True
        elif quoted:
            opened = -1 if letter == quoted else opened
        elif letter in "\"'":
            opened = place
        elif letter.isspace():
            word = place + 1
    return opened, word


LEAVING = ("quit", "exit", "logout", "bye")
"""What ends a desk that stays; so does Ctrl-D."""


class DeskClosed(Exception):
    """Who sat at the desk leaves it."""


def answer(line: str, asked: Settings) -> int:
    """Do what a line says, as if it were typed on the command line; the exit code. Raises Left at `quit`."""
    try:
        words = words_of(line)
    except Misuse as error:
        return mistakes.report(error, asked.flags, asked)
    if not words:
        return 0
    if words[0].lower() in LEAVING and len(words) == 1:
        raise DeskClosed
    try:
        return main.run(words, copy(asked))
    except EndedBySignal:
        raise
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1


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
        assert asked.offices
        office = asked.offices.office(asked.database, by=asked.official, key=None, state=None, signer=None)
        office.stream(office.the_session(asked.session_named))
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
