"""What the forms scored in IMPs share: rounding about zero, and average plus and minus in IMPs."""

from collections.abc import Iterable
from fractions import Fraction

from ledger.bridge import Side, imps
from ledger.laws.regulations import BoardRounding
from ledger.scoring.board import ScoredBoard
from ledger.scoring.derivation import Derivation, Rule, derived, given
from ledger.scoring.line import Entry, Line


class ImpBoard(ScoredBoard):
    """A board scored in IMPs; each contestant's IMPs are from its own point of view."""

    unit = "IMP"

    @property
    def rounding(self) -> BoardRounding:
        """As the regulations of IMPs say."""
        return self.regulations.imps.board

    def share(self, line: Line, share: Derivation) -> Derivation:
        """An artificial score is in IMPs already (Law 12C2(b))."""
        return share.saying(share.text, law=line.law, events=line.events)

    def versus(self, own: int, theirs: int) -> Derivation:
        """IMPs for a score against another."""
        parts = [given(own, "own score"), given(theirs, "theirs")]
        return derived(Rule.IMPS, f"{own - theirs:+d} is {imps(own - theirs):+d}", parts, unit=self.unit)


def worth_against(own: int, frequency: dict[int, Fraction | int], side: Side) -> Fraction:
    """The sum of IMPs of a score against scores, each as often as it counts."""
    total: Fraction | int = 0
    for ns_score, weight in frequency.items():
        theirs = ns_score if side is Side.NS else -ns_score
        total += weight * imps(own - theirs)
    return Fraction(total)


def frequencies(entries: Iterable[tuple[Entry, int]]) -> dict[int, Fraction | int]:
    """How often each North–South score counts: `entries` are how tables count, and how many count so."""
    found: dict[int, Fraction | int] = {}
    for entry, tables in entries:
        for outcome in entry:
            found[outcome.ns_score] = found.get(outcome.ns_score, 0) + outcome.weight * tables
    return found
