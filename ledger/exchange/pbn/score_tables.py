"""The tables of a PBN file of pairs, with totals of session and event; and a record's sections Auction and Play.

    [Auction "N"]
    1C X 1S =1= Pass
    1NT AP
    [Note "1:four or more"]
    [Play "W"]
    D8 D5 DT DA
    CA C4 *

A table with columns of the session distinguishes its totals from the event's. Without them the totals are the event's
if they are stated to be of more boards than the file has, or if a field has more than is possible on its boards.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from msgspec.structs import replace

from ledger.bounds.files import WORDS
from ledger.bridge import Result, Seat, Unreadable, is_passed_out
from ledger.bridge.auction import CLOCKWISE, SKIPPED, UNKNOWN, Auction, CardPlay
from ledger.bridge.board import Deal
from ledger.exchange.fields import Winners, two_fields
from ledger.exchange.pbn.document import (
    Document,
    Game,
    Row,
    cell,
    columns_of,
    contract_of,
    label,
    letters,
    require_cells,
)
from ledger.exchange.sheet import (
    NOT_PLAYED,
    PrintedOverall,
    Said,
    Sheet,
    Unit,
    board_number,
    checked_auction,
    checked_play,
    contract_result,
    play_record,
    reason_of,
    require_plain,
    round_number,
    shorten,
    table_name,
)
from ledger.kernel.at_table import PlayRecord, Where
from ledger.labels import counted, members
from ledger.laws.adjustment import Adjustment, Artificial, Awarded, Grade
from ledger.laws.rounding import read_decimal
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

_COMMENTS = re.compile(r";[^\n]*|\$[0-9]+")
_JUDGED = re.compile(r"[!?]{1,2}$")
_NOTE = re.compile(r"=([0-9]{1,2})=")
_IRREGULAR = re.compile(r"\^[IS]", re.IGNORECASE)
_INSUFFICIENT, _PASSED_OVER = "^I", "^S"
_ENDS = ("*", "+")
_NOT_CALLED = "-"


def game_record(sheet: Sheet, place: str, game: Game) -> PlayRecord | None:
    """Return a record's auction and play, as far as they can be read; None if neither can."""
    if not (game.below.keys() & {"Auction", "Play"}):
        return None
    deal = None
    with suppress(Unreadable):  # no cards, or not all
        deal = Deal(game.tag("Deal"))
    return play_record(sheet, place, lambda: _auction(game), lambda _: _play(game, deal))


def contract_of_auction(game: Game) -> tuple[str, str]:
    """Return an auction's contract and declarer: 'PASS' and '' if passed out, '' and '' if not finished.

    ValueError: the auction cannot be read.
    """
    try:
        read = _auction(game)
    except ValueError as error:
        raise ValueError(f"it states no contract, and its auction cannot be read: {reason_of(error)}") from None
    auction = read[0] if read else None
    if auction is None or not auction.is_over:
        return "", ""
    contract = auction.contract
    if contract is None:
        return "PASS", ""
    return f"{contract.level}{contract.strain}{contract.doubling}", contract.declarer.value


def _auction(game: Game) -> tuple[Auction, tuple[str, ...]] | None:
    words = _words(game, "Auction")
    waiting = next((at for at, word in enumerate(words) if word != _NOT_CALLED), len(words))
    calls = list(_calls(words[waiting:], game.notes.get("Auction", {})))
    if not calls:
        return None
    first = CLOCKWISE[(CLOCKWISE.index(_seat(game, "Auction")) + waiting) % 4]
    return checked_auction(board_number(game.tag("Board")), first, calls)


def _calls(words: list[str], notes: dict[str, str]) -> Iterator[Said]:
    call, note, insufficient = "", "", ""
    for word in words:
        if match := _NOTE.fullmatch(word):
            note = notes.get(match[1], "alert")
            continue
        if word.upper() == _INSUFFICIENT:
            insufficient = "^"
            continue
        if call:
            yield call, note
        bare = _JUDGED.sub("", word)
        if bare.upper() == _PASSED_OVER:
            bare = SKIPPED
        elif bare.startswith("^"):
            raise ValueError(f"{shorten(bare)} is no irregularity of an auction")
        call, note, insufficient = insufficient + bare, "", ""
    if call:
        yield call, "" if call.upper() == "AP" else note


