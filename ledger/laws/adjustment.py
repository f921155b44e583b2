"""The kinds of score a director may award on a table's board: a closed union, one class each.

Law 12C1(e) is the A/B/C method (Barker 2009, 2011; White Book; golden S05, S11, D25–D27), with scores from the
non-offenders' view: A the table result, B without the infraction, C with the infraction but without the error or
gamble. Weighted outcomes are typed like this; a weight is per cent, a fraction or a decimal:

    60% 4SN=, 40% 4SN-1        2/3 4SN=, 1/3 4SN-1        0.25 +1430, 0.75 4SN=
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.tournaments import WEIGHT
from ledger.bounds.types import Trick
from ledger.bridge import Declarer, Result, Side, Unreadable, ns_score, parse_result
from ledger.bridge.notation import plain_letters
from ledger.laws.rounding import exact_text, short_text

Case = Literal["no-damage", "all-self-inflicted", "no-self-inflicted", "partial"]


def damage_case(a: Fraction, b: Fraction, c: Fraction) -> Case:
    """Return the case of Law 12C1(e) for the worths of A, B and C; on a border both cases give the same score.

    >>> damage_case(Fraction(-8), Fraction(0), Fraction(-3))
    'partial'
    """
    if b <= a:
        return "no-damage"
    if b <= c:
        return "all-self-inflicted"
    return "no-self-inflicted" if c <= a else "partial"


def damaged_side_score(a: Fraction, b: Fraction, c: Fraction) -> Fraction:
    """Return the non-offenders' score: the table result plus the damage that was not self-inflicted.

    >>> damaged_side_score(Fraction(-8), Fraction(0), Fraction(-3))
    Fraction(-5, 1)
    """
    return a + max(Fraction(0), b - max(a, c))


_WEIGHT = r"(?P<weight>[0-9]{1,9}(?:\.[0-9]{1,6})?\s*%|[0-9]{1,9}\s*/\s*[0-9]{1,9}|0?\.[0-9]{1,6})"

_PART = re.compile(
    rf"\s*(?:{_WEIGHT}|(?P<bare>[0-9]{{2,3}})(?=\s+[0-9+P-]))[:\s]*(?:of\s+)?(?P<result>\S.*?)\s*", re.IGNORECASE
)
"""A weight and a result: 60% 4SN=, 1/3 of 4SN=; 60 4SN= is per cent too."""

_TURNED = re.compile(rf"\s*(?P<result>\S.*?)[\s(]+{_WEIGHT}\)?\s*")
"""A result and its weight: 4SN= 60%."""

_BETWEEN = re.compile(r"\s*(?:[,;&]|\band\b)\s*|\s+(?=[0-9]{1,3}(?:\.[0-9]+)?\s*%\s*[0-9+P-])", re.IGNORECASE)
"""The separator of two outcomes: a comma, or only the next per cent."""


class Component(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """An outcome of a weighted score with its weight (a fraction of 1)."""

    weight: Fraction
    result: Result

    def __repr__(self) -> str:
        return f"{weight_text(self.weight)} {self.result}"


Weighting = tuple[Component, ...]
"""Outcomes with weights that sum to exactly one; a single assigned result is a weighting of one."""


def certainty(result: Result) -> Weighting:
    """Return a single assigned result as a weighting.

    >>> certainty(Result("4SN="))
    (100% 4SN=,)
    """
    return (Component(Fraction(1), result),)


def weight_text(weight: Fraction) -> str:
    """Format a weight: per cent if two decimals are exact, else a fraction.

    >>> weight_text(Fraction(3, 5)), weight_text(Fraction(1, 3)), weight_text(Fraction(333, 1000))
    ('60%', '1/3', '33.3%')
    """
    percent = weight * 100
    return f"{short_text(percent)}%" if (percent * 100).denominator == 1 else exact_text(weight)


def weighting_text(weighting: Weighting) -> str:
    """Format a weighting as it is typed.

    >>> weighting_text(parse_weighting("2/3 4SN=, 1/3 4SN-1"))
    '2/3 4SN=, 1/3 4SN-1'
    """
    if len(weighting) == 1:
        return str(weighting[0].result)
    return ", ".join(map(repr, weighting))


def sort_by_ns_score(weighting: Weighting, board: int) -> list[Component]:
    """Return a weighting's outcomes in descending North–South score (the Maastricht protocol; golden S24)."""
    return sorted(weighting, key=lambda component: -ns_score(component.result, board))


