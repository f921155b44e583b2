"""What a form of scoring states about itself, so that nobody else need know which forms there are; and Law 12C1(e) on a
board of any form: what the damaged side scores, its own error or gamble taken out of the damage.
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
"""The IMP scale ends there (Law 78B)."""


class Form:
    """The facts of one form of scoring; those stated here are of a form in IMPs whose contestants are pairs."""

    name: ClassVar[str]
    """What the office calls it: 'butler'."""

    unit: ClassVar[str] = "IMP"
    """What a board is scored in: 'MP', 'IMP', or 'points' at board-a-match."""

    rooms: ClassVar[int] = 1
    """At how many tables a contestant plays a board: teams of four at two, in two rooms."""

    one_match: ClassVar[bool] = False
    """Whether all boards two teams play are one match, with a carry-over, whatever the round."""

    of_a_field: ClassVar[bool] = False
    """Whether a score depends on how many results its board should have, since it is compared with all of them."""

    balanced: ClassVar[bool] = True
    """Whether what one side scores on a board the other does not: of the top, or of nothing in IMPs."""

    laws: ClassVar[tuple[str, ...]] = ("12C2(b)",)
    """The laws that fit only some forms, of which this is one."""

    penalty_units: ClassVar[tuple[str, ...]] = ("IMP",)
    """What a penalty may be in."""

    @classmethod
    def teams(cls) -> bool:
        """Whether contestants are teams."""
        return cls.rooms > 1

    @classmethod
    def other_tables(cls, board: Mapping[Seating, T], seating: Seating) -> list[T]:
        """What stands for the other tables whose results make a contestant's score on a board, where there are some."""
        return []

    @classmethod
    def verdict(cls, margin: int) -> int | None:
        """All that a score depends on of its margin over each it is compared with; None where it depends on more."""
        return None

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction | None:
        """What the best possible score on a board of so many results earns; None where there is none: in IMPs."""
        return None

    @classmethod
    def board_rounding(cls, regulations: Regulations) -> BoardRounding:
        """To what one contestant's score on one board is rounded."""
        return regulations.imps.board if cls.teams() else regulations.imps.last

    @classmethod
    def totals(cls, regulations: Regulations) -> Totals:
        """How session totals are factored and rounded."""
        return regulations.imps.total

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """How the score of a match becomes victory points; None where it is a total as it is."""
        return None

    @classmethod
    def units_of_penalties(cls, regulations: Regulations) -> tuple[str, ...]:
        """What a penalty may be in: in victory points too, where matches are converted."""
        own = cls.penalty_units
        return own if "VP" in own or cls.victory_points(regulations) is None else (*own, "VP")

    @classmethod
    def in_matches(cls, regulations: Regulations) -> bool:
        """Whether contestants are ranked by their matches: teams are, and pairs whose matches are converted."""
        return cls.teams() or cls.victory_points(regulations) is not None

    @classmethod
    def cancels_lone_results(cls, expected: int, regulations: Regulations) -> bool:
        """Whether a result that has no other to be compared with is cancelled, and counts as average plus."""
        return False

    @classmethod
    def comparisons(cls, expected: int, regulations: Regulations) -> int:
        """How many comparisons a score sums up undivided: what an average of 3 IMPs is times (golden P17)."""
        return 1

    @classmethod
    def awardable(cls, expected: int, regulations: Regulations) -> tuple[Fraction, Fraction]:
        """The least and the most a score given outright may be: in IMPs, of every comparison it sums up undivided."""
        top = cls.top(expected, regulations)
        most = Fraction(MOST_IMPS * cls.comparisons(expected, regulations))
        return (-most, most) if top is None else (Fraction(0), top)

    @classmethod
    def counted(cls, line: Line, side: Side, regulations: Regulations) -> Entry:
        """How a line counts for the others of a side's field; nothing where it is outside."""
        return line.entry(side) if line.in_field(side) else ()


def against_others(outcome: Outcome, own: int, others: int) -> Phrase:
    """An outcome, worth `own` to a side, against so many other results: '4SN= +420 against 2 other results'."""
    return Phrase.counted(
        "%(name)s %(own)s against %(number)s other result",
        "%(name)s %(own)s against %(number)s other results",
        others,
        name=outcome.name or Phrase("the score"),
        own=f"{own:+d}",
    )


def imp_scale(regulations: Regulations) -> Rule | None:
    """The scale IMPs of a match are converted by; None where the regulations leave them as they are."""
    return _SCALES.get(regulations.matches.vp)


def sign(margin: int) -> int:
    """A win, a tie, a loss: 1, 0, −1."""
    return (margin > 0) - (margin < 0)


Letter = Literal["a", "b", "c"]
"""The table result, the board without the infraction, the board with it but without the error or gamble."""

_B_AND_C: tuple[Letter, Letter] = ("b", "c")


class Board(Protocol):
    """What a board in any form of scoring can say of A, B and C."""

    unit: ClassVar[str]
    regulations: Regulations

    def stated(self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]) -> N:
        """What one of them is worth."""

    def stated_outcomes(
        self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]
    ) -> Sequence[tuple[Outcome, N]]:
        """What each outcome of one of them is worth."""

    def weigh(self, outcome: Outcome, text: str, worth: N, by: Arithmetic[N]) -> N:
        """The weight of an outcome times what it is worth."""


def damaged_side(board: Board, line: Line, damage: Damage, by: Arithmetic[N]) -> N:
    """What the non-offenders score: B and C weighed first, or the formula for each of their outcomes, then weighed."""
    a = board.stated(line, damage, "a", by)
    if board.regulations.self_inflicted.weighted == "weight-first":
        return _formula(board, line, (a, board.stated(line, damage, "b", by), board.stated(line, damage, "c", by)), by)
    without, with_it = (board.stated_outcomes(line, damage, letter, by) for letter in _B_AND_C)
    parts: list[N] = []
    for b, b_worth in without:
        for c, c_worth in with_it:
            formula = _formula(board, line, (a, b_worth, c_worth), by)
            both = Phrase("of B %(name)s with C %(other)s", name=b.called, other=c.called)
            parts.append(board.weigh(Outcome(b.weight * c.weight, 0), both, formula, by))
    text = "the formula for each outcome, weighted"
    return by.derived(Rule.SUM, text, parts, law=line.law, events=line.events, unit=board.unit)


def no_damage(board: Board, line: Line, damage: Damage) -> bool:
    """Whether the table result stands: the others would score no less by it, and the offenders no more."""
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
