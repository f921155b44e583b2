"""The lines of tables and of derivations: a site has millions of fields, and no macro is asked for each of them.

Whatever a log holds is escaped where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from cli.pages.links import Links
from cli.pages.table import Cell, Outline, PageTable, TableRow

_TOLD = re.compile(r"#(?P<event>[0-9]{1,15})|(?P<case>[RPA]-[0-9]{4,})|(?P<red>[♥♦])")

_LAST_WORD = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*) $")
"""The word before an event or a case, which may be the name of its stream: 'friday #12'."""

_HEAD, _FIELD = ("th", ' scope="row"'), ("td", "")

_LONG_NAME, _LONG_TEXT = 24, 40
"""Longer ones are broken into several lines."""

_AT_HAND = 16_384
"""So many fields are kept as they were printed: most stand on many pages of a site."""

_DEEPEST = 6
"""No line of a derivation is drawn in farther."""


@pass_context
def told(context: Context, text: str) -> Markup:
    """A line of the office's: events and cases in it are links, the red suits red."""
    return Markup(_told(text, context["links"]))


@pass_context
def rows(context: Context, table: PageTable, head: int) -> Markup:
    """The lines of a table; `head` is the column whose fields head them, -1 where none does."""
    word, links = context.environment.filters["word"], context["links"]
    printed = _Rows(table, head, links, word)
    return Markup("".join(map(printed.line, table.rows)))


@pass_context
def derivation(context: Context, outline: Outline) -> Markup:
    """A number and how it comes about, line by line."""
    return Markup("".join(_derivation_lines(outline, context["links"])))


def _derivation_lines(outline: Outline, links: Links) -> Iterator[str]:
    for deep, value, text in outline.lines:
        drawn_in = f' class="d{min(deep - 1, _DEEPEST)}"' if deep > 1 else ""
        yield f"<li{drawn_in}><b>{escape(value)}</b> {_told(text, links)}</li>\n"


class _Rows:
    """Prints the lines of one table."""

    def __init__(self, table: PageTable, head: int, links: Links, word: Callable[[str], str]) -> None:
        self._table, self._links, self._word = table, links, word
        self._columns = [
            (column.startswith(">"), table.mark(column), column == table.under, _HEAD if at == head else _FIELD)
            for at, column in enumerate(table.columns)
        ]

    def line(self, row: TableRow) -> str:
        """A line."""
        anchor = f' id="{escape(row.anchor)}"' if row.anchor else ""
        again = ' class="again"' if row.again else ""
        cells = []
        for at, (is_number, mark, is_under, (tag, scope)) in zip(row.cells, self._columns, strict=True):
            kind = f"{'num' if is_number else _kind(at)}{' changed' if at.changed else ''}{mark}".strip()
            shown = f' class="{kind}"' if kind else ""
            under = self._under(row) if is_under else ""
            cells.append(f"<{tag}{scope}{shown}>{_field(at, self._links)}{under}</{tag}>\n")
        return f"<tr{anchor}{again}>\n{''.join(cells)}</tr>\n"

    def _under(self, row: TableRow) -> str:
        """What a narrow screen tells under the name of a line."""
        told_there = [
            f"<span>{f'{escape(self._word(name))} ' if name else ''}{_field(at, self._links)}</span>"
            for name, at in self._table.told_under(row)
        ]
        return f'<span class="under">{"".join(told_there)}</span>' if told_there else ""


def _kind(at: Cell) -> str:
    """By what the stylesheet knows a field that is no number."""
    if at.name:
        return "name wrap" if len(at.text) > _LONG_NAME else "name"
    return "long" if len(at.text) > _LONG_TEXT else ""


def _field(at: Cell, links: Links) -> str:
    """What stands in a field."""
    return _led(at) if at.name or at.href else f"{_told(at.text, links)}{_beside(at)}".rstrip()


@lru_cache(maxsize=_AT_HAND)
def _led(at: Cell) -> str:
    """A name, or what leads somewhere."""
    text = str(escape(str(at.text)))  # escaped here, whatever it was
    text = f"{f'<bdi>{text}</bdi>' if at.name else text}{_beside(at)}"
    return f'<a href="{escape(at.href)}">{text}</a>' if at.href else text.rstrip()


def _beside(at: Cell) -> str:
    return f" <small><bdi>{escape(at.beside)}</bdi></small>" if at.beside else ""


def _told(said: str, links: Links) -> str:
    text = str(said)
    if (plain := _plain(text)) is not None:
        return plain
    last, pieces = 0, list[str]()
    for found in _TOLD.finditer(text):
        pieces += (escape(text[last : found.start()]), _piece(found, links, _LAST_WORD.search(text[: found.start()])))
        last = found.end()
    return "".join((*pieces, escape(text[last:])))


@lru_cache(maxsize=_AT_HAND)
def _plain(text: str) -> str | None:
    """A text as it stands on a page, whatever it was; None where something in it is more than that."""
    return None if _TOLD.search(text) else str(escape(text))


def _piece(found: re.Match[str], links: Links, before: re.Match[str] | None) -> str:
    if found["red"]:
        return f'<span class="red">{found[0]}</span>'
    word = before[1] if before else ""
    href = links.event(int(found["event"]), word) if found["event"] else links.case(found["case"], word)
    return f'<a href="{escape(href)}">{escape(found[0])}</a>' if href else str(escape(found[0]))
