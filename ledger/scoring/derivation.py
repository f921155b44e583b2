"""A number with its explanation, and the rules of arithmetic by which numbers follow from others.

Each node names the rule by which its value follows from its parts, and computes the value by that rule, so that anyone
can check it. A form of scoring is written once, against an `Arithmetic`: with `NUMBERS` its lines compute numbers
alone, which is fast; with `DERIVATIONS` they build the derivation, by the same rules.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import partial
from math import prod
from typing import Generic, TypedDict, TypeVar, Unpack

from msgspec import Struct

from ledger.bridge.scales import PercentScale, continuous_vp, discrete_vp, half_vp, imps, table_vp, ximpq
from ledger.labels import Phrase
from ledger.laws.adjustment import damaged_side_score
from ledger.laws.rounding import Rounding, RoundTo

COMPARISON_NAMES = (Phrase("loss"), Phrase("tie"), Phrase("win"))
"""The outcomes of a comparison, by the matchpoints earned (0, 1, 2)."""

VpTable = tuple[tuple[int, str, str], ...]

Terms = Fraction | RoundTo | VpTable | PercentScale | None
"""The terms of a rule: the figure of a given number, the unit rounded to, a table of the regulations."""


class Basis(TypedDict, total=False):
    """What a number rests on beside its parts: Law, events, unit, and the terms of its rule."""

    law: str | None
    events: tuple[int, ...]
    unit: str
    terms: Terms


class Rule(Enum):
    """The rules by which a number's value is computed from its parts."""

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
    VP_HALF = "vp-half"  # parts as above, of a half match
    VP_TABLE = "vp-table"  # looked up in the regulations' own table; one part: IMPs of the match
    VP_PERCENT = "vp-percent"  # looked up in the regulations' own table; parts: percentage of the match, boards
    XIMPQ = "ximpq"  # parts in pairs: a board's sum of cross-IMPs, and the number whose root divides it
    SELF_INFLICTED = "self-inflicted"  # parts A, B, C (Law 12C1(e)): A + max(0, B − max(A, C)), or A where B ≤ A
    SMALL_GROUP = "small-group"  # parts M, results, top: 60% + (M − (results − 1)) · 5% of the top
    ROUNDED = "rounded"  # one part: the exact number


def follow(rule: Rule, values: Sequence[Fraction], terms: Terms = None) -> Fraction:
    """Compute the value that a rule gives for the values of its parts; ValueError if parts or terms do not fit.

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
            return table_vp(_whole_imps(margin), terms)
        case Rule.VP_PERCENT, PercentScale():
            percentage, boards = values
            return terms.points(percentage, int(boards))
    raise ValueError(f"a number that is {rule.value} does not follow from {len(values)} parts and {terms!r}")


def neuberg(matchpoints: Fraction | int, expected: int, actual: int) -> Fraction:
    """Factor matchpoints from `actual` results to `expected` ones by Neuberg's formula (golden P04, P06, D06).

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
    score, compared = values
    return Fraction(imps(int(score - compared)))


def _neuberg(values: Sequence[Fraction]) -> Fraction:
    matchpoints, expected, actual = values
    return (matchpoints + 1) * expected / actual - 1


def _small_group(values: Sequence[Fraction]) -> Fraction:
    matchpoints, results, top = values
    return (60 + (matchpoints - (results - 1)) * 5) / 100 * top


def _match_vp(scale: Callable[[int, int], Fraction], values: Sequence[Fraction]) -> Fraction:
    margin, boards = values
    return scale(_whole_imps(margin), int(boards))


def _whole_imps(imps: Fraction) -> int:
    if imps.denominator != 1:
        raise ValueError(f"{imps} IMPs are on no scale of victory points: they are rounded to whole ones first")
    return imps.numerator


def _ximpq(values: Sequence[Fraction]) -> Fraction:
    sums, pairings = values[::2], map(int, values[1::2])
    return Fraction(ximpq(zip(sums, pairings, strict=True)))


