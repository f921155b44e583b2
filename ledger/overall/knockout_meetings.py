"""What two sides of a knockout have against each other: their segments over all sittings of the stage, as one match.

A match of several segments is one: its IMPs are added up for each side (12 : 10), and what a side carries in or is
fined falls on it once. Where a board does not balance, each side has its own total, as within a session.

What is carried in, a session says of its match (`session carry-over`), or else a rule of the tournament, out of the
stage before. Where a session says it of either of the two, it is said of the match, and the rule counts for neither.
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
from ledger.scoring.derivation import Derivation, Rule, derived, given
from ledger.session.settled import is_called_off, replacements
from ledger.subjects.brackets.facts import KnockoutDecided
from ledger.subjects.tournaments.facts import SessionAdded


@dataclass(frozen=True)
class Segment:
    """What two played in one session; `missing`: boards to be played or without a second room; `carried`: into it."""

    of: SessionAdded
    teams: tuple[str, str]
    match: Match
    missing: int
    carried: dict[str, Derivation]
    unit: str

    def score(self, team: str, *, net: bool) -> Derivation:
        """What one of the two has in it, with what it carries in; `net`: what it lost is taken off."""
        own = (self.match.nets if net else self.match.scores)[self.match.teams[self.teams.index(team)]]
        return own.saying(
            Phrase(
                "sitting %(sitting)s, %(session)s: %(boards)s",
                sitting=self.of.sitting,
                session=self.of.session,
                boards=Phrase.counted("%(number)s board", "%(number)s boards", self.match.boards),
            )
        )

    def of_boards(self, team: str, *, net: bool) -> Fraction:
        """The same without what it carries in."""
        carried = self.carried[team].value if team in self.carried else 0
        return self.score(team, net=net).value - carried

    def lead(self, team: str) -> Fraction:
        """What one has more than the other."""
        return self.match.lead if team == self.teams[0] else -self.match.lead


class CarriedForward(NamedTuple):
    """What is carried into a knockout out of the stages before it.

    `own`: what each brings, into the first match it plays. `between`: what the first of two has of having met the
    other, into every match of theirs.
    """

    own: Mapping[str, Derivation] = {}
    between: Mapping[tuple[str, str], Derivation] = {}

    def of_match(self, teams: tuple[str, str], begun: Collection[str]) -> dict[str, Derivation]:
        """What each of two brings into a match; `begun`: who has been in one before, and brought its own there."""
        return {
            team: derived(Rule.SUM, "carried forward", parts, unit=parts[0].unit) if len(parts) > 1 else parts[0]
            for team, other in (teams, teams[::-1])
            if (
                parts := [
                    *([self.own[team]] if team in self.own and team not in begun else []),
                    *filter(None, [self.between.get((team, other))]),
                ]
            )
        }


@dataclass(frozen=True)
class Encounter:
    """What two play against each other in a match, what was said of it, and what the rules have each carry into it."""

    teams: tuple[str, str]
    segments: tuple[Segment, ...] = ()
    decision: tuple[int, KnockoutDecided] | None = None
    brought: Mapping[str, Derivation] = field(default_factory=dict)

    @property
    def boards(self) -> int:
        """The boards that count."""
        return sum(segment.match.boards for segment in self.segments)

    @property
    def missing(self) -> int:
        """Boards still to be played in the segments that were begun."""
        return sum(segment.missing for segment in self.segments)

    @property
    def net(self) -> bool:
        """Whether each side has its own total: a board somewhere does not balance."""
        return not all(segment.match.balanced for segment in self.segments)

    @property
    def unit(self) -> str:
        """What it is scored in."""
        return self.segments[0].unit if self.segments else "IMP"

    @property
    def said_by(self) -> Segment | None:
        """The segment whose session says what is carried into the match, so that no rule does."""
        return next((each for each in self.segments if each.carried), None)

    @property
    def by_rule(self) -> Mapping[str, Derivation]:
        """What is carried by rule, and counts."""
        return {} if self.said_by else self.brought

    @cached_property
    def carried(self) -> dict[str, Derivation]:
        """What each carries into it, once: as a session says it, or by rule."""
        said = {team: each.carried[team] for each in reversed(self.segments) for team in each.carried}
        return said or dict(self.brought)

    @cached_property
    def twice(self) -> dict[str, list[tuple[Segment, Derivation]]]:
        """What each carried in again, after the segment whose carry-over counts."""
        return {
            team: [(each, each.carried[team]) for each in self.segments if team in each.carried][1:]
            for team in self.teams
        }

    @cached_property
    def scores(self) -> dict[str, Derivation]:
        """What each side has: the sum of its segments, without what it carried in again."""
        found: dict[str, Derivation] = {}
        again = "carried over already, %(session)s says it again"
        many = len(self.segments)
        for team in self.teams:
            parts = [segment.score(team, net=self.net) for segment in self.segments]
            parts += filter(None, [self.by_rule.get(team)])
            parts += [
                given(-said.value, Phrase(again, session=each.of.session), unit=each.unit)
                for each, said in self.twice[team]
            ]
            text = Phrase.counted("%(team)s: %(number)s segment", "%(team)s: %(number)s segments", many, team=team)
            found[team] = derived(Rule.SUM, text, parts, unit=self.unit)
        return found

    def lead(self, team: str) -> Fraction:
        """What one of the two has more than the other; half the difference of the two for a board not balanced."""
        other = self.teams[team == self.teams[0]]
        own, others = (  # what a rule has each carry in, less what sessions say again
            (self.by_rule[each].value if each in self.by_rule else Fraction(0))
            - sum((said.value for _, said in self.twice[each]), Fraction(0))
            for each in (team, other)
        )
        return sum((segment.lead(team) for segment in self.segments), Fraction(0)) + own - others

    @property
    def leads(self) -> str | None:
        """Who has more; None where it is tied, or nothing was played."""
        lead = self.lead(self.teams[0])
        return self.teams[lead < 0] if lead else None

    @property
    def winner(self) -> str | None:
        """Who goes on by word, else who leads."""
        return self.decision[1].winner if self.decision else self.leads

    @property
    def settled(self) -> bool:
        """Whether nothing begun is still to be played: or it was said who goes on."""
        return self.decision is not None or (bool(self.segments) and not self.missing)


def segments(scores: TournamentScores, stage: str) -> list[Segment]:
    """Every match of two in the sessions of a stage, by sitting."""
    found: list[Segment] = []
    for added, scoreboard in scores.played(stage):
        if not scoreboard.in_matches:
            continue
        tables = match_tables(scoreboard)
        by_key, first = {each.key: each for each in tables}, first_matches(tables)
        for met in session_matches(scores.tournament, [(added, scoreboard)]):
            if met.played:
                carried = {}
                for team in met.match.teams:
                    if first.get(team) == met.key and (said := scoreboard.session.carried(team)):
                        carried[team] = given(said.imps, "carried over", events=(said.number,), unit=scoreboard.unit)
                missing = _missing(scoreboard, by_key[met.key])
                of, unit = met.of, scoreboard.unit
                found.append(Segment(of, met.entrants, met.match, missing, met.by_entrant(carried), unit))
    return found


def _missing(scoreboard: Scoreboard, tables: MatchTables) -> int:
    """The boards of a match still to be played while its session is open; in a knockout every board of the session."""
    if scoreboard.session.closed:
        return 0
    session, (round_, teams) = scoreboard.session, tables.key
    over = {each.board for each in tables.boards if scoreboard.counts(each)}
    begun = {each.board for each in tables.boards}
    due = begun
    if scoreboard.form.one_match:  # but those that replace a board of another match
        facts = [fact for _, fact in replacements(session)]
        own = {fact.replaced_by for fact in facts if fact.seating.match == {*teams}}
        due = {*session.boards} - ({fact.replaced_by for fact in facts if fact.replaced_by} - own)
    return sum(not is_called_off(session, frozenset(teams), round_ or None, board) for board in due - over)


def sittings_of(found: Sequence[Segment]) -> list[int]:
    """The sittings in which segments were played, in order."""
    return sorted({segment.of.sitting for segment in found})
