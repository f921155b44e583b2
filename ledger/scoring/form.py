"""The properties each form of scoring states, so that no further code lists the forms; and Law 12C1(e) in any form: the
score of a side whose own error or gamble is taken out of its damage.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Literal, Protocol, TypeVar

from ledger.bridge import Side
from ledger.labels import Phrase, phrase_of
from ledger.laws.adjustment import damage_case
from ledger.laws.regulations import BoardRounding, Regulations, Totals
from ledger.laws.rounding import short_text
from ledger.scoring.derivation import NUMBERS, Arithmetic, N, Rule
from ledger.scoring.line import Damage, Entry, Line, Outcome, Seating

T = TypeVar("T")

_SCALES = {"continuous": Rule.VP_CONTINUOUS, "discrete": Rule.VP_DISCRETE, "table": Rule.VP_TABLE}

MOST_IMPS = 24
"""The end of the IMP scale (Law 78B)."""


class Form:
    """The properties of a form of scoring; the defaults are those of pairs scored in IMPs."""

    name: ClassVar[str]
    """The name of the form: 'butler'."""

    unit: ClassVar[str] = "IMP"
    """The unit of a board's score: 'MP', 'IMP', or 'points' at board-a-match and at total points."""

    rooms: ClassVar[int] = 1
    """The number of tables at which a contestant plays a board: two for teams of four, four for teams of eight."""

    one_match: ClassVar[bool] = False
    """True if all boards of two teams are one match, with a carry-over, whatever the round."""

    of_a_field: ClassVar[bool] = False
    """True if a score is compared with all results of its board, and so depends on how many are expected."""

    balanced: ClassVar[bool] = True
    """True if the two scores of a table add up to the top, or to zero in IMPs."""

    matters: ClassVar[tuple[str, ...]] = ("artificial-in-imps",)
    """The Laws that apply to this form but not to all."""

    penalty_units: ClassVar[tuple[str, ...]] = ("IMP",)
    """The units of penalties."""

    @classmethod
    def teams(cls) -> bool:
        """Return whether contestants are teams."""
        return cls.rooms > 1

    @classmethod
    def other_tables(cls, board: Mapping[Seating, T], seating: Seating) -> list[T]:
        """Return the values in `board` of the further tables that a team's score at `seating` needs; [] for pairs."""
        return []

    @classmethod
    def verdict(cls, margin: int) -> int | None:
        """Return the IMPs of a margin in points, or its sign; None if the score depends on more than the margin."""
        return None

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction | None:
        """Return the best possible score on a board with so many results; None in IMPs, which have no top."""
        return None

    @classmethod
    def board_rounding(cls, regulations: Regulations) -> BoardRounding:
        """Return the rounding of one contestant's score on one board."""
        return regulations.imps.board if cls.teams() else regulations.imps.last

    @classmethod
    def totals(cls, regulations: Regulations) -> Totals:
        """Return the rules to factor and round session totals."""
        return regulations.imps.total

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """Return the rule to convert a match score into victory points; None if the score is not converted."""
        return None

    @classmethod
    def units_of_penalties(cls, regulations: Regulations) -> tuple[str, ...]:
        """Return the permitted units of penalties; victory points only if matches are converted into them."""
        units = cls.penalty_units
        return units if "VP" in units or cls.victory_points(regulations) is None else (*units, "VP")

    @classmethod
    def in_matches(cls, regulations: Regulations) -> bool:
        """Return whether matches rank the contestants: teams, or pairs whose matches become victory points."""
        return cls.teams() or cls.victory_points(regulations) is not None

    @classmethod
    def cancels_lone_results(cls, expected: int, regulations: Regulations) -> bool:
        """Return whether a result without any comparison is cancelled, and counts as average plus."""
        return False

    @classmethod
    def comparisons(cls, expected: int, regulations: Regulations) -> int:
        """Return how many comparisons a score adds up undivided; an average plus is 3 IMPs for each (golden P17)."""
        return 1

    @classmethod
    def awardable(cls, expected: int, regulations: Regulations) -> tuple[Fraction, Fraction]:
        """Return the least and the most score that may be awarded outright to a side on a board."""
        top = cls.top(expected, regulations)
        most = Fraction(MOST_IMPS * cls.comparisons(expected, regulations))
        return (-most, most) if top is None else (Fraction(0), top)

    @classmethod
    def counted(cls, line: Line, side: Side, regulations: Regulations) -> Entry:
        """Return a table's weighted outcomes, with which a side's scores at other tables are compared; () for none."""
        return line.entry(side) if line.in_field(side) else ()


