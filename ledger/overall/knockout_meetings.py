"""The meetings of two sides of a knockout: their segments over all sittings, scored as one match.

The IMPs of all segments are added up for each side; carry-over and fines count once. Where a board does not balance,
each side has its own total. Points are carried in by a session (`session carry-over`), or else by a rule of the
tournament; a session's carry-over for either side replaces the rule for both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ledger.labels import Phrase
from ledger.overall.field_of_play import session_matches
from ledger.overall.scores import TournamentScores
from ledger.projections.match_boards import MatchTables, first_matches, match_tables
from ledger.projections.matches import Match
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import Derivation, Rule, derive, leaf
from ledger.session.settled import is_board_cancelled, replacements
from ledger.subjects.brackets.facts import KnockoutDecided
from ledger.subjects.tournaments.facts import SessionAdded


@dataclass(frozen=True)
class Segment:
    """The play of two sides in one session.

    `missing`: the number of boards not yet scored in all rooms, 0 once the session is closed. `carried`: the carry-over
    of each side, in its first match of the session.
    """

    of: SessionAdded
    teams: tuple[str, str]
    match: Match
    missing: int
    carried: dict[str, Derivation]
    unit: str

    def score(self, team: str, *, net: bool) -> Derivation:
        """Return a side's score with its carry-over and penalties; `net`: boards lost are deducted."""
        score = (self.match.nets if net else self.match.scores)[self.match.teams[self.teams.index(team)]]
        return score.saying(
            Phrase(
                "sitting %(sitting)s, %(session)s: %(boards)s",
                sitting=self.of.sitting,
                session=self.of.session,
                boards=Phrase.counted("%(number)s board", "%(number)s boards", self.match.boards),
            )
        )

    def of_boards(self, team: str, *, net: bool) -> Fraction:
        """Return a side's score with penalties, without its carry-over; `net`: boards lost are deducted."""
        carried = self.carried[team].value if team in self.carried else 0
        return self.score(team, net=net).value - carried

    def lead(self, team: str) -> Fraction:
        """Return a side's lead: its score less its opponent's score."""
        return self.match.lead if team == self.teams[0] else -self.match.lead


class CarriedForward(NamedTuple):
    """The points carried into a knockout from earlier stages.

    `by_contestant`: counting in its first match. `between`: by contestant and an opponent met before, counting in
    each of their matches.
    """

    by_contestant: Mapping[str, Derivation] = {}
    between: Mapping[tuple[str, str], Derivation] = {}

    def of_match(self, teams: tuple[str, str], begun: Collection[str]) -> dict[str, Derivation]:
        """Return the points each of two teams carries into a match; `begun`: teams that had a match before."""
        return {
            team: derive(Rule.SUM, "carried forward", parts, unit=parts[0].unit) if len(parts) > 1 else parts[0]
            for team, opponent in (teams, teams[::-1])
            if (
                parts := [
                    *([self.by_contestant[team]] if team in self.by_contestant and team not in begun else []),
                    *filter(None, [self.between.get((team, opponent))]),
                ]
            )
        }


