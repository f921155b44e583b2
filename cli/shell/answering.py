"""One line of a desk that stays: answered as the command line answers it, by offices that are open already."""

from copy import copy

from cli import main
from cli.desk.ending import Ended
from cli.desk.settings import Settings
from cli.screens import mistakes
from cli.shell.lines import words_of
from ledger.errors import Misuse

LEAVING = ("quit", "exit", "logout", "bye")
"""What ends a desk that stays; so does Ctrl-D."""


class Left(Exception):
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
        raise Left
    try:
        return main.run(words, copy(asked))
    except Ended:
        raise
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
