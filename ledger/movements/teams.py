"""Movements of teams and of individuals.

Both pairs of a team play the same boards of a match, in opposite directions at two tables: in one round, or in two
rounds of American Whist. Individuals change partners every round: in a rainbow (four times a prime number of players),
or by a first row in which every number goes up by one each round, as in a Howell.
"""

import re
from collections.abc import Iterator
from math import gcd

from ledger.bounds.tournaments import SEGMENTS
from ledger.labels import counted
from ledger.movements.mitchell import check_rounds, rounds_suffix
from ledger.movements.movement import Movement, Place, no_such_movement, wrap_number


def head_to_head(*, rounds: int | None = None) -> Movement:
    """Return the movement of two teams at two tables, which share one set of boards in each round."""
    rounds = 1 if rounds is None else rounds
    check_rounds(rounds, SEGMENTS.most, "a match")
    places = [place for round_ in range(1, rounds + 1) for place in _seat_match(round_, 1, (1, 2))]
    return Movement(f"Teams of four, head to head, {counted(rounds, 'round')}", 1, tuple(places), sharing=((1, 2),))


def _seat_match(round_: int, number: int, teams: tuple[int, int]) -> Iterator[Place]:
    """Yield the two tables of match `number` in a round; each team is North–South at one of them."""
    home, away = teams
    yield Place(round_, 2 * number - 1, (home,), (away,), round_)
    yield Place(round_, 2 * number, (away,), (home,), round_)


def all_play_all(teams: int, *, rounds: int | None = None) -> Movement:
    """Return a round robin of teams, each match at two tables; of an odd number one team sits out in each round.

    All tables play the same boards; the two tables of a match share, so each match of a round needs one copy.
    """
    if teams < 2:
        raise no_such_movement(f"a round robin has 2 teams or more, not {teams}", "--teams 4")
    most = teams if teams % 2 else teams - 1
    rounds = most if rounds is None else rounds
    check_rounds(rounds, most, f"a round robin of {teams} teams")
    matches = teams // 2
    places = [
        place
        for round_ in range(1, rounds + 1)
        for number, match in enumerate(_pair_in_circle(teams, round_), 1)
        for place in _seat_match(round_, number, match)
    ]
    sharing = tuple((2 * number - 1, 2 * number) for number in range(1, matches + 1))
    name = f"Teams of four, everybody meets everybody, {teams} teams, {counted(rounds, 'round')}"
    return Movement(name, 1, tuple(places), copies=matches, sharing=sharing)


