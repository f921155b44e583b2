"""Results from .bws files, the scoring files of Bridgemates, as their maker's guide for developers describes them.

The file is the *current* state of the devices: they, their program and the scoring program overwrite rows. A corrected
row stays with `Erased` ticked, and Bridgemate Control writes the new one next to it.

Read are the sections, the movement, the players as they logged in at the devices, the cards of loaded hand records, and
the tables' entries: a row of ReceivedData for each board. Some remarks in a row replace its result.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from ledger.bounds.tournaments import BOARD, ROUND
from ledger.bridge import Result, Seat, Side, parse_result
from ledger.bridge.board import Deal
from ledger.errors.visible import visible
from ledger.exchange.bridgemate.access import Row, ScoringFileTables, device_tables, flag, number, text
from ledger.exchange.fields import Winners
from ledger.exchange.sheet import (
    SIGNED_TRICKS,
    Sheet,
    board_number,
    not_played_question,
    read_bytes,
    reason_of,
    require_short,
    round_number,
    shorten,
    table_name,
    title_or_stem,
)
from ledger.kernel.at_table import Where
from ledger.labels import boards_text, natural
from ledger.laws.adjustment import Artificial, Grade
from ledger.movements.plan import PlannedTable
from ledger.subjects.movement.state import seats
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

_LETTERS = re.compile(r"[A-Z]{1,3}")


class DeviceMovement:
    """The movement in a scoring file: labels of tables and contestants, meetings, number of results expected.

    `boards`: all boards of the movement, empty if it has none. `winners`: the number of rankings, None if neither the
    sections nor the movement show it.
    """

    def __init__(self, tables: ScoringFileTables) -> None:
        self._sections = {number(row, "ID"): row for row in tables["Section"]}
        self._rounds = [row for row in tables["RoundData"] if number(row, "NSPair") > 0 and number(row, "EWPair") > 0]
        self.boards = frozenset(board for row in tables["RoundData"] for board in boards_of(row))
        self.winners = self._winners()

    @property
    def expected(self) -> int:
        """The number of results expected: the boards of every table in every round."""
        return sum(len(boards_of(row)) for row in self._rounds)

    def letters(self, section: int) -> str:
        """Return the letters that precede a section's numbers in labels; '' if the file has only one section."""
        if len(self._sections) < 2:
            return ""
        letters = text(self._sections.get(section, {}), "Letter").upper()
        return letters if _LETTERS.fullmatch(letters) else chr(64 + section) if 0 < section < 27 else "Z" * 3

    def label(self, section: int, pair: int) -> str:
        """Return the label of a table or contestant, without direction."""
        return f"{self.letters(section)}{pair}"

    def meetings(self) -> Iterator[tuple[str, str]]:
        """Yield the meetings of pairs, North–South first, labels without directions."""
        for row in self._rounds:
            if not number(row, "South"):
                section = number(row, "Section")
                yield self.label(section, number(row, "NSPair")), self.label(section, number(row, "EWPair"))

    def first_round(self) -> Iterator[Row]:
        """Yield, for each table, the row of its first round."""
        first: dict[tuple[int, int], Row] = {}
        for row in sorted(self._rounds, key=lambda row: number(row, "Round")):
            first.setdefault((number(row, "Section"), number(row, "Table")), row)
        yield from first.values()

    def _winners(self) -> Winners | None:
        """Return the number of rankings: as stated, or 2 if two pairs share a number in one round; None if unknown."""
        stated = {number(row, "Winners") for row in self._sections.values()} - {0}
        if stated in ({1}, {2}):
            return 2 if stated == {2} else 1
        sides: dict[tuple[int, int, str], set[int]] = defaultdict(set)
        for row in self._rounds:
            for column in ("NSPair", "EWPair"):
                sides[number(row, "Section"), number(row, "Round"), column].add(number(row, column))
        seated = list(sides.items())
        twice = any(pairs & sides[section, at, "EWPair"] for (section, at, side), pairs in seated if side == "NSPair")
        return 2 if twice else None


def boards_of(row: Row) -> list[int]:
    """Return the boards a table plays in a round: those listed, or if none are listed, from the first to the last."""
    if listed := text(row, "CustomBoards"):
        boards = [int(each) for each in re.findall(r"[0-9]{1,4}", listed)]
    else:
        boards = list(range(max(1, number(row, "LowBoard")), min(BOARD.most, number(row, "HighBoard")) + 1))
    return [board for board in boards if BOARD.hold(board)]