def comparison_text(outcome: Outcome, own: int, others: int) -> Phrase:
    """Format an outcome, its score `own` and the number of other results: '4SN= +420 against 2 other results'."""
    return Phrase.counted(
        "%(name)s %(own)s against %(number)s other result",
        "%(name)s %(own)s against %(number)s other results",
        others,
        name=outcome.name or Phrase("the score"),
        own=f"{own:+d}",
    )


def imp_scale(regulations: Regulations) -> Rule | None:
    """Return the rule that converts the IMPs of a match into victory points; None if the regulations have none."""
    return _SCALES.get(regulations.matches.vp)


def score_itself(regulations: Regulations) -> Rule | None:
    """Return the rule that takes a match's score for its victory points, if something else is added to them."""
    return Rule.SUM if regulations.matches.further_forms else None


def sign(margin: int) -> int:
    """Return 1 for a positive margin (a win), 0 for a tie, −1 for a loss."""
    return (margin > 0) - (margin < 0)


Letter = Literal["a", "b", "c"]
"""A: the table result; B: the board without the infraction; C: with the infraction, without the error or gamble."""

_B_AND_C: tuple[Letter, Letter] = ("b", "c")


class Board(Protocol):
    """A board on which outcomes A, B and C of Law 12C1(e) have a worth, as `damaged_side` needs it."""

    unit: ClassVar[str]
    regulations: Regulations

    def stated(self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]) -> N:
        """Return the worth of outcome A, B or C of Law 12C1(e)."""

    def stated_outcomes(
        self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]
    ) -> Sequence[tuple[Outcome, N]]:
        """Return each outcome in A, B or C of Law 12C1(e) with its worth."""

    def weigh(self, outcome: Outcome, text: str, worth: N, by: Arithmetic[N]) -> N:
        """Return an outcome's worth multiplied by its weight."""


def damaged_side(board: Board, line: Line, damage: Damage, by: Arithmetic[N]) -> N:
    """Return the non-offenders' score by Law 12C1(e): B and C weighted before or after the formula, as regulated."""
    a = board.stated(line, damage, "a", by)
    if board.regulations.self_inflicted.weighted == "weight-first":
        return _formula(board, line, (a, board.stated(line, damage, "b", by), board.stated(line, damage, "c", by)), by)
    without_infraction, with_infraction = (board.stated_outcomes(line, damage, letter, by) for letter in _B_AND_C)
    parts: list[N] = []
    for b, b_worth in without_infraction:
        for c, c_worth in with_infraction:
            formula = _formula(board, line, (a, b_worth, c_worth), by)
            both = Phrase("of B %(name)s with C %(other)s", name=b.called, other=c.called)
            parts.append(board.weigh(Outcome(b.weight * c.weight, 0), both, formula, by))
    text = "the formula for each outcome, weighted"
    return by.derived(Rule.SUM, text, parts, law=line.law, events=line.events, unit=board.unit)


def no_damage(board: Board, line: Line, damage: Damage) -> bool:
    """Return whether there was no damage: B is worth no more than the table result, and the formula gives no more."""
    a, b = board.stated(line, damage, "a", NUMBERS), board.stated(line, damage, "b", NUMBERS)
    return b <= a and damaged_side(board, line, damage, NUMBERS) == a


def _formula(board: Board, line: Line, worths: tuple[N, N, N], by: Arithmetic[N]) -> N:
    parts = [
        by.saying(each, Phrase("%(letter)s: %(what)s", letter=name, what=phrase_of(by.text(each))))
        for name, each in zip("ABC", worths, strict=True)
    ]
    values = [by.value(each) for each in worths]

    def text() -> str:
        a, b, c = values
        return Phrase(
            "%(case)s: real damage B − C = %(real)s, self-inflicted C − A = %(own)s",
            case=_CASES[damage_case(a, b, c)],
            real=short_text(b - c),
            own=short_text(c - a),
        )

    return by.derived(Rule.SELF_INFLICTED, text, parts, law=line.law, events=line.events, unit=board.unit)


_CASES = {
    "no-damage": Phrase("no damage"),
    "all-self-inflicted": Phrase("all self inflicted"),
    "no-self-inflicted": Phrase("no self inflicted"),
    "partial": Phrase("partial"),
}
