"""The desk of one command: the office behind it, and the ways it prints."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import click

from cli.desk.settings import Settings, settings
from ledger.errors import Misuse, Refusal
from ledger.laws.rounding import Rounding, decimal_text, exact_text
from ledger.office import Office
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.session.moment import happened_at, time_at
from ledger.store.store import Store

WIDTH_PIPED = 160
WIDTH_OF_CARDS = 110
"""On narrower screens the widest tables are printed as cards."""


class Desk:
    """What a command uses: settings, office, session, and print."""

    def __init__(self, context: click.Context, *, writing: bool = False) -> None:
        self.settings: Settings = settings(context)
        if writing and self.settings.as_of:
            raise Misuse("writing-as-of", "the past can be looked at, not written", "leave --as-of out")
        self.store = Store(self.settings.url)
        context.call_on_close(self.store.close)
        self.store.check_schema()
        self.office = Office(self.store, self.settings.official)

    # The session and its moment

    @property
    def session_id(self) -> str:
        """The session meant."""
        return self.office.the_session(self.settings.session_id)

    def session(self) -> Session:
        """The session at the moment asked for: now, or --as-of."""
        session_id = self.session_id
        moment = self.settings.as_of
        session = self.office.session(session_id, self.office.number_at(session_id, moment) if moment else None)
        if session.opened is None:
            raise Misuse(
                "bad-as-of", f"session {session_id} was not yet open then", "`log --reverse` shows its first events"
            )
        return session

    def now(self, session: Session) -> int:
        """The time to read the periods by (µs UTC): now, the time --as-of names, or that of the last event it includes."""
        if self.settings.as_of is None:
            return self.office.clock()
        return time_at(self.settings.as_of, session.recorded_at) or session.recorded_at

    @property
    def occurred_at(self) -> int | None:
        """When what is recorded happened, where --at says so (µs UTC)."""
        return happened_at(self.settings.at, self.office.clock()) if self.settings.at else None

    def scoreboard(self) -> Scoreboard:
        """The scoreboard at the moment asked for."""
        return Scoreboard(self.session())

    # Printing

    def json(self, schema: str, session: Session | None, payload: dict[str, Any]) -> None:
        """One object on stdout, with the session, the moment and the digest it speaks of."""
        head: dict[str, Any] = {"schema": schema}
        if session is not None:
            head |= {"session": session.id, "as_of": session.number, "digest": session.digest.hex()}
        print(json.dumps(head | payload, ensure_ascii=False))

    def say(self, text: str = "") -> None:
        """A line on stdout."""
        print(text)

    def aside(self, text: str) -> None:
        """A message on stderr; not with --quiet or --json."""
        if not (self.settings.quiet or self.settings.json):
            print(text, file=sys.stderr)

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, indent: int = 0) -> None:
        """Rows under their headings; a heading that starts with '>' is of numbers. With --plain: tabs."""
        if self.settings.plain:
            print("\t".join(column.lstrip(">") for column in columns))
            for row in rows:
                print("\t".join(row))
            return
        from rich.console import Console
        from rich.padding import Padding
        from rich.table import Table

        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_edge=False, header_style="bold")
        for column in columns:
            table.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left", overflow="fold")
        for row in rows:
            table.add_row(*row)
        console = Console(
            file=sys.stdout,
            width=self.width,
            no_color=not self.in_colour,
            highlight=False,
            markup=False,
            emoji=False,
            force_terminal=self.in_colour,
        )
        with console.capture() as captured:
            console.print(Padding(table, (0, 0, 0, indent)))
        print("\n".join(line.rstrip() for line in captured.get().splitlines()))

    def cards(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A wide table; where the screen is too narrow for it, each row with its headings down the side."""
        if self.settings.plain or self.width >= WIDTH_OF_CARDS:
            self.table(columns, rows)
            return
        names = [column.lstrip(">") for column in columns]
        longest = max(map(len, names))
        for number, row in enumerate(rows):
            if number:
                print()
            for name, value in zip(names, row, strict=True):
                if value and value != "–":
                    text = textwrap.fill(value, max(self.width - longest - 2, 20))
                    print(f"{name:<{longest}}  {textwrap.indent(text, ' ' * (longest + 2)).lstrip()}")

    @property
    def width(self) -> int:
        """Columns to print on."""
        return (
            shutil.get_terminal_size((WIDTH_PIPED, 24)).columns
            if sys.stdout.isatty() or "COLUMNS" in os.environ
            else WIDTH_PIPED
        )

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

    # Asking

    def confirm(self, question: str) -> None:
        """Ask on a terminal; elsewhere, or with --no-input, --yes is needed."""
        if self.settings.yes or self.settings.dry_run:
            return
        if self.settings.no_input or not sys.stdin.isatty():
            raise Refusal("needs-yes", f"{question} This was not asked, as there is no terminal", "add --yes")
        click.confirm(question, abort=True, err=True)


def score_json(value: Fraction | None, mode: Rounding = Rounding.HALF_UP) -> dict[str, str] | None:
    """A number for JSON: exact, and as text to two decimals."""
    return None if value is None else {"exact": exact_text(value), "text": decimal_text(value, 2, mode)}


def score_text(value: Fraction | None, mode: Rounding = Rounding.HALF_UP) -> str:
    """A number for a table: two decimals, or a dash."""
    return "–" if value is None else decimal_text(value, 2, mode)


def signed_text(value: Fraction) -> str:
    """A difference: +3.20."""
    return f"{'+' if value > 0 else ''}{decimal_text(value)}"
