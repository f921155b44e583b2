"""A movement in numbers, as its rule makes it; what can be asked of it; and the labels of a session for it.

What a movement is worth: who meets whom, how evenly everybody is compared, who sits out, who stays.

That is asked of tables with their labels, so that a movement that was typed or read from a file has it too.
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
from ledger.movements.plan import PlannedTable, where_played, with_same_boards

Winners = Literal[1, 2]


class Place(NamedTuple):
    """Who sits at a table in a round: () nobody, two numbers individuals together; with which set from 1 on, 0 none."""

    round: int
    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    set: int

    @property
    def switched(self) -> "Place":
        """The same place with the directions exchanged."""
        return self._replace(ns=self.ew, ew=self.ns)


class PlannedContestant(NamedTuple):
    """A contestant of a movement by number, and by line where the lines are ranked apart; a player of an individual."""

    number: int
    line: Literal["", "NS", "EW"] = ""

    def label(self, section: str = "") -> str:
        """How a session calls him: '7', '7NS', 'A7'."""
        return f"{section}{self.number}{self.line}"


class Movement(Struct, frozen=True):
    """Who meets whom, round after round, on which set of boards.

    `winners` 2: the lines are ranked apart, and each is numbered from 1. With 1 the numbers of East–West go on from
    those of North–South. `copies`: how many of each set there must be. `sharing`: tables that share their boards in
    whichever round they have the same ones. `switched`: the rounds in which the directions are exchanged. `relays`: the
    tables after which a set lies by itself.
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
        """How many tables there are."""
        return max(place.table for place in self.places)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return max(place.round for place in self.places)

    @property
    def sets(self) -> int:
        """How many sets of boards are in play."""
        return max(place.set for place in self.places)

    @property
    def contestants(self) -> tuple[PlannedContestant, ...]:
        """Everybody who sits somewhere: pairs, teams, or the players of an individual."""
        return tuple(sorted({who for _, who, _ in self._seats()}, key=lambda each: (each.line != "NS", each.number)))

    @property
    def sit_outs(self) -> dict[PlannedContestant, tuple[int, ...]]:
        """In which rounds somebody has nobody to play against."""
        plays = {(place.round, who) for place, who, _ in self._seats() if place.ns and place.ew}
        rounds = range(1, self.rounds + 1)
        out = {who: tuple(each for each in rounds if (each, who) not in plays) for who in self.contestants}
        return {who: missed for who, missed in out.items() if missed}

    @property
    def stationary(self) -> tuple[PlannedContestant, ...]:
        """Those who sit at one table in one direction all the time: places for people who cannot move."""
        seats = defaultdict[PlannedContestant, set[tuple[int, str]]](set)
        for place, who, direction in self._seats():
            seats[who].add((place.table, direction))
        return tuple(who for who in self.contestants if len(seats[who]) == 1)

    def _seats(self) -> Iterator[tuple[Place, PlannedContestant, str]]:
        for place in self.places:
            yield from ((place, self._entrant(number, "NS"), "NS") for number in place.ns)
            yield from ((place, self._entrant(number, "EW"), "EW") for number in place.ew)

    def _entrant(self, number: int, direction: Literal["NS", "EW"]) -> PlannedContestant:
        return PlannedContestant(number, direction if self.winners == 2 else "")


def around(number: int, size: int) -> int:
    """A number from 1 to `size`, after which 1 comes again.

    >>> around(8, 7), around(0, 7), around(3, 7)
    (1, 7, 3)
    """
    return (number - 1) % size + 1


def none_such(message: str, hint: str) -> Refusal:
    """A movement that cannot be made: what there is for that size stands in the hint."""
    return Refusal("no-such-movement", message, hint)


