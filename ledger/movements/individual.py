"""Individuals: everybody has another partner in each round.

A rainbow is for four times a prime number of players and more rounds than boards wanted; the others follow a first row,
as a Howell does: in each round every number goes up by one.
"""

import re
from math import gcd

from ledger.movements.mitchell import check_rounds, fewer
from ledger.movements.movement import Movement, Place, around, none_such

_WHIST = {
    5: "2+5-3+4",
    8: "8+1-5+7 2+6-4+3",
    12: "12+7-1+9 2+11-6+10 3+8-4+5",
    13: "2+12-6+13 4+8-3+11 9+10-5+7",
    16: "16+7-5+8 1+2-6+10 3+13-9+15 4+11-12+14",
    17: "2+17-3+7 8+13-4+11 9+10-5+16 12+15-6+14",
    20: "20+3-8+16 4+14-1+5 9+10-2+18 7+13-6+11 15+17-12+19",
    21: "2+18-5+20 3+14-10+13 6+8-4+17 7+11-12+19 9+21-15+16",
    24: "24+17-2+23 1+6-8+11 12+13-3+10 9+20-4+21 5+18-14+22 15+19-7+16",
    28: "28+1-9+21 2+6-16+17 3+10-18+27 4+26-5+22 23+25-7+20 12+15-8+14 11+19-13+24",
    32: "32+27-8+25 1+12-18+26 2+24-6+11 13+31-3+28 5+9-4+16 7+23-15+22 29+30-10+20 14+17-19+21",
}
"""Who sits where in round 1. Any distance between two numbers is that of partners at one table, and that of opponents
twice: so everybody partners everybody once, and meets everybody twice. That of 8 players is the usual one; the others
were found by search."""

_SEATS = re.compile(r"(\d+)\+(\d+)-(\d+)\+(\d+)")

_COPIES_FROM = 4
"""From so many tables on a copy of the boards for each; fewer pass them to one another."""


def rainbow(players: int, *, rounds: int | None = None) -> Movement:
    """North stays, South goes up one table, East two, West down two, the boards down one.

    No two sit at one table twice. It wants four times a number that neither 2 nor 3 divides: 20, 28, 44, 52 players.
    """
    tables, over = divmod(players, 4)
    if over or tables < 5 or gcd(tables, 6) != 1:
        sizes = [4 * each for each in (5, 7, 11, 13, 17)]
        message = f"a rainbow has {', '.join(map(str, sizes))} players, not {players}"
        raise none_such(message, "`movement set whist`")
    rounds = tables if rounds is None else rounds
    check_rounds(rounds, tables, f"a rainbow of {players} players")
    places = tuple(
        Place(
            round_,
            table,
            (table, tables + around(table - moves, tables)),
            (2 * tables + around(table - 2 * moves, tables), 3 * tables + around(table + 2 * moves, tables)),
            around(table + moves, tables),
        )
        for round_ in range(1, rounds + 1)
        for moves in (round_ - 1,)
        for table in range(1, tables + 1)
    )
    return Movement(f"Rainbow {players} players, {tables} tables{fewer(rounds, tables)}", 1, places)


def whist(players: int, *, rounds: int | None = None) -> Movement:
    """Everybody partners everybody once and meets everybody twice; all tables play the same boards in a round.

    With one player more than fills the tables, one sits out in each round. Up to three tables pass the boards to one
    another; more want a copy each.

    >>> whist(8).name
    'Individual 8 players, 2 tables, 7 rounds'
    """
    if players not in _WHIST:
        message = f"there is no individual of {players} players in which all play with all"
        raise none_such(message, f"there is one for {', '.join(map(str, _WHIST))}")
    cycle = players if players % 4 else players - 1
    rounds = cycle if rounds is None else rounds
    check_rounds(rounds, cycle, f"an individual of {players} players")
    row = [tuple(map(int, seats)) for seats in _SEATS.findall(_WHIST[players])]

    def place(round_: int, table: int) -> Place:
        now = [around(each + round_ - 1, cycle) if each <= cycle else each for each in row[table - 1]]
        return Place(round_, table, (now[0], now[1]), (now[2], now[3]), round_)

    tables = len(row)
    places = tuple(place(round_, table) for round_ in range(1, rounds + 1) for table in range(1, tables + 1))
    name = f"Individual {players} players, {tables} table{'' if tables == 1 else 's'}, {rounds} rounds"
    passed_on = 1 < tables < _COPIES_FROM
    return Movement(
        name,
        1,
        places,
        copies=tables if tables >= _COPIES_FROM else 1,
        sharing=(tuple(range(1, tables + 1)),) if passed_on else (),
    )
