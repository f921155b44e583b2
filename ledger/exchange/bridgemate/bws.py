"""The scoring file of Bridgemates, .bws, as results; by the developer's guide of its makers.

The file is what the devices know *now*: they, their program and the scoring program write over each other's rows. A row
that was put right stays where Bridgemate Control wrote the new one beside it, with `Erased` ticked.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from ledger.commands import SheetLine
from ledger.exchange.bridgemate.access_rows import Row
from ledger.exchange.bridgemate.hands import deals_of
from ledger.exchange.bridgemate.movement import Movement
from ledger.exchange.bridgemate.players import players_of
from ledger.exchange.bridgemate.received import about_of, doubts, place_of, read_line, said
from ledger.exchange.bridgemate.tables import DeviceTables, device_tables, flag, number, text
from ledger.exchange.sheet import Sheet, plain_title, read_bytes, why

Winners = Literal[1, 2]


def read_bws(path: Path, winners: Winners | None = None) -> Sheet:
    """Read a .bws file; Misuse (bad-file) where it is none, or damaged. `winners`: as the office says."""
    return read_content(path, read_bytes(path), winners)


def read_content(path: Path, content: bytes, winners: Winners | None = None) -> Sheet:
    """The same of what was in the file when somebody looked."""
    return sheet_of(path, device_tables(path.name, content), winners)


def sheet_of(path: Path, tables: DeviceTables, winners: Winners | None = None) -> Sheet:
    """What the tables of a scoring file say; `path` is where they are from."""
    movement = Movement(tables)
    session = next(iter(tables["Session"]), {})
    sheet = Sheet(
        name=path.stem,
        title=plain_title("", path),
        date=_day(session, tables["ReceivedData"]),
        winners=winners or movement.winners,
        program="Bridgemate",
        expected=movement.expected,
        device=path.name,
    )
    sheet.notes += [(f"table {name}", f"could not be read: {reason}") for name, reason in tables.unread]
    sheet.players += players_of(tables, movement, sheet.winners or 1, sheet.notes)
    sheet.deals |= deals_of(tables["HandRecord"], sheet.notes)
    _add_lines(sheet, path.name, tables["ReceivedData"], movement)
    return sheet


def _day(session: Row, received: list[Row]) -> str | None:
    """The day of play: as the session says, else that of the first result."""
    days = [text(row, "DateLog")[:10] for row in sorted(received, key=lambda row: number(row, "ID"))]
    return next((day for day in (text(session, "Date")[:10], *days) if day), None)


def _add_lines(sheet: Sheet, file: str, received: list[Row], movement: Movement) -> None:
    for place, rows in _by_place(file, received, movement):
        valid = [row for row in rows if not flag(row, "Erased")]
        try:
            if len({_content(row) for row in valid}) > 1:
                raise ValueError(f"{len(valid)} results that differ: erase what is wrong there, or record it here")
            lines = list(_lines(place, rows, movement))
        except ValueError as error:
            there = " and ".join(dict.fromkeys(map(said, valid or rows[-1:])))
            sheet.problems.append((place, f"{why(error)} (it has {there})"))
            if about := about_of((valid or rows)[-1], movement):
                sheet.about[place] = about
            continue
        sheet.lines += [_led(sheet, line, valid[-1]) if line.result and not line.erased else line for line in lines]
        sheet.notes += [(place, each) for row in valid[-1:] for each in doubts(row)]


def _by_place(file: str, received: list[Row], movement: Movement) -> Iterator[tuple[str, list[Row]]]:
    """The rows about each table's play of a board, oldest first."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(received, key=lambda row: number(row, "ID")):
        found[place_of(file, row, movement)].append(row)
    yield from found.items()


def _lines(place: str, rows: list[Row], movement: Movement) -> Iterator[SheetLine]:
    """What is there of a place, and what was taken back of others who were said to have played there."""
    valid = next((row for row in reversed(rows) if not flag(row, "Erased")), None)
    played = _pairs(valid) if valid else None
    for pairs, row in {_pairs(row): row for row in rows if flag(row, "Erased")}.items():
        if pairs != played:
            yield read_line(place, row, movement, erased=True)
    if valid:
        yield read_line(place, valid, movement)


def _led(sheet: Sheet, line: SheetLine, row: Row) -> SheetLine:
    """A line with its opening lead, as far as that is a card."""
    return replace(line, lead=sheet.lead(line.place, text(row, "LeadCard")))


def _pairs(row: Row) -> tuple[int, ...]:
    return tuple(number(row, column) for column in ("PairNS", "PairEW", "South", "West"))


def _content(row: Row) -> tuple[object, ...]:
    """All that a result rests on."""
    said = (text(row, column) for column in ("NS/EW", "Contract", "Result", "Remarks"))
    return *_pairs(row), *said
