"""What changed between two scoreboards: the ripple of a ruling to everyone else."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec import Struct, structs

from ledger.bridge import Side
from ledger.labels import members, natural
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks
from ledger.scoring.board import NO_SCORES, Pair, moved_pairs
from ledger.scoring.line import Seating


class Change(Struct, frozen=True, gc=False):
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


class RankChange(Struct, frozen=True, gc=False):
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
    """Who has another score on a board, in the order of a traveller."""
    old = before.board(board).pairs if board in before.session.boards else {}
    new = after.board(board).pairs if board in after.session.boards else {}
    if old is new:
        return []
    played = {**before.session.boards.get(board, {}), **after.session.boards.get(board, {})}
    moved = [(played[seating].table, seating, was, now) for seating, was, now in moved_pairs(old, new)]
    moved.sort(key=lambda each: (natural(each[0] or ""), natural(each[1].ns)))
    return _of_who_stayed(_changes(board, moved))


def _of_who_stayed(changes: list[Change]) -> list[Change]:
    """A contestant whose seat was corrected has one change, from what it had at the one to what it has at the other."""
    gone: dict[str, list[Change]] = defaultdict(list)
    for each in changes:
        if each.after is None:
            gone[each.contestant].append(each)
    found, merged = [], set[int]()
    for each in changes:
        if each.before is None and gone.get(each.contestant):
            old = gone[each.contestant].pop(0)
            merged.add(id(old))
            each = structs.replace(each, before=old.before)
        found.append(each)
    return [each for each in found if id(each) not in merged and each.before != each.after]


def _changes(board: int, moved: Sequence[tuple[str | None, Seating, Pair | None, Pair | None]]) -> list[Change]:
    """Every contestant's change at the tables that moved; tables with the same result are compared once."""
    sides: dict[tuple[int, int], list[tuple[int, Fraction | None, Fraction | None]]] = {}
    found = []
    for table, seating, was, now in moved:
        old, new, kind = was or NO_SCORES, now or NO_SCORES, (id(was), id(now))
        if old.beside or new.beside:
            found += _changes_apart(board, table, seating, old, new)
            continue
        if kind not in sides:
            sides[kind] = _sides_moved(old, new)
        for at, own, then in sides[kind]:
            found += [Change(contestant, board, seating, table, own, then) for contestant in members(seating.pair[at])]
    return found


def _sides_moved(was: Pair, now: Pair) -> list[tuple[int, Fraction | None, Fraction | None]]:
    """The sides (0: North–South) that have another score, before and after."""
    return [(at, was.of(side), now.of(side)) for at, side in enumerate(Side) if was.of(side) != now.of(side)]


def _changes_apart(board: int, table: str | None, seating: Seating, was: Pair, now: Pair) -> list[Change]:
    """The changes at a table where two individuals of a side have, or had, scores of their own."""
    moved = [
        Change(contestant, board, seating, table, was.of(side, contestant), now.of(side, contestant))
        for side in Side
        for contestant in seating.contestants(side)
    ]
    return [change for change in moved if change.before != change.after]


def _rank_changes(before: Scoreboard, after: Scoreboard) -> tuple[RankChange, ...]:
    old, new = ranks(before), ranks(after)
    whose = [contestant for contestant, place in new.items() if old.get(contestant) != place]
    whose += old.keys() - new.keys()
    moved = [RankChange(contestant, old.get(contestant), new.get(contestant)) for contestant in whose]
    return tuple(sorted(moved, key=lambda change: (change.after or 0, natural(change.contestant))))
