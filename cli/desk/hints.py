"""Hints: what is printed so that somebody types it stands in backticks, and works as it stands there.

Whoever writes one says the command alone, `undo 12`; here, and nowhere else, it gets the program's name, and the
database and the session where this run was given them by option: `bridge-ledger --session friday undo 12`. What has an
ellipsis is to be gone on with. A command that can do nothing alone, `result add`, is the name of it, and no hint.
"""

import re
import shlex

import click

from cli.desk.program import PROGRAM
from cli.desk.settings import Settings

_QUOTED = re.compile(r"`([^`\n]+)`")
_OF_NO_SESSION = (
    "init",
    "upgrade",
    "session open",
    "session list",
    "tournament open",
    "official",
    "import",
    "backup",
    "restore",
    "use",
)
_OF_NO_LEDGER = ("help", "demo", "report check")


def filled(line: str, asked: Settings) -> str:
    """A line with its hints as they are typed in this run.

    >>> filled("taken back by `undo 12`, or `result void`", Settings())
    'taken back by `bridge-ledger undo 12`, or `result void`'
    """
    return _QUOTED.sub(lambda found: f"`{typed(found[1], asked)}`", line)


def typed(text: str, asked: Settings) -> str:
    """A hint as it is typed in this run; what is none, as it stands."""
    said = text.removeprefix(f"{PROGRAM} ")
    named = _named(said)
    if not named:
        return text
    if asked.offices:
        return said  # a desk that stays has been told both, and its lines begin with the command
    return " ".join([PROGRAM, *_given(said, named, asked), said])


def _named(said: str) -> str:
    """The command that a hint begins with, 'ruling add'; '' where there is none, or where it is only named."""
    from cli.main import root  # main asks this module what to print; the commands are known when something is printed

    words = said.split()
    command: click.Command = root
    path: list[str] = []
    with click.Context(root) as context:
        while isinstance(command, click.Group) and words:
            found = command.get_command(context, words[0])
            if found is None:
                break
            command, path = found, [*path, words.pop(0)]
    return " ".join(path) if path and (words or _alone(command)) else ""


def _alone(command: click.Command) -> bool:
    """Whether a command can be typed with nothing after it."""
    if isinstance(command, click.Group):
        return command.invoke_without_command
    return not any(each.required for each in command.params)


def _given(said: str, named: str, asked: Settings) -> list[str]:
    """The database and the session, where options gave them and the hint does not name another."""
    given = []
    if asked.db and "--db" not in said and not named.startswith(_OF_NO_LEDGER):
        given += ["--db", shlex.quote(asked.db)]
    without = named.startswith(_OF_NO_LEDGER) or (named.startswith(_OF_NO_SESSION) and named != "import queue")
    session = asked.session or asked.made or (None if "--tournament" in said else asked.tournament)
    if session and asked.several is not False and "--session" not in said and not without:
        given += ["--session", shlex.quote(session)]
    return given
