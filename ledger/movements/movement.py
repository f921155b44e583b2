"""A movement in numbers as its rule makes it, its conversion to a session's labels, and its quality.

The quality (`worth`: meetings, evenness of comparison, sit-outs, stationary seats) is computed from labelled tables, so
that typed and imported movements have it too.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, product
from typing import Literal, NamedTuple

from msgspec import Struct, structs

from ledger.errors import Refusal
from ledger.labels import members, natural, table_order
from ledger.movements.plan import PlannedTable, distinct_tables, where_played

Winners = Literal[1, 2]


class Place(NamedTuple):
    """The pairs and the set of boards at a table in a round; () is an empty side, set 0 is no set."""

    round: int
    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    set: int

    @property
    def switched(self) -> "Place":
        """The place with its directions exchanged."""
        return self._replace(ns=self.ew, ew=self.ns)


class PlannedContestant(NamedTuple):
    """A contestant of a movement by number; with its line if the two lines are ranked apart."""

    number: int
    line: Literal["", "NS", "EW"] = ""

    def label(self, section: str = "") -> str:
        """Return the contestant's label in a session: '7', '7NS', 'A7'."""
        return f"{section}{self.number}{self.line}"


class Movement(Struct, frozen=True):
    """A movement: the seating and the set of boards of every table in every round.

    `winners` 2: the lines are ranked apart, each numbered from 1; 1: East–West are numbered after North–South.
    `copies`: the copies needed of each set. `sharing`: tables that share boards in rounds with equal sets. `switched`:
    the rounds with exchanged directions. `relays`: the tables after which a set lies idle.
    """

    name: str
    winners: Winners
    places: tuple[Place, ...]
    copies: int = 1
    sharing: tuple[tuple[int, ...], ...] = ()
    switched: tuple[int, ...] = ()
    relays: tuple[int, ...] = ()

    @property
    def tables(self) -> int:
        """The number of tables."""
        return max(place.table for place in self.places)

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return max(place.round for place in self.places)

    @property
    def sets(self) -> int:
        """The number of sets of boards that are played."""
        return max(place.set for place in self.places)

    @property
    def contestants(self) -> tuple[PlannedContestant, ...]:
        """The pairs, teams or players of the movement."""
        return tuple(sorted({who for _, who, _ in self._seats()}, key=lambda each: (each.line != "NS", each.number)))

    @property
    def sit_outs(self) -> dict[PlannedContestant, tuple[int, ...]]:
        """The rounds in which contestants sit out, by contestant; without those who never do."""
        plays = {(place.round, who) for place, who, _ in self._seats() if place.ns and place.ew}
        rounds = range(1, self.rounds + 1)
        out = {who: tuple(each for each in rounds if (each, who) not in plays) for who in self.contestants}
        return {who: missed for who, missed in out.items() if missed}

    @property
    def stationary(self) -> tuple[PlannedContestant, ...]:
        """The contestants who keep their table and direction; people who cannot move can have these numbers."""
        seats = defaultdict[PlannedContestant, set[tuple[int, str]]](set)
        for place, who, direction in self._seats():
            seats[who].add((place.table, direction))
        return tuple(who for who in self.contestants if len(seats[who]) == 1)

    def _seats(self) -> Iterator[tuple[Place, PlannedContestant, str]]:
        for place in self.places:
            yield from ((place, self._make_entrant(number, "NS"), "NS") for number in place.ns)
            yield from ((place, self._make_entrant(number, "EW"), "EW") for number in place.ew)

    def _make_entrant(self, number: int, direction: Literal["NS", "EW"]) -> PlannedContestant:
        return PlannedContestant(number, direction if self.winners == 2 else "")


def wrap_number(number: int, size: int) -> int:
    """Return a number brought into 1 to `size` by counting in a circle.

    >>> wrap_number(8, 7), wrap_number(0, 7), wrap_number(3, 7)
    (1, 7, 3)
    """
    return (number - 1) % size + 1


def no_such_movement(message: str, hint: str) -> Refusal:
    """Return the refusal of a movement that does not exist, with a hint that names alternatives."""
    return Refusal("no-such-movement", message, hint)


