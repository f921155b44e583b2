"""Swiss mismatches: a contestant met somebody other than its correct opponent (White Book §3.5; golden T11, T12).

Nothing changes unless the two opponents' scores before the round were more than a quarter of a match's victory points
apart, whichever draw was right. Then who met one with more points through no fault of its own has a quarter of the
points and three quarters of its own; who met one with fewer and was at fault loses a quarter of what exceeds a quarter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ledger.events.matches import MismatchFound
from ledger.laws.rounding import short_text
from ledger.projections.meetings import MatchKey
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule

if TYPE_CHECKING:
    from ledger.projections.matches import Match
    from ledger.projections.scoreboard import Scoreboard

_QUARTER = Fraction(1, 4)


def mismatched(scoreboard: Scoreboard, played: Mapping[MatchKey, Match]) -> dict[MatchKey, Match]:
    """The matches with the victory points that mismatches leave; each rests on those of the rounds before it."""
    found: dict[int, list[tuple[int, MismatchFound]]] = {}
    for number, finding in scoreboard.session.findings.facts.items():
        if isinstance(finding, MismatchFound):
            found.setdefault(finding.round, []).append((number, finding))
    now = dict(played)
    for round_ in sorted(found):
        before = {each: points_before(scoreboard, now.values(), each, round_) for each in _concerned(found[round_])}
        for number, finding in found[round_]:
            key = scoreboard.meetings.match_between((finding.contestant, finding.met), round_)
            if key in now:
                now[key] = _adjusted(now[key], number, _Before(before, finding))
    return now


class _Before:
    """What the opponents had before the round of a mismatch: of matches in the session, and beside them."""

    def __init__(self, of_matches: Mapping[str, Fraction], finding: MismatchFound) -> None:
        self.finding = finding
        self._of_matches = of_matches

    def of(self, contestant: str) -> Fraction:
        """All of them."""
        return self._of_matches[contestant] + beside(self.finding, contestant)

    def text(self, contestant: str, when: str = "") -> str:
        """'9.5', '12: 0 of matches here + 12 beside them'; with when that was, after the first number."""
        had = short_text(self.of(contestant), 2) + when
        if not (more := beside(self.finding, contestant)):
            return had
        of_matches, sign = short_text(self._of_matches[contestant], 2), "-" if more < 0 else "+"
        return f"{had}: {of_matches} of matches here {sign} {short_text(abs(more), 2)} beside them"


def beside(finding: MismatchFound, contestant: str) -> Fraction:
    """What a contestant had before the round beside its matches in the session, as it was found."""
    return sum((each.points for each in finding.beside if each.contestant == contestant), Fraction(0))


def _concerned(found: Sequence[tuple[int, MismatchFound]]) -> set[str]:
    return {each for _, finding in found for each in (finding.met, *finding.correct)}


def points_before(scoreboard: Scoreboard, played: Collection[Match], contestant: str, round_: int) -> Fraction:
    """The victory points of a contestant before a round, less what penalties took in a round before it."""
    own = [match for match in played if match.round and match.round < round_ and contestant in match.victory_points]
    penalties = (each.imposed for each in scoreboard.session.penalties_of(contestant) if each.imposed.unit == "VP")
    taken = sum((each.amount for each in penalties if each.round and each.round < round_), Fraction(0))
    return sum((match.victory_points[contestant].value for match in own), Fraction(0)) - taken


def _adjusted(match: Match, number: int, before: _Before) -> Match:
    whose = before.finding.contestant
    if whose not in match.victory_points:
        return match
    quarter = given(match.pool / 4, "a quarter of the points of a match", unit="VP")
    points = _points(match.victory_points[whose], quarter, before)
    points = points.saying(f"{points.text}, {_said(before)}", events=(number,))
    return replace(match, victory_points={**match.victory_points, whose: points}, note=match.note or "mismatch")


def _points(actual: Derivation, quarter: Derivation, before: _Before) -> Derivation:
    """What a mismatch leaves of a contestant's own victory points; a quarter is of those of a match."""
    finding = before.finding
    apart = [before.of(finding.met) - before.of(each) for each in finding.correct]
    more, fewer = min(apart) > quarter.value, max(apart) < -quarter.value
    if more and not finding.at_fault:
        most = derived(Rule.PRODUCT, "three quarters of its own", [given(3 * _QUARTER, "¾"), actual], unit="VP")
        return derived(Rule.SUM, "mismatch, against more points", [quarter, most], unit="VP")
    if fewer and finding.at_fault and actual.value > quarter.value:
        over = derived(Rule.DIFFERENCE, "what exceeds a quarter", [actual, quarter], unit="VP")
        off = derived(Rule.PRODUCT, "a quarter of that", [given(_QUARTER, "¼"), over], unit="VP")
        return derived(Rule.DIFFERENCE, "mismatch, against fewer points", [actual, off], unit="VP")
    against = f"against {'more' if more else 'fewer'} points"
    why = against if more or fewer else f"not more than {short_text(quarter.value)} apart"
    return derived(Rule.SUM, f"mismatch, nothing changes: {why}", [actual], unit="VP")


def _said(before: _Before) -> str:
    """Whom a contestant met instead of whom, what each had before the round, and whose fault it was."""
    finding = before.finding
    correct = " or ".join(f"{each} ({before.text(each)})" for each in finding.correct)
    met = f"{finding.met} ({before.text(finding.met, f' VP before round {finding.round}')})"
    return f"met {met} instead of {correct}, {'' if finding.at_fault else 'not '}at fault"
