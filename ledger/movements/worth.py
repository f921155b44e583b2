"""What a movement is worth: who meets whom, how evenly everybody is compared, who sits out, who stays.

It is asked of tables with their labels, so that a movement that was typed or read from a file has it too.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct

from ledger.labels import members, natural, table_order
from ledger.movements.plan import PlannedTable, where_played, with_same_boards

_DIGITS = 6


class MeetingCounts(NamedTuple):
    """How many pairs of contestants never meet, meet once, and meet more often."""

    never: int
    once: int
    often: int


class Shared(NamedTuple):
    """Tables that have the same boards in some rounds."""

    tables: tuple[str, ...]
    rounds: tuple[int, ...]


class Worth(Struct, frozen=True):
    """What a movement is worth.

    `spread_squared` says how unevenly everybody is compared with everybody: 0 is as even as can be, None where there
    is nothing to compare (teams, or a single table). `sit_outs`: in which rounds somebody has nobody to play against.
    `boards`: how many each plays, a team each once though in two rooms. `stationary` keep their table and direction,
    `at_one_table` only the table. `partners`: how often individuals play together, as `meetings` says how often they
    meet.
    """

    meetings: MeetingCounts
    spread_squared: Fraction | None
    sit_outs: dict[str, tuple[int, ...]]
    boards: dict[str, int]
    stationary: tuple[str, ...]
    at_one_table: tuple[str, ...]
    shared: tuple[Shared, ...]
    partners: MeetingCounts | None = None

    @property
    def spread(self) -> Decimal | None:
        """The standard deviation of the comparisons over their mean, as it is shown: '0.33'."""
        if self.spread_squared is None:
            return None
        with localcontext() as exact:
            exact.prec = 28
            square = Decimal(self.spread_squared.numerator) / Decimal(self.spread_squared.denominator)
            return square.sqrt().quantize(Decimal(1).scaleb(-_DIGITS))


def worth(tables: Sequence[PlannedTable], winners: int, *, teams: bool = False) -> Worth:
    """What the movement is worth that these tables are. With two winners each line is compared with itself."""
    names = _contestants(tables)
    groups = _compared(names, tables, winners)
    apart = winners == 2
    across = [(one, other) for one in groups[0] for other in groups[1]] if apart else list(combinations(names, 2))
    together = list(_partners(tables))
    return Worth(
        _meetings(across, _matches(tables) if teams else _met(tables)),
        None if teams else _spread_squared(tables, groups),
        _sit_outs(tables, names),
        {name: len({*boards} if teams else boards) for name, boards in _boards(tables, names).items()},
        *_who_stay(tables, names),
        _shared(tables),
        _meetings(across, together) if together else None,
    )


def _contestants(tables: Iterable[PlannedTable]) -> list[str]:
    return sorted({who for at in tables for side in (at.ns, at.ew) for who in members(side)}, key=natural)


def _compared(names: Sequence[str], tables: Iterable[PlannedTable], winners: int) -> list[list[str]]:
    """Those who are ranked together: everybody, or each line by itself."""
    if winners == 1:
        return [list(names)]
    north_south = {who for at in tables for who in members(at.ns)}
    return [[each for each in names if each in north_south], [each for each in names if each not in north_south]]


def _both(one: str, other: str) -> tuple[str, str]:
    return (one, other) if natural(one) <= natural(other) else (other, one)


def _met(tables: Iterable[PlannedTable]) -> Iterator[tuple[str, str]]:
    """Who meets whom at a table; at a table in a round once, on however many boards."""
    for at in tables:
        yield from (_both(one, other) for one in members(at.ns) for other in members(at.ew))


def _matches(tables: Iterable[PlannedTable]) -> Iterator[tuple[str, str]]:
    """Which teams meet: the two halves of a match are one meeting, and so is a half by itself."""
    for pair, halves in Counter(_met(tables)).items():
        yield from [pair] * ((halves + 1) // 2)


def _partners(tables: Iterable[PlannedTable]) -> Iterator[tuple[str, str]]:
    for at in tables:
        for side in (at.ns, at.ew):
            yield from (_both(*pair) for pair in combinations(members(side), 2))


def _meetings(possible: Sequence[tuple[str, str]], met: Iterable[tuple[str, str]]) -> MeetingCounts:
    times = Counter(met)
    found = Counter(min(2, times[_both(*pair)]) for pair in possible)
    return MeetingCounts(found[0], found[1], found[2])


def _boards(tables: Iterable[PlannedTable], names: Iterable[str]) -> dict[str, list[int]]:
    """The boards that each plays, as often as he does."""
    played: dict[str, list[int]] = {name: [] for name in names}
    for at in tables:
        if at.played:
            for who in (*members(at.ns), *members(at.ew)):
                played[who] += at.boards
    return played


def _sit_outs(tables: Iterable[PlannedTable], names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    plays = {(at.round, who) for at in tables if at.played for side in (at.ns, at.ew) for who in members(side)}
    rounds = sorted({at.round for at in tables})
    out = {name: tuple(round_ for round_ in rounds if (round_, name) not in plays) for name in names}
    return {name: missed for name, missed in out.items() if missed}


def _who_stay(tables: Iterable[PlannedTable], names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those who keep their table and direction; and those who only keep the table."""
    seats = defaultdict[str, set[tuple[str, str]]](set)
    for at in tables:
        for direction, side in (("NS", at.ns), ("EW", at.ew)):
            for who in members(side):
                seats[who].add((at.table, direction))
    keep_seat = tuple(name for name in names if len(seats[name]) == 1)
    keep_table = tuple(name for name in names if len(seats[name]) > 1 and len({table for table, _ in seats[name]}) == 1)
    return keep_seat, keep_table


