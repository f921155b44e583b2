"""The lines of a desk that stays open, each answered as on the command line, but by offices already open."""

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
"""The mark around a command in a hint, which a user may copy too."""


def words_of(line: str) -> list[str]:
    """Split a line into words as a shell does, without a remark (#); drop a copied '$' or program name in front.

    Misuse (usage) if a quotation is not closed, or the line ends in a backslash.

    >>> words_of('call add 23/1 "W hesitated"  # his tempo'), words_of("$ bridge-ledger board 5")
    (['call', 'add', '23/1', 'W hesitated'], ['board', '5'])
    """
    line = line[: _scan(line)[2]]
    words = _split(line.strip().strip(_AROUND))
    for lead in ("$", PROGRAM):
        if words[:1] == [lead]:
            words.pop(0)
    return words


def complete_words(text: str) -> tuple[list[str], str, int]:
    """Split the text before the cursor: the earlier words, the word to complete, and that word's width.

    >>> complete_words('ruling add 5/3 --wei'), complete_words("board ")
    ((['ruling', 'add', '5/3'], '--wei', 5), (['board'], '', 0))
    """
    start = _scan(text)[1]
    last = text[start:]
    try:
        before = words_of(text[:start])
        typed = "".join(_split(last))
    except (Misuse, ValueError):
        before, typed = text[:start].split(), last
    return before, typed if _scan(last)[0] < 0 else last.lstrip("\"'"), len(last)


def _split(line: str) -> list[str]:
    reader = shlex.shlex(line, posix=True, punctuation_chars=False)
    reader.whitespace_split = True
    reader.commenters = ""
    if sys.platform == "win32":
        reader.escape = ""  # a backslash separates folders on Windows
    try:
        return list(reader)
    except ValueError:
        if line.endswith("\\"):
            raise Misuse("usage", "the line ends in a backslash", "leave it out") from None
        place = _scan(line)[0]
        quote, open_text = line[place], line[place:][:30]
        wrong, hint = f"a quotation is not closed: {open_text}", f"end it with {quote}"
        if quote == "'" and place and line[place - 1].isalnum():
            wrong = f"an apostrophe opens a quotation that is not closed: {open_text}"
            hint = 'put the whole text between two "'
        raise Misuse("usage", wrong, hint) from None


def _scan(line: str) -> tuple[int, int, int]:
    """Return the positions of an unclosed quotation mark (-1: none), of the last word, and of a remark or the end."""
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
        elif letter == "#" and place == word and not line[place + 1 : place + 2].isdigit():  # #12 is an event
            return opened, word, place
    return opened, word, len(line)


LEAVING = ("quit", "exit", "logout", "bye")
"""Words that end a desk that stays, as Ctrl-D does."""


class DeskClosed(Exception):
    """The exception with which a user leaves the desk."""


def answer(line: str, asked: Settings) -> int:
    """Run a line as on the command line and return its exit code; a word of LEAVING alone raises DeskClosed."""
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
    """Run each line of standard input until one fails or leaves; return the failed line's exit code, or 0.

    Empty lines and comments (#) are skipped. No command may read the lines after its own. If no line has a command, a
    session named must still exist; Misuse (no-such-session).
    """
    has_command = False
    lines = sys.stdin
    if isinstance(lines, io.TextIOWrapper):
        lines.reconfigure(errors="surrogateescape")
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        has_command = True
        try:
            with _nothing_to_read():
                code = answer(line, asked)
        except DeskClosed:
            return 0
        if code:
            screen.put_on_stderr(f"stopped at line {number} (exit {code}); nothing after it was done")
            return code
    if not has_command and asked.session_named:
        assert asked.offices
        office = asked.offices.office(asked.database, by=asked.official, key=None, state=None, signer=None)
        office.stream(office.resolve_session(asked.session_named))
    return 0


@contextmanager
def _nothing_to_read() -> Iterator[None]:
    lines = sys.stdin
    # A command that reads stdin would swallow the lines after its own.
    with open(os.devnull) as nothing:
        sys.stdin = nothing
        try:
            yield
        finally:
            sys.stdin = lines