_SEATS = {"N": (Side.NS, 1), "S": (Side.NS, 2), "E": (Side.EW, 1), "W": (Side.EW, 2)}
_PAIR_COLUMNS = {Side.NS: "NSPair", Side.EW: "EWPair"}


def players_of(
    tables: ScoringFileTables, movement: DeviceMovement, winners: Winners, notes: list[tuple[str, str]]
) -> Iterator[Player]:
    """Yield the players seated in each table's first round; `notes` gets players in empty seats and invalid names.

    A player who sits down in a later round is a substitute: he is left to the director (Law 4), without a note.
    """
    rows = tables["PlayerNames"]
    members = {text(row, "strID") or str(number(row, "ID")): text(row, "Name") for row in rows}
    at = {(number(row, "Section"), number(row, "Table")): row for row in movement.first_round()}
    for row in tables["PlayerNumbers"]:
        seat, meeting = _SEATS.get(text(row, "Direction")), at.get((number(row, "Section"), number(row, "Table")))
        member = text(row, "Number")
        name = text(row, "Name") or members.get(member, "")
        if not (name or member) or number(row, "Round") > 1:
            continue
        if seat is None or meeting is None:
            where = f"{movement.label(number(row, 'Section'), number(row, 'Table'))}{text(row, 'Direction')}"
            notes.append((f"player at {shorten(where)}", "nobody sits there in the first round"))
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


def deals_of(rows: list[Row], notes: list[tuple[str, str]]) -> dict[int, Deal]:
    """Return the deal of each board; `notes` gets invalid deals, and deals that differ from an earlier section's."""
    deals: dict[int, Deal] = {}
    for row in rows:
        board = number(row, "Board")
        hands = [".".join(text(row, f"{hand}{suit}") for suit in SUITS) for hand in HANDS.values()]
        if not "".join(hands).replace(".", ""):
            continue
        try:
            deal = Deal("N:" + " ".join(hands))
            if deals.setdefault(board_number(str(board)), deal) != deal:
                raise ValueError("the sections have other cards on it: the first section's are recorded")
        except ValueError as error:
            notes.append((f"hand record of board {board}", reason_of(error)))
    return deals


_SIDES = {Side.NS: ("NSPair", "South"), Side.EW: ("EWPair", "West")}
"""The columns of a side: the pair, or for individuals the first player, and the second player."""


def movement_of(path: Path, winners: Winners | None = None) -> tuple[PlannedTable, ...]:
    """Return the table plans of every round in a .bws file, in the order of play; () if the file has no movement.

    Misuse (bad-file): the file is no scoring file. `winners`: the session's number of rankings; by default the file's.
    """
    return planned_tables(device_tables(path.name, read_bytes(path)), winners)


def planned_tables(tables: ScoringFileTables, winners: Winners | None = None) -> tuple[PlannedTable, ...]:
    """Return the table plans of every round in a scoring file's tables, in the order of play; () without a movement."""
    movement = DeviceMovement(tables)
    suffixed = (winners or movement.winners or 1) == 2
    missing = {number(row, "ID"): number(row, "MissingPair") for row in tables["Section"]}
    plays_alone = any(number(row, "South") > 0 for row in tables["ReceivedData"])
    if plays_alone and not any(number(row, "South") for row in tables["RoundData"]):
        return ()  # an individual whose rounds name only half of the players
    rows = [row for row in tables["RoundData"] if 1 <= number(row, "Round") <= ROUND.most]
    rows.sort(key=lambda row: tuple(number(row, each) for each in ("Round", "Section", "Table")))
    planned = []
    for row in rows:
        section = number(row, "Section")
        ns, ew = (_seated(row, side, movement, missing.get(section, 0), suffixed=suffixed) for side in Side)
        if ns or ew:
            table = f"{movement.letters(section)}{number(row, 'Table')}"
            planned.append(PlannedTable(number(row, "Round"), table, ns, ew, tuple(dict.fromkeys(boards_of(row)))))
    return tuple(planned)


def numbers_of(planned: Iterable[PlannedTable]) -> tuple[str, ...]:
    """Return the labels of all contestants of a movement, sorted."""
    return tuple(sorted({who for each in planned for who in seats(each).everyone}, key=natural))