def count_usual_switches(rounds: int) -> int:
    """Return the usual number of switched rounds for one winner: an eighth of the rounds, at least one.

    >>> [count_usual_switches(rounds) for rounds in (5, 9, 11, 12, 15)]
    [1, 1, 1, 2, 2]
    """
    return max(1, (rounds + 4) // 8)  # further switches make the comparison less even again


def switch_last(movement: Movement, times: int, *, never_at: int = 0) -> Movement:
    """Return the movement with directions exchanged in its last `times` rounds, except at the table `never_at`."""
    if not times:
        return movement
    last = movement.rounds
    rounds = tuple(range(last - times + 1, last + 1))
    places = (
        place.switched if place.round in rounds and place.table != never_at else place for place in movement.places
    )
    remark = "last round switched" if times == 1 else f"last {times} rounds switched"
    name = f"{movement.name}, {remark} (one winner)"
    return structs.replace(movement, name=name, places=tuple(places), switched=rounds)


def without(movement: Movement, number: int, *, of: str = "") -> Movement:
    """Return the movement without a contestant, whose opponents sit out; `of`: the line if both have the number."""
    places: list[Place] = []
    for place in movement.places:
        if number in place.ns and of != "ew":
            place = place._replace(ns=(), set=0)
        elif number in place.ew and of != "ns":
            place = place._replace(ew=(), set=0)
        places.append(place)
    sharing = tuple(group for group in movement.sharing if share(places, group))
    return structs.replace(movement, places=tuple(places), sharing=sharing)


def share(places: Iterable[Place], group: tuple[int, ...]) -> bool:
    """Return True if two tables of a group play the same set in any round, and so must share boards."""
    lying = [(place.round, place.set) for place in places if place.set and place.table in group]
    return len(lying) > len(set(lying))


def put_labels(
    movement: Movement, *, boards_per_set: int, section: str = "", boards: Sequence[int] | None = None
) -> tuple[PlannedTable, ...]:
    """Return the plan of a movement in a session's labels: pairs '7', '7NS' or 'A7', tables 'A3', board numbers.

    `boards` are divided into sets in their order; by default they are numbered from 1. Refused if there are too few.
    """
    if boards is None:
        boards = range(1, 1 + movement.sets * boards_per_set)
    if boards_per_set < 1 or len(boards) < movement.sets * boards_per_set:
        message = f"{movement.name} needs {movement.sets} sets of {boards_per_set}; there are {len(boards)} boards"
        raise no_such_movement(message, f"--boards-each {max(1, len(boards) // movement.sets)}, or more boards")
    sets = [tuple(boards[at * boards_per_set : (at + 1) * boards_per_set]) for at in range(movement.sets)]

    def side(numbers: tuple[int, ...], line: Literal["NS", "EW"]) -> str:
        entrants = (PlannedContestant(number, line if movement.winners == 2 else "") for number in numbers)
        return "+".join(each.label(section) for each in entrants)

    return tuple(
        PlannedTable(
            place.round,
            f"{section}{place.table}",
            side(place.ns, "NS"),
            side(place.ew, "EW"),
            sets[place.set - 1] if place.set else (),
        )
        for place in movement.places
    )


def shared(movement: Movement, section: str = "") -> tuple[frozenset[str], ...]:
    """Return the groups of tables that share boards, by their labels."""
    return tuple(frozenset(f"{section}{table}" for table in group) for group in movement.sharing)


_DIGITS = 6


class MeetingCounts(NamedTuple):
    """How many pairs of contestants never meet, meet once, and meet more often."""

    never: int
    once: int
    often: int


class Shared(NamedTuple):
    """A group of tables that have the same boards in some rounds."""

    tables: tuple[str, ...]
    rounds: tuple[int, ...]


class Worth(Struct, frozen=True):
    """The quality of a movement: how evenly contestants are compared, who meets whom, and who sits out.

    `spread_squared`: the unevenness of comparison, 0 for perfectly even, None without comparison (teams, a single
    table). `sit_outs`: the rounds without an opponent. `boards`: the number each contestant plays, a team's two rooms
    counted once. `stationary`: contestants who keep table and direction; `at_one_table`: only the table. `meetings`,
    `partners`: how often contestants meet, and individuals play together.
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
        """The standard deviation of the comparisons divided by their mean, '0.33'; None without comparisons."""
        if self.spread_squared is None:
            return None
        with localcontext() as exact:
            exact.prec = 28
            square = Decimal(self.spread_squared.numerator) / Decimal(self.spread_squared.denominator)
            return square.sqrt().quantize(Decimal(1).scaleb(-_DIGITS))


def worth(tables: Sequence[PlannedTable], winners: int, *, teams: bool = False) -> Worth:
    """Return the quality of a movement; with two winners, comparisons are made within each line."""
    names = sorted({who for at in tables for side in (at.ns, at.ew) for who in members(side)}, key=natural)
    apart = winners == 2
    groups = [names]
    if winners != 1:
        north_south = {who for at in tables for who in members(at.ns)}
        groups = [[each for each in names if (each in north_south) is their] for their in (True, False)]
    across = [(one, two) for one in groups[0] for two in groups[1]] if apart else list(combinations(names, 2))
    together = [_sort_pair(*two) for at in tables for side in (at.ns, at.ew) for two in combinations(members(side), 2)]
    plays = {(at.round, who) for at in tables if at.played for side in (at.ns, at.ew) for who in members(side)}
    rounds = sorted({at.round for at in tables})
    out = {name: tuple(round_ for round_ in rounds if (round_, name) not in plays) for name in names}
    boards: dict[str, list[int]] = {name: [] for name in names}
    seats = defaultdict[str, set[tuple[str, str]]](set)
    for at in tables:
        for direction, side in (("NS", at.ns), ("EW", at.ew)):
            for who in members(side):
                seats[who].add((at.table, direction))
                boards[who] += at.boards if at.played else ()
    keep_seat = tuple(name for name in names if len(seats[name]) == 1)
    keep_table = tuple(name for name in names if len(seats[name]) > 1 and len({table for table, _ in seats[name]}) == 1)
    halves = Counter(_yield_meetings(tables)) if teams else {}
    matches = [pair for pair, played in halves.items() for _ in range((played + 1) // 2)]
    sharing = defaultdict[tuple[str, ...], set[int]](set)
    for (round_, _), at_tables in where_played(tables).items():
        if where := distinct_tables(at_tables):
            sharing[where].add(round_)
    shared = [Shared(where, tuple(sorted(when))) for where, when in sharing.items()]
    return Worth(
        _count_meetings(across, matches if teams else _yield_meetings(tables)),
        None if teams else _compute_spread_squared(tables, groups),
        {name: missed for name, missed in out.items() if missed},
        {name: len({*played} if teams else played) for name, played in boards.items()},
        keep_seat,
        keep_table,
        tuple(sorted(shared, key=lambda each: list(map(table_order, each.tables)))),
        _count_meetings(across, together) if together else None,
    )


def _sort_pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if natural(one) <= natural(other) else (other, one)


def _yield_meetings(tables: Iterable[PlannedTable]) -> Iterator[tuple[str, str]]:
    for at in tables:
        yield from (_sort_pair(one, other) for one in members(at.ns) for other in members(at.ew))


def _count_meetings(possible: Sequence[tuple[str, str]], met: Iterable[tuple[str, str]]) -> MeetingCounts:
    times = Counter(met)
    counts = Counter(min(2, times[_sort_pair(*pair)]) for pair in possible)
    return MeetingCounts(counts[0], counts[1], counts[2])


def _compute_spread_squared(tables: Sequence[PlannedTable], groups: Sequence[Sequence[str]]) -> Fraction | None:
    """Return the variance of the comparisons between contestants ranked together, divided by their squared mean."""
    # How much one score depends on another, summed over the boards both contestants play. On a board with N tables,
    # those in the same direction are compared once (1), those in opposite directions at different tables help each
    # other once (−1), and opponents compete in all N − 1 comparisons. Partners have one score.
    playing = defaultdict[int, list[PlannedTable]](list)
    for at in tables:
        for board in at.boards if at.played else ():
            playing[board].append(at)
    fields = Counter(tuple(where) for where in playing.values())  # boards with the same tables are counted at once
    between: Counter[tuple[str, str]] = Counter()
    for field, boards in fields.items():
        for at in field:
            for one, two in _yield_meetings([at]):
                between[one, two] += boards * (len(field) - 1)
        for one_table, other_table in combinations(field, 2):
            for same, first_side, second_side in (
                (1, one_table.ns, other_table.ns),
                (1, one_table.ew, other_table.ew),
                (-1, one_table.ns, other_table.ew),
                (-1, one_table.ew, other_table.ns),
            ):
                for one, two in product(members(first_side), members(second_side)):
                    between[_sort_pair(one, two)] += same * boards
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    total = sum(between[_sort_pair(*pair)] for pair in pairs)
    if not pairs or not total:
        return None
    squares = sum(between[_sort_pair(*pair)] ** 2 for pair in pairs)
    # variance / mean² = (squares / n − (total / n)²) / (total / n)²
    return Fraction(squares * len(pairs), total**2) - 1