def _play(game: Game, deal: Deal | None) -> CardPlay | None:
    cards = [_JUDGED.sub("", word) for word in _words(game, "Play") if not word.startswith(("^", "="))]
    if all(card == UNKNOWN for card in cards):
        return None
    rows = [" ".join(cards[at : at + 4]) for at in range(0, len(cards), 4)]
    return checked_play(CardPlay(f"{_seat(game, 'Play').value}: {', '.join(rows)}"), deal)


def _seat(game: Game, section: str) -> Seat:
    try:
        return Seat(game.tag(section).upper())
    except ValueError:
        raise ValueError(f"{shorten(game.tag(section)) or 'nobody'} is no seat to begin with") from None


def _words(game: Game, section: str) -> list[str]:
    """Return the calls or cards of a section up to its end, with their signs but without comments and '$' codes."""
    text = _COMMENTS.sub(" ", "\n".join(game.below.get(section, [])))
    words = _IRREGULAR.sub(r" \g<0> ", re.sub(r"(=[0-9]+=)", r" \1 ", text)).split()
    if len(words) > WORDS.most:
        raise ValueError("it is far too long")
    return words[: next((at for at, word in enumerate(words) if word in _ENDS), len(words))]


_OF_SESSION = ("SessionScoreMP", "SessionScoreIMP", "SessionMP", "SessionIMP", "SessionScore")
_FEWEST_OF_A_FIELD = 4
_TOTALS: dict[str, Unit | None] = {"TotalScoreMP": "MP", "TotalMP": "MP", "TotalIMP": "IMP", "TotalScore": None}


def read_totals(sheet: Sheet, document: Document, file: str) -> None:
    """Read the players and the printed figures of every contestant from the TotalScoreTable."""
    table = next((game.table("TotalScoreTable") for game in document.games if "TotalScoreTable" in game.tags), ())
    rows = list(enumerate(table, start=1))
    of_event = _is_of_event(sheet, document, [row for _, row in rows if row])
    for at, row in rows:
        _read_total(sheet, f"{file} total {at}", row, of_event=of_event)
    if of_event and sheet.printed.overall:
        boards = next(iter(sheet.printed.overall.values())).boards
        of = f"{f'of {boards} boards, ' if boards else ''}of the event's sessions together"
        sheet.notes.append((f"{file} totals", f"{of}: not compared with this one's"))


def _is_of_event(sheet: Sheet, document: Document, rows: Sequence[Row]) -> bool:
    if any(name.startswith("Session") for name in (rows[0] if rows else ())):
        return False
    tables = [len(list(game.table("ScoreTable"))) for game in document.games if "ScoreTable" in game.tags]
    boards = [int(text) for row in rows if (text := cell(row, "NrBoards")).isdigit() and len(text) < 5]
    if any(number > len(tables) for number in boards):
        return True
    most = 2 * (max(tables, default=0) - 1) * len(tables) if sheet.scoring == "matchpoints" else 0
    totals = []
    for row in rows:
        with suppress(ValueError):
            totals.append(read_decimal(cell(row, "TotalScoreMP", "TotalMP")))
    # a field's matchpoints sum to half of all tops: this sum is clearly more
    return most > 0 and len(totals) >= _FEWEST_OF_A_FIELD and 4 * sum(totals) > 3 * most * len(totals)


def _read_total(sheet: Sheet, place: str, row: Row | None, *, of_event: bool) -> None:
    """Read a contestant's players and printed figures from a row of totals, of the session, the event, or both."""
    try:
        cells = require_cells(row)
        contestant = label(cell(cells, "Section").upper(), cell(cells, "PairId", "PairID", "PlayerId"))
        if sheet.winners == 2 and contestant[-1].isdigit():
            contestant += cell(cells, "Direction").upper().replace("-", "")
        names = re.split(r" +[-–&/] +", cell(cells, "Names"))[:2]
        numbers = [cell(cells, f"MemberID{seat}") for seat in (1, 2)]
        both = enumerate(zip(names, numbers, strict=False), start=1)
        players = [Player(contestant, seat, name.strip(), number) for seat, (name, number) in both if name]
        require_plain(contestant, *(text for each in players for text in (each.name, each.member_number)))
    except ValueError as error:
        sheet.problems.append((place, reason_of(error)))
        return
    sheet.players += players
    has_session_columns = any(name.startswith("Session") for name in cells)
    sheet.printed.unit = next((unit for name, unit in _TOTALS.items() if cell(cells, name)), sheet.printed.unit)
    total, share, rank = cell(cells, *_TOTALS), cell(cells, "TotalPercentage"), cell(cells, "Rank")
    if has_session_columns or of_event:
        sheet.printed.overall[contestant] = PrintedOverall(cell(cells, "NrBoards"), total, share, rank)
    if has_session_columns:
        total, share = cell(cells, *_OF_SESSION), cell(cells, "SessionPercentage")
        rank = cell(cells, "SessionRank")
    if has_session_columns or not of_event:
        sheet.printed.of_contestant(contestant, total=total, percentage=share, place=rank)


