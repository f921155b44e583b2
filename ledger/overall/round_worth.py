"""What a round of a stage is worth to each: a match, half of one where three teams met one another, or no match.

The figures of the stage are made of it, and the pages show it round by round: one arithmetic.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from ledger.events.draws import RoundDrawn
from ledger.events.tournaments import Stage
from ledger.laws.stage_rules import Added
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS
from ledger.overall.rounds import RoundMatch, round_matches, rounds_before
from ledger.projections.matches import Match, part_won
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session.tournament import Tournament

InRound = tuple[int, str]
"""A round of the stage, and a contestant of the tournament."""


class RoundWorth:
    """The rounds of a stage as its rules add them up, and as it was drawn; of all rounds, or of those up to one."""

    def __init__(
        self, tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None = None
    ) -> None:
        self._tournament = tournament
        self._stage = stage
        self._fields = fields
        drawn = tournament.drawn.of(stage.name)
        self._drawn = [each for each in drawn if after_round is None or each.round <= after_round]
        self._three = {each.round: {*each.triangle} for each in self._drawn if each.triangle}

    @cached_property
    def matches(self) -> list[RoundMatch]:
        """Every match of the stage, by round."""
        return round_matches(self._tournament, self._fields)

    # Matches

    def of_match(self, met: RoundMatch, entrant: str) -> Derivation | None:
        """What one has of a match; None where it has nothing that is added up."""
        whole = match_worth(met.match, met.match.teams[met.entrants.index(entrant)], self._stage.rules.adds)
        return self._less(met, entrant, whole, Fraction(1, 2)) if whole and self._is_half(met) else whole

    def halves(self) -> Iterator[tuple[str, str, Derivation]]:
        """What half matches are too much in their sessions: in which, whose, and how much less."""
        if not self._three:
            return
        for met in self.matches:
            for entrant, team in zip(met.entrants, met.match.teams, strict=True) if self._is_half(met) else ():
                if whole := match_worth(met.match, team, self._stage.rules.adds):
                    yield met.of.session, entrant, self._less(met, entrant, whole, Fraction(-1, 2))

    def _is_half(self, met: RoundMatch) -> bool:
        """Whether it is one of the two matches that each of three drawn together plays in a round.

        Each is worth half its victory points by the scale for its own boards (golden E03), or half of it won; IMPs are
        of so many boards anyway. A session does not know why a team met two others: there two whole matches are usual.
        Pairs have a scale.
        """
        three = self._three.get(met.round, set())
        return {*met.entrants} <= three and self._stage.rules.adds in _HALVED and met.of.session in self._of_teams

    @cached_property
    def _of_teams(self) -> set[str]:
        return {added.session for field in self._fields if field.scoreboard.teams for added, _ in field.sections}

    def _less(self, met: RoundMatch, entrant: str, whole: Derivation, by: Fraction) -> Derivation:
        half = given(by, f"round {met.round}, against {met.other(entrant)}: a half match")
        return derived(Rule.PRODUCT, "a half match", [half, whole], unit=UNITS[self._stage.rules.adds])

    # No match

    @property
    def missed(self) -> dict[InRound, Derivation]:
        """What rounds without a match are worth, by the draw or by the session, where the stage adds that up."""
        byes = {key: worth for key, (_, worth) in self.byes.items()}
        unit = UNITS[self._stage.rules.adds]
        return byes | {key: worth for key, worth in self._by_session.items() if worth.unit == unit}

    @cached_property
    def byes(self) -> dict[InRound, tuple[str, Derivation]]:
        """What byes are worth, and in which session: of rounds that are played, where the session says nothing of it.

        Nothing where percentages are added up: they are of the boards that were played.
        """
        drawn = [each for each in self._drawn if each.bye and self._stage.rules.adds != "percent"]
        if not drawn:
            return {}
        scored = {(met.round, entrant) for met in self.matches for entrant in met.entrants} | self._by_session.keys()
        where = {met.round: met.of.session for met in reversed(self.matches)}
        return {
            (each.round, each.bye): (where[each.round], self._bye(each))
            for each in drawn
            if each.round in where and (each.round, each.bye) not in scored
        }

    def _bye(self, drawn: RoundDrawn) -> Derivation:
        """What the stage's regulation gives for a round without a match (golden E04)."""
        rules = self._stage.rules
        return given(rules.bye_worth, f"bye in round {drawn.round}", unit=UNITS[rules.adds])

    @cached_property
    def _by_session(self) -> dict[InRound, Derivation]:
        """What sessions give for a match that could not be played."""
        counted_on = rounds_before(self._fields)
        return {
            (
                counted_on[field.sitting] + (each.fact.round or 1),
                field.entrant(self._tournament, each.fact.contestant),
            ): each.worth
            for field in self._fields
            for each in field.scoreboard.missed_matches
        }


_HALVED = ("victory-points", "wins")
"""What of a half match is half of what its session has of it."""


def match_worth(match: Match, team: str, adds: Added) -> Derivation | None:
    """What the session has of a match for one of its two, in what the stage adds up; None where it has nothing."""
    if adds == "wins":
        return None if match.void else won(match, team)
    if adds == "imps":
        return match.nets[team] if match.nets[team].unit == UNITS[adds] else None
    return match.victory_points.get(team) if adds == "victory-points" else None


def won(match: Match, team: str) -> Derivation:
    """What of a match is won."""
    how = "tied" if match.winner is None else "won" if match.winner == team else "lost"
    return given(part_won(match.winner, team), f"round {match.round}: {how}")
