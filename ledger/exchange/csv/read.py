"""Results as a plain table, a line a result: CSV, tab-separated, or a spreadsheet.

    board,round,table,ns,ew,contract,declarer,tricks,lead,score
    1,1,1,12,1,4S,N,10,,420

Columns may have any order and other headings (`csv/tables.py`); most may be missing. Tricks are those taken, or '=',
'+1', '-2'. Scores are North–South's, or in two columns. A score like A6040 is an artificial one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from ledger.bounds.files import LINES, NAME, NAMES
from ledger.bridge import Result, Side, Unreadable, is_passed_out, ns_score, parse_result
from ledger.errors import Misuse
from ledger.exchange.csv.cells import Cells, interpret_cells
from ledger.exchange.csv.tables import (
    BLANKS,
    SCORES,
    Table,
    count_known_headings,
    find_columns,
    find_earned,
    is_score_heading,
    plain,
    read_table,
    split_partners,
)
from ledger.exchange.fields import sits_both_ways
from ledger.exchange.sheet import (
    NOT_PLAYED,
    SIGNED_TRICKS,
    Sheet,
    artificial_score,
    board_number,
    contract_result,
    require_line_limit,
    require_plain,
    require_printed_score,
    round_number,
    shorten,
    table_name,
    title_or_stem,
)
from ledger.kernel.at_table import Where
from ledger.labels import direction
from ledger.laws.adjustment import Adjustment, Artificial, Grade
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

_SUMS = ("total", "totals", "totale", "totaal", "sum", "summe", "gesamt", "somme", "suma", "razem", "summa")
_TITLE = 60  # the characters shown of a line above the headings


def read_csv(
    path: Path,
    headings: Mapping[str, str] | None = None,
    winners: Literal[1, 2] | None = None,
    language: str | None = None,
) -> Sheet:
    """Read a table of results. Misuse (bad-file): it is no table of results, or the meaning of a letter is unclear.

    `headings`: the user's headings by our names of columns; `winners`: 2 if the directions are ranked apart, 1 if not,
    as in teams, whatever the file says; `language`: the language of its cells.
    """
    table = read_table(path, lambda cells: count_known_headings(cells, headings or {}), LINES.most)
    where = find_columns(str(path), table.columns, headings or {})
    require_line_limit(path, len(table.rows))
    only_over = "over" in where and "tricks" not in where
    if only_over:
        where["tricks"] = where.pop("over")
    rows = [row for _, row in table.rows if not isinstance(row, str)]
    names = ("contract", "declarer", "tricks", "lead")
    contracts, declarers, tricks, leads = ([row[where[name]] for row in rows if name in where] for name in names)
    cells = interpret_cells(str(path), table.columns, contracts, declarers, language, leads)
    if "tricks" not in (headings or {}) and not only_over and not SCORES & where.keys():
        heading = table.columns[where.get("tricks", 0)]
        if may_be_overtricks(tricks):  # and no score tells
            either = f"{shorten(heading)!r} is 6 or less in every line: tricks over the contract, or all taken?"
            hint = f'say which: --map over="{heading}", or --map tricks="{heading}"'
            raise Misuse("bad-file", f"{path}: {either}", hint)
    sheet = Sheet(name=path.stem, title=title_or_stem("", path))
    signed = only_over or any(map(SIGNED_TRICKS.fullmatch, tricks))
    named = _read_rows(sheet, path, table, where, cells, signed=signed)
    seated = (label for line in sheet.seated for label in (line.where.ns, line.where.ew) if label)
    if winners != 1 and any(map(direction, seated)):
        sheet.winners = 2
    elif winners != 1 and sits_both_ways(sheet.seated):
        sheet.winners = 2
        sheet.notes.append((path.name, "the same numbers sit in both directions, so these are two fields: 1NS, 1EW, …"))
    two_fields, players = 2 in (winners, sheet.winners), dict[tuple[str, int], Player]()
    for side, player in named:  # as first named; 1 of East–West is 1EW where there are two fields
        label = player.contestant
        label += side.value if two_fields and label[-1:].isdigit() else ""
        players.setdefault((label, player.seat), replace(player, contestant=label))
    sheet.players = list(players.values())
    sheet.notes += [(path.name, note) for note in (*_notes(table, where), *cells.notes())]
    return sheet


def _read_rows(
    sheet: Sheet, path: Path, table: Table, where: Mapping[str, int], language: Cells, *, signed: bool
) -> list[tuple[Side, Player]]:
    """Read every row into the sheet: a line, an unplayed board, or a problem. Return the players named in the rows."""
    named: list[tuple[Side, Player]] = []
    earned = find_earned(table.columns)
    for number, row in table.rows:
        place = f"{path.name} line {number}"
        texts = {} if isinstance(row, str) else {ours: row[at] for ours, at in where.items()}
        if texts and plain(texts["board"]) in _SUMS and not texts.get("contract"):
            sheet.notes.append((place, f"not read, for it is a sum: {shorten(texts['board'])!r}"))
            continue

        def read(place: str, row: list[str] | str = row, texts: dict[str, str] = texts) -> SheetLine:
            if isinstance(row, str):
                raise ValueError(row)
            cells = language.in_ours(texts)
            if signed and "tricks" in cells:
                cells["tricks"] = signed_overtricks(cells["tricks"])
            line = read_line(sheet, place, cells)
            named.extend(players_of(line, cells))
            lead = sheet.lead(place, cells.get("lead", "")) if line.result or line.adjustment else None
            return replace(line, lead=lead)

        if sheet.read_record(place, read) and earned:
            sheet.printed.of_line(place, *(row[at].strip().replace(",", ".") for at in earned))
    return named


def _notes(table: Table, where: Mapping[str, int]) -> list[str]:
    notes = [f"not read, for it stands above the columns: {line[:_TITLE]!r}" for line in table.above]
    renamed = [f"{ours} is {shorten(table.columns[at])!r}" for ours, at in where.items() if table.columns[at] != ours]
    if renamed:
        notes.append("columns as understood: " + ", ".join(renamed))
    unused = [name for at, name in enumerate(table.columns) if at not in where.values() and not is_score_heading(name)]
    if unused:
        notes.append("columns not used: " + ", ".join(repr(shorten(name)) for name in unused[:20]))
    if table.encoding == "cp1252":
        notes.append("it is not UTF-8, and was read as Windows-1252: are the names right?")
    if not table.whole:
        notes.append("its last line does not end: was the copy cut short?")
    return notes


_NOBODY = (*BLANKS, "0", "BYE", "PHANTOM", "SIT OUT", "SITOUT", "FREI", "SPIELFREI", "EXEMPT", "RELAIS")
"""Cells for the missing pair at a table that has only one."""


def read_line(sheet: Sheet, place: str, cells: Mapping[str, str]) -> SheetLine:
    """Return a row as a line of the sheet; ValueError if the row is no valid result."""
    text = cells.get("section", "")
    section = text.strip().upper()
    if section and not re.fullmatch(r"[A-Z]{1,3}", section):
        raise ValueError(f"{shorten(text)!r} is no section: A, B, …")
    ns, ew = ("" if cells[side].upper() in _NOBODY else _label(section, cells[side]) for side in ("ns", "ew"))
    require_plain(ns, ew)
    board = board_number(cells["board"])
    table = table_name(_label(section, cells.get("table", "")))
    where = sheet.sit(place, Where(board, table, ns, ew, round_number(cells.get("round", ""))))
    adjustment = _read_adjustment(cells)
    result = None if adjustment else _read_result(cells, board)
    if result and not (ns and ew):
        raise ValueError(f"nobody sat {'East–West' if ns else 'North–South'}: it has a result of one pair alone")
    return SheetLine(place, where, result, adjustment)


def _label(section: str, text: str) -> str:
    """Return the label of a contestant or table: 7 in section A is A7, and 'NS 7' is 7NS."""
    if directed := re.fullmatch(r"(NS|EW) *([0-9]+)", text.upper()):
        text = directed[2] + directed[1]
    return f"{section}{text.upper()}" if section and text[:1].isdigit() else text


_MOST_OVER = 6


def may_be_overtricks(tricks: Sequence[str]) -> bool:
    """Return whether numbers without a sign may be overtricks instead of tricks won: all are 6 or less.

    >>> [may_be_overtricks(tricks) for tricks in (["1", "0", "2"], ["1", "9"], ["1", "+1"], [""])]
    [True, False, False, False]
    """
    numbers = [text for text in tricks if text not in BLANKS]
    return bool(numbers) and all(text.isdecimal() and len(text) <= 2 and int(text) <= _MOST_OVER for text in numbers)


def signed_overtricks(tricks: str) -> str:
    """Return overtricks with a sign: 1 becomes '+1', 0 becomes '='; from 7 on a number means tricks won, and stays.

    >>> signed_overtricks("1"), signed_overtricks("0"), signed_overtricks("10"), signed_overtricks("-2")
    ('+1', '=', '10', '-2')
    """
    if not (tricks.isdigit() and len(tricks) <= 2 and int(tricks) <= _MOST_OVER):
        return tricks
    return f"+{int(tricks)}" if int(tricks) else "="


def _read_adjustment(cells: Mapping[str, str]) -> Adjustment | None:
    """Return a row's artificial score, from one column (A6040) or two (A+ and A-, 60% and 40%); None without one."""
    if award := artificial_score(cells.get("score", "")):
        return award
    grades = [cells.get(f"score_{side}", "") for side in ("ns", "ew")]
    if not any(text.upper().startswith("A") or text.endswith("%") for text in grades):
        return None
    try:
        ns, ew = (Grade(text) for text in grades)
    except Unreadable:
        raise ValueError(f"{shorten('/'.join(grades))!r} is no artificial score: A+ and A-, 60% and 40%") from None
    return Artificial(ns, ew)


