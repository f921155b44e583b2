"""Howells (one winner, everybody meets everybody), reduced Howells with fewer rounds, and barometers.

A Howell is given by its first row: each round, every moving number and every set goes up by one, modulo the number of
rounds. "8-1/1" is pair 8 North–South against pair 1 with set 1; a colon precedes the rounds in which the two change
directions. A row makes a movement if any two moving numbers are a different distance apart at each table (no pair meets
twice), the set less the moving number differs at each seat (no pair plays a set twice), and the sets of a round differ
(tables with equal sets share).

The rows of 4 to 7 tables are the usual ones; the others were found by search for the most even comparison.
`tests/movements/` checks these properties.
"""

import re
from typing import NamedTuple

from msgspec import structs

from ledger.movements.mitchell import check_rounds
from ledger.movements.movement import Movement, Place, no_such_movement, share, without, wrap_number


class FirstSeat(NamedTuple):
    """The pairs and the set of a table in round 1, and the rounds in which its directions are exchanged."""

    ns: int
    ew: int
    set: int
    switched: frozenset[int]


_TABLE = re.compile(r"(\d+)-(\d+)/(\d+)(?::([\d,]+))?")


def _read_row(text: str) -> tuple[FirstSeat, ...]:
    """Read the tables of round 1, from which later rounds follow, out of a text.

    >>> _read_row("10-6/2:1,4")
    (FirstSeat(ns=10, ew=6, set=2, switched=frozenset({1, 4})),)
    """
    return tuple(
        FirstSeat(int(ns), int(ew), int(set_), frozenset(map(int, rounds.split(","))) if rounds else frozenset())
        for ns, ew, set_, rounds in _TABLE.findall(text)
    )


_FULL = {
    2: "4-1/1 2-3/1",
    3: "6-1/1 4-3/2 2-5/4",
    4: "8-1/1 3-6/4 2-7/6 5-4/7",
    5: "7-3/1 5-2/2 10-1/3 9-8/4 4-6/5",
    6: "12-1/1 6-7/4 11-4/6 3-9/8 2-5/9 10-8/11",
    7: "5-12/1 2-4/2 9-10/3 14-1/4 8-13/5 7-11/6 6-3/7",
    8: "2-8/1 15-12/3 3-10/4 9-5/5 14-4/6 11-13/8 7-6/11 1-16/14",
    9: "16-1/1 15-6/5 11-14/6 7-2/8 12-13/10 4-8/12 17-10/13 3-9/14 5-18/15",
    10: "18-4/2 7-15/6 13-17/9 6-16/10 20-11/12 5-2/14 10-9/15 14-8/16 3-1/17 12-19/19",
    11: "15-13/1 10-5/4 2-6/8 19-18/10 14-8/12 22-1/15 11-20/16 7-17/18 9-16/19 12-4/20 21-3/21",
    12: "3-14/2 7-6/4 9-23/5 24-1/9 18-20/10 8-11/11 21-5/14 12-2/16 16-22/17 19-4/21 10-15/22 13-17/23",
    13: ("9-24/4 2-14/6 25-6/7 12-23/9 13-21/11 22-20/13 19-15/15 7-10/16 4-5/17 16-26/18 18-11/21 3-8/22 1-17/25"),
}