def parse_weighting(text: str, declarer: Declarer = None) -> Weighting:
    """Read a weighting or a single result; Unreadable if the weights do not sum to one or a result occurs twice.

    >>> parse_weighting("60% 4SN=, 40% 4SN-1")
    (60% 4SN=, 40% 4SN-1)
    >>> parse_weighting("60% 4SN=, 50% 4SN-1")
    Traceback (most recent call last):
    ledger.bridge.notation.Unreadable: the weights add up to 110%, not 100%
    """
    text = plain_letters(text)
    cuts = [(match.start(), match.end()) for match in _BETWEEN.finditer(text) if text[: match.start()].strip()]
    spans = list(zip([0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)], strict=True))
    if len(spans) == 1 and not _match_part(text):
        return certainty(parse_result(text, declarer))
    parts = [_read_component(text, start, end, declarer) for start, end in spans]
    components = [component for component, _ in parts]
    # A result that occurs twice is a slip: refuse it (outcome-twice) rather than add its weights
    results = [component.result for component in components]
    for result in results:
        marks = tuple(span for span, each in zip(spans, results, strict=True) if each == result)
        if len(marks) > 1:
            together = merge_equal(components)
            hint = f"{weighting_text(together)}, if both are meant; or is one of them another result?"
            raise Unreadable("outcome-twice", f"{result} is in the weighting twice", text=text, marks=marks, hint=hint)
    total = sum((component.weight for component in components), Fraction(0))
    if total != 1:
        hint = f"{weight_text(abs(1 - total))} {'are missing' if total < 1 else 'are too many'}"
        if len(components) == 2 and all(component.weight < 1 for component in components):
            first, second = (component.weight for component in components)
            options = [(first, 1 - first), (1 - second, second)]
            hint = ", or ".join(f"{weight_text(one)} and {weight_text(two)}" for one, two in options) + "?"
        raise Unreadable(
            "weights-sum",
            f"the weights add up to {weight_text(total)}, not 100%",
            text=text,
            marks=tuple(mark for _, mark in parts),
            hint=hint,
        )
    return tuple(components)


def _match_part(piece: str) -> re.Match[str] | None:
    return _PART.fullmatch(piece) or _TURNED.fullmatch(piece)


def merge_equal(components: Iterable[Component]) -> Weighting:
    """Return a weighting in which equal outcomes are one, with the sum of their weights."""
    weights: dict[Result, Fraction] = {}
    for component in components:
        weights[component.result] = weights.get(component.result, Fraction(0)) + component.weight
    return tuple(Component(weight, result) for result, weight in weights.items())


def _read_component(text: str, start: int, end: int, declarer: Declarer) -> tuple[Component, tuple[int, int]]:
    piece = text[start:end]
    match = _match_part(piece)
    if not match:
        hint = 'write "60% 4SN=, 40% 4SN-1" or "2/3 4SN=, 1/3 4SN-1"'
        if re.fullmatch(r"\s*[0-9]{1,3}\s*", piece):
            hint = f"with a point, where it is a decimal: {piece.strip()}.3%"
        elif re.fullmatch(r"\s*[0-9.]+\s*%\s*", piece):
            hint = f'{piece.strip()} of what? "60% 4SN=, 40% 4SN-1", in quotation marks'
        raise Unreadable(
            "bad-weighting",
            f"{piece.strip()!r} is not a weight and a result",
            text=text,
            marks=((start, end),),
            hint=hint,
        )
    named = "weight" if match["weight"] else "bare"
    mark = (start + match.start(named), start + match.end(named))
    weight = _read_weight("".join(match[named].split()) + ("%" if named == "bare" else ""), text, mark)
    return Component(weight, parse_result(match["result"], declarer)), mark


def _read_weight(text: str, whole: str, mark: tuple[int, int]) -> Fraction:
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
    if not WEIGHT.hold(weight.denominator):
        raise Unreadable(
            "bad-weighting",
            f"{text} is finer than a director weighs",
            text=whole,
            marks=(mark,),
            hint="use fewer decimals",
        )
    return weight


FLAT_PERCENT = {"A+": 60, "A": 50, "A-": 40}
"""Law 12C2(a): average plus, average and average minus, in per cent of the board's top."""

_NOBODY = "-"


