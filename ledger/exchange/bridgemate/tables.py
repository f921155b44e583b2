"""The tables of a scoring file that the ledger reads, as rows by the names of their columns, however they were read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.errors import Misuse
from ledger.exchange.bridgemate.access import AccessFile, Damaged
from ledger.exchange.bridgemate.access_rows import Row

_NEEDED = ("Section", "RoundData", "ReceivedData")
_ALSO = ("Session", "PlayerNumbers", "HandRecord")
_NAMES = "PlayerNames"


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
    except Damaged as error:
        raise _bad(file, str(error)) from error
    missing = [name for name in _NEEDED if name not in access.names]
    if missing:
        raise _bad(file, f"it has no table {' and no table '.join(missing)}, as every scoring file of Bridgemates does")
    rows: dict[str, list[Row]] = {}
    unread: list[tuple[str, str]] = []
    for name in (each for each in (*_NEEDED, *_ALSO, _NAMES) if each in access.names):
        if name == _NAMES and not _wants_names(rows.get("PlayerNumbers", [])):
            continue
        try:
            rows[name] = access.rows(name)
        except Damaged as error:
            if name in _NEEDED:
                raise _bad(file, f"table {name}: {error}") from error
            unread.append((name, str(error)))
    return DeviceTables(rows, unread)


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
