"""A row of a table of a PBN file: its cells by the names of the columns."""

from ledger.exchange.sheet import shortened
from ledger.labels.patterns import LABEL

_UNSTATED = ("", "-", "?")
Row = dict[str, str]


def whole(row: Row | None) -> Row:
    """The row; ValueError where its cells are not those of the table."""
    if row is None:
        raise ValueError("it has more or fewer cells than its table has columns")
    return row


def cell(row: Row, *columns: str) -> str:
    """What the first of these columns that is stated says; '' where none is."""
    return next((text for name in columns if (text := row.get(name, "").strip()) not in _UNSTATED), "")


def label(section: str, number: str) -> str:
    """A contestant's number, with the letter of its section before it; ValueError where it is none."""
    contestant = f"{letters(section)}{number.upper()}"
    if not LABEL.fullmatch(contestant):
        raise ValueError(f"{shortened(contestant)!r} is no contestant's number")
    return contestant


def letters(section: str) -> str:
    """The letters of a section; a section that is told by a number tells no contestants apart."""
    return section if section.isascii() and section.isalpha() else ""
