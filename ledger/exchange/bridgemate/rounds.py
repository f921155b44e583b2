"""The movement that a scoring file has: who is to meet whom at which table in each round, and on which boards.

A pair that is 0, or that its section says is missing, is nobody: who sits opposite sits out.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from ledger.bounds.tournaments import ROUND
from ledger.bridge import Side
from ledger.exchange.bridgemate.access import Row
from ledger.exchange.bridgemate.tables import DeviceMovement, DeviceTables, boards_of, device_tables, number
from ledger.exchange.sheet import read_bytes
from ledger.labels import natural
from ledger.movements.plan import PlannedTable
from ledger.session.movement import seats

_SIDES = {Side.NS: ("NSPair", "South"), Side.EW: ("EWPair", "West")}
"""The columns of who sits there: the pair, or the first of two who play an individual; and the second of the two."""

Winners = Literal[1, 2]


def movement_of(path: Path, winners: Winners | None = None) -> tuple[PlannedTable, ...]:
    """Every table of every round of a .bws file, in the order they are played; nothing where it has no movement.

    Misuse (bad-file) where it is no such file. `winners`: as the session has it, else as the file says.
    """
    return planned_tables(device_tables(path.name, read_bytes(path)), winners)


def planned_tables(tables: DeviceTables, winners: Winners | None = None) -> tuple[PlannedTable, ...]:
    """The same of the tables of such a file."""
    movement = DeviceMovement(tables)
    suffixed = (winners or movement.winners or 1) == 2
    missing = {number(row, "ID"): number(row, "MissingPair") for row in tables["Section"]}
    if _plays_alone(tables) and not any(number(row, "South") for row in tables["RoundData"]):
        return ()  # of an individual the rounds would say of half the players alone where they sit
    found = (_planned(row, movement, missing, suffixed=suffixed) for row in _in_order(tables["RoundData"]))
    return tuple(each for each in found if each.ns or each.ew)


def numbers_of(planned: Iterable[PlannedTable]) -> tuple[str, ...]:
    """Everybody's number in a movement, in order."""
    return tuple(sorted({who for each in planned for who in seats(each).everyone}, key=natural))


def _plays_alone(tables: DeviceTables) -> bool:
    """Whether the results are of an individual: two numbers on each side."""
    return any(number(row, "South") > 0 for row in tables["ReceivedData"])


def _in_order(rows: list[Row]) -> Iterator[Row]:
    """The rows of a round that there can be, by round and table."""
    there = (row for row in rows if 1 <= number(row, "Round") <= ROUND.most)
    yield from sorted(there, key=lambda row: tuple(number(row, each) for each in ("Round", "Section", "Table")))


def _planned(row: Row, movement: DeviceMovement, missing: dict[int, int], *, suffixed: bool) -> PlannedTable:
    section = number(row, "Section")
    ns, ew = (_seated(row, side, movement, missing.get(section, 0), suffixed=suffixed) for side in Side)
    table = f"{movement.letters(section)}{number(row, 'Table')}"
    return PlannedTable(number(row, "Round"), table, ns, ew, tuple(dict.fromkeys(boards_of(row))))


def _seated(row: Row, side: Side, movement: DeviceMovement, missing: int, *, suffixed: bool) -> str:
    """Who sits on a side, as the session calls them; '' for nobody."""
    section, (first, second) = number(row, "Section"), _SIDES[side]
    pair = number(row, first)
    if pair < 1 or pair == missing:
        return ""
    both = [pair, number(row, second)] if number(row, second) > 0 else [pair]
    return "+".join(movement.label(section, each) for each in both) + (side.value if suffixed else "")
