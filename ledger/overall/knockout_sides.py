"""Who plays in a match of a bracket: who is to, and who did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.events.brackets import BracketDrawn, BracketMatch, BracketSide

Sides = tuple[str | None, ...]
Candidates = Mapping[str, frozenset[str]]
"""Everybody who can come to play in a match, by its name."""


def candidates(drawn: BracketDrawn) -> Candidates:
    """Who can come to play in each match."""
    found: dict[str, frozenset[str]] = {}
    for match in drawn.matches:
        found[match.name] = frozenset().union(*(_of_side(side, found) for side in match.sides))
    return found


def _of_side(side: BracketSide, found: Candidates) -> frozenset[str]:
    return found[side.feeder] if side.feeder else frozenset({side.entrant})


def may_meet_again(pair: tuple[str, str], match: BracketMatch, drawn: BracketDrawn, known: Candidates) -> bool:
    """Whether two who meet in a match can meet in a later one: two go on from a match of three."""
    for later in drawn.matches:
        sides = [_of_side(side, known) for side in later.sides]
        for at, one in enumerate(sides):
            for two in (*sides[:at], *sides[at + 1 :]):
                if later.round > match.round and pair[0] in one and pair[1] in two:
                    return True
    return False


def who_plays(
    expected: Sequence[str | None], may_be: Sequence[frozenset[str]], met: Sequence[tuple[str, str]]
) -> Sides:
    """Who plays: two of those who may have met, the last time, if one of them at least is expected; else as expected.

    So a match that was played stays that of those who played it, when a late ruling turns one before it; and two who
    play for another place in the same stage, both of them out, do not play the final by that.
    """
    if len(expected) != 2:
        return tuple(expected)
    best, found = 0, (expected[0], expected[1])
    for one, two in (order for pair in met for order in (pair, pair[::-1])):
        if one in may_be[0] and two in may_be[1]:
            fits = [is_ is None or is_ == team for is_, team in zip(expected, (one, two), strict=True)]
            if sum(fits) and sum(fits) >= best:
                best, found = sum(fits), (one, two)
    return found