_ARTIFICIAL = "^"


def has_score_tables(document: Document) -> bool:
    """Return whether the file has tables of results that name pairs or players."""
    return any(_names_pairs(game) for game in document.games)


def _names_pairs(game: Game) -> bool:
    """Return whether a record's table has a line for each pair; a frequency table only counts each score."""
    columns = columns_of(game.tags.get("ScoreTable", ""))
    return any(column.name.lower().startswith(("pairid_", "playerid_")) for column in columns)


def read_score_tables(sheet: Sheet, document: Document, file: str, winners: Winners | None = None) -> None:
    """Read every line of every table, then the totals; `winners`: the number of rankings, if the user states it.

    This program writes the directions of two fields: in its files numbers without directions are one field.
    """
    lines: Counter[str] = Counter()
    for game in document.games:
        board = shorten(game.tag("Board"))
        for row in game.table("ScoreTable") if _names_pairs(game) else ():
            lines[board] += 1
            _read_row(sheet, f"{file} board {board} line {lines[board]}", game, row)
    by_board: dict[str, list[int]] = {}
    for at, line in enumerate(sheet.lines):
        by_board.setdefault(str(line.where.board), []).append(at)
    for at, game in enumerate(document.games, start=1):
        place = f"{file} record {at} board {shorten(game.tag('Board'))}"
        lines_of_record = [each for each in by_board.get(game.tag("Board"), ()) if _is_line_of(sheet.lines[each], game)]
        has_result = bool(game.tag("Score") or (game.tag("Contract") and game.tag("Result")))
        if len(lines_of_record) != 1 and has_result and not game.below.get("ScoreTable"):
            sheet.records += 1
            reason = "it has a result of a table, and does not say of which: Table, or PairId_NS and PairId_EW"
            sheet.set_aside(place, reason)
        elif record := game_record(sheet, place, game):
            if len(lines_of_record) == 1:
                sheet.lines[lines_of_record[0]] = replace(sheet.lines[lines_of_record[0]], record=record)
            else:
                reason = "it does not say of which table they are"
                sheet.notes.append((place, f"its auction and play are left out: {reason}"))
    ours: Winners | None = 1 if sheet.program.startswith("bridge-ledger") else None
    sheet.winners = winners or (2 if two_fields(sheet.seated) else ours)
    read_totals(sheet, document, file)
    if sheet.winners != 2:
        sides = (side for line in sheet.lines for side in (line.where.ns, line.where.ew) if side)
        seated = (each for side in sides for each in members(side))
        sheet.contestants = tuple(dict.fromkeys((*sheet.printed.totals, *sheet.printed.overall, *seated)))


def note_frequency_tables(sheet: Sheet, document: Document, file: str) -> None:
    """Add a note to the sheet about tables that only count how often each score occurred, and so name nobody."""
    rows = sum(len(game.below.get("ScoreTable", ())) for game in document.games if not _names_pairs(game))
    if rows:
        sheet.records += rows
        sheet.unread += rows
        sheet.notes.append((file, f"{counted(rows, 'line')} of score tables left out: they do not say who played"))


