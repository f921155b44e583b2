"""Law 12C1(e) on a board: what the damaged side scores, its own error or gamble taken out of the damage."""

from fractions import Fraction
from typing import ClassVar, Protocol

from ledger.bridge import Side
from ledger.laws.regulations import Regulations
from ledger.laws.rounding import short_text
from ledger.laws.self_inflicted import damage_case
from ledger.scoring.arithmetic import NUMBERS, Arithmetic, N
from ledger.scoring.line import Damage, Entry, Line, Outcome
from ledger.scoring.rule import Rule


class Board(Protocol):
    """What a board in any form of scoring can say of an outcome."""

    unit: ClassVar[str]
    regulations: Regulations

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """What an outcome is worth."""

    def weighed(self, line: Line, side: Side, entry: Entry, by: Arithmetic[N]) -> N:
        """What an entry is worth."""

    def weigh(self, outcome: Outcome, text: str, worth: N, by: Arithmetic[N]) -> N:
        """The weight of an outcome times what it is worth."""


def damaged_side(board: Board, line: Line, damage: Damage, by: Arithmetic[N]) -> N:
    """What the non-offenders score: B and C weighed first, or the formula for each of their outcomes, then weighed."""
    a = board.weighed(line, damage.nos, damage.a, by)
    if board.regulations.self_inflicted.weighted == "weight-first":
        b, c = (board.weighed(line, damage.nos, entry, by) for entry in (damage.b, damage.c))
        return _formula(board, line, (a, b, c), by)
    parts = [_each(board, line, damage, b, c, a, by) for b in damage.b for c in damage.c]
    text = "the formula for each outcome, weighted"
    return by.derived(Rule.SUM, text, parts, law=line.law, events=line.events, unit=board.unit)


def no_damage(board: Board, line: Line, damage: Damage) -> bool:
    """Whether the table result stands: the others would score no less by it, and the offenders no more."""
    a, b = (board.weighed(line, damage.nos, entry, NUMBERS) for entry in (damage.a, damage.b))
    return b <= a and damaged_side(board, line, damage, NUMBERS) == a


def _each(board: Board, line: Line, damage: Damage, b: Outcome, c: Outcome, a: N, by: Arithmetic[N]) -> N:
    """The formula for one outcome of B with one of C, times the weight of both."""
    without, with_it = (board.worth(line, damage.nos, outcome, by) for outcome in (b, c))
    both = Outcome(b.weight * c.weight, 0)
    formula = _formula(board, line, (a, without, with_it), by)
    return board.weigh(both, f"of B {b.name} with C {c.name}", formula, by)


def _formula(board: Board, line: Line, worths: tuple[N, N, N], by: Arithmetic[N]) -> N:
    parts = [by.saying(each, f"{name}: {by.text(each)}") for name, each in zip("ABC", worths, strict=True)]
    values = [by.value(each) for each in worths]
    return by.derived(
        Rule.SELF_INFLICTED, lambda: _text(*values), parts, law=line.law, events=line.events, unit=board.unit
    )


def _text(a: Fraction, b: Fraction, c: Fraction) -> str:
    case = damage_case(a, b, c).replace("-", " ")
    real, own = short_text(b - c), short_text(c - a)
    return f"{case}: real damage B − C = {real}, self-inflicted C − A = {own}"
