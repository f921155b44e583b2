"""Sessions of pairs that add up to an event."""

from fractions import Fraction

from tests.oracle.figures import nearest
from tests.oracle.pairs import PairsBoards, Total


def percent_of(session: PairsBoards, who: str, totals: dict[str, Total]) -> tuple[Fraction, int]:
    """A contestant's percentage of a session, of what it is of there but not rounded, and its boards."""
    total = totals[who]
    own = session.rule("total.factoring", "field") == "none"
    most = total.boards if own else max(each.boards for each in totals.values())
    of = total.rounded if session.rule("percent.of", "exact-sum") == "rounded-total" else total.exact
    return 100 * of / (most * session.top), total.boards


def standing(sessions: list[PairsBoards], rules: dict[str, str]) -> dict[str, tuple[Fraction, int]]:
    """Everybody's total and place over these sessions."""
    known, totals = [(session, session.totals()) for session in sessions], {}
    for who in {name for _, found in known for name in found}:
        if rules["adds"] == "matchpoints":
            own = [found[who].rounded for _, found in known if who in found]
            exact = sum(own, Fraction(0))
        else:
            parts = [percent_of(session, who, found) for session, found in known if who in found]
            weights = [boards if rules["weight"] == "boards" else 1 for _, boards in parts]
            exact = sum((percent * weight for (percent, _), weight in zip(parts, weights, strict=True)), Fraction(0))
            exact = exact if rules["weight"] == "sum" else exact / sum(weights)
        totals[who] = nearest(exact, "0.01", "half-up")
    return {who: (total, 1 + sum(1 for each in totals.values() if each > total)) for who, total in totals.items()}
