"""The table of all that can be typed, made of the commands: `python -m tests.cli.write_completion` writes it.

A parameter is offered what its type says, or what its name or what stands for it in the help means; `takes` has the
names of offers (cli.completion.offers), each with what it is narrowed to, or the choices themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path

import click

from cli.completion.table import FILE, SETS
from cli.options.addresses import Case, CaseOfAnySession
from cli.options.commands import COMMON
from cli.options.declared import CommonOption
from cli.options.root import root
from cli.terminal.overview import COMMANDS

NOTHING = "-"
"""A value that is said in words of one's own."""
_HEADING = "# What can be typed, for the Tab key. `python -m tests.cli.write_completion` makes it of the commands."
_SETS = {f"{SETS}{number}": [make() for make in makers] for number, makers in enumerate(COMMON.values(), start=1)}
_WITHOUT_A_RESULT = ("result add", "result not-played", "result late-play")
_ANY_TABLE = ("call add", "result foul")
_CASES_OF = {
    "ruling": "R",
    "call": "C",
    "penalty": "P",
    "appeal": "A",
    "appeal lodge": "RP",
    "stakes": "AR",
    "casebook": "RAP",
}
_BY_NAME = {
    "session": "sessions",
    "of_session": "sessions_of",
    "links": "links",
    "stage": "stages",
    "db": "files",
    "by": "officials",
    "sign_with": "files",
    "as_of": "moments",
    "now_table": "tables:any",
    "call": "cases:C",
    "order": "cases:A",
    "together": "cases:A",
    "contestant": "contestants",
    "opponent": "contestants",
    "players": "members",
    "team": "contestants",
    "consulted": "officials",
    "chairman": "officials",
    "scribe": "officials",
    "readers": "officials files",
    "streams": "sessions tournaments",
    "earlier": "moments",
    "later": "moments",
    "topic": "topics",
    "one": "files profiles sessions",
    "other": "files profiles sessions",
}
_BY_METAVAR = {
    "CONTESTANT": "contestants",
    "SESSION": "sessions",
    "[SESSION]": "sessions",
    "TOURNAMENT": "tournaments",
    "STAGE": "stages",
    "[STAGE]": "stages",
    "CONTESTANT...": "contestants",
    "CONTESTANTS": "entrant_list",
    "THREE": "entrant_list",
    "STRATUM": "strata",
    "TEAM": "contestants",
    "LAW": "laws",
    "WHEN": "moments",
    "NAME|FILE.toml": "files profiles",
    "LANGUAGE": "files languages",
    "KEY": "files",
    "SEAL|EVENT": "files",
    "FILE|URL": "files",
    "DIR|URL": "files",
    "FILE.csv": "files",
}
_OF_TOURNAMENTS = {"contestants": "entrants"}
_KNOCKOUT = ("draw-bracket", "bracket", "walk-over", "winner")
_OF_COMMANDS = {
    ("tournament stage add", "stage"): NOTHING,
    ("tournament add", "of_session"): "free_sessions",
    ("tournament add", "section"): "sections",
    ("tournament enter", "contestants"): NOTHING,
    ("person add", "names"): "members",
    **{("cases", each): "officials" for each in ("director", "committee", "chairman")},
    ("movement set", "name"): "movements",
    ("movement change", "name"): "movements",
    **{(f"tournament {each}", "stage"): "stages:swiss" for each in ("draw", "draws", "round")},
    **{(f"tournament {each}", "stage"): "stages:knockout" for each in _KNOCKOUT},
    **{(f"tournament {each}", "team"): "playing" for each in ("walk-over", "winner")},
    **{(f"tournament {each}", "against"): "playing" for each in ("walk-over", "winner")},
}
"""What a new name is not offered, and what of a tournament is narrower than its name says."""


def write() -> None:
    """Write the table anew."""
    Path(FILE).write_text(written(), encoding="utf-8")


