"""Howells: one winner, pairs that meet everybody in as many rounds as they have opponents; and the reduced ones.

A Howell is known by its first row: each round every number that moves, and every set, is one higher than the round
before. So everybody follows the same neighbour all evening. What such a row has to fulfil stands at `first_rows`.
"""

from msgspec import structs

from ledger.movements.first_rows import FULL, REDUCED, FirstSeat
from ledger.movements.mitchell import check_rounds
from ledger.movements.movement import Movement, Place, around, none_such, share, without

LARGEST = max(FULL)


_SETS_OF_THREE = ((1, 2, 4), (2, 3, 4), (3, 2, 1), (4, 3, 1), (5, 5, 5))
"""The sets of three tables in each round, which follow no row: there is none without sharing. In round 5 all share."""


def howell(tables: int, *, rounds: int | None = None, missing: bool = False) -> Movement:
    """Everybody meets everybody: 2 to 13 tables. `missing`: the last pair is not there, and who meets it sits out.

    Two tables share all the time, three in round 5.

    >>> howell(4).name, howell(3).name
    ('Howell 4 tables, 7 rounds', 'Howell 3 tables, 5 rounds (all share in round 5)')
    """
    if tables not in FULL:
        message = f"a Howell has 2 to {LARGEST} tables, not {tables}"
        raise none_such(message, f"`movement set mitchell --tables {tables}`, or three-quarter")
    most = 2 * tables - 1
    rounds = most if rounds is None else rounds
    check_rounds(rounds, most, f"a Howell of {tables} tables")
    name = f"Howell {tables} tables, {rounds} rounds"
    if tables == 3:
        name += " (all share in round 5)" if rounds == most else ""
    return _without_last(_from_row(name, FULL[tables], most, rounds), missing)


def three_quarter(tables: int, *, rounds: int | None = None, missing: bool = False) -> Movement:
    """A reduced Howell, in fewer rounds: some pairs stay at their tables, and do not meet one another.

    Those who stay change their direction in some rounds, so that everybody is compared as evenly as can be.
    """
    exist = reduced_rounds(tables)
    if not exist:
        sizes = sorted({size for size, _ in REDUCED})
        message = f"a reduced Howell has {sizes[0]} to {sizes[-1]} tables, not {tables}"
        raise none_such(message, f"`movement set howell --tables {tables}`, with --rounds")
    rounds = exist[len(exist) // 2] if rounds is None else rounds
    if rounds not in exist:
        message = f"there is no reduced Howell of {tables} tables in {rounds} rounds"
        nearest = min(exist, key=lambda each: abs(each - rounds))
        raise none_such(message, f"--rounds {nearest}; there are: {', '.join(map(str, exist))}")
    row = REDUCED[tables, rounds]
    return _without_last(_from_row(f"Reduced Howell {tables} tables, {rounds} rounds", row, rounds, rounds), missing)


def reduced_rounds(tables: int) -> list[int]:
    """In how many rounds there is a reduced Howell."""
    return sorted(rounds for size, rounds in REDUCED if size == tables)


def _from_row(name: str, row: tuple[FirstSeat, ...], cycle: int, rounds: int) -> Movement:
    """Every round from the first: the numbers up to `cycle` and the sets go up by one, the others stay."""

    def later(number: int, round_: int) -> int:
        return around(number + round_ - 1, cycle) if number <= cycle else number

    of_three = len(row) == 3 and cycle == 5

    def place(round_: int, table: int) -> Place:
        first = row[table - 1]
        set_ = _SETS_OF_THREE[round_ - 1][table - 1] if of_three else later(first.set, round_)
        seated = Place(round_, table, (later(first.ns, round_),), (later(first.ew, round_),), set_)
        return seated.switched if round_ in first.switched else seated

    places = tuple(place(round_, table) for round_ in range(1, rounds + 1) for table in range(1, len(row) + 1))
    groups = [(1, 2, 3)] if of_three else _same_set(row)
    sharing = tuple(group for group in groups if share(places, group))
    return Movement(name, 1, places, sharing=sharing)


def _same_set(row: tuple[FirstSeat, ...]) -> list[tuple[int, ...]]:
    """The tables that begin with the same set: they share all the time."""
    sets = dict.fromkeys(seat.set for seat in row)
    groups = [tuple(at for at, seat in enumerate(row, 1) if seat.set == each) for each in sets]
    return [group for group in groups if len(group) > 1]


def _without_last(movement: Movement, missing: bool) -> Movement:
    if not missing:
        return movement
    last = 2 * movement.tables
    return structs.replace(without(movement, last), name=f"{movement.name}, half a table (no pair {last})")