def _read_result(cells: Mapping[str, str], board: int) -> Result | None:
    contract, declarer, tricks, score = (
        "" if (text := cells.get(name, "")) in BLANKS else text for name in ("contract", "declarer", "tricks", "score")
    )
    score = _whole(score) or _score_of_two_columns(cells)
    if is_passed_out(contract) or contract.upper() in NOT_PLAYED or score.upper() in NOT_PLAYED:
        return contract_result(contract, "", "", score, board)
    if contract and score and not tricks and (result := _result_by_score(f"{contract} {declarer}", score, board)):
        return result
    if SIGNED_TRICKS.fullmatch(tricks) or (contract and not (declarer and tricks)):
        scored = contract_result("", "", "", score, board) if score else None
        result = _parse_notation(contract, declarer, tricks)
        return require_printed_score(result, ns_score(scored, board) if scored else None, board)
    return contract_result(contract, declarer, tricks, score, board)


def _result_by_score(contract: str, score: str, board: int) -> Result | None:
    for tricks in range(14):
        try:
            result = _parse_notation(contract, "", str(tricks))
        except Unreadable:
            return None
        if str(ns_score(result, board)) == score.removeprefix("+"):
            return result
    raise ValueError(f"SCORE_MISMATCH: {shorten(contract)} never scores {shorten(score)}")