def _pair_in_circle(teams: int, round_: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of opponents in a round: the last of an even number is stationary, the others circle."""
    cycle = teams if teams % 2 else teams - 1
    if teams % 2 == 0:
        yield teams, round_
    for apart in range(1, (cycle + 1) // 2):
        yield wrap_number(round_ + apart, cycle), wrap_number(round_ - apart, cycle)


def american_whist(teams: int, *, rounds: int | None = None) -> Movement:
    """Return an American Whist: North–South stay, East–West visit another team each round, no boards are shared.

    The halves of a match come in two rounds. An odd number of teams meets everybody; of an even number each misses the
    team opposite. With fewer rounds, the halves of a match follow each other.
    """
    if teams < 3:
        raise no_such_movement(f"American Whist has 3 teams or more, not {teams}", "`movement set head-to-head`")
    most = teams - 1 if teams % 2 else teams - 2
    rounds = most if rounds is None else rounds
    check_rounds(rounds, most, f"American Whist with {teams} teams", least=2)
    if rounds % 2:
        message = f"after {rounds} rounds some match has only one half: its other half comes in the round after"
        raise no_such_movement(message, f"--rounds {rounds - 1}, or --rounds {rounds + 1}")
    # For each round: the distance of the visitors' home table, and of the set, from the table
    if teams % 2 == 0:
        order = _distances_in_even_whist(teams)
    elif rounds == most:
        order = [(2 * each, each) for each in range(1, teams)]
    else:
        order = [(2 * each, each) for half in range(1, (teams + 1) // 2) for each in (half, teams - half)]
    places = tuple(
        Place(round_, table, (table,), (wrap_number(table + away, teams),), wrap_number(table + ahead, teams))
        for round_, (away, ahead) in enumerate(order[:rounds], 1)
        for table in range(1, teams + 1)
    )
    name = f"Teams of four, American Whist, {teams} teams, {counted(rounds, 'round')} (team t stays NS at table t)"
    return Movement(name, 1, places)


def _distances_in_even_whist(teams: int) -> list[tuple[int, int]]:
    """Return, by round, how far from a table its visitors' home and its set are; for an even number of teams.

    Team t, playing at t + d with set t + s, hosts that table's team with the same set in the round in which sets are s
    − d beyond the tables: all s and s − d must differ.
    """
    most = teams // 2 - 1
    odd, even = (most + 1) // 2, most // 2
    centre = 2 * odd + even
    nested = [(odd + at, odd - 1 - at) for at in range(odd)]
    return [
        turn
        for high, low in nested + [(centre + at, centre - at) for at in range(1, even + 1)]
        for turn in ((high - low, high), (low - high, low))
    ]


def triangle() -> Movement:
    """Return the movement of three teams over two rounds: each plays half of both its matches in each round."""
    first = ((1, 2, 1), (2, 3, 2), (3, 1, 3))
    places = [Place(1, table, (ns,), (ew,), set_) for table, (ns, ew, set_) in enumerate(first, 1)]
    places += [Place(2, table, (ew,), (ns,), set_) for table, (ns, ew, set_) in enumerate(first, 1)]
    return Movement("Teams of four, triangle over two rounds", 1, tuple(places))


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
"""The seats in round 1. Every distance between two numbers occurs once for partners and twice for opponents: so
everybody partners everybody once, and meets everybody twice. The row of 8 players is the usual one; the other rows were
found by search."""

_SEATS = re.compile(r"(\d+)\+(\d+)-(\d+)\+(\d+)")

_COPIES_FROM = 4
"""The number of tables from which each table needs a copy of the boards; fewer tables share."""


def rainbow(players: int, *, rounds: int | None = None) -> Movement:
    """Return a rainbow: North stays, South goes up one table, East up two, West down two, the boards down one.

    No two players sit at one table twice. It needs four times a number divisible by neither 2 nor 3: 20, 28, 44, 52
    players.
    """
    tables, over = divmod(players, 4)
    if over or tables < 5 or gcd(tables, 6) != 1:
        sizes = [4 * each for each in (5, 7, 11, 13, 17)]
        message = f"a rainbow has {', '.join(map(str, sizes))} players, not {players}"
        raise no_such_movement(message, "`movement set whist`")
    rounds = tables if rounds is None else rounds
    check_rounds(rounds, tables, f"a rainbow of {players} players")
    places = tuple(
        Place(
            round_,
            table,
            (table, tables + wrap_number(table - moves, tables)),
            (2 * tables + wrap_number(table - 2 * moves, tables), 3 * tables + wrap_number(table + 2 * moves, tables)),
            wrap_number(table + moves, tables),
        )
        for round_ in range(1, rounds + 1)
        for moves in (round_ - 1,)
        for table in range(1, tables + 1)
    )
    return Movement(f"Rainbow {players} players, {tables} tables{rounds_suffix(rounds, tables)}", 1, places)


def whist(players: int, *, rounds: int | None = None) -> Movement:
    """Return an individual movement in which everybody partners everybody once and meets everybody twice.

    All tables play the same boards in a round. With one player more than fills the tables, one sits out in each round.
    Up to three tables share the boards; more tables need a copy each.

    >>> whist(8).name
    'Individual 8 players, 2 tables, 7 rounds'
    """
    if players not in _WHIST:
        message = f"there is no individual of {players} players in which all play with all"
        raise no_such_movement(message, f"there is one for {', '.join(map(str, _WHIST))}")
    cycle = players if players % 4 else players - 1
    rounds = cycle if rounds is None else rounds
    check_rounds(rounds, cycle, f"an individual of {players} players")
    row = [tuple(map(int, seats)) for seats in _SEATS.findall(_WHIST[players])]

    def place(round_: int, table: int) -> Place:
        seats_now = [wrap_number(each + round_ - 1, cycle) if each <= cycle else each for each in row[table - 1]]
        return Place(round_, table, (seats_now[0], seats_now[1]), (seats_now[2], seats_now[3]), round_)

    tables = len(row)
    places = tuple(place(round_, table) for round_ in range(1, rounds + 1) for table in range(1, tables + 1))
    name = f"Individual {players} players, {counted(tables, 'table')}, {rounds} rounds"
    sharing = (tuple(range(1, tables + 1)),) if 1 < tables < _COPIES_FROM else ()
    return Movement(name, 1, places, copies=tables if tables >= _COPIES_FROM else 1, sharing=sharing)
