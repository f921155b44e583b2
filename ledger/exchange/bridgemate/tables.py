"""The tables of a scoring file that the ledger reads, as rows by the names of their columns, however they were read.

The sections of a scoring file and its movement: who is to meet whom at which table, on which boards.

Who sits where, as players told the devices: their numbers, and their names where the file has them.

The cards of the boards, where the hand records were loaded into the Bridgemates.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ledger.bounds.files import NAME
from ledger.bounds.tournaments import BOARD
from ledger.bridge import Side
from ledger.bridge.deal import Deal
from ledger.errors import Misuse
from ledger.exchange.bridgemate.access import AccessFile, DamagedFile, Row
from ledger.exchange.bridgemate.meanings import HANDS, SUITS
from ledger.exchange.sheet import board_number, require_plain, shortened, why
from ledger.facts.people import Player

_COLUMNS = {
    "Section": ("ID", "Letter Winners MissingPair"),
    "RoundData": ("Section Table Round NSPair EWPair LowBoard HighBoard", "CustomBoards South West"),
    "ReceivedData": (
        "Section Table Round Board PairNS PairEW NS/EW Contract Result Remarks",
        "ID South West Declarer LeadCard DateLog Erased SuspiciousContract",
    ),
    "Session": ("", "Date"),
    "PlayerNumbers": ("Section Table Direction Number", "Name Round"),
    "PlayerNames": ("ID Name", "strID"),
    "HandRecord": ("Board", ""),
}
"""The columns without which a table says nothing, and those that are read where its version has them."""

_NEEDED = ("Section", "RoundData", "ReceivedData")

_PLAYERS, _NAMES = "PlayerNumbers", "PlayerNames"

_ALSO = ("Session", _PLAYERS, "HandRecord")


@dataclass(frozen=True, slots=True)
class DeviceTables:
    """What is in a scoring file: rows by table; `unread`: (table, why) of those that could not be read."""

    rows: Mapping[str, list[Row]]
    unread: list[tuple[str, str]] = field(default_factory=list)

    def __getitem__(self, name: str) -> list[Row]:
        """The rows of a table; none where the file has no such table, or it could not be read."""
        return self.rows.get(name, [])


def device_tables(file: str, content: bytes) -> DeviceTables:
    """The tables of a .bws file. Misuse (bad-file) where it is none, or one that results rest on is damaged."""
    try:
        access = AccessFile(content)
    except DamagedFile as error:
        raise _bad(file, str(error)) from error
    missing = [name for name in _NEEDED if name not in access.names]
    if missing:
        raise _bad(file, f"it has no table {' and no table '.join(missing)}, as every scoring file of Bridgemates does")
    rows: dict[str, list[Row]] = {}
    unread = [(name, "the file has no such table") for name in (_PLAYERS,) if name not in access.names]
    for name in (each for each in (*_NEEDED, *_ALSO, _NAMES) if each in access.names):
        if name == _NAMES and not _wants_names(rows.get(_PLAYERS, [])):
            continue
        try:
            _check_columns(name, access)
            rows[name] = access.rows(name)
        except DamagedFile as error:
            if name in _NEEDED:
                raise _bad(file, f"table {name}: {error}") from error
            unread.append((name, str(error)))
    return DeviceTables(rows, unread)


def _check_columns(name: str, access: AccessFile) -> None:
    """Damaged where a table lacks a column without which it says nothing, or one that is read is of a strange kind."""
    columns, (needed, also) = access.columns(name), _COLUMNS[name]
    if missing := [each for each in needed.split() if each not in columns]:
        raise DamagedFile(f"it has no column {' and no column '.join(missing)}")
    if strange := [each for each in f"{needed} {also}".split() if not columns.get(each, True)]:
        raise DamagedFile(f"its column {' and its column '.join(strange)} is of a kind that is not read")


def _wants_names(numbers: list[Row]) -> bool:
    """Whether a player gave a number alone: who that is stands in the club's list of members, which is long."""
    return any(text(row, "Number") and not text(row, "Name") for row in numbers)


def _bad(file: str, why: str) -> Misuse:
    return Misuse("bad-file", f"{file} cannot be read: {why}", "copy it again from the computer of the Bridgemates")


# Cells


def number(row: Row, column: str) -> int:
    """A whole number; 0 where the file has none."""
    cell = row.get(column)
    return cell if isinstance(cell, int) else 0


def text(row: Row, column: str) -> str:
    """A text without blanks around it; '' where the file has none."""
    cell = row.get(column)
    return cell.strip() if isinstance(cell, str) else ""


def flag(row: Row, column: str) -> bool:
    """Whether something is ticked: as a box, or as a number that is not 0."""
    return bool(row.get(column))


_LETTERS = re.compile(r"[A-Z]{1,3}")


