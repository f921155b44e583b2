"""Tables as lines of text.

Where everything fits the screen, columns are padded and that is all. What is too wide, or written in characters
that are not one column wide, is folded by `rich`, which is not loaded before it is needed.
"""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from unicodedata import combining, east_asian_width

from cli.desk.screen import Shown, bold, shown

_GAP = 3
_NARROWEST = 20


def drawn(
    columns: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, indent: int = 0, colour: bool = False
) -> list[Shown]:
    """Rows under their headings, as lines; a heading that starts with '>' is of numbers, which stand to the right."""
    if not columns:
        return []
    headings = [column.lstrip(">") for column in columns]
    cells: list[Sequence[str]] = [headings, *([shown(text) for text in row] for row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(columns))]
    simple = all(_one_column_each(text) for row in cells for text in row)
    if not simple or indent + sum(widths) + _GAP * len(widths) > width:
        return _folded(columns, cells[1:], width, indent, colour)
    right = [column.startswith(">") for column in columns]
    first, *others = (_line(row, widths, right) for row in cells)
    return [Shown(" " * indent + line) for line in (bold(first) if colour else first, *others)]


def width_of(columns: Mapping[str, Sequence[str]]) -> int:
    """How wide columns are that need not be folded, each under its heading."""
    widest = [max(map(len, (name.lstrip(">"), *cells))) for name, cells in columns.items()]
    return sum(widest) + _GAP * (len(widest) - 1)


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (
        text.rjust(width) if to else text.ljust(width) for text, width, to in zip(row, widths, right, strict=True)
    )
    return (" " * _GAP).join(padded).rstrip()


def _one_column_each(text: str) -> bool:
    """Whether every character takes just one column of the screen."""
    return text.isascii() or not any(combining(letter) or east_asian_width(letter) in "WF" for letter in text)


def _folded(
    columns: Sequence[str], rows: Sequence[Sequence[str]], width: int, indent: int, colour: bool
) -> list[Shown]:
    import sys

    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), show_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console(
        file=sys.stdout,
        width=width,
        no_color=not colour,
        force_terminal=colour,
        highlight=False,
        markup=False,
        emoji=False,
    )
    with console.capture() as captured:
        console.print(Padding(table, (0, 0, 0, indent)))
    return [Shown(line.rstrip()) for line in captured.get().split("\n")[:-1]]


def cards(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Each row as lines of its own, the headings down the side; what is not said is left out."""
    names = [column.lstrip(">") for column in columns]
    longest = max(map(len, names))
    for number, row in enumerate(rows):
        if number:
            yield ""
        for name, value in zip(names, row, strict=True):
            if value and value != "–":
                folded = textwrap.wrap(shown(value), max(width - longest - 2, _NARROWEST))
                for at, text in enumerate(folded):
                    yield f"{'' if at else name:<{longest}}  {text}"
