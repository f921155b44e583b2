"""A number that carries its explanation; the rules of arithmetic by which one number follows from others, each written
down here and nowhere else; and one arithmetic by these rules, read in two ways: as numbers alone, for speed, or as
derivations, for an answer to "why?".

Every node says by which rule its value follows from its parts, and its value *is* what that rule makes of them:
nobody can state another. Anyone can add it up again.

A form of scoring writes down once how a score comes about, against an `Arithmetic`. With `NUMBERS` the same lines
work out the number; with `TELLING` they build the derivation, whose value follows from its parts by the same rules.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from math import prod
from typing import Generic, TypeVar

from msgspec import Struct

from ledger.bridge.scales import PercentScale, continuous_vp, discrete_vp, half_vp, imps, table_vp, ximpq
from ledger.labels import Phrase
from ledger.laws.adjustment import damaged_side_score
from ledger.laws.rounding import Rounding, RoundTo

HOW = (Phrase("loss"), Phrase("tie"), Phrase("win"))
"""What a comparison came to, by how many of two matchpoints it earned."""

VpTable = tuple[tuple[int, str, str], ...]

Terms = Fraction | RoundTo | VpTable | PercentScale | None
"""What a rule brings of its own: the figure of a given number, what is rounded to, the regulations' tables."""


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
    VP_HALF = "vp-half"  # the same of a half match
    VP_TABLE = "vp-table"  # looked up in the regulations' own table; one part: IMPs of the match
    VP_PERCENT = "vp-percent"  # looked up in the regulations' own table; parts: percentage of the match, boards
    XIMPQ = "ximpq"  # parts by twos: a sum of cross-IMPs, and over the root of how many comparisons a board it counts
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
        case Rule.VP_PERCENT, PercentScale():
            percentage, boards = values
            return terms.points(percentage, int(boards))
    raise ValueError(f"a number that is {rule.value} does not follow from {len(values)} parts and {terms!r}")


def neuberg(matchpoints: Fraction | int, expected: int, actual: int) -> Fraction:
    """Matchpoints among `actual` results carried to `expected` (2/1/0 scale; golden P04, P06, D06).

    >>> neuberg(9, 7, 6)
    Fraction(32, 3)
    """
    return follow(Rule.NEUBERG, [Fraction(matchpoints), Fraction(expected), Fraction(actual)])