def usual_switches(rounds: int) -> int:
    """In how many rounds the directions are exchanged, that one may win: an eighth of them, and never none.

    That is the last round of up to eleven, and the last two of twelve and more; more makes it less even again.

    >>> [usual_switches(rounds) for rounds in (5, 9, 11, 12, 15)]
    [1, 1, 1, 2, 2]
    """
    return max(1, (rounds + 4) // 8)


def switch_last(movement: Movement, times: int, *, never_at: int = 0) -> Movement:
    """The movement with the directions exchanged in its last rounds, `times` of them; not at the table `never_at`."""
    if not times:
        return movement
    last = movement.rounds
    rounds = tuple(range(last - times + 1, last + 1))
    places = (
        place.switched if place.round in rounds and place.table != never_at else place for place in movement.places
    )
    said = "last round switched" if times == 1 else f"last {times} rounds switched"
    name = f"{movement.name}, {said} (one winner)"
    return structs.replace(movement, name=name, places=tuple(places), switched=rounds)


def without(movement: Movement, number: int, *, of: str = "") -> Movement:
    """The movement without a contestant: who would meet him sits out. `of`: "ns" or "ew" where numbered apart."""
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
    """Whether tables of a group ever have the same set in a round."""
    lying = [(place.round, place.set) for place in places if place.set and place.table in group]
    return len(lying) > len(set(lying))


def labelled(
    movement: Movement, *, boards_per_set: int, section: str = "", boards: Sequence[int] | None = None
) -> tuple[PlannedTable, ...]:
    """The movement with the labels of a session: pairs '7' or '7NS', in a section 'A7', tables 'A3', boards by number.

    `boards` are cut into sets as they stand; without them they follow one another from 1.
    """
    if boards is None:
        boards = range(1, 1 + movement.sets * boards_per_set)
    if boards_per_set < 1 or len(boards) < movement.sets * boards_per_set:
        message = f"{movement.name} wants {movement.sets} sets of {boards_per_set}; there are {len(boards)} boards"
        raise none_such(message, f"--boards-each {max(1, len(boards) // movement.sets)}, or more boards")
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
    """The tables that share, by their labels."""
    return tuple(frozenset(f"{section}{table}" for table in group) for group in movement.sharing)


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
    names = sorted({who for at in tables for side in (at.ns, at.ew) for who in members(side)}, key=natural)
    apart = winners == 2
    groups = [names]
    if winners != 1:
        north_south = {who for at in tables for who in members(at.ns)}
        groups = [[each for each in names if (each in north_south) is their] for their in (True, False)]
    across = [(one, other) for one in groups[0] for other in groups[1]] if apart else list(combinations(names, 2))
    together = [_both(*two) for at in tables for side in (at.ns, at.ew) for two in combinations(members(side), 2)]
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
    halves = Counter(_met(tables)) if teams else {}
    matches = [pair for pair, played in halves.items() for _ in range((played + 1) // 2)]
    sharing = defaultdict[tuple[str, ...], set[int]](set)
    for (round_, _), at_tables in where_played(tables).items():
        if where := with_same_boards(at_tables):
            sharing[where].add(round_)
    shared = [Shared(where, tuple(sorted(when))) for where, when in sharing.items()]
    return Worth(
        _meetings(across, matches if teams else _met(tables)),
        None if teams else _spread_squared(tables, groups),
        {name: missed for name, missed in out.items() if missed},
        {name: len({*played} if teams else played) for name, played in boards.items()},
        keep_seat,
        keep_table,
        tuple(sorted(shared, key=lambda each: list(map(table_order, each.tables)))),
        _meetings(across, together) if together else None,
    )


def _both(one: str, other: str) -> tuple[str, str]:
    return (one, other) if natural(one) <= natural(other) else (other, one)


def _met(tables: Iterable[PlannedTable]) -> Iterator[tuple[str, str]]:
    for at in tables:
        yield from (_both(one, other) for one in members(at.ns) for other in members(at.ew))


def _meetings(possible: Sequence[tuple[str, str]], met: Iterable[tuple[str, str]]) -> MeetingCounts:
    times = Counter(met)
    found = Counter(min(2, times[_both(*pair)]) for pair in possible)
    return MeetingCounts(found[0], found[1], found[2])


def _spread_squared(tables: Sequence[PlannedTable], groups: Sequence[Sequence[str]]) -> Fraction | None:
    """The variance of the comparisons between those ranked together, over the square of their mean."""
    # By how much the score of one depends on that of another, over all boards that both play. On a board
    # that N tables play, who sits the same way is compared once; who sits the other way at another table
    # helps once, for he does against the others what one wants done; and who sits opposite is against one
    # in all N − 1. Individuals who play together have one score, and are not compared.
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
            for same, ones, others in (
                (1, one_table.ns, other_table.ns),
                (1, one_table.ew, other_table.ew),
                (-1, one_table.ns, other_table.ew),
                (-1, one_table.ew, other_table.ns),
            ):
                for one, other in product(members(ones), members(others)):
                    between[_both(one, other)] += same * boards
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    total = sum(between[_both(*pair)] for pair in pairs)
    if not pairs or not total:
        return None
    squares = sum(between[_both(*pair)] ** 2 for pair in pairs)
    # variance / mean² = (squares / n − (total / n)²) / (total / n)²
    return Fraction(squares * len(pairs), total**2) - 1
