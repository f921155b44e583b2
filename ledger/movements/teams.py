"""Movements of teams: both pairs of a match play the same boards, in crossed directions.

Team 7 is North–South at one table and East–West at another. In a match at two tables both halves are played in the same
round; in American Whist in two rounds.
"""

from collections.abc import Iterable, Iterator

from ledger.bounds.tournaments import SEGMENTS
from ledger.movements.mitchell import check_rounds
from ledger.movements.movement import Movement, Place, around, none_such


def head_to_head(*, rounds: int | None = None) -> Movement:
    """Two teams at two tables, a set a round, which the tables share."""
    rounds = 1 if rounds is None else rounds
    check_rounds(rounds, SEGMENTS.most, "a match")
    places = [place for round_ in range(1, rounds + 1) for place in _match(round_, 1, (1, 2))]
    return Movement(f"Teams of four, head to head, {_rounds(rounds)}", 1, tuple(places), sharing=((1, 2),))


def _rounds(rounds: int) -> str:
    return f"{rounds} round{'' if rounds == 1 else 's'}"


def _match(round_: int, number: int, teams: tuple[int, int]) -> Iterator[Place]:
    """The two tables of a match, 1 and 2, 3 and 4, …: each team is North–South at one. The set is the round's."""
    one, other = teams
    yield Place(round_, 2 * number - 1, (one,), (other,), round_)
    yield Place(round_, 2 * number, (other,), (one,), round_)


def all_play_all(teams: int, *, rounds: int | None = None) -> Movement:
    """Everybody meets everybody, each match at two tables; of an odd number one team sits out in each round.

    All play the same boards. The two tables of a match share them, so there are as many copies as matches in a round.
    """
    if teams < 2:
        raise none_such(f"there are two teams or more, not {teams}", "--teams 4")
    most = teams if teams % 2 else teams - 1
    rounds = most if rounds is None else rounds
    check_rounds(rounds, most, f"a round robin of {teams} teams")
    matches = teams // 2
    places = [
        place
        for round_ in range(1, rounds + 1)
        for number, match in enumerate(_circle(teams, round_), 1)
        for place in _match(round_, number, match)
    ]
    sharing = tuple((2 * number - 1, 2 * number) for number in range(1, matches + 1))
    name = f"Teams of four, everybody meets everybody, {teams} teams, {_rounds(rounds)}"
    return Movement(name, 1, tuple(places), copies=matches, sharing=sharing)


def _circle(teams: int, round_: int) -> Iterator[tuple[int, int]]:
    """Who meets whom in a round: the last of an even number stays, the others go round a circle."""
    cycle = teams if teams % 2 else teams - 1
    if teams % 2 == 0:
        yield teams, round_
    for apart in range(1, (cycle + 1) // 2):
        yield around(round_ + apart, cycle), around(round_ - apart, cycle)


def american_whist(teams: int, *, rounds: int | None = None) -> Movement:
    """North–South stay and East–West meet another team each round; the halves of a match come in two rounds.

    An odd number of teams meets everybody. Of an even number everybody meets all others but one: his opposite number in
    the room. Nothing is shared. With fewer rounds than all, both halves of each match are played one after the other.
    """
    if teams < 3:
        raise none_such(f"there are three teams or more, not {teams}", "`movement set head-to-head`")
    most = teams - 1 if teams % 2 else teams - 2
    rounds = most if rounds is None else rounds
    check_rounds(rounds, most, f"American Whist with {teams} teams", least=2)
    if rounds % 2:
        message = f"after {rounds} rounds some match has only one half: its other half comes in the round after"
        raise none_such(message, f"--rounds {rounds - 1}, or --rounds {rounds + 1}")
    order = _odd(teams, rounds == most) if teams % 2 else _even(teams)
    places = tuple(
        Place(round_, table, (table,), (around(table + away, teams),), around(table + ahead, teams))
        for round_, (away, ahead) in enumerate(order[:rounds], 1)
        for table in range(1, teams + 1)
    )
    name = f"Teams of four, American Whist, {teams} teams, {_rounds(rounds)} (team t stays NS at table t)"
    return Movement(name, 1, places)


def _odd(teams: int, complete: bool) -> list[tuple[int, int]]:
    """In each round, how far from the table its visitors are at home, and how far beyond it its set is."""
    rounds: Iterable[int] = range(1, teams)
    if not complete:
        rounds = (each for half in range(1, (teams + 1) // 2) for each in (half, teams - half))
    return [(2 * each, each) for each in rounds]


def _even(teams: int) -> list[tuple[int, int]]:
    """The same for an even number: in one round visitors from so far `away`, in the next from as far the other way.

    Team t at home to t + d with set t + s is its guest, with the same set, in the round in which the sets are s − d
    beyond the tables. So every s and every s − d have to be different.
    """
    return [turn for high, low in _apart(teams // 2 - 1) for turn in ((high - low, high), (low - high, low))]


def _apart(most: int) -> list[tuple[int, int]]:
    """Pairs of numbers that are 1, 2, … `most` apart, no number twice: the odd distances nested, then the even ones.

    >>> _apart(3)
    [(2, 1), (3, 0), (6, 4)]
    """
    odd, even = (most + 1) // 2, most // 2
    centre = 2 * odd + even
    nested = [(odd + at, odd - 1 - at) for at in range(odd)]
    return nested + [(centre + at, centre - at) for at in range(1, even + 1)]


def triangle() -> Movement:
    """Three teams over two rounds: each plays half of both its matches in each, and the score counts after both."""
    first = ((1, 2, 1), (2, 3, 2), (3, 1, 3))
    places = [Place(1, table, (ns,), (ew,), set_) for table, (ns, ew, set_) in enumerate(first, 1)]
    places += [Place(2, table, (ew,), (ns,), set_) for table, (ns, ew, set_) in enumerate(first, 1)]
    return Movement("Teams of four, triangle over two rounds", 1, tuple(places))
