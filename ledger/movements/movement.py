"""A movement in numbers, as its rule makes it; what can be asked of it; and the labels of a session for it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct, structs

from ledger.errors import Refusal
from ledger.movements.plan import PlannedTable

Winners = Literal[1, 2]


class Place(NamedTuple):
    """Who sits at a table in a round, with which set of boards; numbers from 1.

    A side is () where nobody sits, and has two numbers where individuals play together. Set 0: no boards.
    """

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

    def label(self, section: str = "", names: Mapping[int, str] | None = None) -> str:
        """How a session calls him: '7', '7NS', 'A7'; a team by its name."""
        return (names or {}).get(self.number) or f"{section}{self.number}{self.line}"


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
    """The movement of which one contestant is not there: who would have met him sits out.

    `of`: "ns" or "ew", where the lines are numbered apart.
    """
    places = [_vacated(place, number, of) for place in movement.places]
    sharing = tuple(group for group in movement.sharing if share(places, group))
    return structs.replace(movement, places=tuple(places), sharing=sharing)


def _vacated(place: Place, number: int, of: str) -> Place:
    if number in place.ns and of != "ew":
        return place._replace(ns=(), set=0)
    if number in place.ew and of != "ns":
        return place._replace(ew=(), set=0)
    return place


def share(places: Iterable[Place], group: tuple[int, ...]) -> bool:
    """Whether tables of a group ever have the same set in a round."""
    lying = [(place.round, place.set) for place in places if place.set and place.table in group]
    return len(lying) > len(set(lying))


def labelled(
    movement: Movement,
    *,
    boards_per_set: int,
    first_board: int = 1,
    section: str = "",
    boards: Sequence[int] | None = None,
    names: Mapping[int, str] | None = None,
) -> tuple[PlannedTable, ...]:
    """The movement with the labels of a session: pairs '7' or '7NS', in a section 'A7', tables 'A3', boards by number.

    `boards` are cut into sets as they stand; without them they follow one another from `first_board`. `names` are those
    of teams.
    """
    if boards is None:
        boards = range(first_board, first_board + movement.sets * boards_per_set)
    if boards_per_set < 1 or len(boards) < movement.sets * boards_per_set:
        message = f"{movement.name} wants {movement.sets} sets of {boards_per_set}; there are {len(boards)} boards"
        raise none_such(message, f"--boards-each {max(1, len(boards) // movement.sets)}, or more boards")
    sets = [tuple(boards[at * boards_per_set : (at + 1) * boards_per_set]) for at in range(movement.sets)]

    def side(numbers: tuple[int, ...], line: Literal["NS", "EW"]) -> str:
        entrants = (PlannedContestant(number, line if movement.winners == 2 else "") for number in numbers)
        return "+".join(each.label(section, names) for each in entrants)

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
