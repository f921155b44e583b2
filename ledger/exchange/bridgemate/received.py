"""A row of ReceivedData: what a table entered for a board, and the remarks that take the place of a result."""

import re
from collections.abc import Iterator
from contextlib import suppress

from ledger.bridge import Result, Seat, parse_result
from ledger.commands import SheetLine, Where
from ledger.errors.visible import visible
from ledger.exchange.bridgemate import undecided
from ledger.exchange.bridgemate.access_rows import Row
from ledger.exchange.bridgemate.movement import Movement
from ledger.exchange.bridgemate.tables import flag, number, text
from ledger.exchange.sheet import SIGNED_TRICKS, board_number, round_number, shortened, table_name
from ledger.laws.adjustment import Artificial, Grade
from ledger.session.places import boards_text

_PERCENT = re.compile(r"([0-9]{1,3}) ?% ?- ?([0-9]{1,3}) ?%")
_NOT_PLAYED, _ARBITRAL, _TURNED = "not played", "arbitral score", "wrong direction"


def place_of(file: str, row: Row, movement: Movement) -> str:
    """Where a row stands, as the office calls it: 'thursday.bws table A3, round 2, board 7'."""
    return f"{file} table {_table(row, movement)}, round {number(row, 'Round')}, board {number(row, 'Board')}"


def about_of(row: Row, movement: Movement) -> Where | None:
    """Which table and board a row is about, and who sat there as far as it says; None where not even that is said."""
    with suppress(ValueError):
        return _where(row, movement, turned=_is_turned(row))
    with suppress(ValueError):
        return Where(board_number(str(number(row, "Board"))), _table(row, movement), round=number(row, "Round") or None)
    return None


def said(row: Row) -> str:
    """What a row says, for who has to look at it: '1 v 2: 4 S N +1'."""
    pairs = f"{number(row, 'PairNS')} v {number(row, 'PairEW')}:"
    words = [text(row, column) for column in ("Contract", "NS/EW", "Result", "Remarks")]
    return visible(" ".join([pairs, *(shortened(word) for word in words if word)]))


def read_line(place: str, row: Row, movement: Movement, *, erased: bool = False) -> SheetLine:
    """A row as a line of a sheet; ValueError where a person has to look at it."""
    remark = text(row, "Remarks").lower()
    where = _where(row, movement, turned=_is_turned(row))
    if movement.boards and where.board not in movement.boards:
        raise ValueError(
            f"board {where.board} is not in the movement, which has {boards_text(sorted(movement.boards))}"
        )
    if erased:
        return SheetLine(place, where, _result(row) if text(row, "Contract") else None, erased=True)
    percent = _PERCENT.fullmatch(remark)
    award = Artificial(Grade(percent[1]), Grade(percent[2])) if percent else None
    result = _result(row) if text(row, "Contract") else None
    question = "" if award or (result and remark not in (_NOT_PLAYED, _ARBITRAL)) else _question(remark, where)
    return SheetLine(place, where, None if question else result, award, undecided=question)


def _question(remark: str, where: Where) -> str:
    """What a person has to say of a row without a score."""
    ask = {_NOT_PLAYED: undecided.not_played, _ARBITRAL: undecided.to_decide}.get(remark, undecided.empty)
    return ask(where)


def _where(row: Row, movement: Movement, *, turned: bool) -> Where:
    section, pairs = number(row, "Section"), [number(row, "PairNS"), number(row, "PairEW")]
    if min(pairs) < 1:
        raise ValueError("nobody sat North–South, or East–West: it has a result of one pair alone")
    partners = [number(row, "South"), number(row, "West")]
    ns, ew = (
        "+".join(movement.label(section, each) for each in (pair, partner) if each > 0)
        for pair, partner in zip(pairs, partners, strict=True)
    )
    return Where(
        board=board_number(str(number(row, "Board"))),
        table=table_name(_table(row, movement)),
        ns=ew if turned else ns,
        ew=ns if turned else ew,
        round=round_number(str(number(row, "Round"))) or None,
        switched=turned,
    )


def _table(row: Row, movement: Movement) -> str:
    return f"{movement.letters(number(row, 'Section'))}{number(row, 'Table')}"


def _is_turned(row: Row) -> bool:
    return text(row, "Remarks").lower() == _TURNED


def _result(row: Row) -> Result:
    """The contract, its declarer and what came of it; ValueError where they do not make a result."""
    contract = re.sub(r"\s", "", text(row, "Contract")).upper()
    if contract == "PASS":
        return parse_result("PASS")
    by, tricks = text(row, "NS/EW").upper(), text(row, "Result")
    if by not in Seat.__members__:
        raise ValueError(f"{shortened(by) or 'nobody'!r} is no declarer: N, E, S or W")
    if not SIGNED_TRICKS.fullmatch(tricks):
        raise ValueError(f"{shortened(tricks) or '(blank)'} is no number of tricks: =, +1, -2")
    return parse_result(f"{shortened(contract)}{by}{tricks}")


def doubts(row: Row) -> Iterator[str]:
    """What the row gives reason to look at, though it has a score."""
    remark = text(row, "Remarks")
    if _is_turned(row):
        yield "the pairs sat the other way round, as it says: North–South and East–West changed places"
    elif remark and remark.lower() not in (_NOT_PLAYED, _ARBITRAL) and not _PERCENT.fullmatch(remark):
        yield f"remark: {shortened(remark)}"
    if flag(row, "SuspiciousContract"):
        yield f"the device asked whether {text(row, 'Contract')} {text(row, 'Result')} is right"
    if text(row, "Contract").upper() != "PASS" and (by := _other_declarer(row)):
        yield f"declarer was pair {number(row, 'Declarer')}, it says, and {by} sat the other way"


def _other_declarer(row: Row) -> str:
    """The seat that declared, where the row names a pair for declarer that did not sit there."""
    by, pair = text(row, "NS/EW").upper(), number(row, "Declarer")
    sat = number(row, "PairNS" if by in ("N", "S") else "PairEW")
    individual = number(row, "South") > 0
    return by if pair and pair != sat and not _is_turned(row) and not individual else ""