def _seated(row: Row, side: Side, movement: DeviceMovement, missing: int, *, suffixed: bool) -> str:
    section, (first, second) = number(row, "Section"), _SIDES[side]
    pair = number(row, first)
    if pair < 1 or pair == missing:
        return ""
    both = [pair, number(row, second)] if number(row, second) > 0 else [pair]
    return "+".join(movement.label(section, each) for each in both) + (side.value if suffixed else "")


HANDS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
"""The suits in field names of hand records: NorthSpades."""


_PERCENT = re.compile(r"([0-9]{1,3}) ?% ?- ?([0-9]{1,3}) ?%")
_NOT_PLAYED, _ARBITRAL, _TURNED = "not played", "arbitral score", "wrong direction"


def place_of(file: str, row: Row, movement: DeviceMovement) -> str:
    """Return a row's file, table, round and board as text: 'thursday.bws table A3, round 2, board 7'."""
    return f"{file} table {_table(row, movement)}, round {number(row, 'Round')}, board {number(row, 'Board')}"


def where_of(row: Row, movement: DeviceMovement) -> Where | None:
    """Return the table and board that a row names, its contestants if valid; None without a valid board number."""
    with suppress(ValueError):
        return _where(row, movement)
    with suppress(ValueError):
        round_ = round_number(str(number(row, "Round"))) or None
        return Where(board_number(str(number(row, "Board"))), _table(row, movement), round=round_)
    return None


def row_text(row: Row) -> str:
    """Return the contents of a row as text, for a person who has to check them: '1 v 2: 4 S N +1'."""
    pairs = f"{number(row, 'PairNS')} v {number(row, 'PairEW')}:"
    words = [text(row, column) for column in ("Contract", "NS/EW", "Result", "Remarks")]
    return visible(" ".join([pairs, *(shorten(word) for word in words if word)]))


def read_line(place: str, row: Row, movement: DeviceMovement, *, erased: bool = False) -> SheetLine:
    """Return a row of results as a line of a sheet; ValueError if the director has to check the row."""
    remark = text(row, "Remarks").lower()
    where = _where(row, movement)
    if movement.boards and where.board not in movement.boards:
        has = boards_text(sorted(movement.boards))
        raise ValueError(f"board {where.board} is not in the movement, which has {has}")
    if erased:
        return SheetLine(place, where, _result(row) if text(row, "Contract") else None, erased=True)
    percent = _PERCENT.fullmatch(remark)
    award = Artificial(Grade(percent[1]), Grade(percent[2])) if percent else None
    result = _result(row) if text(row, "Contract") else None
    if award or (result and remark not in (_NOT_PLAYED, _ARBITRAL)):
        return SheetLine(place, where, result, award)
    at = where.typed
    question = f"neither a contract nor a score: `result add {at} RESULT`, or `result not-played {at}`"
    if remark == _NOT_PLAYED:
        question = not_played_question(where)
    elif remark == _ARBITRAL:
        question = f"the director is to decide: `ruling add {at} --artificial NS/EW`"
    return SheetLine(place, where, undecided=question)


def _where(row: Row, movement: DeviceMovement) -> Where:
    section, pairs, turned = number(row, "Section"), [number(row, "PairNS"), number(row, "PairEW")], _is_turned(row)
    if min(pairs) < 1:
        raise ValueError("nobody sat North–South, or East–West: it has a result of one pair alone")
    partners = [number(row, "South"), number(row, "West")]
    ns, ew = (
        "+".join(movement.label(section, each) for each in (pair, partner) if each > 0)
        for pair, partner in zip(pairs, partners, strict=True)
    )
    seats = (ew, ns) if turned else (ns, ew)
    board, round_ = board_number(str(number(row, "Board"))), round_number(str(number(row, "Round"))) or None
    return Where(board, table_name(_table(row, movement)), *seats, round_, switched=turned)


def _table(row: Row, movement: DeviceMovement) -> str:
    return f"{movement.letters(number(row, 'Section'))}{number(row, 'Table')}"


def _is_turned(row: Row) -> bool:
    return text(row, "Remarks").lower() == _TURNED


def _result(row: Row) -> Result:
    contract = re.sub(r"\s", "", text(row, "Contract")).upper()
    if contract == "PASS":
        return parse_result("PASS")
    by, tricks = text(row, "NS/EW").upper(), text(row, "Result")
    if by not in Seat.__members__:
        raise ValueError(f"{shorten(by) or 'nobody'!r} is no declarer: N, E, S or W")
    if not SIGNED_TRICKS.fullmatch(tricks):
        raise ValueError(f"{shorten(tricks) or '(blank)'} is no number of tricks: =, +1, -2")
    return parse_result(f"{shorten(contract)}{by}{tricks}")


