"""The rules of arithmetic by which one number follows from others: each is written down here, and nowhere else."""

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from math import prod

from ledger.bridge.imp import imps
from ledger.bridge.vp import continuous_vp, discrete_vp, table_vp
from ledger.laws.rounding import RoundTo
from ledger.laws.self_inflicted import damaged_side_score

VpTable = tuple[tuple[int, str, str], ...]
Terms = Fraction | RoundTo | VpTable | None
"""What a rule brings of its own: the figure of a given number, what is rounded to, the regulations' table."""


class Rule(Enum):
    """How the value of a node follows from its parts."""

    GIVEN = "given"  # a fact or a figure set by the Laws
    SUM = "sum"
    PRODUCT = "product"
    NEUBERG = "neuberg"  # parts M, E, A: (M+1)·E/A − 1
    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    QUOTIENT = "quotient"
    DIFFERENCE = "difference"
    IMPS = "imps"  # parts: own score, the score it is compared with
    VP_CONTINUOUS = "vp-continuous"  # parts: whole IMPs of the match, boards
    VP_DISCRETE = "vp-discrete"
    VP_TABLE = "vp-table"  # looked up in the regulations' own table; one part: IMPs of the match
    SELF_INFLICTED = "self-inflicted"  # parts A, B, C (Law 12C1(e)): A + max(0, B − max(A, C)), or A where B ≤ A
    SMALL_GROUP = "small-group"  # parts M, results, top: 60% + (M − (results − 1)) · 5% of the top
    ROUNDED = "rounded"  # one part: the exact number


def follow(rule: Rule, values: Sequence[Fraction], terms: Terms = None) -> Fraction:
    """What a rule makes of the values of the parts. ValueError where they are not the parts of such a rule.

    >>> follow(Rule.NEUBERG, [Fraction(9), Fraction(7), Fraction(6)])  # golden D06
    Fraction(32, 3)
    >>> follow(Rule.GIVEN, [], Fraction(3))
    Fraction(3, 1)
    """
    if plain := _RULES.get(rule):
        return plain(values)
    match rule, terms:
        case Rule.GIVEN, Fraction() if not values:
            return terms
        case Rule.ROUNDED, RoundTo():
            (exact,) = values
            return terms.of(exact)
        case Rule.VP_TABLE, tuple() if not isinstance(terms, RoundTo):
            (margin,) = values
            return table_vp(_whole(margin), terms)
    raise ValueError(f"a number that is {rule.value} does not follow from {len(values)} parts and {terms!r}")


def neuberg(matchpoints: Fraction | int, expected: int, actual: int) -> Fraction:
    """Matchpoints among `actual` results carried to `expected` (2/1/0 scale; golden P04, P06, D06).

    >>> neuberg(9, 7, 6)
    Fraction(32, 3)
    """
    return follow(Rule.NEUBERG, [Fraction(matchpoints), Fraction(expected), Fraction(actual)])


def _sum(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _product(values: Sequence[Fraction]) -> Fraction:
    return prod(values, start=Fraction(1))


def _quotient(values: Sequence[Fraction]) -> Fraction:
    dividend, divisor = values
    return dividend / divisor


def _difference(values: Sequence[Fraction]) -> Fraction:
    return values[0] - _sum(values[1:])


def _imps(values: Sequence[Fraction]) -> Fraction:
    own, other = values
    return Fraction(imps(int(own - other)))


def _neuberg(values: Sequence[Fraction]) -> Fraction:
    matchpoints, expected, actual = values
    return (matchpoints + 1) * expected / actual - 1


def _small_group(values: Sequence[Fraction]) -> Fraction:
    matchpoints, results, top = values
    return (60 + (matchpoints - (results - 1)) * 5) / 100 * top


def _continuous(values: Sequence[Fraction]) -> Fraction:
    margin, boards = values
    return continuous_vp(_whole(margin), int(boards))


def _discrete(values: Sequence[Fraction]) -> Fraction:
    margin, boards = values
    return discrete_vp(_whole(margin), int(boards))


def _whole(imps: Fraction) -> int:
    """The IMPs a scale of victory points is entered with."""
    if imps.denominator != 1:
        raise ValueError(f"{imps} IMPs are on no scale of victory points: they are rounded to whole ones first")
    return imps.numerator


def _self_inflicted(values: Sequence[Fraction]) -> Fraction:
    a, b, c = values
    return damaged_side_score(a, b, c)


_RULES: dict[Rule, Callable[[Sequence[Fraction]], Fraction]] = {
    Rule.SUM: _sum,
    Rule.PRODUCT: _product,
    Rule.NEUBERG: _neuberg,
    Rule.MAXIMUM: max,
    Rule.MINIMUM: min,
    Rule.QUOTIENT: _quotient,
    Rule.DIFFERENCE: _difference,
    Rule.IMPS: _imps,
    Rule.VP_CONTINUOUS: _continuous,
    Rule.VP_DISCRETE: _discrete,
    Rule.SELF_INFLICTED: _self_inflicted,
    Rule.SMALL_GROUP: _small_group,
}
