"""What a team has for a match that it could not play: its opponents withdrew after half, or it sat out.

In an all-play-all that is the best of its own average, the converse of the average of who withdrew, and a share of the
victory points, rounded upward; where there are none, an average plus on the first boards and an average on the rest
(golden U04, U05). A scheduled sit-out is worth what the regulations say; of pairs who play a half match in the round
and sit out the other half, half of that (golden T15).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.facts.participation import ContestantWithdrew, SatOut
from ledger.labels.phrases import Phrase
from ledger.laws.adjustment import Grade
from ledger.laws.rounding import Rounding, RoundTo
from ledger.projections.matches import Match
from ledger.projections.scored_session import ScoredSession
from ledger.projections.victory_points import pool, scale
from ledger.scoring.derivation import Derivation, Rule, derived, given, rounded
from ledger.session.state import stage_of


class MissedMatch(NamedTuple):
    """A match a team did not play, the number of the event that says so, and what it has for it."""

    number: int
    fact: SatOut
    worth: Derivation


def missed_matches(scoreboard: ScoredSession, played: Collection[Match]) -> list[MissedMatch]:
    """Every match somebody could not play and has a score for, beside those `played`."""
    found = (_missed(scoreboard, played, number, fact) for number, fact in scoreboard.session.participation.all(SatOut))
    return [each for each in found if each is not None]


def _missed(scoreboard: ScoredSession, played: Collection[Match], number: int, fact: SatOut) -> MissedMatch | None:
    participation, rules = scoreboard.session.participation, scoreboard.regulations.participation
    withdrew = participation.last(ContestantWithdrew, fact.opponent) if fact.opponent else None
    lost = withdrew is not None and not stage_of(scoreboard.session, withdrew[1]).before_half
    if not lost and rules.sit_out == "none":
        return None
    if scale(scoreboard) is None:
        worth = by_boards(scoreboard, fact.boards, lost=lost)
    else:
        worth = _by_points(scoreboard, played, fact, lost=lost)
    why = Phrase("%(opponent)s withdrew", opponent=fact.opponent) if lost else Phrase("sat out")
    in_round = Phrase(" in round %(round)s", round=fact.round) if fact.round else ""
    return MissedMatch(
        number,
        fact,
        worth.saying(Phrase("no match%(in_round)s: %(why)s", in_round=in_round, why=why), events=(number,)),
    )


def _by_points(scoreboard: ScoredSession, played: Collection[Match], fact: SatOut, *, lost: bool) -> Derivation:
    whole, own = pool(scoreboard), _average(scoreboard, played, fact.contestant, fact.round)
    if not lost:
        missed = _sat_out(scoreboard, whole, own)
        if _plays_half(scoreboard, played, fact):
            missed = derived(Rule.PRODUCT, "half a match", [given(Fraction(1, 2), "½"), missed], unit="VP")
        return _upward(scoreboard, missed)
    return indemnity(scoreboard, own, fact.opponent or "", _average(scoreboard, played, fact.opponent or ""))


def _sat_out(scoreboard: ScoredSession, whole: Fraction, own: Derivation | None) -> Derivation:
    """What a match that is sat out as scheduled is worth by the regulations."""
    match scoreboard.regulations.participation.sit_out:
        case "own-average" if own:
            return own
        case "average-plus":
            parts = [_share(whole, 60), *([own] if own else [])]
            return derived(Rule.MAXIMUM, "the better of them", parts, unit="VP")
        case "60%":
            return _share(whole, 60)
    return _share(whole, 50)


def _plays_half(scoreboard: ScoredSession, played: Collection[Match], fact: SatOut) -> bool:
    """Whether a pair that sits out these boards of a round plays a match on its others."""
    met = (match for match in played if match.round == fact.round)
    return bool(fact.boards) and not scoreboard.teams and any(fact.contestant in match.teams for match in met)


def indemnity(
    scoreboard: ScoredSession, own: Derivation | None, withdrew: str, theirs: Derivation | None
) -> Derivation:
    """The best of a team's own average, the converse of the average of who withdrew, and a share; rounded upward."""
    whole, parts = pool(scoreboard), [own] if own else []
    if theirs:
        text = Phrase("the converse of %(withdrew)s's average", withdrew=withdrew)
        parts.append(derived(Rule.DIFFERENCE, text, [given(whole, "victory points of a match"), theirs], unit="VP"))
    parts.append(_share(whole, scoreboard.regulations.participation.indemnity))
    return _upward(scoreboard, derived(Rule.MAXIMUM, "the best of them", parts, unit="VP"))


def _share(whole: Fraction, percent: int) -> Derivation:
    parts = [given(Fraction(percent, 100), "share"), given(whole, "victory points of a match")]
    return derived(Rule.PRODUCT, Phrase("%(percent)s%% of the victory points", percent=percent), parts, unit="VP")


def _average(
    scoreboard: ScoredSession, played: Collection[Match], team: str, but: int | None = None
) -> Derivation | None:
    """A team's average over its matches in all rounds but one, half matches counting half; None where it has none."""
    matches = (match for match in played if but is None or match.round != but)
    own = [match for match in matches if match.boards and team in match.teams]
    whole = sum((match.pool / pool(scoreboard) for match in own), Fraction(0))
    return average(team, [match.victory_points[team] for match in own], whole)


def average(team: str, own: Sequence[Derivation], matches: Fraction | None = None) -> Derivation | None:
    """The average of a team's matches, which make so many whole ones; None where it has none."""
    if not own:
        return None
    total = derived(Rule.SUM, Phrase.counted("%(number)s match", "%(number)s matches", len(own)), own, unit="VP")
    return derived(
        Rule.QUOTIENT,
        Phrase("%(team)s's average", team=team),
        [total, given(matches or len(own), "matches")],
        unit="VP",
    )


def _upward(scoreboard: ScoredSession, exact: Derivation) -> Derivation:
    """Rounded upward, to whole victory points where matches have whole ones."""
    unit = "1" if scale(scoreboard) is Rule.VP_DISCRETE else "0.01"
    return rounded(
        exact, Phrase("rounded up to %(unit)s", unit=unit), RoundTo(Fraction(unit), Rounding.HALF_UP, up=True)
    )


def by_boards(scoreboard: ScoredSession, boards: Sequence[int], *, lost: bool) -> Derivation:
    """An average plus or an average for each board of the match that would have been."""
    parts = [
        scoreboard.artificial.whole(grade).saying(Phrase("board %(board)s: %(grade)s", board=board, grade=grade))
        for board, grade in zip(boards, _grades(scoreboard, len(boards), lost=lost), strict=True)
    ]
    return derived(Rule.SUM, Phrase("%(parts)s boards", parts=len(parts)), parts, unit=scoreboard.unit)


def _grades(scoreboard: ScoredSession, boards: int, *, lost: bool) -> Iterator[Grade]:
    rules = scoreboard.regulations.participation
    plus = rules.indemnity_boards if lost else boards if rules.sit_out in ("60%", "average-plus") else 0
    return (Grade("A+" if at < plus else "A") for at in range(boards))
