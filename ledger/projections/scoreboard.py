"""The scoreboard: each contestant's score on each board at one moment, with its derivation; scores for missed matches;
and running totals of matches and sets.

A match is missed if the opponents withdrew after half, or the team sat out. In an all-play-all it is worth the best of
the team's own average, the converse of the withdrawn team's average, and a share of the victory points, rounded up;
without victory points, an average plus on the first boards and an average on the rest (golden U04, U05). A scheduled
sit-out is worth what the regulations say; for pairs that play a half match and sit out the other half, half of that
(golden T15).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase
from ledger.laws.adjustment import Grade
from ledger.laws.rounding import Rounding, RoundTo
from ledger.projections.artificial import MatchKey, ScoresElsewhere, boards_with_dependent_scores
from ledger.projections.match_boards import match_tables, playable, pool, scale
from ledger.projections.matches import Match, score_matches
from ledger.projections.scored_session import ScoredSession
from ledger.projections.tally import NOTHING, TableScores, Tally
from ledger.scoring.derivation import Derivation, Rule, derive, leaf, round_off
from ledger.session import Session, TableBoard
from ledger.session.state import has_left_after_half
from ledger.subjects.participation.facts import ContestantWithdrew, SatOut


class MissedMatch(NamedTuple):
    """A match that a team did not play: the event number and the fact of the sit-out, and the team's score."""

    number: int
    fact: SatOut
    worth: Derivation


def missed_matches(scoreboard: ScoredSession, played: Collection[Match]) -> list[MissedMatch]:
    """Return the matches that have a score without being played; `played`: the matches that were played."""
    missed: list[MissedMatch] = []
    for number, fact in scoreboard.session.participation.all(SatOut):
        opponent = fact.opponent or ""
        lost = fact.opponent is not None and has_left_after_half(scoreboard.session, opponent)
        if not lost and scoreboard.regulations.participation.sit_out == "none":
            continue
        if scale(scoreboard) is None:
            worth = by_boards(scoreboard, fact.boards, lost=lost)
        else:
            own_average = _derive_average(scoreboard, played, fact.contestant, fact.round)
            if lost:
                worth = indemnity(scoreboard, own_average, opponent, _derive_average(scoreboard, played, opponent))
            else:
                worth = _derive_sit_out(scoreboard, pool(scoreboard), own_average)
                met = (match for match in played if match.round == fact.round)
                if fact.boards and not scoreboard.teams and any(fact.contestant in match.teams for match in met):
                    half = leaf(Fraction(1, 2), "½")
                    worth = derive(Rule.PRODUCT, "half a match", [half, worth], unit="VP")
                worth = _round_up(scoreboard, worth)
        reason = Phrase("sat out")
        if lost and scoreboard.session.participation.last(ContestantWithdrew, opponent):
            reason = Phrase("%(opponent)s withdrew", opponent=opponent)
        elif lost:
            reason = Phrase("%(opponent)s was disqualified", opponent=opponent)
        in_round = Phrase(" in round %(round)s", round=fact.round) if fact.round else ""
        text = Phrase("no match%(in_round)s: %(why)s", in_round=in_round, why=reason)
        missed.append(MissedMatch(number, fact, worth.saying(text, events=(number,))))
    return missed


def _derive_sit_out(scoreboard: ScoredSession, match_points: Fraction, own_average: Derivation | None) -> Derivation:
    match scoreboard.regulations.participation.sit_out:
        case "own-average" if own_average:
            return own_average
        case "average-plus":
            parts = [_derive_share(match_points, 60), *([own_average] if own_average else [])]
            return derive(Rule.MAXIMUM, "the better of them", parts, unit="VP")
        case "60%":
            return _derive_share(match_points, 60)
    return _derive_share(match_points, 50)


def indemnity(
    scoreboard: ScoredSession, own: Derivation | None, withdrew: str, theirs: Derivation | None
) -> Derivation:
    """Return the best of a team's average, the converse of the withdrawn team's, and a share of the VPs, rounded up."""
    match_points, parts = pool(scoreboard), [own] if own else []
    if theirs:
        text = Phrase("the converse of %(withdrew)s's average", withdrew=withdrew)
        parts.append(
            derive(Rule.DIFFERENCE, text, [leaf(match_points, "victory points of a match"), theirs], unit="VP")
        )
    parts.append(_derive_share(match_points, scoreboard.regulations.participation.indemnity))
    return _round_up(scoreboard, derive(Rule.MAXIMUM, "the best of them", parts, unit="VP"))