def _sum(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _quotient(values: Sequence[Fraction]) -> Fraction:
    dividend, divisor = values
    return dividend / divisor


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


def _half(values: Sequence[Fraction]) -> Fraction:
    margin, boards = values
    return half_vp(_whole(margin), int(boards))


def _whole(imps: Fraction) -> int:
    if imps.denominator != 1:
        raise ValueError(f"{imps} IMPs are on no scale of victory points: they are rounded to whole ones first")
    return imps.numerator


def _ximpq(values: Sequence[Fraction]) -> Fraction:
    sums, pairings = values[::2], map(int, values[1::2])
    return Fraction(ximpq(zip(sums, pairings, strict=True)))


def _self_inflicted(values: Sequence[Fraction]) -> Fraction:
    a, b, c = values
    return damaged_side_score(a, b, c)


_RULES: dict[Rule, Callable[[Sequence[Fraction]], Fraction]] = {
    Rule.SUM: _sum,
    Rule.PRODUCT: lambda values: prod(values, start=Fraction(1)),
    Rule.NEUBERG: _neuberg,
    Rule.MAXIMUM: max,
    Rule.MINIMUM: min,
    Rule.QUOTIENT: _quotient,
    Rule.DIFFERENCE: lambda values: values[0] - _sum(values[1:]),
    Rule.IMPS: _imps,
    Rule.VP_CONTINUOUS: _continuous,
    Rule.VP_DISCRETE: _discrete,
    Rule.VP_HALF: _half,
    Rule.XIMPQ: _ximpq,
    Rule.SELF_INFLICTED: _self_inflicted,
    Rule.SMALL_GROUP: _small_group,
}


@dataclass(frozen=True, slots=True)
class Derivation:
    """What a number is in words, the rule that makes it, the Law and the events (#numbers) it rests on, and its parts.

    `terms` are what the rule itself brings: the figure of a given number, what is rounded to, a table of VP.
    `unit` is 'MP', 'IMP', 'VP', 'points', or '' for a plain number.
    """

    text: str
    rule: Rule
    parts: "tuple[Derivation, ...]" = ()
    terms: Terms = None
    law: str | None = None
    events: tuple[int, ...] = ()
    unit: str = ""
    value: Fraction = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", follow(self.rule, [part.value for part in self.parts], self.terms))

    def __hash__(self) -> int:
        """By what is said of it: all that it rests on is looked at only where two of them say the same."""
        return hash((self.text, self.events))

    def saying(self, text: str, law: str | None = None, events: tuple[int, ...] = ()) -> "Derivation":
        """The same number in other words."""
        return replace(self, text=text, law=law or self.law, events=events or self.events)

    @property
    def all_events(self) -> tuple[int, ...]:
        """Every event this number rests on, its own and its parts', in order."""
        found = set(self.events)
        for part in self.parts:
            found.update(part.all_events)
        return tuple(sorted(found))


class Number(Struct, frozen=True, eq=False):
    """A number, and on demand how it comes about. No two are equal: what is compared is their `value`."""

    value: Fraction
    explain: Callable[[], Derivation]

    def derivation(self) -> Derivation:
        """The derivation of exactly this value. ArithmeticError where it comes to another: a program error."""
        return of_exactly(self.value, self.explain())


def of_exactly(value: Fraction, derivation: Derivation) -> Derivation:
    """A derivation that comes to what was scored; ArithmeticError where it does not, also under `python -O`."""
    if derivation.value != value:
        raise ArithmeticError(f"{derivation.text}: derived as {derivation.value}, scored as {value}")
    return derivation


def told(derivation: Derivation) -> Number:
    """A number whose derivation is there already."""
    return Number(derivation.value, lambda: derivation)


def given(
    value: Fraction | int, text: str, *, law: str | None = None, events: tuple[int, ...] = (), unit: str = ""
) -> Derivation:
    """A number nothing further is behind."""
    return Derivation(text, Rule.GIVEN, (), Fraction(value), law, events, unit)


def derived(
    rule: Rule,
    text: str,
    parts: Sequence[Derivation],
    *,
    law: str | None = None,
    events: tuple[int, ...] = (),
    unit: str = "",
    terms: Terms = None,
) -> Derivation:
    """A number that follows from its parts by a rule.

    >>> half = given(Fraction(1, 2), "half")
    >>> derived(Rule.SUM, "two halves", [half, half]).value
    Fraction(1, 1)
    """
    return Derivation(text, rule, tuple(parts), terms, law, events, unit)


def rounded(exact: Derivation, text: str, to: RoundTo) -> Derivation:
    """A number rounded by regulation, the exact one visible as its part; as it is where that changes nothing."""
    found = derived(Rule.ROUNDED, text, [exact], unit=exact.unit, terms=to)
    return exact if found.value == exact.value else found


def in_unit(exact: Derivation, unit: str, mode: Rounding, when: str = "") -> Derivation:
    """A number rounded to a unit as regulations state it, '0.01'; 'exact' leaves it as it is."""
    return (
        exact
        if unit == "exact"
        else rounded(exact, Phrase("rounded to %(unit)s%(when)s", unit=unit, when=when), RoundTo(Fraction(unit), mode))
    )


def recomputed(node: Derivation) -> Fraction:
    """The number worked out again from the leaves alone, without believing any value on the way."""
    return follow(node.rule, [recomputed(part) for part in node.parts], node.terms)


N = TypeVar("N")

Words = str | Callable[[], str]
"""What a number is in words; or what makes them, where only an explanation need pay for it."""


class Arithmetic(ABC, Generic[N]):
    """What a form may do with numbers; `N` is what a number is: a fraction, or one that carries its explanation."""

    @abstractmethod
    def given(self, value: Fraction | int, text: str, *, events: tuple[int, ...] = (), unit: str = "") -> N:
        """A number nothing further is behind."""

    @abstractmethod
    def known(self, number: Derivation) -> N:
        """A number that was derived before."""

    @abstractmethod
    def derived(
        self,
        rule: Rule,
        text: Words,
        parts: Sequence[N],
        *,
        law: str | None = None,
        events: tuple[int, ...] = (),
        unit: str = "",
        terms: Terms = None,
    ) -> N:
        """What a rule makes of its parts."""

    @abstractmethod
    def rounded(self, exact: N, text: str, to: RoundTo) -> N:
        """A number rounded by regulation."""

    @abstractmethod
    def compared(
        self,
        text: str,
        parts: Callable[[], Sequence[N]],
        at_once: Callable[[], Fraction],
        *,
        events: tuple[int, ...],
        unit: str,
    ) -> N:
        """The sum of a comparison with every other table; `at_once` is the same sum from the frequencies of the field.

        This is the one place with a short cut. `Score.derivation` compares the two whenever one is asked for.
        """

    @abstractmethod
    def saying(self, number: N, text: Words, law: str | None = None, events: tuple[int, ...] = ()) -> N:
        """The same number in other words."""

    @abstractmethod
    def text(self, number: N) -> str:
        """What a number is in words."""

    @abstractmethod
    def value(self, number: N) -> Fraction:
        """The number itself."""


class _Numbers(Arithmetic[Fraction]):
    def given(self, value: Fraction | int, text: str, *, events: tuple[int, ...] = (), unit: str = "") -> Fraction:
        return Fraction(value)

    def known(self, number: Derivation) -> Fraction:
        return number.value

    def derived(
        self,
        rule: Rule,
        text: Words,
        parts: Sequence[Fraction],
        *,
        law: str | None = None,
        events: tuple[int, ...] = (),
        unit: str = "",
        terms: Terms = None,
    ) -> Fraction:
        return follow(rule, parts, terms)

    def rounded(self, exact: Fraction, text: str, to: RoundTo) -> Fraction:
        return to.of(exact)

    def compared(
        self,
        text: str,
        parts: Callable[[], Sequence[Fraction]],
        at_once: Callable[[], Fraction],
        *,
        events: tuple[int, ...],
        unit: str,
    ) -> Fraction:
        return at_once()

    def saying(self, number: Fraction, text: Words, law: str | None = None, events: tuple[int, ...] = ()) -> Fraction:
        return number

    def text(self, number: Fraction) -> str:
        return ""

    def value(self, number: Fraction) -> Fraction:
        return number


class _Telling(Arithmetic[Derivation]):
    def given(self, value: Fraction | int, text: str, *, events: tuple[int, ...] = (), unit: str = "") -> Derivation:
        return given(value, text, events=events, unit=unit)

    def known(self, number: Derivation) -> Derivation:
        return number

    def derived(
        self,
        rule: Rule,
        text: Words,
        parts: Sequence[Derivation],
        *,
        law: str | None = None,
        events: tuple[int, ...] = (),
        unit: str = "",
        terms: Terms = None,
    ) -> Derivation:
        return derived(rule, _words(text), parts, law=law, events=events, unit=unit, terms=terms)

    def rounded(self, exact: Derivation, text: str, to: RoundTo) -> Derivation:
        return rounded(exact, text, to)

    def compared(
        self,
        text: str,
        parts: Callable[[], Sequence[Derivation]],
        at_once: Callable[[], Fraction],
        *,
        events: tuple[int, ...],
        unit: str,
    ) -> Derivation:
        return derived(Rule.SUM, text, parts(), events=events, unit=unit)

    def saying(
        self, number: Derivation, text: Words, law: str | None = None, events: tuple[int, ...] = ()
    ) -> Derivation:
        return number.saying(_words(text), law, events)

    def text(self, number: Derivation) -> str:
        return number.text

    def value(self, number: Derivation) -> Fraction:
        return number.value


def _words(text: Words) -> str:
    return text if isinstance(text, str) else text()


NUMBERS: Arithmetic[Fraction] = _Numbers()

TELLING: Arithmetic[Derivation] = _Telling()
