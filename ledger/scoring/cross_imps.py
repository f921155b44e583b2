"""Cross-IMPs: IMPs against every other result, divided as the regulations say (spec §2.6; golden P09, D23)."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, isqrt

from ledger.bridge import Side
from ledger.laws.regulations import Regulations
from ledger.scoring.board import entry_of
from ledger.scoring.derivation import Derivation, Rule, derived, given
from ledger.scoring.imp_board import ImpBoard, frequencies, worth_against
from ledger.scoring.line import Line, Outcome, by_table


class CrossImpBoard(ImpBoard):
    """A board on which every result is compared with every other."""

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        super().__init__(lines, expected, regulations)
        self.charts = {
            side: frequencies((entry_of(line, side), tables) for line, tables in self.kinds) for side in Side
        }

    @property
    def divisor(self) -> int:
        """What the sum of the comparisons is divided by."""
        results = len(self.compared)
        return max({"none": 1, "comparisons": results - 1, "results": results}[self.regulations.cross_imps.divisor], 1)

    def worth(self, line: Line, side: Side, outcome: Outcome) -> Fraction:
        """Against the whole chart, less what the table itself counts for in it."""
        own = outcome.seen_from(side)
        itself = worth_against(own, frequencies([(entry_of(line, side), 1)]), side)
        return (worth_against(own, self.charts[side], side) - itself) / self.divisor

    def tell(self, line: Line, side: Side, outcome: Outcome) -> Derivation:
        """Table by table."""
        own = outcome.seen_from(side)
        others = [
            self.comparison(own, other, side, self.versus)
            for other in sorted(self.compared, key=by_table)
            if other is not line
        ]
        count = f"{len(others)} other result{'' if len(others) == 1 else 's'}"
        text = f"{outcome.name or 'the score'} {own:+d} against {count}"
        total = derived(Rule.SUM, text, others, events=line.events, unit=self.unit)
        if self.divisor == 1:
            return total
        by = given(self.divisor, self.regulations.cross_imps.divisor)
        return derived(Rule.QUOTIENT, f"divided by {self.regulations.cross_imps.divisor}", [total, by], unit=self.unit)


def ximpq(total: Fraction, results: int) -> int:
    """Whole IMPs of a match at cross-IMPs: the sum divided by √(r(r−1)/2), a half away from zero (golden D24).

    Found without a root: the nearest whole n has (2n − 1)² ≤ 4·total² / (r(r−1)/2) < (2n + 1)².
    """
    if results < 2:
        return 0
    squared = 4 * total * total / Fraction(results * (results - 1), 2)
    nearest = (isqrt(floor(squared)) + 1) // 2
    return nearest if total >= 0 else -nearest
