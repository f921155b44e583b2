"""What a command prints on: lines, tables, JSON; with the hints in them as they are typed here, and suits as symbols.

A hint is what is printed so that somebody types it: it stands in backticks, and works as it stands there. Whoever
writes one says the command alone, `undo 12`; here, and nowhere else, it gets the program's name, and the database and
the session where this run was given them by option. What has an ellipsis is to be gone on with. A command that can do
nothing alone, `result add`, is the name of it, and no hint.
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
from cli.terminal.tables import entries, folded_aside, hanging, told

if TYPE_CHECKING:
    from cli.terminal.tables import Layout
    from cli.views.tables import Part


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
    given = []
    if asked.db and "--db" not in said and not named.startswith(_OF_NO_LEDGER):
        from ledger.recording.ledgers import printable

        given += ["--db", shlex.quote(printable(asked.db))]
    without = named.startswith(_OF_NO_LEDGER) or (named.startswith(_OF_NO_SESSION) and named != "import queue")
    session = asked.made or asked.session or (None if "--tournament" in said else asked.tournament)
    needed = asked.of_tournament or asked.several is not False  # the only session there is need not be named
    if session and needed and "--session" not in said and not without:
        given += ["--session", shlex.quote(session)]
    return " ".join([PROGRAM, *given, said])


def _named(said: str) -> str:
    """The command that a hint begins with, 'ruling add'; '' where there is none, or where it is only named."""
    words = said.split()
    command = overview.command(words[0]) if words else None
    if command is None:
        return ""
    path = [words.pop(0)]
    while (
        isinstance(command, click.Group) and words and (found := command.get_command(click.Context(command), words[0]))
    ):
        command, path = found, [*path, words.pop(0)]
    if isinstance(command, click.Group):
        alone = command.invoke_without_command
    else:
        alone = not any(each.required for each in command.params)
    return " ".join(path) if words or alone else ""


WIDTH_PIPED = 160

WIDTH_OF_CARDS = 110
"""On narrower screens the widest tables are printed as cards."""


class Output:
    """Prints what a command says; data on stdout, messages on stderr."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def json(self, schema: str, payload: Mapping[str, object]) -> None:
        """One object on stdout."""
        screen.put_json({"schema": schema, **payload})

    def say(self, *lines: str) -> None:
        """Lines on stdout; without any, an empty one."""
        if sys.stdout.isatty():
            lines = tuple(screen.SafeText(part) for line in lines for part in told(screen.shown(line), self.width))
        screen.put(*(map(screen.picked_out, lines) if self.in_colour else lines) if lines else ("",))

    def say_long(self, line: str, indent: int) -> None:
        """A line that may be longer than the screen: on a terminal it is folded, what follows moved in."""
        self.say(*hanging(screen.shown(line), self.width, indent) if sys.stdout.isatty() else (line,))

    def row(self, cells: Iterable[str]) -> None:
        """The cells of a line, with tabs between them, for other programs."""
        screen.put(screen.joined(cells, "\t"))

    def aside(self, *lines: str) -> None:
        """A message on stderr, by lines; not with --quiet or --json."""
        if not (self.settings.quiet or self.settings.json):
            screen.put_aside(*folded_aside(lines))

    def note(self, text: str) -> None:
        """Say aside what is to be known beside what was asked, where there is anything."""
        if text:
            self.aside(f"note: {text}")

    def hint(self, *lines: str) -> None:
        """Lines on stdout with something to type in them: in backticks, filled in as it is typed in this run."""
        self.say(*(filled(line, self.settings) for line in lines))

    def hint_aside(self, *lines: str) -> None:
        """The same on stderr."""
        self.aside(*(filled(line, self.settings) for line in lines))

    def table(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, indent: int = 0, layout: Layout | None = None
    ) -> None:
        """Rows under their headings; a heading that starts with '>' is of numbers. With --plain: tabs."""
        if self.settings.plain:
            self.row(column.lstrip(">") for column in columns)
            for row in rows:
                self.row(row)
        elif columns:
            drawn = tables.drawn(columns, list(rows), self.width, indent=indent, colour=self.in_colour, layout=layout)
            self.say(*drawn)

    def legend(self, text: str) -> None:
        """What the marks of a table mean, folded between its entries; nothing for a program, nor for ''."""
        if text and not self.settings.plain:
            self.say("", *entries(text, self.width))

    def table_or(
        self, nothing: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, layout: Layout | None = None
    ) -> None:
        """A table; where it has no rows, a line that says so. With --plain always a table."""
        if rows or self.settings.plain:
            self.table(columns, rows, layout=layout)
        else:
            self.hint(nothing)

    def show(self, parts: Iterable[Part]) -> None:
        """The tables of an answer, and what is said beside them."""
        from cli.views.tables import Text  # with the numbers of the ledger: `--help` and a Tab do not wait for them

        first, plain = True, self.settings.plain
        for part in parts:
            if plain and not part.plain:
                continue
            if isinstance(part, Text):
                self._SAYS[part.how](self, *part.lines)
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

    _SAYS: ClassVar[dict[str, Callable[..., None]]] = {
        "say": say,
        "hint": hint,
        "aside": aside,
        "hint-aside": hint_aside,
        "legend": legend,
    }

    def cards(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A wide table; where the screen is too narrow for it, each row with its headings down the side."""
        if self.settings.plain or self.width >= WIDTH_OF_CARDS:
            self.table(columns, rows)
        else:
            self.say(*tables.cards(columns, rows, self.width))

    def in_suits(self, text: str) -> str:
        """A line of results and leads with suit symbols, where there are any to show."""
        return with_symbols(text) if self.symbols else text

    @property
    def width(self) -> int:
        """Columns to print on."""
        if sys.stdout.isatty() or "COLUMNS" in os.environ:
            import shutil

            return shutil.get_terminal_size((WIDTH_PIPED, 24)).columns
        return WIDTH_PIPED

    @property
    def in_colour(self) -> bool:
        """Whether to paint: --color, NO_COLOR, FORCE_COLOR, and a terminal to paint on."""
        return not self.settings.plain and screen.wanted(sys.stdout, self.settings.color)

    @property
    def symbols(self) -> bool:
        """Whether to show suit symbols: where the screen has them, and nobody reads it who wants letters."""
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
    """A line with suit symbols for the letters of its results and leads.

    >>> with_symbols("board 3, 1NS v 3EW: 4SN=, lead HT")
    'board 3, 1NS v 3EW: 4♠N=, lead ♥10'
    """
    text = _RESULT.sub(lambda found: found[1] + found[2].translate(_STRAINS) + found[3], text)
    return _LEAD.sub(lambda found: found[1].translate(_STRAINS) + found[2].replace("T", "10"), text)
