"""The tables of a scoring file that the ledger reads, as rows by the names of their columns, however they were read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.errors import Misuse
from ledger.exchange.bridgemate.access import AccessFile, Damaged
from ledger.exchange.bridgemate.access_rows import Row

_COLUMNS = {
    "Section": ("ID", "Letter Winners"),
    "RoundData": ("Section Table Round NSPair EWPair LowBoard HighBoard", "CustomBoards"),
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
    except Damaged as error:
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
        except Damaged as error:
            if name in _NEEDED:
                raise _bad(file, f"table {name}: {error}") from error
            unread.append((name, str(error)))
    return DeviceTables(rows, unread)


def _check_columns(name: str, access: AccessFile) -> None:
    """Damaged where a table lacks a column without which it says nothing, or one that is read is of a strange kind."""
    columns, (needed, also) = access.columns(name), _COLUMNS[name]
    if missing := [each for each in needed.split() if each not in columns]:
        raise Damaged(f"it has no column {' and no column '.join(missing)}")
    if strange := [each for each in f"{needed} {also}".split() if not columns.get(each, True)]:
        raise Damaged(f"its column {' and its column '.join(strange)} is of a kind that is not read")


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
