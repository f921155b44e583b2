"""What is carried by place: figures of a table, or evenly from the first qualifier's to the last's."""

from collections.abc import Sequence
from fractions import Fraction

from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule


def from_table(figures: Sequence[Derivation], count: int, unit: str) -> list[Derivation]:
    """The figures of so many places; behind the end of the table nothing."""
    beyond = [given(0, f"place {at}: nothing", unit=unit) for at in range(len(figures) + 1, count + 1)]
    return [*figures[:count], *beyond]


def evenly(first: Fraction, last: Fraction, count: int, unit: str) -> list[Derivation]:
    """The figures of so many places, each the same step below the one before.

    >>> [str(each.value) for each in evenly(Fraction(12), Fraction(3), 4, "VP")]
    ['12', '9', '6', '3']
    """
    top = given(first, "the first has", unit=unit)
    if count < 2:
        return [top] * count
    spread = derived(Rule.DIFFERENCE, "from the first to the last", [top, given(last, "the last has", unit=unit)])
    step = derived(Rule.QUOTIENT, "a place", [spread, given(count - 1, "steps")])
    return [_place(top, step, at, count) for at in range(count)]


def _place(top: Derivation, step: Derivation, at: int, count: int) -> Derivation:
    below = derived(Rule.PRODUCT, f"{at} below the first", [step, given(at, "places")])
    return derived(Rule.DIFFERENCE, f"place {at + 1} of {count}", [top, below], unit=top.unit)
