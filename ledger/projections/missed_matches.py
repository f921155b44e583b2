"""What a team has for a match that it could not play: its opponents withdrew after half, or it sat out.

In an all-play-all that is the best of its own average, the converse of the average of who withdrew, and a share of the
victory points, rounded upward; where there are none, an average plus on the first boards and an average on the rest
(golden U04, U05).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ledger.facts.participation import ContestantWithdrew, SatOut
from ledger.laws.adjustment import Grade
from ledger.laws.rounding import Rounding, RoundTo
from ledger.projections.victory_points import pool, scale
from ledger.scoring.derivation import Derivation, Rule, derived, given, rounded
from ledger.session.state import stage_of

if TYPE_CHECKING:
    from ledger.projections.scoreboard import Scoreboard


class MissedMatch(NamedTuple):
    """A match a team did not play, the number of the event that says so, and what it has for it."""

    number: int
    fact: SatOut
    worth: Derivation


def missed_matches(scoreboard: Scoreboard) -> list[MissedMatch]:
    """Every match somebody could not play and has a score for; `Scoreboard.missed_matches` keeps them."""
    found = (_missed(scoreboard, number, fact) for number, fact in scoreboard.session.participation.all(SatOut))
    return [each for each in found if each is not None]


def _missed(scoreboard: Scoreboard, number: int, fact: SatOut) -> MissedMatch | None:
    participation, rules = scoreboard.session.participation, scoreboard.regulations.participation
    withdrew = participation.last(ContestantWithdrew, fact.opponent) if fact.opponent else None
    lost = withdrew is not None and not stage_of(scoreboard.session, withdrew[1]).before_half
    if not lost and rules.sit_out == "none":
        return None
    if scale(scoreboard) is None:
        worth = by_boards(scoreboard, fact.boards, lost=lost)
    else:
        worth = _by_points(scoreboard, fact, lost=lost)
    why = f"{fact.opponent} withdrew" if lost else "sat out"
    in_round = f" in round {fact.round}" if fact.round else ""
    return MissedMatch(number, fact, worth.saying(f"no match{in_round}: {why}", events=(number,)))


def _by_points(scoreboard: Scoreboard, fact: SatOut, *, lost: bool) -> Derivation:
    whole, own = pool(scoreboard), _average(scoreboard, fact.contestant)
    rule = "indemnity" if lost else scoreboard.regulations.participation.sit_out
    if rule == "own-average" and own:
        return _upward(scoreboard, own)
    if rule != "indemnity":
        return _upward(scoreboard, _share(whole, 60 if rule == "60%" else 50))
    return indemnity(scoreboard, own, fact.opponent or "", _average(scoreboard, fact.opponent or ""))


def indemnity(scoreboard: Scoreboard, own: Derivation | None, withdrew: str, theirs: Derivation | None) -> Derivation:
    """The best of a team's own average, the converse of the average of who withdrew, and a share; rounded upward."""
    whole, parts = pool(scoreboard), [own] if own else []
    if theirs:
        text = f"the converse of {withdrew}'s average"
        parts.append(derived(Rule.DIFFERENCE, text, [given(whole, "victory points of a match"), theirs], unit="VP"))
    parts.append(_share(whole, scoreboard.regulations.participation.indemnity))
    return _upward(scoreboard, derived(Rule.MAXIMUM, "the best of them", parts, unit="VP"))


def _share(whole: Fraction, percent: int) -> Derivation:
    parts = [given(Fraction(percent, 100), "share"), given(whole, "victory points of a match")]
    return derived(Rule.PRODUCT, f"{percent}% of the victory points", parts, unit="VP")


def _average(scoreboard: Scoreboard, team: str) -> Derivation | None:
    """A team's average over its matches; None where it has none."""
    own = [match.victory_points[team] for match in scoreboard.matches.values() if match.boards and team in match.teams]
    return average(team, own)


def average(team: str, own: Sequence[Derivation]) -> Derivation | None:
    """The average of a team's matches; None where it has none."""
    if not own:
        return None
    total = derived(Rule.SUM, f"{len(own)} match{'' if len(own) == 1 else 'es'}", own, unit="VP")
    return derived(Rule.QUOTIENT, f"{team}'s average", [total, given(len(own), "matches")], unit="VP")


def _upward(scoreboard: Scoreboard, exact: Derivation) -> Derivation:
    """Rounded upward, to whole victory points where matches have whole ones."""
    unit = "1" if scale(scoreboard) is Rule.VP_DISCRETE else "0.01"
    return rounded(exact, f"rounded up to {unit}", RoundTo(Fraction(unit), Rounding.HALF_UP, up=True))


def by_boards(scoreboard: Scoreboard, boards: Sequence[int], *, lost: bool) -> Derivation:
    """An average plus or an average for each board of the match that would have been."""
    parts = [
        scoreboard.artificial.whole(grade).saying(f"board {board}: {grade}")
        for board, grade in zip(boards, _grades(scoreboard, len(boards), lost=lost), strict=True)
    ]
    return derived(Rule.SUM, f"{len(parts)} boards", parts, unit=scoreboard.unit)


def _grades(scoreboard: Scoreboard, boards: int, *, lost: bool) -> Iterator[Grade]:
    rules = scoreboard.regulations.participation
    plus = rules.indemnity_boards if lost else boards if rules.sit_out == "60%" else 0
    return (Grade("A+" if at < plus else "A") for at in range(boards))
