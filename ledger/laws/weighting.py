"""Weighted results: what an assigned score is made of (Law 12C1(c)).

60% 4SN=, 40% 4SN-1        2/3 4SN=, 1/3 4SN-1        0.25 1430 …  is written 25% +1430
"""

import re
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from ledger.bridge import Declarer, Result, Unreadable, ns_score, parse_result
from ledger.bridge.as_typed import plain_letters
from ledger.laws.rounding import exact_text, short_text

FINEST_WEIGHT = 1_000_000
"""No weight has a larger denominator: finer than any director judges."""

_WEIGHT = r"(?P<weight>[0-9]{1,9}(?:\.[0-9]{1,6})?\s*%|[0-9]{1,9}\s*/\s*[0-9]{1,9}|0?\.[0-9]{1,6})"
_PART = re.compile(
    rf"\s*(?:{_WEIGHT}|(?P<bare>[0-9]{{2,3}})(?=\s+[0-9+P-]))[:\s]*(?:of\s+)?(?P<result>\S.*?)\s*", re.IGNORECASE
)
"""A weight and a result: 60% 4SN=, 1/3 of 4SN=; 60 4SN= is per cent too."""
_TURNED = re.compile(rf"\s*(?P<result>\S.*?)[\s(]+{_WEIGHT}\)?\s*")
"""A result and its weight: 4SN= 60%."""
_BETWEEN = re.compile(r"\s*(?:[,;&]|\band\b)\s*|\s+(?=[0-9]{1,3}(?:\.[0-9]+)?\s*%\s*[0-9+P-])", re.IGNORECASE)
"""What stands between two outcomes: a comma, or only the next per cent."""


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


def parse_weighting(text: str, declarer: Declarer = None) -> Weighting:
    """Read a weighting, or one result alone. The weights must sum to exactly one: nothing is normalised.

    >>> parse_weighting("60% 4SN=, 40% 4SN-1")
    (60% 4SN=, 40% 4SN-1)
    >>> parse_weighting("60% 4SN=, 50% 4SN-1")
    Traceback (most recent call last):
    ledger.bridge.unreadable.Unreadable: the weights add up to 110%, not 100%
    """
    text = plain_letters(text)
    spans = _spans(text)
    if len(spans) == 1 and not _part(text):
        return certain(parse_result(text, declarer))
    found = [_component(text, start, end, declarer) for start, end in spans]
    components = [component for component, _ in found]
    _check_twice(components, text, spans)
    _check_sum(components, text, tuple(mark for _, mark in found))
    return tuple(components)


def _spans(text: str) -> list[tuple[int, int]]:
    """Where the outcomes stand: from what separates them to the next."""
    cuts = [(found.start(), found.end()) for found in _BETWEEN.finditer(text) if text[: found.start()].strip()]
    return list(zip([0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)], strict=True))


def _part(piece: str) -> re.Match[str] | None:
    return _PART.fullmatch(piece) or _TURNED.fullmatch(piece)


def merged(components: Iterable[Component]) -> Weighting:
    """The same outcome twice counts once, with both weights."""
    weights: dict[Result, Fraction] = {}
    for component in components:
        weights[component.result] = weights.get(component.result, Fraction(0)) + component.weight
    return tuple(Component(weight, result) for result, weight in weights.items())


def _component(text: str, start: int, end: int, declarer: Declarer) -> tuple[Component, tuple[int, int]]:
    piece = text[start:end]
    match = _part(piece)
    if not match:
        raise Unreadable(
            "bad-weighting",
            f"{piece.strip()!r} is not a weight and a result",
            text=text,
            marks=((start, end),),
            hint=_part_hint(piece),
        )
    named = "weight" if match["weight"] else "bare"
    mark = (start + match.start(named), start + match.end(named))
    weight = _weight("".join(match[named].split()) + ("%" if named == "bare" else ""), text, mark)
    return Component(weight, parse_result(match["result"], declarer)), mark


def _part_hint(piece: str) -> str:
    if re.fullmatch(r"\s*[0-9]{1,3}\s*", piece):
        return f"with a point, where it is a decimal: {piece.strip()}.3%"
    if re.fullmatch(r"\s*[0-9.]+\s*%\s*", piece):
        return f'{piece.strip()} of what? "60% 4SN=, 40% 4SN-1", in quotation marks'
    return 'write "60% 4SN=, 40% 4SN-1" or "2/3 4SN=, 1/3 4SN-1"'


def _check_twice(components: list[Component], text: str, spans: list[tuple[int, int]]) -> None:
    """Unreadable (outcome-twice) where a result stands in a weighting twice: one of the two is a slip."""
    results = [component.result for component in components]
    for result in results:
        marks = tuple(span for span, each in zip(spans, results, strict=True) if each == result)
        if len(marks) > 1:
            together = merged(components)
            hint = f"{weighting_text(together)}, if both are meant; or is one of them another result?"
            raise Unreadable("outcome-twice", f"{result} is in the weighting twice", text=text, marks=marks, hint=hint)


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