class Grade(str):
    """An artificial award to one side: 'A+', 'A', 'A-' (Law 12C2, with 12C2(c)), or a fixed per cent: '60'.

    '-' is for the side nobody sat at, where one contestant alone has an award (Law 15B).

    >>> Grade("a+"), Grade("A60"), Grade("avg-"), Grade("-")
    (A+, 60, A-, -)
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Grade":
        """Read a grade; Unreadable (bad-artificial) for any other text."""
        tidy = text.strip().upper().removesuffix("%").replace("AVG", "A").replace("−", "-")
        if tidy in FLAT_PERCENT or tidy == _NOBODY:
            return str.__new__(cls, tidy)
        percent = re.fullmatch(r"A?([0-9]{1,3}(?:\.[0-9]{1,2})?)", tidy)
        if not percent or Fraction(percent[1]) > 100:
            raise Unreadable(
                "bad-artificial",
                f"{text.strip()!r} is not an artificial score",
                text=text,
                marks=((0, len(text)),),
                hint="A+, A or A- for each side, as in A+/A-; or per cent of the top, as in 60/40",
            )
        return str.__new__(cls, short_text(Fraction(percent[1])))

    @property
    def flat(self) -> Fraction:
        """The award as a fraction of the top, before any comparison with other boards (Law 12C2(c)); 0 for '-'."""
        return Fraction(0 if self.nobody else FLAT_PERCENT.get(self) or Fraction(self)) / 100

    @property
    def nobody(self) -> bool:
        """True if nobody sat on the side, so that no award is given."""
        return self == _NOBODY

    @property
    def letter(self) -> str:
        """The grade that a per cent stands for in IMPs: 60 is A+, 50 is A, 40 is A−; '' for any other per cent."""
        return self if self in FLAT_PERCENT else {"60": "A+", "50": "A", "40": "A-"}.get(self, "")

    @property
    def by_session(self) -> bool:
        """True if the award depends on the contestant's other boards (Law 12C2(c))."""
        return self in ("A+", "A-")

    def __repr__(self) -> str:
        return str(self)


class Assigned(Struct, frozen=True, forbid_unknown_fields=True, tag="assigned", tag_field="kind"):
    """One assigned result for both sides (Law 12C1(a)–(c))."""

    result: Result

    def __repr__(self) -> str:
        return f"assigned {self.result}"


class Rectified(Struct, frozen=True, forbid_unknown_fields=True, tag="rectified", tag_field="kind"):
    """Tricks transferred from the offenders (Laws 64A, 67B): a rectification, not an adjusted score."""

    tricks: Trick

    def __repr__(self) -> str:
        return f"{self.tricks} {'trick' if self.tricks == 1 else 'tricks'} transferred"

    def on(self, result: Result | None, offender: str) -> "RectifiedResult | None":
        """Return the table result with the tricks transferred; None without contract, offender or enough tricks won.

        >>> Rectified(1).on(Result("4SN="), "NS"), Rectified(4).on(Result("4SN="), "EW")
        (1 trick transferred: 4SN-1, None)
        """
        play = result.played if result else None
        if play is None or offender not in ("NS", "EW") or self.tricks > play.won_by(Side(offender)):
            return None
        tricks = play.tricks + (-self.tricks if play.declarer.side is Side(offender) else self.tricks)
        rectified = Result.of(play.level, play.strain, play.doubling, play.declarer, tricks)
        return RectifiedResult(rectified, self.tricks)


class RectifiedResult(Assigned, frozen=True, tag="rectified", tag_field="kind"):
    """A rectification applied to the current table result; used for scoring, never recorded."""

    tricks: int

    def __repr__(self) -> str:
        return f"{Rectified(self.tricks)!r}: {self.result}"


class Weighted(Struct, frozen=True, forbid_unknown_fields=True, tag="weighted", tag_field="kind"):
    """Weighted outcomes, equal for both sides (Law 12C1(c))."""

    outcomes: Weighting

    def __repr__(self) -> str:
        return f"weighted {weighting_text(self.outcomes)}"


class Split(Struct, frozen=True, forbid_unknown_fields=True, tag="split", tag_field="kind"):
    """Different scores for the two sides, each one result or a weighting (12C1(e), 82C, 11A, 79B3)."""

    ns: Weighting
    ew: Weighting

    def __repr__(self) -> str:
        return f"split NS: {weighting_text(self.ns)}; EW: {weighting_text(self.ew)}"


class Artificial(
    Struct, frozen=True, forbid_unknown_fields=True, tag="artificial", tag_field="kind", omit_defaults=True
):
    """An artificial score: average plus, average, average minus or a per cent of the top for each side (Law 12C2).

    `unless`: an assigned score that replaces the award for both sides, if better for the side with the higher grade:
    the table result after a fielded psyche, the assigned score of Law 86B2(b).
    """

    ns: Grade
    ew: Grade
    unless: Weighting = ()

    def of(self, side: Side) -> Grade:
        """Return the grade of a side."""
        return self.ns if side is Side.NS else self.ew

    @property
    def alone(self) -> Side | None:
        """The only side with an award if nobody sat on the opposing side; else None."""
        return Side.NS if self.ew.nobody else Side.EW if self.ns.nobody else None

    def __repr__(self) -> str:
        tail = f" unless {weighting_text(self.unless)} is better" if self.unless else ""
        return f"artificial {self.ns}/{self.ew}{tail}"


