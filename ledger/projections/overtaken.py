"""What hangs on a correction beneath a ruling: who moves by it, and which appeals and penalties rest on it too."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from ledger.bridge import Side
from ledger.labels import joined
from ledger.laws.rounding import short_text
from ledger.projections.scoreboard import Scoreboard
from ledger.session import RecordedResult, TableBoard
from ledger.session.cases import WaitingLine
from ledger.session.overtaken import Overtaken, overtaken, rests_on


def overtaken_text(scoreboard: Scoreboard, found: Overtaken) -> str:
    """'R-0002 was given on 5HW-1, now 5HW-2: +3 MP for NS, -3 MP for EW; A-0001 rests on it'."""
    moves, cases = _moves_text(scoreboard, found), rests_on(scoreboard.session, found)
    rest = f"; {joined(cases)} {'rests' if len(cases) == 1 else 'rest'} on it" if cases else ""
    return found.fact + (f": {moves}" if moves else "") + rest


def _moves_text(scoreboard: Scoreboard, found: Overtaken) -> str:
    """'+3 MP for NS, -3 MP for EW', 'no score moves'; '' where others sat there: the two are not compared."""
    if found.was.pair != found.now.pair:
        return ""
    changes = ((side, change) for side, change in moved(scoreboard, found).items() if change)
    told = [f"{_signed(change)} {scoreboard.unit} for {side.value}" for side, change in changes]
    return ", ".join(told) or "no score moves"


def _signed(change: Fraction) -> str:
    return f"{'+' if change > 0 else ''}{short_text(change)}"


def moved(scoreboard: Scoreboard, found: Overtaken) -> dict[Side, Fraction]:
    """By how much each side's score on the board is another than it would be on the result of that time."""
    ruling = found.ruling
    board = scoreboard.session.boards[ruling.board]
    then = {**board, ruling.seating: _as_it_was(board[ruling.seating], found)}
    before, after = (
        each.pairs[ruling.seating] for each in (scoreboard.scoring.scored(then), scoreboard.board(ruling.board))
    )
    sides = {Side.NS: (before.ns, after.ns), Side.EW: (before.ew, after.ew)}
    return {side: now - was for side, (was, now) in sides.items() if was is not None and now is not None}


def _as_it_was(played: TableBoard, found: Overtaken) -> TableBoard:
    """The table's board with the result on which the ruling was given."""
    if found.was.result is None:
        return played
    return structs.replace(played, results=(RecordedResult(found.number, found.was.result, None, imported=False),))


class WaitingReason(NamedTuple):
    """Why a line waits; and the ruling to look at again, where it is that."""

    text: str
    found: Overtaken | None = None


def waiting_reasons(scoreboard: Scoreboard, lines: Sequence[WaitingLine]) -> list[WaitingReason]:
    """Why each of these lines waits: of a ruling to look at again with what hangs on it."""
    again = {found.text: found for found in overtaken(scoreboard.session)} if lines else {}
    reasons = ((str(each.line.why), again.get(each.line.why)) for each in lines)
    return [WaitingReason(overtaken_text(scoreboard, found) if found else why, found) for why, found in reasons]
