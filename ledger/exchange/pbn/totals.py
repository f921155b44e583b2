"""The table of totals of a PBN file of pairs: of this session, and of the event where it is one of several.

A table with columns of the session tells the two apart by itself. Without them its totals are of the event where it
says that they are of more boards than the file has, or where a field has more than any can have on these.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.events.people import Player
from ledger.exchange.figures import PrintedOverall, Unit
from ledger.exchange.pbn.document import Document
from ledger.exchange.pbn.rows import Row, cell, label, whole
from ledger.exchange.sheet import Sheet, require_plain, why
from ledger.laws.rounding import read_decimal

_OF_SESSION = ("SessionScoreMP", "SessionScoreIMP", "SessionMP", "SessionIMP", "SessionScore")
_A_FIELD = 4
_TOTALS: dict[str, Unit | None] = {"TotalScoreMP": "MP", "TotalMP": "MP", "TotalIMP": "IMP", "TotalScore": None}


def read_totals(sheet: Sheet, document: Document, file: str) -> None:
    """Every contestant with its players, and its figures."""
    table = next((game.table("TotalScoreTable") for game in document.games if "TotalScoreTable" in game.tags), ())
    rows = list(enumerate(table, start=1))
    of_event = _is_of_event(sheet, document, [row for _, row in rows if row])
    for at, row in rows:
        _read_total(sheet, f"{file} total {at}", row, of_event=of_event)
    if of_event and sheet.printed.overall:
        boards = next(iter(sheet.printed.overall.values())).boards
        of = f"of {boards} boards, " if boards else ""
        sheet.notes.append((f"{file} totals", f"{of}of the event's sessions together: not compared with this one's"))


def _is_of_event(sheet: Sheet, document: Document, rows: Sequence[Row]) -> bool:
    """Whether the totals are of more boards than those of the file."""
    if any(name.startswith("Session") for name in (rows[0] if rows else ())):
        return False
    tables = [len(list(game.table("ScoreTable"))) for game in document.games if "ScoreTable" in game.tags]
    boards = [int(text) for row in rows if (text := cell(row, "NrBoards")).isdigit() and len(text) < 5]
    if any(number > len(tables) for number in boards):
        return True
    most = 2 * (max(tables, default=0) - 1) * len(tables) if sheet.scoring == "matchpoints" else 0
    return most > 0 and _too_many(list(_totals(rows)), most)


def _too_many(totals: Sequence[Fraction], most: int) -> bool:
    """Whether a whole field has clearly more than half of what there was to have, which is what any field has."""
    return len(totals) >= _A_FIELD and 4 * sum(totals) > 3 * most * len(totals)


def _totals(rows: Sequence[Row]) -> Iterator[Fraction]:
    for row in rows:
        try:
            yield read_decimal(cell(row, "TotalScoreMP", "TotalMP"))
        except ValueError:
            continue


def _read_total(sheet: Sheet, place: str, row: Row | None, *, of_event: bool) -> None:
    """A contestant with its players, and its figures: of the session where the table tells it from the event."""
    try:
        cells = whole(row)
        contestant = label(cell(cells, "Section").upper(), cell(cells, "PairId", "PairID", "PlayerId"))
        if sheet.winners == 2 and contestant[-1].isdigit():
            contestant += cell(cells, "Direction").upper().replace("-", "")
        players = list(_players(contestant, cells))
        require_plain(contestant, *(text for each in players for text in (each.name, each.member_number)))
    except ValueError as error:
        sheet.problems.append((place, why(error)))
        return
    sheet.players += players
    _read_figures(sheet, contestant, cells, of_event=of_event)


def _read_figures(sheet: Sheet, contestant: str, cells: Row, *, of_event: bool) -> None:
    own = any(name.startswith("Session") for name in cells)
    sheet.printed.unit = next((unit for name, unit in _TOTALS.items() if cell(cells, name)), sheet.printed.unit)
    total, share, place = cell(cells, *_TOTALS), cell(cells, "TotalPercentage"), cell(cells, "Rank")
    if own or of_event:
        sheet.printed.overall[contestant] = PrintedOverall(cell(cells, "NrBoards"), total, share, place)
    if own:
        total, share = cell(cells, *_OF_SESSION), cell(cells, "SessionPercentage")
        place = cell(cells, "SessionRank")
    if own or not of_event:
        sheet.printed.of_contestant(contestant, total=total, percentage=share, place=place)


def _players(contestant: str, row: Row) -> Iterator[Player]:
    names = re.split(r" +[-–&/] +", cell(row, "Names"))
    numbers = [cell(row, f"MemberID{seat}") for seat in (1, 2)]
    for seat, name in enumerate(names[:2], start=1):
        if name:
            yield Player(contestant, seat, name.strip(), numbers[seat - 1])