_REDUCED = {
    (3, 4): "5-2/2 4-1/3 6-3/4",
    (4, 5): "2-6/1:1,3 5-1/3 3-7/4:3 4-8/4",
    (4, 6): "1-5/2 4-3/3 8-6/4:2,3,4 2-7/4:5",
    (5, 6): "3-9/1:2 2-8/2:1,2 1-7/4 6-10/5:1 5-4/6",
    (5, 7): "2-9/2 1-8/3 6-10/4 7-5/6 4-3/7",
    (5, 8): "4-1/3 8-2/3 7-6/4 5-10/5 3-9/7",
    (6, 7): "5-10/2:3 6-11/2:1,7 3-2/3 7-12/5:2 4-9/6 1-8/7:2,3",
    (6, 8): "8-12/2:3,7,8 5-6/3 10-3/4:4,7,8 9-2/5:2,3,7 7-11/7:2,6,7 4-1/8",
    (6, 9): "12-9/2 2-5/3 10-1/4 6-8/5 7-3/7 11-4/9:1,4,7",
    (6, 10): "2-8/3 5-6/4 1-3/5 12-10/7:2,4,6,8,10 9-11/9 4-7/10",
    (7, 8): "9-1/2:2,7,8 6-12/3:3,4,5 11-5/4:5,6,7,8 3-2/5 8-14/6:5,7,8 7-13/7:7 4-10/8:5,6",
    (7, 9): "12-4/2 14-8/3:5,6,7 5-13/4:1,2,8,9 11-2/5:2,3,4 10-1/6:1,2 7-6/8 3-9/9",
    (7, 10): "5-12/1:4,7,8 3-11/2 9-10/3 6-13/4:4,5,8 4-1/6 14-7/7:3,6,7,9,10 2-8/9",
    (7, 11): "7-3/1 5-13/4:2,3,4,8,9 4-10/5 2-12/6:1,5,6,11 1-11/8 6-9/9 8-14/10:1,2,7,8",
    (7, 12): "14-12/1:3,4,7,8,11,12 1-13/3 9-11/4 7-6/5 10-3/6 4-8/8 2-5/11",
    (8, 9): "9-16/1:4,7,8 4-11/2:2,5,6,7 14-7/3:3,7,8,9 6-13/3:6 2-3/6 5-12/7:2,9 15-8/8:2,4,6,7 1-10/9:5,8,9",
    (8, 10): "1-11/1:3,4,10 4-14/2:9 16-9/3:3,6,7,9,10 8-7/4 13-3/5:1,2,4,5,8 5-15/6:1,5 2-12/7:4,5,8 6-10/9",
    (8, 11): "5-13/1:2,5,6,9,11 15-10/3:5,10 7-2/4 16-11/5:4,8,11 14-6/6:2,3,7,9 8-4/7 12-3/9:2,4,7,10 1-9/10",
    (8, 12): "15-10/2:2,4,7,12 14-8/3:1,3,11,12 4-5/4 1-11/7 7-3/8 13-6/9:3,5 16-12/10:4,6,8 2-9/11",
    (8, 13): "8-10/1 5-4/2 15-2/5:2,4,6,9,11,13 6-11/6 16-13/7:7 3-7/8 14-1/10:4,6,8 12-9/11",
    (8, 14): "10-9/1 1-3/3 4-7/5 15-12/6 16-14/10 8-13/12 2-6/13 5-11/14",
    (9, 10): (
        "12-2/1:2,4,7,8,9 16-8/3:2,5,7 11-1/4:1,4,5,6,8 15-7/5:4,5,7 18-10/6:3,4,7 6-5/7 14-4/8:1,2,5 "
        "17-9/9:1 13-3/10:5,8,10"
    ),
    (9, 11): (
        "13-2/1 12-1/3 4-9/4 16-7/5:6,8 17-10/6:2,9,11 14-3/7:1,4,6,8,10 18-11/8:3,5,7,9,11 8-6/9 15-5/10:1,3,5,7"
    ),
    (9, 12): (
        "16-7/2:2,3,4,6,7,11 9-17/3:6,8,9,11 12-18/4:7,10 5-2/5 6-15/7:4,5,7,11,12 3-13/8:3,4,6,11,12 11-10/9 "
        "8-1/10 4-14/12:11,12"
    ),
    (9, 13): "17-8/1:1,3,13 7-6/3 3-13/4 15-2/5:7,8,9 18-12/6 4-10/9 11-9/11 14-1/12:1,2,3,4,13 16-5/13:1,11,12,13",
    (9, 14): "17-11/2:8 15-2/3:4,6,7,8,9 16-7/4:5,7 12-4/6 18-14/7:2,7 8-9/8 6-3/9 1-13/11 10-5/14",
    (9, 15): "3-12/1 9-1/2 6-16/3 15-14/6 7-17/9 8-11/11 13-18/12 4-2/13 5-10/15",
    (10, 11): (
        "17-7/2:5,8,9 1-12/3:1,3,6,10 15-5/4:3,7 14-4/5:2,5,9 19-9/7:4,5,7,9,11 11-3/8 13-2/9:1,2,3,5,9 "
        "20-10/10:1,8 16-6/10:1,6,8,9 18-8/11:1,3,5,7"
    ),
    (10, 12): (
        "1-6/2 9-17/4:1,6,8,11 3-14/5:3,8,10 2-13/6:2,7,9 10-18/7:3,7,8,10 5-8/8 19-11/9:2,3,7,9,10,12 "
        "15-4/10:1,4,6,8,9,11 12-20/11:3,4,6,11 7-16/12:3"
    ),
    (10, 13): (
        "8-16/1:2,6,12 4-15/2:1,2,3,5,8 18-11/5:1,3,6,7,10 14-3/6:2,5,9,12,13 10-17/7:5,6,9,10,13 6-7/8 "
        "13-20/9:1,4,5,7,8,11 2-5/10 12-19/12:1,4,8,11 9-1/13"
    ),
    (10, 14): (
        "19-12/1:5,6,8,9,14 8-11/2 20-13/3:3,6,7,8,9 17-7/4:5,6,10,11 18-10/6:3,4,6,8,9,14 6-5/7 15-1/8:2,3,6 "
        "3-9/9 14-4/13 16-2/14:6,10,14"
    ),
    (10, 15): (
        "11-7/1 4-14/2 1-3/3 8-16/5:1,7,8,12,14,15 13-19/6:7,14 12-18/7:6,8,10 10-17/11:1,2,6 5-6/12 2-9/13 15-20/14:1"
    ),
    (11, 12): (
        "10-20/1:2,6,9 22-12/2:2,3,4,6,7,12 5-16/3:4,6,7,9,10 4-15/4:3,8,9 6-1/5 9-19/6:1,4 "
        "21-11/7:1,4,8,9,10,11 13-2/8:3,8,9,10,12 8-18/9:1,4,6,9,10 3-14/10:4,5,9,11,12 17-7/12:4,5,6,9,11,12"
    ),
    (11, 13): (
        "18-8/1:1,2,4,8,10,12 19-10/2:1,7 5-3/3 14-1/4:1,9,11,12 16-6/5:8,10 9-2/6 20-11/7:2,4 22-13/8 "
        "17-7/9:2,4,6,7,9,13 15-4/11:2,4,5,7,13 21-12/13:6,9,11,13"
    ),
    (11, 14): (
        "3-12/1 8-2/2 18-6/3:6,11,13 17-5/4:1,3,5,13 22-14/5:2,4,7,9,11,13,14 11-13/6 15-1/7:2,14 "
        "19-7/9:4,5,10,12,14 21-10/11:3,5,8,10,11,12 20-9/13:1,3,6 16-4/14:9"
    ),
    (11, 15): (
        "6-18/1:3,9 3-16/2:7,10,15 10-1/3 12-21/4:5,6,10,11,15 7-19/7:1,2,8,10,12 15-22/9:10 "
        "5-17/11:4,8,11,13 14-9/12 8-20/13:2,7,11 2-13/14 4-11/15"
    ),
    (12, 14): (
        "13-4/1 6-18/2:1,2,3,5,6 9-21/4:1,4,5,6,13 15-2/5:1,6,7,8,10,11 12-1/6 20-8/7:4,5,6,7,8,9,11 "
        "10-22/8:8,9,11,12,13,14 17-5/9:1,2,3,4,6,11,14 16-3/10:1,3,4,5,6,8,10 11-23/12:7,9,10,11,12 "
        "7-19/13:4,8,9 14-24/14:5,7,8"
    ),
    (12, 15): (
        "23-14/1:5,6,10,14 20-6/2:5,7,9,11,13,14,15 22-12/3:4,6,8,10,12,13,14 18-3/4:7,9,10,11,12,13 "
        "19-5/5:1,2,6,7,8,10,11 9-10/7 13-4/8 24-15/9:2,6,8 2-17/10:4,8,9,10,13,15 21-8/13:1,2,8,9,13,15 "
        "11-7/14 16-1/15:11,15"
    ),
    (13, 14): (
        "1-10/1 13-25/2:2,5,6,7,8,11 9-22/3:1,4,5,8,9,11 12-24/4:4,14 7-20/5:3,6,7,8,9,13 4-17/6:1,2,8,12 "
        "11-23/7:1,11,14 21-8/9:6,7,8,9,10,11,14 6-19/10:1,2,8,10,11,12 2-15/11:2,3,7,10,11,13 "
        "18-5/12:2,3,4,5,7,11,13 14-26/13:8,9,11,14 16-3/14:1,2,3,5,6,9,14"
    ),
    (13, 15): (
        "8-11/1 19-6/2:2,6,7,9,11,12 15-26/3:3,7,12,14 4-18/4:1,4,6,9,11,13,14 3-17/5:5,10,12,15 "
        "21-9/6:1,3,7,8,10,13 13-24/7:3,8,10,13 7-20/8:2,7,10,12,13 16-2/9:3,5,7,10,13,15 "
        "23-12/10:1,4,9,12,14 1-5/11 25-14/13:1,3,6,9,11,14 22-10/14:4,5,8,10,12,14,15"
    ),
}