_RULES: dict[Rule, Callable[[Sequence[Fraction]], Fraction]] = {
    Rule.SUM: _sum,
    Rule.PRODUCT: lambda values: prod(values, start=Fraction(1)),
    Rule.NEUBERG: _neuberg,
    Rule.MAXIMUM: max,
    Rule.MINIMUM: min,
    Rule.QUOTIENT: _quotient,
    Rule.DIFFERENCE: lambda values: values[0] - _sum(values[1:]),
    Rule.IMPS: _imps,
    Rule.VP_CONTINUOUS: partial(_match_vp, continuous_vp),
    Rule.VP_DISCRETE: partial(_match_vp, discrete_vp),
    Rule.VP_HALF: partial(_match_vp, half_vp),
    Rule.XIMPQ: _ximpq,
    Rule.SELF_INFLICTED: lambda values: damaged_side_score(*values),
    Rule.SMALL_GROUP: _small_group,
}


@dataclass(frozen=True, slots=True)
class Derivation:
    """A number with its text, rule and parts, and the Law and event numbers it rests on.

    `terms` are the rule's own: the figure of a given number, the unit rounded to, a table of VP. `unit` is 'MP', 'IMP',
    'VP', 'points', or '' for a plain number.
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
        return hash((self.text, self.events))  # not the parts: hashing the whole tree would be slow

    def saying(self, text: str, law: str | None = None, events: tuple[int, ...] = ()) -> "Derivation":
        """Return the number with another text; the Law and the events stay if none are given."""
        return replace(self, text=text, law=law or self.law, events=events or self.events)

    @property
    def all_events(self) -> tuple[int, ...]:
        """The events this number and its parts rest on, in order."""
        events = set(self.events)
        for part in self.parts:
            events.update(part.all_events)
        return tuple(sorted(events))


class Number(Struct, frozen=True, eq=False):
    """A number whose derivation is computed on demand; compare `value`, as two numbers are never equal."""

    value: Fraction
    explain: Callable[[], Derivation]

    def derivation(self) -> Derivation:
        """Return the derivation of this value; ArithmeticError (a bug) if the derivation gives another value."""
        return require_value(self.value, self.explain())


def require_value(value: Fraction, derivation: Derivation) -> Derivation:
    """Return a derivation that gives the value scored; ArithmeticError, even under `python -O`, if it gives another."""
    if derivation.value != value:
        raise ArithmeticError(f"{derivation.text}: derived as {derivation.value}, scored as {value}")
    return derivation


def as_number(derivation: Derivation) -> Number:
    """Return a `Number` whose derivation is already known."""
    return Number(derivation.value, lambda: derivation)


def leaf(
    value: Fraction | int, text: str, *, law: str | None = None, events: tuple[int, ...] = (), unit: str = ""
) -> Derivation:
    """Return the derivation of a number that is stated, not computed from parts."""
    return Derivation(text, Rule.GIVEN, (), Fraction(value), law, events, unit)


def derive(rule: Rule, text: str, parts: Sequence[Derivation], **basis: Unpack[Basis]) -> Derivation:
    """Return the derivation of a number computed from its parts by a rule.

    >>> half = leaf(Fraction(1, 2), "half")
    >>> derive(Rule.SUM, "two halves", [half, half]).value
    Fraction(1, 1)
    """
    return Derivation(text, rule, tuple(parts), **basis)


def round_off(exact: Derivation, text: str, to: RoundTo) -> Derivation:
    """Return a number rounded by regulation, with the exact number as its part; the exact number if they are equal."""
    node = derive(Rule.ROUNDED, text, [exact], unit=exact.unit, terms=to)
    return exact if node.value == exact.value else node


def round_to_unit(exact: Derivation, unit: str, mode: Rounding, when: str = "") -> Derivation:
    """Return a number rounded to a unit as regulations state it, '0.01'; 'exact' leaves the number unchanged."""
    return (
        exact
        if unit == "exact"
        else round_off(
            exact, Phrase("rounded to %(unit)s%(when)s", unit=unit, when=when), RoundTo(Fraction(unit), mode)
        )
    )


def recompute(node: Derivation) -> Fraction:
    """Compute a number again from its leaves, without using any stored value in between."""
    return follow(node.rule, [recompute(part) for part in node.parts], node.terms)


N = TypeVar("N")

Words = str | Callable[[], str]
"""The text of a number, or a function that makes the text only if an explanation needs it."""


class Arithmetic(ABC, Generic[N]):
    """The operations with which forms compute: on bare fractions, or on numbers with their derivations (`N`)."""

    @abstractmethod
    def given(self, value: Fraction | int, text: str, *, events: tuple[int, ...] = (), unit: str = "") -> N:
        """Return a number that is stated, not computed from parts."""

    @abstractmethod
    def known(self, number: Derivation) -> N:
        """Return a number of this arithmetic with the value of a derivation computed earlier."""

    @abstractmethod
    def derived(self, rule: Rule, text: Words, parts: Sequence[N], **basis: Unpack[Basis]) -> N:
        """Return the number computed from its parts by a rule."""

    @abstractmethod
    def rounded(self, exact: N, text: str, to: RoundTo) -> N:
        """Return a number rounded by regulation."""

    @abstractmethod
    def compared(
        self, text: str, parts: Callable[[], Sequence[N]], at_once: Callable[[], Fraction], **basis: Unpack[Basis]
    ) -> N:
        """Return the sum of comparisons with all tables; `at_once` computes the sum faster, from frequencies.

        This is the only short cut. `Score.derivation` compares both sums whenever one is explained.
        """

    @abstractmethod
    def saying(self, number: N, text: Words, law: str | None = None, events: tuple[int, ...] = ()) -> N:
        """Return the number with another text; the Law and the events stay if none are given."""

    @abstractmethod
    def text(self, number: N) -> str:
        """Return the text of a number."""

    @abstractmethod
    def value(self, number: N) -> Fraction:
        """Return the value of a number."""


class _Numbers(Arithmetic[Fraction]):
    def given(self, value: Fraction | int, text: str, *, events: tuple[int, ...] = (), unit: str = "") -> Fraction:
        return Fraction(value)

    def known(self, number: Derivation) -> Fraction:
        return number.value

    def derived(self, rule: Rule, text: Words, parts: Sequence[Fraction], **basis: Unpack[Basis]) -> Fraction:
        return follow(rule, parts, basis.get("terms"))

    def rounded(self, exact: Fraction, text: str, to: RoundTo) -> Fraction:
        return to.of(exact)

    def compared(
        self,
        text: str,
        parts: Callable[[], Sequence[Fraction]],
        at_once: Callable[[], Fraction],
        **basis: Unpack[Basis],
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
        return leaf(value, text, events=events, unit=unit)

    def known(self, number: Derivation) -> Derivation:
        return number

    def derived(self, rule: Rule, text: Words, parts: Sequence[Derivation], **basis: Unpack[Basis]) -> Derivation:
        return derive(rule, _as_text(text), parts, **basis)

    def rounded(self, exact: Derivation, text: str, to: RoundTo) -> Derivation:
        return round_off(exact, text, to)

    def compared(
        self,
        text: str,
        parts: Callable[[], Sequence[Derivation]],
        at_once: Callable[[], Fraction],
        **basis: Unpack[Basis],
    ) -> Derivation:
        return derive(Rule.SUM, text, parts(), **basis)

    def saying(
        self, number: Derivation, text: Words, law: str | None = None, events: tuple[int, ...] = ()
    ) -> Derivation:
        return number.saying(_as_text(text), law, events)

    def text(self, number: Derivation) -> str:
        return number.text

    def value(self, number: Derivation) -> Fraction:
        return number.value


def _as_text(text: Words) -> str:
    return text if isinstance(text, str) else text()


NUMBERS: Arithmetic[Fraction] = _Numbers()

DERIVATIONS: Arithmetic[Derivation] = _Telling()