def _read_row(sheet: Sheet, place: str, game: Game, cells: Row | None) -> None:
    def read(place: str) -> SheetLine:
        row = require_cells(cells)
        board, adjustment, unseated = board_number(game.tag("Board")), _read_award(row), None
        try:
            section = (cell(row, "Section") or game.tag("Section")).upper()
            if "PlayerId_North" in row:  # individuals, two to a side: '3+8'
                seats = ("North", "South", "East", "West")
                n, s, e, w = (label(section, cell(row, f"PlayerId_{seat}")) for seat in seats)
                ns, ew = f"{n}+{s}", f"{e}+{w}"
            else:
                ns, ew = (label(section, cell(row, f"PairId_{side}", f"PairID_{side}")) for side in _SIDES)
            table = table_name(f"{letters(section)}{number}" if (number := cell(row, "Table")) else "")
            where = sheet.sit(place, Where(board, table, ns, ew, round_number(cell(row, "Round"))))
        except ValueError as error:
            where, unseated = Where(board), error
        result = None if adjustment and not _is_played(row) else _read_result(row, board)
        if unseated and (result or adjustment):
            raise unseated
        return replace(SheetLine(place, where, result, adjustment), lead=sheet.lead(place, cell(row, "Lead")))

    if sheet.read_record(place, read) and cells:
        for unit in ("MP", "IMP"):
            if cell(cells, f"{unit}_NS"):
                printed = (cell(cells, f"{unit}_{side}").removeprefix(_ARTIFICIAL) for side in _SIDES)
                sheet.printed.of_line(place, *printed)
                return


_SIDES = ("NS", "EW")


def _is_line_of(line: SheetLine, game: Game) -> bool:
    where, section = line.where, letters(game.tag("Section").upper())
    tags = map(game.tag, ("Table", "Round", "PairId_NS", "PairId_EW"))
    stated = zip((where.table, where.round, where.ns, where.ew), tags, strict=True)
    pairs = game.tag("PairId_NS") and game.tag("PairId_EW")
    same = all(not text or str(ours) in (text, f"{section}{text}") for ours, text in stated)
    return bool(pairs or game.tag("Table")) and same


def _read_result(row: Row, board: int) -> Result | None:
    ns, ew = (cell(row, f"Score_{side}").removeprefix("+") for side in _SIDES)
    score = ns or (ew if not ew or is_passed_out(ew) else ew[1:] if ew.startswith("-") else f"-{ew}")
    contract, tricks = contract_of(cell(row, "Contract")), cell(row, "Result").removeprefix(_ARTIFICIAL)
    if contract.startswith("A") and not is_passed_out(contract):
        raise ValueError("it is adjusted, and the table does not say to what")
    return contract_result(contract, cell(row, "Declarer"), tricks, score, board)


_GRADE = re.compile(r"A(VG)?[+-]?|A?[0-9]{1,3}%", re.IGNORECASE)


def _is_played(row: Row) -> bool:
    contract = contract_of(row.get("Contract", "")).strip()
    scores = [text for side in _SIDES if (text := cell(row, f"Score_{side}"))]
    if contract in _NO_CONTRACT or any(_is_artificial(text) for text in scores):
        return False
    return bool(cell(row, "Contract", "Result") or scores)


_NO_CONTRACT = {name.replace(" ", "") for name in NOT_PLAYED}


def _is_artificial(text: str) -> bool:
    return text.startswith(_ARTIFICIAL) or bool(_GRADE.fullmatch(text))


def _read_award(row: Row) -> Adjustment | None:
    """Return a row's award: a value after '^', an average, or a figure without a result; None if the row has no award.

    If there is a result, matchpoints or IMPs come first, so that the result stays in the field.
    """
    played = _is_played(row)
    for unit in ("Score", "MP", "IMP", "Percentage") if played else ("Score", "Percentage", "MP", "IMP"):
        values = [cell(row, f"{unit}_{side}") for side in _SIDES]
        artificial = any(map(_is_artificial, values))
        figures = [text.removeprefix(_ARTIFICIAL) for text in values]
        # no award: zeros for both sides, or the figures of a pair that sat out
        idle = not any(text.strip("0.,+-") for text in figures) or not _is_seated(row)
        if not artificial and (played or unit == "Score" or idle):
            continue
        if not all(figures):
            if _is_seated(row):
                alone = shorten(max(values))
                raise ValueError(f"it gives a score without a contract, and to one side alone: {alone!r}")
            continue
        one, two = figures
        if unit in ("Percentage", "Score") or all(_GRADE.fullmatch(text) for text in figures):
            return Artificial(Grade(one), Grade(two))
        return Awarded(_number(one), _number(two), "keep" if played else "out")
    return None


def _is_seated(row: Row) -> bool:
    return "PlayerId_North" in row or all(cell(row, f"PairId_{side}", f"PairID_{side}") for side in _SIDES)


def _number(text: str) -> Fraction:
    return read_decimal(text.replace("+", ""))