FULL = {tables: _read_row(text) for tables, text in _FULL.items()}
"""Full Howells by the number of tables; the last pair is stationary."""

REDUCED = {size: _read_row(text) for size, text in _REDUCED.items()}
"""Reduced Howells by the numbers of tables and rounds; pairs numbered above the rounds are stationary."""


LARGEST = max(FULL)

_SETS_OF_THREE = ((1, 2, 4), (2, 3, 4), (3, 2, 1), (4, 3, 1), (5, 5, 5))
"""The sets of three tables in each round (no row exists for them); in round 5 all tables share."""


def howell(tables: int, *, rounds: int | None = None, missing: bool = False) -> Movement:
    """Return the Howell of 2 to 13 tables; `missing`: the last pair is absent, and its opponents sit out.

    Two tables share all the time, three in round 5.

    >>> howell(4).name, howell(3).name
    ('Howell 4 tables, 7 rounds', 'Howell 3 tables, 5 rounds (all share in round 5)')
    """
    if tables not in FULL:
        message = f"a Howell has 2 to {LARGEST} tables, not {tables}"
        raise no_such_movement(message, f"`movement set mitchell --tables {tables}`, or three-quarter")
    most = 2 * tables - 1
    rounds = most if rounds is None else rounds
    check_rounds(rounds, most, f"a Howell of {tables} tables")
    shared = " (all share in round 5)" if tables == 3 and rounds == most else ""
    name = f"Howell {tables} tables, {rounds} rounds{shared}"
    return _remove_last(_build(name, FULL[tables], most, rounds), missing)