class DeviceMovement:
    """How tables and contestants of a file are called, who meets whom, and how many results there will be.

    `boards` are all that are played, none where it does not say.
    `winners` is None where neither the sections nor the movement say how many rankings there are.
    """

    def __init__(self, tables: DeviceTables) -> None:
        self._sections = {number(row, "ID"): row for row in tables["Section"]}
        self._rounds = [row for row in tables["RoundData"] if number(row, "NSPair") > 0 and number(row, "EWPair") > 0]
        self.boards = frozenset(board for row in tables["RoundData"] for board in boards_of(row))
        self.winners = self._winners()

    @property
    def expected(self) -> int:
        """How many results the movement leads to, as far as it is known."""
        return sum(len(boards_of(row)) for row in self._rounds)

    def letters(self, section: int) -> str:
        """What goes before the numbers of a section: its letters, where there are several."""
        if len(self._sections) < 2:
            return ""
        said = text(self._sections.get(section, {}), "Letter").upper()
        return said if _LETTERS.fullmatch(said) else chr(64 + section) if 0 < section < 27 else "Z" * 3

    def label(self, section: int, pair: int) -> str:
        """How a contestant is called, without its direction."""
        return f"{self.letters(section)}{pair}"

    def first_round(self) -> Iterator[Row]:
        """Who meets whom in the first round of each table."""
        first: dict[tuple[int, int], Row] = {}
        for row in sorted(self._rounds, key=lambda row: number(row, "Round")):
            first.setdefault((number(row, "Section"), number(row, "Table")), row)
        yield from first.values()

    def _winners(self) -> Literal[1, 2] | None:
        """As the sections say; else two, where in a round a number stands for a pair of each direction."""
        said = {number(row, "Winners") for row in self._sections.values()} - {0}
        if said in ({1}, {2}):
            return 2 if said == {2} else 1
        sides: dict[tuple[int, int, str], set[int]] = defaultdict(set)
        for row in self._rounds:
            for column in ("NSPair", "EWPair"):
                sides[number(row, "Section"), number(row, "Round"), column].add(number(row, column))
        twice = (
            pairs & sides[section, round_, "EWPair"]
            for (section, round_, side), pairs in list(sides.items())
            if side == "NSPair"
        )
        return 2 if any(twice) else None


def boards_of(row: Row) -> list[int]:
    """The boards a table plays in a round: as listed, else from the first to the last."""
    if listed := text(row, "CustomBoards"):
        found = [int(each) for each in re.findall(r"[0-9]{1,4}", listed)]
    else:
        found = list(range(max(1, number(row, "LowBoard")), min(BOARD.most, number(row, "HighBoard")) + 1))
    return [board for board in found if BOARD.hold(board)]


_SEATS = {"N": (Side.NS, 1), "S": (Side.NS, 2), "E": (Side.EW, 1), "W": (Side.EW, 2)}

_PAIR_COLUMNS = {Side.NS: "NSPair", Side.EW: "EWPair"}


def players_of(
    tables: DeviceTables, movement: DeviceMovement, winners: Literal[1, 2], notes: list[tuple[str, str]]
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
        label = movement.label(number(row, "Section"), number(meeting, _PAIR_COLUMNS[side]))
        label += side.value if winners == 2 else ""
        try:
            require_short(name, member)
        except ValueError as error:
            notes.append((f"player {place} of {label}", str(error)))
            continue
        yield Player(label, place, name, member)


def require_short(*said: str) -> None:
    """ValueError where a name or a number is none that could stand in a list."""
    require_plain(*said)
    if any(len(each) > NAME.most for each in said):
        raise ValueError(f"more than {NAME.most} characters are no name")


def _members(rows: list[Row]) -> dict[str, str]:
    """Names of the club's members by the number they type."""
    return {text(row, "strID") or str(number(row, "ID")): text(row, "Name") for row in rows}


def deals_of(rows: list[Row], notes: list[tuple[str, str]]) -> dict[int, Deal]:
    """The deal of each board; what is none, or what another section has otherwise, is told in the notes."""
    found: dict[int, Deal] = {}
    for row in rows:
        board, hands = number(row, "Board"), _hands(row)
        if not "".join(hands).replace(".", ""):
            continue
        try:
            deal = Deal("N:" + " ".join(hands))
            if found.setdefault(board_number(str(board)), deal) != deal:
                raise ValueError("the sections have other cards on it: the first section's are recorded")
        except ValueError as error:
            notes.append((f"hand record of board {board}", why(error)))
    return found


def _hands(row: Row) -> list[str]:
    """The four hands from North on, each with dots between its suits."""
    return [".".join(text(row, f"{hand}{suit}") for suit in SUITS) for hand in HANDS.values()]
