"""One arithmetic, read in two ways: as numbers alone, for speed, or as derivations, for an answer to "why?".

A form of scoring writes down once how a score comes about, against an `Arithmetic`. With `NUMBERS` the same lines
work out the number; with `TELLING` they build the derivation, whose value follows from its parts by the same rules.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from ledger.laws.rounding import RoundTo
from ledger.scoring.derivation import Derivation, derived, given, rounded
from ledger.scoring.rule import Rule, Terms, follow

N = TypeVar("N")
Words = str | Callable[[], str]
"""What a number is in words; or what makes them, where only an explanation need pay for it."""


class Arithmetic(ABC, Generic[N]):
    """What a form may do with numbers; `N` is what a number is: a fraction, or one that carries its explanation."""

    @abstractmethod
    def given(
        self, value: Fraction | int, text: str, *, law: str | None = None, events: tuple[int, ...] = (), unit: str = ""
    ) -> N:
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
    def given(
        self, value: Fraction | int, text: str, *, law: str | None = None, events: tuple[int, ...] = (), unit: str = ""
    ) -> Fraction:
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
    def given(
        self, value: Fraction | int, text: str, *, law: str | None = None, events: tuple[int, ...] = (), unit: str = ""
    ) -> Derivation:
        return given(value, text, law=law, events=events, unit=unit)

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
