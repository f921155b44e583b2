"""One line of a desk that stays: answered as the command line answers it, by offices that are open already."""

import shlex
import sys
from copy import copy

from cli import main
from cli.screens import mistakes
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
    start = _start_of_last(text)
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
        raise Misuse("usage", *_unclosed(line)) from None


def _unclosed(line: str) -> tuple[str, str]:
    """What is wrong with a line that ends in a quotation, and how to write it."""
    if line.endswith("\\"):
        return "the line ends in a backslash", "leave it out"
    where = _open_quote(line)
    quote, rest = line[where], line[where:][:30]
    if quote == "'" and where and line[where - 1].isalnum():
        return f"an apostrophe opens a quotation that is not closed: {rest}", 'put the text between "…"'
    return f"a quotation is not closed: {rest}", f"end it with {quote}"


def _open_quote(line: str) -> int:
    """Where the quotation that is not closed begins; -1 where every one is closed."""
    return _scanned(line)[0]


def _start_of_last(line: str) -> int:
    """Where the word begins that is being typed."""
    return _scanned(line)[1]


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
