"""The kinds of score a director may award on a table's board: a closed union, one class each.

Every class shows itself in the notation it is typed in.
"""

import re
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bridge import Result, Side, Unreadable
from ledger.laws.rounding import exact_text, short_text
from ledger.laws.weighting import Weighting, certain, weighting_text

FLAT_PERCENT = {"A+": 60, "A": 50, "A-": 40}
"""Law 12C2(a): average plus, average and average minus, in per cent of the board's top."""


class Grade(str):
    """An artificial award to one side: 'A+', 'A', 'A-' (Law 12C2, with 12C2(c)), or a fixed per cent: '60'.

    >>> Grade("a+"), Grade("A60"), Grade("avg-")
    (A+, 60, A-)
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Grade":
        """Read a grade; Unreadable (bad-artificial) where it is none."""
        tidy = text.strip().upper().removesuffix("%").replace("AVG", "A").replace("−", "-")
        if tidy in FLAT_PERCENT:
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
        """The award as a fraction of the top, before Law 12C2(c)."""
        return Fraction(FLAT_PERCENT.get(self) or Fraction(self)) / 100

    @property
    def letter(self) -> str:
        """The grade a fixed per cent stands for in IMPs: 60 is A+, 50 is A, 40 is A−; '' for any other."""
        return self if self in FLAT_PERCENT else {"60": "A+", "50": "A", "40": "A-"}.get(self, "")

    @property
    def by_session(self) -> bool:
        """Whether Law 12C2(c) compares it with the contestant's other boards."""
        return self in ("A+", "A-")

    def __repr__(self) -> str:
        return str(self)


class Assigned(Struct, frozen=True, tag="assigned", tag_field="kind"):
    """One result for both sides (Law 12C1(a)–(c))."""

    result: Result

    def __repr__(self) -> str:
        return f"assigned {self.result}"


class Weighted(Struct, frozen=True, tag="weighted", tag_field="kind"):
    """Several outcomes, weighted, the same for both sides (Law 12C1(c))."""

    outcomes: Weighting

    def __repr__(self) -> str:
        return f"weighted {weighting_text(self.outcomes)}"


class Split(Struct, frozen=True, tag="split", tag_field="kind"):
    """Different scores for the two sides, each one result or a weighting (12C1(e), 82C, 11A, 79B3)."""

    ns: Weighting
    ew: Weighting

    def __repr__(self) -> str:
        return f"split NS: {weighting_text(self.ns)}; EW: {weighting_text(self.ew)}"


class Artificial(Struct, frozen=True, tag="artificial", tag_field="kind", omit_defaults=True):
    """Average plus, average, average minus, or a per cent of the top, for each side (Law 12C2).

    `unless` is an assigned score that takes its place, for both sides, where it is better for the side with the
    higher grade: the table result after a fielded psyche, the assigned score of Law 86B2(b).
    """

    ns: Grade
    ew: Grade
    unless: Weighting = ()

    def of(self, side: Side) -> Grade:
        """One side's."""
        return self.ns if side is Side.NS else self.ew

    def __repr__(self) -> str:
        tail = f" unless {weighting_text(self.unless)} is better" if self.unless else ""
        return f"artificial {self.ns}/{self.ew}{tail}"


class Awarded(Struct, frozen=True, tag="awarded", tag_field="kind"):
    """Scores given outright in the unit of the form of scoring; what programs call an override.

    `field`: 'keep' leaves the table result in everyone else's comparison, 'out' takes it away.
    """

    ns: Fraction
    ew: Fraction
    field: Literal["keep", "out"]

    def __repr__(self) -> str:
        where = "in the field" if self.field == "keep" else "out of the field"
        return f"awarded {_score_text(self.ns)}/{_score_text(self.ew)}, {where}"


class Stands(Struct, frozen=True, tag="stands", tag_field="kind"):
    """The table result stands, infraction or not."""

    def __repr__(self) -> str:
        return "the table result stands"


class SelfInflicted(Struct, frozen=True, tag="self-inflicted", tag_field="kind"):
    """Damage that was partly the non-offenders' own doing (Law 12C1(e)).

    A is the table result; `b` what would have happened without the infraction; `c` what would have happened
    with it, but without the non-offenders' extremely serious error or gamble.
    """

    nos: Literal["NS", "EW"]
    b: Weighting
    c: Weighting

    def __repr__(self) -> str:
        return f"self-inflicted by {self.nos}, B: {weighting_text(self.b)}; C: {weighting_text(self.c)}"


class Claim(Struct, frozen=True, tag="claim", tag_field="kind"):
    """A contested claim or concession: a ruling of fact, one result for both sides (Law 70)."""

    result: Result

    def __repr__(self) -> str:
        return f"claim {self.result}"


Adjustment = Assigned | Weighted | Split | Artificial | Awarded | SelfInflicted | Claim | Stands


def rests_on_result(adjustment: Adjustment) -> bool:
    """Whether a score is nothing without the table result: that stands, is A of Law 12C1(e), or stays in the field."""
    return isinstance(adjustment, Stands | SelfInflicted) or (
        isinstance(adjustment, Awarded) and adjustment.field == "keep"
    )


def weightings(adjustment: Adjustment) -> dict[Side, Weighting]:
    """The assigned outcomes of each side; empty where none are assigned."""
    match adjustment:
        case Assigned(result) | Claim(result):
            return dict.fromkeys(Side, certain(result))
        case Weighted(outcomes):
            return dict.fromkeys(Side, outcomes)
        case Split(ns, ew):
            return {Side.NS: ns, Side.EW: ew}
        case Artificial() | Awarded() | SelfInflicted() | Stands():
            return {}


def stated_weightings(adjustment: Adjustment) -> dict[str, Weighting]:
    """Every weighting an adjustment states, by what it is for; each must sum to one and be legal."""
    match adjustment:
        case SelfInflicted(_, b, c):
            return {"B": b, "C": c}
        case Artificial(unless=unless) if unless:
            return {"unless": unless}
        case _:
            return {side.value: weighting for side, weighting in weightings(adjustment).items()}


def law_of(adjustment: Adjustment) -> str | None:
    """The paragraph that allows this kind of score, where the Laws name one."""
    match adjustment:
        case Assigned():
            return "12C1(a)"
        case Weighted():
            return "12C1(c)"
        case Split(ns, ew):
            return "12C1(c)" if len(ns) + len(ew) > 2 else "12C1"
        case SelfInflicted():
            return "12C1(e)"
        case Claim():
            return "70"
        case Artificial():
            return "12C2"
        case Awarded() | Stands():
            return None


def _score_text(value: Fraction) -> str:
    return short_text(value) if (value * 100).denominator == 1 else exact_text(value)