def three_quarter(tables: int, *, rounds: int | None = None, missing: bool = False) -> Movement:
    """Return a reduced Howell: stationary pairs, which never meet each other, change direction for even comparison."""
    exist = reduced_rounds(tables)
    if not exist:
        sizes = sorted({size for size, _ in REDUCED})
        message = f"a reduced Howell has {sizes[0]} to {sizes[-1]} tables, not {tables}"
        raise no_such_movement(message, f"`movement set howell --tables {tables}`, with --rounds")
    rounds = exist[len(exist) // 2] if rounds is None else rounds
    if rounds not in exist:
        message = f"there is no reduced Howell of {tables} tables in {rounds} rounds"
        nearest = min(exist, key=lambda each: abs(each - rounds))
        raise no_such_movement(message, f"--rounds {nearest}; there are: {', '.join(map(str, exist))}")
    row = REDUCED[tables, rounds]
    return _remove_last(_build(f"Reduced Howell {tables} tables, {rounds} rounds", row, rounds, rounds), missing)


def reduced_rounds(tables: int) -> list[int]:
    """Return the numbers of rounds for which there is a reduced Howell of so many tables."""
    return sorted(rounds for size, rounds in REDUCED if size == tables)


def _build(name: str, row: tuple[FirstSeat, ...], cycle: int, rounds: int) -> Movement:
    """Build a movement from its first row: sets and pairs up to `cycle` go up by one a round, other pairs stay."""

    def later(number: int, round_: int) -> int:
        return wrap_number(number + round_ - 1, cycle) if number <= cycle else number

    of_three = len(row) == 3 and cycle == 5

    def place(round_: int, table: int) -> Place:
        first = row[table - 1]
        set_ = _SETS_OF_THREE[round_ - 1][table - 1] if of_three else later(first.set, round_)
        seated = Place(round_, table, (later(first.ns, round_),), (later(first.ew, round_),), set_)
        return seated.switched if round_ in first.switched else seated

    places = tuple(place(round_, table) for round_ in range(1, rounds + 1) for table in range(1, len(row) + 1))
    sets = dict.fromkeys(seat.set for seat in row)
    same_set = (tuple(at for at, seat in enumerate(row, 1) if seat.set == each) for each in sets)
    groups = [(1, 2, 3)] if of_three else [group for group in same_set if len(group) > 1]
    sharing = tuple(group for group in groups if share(places, group))
    return Movement(name, 1, places, sharing=sharing)


def _remove_last(movement: Movement, missing: bool) -> Movement:
    if not missing:
        return movement
    last = 2 * movement.tables
    return structs.replace(without(movement, last), name=f"{movement.name}, half a table (no pair {last})")


_AS_NS: dict[int, tuple[int, ...]] = {
    2: (1,),
    3: (1, 2),
    4: (3,),
    5: (2, 3, 4),
    6: (1, 3, 4, 5),
    7: (2, 4, 5, 6),
    8: (1, 2, 4, 5, 6, 7),
    9: (2, 3, 5, 6, 7, 8),
    10: (1, 4, 5, 6, 7, 9),
    11: (2, 3, 5, 7, 8, 9, 10),
    12: (5, 7, 10, 11),
    13: (3, 4, 6, 8, 9, 10, 11, 12),
    14: (5, 7, 9, 12, 13),
    15: (4, 5, 7, 8, 10, 11, 12, 14),
    16: (1, 2, 3, 4, 5, 6, 9, 10, 11, 13),
    17: (1, 2, 3, 4, 5, 8, 9, 10, 12, 14, 15),
    18: (4, 6, 10, 13, 14, 15, 16),
    19: (1, 3, 5, 6, 8, 9, 12, 16, 17, 18),
    20: (1, 4, 6, 8, 9, 10, 13, 14, 15, 16, 17, 18),
}
"""The tables, counted after the first, at which the leading pair sits North–South (found by search: most even)."""


def barometer(pairs: int, *, rounds: int | None = None) -> Movement:
    """Return a barometer: a round robin in which all tables play the same set of boards in a round.

    The last of an even number of pairs is stationary; of an odd number one pair sits out in each round.
    """
    if pairs < 3:
        raise no_such_movement(f"a barometer has 3 pairs or more, not {pairs}", "--pairs 4")
    cycle = pairs if pairs % 2 else pairs - 1
    rounds = cycle if rounds is None else rounds
    check_rounds(rounds, cycle, f"a barometer of {pairs} pairs")
    tables = pairs // 2
    ahead = set(_AS_NS.get((cycle + 1) // 2, range(1, cycle, 2)))

    def meeting(round_: int, apart: int) -> tuple[int, int]:
        first, second = wrap_number(round_ + apart, cycle), wrap_number(round_ - apart, cycle)
        return (first, second) if apart in ahead else (second, first)

    places = []
    for round_ in range(1, rounds + 1):
        meetings = [meeting(round_, apart) for apart in range(1, (cycle + 1) // 2)]
        if pairs % 2 == 0:
            meetings.insert(0, (pairs, round_))
        places += [Place(round_, at, (ns,), (ew,), round_) for at, (ns, ew) in enumerate(meetings, 1)]
    return Movement(f"Barometer {pairs} pairs, {rounds} rounds", 1, tuple(places), copies=tables)
