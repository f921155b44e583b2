"""The output of a command: lines, tables, JSON; with hints completed, and suits as symbols.

A hint is a command in backticks that works as printed. The code writes only the command, `undo 12`; this module alone
adds the program's name, and the database and session if this run got them by option. A hint with an ellipsis is to be
completed. A command that cannot stand alone, `result add`, is a name, and no hint.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

import click

from cli.terminal import overview, screen, tables
from cli.terminal.overview import PROGRAM
from cli.terminal.settings import Settings
from cli.terminal.tables import entries, fold_for_stderr, fold_hanging, fold_prose

if TYPE_CHECKING:
    from cli.terminal.tables import Layout
    from cli.views.tables import Part


_QUOTED = re.compile(r"`([^`\n]+)`")

_SESSIONLESS = (
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

_LEDGERLESS = ("help", "demo", "report check")


def complete_commands(line: str, run: Settings) -> str:
    """Complete the commands in backticks in a line, so that they can be copied and run.

    >>> complete_commands("taken back by `undo 12`, or `result void`", Settings())
    'taken back by `bridge-ledger undo 12`, or `result void`'
    """
    return _QUOTED.sub(lambda match: f"`{full_command(match[1], run)}`", line)


def full_command(text: str, run: Settings) -> str:
    """Return a command as typed here, with the program's name, --db and --session if needed; other text unchanged."""
    words = text.removeprefix(f"{PROGRAM} ")
    named = _command_named(words)
    if not named:
        return text
    if run.offices:
        return words  # an open desk knows database and session, and a line begins with the command
    given = []
    if run.db and "--db" not in words and not named.startswith(_LEDGERLESS):
        from ledger.recording.ledgers import hide_password

        given += ["--db", shlex.quote(hide_password(run.db))]
    without = named.startswith(_LEDGERLESS) or (named.startswith(_SESSIONLESS) and named != "import queue")
    session = run.made or run.session or (None if "--tournament" in words else run.tournament)
    needed = run.of_tournament or run.several is not False  # a ledger's only session need not be named
    if session and needed and "--session" not in words and not without:
        given += ["--session", shlex.quote(session)]
    return " ".join([PROGRAM, *given, words])


def _command_named(hint: str) -> str:
    """Return the command that a text begins with, such as 'ruling add'; '' if the text is no complete command."""
    words = hint.split()
    command = overview.command(words[0]) if words else None
    if command is None:
        return ""
    path = [words.pop(0)]
    while (
        isinstance(command, click.Group)
        and words
        and (subcommand := command.get_command(click.Context(command), words[0]))
    ):
        command, path = subcommand, [*path, words.pop(0)]
    if isinstance(command, click.Group):
        alone = command.invoke_without_command
    else:
        alone = not any(each.required for each in command.params)
    return " ".join(path) if words or alone else ""


WIDTH_PIPED = 160

WIDTH_OF_CARDS = 110
"""On narrower screens the widest tables are printed as cards."""