def concerns_in(row: Row) -> Iterator[str]:
    """Yield reasons to check a scored row: swapped directions, a remark, the device's doubt, or the declarer's side."""
    remark = text(row, "Remarks")
    if _is_turned(row):
        yield "the pairs sat the other way round, as it says: North–South and East–West changed places"
    elif remark and remark.lower() not in (_NOT_PLAYED, _ARBITRAL) and not _PERCENT.fullmatch(remark):
        yield f"remark: {shorten(remark)}"
    if flag(row, "SuspiciousContract"):
        yield f"the device asked whether {text(row, 'Contract')} {text(row, 'Result')} is right"
    by, pair = text(row, "NS/EW").upper(), number(row, "Declarer")
    sat = number(row, "PairNS" if by in ("N", "S") else "PairEW")
    individual = number(row, "South") > 0
    if by and pair and pair != sat and text(row, "Contract").upper() != "PASS" and not (_is_turned(row) or individual):
        yield f"declarer was pair {pair}, it says, and {by} sat the other way"


def read_bws(path: Path, winners: Winners | None = None, content: bytes | None = None) -> Sheet:
    """Read a .bws file, or its `content` if that was read already. Misuse (bad-file): no scoring file, or damaged.

    `winners`: the session's number of rankings.
    """
    return sheet_of(path, device_tables(path.name, read_bytes(path) if content is None else content), winners)


def sheet_of(path: Path, tables: ScoringFileTables, winners: Winners | None = None) -> Sheet:
    """Return the contents of a scoring file's tables as a sheet; `path`: the scoring file."""
    movement = DeviceMovement(tables)
    session = next(iter(tables["Session"]), {})
    days = [text(row, "DateLog")[:10] for row in sorted(tables["ReceivedData"], key=lambda row: number(row, "ID"))]
    sheet = Sheet(
        name=path.stem,
        title=title_or_stem("", path),
        date=next((day for day in (text(session, "Date")[:10], *days) if day), None),
        winners=winners or movement.winners,
        program="Bridgemate",
        expected=movement.expected,
        device=path.name,
        planned=tuple(movement.meetings()),
        known=numbers_of(planned_tables(tables, winners=1)),
    )
    sheet.notes += [(f"table {name}", f"could not be read: {reason}") for name, reason in tables.unread]
    sheet.players += players_of(tables, movement, sheet.winners or 1, sheet.notes)
    sheet.deals |= deals_of(tables["HandRecord"], sheet.notes)
    by_place: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(tables["ReceivedData"], key=lambda row: number(row, "ID")):  # oldest first
        by_place[place_of(path.name, row, movement)].append(row)
    for place, rows in by_place.items():
        valid = [row for row in rows if not flag(row, "Erased")]
        try:
            contents = {(*_pairs(row), *(text(row, column) for column in _CONTENT_COLUMNS)) for row in valid}
            if len(contents) > 1:
                raise ValueError(f"{len(valid)} results that differ: erase what is wrong there, or record it here")
            # the row in force, and deleted rows of contestants no longer seated there
            played = _pairs(valid[-1]) if valid else None
            erased = {_pairs(row): row for row in rows if flag(row, "Erased")}
            lines = [read_line(place, row, movement, erased=True) for pairs, row in erased.items() if pairs != played]
            if valid:
                lines.append(read_line(place, valid[-1], movement))
        except ValueError as error:
            listed = " and ".join(dict.fromkeys(map(row_text, valid or rows[-1:])))
            sheet.records += 1
            sheet.set_aside(place, f"{reason_of(error)} (it has {listed})")
            if about := where_of((valid or rows)[-1], movement):
                sheet.about[place] = about
            continue
        sheet.records += len(lines)
        for line in lines:
            is_played = line.result and not line.erased
            lead = sheet.lead(place, text(valid[-1], "LeadCard")) if is_played else None
            sheet.lines.append(replace(line, lead=lead))
        sheet.notes += [(place, each) for row in valid[-1:] for each in concerns_in(row)]
    return sheet


def _pairs(row: Row) -> tuple[int, ...]:
    return tuple(number(row, column) for column in ("PairNS", "PairEW", "South", "West"))


_CONTENT_COLUMNS = ("NS/EW", "Contract", "Result", "Remarks")
