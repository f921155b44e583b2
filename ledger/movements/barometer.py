"""A barometer: all tables play the same boards at the same time. So everybody knows after each round how he stands.

It takes a copy of the boards for each table, or hands that go from table to table within the round.
"""

from ledger.movements.mitchell import check_rounds
from ledger.movements.movement import Movement, Place, around, none_such

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
"""At which tables, of those after the first, the pair that is ahead sits North–South: the most even way, by search."""


def barometer(pairs: int, *, rounds: int | None = None) -> Movement:
    """Everybody meets everybody, in the order of a round robin, with one set of boards a round.

    The last of an even number of pairs stays; of an odd number one pair sits out in each round.
    """
    if pairs < 3:
        raise none_such(f"a barometer has 3 pairs or more, not {pairs}", "--pairs 4")
    cycle = pairs if pairs % 2 else pairs - 1
    rounds = cycle if rounds is None else rounds
    check_rounds(rounds, cycle, f"a barometer of {pairs} pairs")
    tables = pairs // 2
    ahead = set(_AS_NS.get((cycle + 1) // 2, range(1, cycle, 2)))

    def meeting(round_: int, apart: int) -> tuple[int, int]:
        one, other = around(round_ + apart, cycle), around(round_ - apart, cycle)
        return (one, other) if apart in ahead else (other, one)

    places = []
    for round_ in range(1, rounds + 1):
        meetings = [meeting(round_, apart) for apart in range(1, (cycle + 1) // 2)]
        if pairs % 2 == 0:
            meetings.insert(0, (pairs, round_))
        places += [Place(round_, at, (ns,), (ew,), round_) for at, (ns, ew) in enumerate(meetings, 1)]
    return Movement(f"Barometer {pairs} pairs, {rounds} rounds", 1, tuple(places), copies=tables)