class Output:
    """The output of a command: data on stdout, messages on stderr."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def json(self, schema: str, payload: Mapping[str, object]) -> None:
        """Print one JSON object with its `schema` and the fields of `payload`."""
        screen.put_json({"schema": schema, **payload})

    def say(self, *lines: str) -> None:
        """Print lines; without any, an empty line."""
        if sys.stdout.isatty():
            folded = (part for line in lines for part in fold_prose(screen.make_safe(line), self.width))
            lines = tuple(map(screen.SafeText, folded))
        screen.put(*(map(screen.highlight, lines) if self.in_colour else lines) if lines else ("",))

    def say_long(self, line: str, indent: int = 2) -> None:
        """Print a line of any length; on a terminal, fold it and indent its later lines."""
        self.say(*fold_hanging(screen.make_safe(line), self.width, indent) if sys.stdout.isatty() else (line,))

    def row(self, cells: Iterable[str]) -> None:
        """Print cells separated by tabs, for other programs."""
        screen.put(screen.join_parts(cells, "\t"))

    def aside(self, *lines: str) -> None:
        """Print lines on stderr, but nothing with --quiet or --json."""
        if not (self.settings.quiet or self.settings.json):
            screen.put_on_stderr(*fold_for_stderr(lines))

    def note(self, text: str) -> None:
        """Print a note on stderr, unless it is empty."""
        if text:
            self.aside(f"note: {text}")

    def hint(self, *lines: str) -> None:
        """Print lines on stdout; complete the commands in backticks so that they can be run."""
        self.say(*(complete_commands(line, self.settings) for line in lines))

    def hint_aside(self, *lines: str) -> None:
        """Print lines on stderr; complete the commands in backticks so that they can be run."""
        self.aside(*(complete_commands(line, self.settings) for line in lines))

    def table(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, indent: int = 0, layout: Layout | None = None
    ) -> None:
        """Print rows under headings ('>' before a heading aligns its column right); with --plain, use tabs."""
        if self.settings.plain:
            self.row(column.lstrip(">") for column in columns)
            for row in rows:
                self.row(row)
        elif columns:
            drawn = tables.draw_table(
                columns, list(rows), self.width, indent=indent, colour=self.in_colour, layout=layout
            )
            self.say(*drawn)

    def legend(self, text: str) -> None:
        """Print the legend of a table, folded between entries; nothing with --plain."""
        if text and not self.settings.plain:
            self.say("", *entries(text, self.width))

    def table_or(
        self, nothing: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, layout: Layout | None = None
    ) -> None:
        """Print a table, or the line `nothing` if the table has no rows; with --plain always the table."""
        if rows or self.settings.plain:
            self.table(columns, rows, layout=layout)
        else:
            self.hint(nothing)

    def show(self, parts: Iterable[Part]) -> None:
        """Print the tables and texts of an answer."""
        from cli.views.tables import Text  # loads the scores: `--help` and Tab do without

        first, plain = True, self.settings.plain
        for part in parts:
            if plain and not part.plain:
                continue
            if isinstance(part, Text):
                self._PRINT_BY_KIND[part.how](self, *part.lines)
            else:
                if part.title and not plain:
                    self.say(*([] if first else [""]), part.title)
                from cli.views.tables import PLAIN, SCREEN

                columns, texts = part.shown(PLAIN if self.settings.plain else SCREEN)
                rows = [
                    [self.in_suits(text) if at.suits else text for at, text in zip(columns, row, strict=True)]
                    for row in texts
                ]
                headings = [column.title for column in columns]
                if not rows and part.without and not self.settings.plain:
                    self.hint(part.without)
                elif part.cards:
                    self.cards(headings, rows)
                else:
                    spare = sorted((column for column in columns if column.spare), key=lambda column: column.spare)
                    beneath = [column.title for column in columns if column.beneath]
                    self.table(headings, rows, layout=tables.Layout([column.title for column in spare], beneath))
            first = False

    _PRINT_BY_KIND: ClassVar[dict[str, Callable[..., None]]] = {
        "say": say,
        "long": say_long,
        "hint": hint,
        "aside": aside,
        "hint-aside": hint_aside,
        "legend": legend,
    }

    def cards(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a wide table; on a narrow screen, each row with its headings down the side."""
        if self.settings.plain or self.width >= WIDTH_OF_CARDS:
            self.table(columns, rows)
        else:
            self.say(*tables.cards(columns, rows, self.width))

    def in_suits(self, text: str) -> str:
        """Return a line; if symbols are printed, replace the suit letters of its results and leads by symbols."""
        return with_symbols(text) if self.symbols else text

    @property
    def width(self) -> int:
        """The number of columns to print on."""
        if sys.stdout.isatty() or "COLUMNS" in os.environ:
            import shutil

            return shutil.get_terminal_size((WIDTH_PIPED, 24)).columns
        return WIDTH_PIPED

    @property
    def in_colour(self) -> bool:
        """True if colours are printed (--color, NO_COLOR, FORCE_COLOR, terminal)."""
        return not self.settings.plain and screen.wants_colour(sys.stdout, self.settings.color)

    @property
    def symbols(self) -> bool:
        """True if suit symbols are printed: the encoding has them, and --plain is not given."""
        if self.settings.plain:
            return False
        with suppress(UnicodeEncodeError, LookupError):
            "♠♥♦♣→–".encode(sys.stdout.encoding or "ascii")
            return True
        return False


_STRAINS = str.maketrans("CDHS", "♣♦♥♠")

_RESULT = re.compile(r"(?<![\w-])([1-7])([CDHS])(X{0,2}[NESW](?:=|[+-][0-9]{1,2}))(?!\w)")

_LEAD = re.compile(r"(?<=, lead )([CDHS])([2-9TJQKA])(?!\w)")


def with_symbols(text: str) -> str:
    """Replace the suit letters of results and leads in a line by symbols.

    >>> with_symbols("board 3, 1NS v 3EW: 4SN=, lead HT")
    'board 3, 1NS v 3EW: 4♠N=, lead ♥10'
    """
    text = _RESULT.sub(lambda match: match[1] + match[2].translate(_STRAINS) + match[3], text)
    return _LEAD.sub(lambda match: match[1].translate(_STRAINS) + match[2].replace("T", "10"), text)