@dataclass(frozen=True)
class Encounter:
    """The meeting of two sides in a match: its segments, the decision, and the points carried in by the rules."""

    teams: tuple[str, str]
    segments: tuple[Segment, ...] = ()
    decision: tuple[int, KnockoutDecided] | None = None
    brought: Mapping[str, Derivation] = field(default_factory=dict)

    @property
    def boards(self) -> int:
        """The number of boards that count, over all segments."""
        return sum(segment.match.boards for segment in self.segments)

    @property
    def missing(self) -> int:
        """The number of boards still to be played in segments that were begun."""
        return sum(segment.missing for segment in self.segments)

    @property
    def net(self) -> bool:
        """True if a board's two scores do not balance, so that each side has its own total."""
        return not all(segment.match.balanced for segment in self.segments)

    @property
    def unit(self) -> str:
        """The unit of the sides' scores."""
        return self.segments[0].unit if self.segments else "IMP"

    @property
    def said_by(self) -> Segment | None:
        """The first segment whose session states a carry-over, which replaces the rule; None without one."""
        return next((each for each in self.segments if each.carried), None)

    @property
    def by_rule(self) -> Mapping[str, Derivation]:
        """The points carried in by the tournament's rule; {} if a session states a carry-over."""
        return {} if self.said_by else self.brought

    @cached_property
    def carried(self) -> dict[str, Derivation]:
        """The points each side carries into the match, as stated by a session, else by the tournament's rule."""
        carry_over = {team: each.carried[team] for each in reversed(self.segments) for team in each.carried}
        return carry_over or dict(self.brought)

    @cached_property
    def twice(self) -> dict[str, list[tuple[Segment, Derivation]]]:
        """The carry-overs of each side that a later session repeats, with the segment; only the first counts."""
        return {
            team: [(each, each.carried[team]) for each in self.segments if team in each.carried][1:]
            for team in self.teams
        }

    @cached_property
    def scores(self) -> dict[str, Derivation]:
        """The score of each side: its segments and the points carried in by rule, less repeated carry-overs."""
        totals: dict[str, Derivation] = {}
        again = "carried over already, %(session)s says it again"
        many = len(self.segments)
        for team in self.teams:
            parts = [segment.score(team, net=self.net) for segment in self.segments]
            parts += filter(None, [self.by_rule.get(team)])
            parts += [
                leaf(-repeated.value, Phrase(again, session=each.of.session), unit=each.unit)
                for each, repeated in self.twice[team]
            ]
            text = Phrase.counted("%(team)s: %(number)s segment", "%(team)s: %(number)s segments", many, team=team)
            totals[team] = derive(Rule.SUM, text, parts, unit=self.unit)
        return totals

    def lead(self, team: str) -> Fraction:
        """Return a side's score less its opponent's; a board that does not balance counts half the difference."""
        opponent = self.teams[team == self.teams[0]]
        ours, theirs = (  # carried in by rule, less repeated carry-overs of sessions
            (self.by_rule[side].value if side in self.by_rule else Fraction(0))
            - sum((repeated.value for _, repeated in self.twice[side]), Fraction(0))
            for side in (team, opponent)
        )
        return sum((segment.lead(team) for segment in self.segments), Fraction(0)) + ours - theirs

    @property
    def leads(self) -> str | None:
        """The side that is ahead; None for a tie, or before any play."""
        lead = self.lead(self.teams[0])
        return self.teams[lead < 0] if lead else None

    @property
    def winner(self) -> str | None:
        """The side that goes on by decision, else the side that leads; None if neither does."""
        return self.decision[1].winner if self.decision else self.leads

    @property
    def settled(self) -> bool:
        """True if a decision is recorded, or if the sides have played and no segment lacks boards."""
        return self.decision is not None or (bool(self.segments) and not self.missing)


def segments(scores: TournamentScores, stage: str) -> list[Segment]:
    """Return the segments of a stage (every match of two sides played in its sessions), by sitting."""
    played: list[Segment] = []
    for added, scoreboard in scores.played(stage):
        if not scoreboard.in_matches:
            continue
        tables = match_tables(scoreboard)
        by_key, first = {each.key: each for each in tables}, first_matches(tables)
        for met in session_matches(scores.tournament, [(added, scoreboard)]):
            if met.played:
                carried = {}
                for team in met.match.teams:
                    if first.get(team) == met.key and (carry_over := scoreboard.session.carried(team)):
                        events = (carry_over.number,)
                        carried[team] = leaf(carry_over.imps, "carried over", events=events, unit=scoreboard.unit)
                missing = _count_missing(scoreboard, by_key[met.key])
                sides = met.entrants, met.match, missing, met.by_entrant(carried)
                played.append(Segment(met.of, *sides, scoreboard.unit))
    return played


def _count_missing(scoreboard: Scoreboard, tables: MatchTables) -> int:
    """Return the number of boards of a match still without a score; 0 once its session is closed."""
    if scoreboard.session.closed:
        return 0
    session, (round_, teams) = scoreboard.session, tables.key
    over = {each.board for each in tables.boards if scoreboard.counts(each)}
    begun = {each.board for each in tables.boards}
    due = begun
    if scoreboard.form.one_match:  # a knockout plays every board, but not substitutes for boards of another match
        facts = [fact for _, fact in replacements(session)]
        substitutes = {fact.replaced_by for fact in facts if fact.seating.match == {*teams}}
        due = {*session.boards} - ({fact.replaced_by for fact in facts if fact.replaced_by} - substitutes)
    return sum(not is_board_cancelled(session, frozenset(teams), round_ or None, board) for board in due - over)


def sittings_of(played: Sequence[Segment]) -> list[int]:
    """Return the sittings in which segments were played, in order."""
    return sorted({segment.of.sitting for segment in played})
