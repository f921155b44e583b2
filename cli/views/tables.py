"""Tables of typed rows: their columns are declared once, for screens, pages and programs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, NamedTuple

from cli.views.answers import ScoreValue

SCREEN, PLAIN, PAGE = "screen", "plain", "page"
"""Where a table is shown: a terminal, for other programs (`--plain`), a page."""


class AnswerColumn(NamedTuple):
    """A column of a table: the field it shows, and how it gives way where space is short."""

    field: str
    heading: str | None = None
    """Its heading; the name of the field where there is none."""

    say: Callable[[Any], str] | None = None
    """Says a row's field; None: as `text_of` does."""

    nothing: str = "–"
    """Stands where the field is None."""

    number: bool = False
    """Whether it stands to the right."""

    optional: bool = False
    """Whether screens and pages leave it out where no row has anything in it."""

    on: Collection[str] = (SCREEN, PLAIN, PAGE)
    spare: int = 0
    """When a narrow screen goes without it: 1 first; 0 never."""

    beneath: bool = False
    """Whether a narrow screen shows it in a line beneath its row."""

    aside: bool = False
    """Whether a phone shows it under the name of the row, instead of in a column."""

    under: bool = False
    """Whether it is the name of the row."""

    unprinted: bool = False
    """Whether there is no room for it on paper."""

    suits: bool = False
    """Whether a screen shows the suits of its results and leads as symbols."""

    @property
    def title(self) -> str:
        """The heading, with a leading '>' for numbers."""
        heading = self.field.replace("_", " ") if self.heading is None else self.heading
        return f">{heading}" if self.number else heading

    def text(self, row: object) -> str:
        """Return the text of a row; '' if rows of its type lack the field."""
        if self.say:
            return self.say(row)
        return text_of(getattr(row, self.field, ""), self.nothing)


def text_of(value: object, nothing: str = "–") -> str:
    """Format a field: a score by its two decimals, True as a star, a list with commas, both sides of a match."""
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
    """Rows under columns, with a title; `without`: the text for no rows."""

    rows: Sequence[object]
    columns: Sequence[AnswerColumn]
    title: str = ""
    without: str = ""
    plain: bool = True
    """Whether other programs (`--plain`) are shown it too."""

    cards: bool = False
    """Whether a narrow screen shows each row with its headings down the side."""

    def shown(self, place: str) -> tuple[list[AnswerColumn], list[list[str]]]:
        """Return the columns shown in a place (screen, page, plain), and the texts of each row."""
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
    """Lines of text between the tables of an answer.

    `say`: on stdout; `long`: one line, folded to the width; `hint`: with a command in backticks; `aside`, `hint-aside`:
    on stderr; `legend`: the marks of a table. `plain`: printed for other programs (`--plain`) too.
    """

    how: Literal["say", "long", "hint", "aside", "hint-aside", "legend"]
    lines: tuple[str, ...]
    plain: bool = False


Part = AnswerTable | Text