def require_written() -> None:
    """ValueError where the table that is kept is not what the commands say."""
    if Path(FILE).read_text(encoding="utf-8") != written():
        raise ValueError(
            "what can be typed has changed: `python -m tests.cli.write_completion`, and read the difference"
        )


def written() -> str:
    """The table: of every set of options, then of every command in the order of the help."""
    sets = (_block(f"{name}\t\t", _lines("", root, options)) for name, options in _SETS.items())
    return "\n\n".join([_HEADING, *sets, *_commands(root, "")]) + "\n"


def _commands(command: click.Command, path: str) -> Iterator[str]:
    shown = [each for each in command.params if not (isinstance(each, click.Option) and each.hidden)]
    common = {each.name for each in shown if isinstance(each, CommonOption)}
    sets = [name for name, options in _SETS.items() if {each.name for each in options} <= common]
    own = [each for each in shown if not isinstance(each, CommonOption)]
    yield _block(f"{path}\t{_summary(path, command)}\t{' '.join(sets)}", _lines(path, command, own))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if below := command.get_command(context, name):
                yield from _commands(below, f"{path} {name}".strip())


def _block(heading: str, lines: Iterable[str]) -> str:
    return "\n".join([heading, *lines])


def _lines(path: str, command: click.Command, parameters: Iterable[click.Parameter]) -> Iterator[str]:
    """A line for each parameter: names, the name a command knows it by, what it takes, whether again, what it means."""
    for each in parameters:
        names, about, again = "", "", each.nargs == -1
        if isinstance(each, click.Option):
            names, about, again = " ".join([*each.opts, *each.secondary_opts]), each.help or "", each.multiple
        yield "\t".join(["", names, each.name or "", takes(path, command, each), "…" * again, " ".join(about.split())])


def _summary(path: str, command: click.Command) -> str:
    """What a command does, in a line: as the help of the program or of its group has it."""
    if path in COMMANDS:
        return COMMANDS[path][1]
    return cleandoc(command.help or "").partition("\n\n")[0].replace("\n", " ").partition(". ")[0].rstrip(".")


def takes(path: str, command: click.Command, parameter: click.Parameter) -> str:
    """What the value of a parameter is offered; '' where it has none, NOTHING where none is known."""
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return ""
    narrow = _by_type(parameter) or _OF_COMMANDS.get((path, parameter.name or "")) or _of_play(path, command, parameter)
    if narrow or not isinstance(parameter.type, type(click.STRING)) or parameter.name == "name":
        return narrow or NOTHING
    found = _BY_NAME.get(parameter.name or "") or _BY_METAVAR.get(parameter.metavar or "") or NOTHING
    return _OF_TOURNAMENTS.get(found, found) if path.startswith("tournament ") else found


def _by_type(parameter: click.Parameter) -> str:
    """What its type says by itself: the choices, or that it is a file."""
    match parameter.type:
        case click.Choice(choices=choices):
            return f"={'|'.join(map(str, choices))}"
        case click.Path(file_okay=False):
            return "folders"
        case click.Path() | click.File():
            return "files"
        case CaseOfAnySession():
            return "cases:RAP"
    return ""


def _of_play(path: str, command: click.Command, parameter: click.Parameter) -> str:
    """Of a board or a table, those with a result, without one, or any; of a case, those the command is about."""
    which = "any" if path in _ANY_TABLE else "open" if path in _WITHOUT_A_RESULT else "played"
    if parameter.name == "board":
        with_table = isinstance(parameter, click.Argument) and any(each.name == "table" for each in command.params)
        return f"addresses:{which}" if with_table else "boards"
    if parameter.name in _BY_NAME:
        return _BY_NAME[parameter.name] if isinstance(parameter.type, Case) else ""
    if parameter.name in ("case", "what"):
        return f"cases:{_CASES_OF.get(path) or _CASES_OF.get(path.partition(' ')[0], 'RACP')}"
    return f"tables:{which}" if parameter.metavar == "TABLE" else ""