def _shared(tables: Iterable[PlannedTable]) -> tuple[Shared, ...]:
    rounds = defaultdict[tuple[str, ...], set[int]](set)
    for (round_, _), names in where_played(tables).items():
        if where := with_same_boards(names):
            rounds[where].add(round_)
    found = [Shared(where, tuple(sorted(when))) for where, when in rounds.items()]
    return tuple(sorted(found, key=lambda each: list(map(table_order, each.tables))))


def _spread_squared(tables: Sequence[PlannedTable], groups: Sequence[Sequence[str]]) -> Fraction | None:
    """The variance of the comparisons between those ranked together, over the square of their mean."""
    between = _comparisons(tables)
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    total = sum(between[_both(*pair)] for pair in pairs)
    if not pairs or not total:
        return None
    squares = sum(between[_both(*pair)] ** 2 for pair in pairs)
    # variance / mean² = (squares / n − (total / n)²) / (total / n)²
    return Fraction(squares * len(pairs), total**2) - 1


def _comparisons(tables: Iterable[PlannedTable]) -> Counter[tuple[str, str]]:
    """By how much the score of one depends on that of another, over all boards that both play.

    On a board that N tables play, who sits the same way is compared once; who sits the other way at another table helps
    once, for he does against the others what one wants done; and who sits opposite is against one in all N − 1.
    Individuals who play together have one score, and are not compared.
    """
    playing = defaultdict[int, list[PlannedTable]](list)
    for at in tables:
        for board in at.boards if at.played else ():
            playing[board].append(at)
    fields = Counter(tuple(where) for where in playing.values())  # a set is looked at once, however many boards it has
    between: Counter[tuple[str, str]] = Counter()
    for field, boards in fields.items():
        for at in field:
            for one, other in _met([at]):
                between[one, other] += boards * (len(field) - 1)
        for one_table, other_table in combinations(field, 2):
            _count_apart(between, one_table, other_table, boards)
    return between


def _count_apart(
    between: Counter[tuple[str, str]], one_table: PlannedTable, other_table: PlannedTable, boards: int
) -> None:
    """Two tables with the same boards: +1 between those who sit the same way, −1 between the others."""
    for same, ones, others in (
        (1, one_table.ns, other_table.ns),
        (1, one_table.ew, other_table.ew),
        (-1, one_table.ns, other_table.ew),
        (-1, one_table.ew, other_table.ns),
    ):
        for one in members(ones):
            for other in members(others):
                between[_both(one, other)] += same * boards
