"""The tables of a PBN file of pairs: every result of a board, and the totals of the session, and of the event where it
is one of several.

A table with columns of the session tells the two apart by itself. Without them its totals are of the event where it
says that they are of more boards than the file has, or where a field has more than any can have on these.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from ledger.bridge import Result, is_passed_out
from ledger.exchange.pairs import two_fields
from ledger.exchange.pbn.document import Document, Game, Row, cell, game_record, label, letters, whole
from ledger.exchange.sheet import (
    PrintedOverall,
    Sheet,
    Unit,
    board_number,
    contract_result,
    require_plain,
    round_number,
    shortened,
    table_name,
    why,
)
from ledger.facts import SheetLine, Where
from ledger.facts.people import Player
from ledger.laws.adjustment import Adjustment, Artificial, Awarded, Grade
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


_ARTIFICIAL = "^"


def has_score_tables(document: Document) -> bool:
    """Whether the file holds results in tables."""
    return any("ScoreTable" in game.tags for game in document.games)


def read_score_tables(sheet: Sheet, document: Document, file: str) -> None:
    """Every line of every table, then the totals."""
    for game in document.games:
        for at, row in enumerate(game.table("ScoreTable"), start=1):
            _read_row(sheet, f"{file} board {shortened(game.tag('Board'))} line {at}", game, row)
    _read_play(sheet, document, file)
    sheet.winners = 2 if two_fields(sheet.lines) else 1
    read_totals(sheet, document, file)
    if sheet.winners == 1:
        sides = (side for line in sheet.lines for side in (line.where.ns, line.where.ew) if side)
        seated = (each for side in sides for each in side.split("+"))
        sheet.contestants = tuple(dict.fromkeys((*sheet.printed.totals, *sheet.printed.overall, *seated)))


def _read_row(sheet: Sheet, place: str, game: Game, cells: Row | None) -> None:
    try:
        row = whole(cells)
        line = _line(place, game, row)
    except ValueError as error:
        sheet.problems.append((place, why(error)))
        return
    if not (line.result or line.adjustment):
        sheet.unplayed.append(place)
        return
    sheet.lines.append(replace(line, lead=sheet.lead(place, cell(row, "Lead"))))
    for unit in ("MP", "IMP"):
        if cell(row, f"{unit}_NS"):
            sheet.printed.of_line(place, *(cell(row, f"{unit}_{side}").removeprefix(_ARTIFICIAL) for side in _SIDES))
            return


_SIDES = ("NS", "EW")


def _read_play(sheet: Sheet, document: Document, file: str) -> None:
    """The auctions and the play of records that say of which table they are, each to its line."""
    by_board: dict[str, list[int]] = {}
    for at, line in enumerate(sheet.lines):
        by_board.setdefault(str(line.where.board), []).append(at)
    for at, game in enumerate(document.games, start=1):
        place = f"{file} record {at} board {shortened(game.tag('Board'))}"
        if record := game_record(sheet, place, game):
            mine = [each for each in by_board.get(game.tag("Board"), ()) if _is_of(sheet.lines[each], game)]
            if len(mine) == 1:
                sheet.lines[mine[0]] = replace(sheet.lines[mine[0]], record=record)
            else:
                sheet.notes.append(
                    (place, "its auction and play are left out: it does not say of which table they are")
                )


def _is_of(line: SheetLine, game: Game) -> bool:
    """Whether a record is of the same table's play of the board as a line: by table, round and pairs it names."""
    where = line.where
    said = (
        (where.table, game.tag("Table")),
        (where.round, game.tag("Round")),
        (where.ns, game.tag("PairId_NS")),
        (where.ew, game.tag("PairId_EW")),
    )
    pairs = game.tag("PairId_NS") and game.tag("PairId_EW")
    same = all(not text or str(own) == text for own, text in said)
    return bool(pairs or game.tag("Table")) and same


def _line(place: str, game: Game, row: Row) -> SheetLine:
    board, section = board_number(game.tag("Board")), cell(row, "Section").upper()
    ns, ew = _players_of_line(section, row) if "PlayerId_North" in row else _pairs_of_line(section, row)
    table = table_name(f"{letters(section)}{number}" if (number := cell(row, "Table")) else "")
    where = Where(board, table, ns, ew, round_number(cell(row, "Round")))
    adjustment = _artificial(row)
    result = None if adjustment else _result(row, board)
    return SheetLine(place, where, result, adjustment)


def _pairs_of_line(section: str, row: Row) -> tuple[str, str]:
    ns, ew = (label(section, cell(row, f"PairId_{side}", f"PairID_{side}")) for side in _SIDES)
    return ns, ew


def _players_of_line(section: str, row: Row) -> tuple[str, str]:
    """Individuals, two to a side: '3+8'."""
    n, s, e, w = (label(section, cell(row, f"PlayerId_{seat}")) for seat in ("North", "South", "East", "West"))
    return f"{n}+{s}", f"{e}+{w}"


def _result(row: Row, board: int) -> Result | None:
    """By contract, declarer and tricks, checked by the score where it is stated; either side may state it."""
    ns, ew = (cell(row, f"Score_{side}").replace("+", "") for side in _SIDES)
    score = ns or (ew[1:] if ew.startswith("-") else f"-{ew}" if ew else "")
    contract = cell(row, "Contract").upper().replace(" ", "").replace("*", "X")
    if is_passed_out(contract):
        return contract_result("PASS", "", "", score, board)
    if contract.startswith("A"):
        raise ValueError("it is adjusted, and the table does not say to what")
    contract = re.sub(r"^([1-7])N(?!T)", r"\1NT", contract)
    return contract_result(contract, cell(row, "Declarer"), cell(row, "Result"), score, board)


def _artificial(row: Row) -> Adjustment | None:
    """An artificial score: averages in place of the score, else a value preceded by '^', in per cent or outright."""
    stated = [cell(row, f"Score_{side}").removeprefix(_ARTIFICIAL) for side in _SIDES]
    if all(re.fullmatch(r"A[+-]?|A?[0-9]{1,3}%", text) for text in stated):
        ns, ew = map(Grade, stated)
        return Artificial(ns, ew)
    for unit in ("Percentage", "MP", "IMP", "Score"):
        values = [cell(row, f"{unit}_{side}") for side in _SIDES]
        if all(text.startswith(_ARTIFICIAL) for text in values):
            one, two = (text.removeprefix(_ARTIFICIAL) for text in values)
            if unit in ("Percentage", "Score"):
                return Artificial(Grade(one), Grade(two))
            return Awarded(_number(one), _number(two), "out")
    return None


def _number(text: str) -> Fraction:
    return read_decimal(text.replace("+", ""))
