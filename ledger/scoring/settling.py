"""Settling a board: what each award counts as, once it has been compared with what else it might be."""

from msgspec import structs

from ledger.bridge import Side
from ledger.laws.regulations import Regulations
from ledger.scoring.arithmetic import NUMBERS
from ledger.scoring.award import Damage, Share
from ledger.scoring.board import ScoredBoard
from ledger.scoring.field import Field
from ledger.scoring.line import EachSide, Line, each_side


def score_board(form: type[ScoredBoard], field: Field, expected: int, regulations: Regulations) -> ScoredBoard:
    """One board, or one version of a fouled board, scored.

    Lines are settled all at once, and then those that are left anew: the order of the tables makes no difference.
    """
    board = form(field, expected, regulations)
    while other := [then for line in board.field.awarded if (then := _settled(board, line)) is not line]:
        board = board.replacing(other)
    return board


def _settled(board: ScoredBoard, line: Line) -> Line:
    """The line as it counts once its award has been compared with what else it might be.

    No damage under 12C1(e) lets the table result stand; a better assigned score takes the place of A+.
    """
    match line.award:
        case EachSide(ns, ew):
            own = _settled(board, ns), _settled(board, ew)
            return line if own == (ns, ew) else each_side(*own)
        case Damage(a=a) as damage if board.compares(line) and board.undamaged(line, damage):
            entries = dict.fromkeys(Side, a)
            return structs.replace(line, entries=entries, award=None, note=f"{line.note}, no damage")
        case Share(unless=unless) as award if unless:
            assigned = structs.replace(line, entries=dict.fromkeys(Side, unless), award=None)
            return assigned if _better(board, assigned, award) else line
    return line


def _better(board: ScoredBoard, assigned: Line, award: Share) -> bool:
    """Whether an assigned score is better than an artificial one for the side that has more of that."""
    side = max(Side, key=lambda side: award.most(side).value)
    other = board.replacing([assigned])
    if not other.compares(assigned):
        return False
    worth = other.weighed(assigned, side, award.unless, NUMBERS)
    return worth > board.share(assigned, award.most(side).value, NUMBERS)
