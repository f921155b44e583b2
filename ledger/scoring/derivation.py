"""A number that carries its explanation.

Every node says by which rule its value follows from its parts, and its value *is* what that rule makes of them:
nobody can state another. Anyone can add it up again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ledger.laws.rounding import RoundTo
from ledger.scoring.rule import Rule, Terms, follow


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


def recomputed(node: Derivation) -> Fraction:
    """The number worked out again from the leaves alone, without believing any value on the way."""
    return follow(node.rule, [recomputed(part) for part in node.parts], node.terms)