def _derive_share(match_points: Fraction, percent: int) -> Derivation:
    parts = [leaf(Fraction(percent, 100), "share"), leaf(match_points, "victory points of a match")]
    return derive(Rule.PRODUCT, Phrase("%(percent)s%% of the victory points", percent=percent), parts, unit="VP")


def _derive_average(
    scoreboard: ScoredSession, played: Collection[Match], team: str, except_round: int | None = None
) -> Derivation | None:
    matches = (match for match in played if except_round is None or match.round != except_round)
    team_matches = [match for match in matches if match.boards and team in match.teams]
    count = sum((match.pool / pool(scoreboard) for match in team_matches), Fraction(0))
    return average(team, [match.victory_points[team] for match in team_matches], count)


def average(team: str, own: Sequence[Derivation], matches: Fraction | None = None) -> Derivation | None:
    """Return a team's average victory points a match; `matches`: their number, half matches as ½; None without any."""
    if not own:
        return None
    total = derive(Rule.SUM, Phrase.counted("%(number)s match", "%(number)s matches", len(own)), own, unit="VP")
    return derive(
        Rule.QUOTIENT, Phrase("%(team)s's average", team=team), [total, leaf(matches or len(own), "matches")], unit="VP"
    )


def _round_up(scoreboard: ScoredSession, exact: Derivation) -> Derivation:
    unit = "1" if scale(scoreboard) is Rule.VP_DISCRETE else "0.01"
    return round_off(
        exact, Phrase("rounded up to %(unit)s", unit=unit), RoundTo(Fraction(unit), Rounding.HALF_UP, up=True)
    )


def by_boards(scoreboard: ScoredSession, boards: Sequence[int], *, lost: bool) -> Derivation:
    """Return a missed match's score without victory points: A+ or A on all boards; if `lost`, A+ on the first alone."""
    rules = scoreboard.regulations.participation
    plus = rules.indemnity_boards if lost else len(boards) if rules.sit_out in ("60%", "average-plus") else 0
    parts: list[Derivation] = []
    for at, board in enumerate(boards):
        grade = Grade("A+" if at < plus else "A")
        text = Phrase("board %(board)s: %(grade)s", board=board, grade=grade)
        parts.append(scoreboard.artificial.whole(grade).saying(text))
    return derive(Rule.SUM, Phrase("%(parts)s boards", parts=len(parts)), parts, unit=scoreboard.unit)


class Scoreboard(ScoredSession):
    """The scores of a session, computed board by board on demand.

    `before`: an earlier scoreboard of the session, from which unchanged boards are taken over. `beside`: contestants'
    scores in further sessions of the stage, which Law 12C2(c) may need; a session knows its own boards alone.
    """

    def __init__(
        self, session: Session, before: Scoreboard | None = None, beside: ScoresElsewhere | None = None
    ) -> None:
        super().__init__(session, beside)
        self._tallied = _Tallied()
        if before:
            self.reuse_from(before)

    def reuse_from(self, before: Scoreboard) -> None:
        """Take over the scores of all boards that have not changed and do not depend on other boards.

        Nothing is taken over if the expected results, the cancelled contestants or the regulations have changed.
        """
        old, new = before.scoring, self.scoring
        if (old.expected, old.cancelled, before.regulations) != (new.expected, new.cancelled, self.regulations):
            return
        self.artificial.reuse_from(before.artificial)
        graded = boards_with_dependent_scores(self.session) | boards_with_dependent_scores(before.session)
        unchanged = {
            number: scores
            for number, scores in before._boards.items()
            if number not in graded
            and not scores.cancelled
            and self.session.boards.get(number) is before.session.boards[number]
        }
        self._boards |= unchanged
        for name in ("matches", "missed_matches"):  # they rest on the scores that have just been taken over
            vars(self).pop(name, None)
        if not self.in_matches and before.complete:
            self._tallied = _Tallied(before, frozenset(unchanged))

    @cached_property
    def matches(self) -> dict[MatchKey, Match]:
        """Every match, in order of rounds and names; none if contestants are not ranked by matches."""
        return score_matches(self) if self.in_matches else {}

    @cached_property
    def missed_matches(self) -> list[MissedMatch]:
        """Every match that has a score without being played."""
        return missed_matches(self, tuple(self.matches.values())) if self.in_matches else []

    @cached_property
    def tally(self) -> Tally:
        """The sums of pairs' and individuals' scores; only changed boards are added again."""
        changes = [
            (self._tallied.was(number), TableScores(board, self.board(number).pairs, self.board(number).short))
            for number, board in self.session.boards.items()
            if number not in self._tallied.same
        ]
        return Tally(self.session, self.totals, self.top, changes, self._tallied.tally)


