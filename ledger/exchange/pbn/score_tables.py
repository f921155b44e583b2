"""The tables of a PBN file of pairs: every result of a board, and the totals of the session."""

import re
from fractions import Fraction

from msgspec.structs import replace

from ledger.bridge import Result, is_passed_out
from ledger.commands import SheetLine, Where
from ledger.exchange.directions import two_fields
from ledger.exchange.pbn.document import Document, Game
from ledger.exchange.pbn.rows import Row, cell, label, letters, whole
from ledger.exchange.pbn.sections import game_record
from ledger.exchange.pbn.totals import read_totals
from ledger.exchange.sheet import Sheet, board_number, contract_result, round_number, shortened, table_name, why
from ledger.laws.adjustment import Adjustment, Artificial, Awarded, Grade
from ledger.laws.rounding import read_decimal

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
