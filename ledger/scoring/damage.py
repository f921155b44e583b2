"""Law 12C1(e) on a board: what the damaged side scores, its own error or gamble taken out of the damage."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Literal, Protocol

from ledger.labels.phrases import Phrase, phrase_of
from ledger.laws.adjustment import damage_case
from ledger.laws.regulations import Regulations
from ledger.laws.rounding import short_text
from ledger.scoring.derivation import NUMBERS, Arithmetic, N, Rule
from ledger.scoring.line import Damage, Line, Outcome

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
    parts = [_each(board, line, a, b, c, by) for b in without for c in with_it]
    text = "the formula for each outcome, weighted"
    return by.derived(Rule.SUM, text, parts, law=line.law, events=line.events, unit=board.unit)


def no_damage(board: Board, line: Line, damage: Damage) -> bool:
    """Whether the table result stands: the others would score no less by it, and the offenders no more."""
    a, b = board.stated(line, damage, "a", NUMBERS), board.stated(line, damage, "b", NUMBERS)
    return b <= a and damaged_side(board, line, damage, NUMBERS) == a


def _each(board: Board, line: Line, a: N, b: tuple[Outcome, N], c: tuple[Outcome, N], by: Arithmetic[N]) -> N:
    """The formula for one outcome of B with one of C, times the weight of both."""
    (without, b_worth), (with_it, c_worth) = b, c
    formula = _formula(board, line, (a, b_worth, c_worth), by)
    both = Outcome(without.weight * with_it.weight, 0)
    return board.weigh(
        both, Phrase("of B %(name)s with C %(other)s", name=without.called, other=with_it.called), formula, by
    )


def _formula(board: Board, line: Line, worths: tuple[N, N, N], by: Arithmetic[N]) -> N:
    parts = [
        by.saying(each, Phrase("%(letter)s: %(what)s", letter=name, what=phrase_of(by.text(each))))
        for name, each in zip("ABC", worths, strict=True)
    ]
    values = [by.value(each) for each in worths]
    return by.derived(
        Rule.SELF_INFLICTED, lambda: _text(*values), parts, law=line.law, events=line.events, unit=board.unit
    )


_CASES = {
    "no-damage": Phrase("no damage"),
    "all-self-inflicted": Phrase("all self inflicted"),
    "no-self-inflicted": Phrase("no self inflicted"),
    "partial": Phrase("partial"),
}


def _text(a: Fraction, b: Fraction, c: Fraction) -> str:
    case = _CASES[damage_case(a, b, c)]
    real, own = short_text(b - c), short_text(c - a)
    return Phrase(
        "%(case)s: real damage B − C = %(real)s, self-inflicted C − A = %(own)s", case=case, real=real, own=own
    )
