"""How the desk prints: lines, JSON, tables, by the settings and the screen there is."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from cli.desk import screen, tables
from cli.desk.settings import Settings

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
        screen.put(*(lines or ("",)))

    def row(self, cells: Iterable[str]) -> None:
        """The cells of a line, with tabs between them, for other programs."""
        screen.put(screen.joined(cells, "\t"))

    def aside(self, *lines: str) -> None:
        """A message on stderr, by lines; not with --quiet or --json."""
        if not (self.settings.quiet or self.settings.json):
            screen.put_aside(*lines)

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, indent: int = 0) -> None:
        """Rows under their headings; a heading that starts with '>' is of numbers. With --plain: tabs."""
        if self.settings.plain:
            self.row(column.lstrip(">") for column in columns)
            for row in rows:
                self.row(row)
        else:
            self.say(*tables.drawn(columns, list(rows), self.width, indent=indent, colour=self.in_colour))

    def table_or(self, nothing: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table; where it has no rows, a line that says so. With --plain always a table."""
        if rows or self.settings.plain:
            self.table(columns, rows)
        else:
            self.say(nothing)

    def cards(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A wide table; where the screen is too narrow for it, each row with its headings down the side."""
        if self.settings.plain or self.width >= WIDTH_OF_CARDS:
            self.table(columns, rows)
        else:
            self.say(*tables.cards(columns, rows, self.width))

    @property
    def width(self) -> int:
        """Columns to print on."""
        if sys.stdout.isatty() or "COLUMNS" in os.environ:
            import shutil

            return shutil.get_terminal_size((WIDTH_PIPED, 24)).columns
        return WIDTH_PIPED

    @property
    def in_colour(self) -> bool:
        """Whether to paint: --color, NO_COLOR, and a terminal to paint on."""
        if self.settings.color != "auto":
            return self.settings.color == "always"
        return sys.stdout.isatty() and "NO_COLOR" not in os.environ

    @property
    def symbols(self) -> bool:
        """Whether the terminal can show suit symbols."""
        with suppress(UnicodeEncodeError, LookupError):
            "♠♥♦♣→–".encode(sys.stdout.encoding or "ascii")
            return True
        return False
