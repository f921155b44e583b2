"""Tables of typed rows: their columns are declared once, for screens, pages and programs."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, NamedTuple

from cli.views.answers import ScoreValue

SCREEN, PLAIN, PAGE = "screen", "plain", "page"
"""Where a table is shown: a terminal, for other programs (`--plain`), a page."""


class AnswerColumn(NamedTuple):
    """A column of a table: which field it shows, and where it goes if the screen is too narrow."""

    field: str
    heading: str | None = None
    """The heading; None: the name of the field."""
    say: Callable[[Any], str] | None = None
    """Formats the cell of a row; None: by `text_of`."""
    nothing: str = "–"
    """The text of a cell if the field is None."""
    number: bool = False
    """True if the cells are numbers, aligned right."""
    optional: bool = False
    """True if screens and pages leave the column out if all its cells are empty."""
    on: Collection[str] = (SCREEN, PLAIN, PAGE)
    """The places that show the column."""
    spare: int = 0
    """The order in which a narrow screen leaves columns out: 1 first; 0 never."""
    beneath: bool = False
    """True if a narrow screen shows the cell on a line beneath the row."""
    aside: bool = False
    """True if a phone shows the cell under the row's name, instead of in a column."""
    under: bool = False
    """True if the cell is the row's name, under which a phone shows the `aside` cells."""
    unprinted: bool = False
    """True if paper leaves the column out."""
    suits: bool = False
    """True if a screen shows suits in results and leads as symbols."""

    @property
    def title(self) -> str:
        """The heading of the column; '>' in front of it aligns the column right."""
        heading = self.field.replace("_", " ") if self.heading is None else self.heading
        return f">{heading}" if self.number else heading

    def text(self, row: object) -> str:
        """Return the text of the column for a row; '' if rows of its type have no such field."""
        if self.say:
            return self.say(row)
        return text_of(getattr(row, self.field, ""), self.nothing)


def text_of(value: object, nothing: str = "–") -> str:
    """Format a field for a cell: a score by its rounded text, True as '*', a list with commas, None as `nothing`."""
    match value:
        case None:
            return nothing
        case bool():
            return "*" if value else ""
        case ScoreValue():
            return value.text
        case dict():
            return " : ".join(text_of(each) for each in value.values())
        case list() | tuple():
            return ", ".join(map(str, value)) or nothing
    return str(value)


class AnswerTable(NamedTuple):
    """A table of rows with its columns and title; `without`: the text to show if there are no rows."""

    rows: Sequence[object]
    columns: Sequence[AnswerColumn]
    title: str = ""
    without: str = ""
    plain: bool = True
    """True if the table is also printed for other programs (`--plain`)."""

    cards: bool = False
    """True if a narrow screen shows each row as a list, a heading and a cell a line."""

    def shown(self, place: str) -> tuple[list[AnswerColumn], list[list[str]]]:
        """Return the columns for a medium (SCREEN, PLAIN or PAGE), and the cell texts of each row."""
        columns = [column for column in self.columns if place in column.on]
        texts = [[column.text(row) for column in columns] for row in self.rows]
        if place != PLAIN:
            kept = [
                at
                for at, column in enumerate(columns)
                if not column.optional or any(row[at] not in ("", column.nothing) for row in texts)
            ]
            columns, texts = [columns[at] for at in kept], [[row[at] for at in kept] for row in texts]
        return columns, texts


class Text(NamedTuple):
    """Lines of text before, between or after the tables of an answer.

    `say`: on stdout; `long`: one line, folded to the width; `hint`: with a command in backticks; `aside`, `hint-aside`:
    on stderr; `legend`: the marks of a table. `plain`: printed for other programs (`--plain`) too.
    """

    how: Literal["say", "long", "hint", "aside", "hint-aside", "legend"]
    lines: tuple[str, ...]
    plain: bool = False


Part = AnswerTable | Text