class _Tallied:
    """An earlier scoreboard whose tally is continued; `same`: the boards unchanged since."""

    def __init__(self, before: Scoreboard | None = None, same: frozenset[int] = frozenset()) -> None:
        self.same = same
        self.tally = before.tally if before else None
        self._boards = before.session.boards if before else {}
        self._scores = before._boards if before else {}

    def was(self, number: int) -> TableScores:
        """Return the scores of a board in the earlier tally; `NOTHING` if the board was absent."""
        if number not in self._scores:
            return NOTHING
        scores = self._scores[number]
        return TableScores(self._boards[number], scores.pairs, scores.short)


def top_at(scoreboard: Scoreboard, played: TableBoard) -> Fraction | None:
    """Return the top of a board at a table, smaller if the table lacks part of the top; None in IMPs."""
    missing_part = scoreboard.board(played.board).short.get(played.seating, 0)
    return scoreboard.top if scoreboard.top is None else scoreboard.top * (1 - missing_part)


Sitting = tuple[Side, TableBoard]


def boards_of(scoreboard: Scoreboard, contestant: str) -> Sequence[Sitting]:
    """Return a contestant's boards in order, boards sat out or not played included, each with the side it sat on."""
    return _map_sittings(scoreboard).get(contestant, ())


@lru_cache(maxsize=1)  # one pass over the boards serves all totals and cards
def _map_sittings(scoreboard: Scoreboard) -> dict[str, list[Sitting]]:
    sittings: dict[str, list[Sitting]] = {}
    for played in scoreboard.session.table_boards():
        for side in Side:
            for contestant in dict.fromkeys(played.seating.contestants(side)):
                sittings.setdefault(contestant, []).append((side, played))
    return sittings


class MatchSet(NamedTuple):
    """A set of a knockout match: its round (0: not recorded), how many boards count, and both sides' scores."""

    round: int
    boards: int
    scores: dict[str, Fraction]


def totals_after_matches(scoreboard: Scoreboard) -> dict[MatchKey, dict[str, Fraction]]:
    """Return both sides' running totals after each match, in VPs or net score; {} for one round, or in a knockout."""
    matches = [(key, match) for key, match in scoreboard.matches.items() if match.boards]
    if scoreboard.form.one_match or len({key[0] for key, _ in matches}) < 2:
        return {}
    earned: dict[int, list[tuple[str, Fraction]]] = {}
    for (round_, _), match in matches:
        earned.setdefault(round_, []).extend(
            (team, (match.victory_points if scale(scoreboard) else match.nets)[team].value) for team in match.teams
        )
    for missed in scoreboard.missed_matches:
        earned.setdefault(missed.fact.round or 0, []).append((missed.fact.contestant, missed.worth.value))
    totals, totals_by_match = dict[str, Fraction](), dict[MatchKey, dict[str, Fraction]]()
    for round_ in sorted(earned):
        for team, worth in earned[round_]:
            totals[team] = totals.get(team, Fraction(0)) + worth
        totals_by_match |= {
            key: {team: totals[team] for team in match.teams} for key, match in matches if key[0] == round_
        }
    return totals_by_match


def knockout_sets(scoreboard: Scoreboard) -> dict[MatchKey, list[MatchSet]]:
    """Return the sets of each knockout match that was played in several sets, in order."""
    if not scoreboard.form.one_match:
        return {}
    sets_by_match: dict[MatchKey, list[MatchSet]] = {}
    for tables in match_tables(scoreboard):
        match, sets = scoreboard.matches[tables.key], list[MatchSet]()
        for round_, group in groupby(sorted(tables.by_round.items()), key=lambda each: each[0][0]):
            played = playable([each for _, each in group], tables.finding)
            counted = [each for each in played if scoreboard.counts(each)]
            scores = {}
            for team in match.teams:
                values = [scoreboard.value(each, Side.NS if each.seating.ns == team else Side.EW) for each in counted]
                if match.balanced:
                    values = [max(value, Fraction(0)) for value in values]
                scores[team] = sum(values, Fraction(0))
            sets.append(MatchSet(round_, len(counted), scores))
        if len(sets) > 1:
            sets_by_match[tables.key] = sets
    return sets_by_match
