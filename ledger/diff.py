"""What changed between two scoreboards: the ripple of a ruling to everyone else."""

from dataclasses import dataclass
from fractions import Fraction

from ledger.bridge import Side
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks, standings
from ledger.scoring.line import BoardScores, Seating, natural


@dataclass(frozen=True, slots=True)
class Change:
    """One contestant's score on one board, before and after; None where there was, or is, none."""

    contestant: str
    board: int
    seating: Seating
    table: str | None
    before: Fraction | None
    after: Fraction | None

    @property
    def difference(self) -> Fraction:
        """How much the contestant gained (or, negative, lost) on the board."""
        return (self.after or Fraction(0)) - (self.before or Fraction(0))


@dataclass(frozen=True, slots=True)
class RankChange:
    """A contestant's place before and after; None where it had, or has, none."""

    contestant: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Ripple:
    """Everything that moved."""

    changes: tuple[Change, ...] = ()
    ranks: tuple[RankChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes or self.ranks)


def ripple(before: Scoreboard, after: Scoreboard) -> Ripple:
    """What moved from one scoreboard to the other, by board, table and side; and whose place changed."""
    boards = sorted(set(before.session.boards) | set(after.session.boards))
    changes = tuple(change for board in boards for change in _board_changes(board, before, after))
    return Ripple(changes, _rank_changes(before, after))


def _board_changes(board: int, before: Scoreboard, after: Scoreboard) -> list[Change]:
    old = before.board(board) if board in before.session.boards else {}
    new = after.board(board) if board in after.session.boards else {}
    if old is new:
        return []
    found = []
    for seating in dict.fromkeys((*old, *new)):
        for side in Side:
            was, now = _value(old, seating, side), _value(new, seating, side)
            if was != now:
                table = _table(board, seating, before, after)
                found += [
                    Change(contestant, board, seating, table, was, now) for contestant in seating.contestants(side)
                ]
    return found


def _value(board: BoardScores, seating: Seating, side: Side) -> Fraction | None:
    score = board[seating][side] if seating in board else None
    return score.value if score and score.counts else None


def _table(board: int, seating: Seating, *scoreboards: Scoreboard) -> str | None:
    for scoreboard in reversed(scoreboards):
        if played := scoreboard.session.boards.get(board, {}).get(seating):
            return played.table
    return None


def _rank_changes(before: Scoreboard, after: Scoreboard) -> tuple[RankChange, ...]:
    old, new = ranks(standings(before)), ranks(standings(after))
    moved = [RankChange(contestant, old.get(contestant), new.get(contestant)) for contestant in {**old, **new}]
    return tuple(
        sorted(
            (change for change in moved if change.before != change.after),
            key=lambda change: (change.after or 0, natural(change.contestant)),
        )
    )
