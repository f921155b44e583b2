"""Weighted results: what an assigned score is made of (Law 12C1(c)).

60% 4SN=, 40% 4SN-1        2/3 4SN=, 1/3 4SN-1        0.25 1430 …  is written 25% +1430
"""

import re
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from ledger.bridge import Result, Seat, Unreadable, ns_score, parse_result
from ledger.laws.rounding import exact_text, short_text

FINEST_WEIGHT = 1_000_000
"""No weight has a larger denominator: finer than any director judges."""

_PART = re.compile(
    r"\s*(?P<weight>[0-9]{1,9}(?:\.[0-9]{1,6})?\s*%|[0-9]{1,9}\s*/\s*[0-9]{1,9}|0?\.[0-9]{1,6})"
    r"\s*(?:of\s+)?(?P<result>\S.*?)\s*",
    re.IGNORECASE,
)


class Component(Struct, frozen=True, array_like=True):
    """One outcome of a weighted score and its weight (a fraction of 1)."""

    weight: Fraction
    result: Result

    def __repr__(self) -> str:
        return f"{weight_text(self.weight)} {self.result}"


Weighting = tuple[Component, ...]
"""Outcomes with weights that sum to exactly one; a single assigned result is a weighting of one."""


def certain(result: Result) -> Weighting:
    """The weighting of a single assigned result.

    >>> certain(Result("4SN="))
    (100% 4SN=,)
    """
    return (Component(Fraction(1), result),)


def weight_text(weight: Fraction) -> str:
    """A weight as a director writes it: per cent where that is exact, else a fraction.

    >>> weight_text(Fraction(3, 5)), weight_text(Fraction(1, 3)), weight_text(Fraction(333, 1000))
    ('60%', '1/3', '33.3%')
    """
    percent = weight * 100
    return f"{short_text(percent)}%" if (percent * 100).denominator == 1 else exact_text(weight)


def weighting_text(weighting: Weighting) -> str:
    """A weighting as it is typed.

    >>> weighting_text(parse_weighting("2/3 4SN=, 1/3 4SN-1"))
    '2/3 4SN=, 1/3 4SN-1'
    """
    if len(weighting) == 1:
        return str(weighting[0].result)
    return ", ".join(map(repr, weighting))


def in_protocol_order(weighting: Weighting, board: int) -> list[Component]:
    """The components in descending North–South score (the Maastricht protocol; golden S24)."""
    return sorted(weighting, key=lambda component: -ns_score(component.result, board))


def parse_weighting(text: str, declarer: Seat | None = None) -> Weighting:
    """Read a weighting, or one result alone. The weights must sum to exactly one: nothing is normalised.

    >>> parse_weighting("60% 4SN=, 40% 4SN-1")
    (60% 4SN=, 40% 4SN-1)
    >>> parse_weighting("60% 4SN=, 50% 4SN-1")
    Traceback (most recent call last):
    ledger.bridge.unreadable.Unreadable: the weights add up to 110%, not 100%
    """
    pieces = text.split(",")
    if len(pieces) == 1 and not _PART.fullmatch(pieces[0]):
        return certain(parse_result(text, declarer))
    components, marks, at = [], [], 0
    for piece in pieces:
        at = text.index(piece, at)
        component, mark = _component(text, piece, at, declarer)
        components.append(component)
        marks.append(mark)
        at += len(piece)
    _check_sum(components, text, tuple(marks))
    return merged(components)


def merged(components: Iterable[Component]) -> Weighting:
    """The same outcome twice counts once, with both weights."""
    weights: dict[Result, Fraction] = {}
    for component in components:
        weights[component.result] = weights.get(component.result, Fraction(0)) + component.weight
    return tuple(Component(weight, result) for result, weight in weights.items())


def _component(text: str, piece: str, at: int, declarer: Seat | None) -> tuple[Component, tuple[int, int]]:
    match = _PART.fullmatch(piece)
    if not match:
        raise Unreadable(
            "bad-weighting",
            f"{piece.strip()!r} is not a weight and a result",
            text=text,
            marks=((at, at + len(piece)),),
            hint='write "60% 4SN=, 40% 4SN-1" or "2/3 4SN=, 1/3 4SN-1"',
        )
    mark = (at + match.start("weight"), at + match.end("weight"))
    weight = _weight("".join(match["weight"].split()), text, mark)
    return Component(weight, parse_result(match["result"], declarer)), mark


def _weight(text: str, whole: str, mark: tuple[int, int]) -> Fraction:
    _, _, denominator = text.partition("/")
    if denominator and not int(denominator):
        raise Unreadable(
            "bad-weighting", f"{text} divides by zero", text=whole, marks=(mark,), hint="write 1/3 or 33.3%"
        )
    weight = Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)
    if weight <= 0:
        raise Unreadable(
            "weight-not-positive",
            f"a weight of {text} is no weight",
            text=whole,
            marks=(mark,),
            hint="leave that outcome out",
        )
    if weight.denominator > FINEST_WEIGHT:
        raise Unreadable(
            "bad-weighting",
            f"{text} is finer than a director weighs",
            text=whole,
            marks=(mark,),
            hint="use fewer decimals",
        )
    return weight


def _check_sum(components: list[Component], text: str, marks: tuple[tuple[int, int], ...]) -> None:
    total = sum((component.weight for component in components), Fraction(0))
    if total != 1:
        raise Unreadable(
            "weights-sum",
            f"the weights add up to {weight_text(total)}, not 100%",
            text=text,
            marks=marks,
            hint=_sum_hint(components, total),
        )


def _sum_hint(components: list[Component], total: Fraction) -> str:
    if len(components) == 2 and all(component.weight < 1 for component in components):
        first, second = (component.weight for component in components)
        options = [(first, 1 - first), (1 - second, second)]
        return ", or ".join(f"{weight_text(one)} and {weight_text(two)}" for one, two in options) + "?"
    missing = 1 - total
    verb = "are missing" if missing > 0 else "are too many"
    return f"{weight_text(abs(missing))} {verb}"
