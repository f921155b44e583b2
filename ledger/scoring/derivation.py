"""A number that carries its explanation.

Scoring returns derivations; the scoreboard shows their `.value`, `explain` prints the same object.
Every node says by which rule its value follows from its parts, so anyone can add it up again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from math import prod

from ledger.bridge.imp import imps
from ledger.bridge.vp import continuous_vp, discrete_vp
from ledger.laws.self_inflicted import undamaged


class Rule(Enum):
    """How the value of a node follows from its parts."""

    GIVEN = "given"  # a fact or a figure set by the Laws; its parts, if any, are remarks
    SUM = "sum"
    PRODUCT = "product"
    NEUBERG = "neuberg"  # parts M, E, A: (M+1)·E/A − 1
    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    QUOTIENT = "quotient"
    DIFFERENCE = "difference"
    IMPS = "imps"  # parts: own score, the score it is compared with
    VP_CONTINUOUS = "vp-continuous"  # parts: IMPs of the match, boards
    VP_DISCRETE = "vp-discrete"
    VP_TABLE = "vp-table"  # looked up in the regulations' own table; one part: IMPs of the match
    SELF_INFLICTED = "self-inflicted"  # parts A, B, C (Law 12C1(e)): A + max(0, B − max(A, C)), or A where B ≤ A
    SMALL_GROUP = "small-group"  # parts M, results, top: 60% + (M − (results − 1)) · 5% of the top
    ROUNDED = "rounded"  # one part: the exact number


@dataclass(frozen=True, slots=True)
class Derivation:
    """A value, what it is in words, the Law and the events (#numbers) it rests on, and its parts.

    `unit` is 'MP', 'IMP', 'VP', 'points', or '' for a plain number.
    """

    value: Fraction
    text: str
    rule: Rule = Rule.GIVEN
    parts: "tuple[Derivation, ...]" = ()
    law: str | None = None
    events: tuple[int, ...] = ()
    unit: str = ""

    def saying(self, text: str, law: str | None = None, events: tuple[int, ...] = ()) -> "Derivation":
        """The same number told in other words."""
        return replace(self, text=text, law=law or self.law, events=events or self.events)

    @property
    def all_events(self) -> tuple[int, ...]:
        """Every event this number rests on, its own and its parts', in order."""
        found = set(self.events)
        for part in self.parts:
            found.update(part.all_events)
        return tuple(sorted(found))


def given(
    value: Fraction | int, text: str, *, law: str | None = None, events: tuple[int, ...] = (), unit: str = ""
) -> Derivation:
    """A number nothing further is behind."""
    return Derivation(Fraction(value), text, Rule.GIVEN, (), law, events, unit)


def derived(
    rule: Rule,
    text: str,
    parts: Sequence[Derivation],
    *,
    law: str | None = None,
    events: tuple[int, ...] = (),
    unit: str = "",
) -> Derivation:
    """A number that follows from its parts by a rule.

    >>> half = given(Fraction(1, 2), "half")
    >>> derived(Rule.SUM, "two halves", [half, half]).value
    Fraction(1, 1)
    """
    return Derivation(follow(rule, [part.value for part in parts]), text, rule, tuple(parts), law, events, unit)


def rounded(value: Fraction, text: str, part: Derivation) -> Derivation:
    """A number rounded by regulation; the exact one stays visible as its part."""
    return Derivation(value, text, Rule.ROUNDED, (part,), unit=part.unit)


def follow(rule: Rule, values: Sequence[Fraction]) -> Fraction:
    """What a rule makes of the values of the parts.

    >>> follow(Rule.NEUBERG, [Fraction(9), Fraction(7), Fraction(6)])  # golden D06
    Fraction(32, 3)
    """
    match rule:
        case Rule.SUM:
            return sum(values, Fraction(0))
        case Rule.PRODUCT:
            return prod(values, start=Fraction(1))
        case Rule.NEUBERG:
            matchpoints, expected, actual = values
            return (matchpoints + 1) * expected / actual - 1
        case Rule.MAXIMUM:
            return max(values)
        case Rule.MINIMUM:
            return min(values)
        case Rule.QUOTIENT:
            dividend, divisor = values
            return dividend / divisor
        case Rule.DIFFERENCE:
            return values[0] - sum(values[1:], Fraction(0))
        case Rule.IMPS:
            own, other = values
            return Fraction(imps(int(own - other)))
        case Rule.VP_CONTINUOUS:
            return continuous_vp(values[0], int(values[1]))
        case Rule.SELF_INFLICTED:
            return undamaged(*values)
        case Rule.SMALL_GROUP:
            matchpoints, results, top = values
            return (60 + (matchpoints - (results - 1)) * 5) / 100 * top
        case Rule.VP_DISCRETE:
            return discrete_vp(values[0], int(values[1]))
        case Rule.GIVEN | Rule.ROUNDED | Rule.VP_TABLE:
            raise ValueError(f"a value that is {rule.value} does not follow from its parts")
