"""The scoring file of Bridgemates, .bws, as results; by the developer's guide of its makers.

The file is what the devices know *now*: they, their program and the scoring program write over each other's rows. A row
that was put right stays where Bridgemate Control wrote the new one beside it, with `Erased` ticked.

A row of ReceivedData is what a table entered for a board. Some remarks in it take the place of a result.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from ledger.bridge import Result, Seat, parse_result
from ledger.errors.visible import visible
from ledger.exchange.bridgemate import undecided
from ledger.exchange.bridgemate.access import Row
from ledger.exchange.bridgemate.rounds import numbers_of, planned_tables
from ledger.exchange.bridgemate.tables import (
    DeviceMovement,
    DeviceTables,
    deals_of,
    device_tables,
    flag,
    number,
    players_of,
    text,
)
from ledger.exchange.sheet import (
    SIGNED_TRICKS,
    Sheet,
    board_number,
    plain_title,
    read_bytes,
    round_number,
    shortened,
    table_name,
    why,
)
from ledger.facts import SheetLine, Where
from ledger.labels import boards_text
from ledger.laws.adjustment import Artificial, Grade

_PERCENT = re.compile(r"([0-9]{1,3}) ?% ?- ?([0-9]{1,3}) ?%")

_NOT_PLAYED, _ARBITRAL, _TURNED = "not played", "arbitral score", "wrong direction"


def place_of(file: str, row: Row, movement: DeviceMovement) -> str:
    """Where a row stands, as the office calls it: 'thursday.bws table A3, round 2, board 7'."""
    return f"{file} table {_table(row, movement)}, round {number(row, 'Round')}, board {number(row, 'Board')}"


def about_of(row: Row, movement: DeviceMovement) -> Where | None:
    """Which table and board a row is about, and who sat there as far as it says; None where not even that is said."""
    with suppress(ValueError):
        return _where(row, movement, turned=_is_turned(row))
    with suppress(ValueError):
        round_ = round_number(str(number(row, "Round"))) or None
        return Where(board_number(str(number(row, "Board"))), _table(row, movement), round=round_)
    return None


def said(row: Row) -> str:
    """What a row says, for who has to look at it: '1 v 2: 4 S N +1'."""
    pairs = f"{number(row, 'PairNS')} v {number(row, 'PairEW')}:"
    words = [text(row, column) for column in ("Contract", "NS/EW", "Result", "Remarks")]
    return visible(" ".join([pairs, *(shortened(word) for word in words if word)]))


def read_line(place: str, row: Row, movement: DeviceMovement, *, erased: bool = False) -> SheetLine:
    """A row as a line of a sheet; ValueError where a person has to look at it."""
    remark = text(row, "Remarks").lower()
    where = _where(row, movement, turned=_is_turned(row))
    if movement.boards and where.board not in movement.boards:
        raise ValueError(
            f"board {where.board} is not in the movement, which has {boards_text(sorted(movement.boards))}"
        )
    if erased:
        return SheetLine(place, where, _result(row) if text(row, "Contract") else None, erased=True)
    percent = _PERCENT.fullmatch(remark)
    award = Artificial(Grade(percent[1]), Grade(percent[2])) if percent else None
    result = _result(row) if text(row, "Contract") else None
    question = "" if award or (result and remark not in (_NOT_PLAYED, _ARBITRAL)) else _question(remark, where)
    return SheetLine(place, where, None if question else result, award, undecided=question)


def _question(remark: str, where: Where) -> str:
    """What a person has to say of a row without a score."""
    ask = {_NOT_PLAYED: undecided.not_played, _ARBITRAL: undecided.to_decide}.get(remark, undecided.empty)
    return ask(where)


def _where(row: Row, movement: DeviceMovement, *, turned: bool) -> Where:
    section, pairs = number(row, "Section"), [number(row, "PairNS"), number(row, "PairEW")]
    if min(pairs) < 1:
        raise ValueError("nobody sat North–South, or East–West: it has a result of one pair alone")
    partners = [number(row, "South"), number(row, "West")]
    ns, ew = (
        "+".join(movement.label(section, each) for each in (pair, partner) if each > 0)
        for pair, partner in zip(pairs, partners, strict=True)
    )
    return Where(
        board=board_number(str(number(row, "Board"))),
        table=table_name(_table(row, movement)),
        ns=ew if turned else ns,
        ew=ns if turned else ew,
        round=round_number(str(number(row, "Round"))) or None,
        switched=turned,
    )


def _table(row: Row, movement: DeviceMovement) -> str:
    return f"{movement.letters(number(row, 'Section'))}{number(row, 'Table')}"


def _is_turned(row: Row) -> bool:
    return text(row, "Remarks").lower() == _TURNED


def _result(row: Row) -> Result:
    """The contract, its declarer and what came of it; ValueError where they do not make a result."""
    contract = re.sub(r"\s", "", text(row, "Contract")).upper()
    if contract == "PASS":
        return parse_result("PASS")
    by, tricks = text(row, "NS/EW").upper(), text(row, "Result")
    if by not in Seat.__members__:
        raise ValueError(f"{shortened(by) or 'nobody'!r} is no declarer: N, E, S or W")
    if not SIGNED_TRICKS.fullmatch(tricks):
        raise ValueError(f"{shortened(tricks) or '(blank)'} is no number of tricks: =, +1, -2")
    return parse_result(f"{shortened(contract)}{by}{tricks}")


def doubts(row: Row) -> Iterator[str]:
    """What the row gives reason to look at, though it has a score."""
    remark = text(row, "Remarks")
    if _is_turned(row):
        yield "the pairs sat the other way round, as it says: North–South and East–West changed places"
    elif remark and remark.lower() not in (_NOT_PLAYED, _ARBITRAL) and not _PERCENT.fullmatch(remark):
        yield f"remark: {shortened(remark)}"
    if flag(row, "SuspiciousContract"):
        yield f"the device asked whether {text(row, 'Contract')} {text(row, 'Result')} is right"
    if text(row, "Contract").upper() != "PASS" and (by := _other_declarer(row)):
        yield f"declarer was pair {number(row, 'Declarer')}, it says, and {by} sat the other way"


def _other_declarer(row: Row) -> str:
    """The seat that declared, where the row names a pair for declarer that did not sit there."""
    by, pair = text(row, "NS/EW").upper(), number(row, "Declarer")
    sat = number(row, "PairNS" if by in ("N", "S") else "PairEW")
    individual = number(row, "South") > 0
    return by if pair and pair != sat and not _is_turned(row) and not individual else ""


Winners = Literal[1, 2]


def read_bws(path: Path, winners: Winners | None = None) -> Sheet:
    """Read a .bws file; Misuse (bad-file) where it is none, or damaged. `winners`: as the office says."""
    return read_content(path, read_bytes(path), winners)


def read_content(path: Path, content: bytes, winners: Winners | None = None) -> Sheet:
    """The same of what was in the file when somebody looked."""
    return sheet_of(path, device_tables(path.name, content), winners)


def sheet_of(path: Path, tables: DeviceTables, winners: Winners | None = None) -> Sheet:
    """What the tables of a scoring file say; `path` is where they are from."""
    movement = DeviceMovement(tables)
    session = next(iter(tables["Session"]), {})
    sheet = Sheet(
        name=path.stem,
        title=plain_title("", path),
        date=_day(session, tables["ReceivedData"]),
        winners=winners or movement.winners,
        program="Bridgemate",
        expected=movement.expected,
        device=path.name,
        known=numbers_of(planned_tables(tables, winners=1)),
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


def _add_lines(sheet: Sheet, file: str, received: list[Row], movement: DeviceMovement) -> None:
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


def _by_place(file: str, received: list[Row], movement: DeviceMovement) -> Iterator[tuple[str, list[Row]]]:
    """The rows about each table's play of a board, oldest first."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(received, key=lambda row: number(row, "ID")):
        found[place_of(file, row, movement)].append(row)
    yield from found.items()


def _lines(place: str, rows: list[Row], movement: DeviceMovement) -> Iterator[SheetLine]:
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
