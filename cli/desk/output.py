"""How the desk prints: lines, JSON, tables, by the settings and the screen there is."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cli.desk import colours, hints, screen, tables
from cli.desk.folding import entries, folded_aside, hanging, told
from cli.desk.settings import Settings
from cli.desk.suits import with_symbols

if TYPE_CHECKING:
    from cli.desk.tables import Layout

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
            lines = tuple(screen.Shown(part) for line in lines for part in told(screen.shown(line), self.width))
        screen.put(*(map(colours.picked_out, lines) if self.in_colour else lines) if lines else ("",))

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

    def hint(self, *lines: str) -> None:
        """Lines on stdout with something to type in them: in backticks, filled in as it is typed in this run."""
        self.say(*(hints.filled(line, self.settings) for line in lines))

    def hint_aside(self, *lines: str) -> None:
        """The same on stderr."""
        self.aside(*(hints.filled(line, self.settings) for line in lines))

    def table(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, indent: int = 0, layout: Layout | None = None
    ) -> None:
        """Rows under their headings; a heading that starts with '>' is of numbers. With --plain: tabs."""
        if self.settings.plain:
            self.row(column.lstrip(">") for column in columns)
            for row in rows:
                self.row(row)
        else:
            self._say_table(columns, list(rows), indent, layout)

    def _say_table(
        self, columns: Sequence[str], rows: Sequence[Sequence[str]], indent: int, layout: Layout | None
    ) -> None:
        if columns:
            self.say(*tables.drawn(columns, rows, self.width, indent=indent, colour=self.in_colour, layout=layout))

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
        return not self.settings.plain and colours.wanted(sys.stdout, self.settings.color)

    @property
    def symbols(self) -> bool:
        """Whether to show suit symbols: where the screen has them, and nobody reads it who wants letters."""
        if self.settings.plain:
            return False
        with suppress(UnicodeEncodeError, LookupError):
            "♠♥♦♣→–".encode(sys.stdout.encoding or "ascii")
            return True
        return False
