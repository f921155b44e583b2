"""The matches of a bracket: out of seeds, or after a first round that was drawn elsewhere."""

from collections.abc import Sequence

from ledger.errors import Refusal
from ledger.events.brackets import BracketMatch, BracketSide

FirstRound = Sequence[tuple[Sequence[str], int]]
"""The matches of a first round: who plays, and how many go on."""

_NAMES = {2: "F", 4: "SF", 8: "QF"}


def by_seeds(seeds: Sequence[str]) -> tuple[BracketMatch, ...]:
    """The best against the last, in halves so that the best two meet in the final; byes for the best.

    >>> [[side.entrant for side in match.sides] for match in by_seeds("12345")]
    [['4', '5'], ['1', ''], ['2', '3'], ['', '']]
    """
    size = _power_from(len(seeds))
    slots = [BracketSide(seeds[seed - 1]) if seed <= len(seeds) else None for seed in _order(size)]
    return tuple(_rounds(slots, 1))


def in_threes(seeds: Sequence[str]) -> tuple[BracketMatch, ...]:
    """The same with matches of three in the first round, so that a power of two goes on and nobody has a bye.

    Where that takes no more than the field has, two go on from each; else one does.

    >>> [(len(match.sides), match.survivors) for match in in_threes("1234567")]
    [(2, 1), (2, 1), (3, 2), (2, 1), (2, 1), (2, 1)]
    """
    field, below = len(seeds), _power_from(len(seeds)) // 2
    two_go_on = 2 * field >= 3 * below
    threes = 2 * below - field if two_go_on else field - below
    matches = (below - threes) if two_go_on else below // 2
    tops, middle, last = seeds[:matches], seeds[matches : 2 * matches][::-1], seeds[2 * matches :][::-1]
    first = [([*pair], 1) for pair in zip(tops, middle, strict=True)]
    for at, third in enumerate(last, start=matches - threes):
        first[at] = [*first[at][0], third], 2 if two_go_on else 1
    return after(first)


def after(first: FirstRound) -> tuple[BracketMatch, ...]:
    """The bracket after a first round: neighbours meet, and of two who go on from one match neither the other at once.

    Refusal (bad-bracket) where it is not 1, 2, 4, 8, … who go on.
    """
    go_on = sum(survivors for _, survivors in first)
    if go_on.bit_count() > 1:
        message = f"{go_on} go on from the first round: a bracket wants 1, 2, 4, 8, …"
        raise Refusal("bad-bracket", message, 'one alone has a bye: --matches "Norway, Iceland v Malta"')
    named, winners, seconds = list[BracketMatch](), list[BracketSide](), list[BracketSide]()
    for teams, survivors in first:
        if len(teams) == 1:
            winners.append(BracketSide(teams[0]))
            continue
        name = _name(2 * go_on, len(named) + 1)
        named.append(BracketMatch(name, 1, tuple(map(BracketSide, teams)), survivors))
        winners.append(BracketSide(feeder=name))
        if survivors == 2:
            seconds.append(BracketSide(feeder=name, place=2))
    slots = _apart(winners, seconds) if seconds else winners
    return (*named, *_rounds(slots, 2 if named else 1))


def _apart(winners: Sequence[BracketSide], seconds: list[BracketSide]) -> list[BracketSide]:
    """Where each goes: as seeds, the seconds after the winners, none at once against the winner of its own match."""
    size = len(winners) + len(seconds)
    turned = [seconds[::-1], *(seconds[at:] + seconds[:at] for at in range(len(seconds)))]
    for tried in turned:
        ranked = [*winners, *tried]
        if all(ranked[at].feeder != ranked[size - 1 - at].feeder for at in range(size // 2)):
            return [ranked[seed - 1] for seed in _order(size)]
    return [*winners, *seconds]


def _rounds(slots: Sequence[BracketSide | None], number: int) -> list[BracketMatch]:
    """The matches of a round and of those after it; who meets nobody goes on."""
    if len(slots) < 2:
        return []
    found, onward = list[BracketMatch](), list[BracketSide | None]()
    for one, two in zip(slots[::2], slots[1::2], strict=True):
        if one is None or two is None:
            onward.append(one or two)
            continue
        name = _name(len(slots), len(found) + 1)
        found.append(BracketMatch(name, number, (one, two)))
        onward.append(BracketSide(feeder=name))
    return [*found, *_rounds(onward, number + 1)]


def _name(size: int, number: int) -> str:
    """F, SF1, QF3, R16-5: a match of a round of so many."""
    if size == 2:
        return "F"
    return f"{_NAMES[size]}{number}" if size in _NAMES else f"R{size}-{number}"


def _order(size: int) -> list[int]:
    """The seeds in the order of the bracket: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        order = [seed for top in order for seed in (top, 2 * len(order) + 1 - top)]
    return order


def _power_from(count: int) -> int:
    """The least power of two that is as much, or more; at least 2."""
    return max(2, 1 << (count - 1).bit_length())
