"""A deal with all cards seen: high-card points, double-dummy tricks in twenty digits, par and makeable contracts.

>>> tricks = parse_tricks("3269132691" "4a74a4a74a")
>>> tricks["S", Seat.E], par(tricks, 1)
(10, Par(score=-300, results=(5DXN-2, 5DXS-2)))
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from ledger.bridge.board import Deal, Seat, Side, dealer
from ledger.bridge.result import STRAINS, Result, ns_score

Tricks = Mapping[tuple[str, Seat], int]
"""Declarer's tricks by strain and seat: ('S', N) → 10."""

DIGITS_OF_PBN = [(strain, Seat(seat)) for seat in "NSEW" for strain in "NSHDC"]
"""The declarer and strain of each digit, in the order of PBN's DoubleDummyTricks."""

_CONTRACTS = [(level, strain) for level in range(1, 8) for strain in STRAINS]


def points(deal: Deal) -> dict[Seat, int]:
    """Return the high-card points of each hand: an ace is 4, a king 3, a queen 2, a jack 1."""
    return {
        seat: sum(" JQKA".index(rank) for rank in "".join(hand) if rank in "JQKA") for seat, hand in deal.hands.items()
    }


def tricks_text(tricks: Tricks) -> str:
    """Return double-dummy tricks as twenty hexadecimal digits, in the order of PBN's DoubleDummyTricks."""
    return "".join(f"{tricks[each]:x}" for each in DIGITS_OF_PBN)


def parse_tricks(text: str) -> Tricks:
    """Return the tricks of twenty hexadecimal digits; ValueError if a digit is missing or above 13."""
    if not re.fullmatch(r"[0-9a-d]{20}", text.lower()):
        raise ValueError("it is not twenty numbers of tricks, 0 to 13")
    return {each: int(digit, 16) for each, digit in zip(DIGITS_OF_PBN, text, strict=True)}


class Par(NamedTuple):
    """The score if both sides bid and play double dummy: North–South's; and the results with it, none if all pass."""

    score: int
    results: tuple[Result, ...]


def par(tricks: Tricks, board: int) -> Par:
    """Return the par of a board: nobody gains by another call, if every contract that fails is doubled."""
    outcomes = {(side, *contract): _outcomes(tricks, side, *contract) for side in Side for contract in _CONTRACTS}
    pick = {Side.NS: max, Side.EW: min}
    values: dict[tuple[Side, int, str], int] = {}
    stops: list[tuple[Side, int, str]] = []
    bids: dict[Side, list[int]] = {side: [] for side in Side}  # what each side has by its bids above a contract
    for level, strain in reversed(_CONTRACTS):
        for side in Side:
            let_play = ns_score(outcomes[side, level, strain][0], board)
            values[side, level, strain] = pick[side.other]([let_play, *bids[side.other]])
            if let_play not in bids[side.other]:  # else the bid as good ends the auction
                stops.append((side, level, strain))
        for side in Side:
            bids[side] = [pick[side]([*bids[side], values[side, level, strain]])]
    first = dealer(board).side
    opened, overcalled = bids[first][0], bids[first.other][0]
    after_pass = pick[first.other](overcalled, pick[first](0, opened))
    score = pick[first](opened, after_pass)
    at_par: dict[tuple[Side, str], list[Result]] = {}  # by side and strain, the lowest contract: 3NT+1, not 4NT
    for side, level, strain in reversed(stops) if score else ():
        results = outcomes[side, level, strain]
        if values[side, level, strain] == score == ns_score(results[0], board):
            at_par.setdefault((side, strain), results)
    return Par(score, tuple(result for results in at_par.values() for result in results))


def _outcomes(tricks: Tricks, side: Side, level: int, strain: str) -> list[Result]:
    """Return the results of a contract, doubled if it fails, for each of a side's declarers who takes most tricks."""
    seats = [seat for seat in Seat if seat.side is side]
    most = max(tricks[strain, seat] for seat in seats)
    doubled = "X" if most < level + 6 else ""
    return [Result.of(level, strain, doubled, seat, most) for seat in seats if tricks[strain, seat] == most]


def makeable(tricks: Tricks) -> dict[Side, list[tuple[int, str]]]:
    """Return the highest contract that each side makes in each strain, notrump first: level and strain."""
    most = {
        (side, strain): max(tricks[strain, seat] for seat in Seat if seat.side is side)
        for side, strain in ((side, strain) for side in Side for strain in STRAINS)
    }
    return {
        side: [(most[side, strain] - 6, strain) for strain in reversed(STRAINS) if most[side, strain] > 6]
        for side in Side
    }
