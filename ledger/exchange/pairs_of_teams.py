"""The pairs' own cross-IMPs, which programs print beside the matches of teams: every table against every other.

No score of the session rests on them, so they are worked out here, to be compared.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import imps, ns_score
from ledger.exchange.sheet import Sheet
from ledger.laws.rounding import Rounding, RoundTo
from ledger.projections.scoreboard import Scoreboard

_TO_PRINT = RoundTo(Fraction("0.01"), Rounding.HALF_AWAY_FROM_AVERAGE)
"""Totals of pairs are sums of the lines as they are printed."""


class PairFigure(NamedTuple):
    """A printed figure of a pair within a team, and ours."""

    kind: str
    where: str
    printed: str
    ours: Fraction


def compare_pairs(sheet: Sheet, scoreboard: Scoreboard) -> Iterator[PairFigure]:
    """The cross-IMPs of every line that prints them, and the totals of the pairs."""
    if not scoreboard.teams or not sheet.printed.crossed:
        return
    ours, totals = _cross_imps(sheet), defaultdict[str, Fraction](Fraction)
    for line in sheet.lines:
        if line.place not in ours or not (crossed := sheet.printed.crossed.get(line.place)):
            continue
        own = ours[line.place]
        where = f"board {line.where.board}, pairs {crossed.ns_pair} v {crossed.ew_pair}"
        yield PairFigure("pair-line", where, crossed.ns, own)
        as_printed = _TO_PRINT.of(own)
        totals[crossed.ns_pair] += as_printed
        totals[crossed.ew_pair] -= as_printed
    for pair, printed in sheet.printed.pairs.items():
        yield PairFigure("pair-total", f"pair {pair}", printed, totals[pair])


def _cross_imps(sheet: Sheet) -> dict[str, Fraction]:
    """North–South's cross-IMPs on every line with a result, by its place: the mean of the comparisons."""
    boards: dict[int, dict[str, int]] = defaultdict(dict)
    for line in sheet.lines:
        if line.result:
            boards[line.where.board][line.place] = ns_score(line.result, line.where.board)
    return {
        place: Fraction(sum(imps(own - other) for other in scores.values()), max(len(scores) - 1, 1))
        for scores in boards.values()
        for place, own in scores.items()
    }