def _parse_notation(contract: str, declarer: str, tricks: str) -> Result:
    """Return the result when one cell holds contract and declarer or tricks, or the tricks are relative (+1)."""
    if tricks.isdigit():
        tricks = f"{tricks} tricks"
    return parse_result(f"{shorten(contract)} {declarer} {shorten(tricks)}".strip())


def _whole(score: str) -> str:
    """Return a score without a spreadsheet's number format: 1.430, 420,00 and −50 become 1430, 420 and -50.

    >>> _whole("1.430"), _whole("420,00"), _whole("−50"), _whole("A6040")
    ('1430', '420', '-50', 'A6040')
    """
    score = re.sub(r"(?<=[0-9])[.,]0{1,2}$", "", re.sub(r"^[−–]", "-", score))
    return re.sub(r"(?<=[0-9])[., \u00a0'](?=[0-9]{3}$)", "", score)


def _score_of_two_columns(cells: Mapping[str, str]) -> str:
    """Return North–South's score from a column for each side; '' if both are empty.

    If both are given, they must be opposite numbers, or one of them 0.
    """
    ns, ew = ("" if (text := _whole(cells.get(f"score_{side}", ""))) in BLANKS else text for side in ("ns", "ew"))
    if not ns and not ew:
        return ""
    try:
        plus, minus = int(ns or 0), int(ew or 0)
    except ValueError:
        raise ValueError(f"{shorten(ns)!r} and {shorten(ew)!r} are no scores") from None
    if plus and minus and plus != -minus:
        raise ValueError(f"North–South {plus} and East–West {minus} do not go together")
    return str(plus or -minus)


def players_of(line: SheetLine, cells: Mapping[str, str]) -> Iterator[tuple[Side, Player]]:
    """Yield the players that a row names, with their sides; a cell holds both partners: 'Jane Roe - Joe Doe'."""
    for side, label in ((Side.NS, line.where.ns), (Side.EW, line.where.ew)):
        text = cells.get(f"names_{side.value.lower()}", "")
        require_plain(text)
        if label and text:
            yield from ((side, player) for player in split_players(label, text))


def split_players(contestant: str, text: str) -> list[Player]:
    """Split a text into the players of a contestant; ValueError for too many players or too long a name.

    >>> [player.name for player in split_players("7", "Jane Roe & Joe Doe")]
    ['Jane Roe', 'Joe Doe']
    """
    names = split_partners(text)
    if len(names) > NAMES.most or any(len(name) > NAME.most for name in names):
        raise ValueError(f"{shorten(text)!r} names no players")
    return [Player(contestant, seat, name) for seat, name in enumerate(names, start=1)]
