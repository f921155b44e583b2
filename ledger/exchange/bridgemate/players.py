"""Who sits where, as players told the devices: their numbers, and their names where the file has them."""

from collections.abc import Iterator
from typing import Literal

from ledger.bridge import Side
from ledger.events.people import Player
from ledger.exchange.bridgemate.access_rows import Row
from ledger.exchange.bridgemate.movement import Movement
from ledger.exchange.bridgemate.tables import DeviceTables, number, text
from ledger.exchange.sheet import require_plain, shortened

_SEATS = {"N": (Side.NS, 1), "S": (Side.NS, 2), "E": (Side.EW, 1), "W": (Side.EW, 2)}
_COLUMNS = {Side.NS: "NSPair", Side.EW: "EWPair"}
_LONGEST = 100


def players_of(
    tables: DeviceTables, movement: Movement, winners: Literal[1, 2], notes: list[tuple[str, str]]
) -> Iterator[Player]:
    """The players of the pairs that began at each table; a name that no list could show is told in the notes.

    Who sat down later, in another's place, is said in a later round: that is for the director (Law 4).
    """
    members = _members(tables["PlayerNames"])
    at = {(number(row, "Section"), number(row, "Table")): row for row in movement.first_round()}
    for row in tables["PlayerNumbers"]:
        seat, meeting = _SEATS.get(text(row, "Direction")), at.get((number(row, "Section"), number(row, "Table")))
        member = text(row, "Number")
        name = text(row, "Name") or members.get(member, "")
        if not (name or member) or number(row, "Round") > 1:
            continue
        if seat is None or meeting is None:
            where = f"{movement.label(number(row, 'Section'), number(row, 'Table'))}{text(row, 'Direction')}"
            notes.append((f"player at {shortened(where)}", "nobody sits there in the first round"))
            continue
        side, place = seat
        label = movement.label(number(row, "Section"), number(meeting, _COLUMNS[side]))
        label += side.value if winners == 2 else ""
        try:
            _require_short(name, member)
        except ValueError as error:
            notes.append((f"player {place} of {label}", str(error)))
            continue
        yield Player(label, place, name, member)


def _require_short(*said: str) -> None:
    require_plain(*said)
    if any(len(each) > _LONGEST for each in said):
        raise ValueError(f"more than {_LONGEST} characters are no name")


def _members(rows: list[Row]) -> dict[str, str]:
    """Names of the club's members by the number they type."""
    return {text(row, "strID") or str(number(row, "ID")): text(row, "Name") for row in rows}