class Awarded(Struct, frozen=True, forbid_unknown_fields=True, tag="awarded", tag_field="kind"):
    """Scores given outright; `field`: 'keep' compares other tables with the table result, 'out' does not."""

    ns: Fraction
    ew: Fraction
    field: Literal["keep", "out"]

    def __repr__(self) -> str:
        where = "in the field" if self.field == "keep" else "out of the field"
        return f"awarded {_format_score(self.ns)}/{_format_score(self.ew)}, {where}"


class Stands(Struct, frozen=True, forbid_unknown_fields=True, tag="stands", tag_field="kind"):
    """The table result stands, infraction or not."""

    def __repr__(self) -> str:
        return "the table result stands"


class SelfInflicted(Struct, frozen=True, forbid_unknown_fields=True, tag="self-inflicted", tag_field="kind"):
    """A score for damage that was partly the non-offenders' own doing (Law 12C1(e)).

    A is the table result; `b` the outcome without the infraction; `c` the outcome with the infraction, but without the
    non-offenders' extremely serious error or gamble.
    """

    nos: Literal["NS", "EW"]
    b: Weighting
    c: Weighting

    def __repr__(self) -> str:
        return f"self-inflicted by {self.nos}, B: {weighting_text(self.b)}; C: {weighting_text(self.c)}"


class Claim(Struct, frozen=True, forbid_unknown_fields=True, tag="claim", tag_field="kind"):
    """A ruling on a contested claim or concession: one result for both sides (Law 70)."""

    result: Result

    def __repr__(self) -> str:
        return f"claim {self.result}"


Adjustment = Assigned | Rectified | Weighted | Split | Artificial | Awarded | SelfInflicted | Claim | Stands


def needs_table_result(adjustment: Adjustment) -> bool:
    """Return True if the adjustment, or the comparison of other tables, depends on the table result."""
    return isinstance(adjustment, Stands | SelfInflicted | Rectified) or (
        isinstance(adjustment, Awarded) and adjustment.field == "keep"
    )


def weightings(adjustment: Adjustment) -> dict[Side, Weighting]:
    """Return the assigned outcomes of each side; {} for scores without assigned outcomes."""
    match adjustment:
        case Assigned(result) | Claim(result):
            return dict.fromkeys(Side, certainty(result))
        case Weighted(outcomes):
            return dict.fromkeys(Side, outcomes)
        case Split(ns, ew):
            return {Side.NS: ns, Side.EW: ew}
        case Artificial() | Awarded() | SelfInflicted() | Rectified() | Stands():
            return {}


def list_weightings(adjustment: Adjustment) -> dict[str, Weighting]:
    """Return every weighting in an adjustment, by purpose: 'NS', 'EW', 'B', 'C', or 'unless'."""
    match adjustment:
        case SelfInflicted(_, b, c):
            return {"B": b, "C": c}
        case Artificial(unless=unless) if unless:
            return {"unless": unless}
        case _:
            return {side.value: weighting for side, weighting in weightings(adjustment).items()}


def outcomes_without_infraction(adjustment: Adjustment) -> list[Weighting]:
    """Return the weightings of an adjustment for play without the infraction: all but C of Law 12C1(e)."""
    return [weighting for name, weighting in list_weightings(adjustment).items() if name != "C"]


def matter_of(adjustment: Adjustment) -> str | None:
    """Return the matter of the Laws that allows this kind of score; None if the Laws do not mention it."""
    weighted = isinstance(adjustment, Split) and len(adjustment.ns) + len(adjustment.ew) > 2
    return matter_of_kind(adjustment.__struct_config__.tag, weighted=weighted)


def matter_of_kind(kind: object, *, weighted: bool) -> str | None:
    """Return the matter of the Laws that allows a score by its kind ('split'); `weighted`: a split has weights."""
    return _MATTERS.get("weighted" if weighted and kind == "split" else str(kind))


_MATTERS = {
    "rectified": "tricks-transferred",
    "assigned": "assigned-score",
    "weighted": "weighted-score",
    "split": "adjusted-score",
    "self-inflicted": "self-inflicted-damage",
    "claim": "claim",
    "artificial": "artificial-score",
}


def _format_score(value: Fraction) -> str:
    return short_text(value) if (value * 100).denominator == 1 else exact_text(value)
