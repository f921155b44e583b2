"""What contestants had before a round of a session that the session does not know: the mismatches of it rest on that.

A session knows the victory points of its own matches. A bye of the stage, what was carried into it, an earlier sitting
and the half of a half match are the tournament's; what a match is worth that was not played is worked out after them.
"""

from collections.abc import Iterator
from fractions import Fraction

from ledger.events.matches import PointsBeside
from ledger.events.tournaments import SessionAdded, Stage
from ledger.overall.before_a_draw import standing_after
from ledger.overall.rounds import rounds_before
from ledger.overall.scores import TournamentScores
from ledger.projections.mismatches import points_before
from ledger.projections.scoreboard import Scoreboard


def points_beside(scores: TournamentScores, session: str, round_: int) -> tuple[PointsBeside, ...]:
    """What each contestant of a session had before a round of it, beside its matches there; of a Swiss by the stage."""
    added, scoreboard = scores.tournament.sessions[session], scores.scoreboards[session]
    stage = scores.tournament.stages[added.stage]
    if stage.format != "swiss" or stage.rules.adds != "victory-points":
        return missed_beside(scoreboard, round_)
    had = _of_stage(scores, stage, added, round_)
    return tuple(
        PointsBeside(each, points - points_before(scoreboard, scoreboard.matches.values(), each, round_))
        for each in scoreboard.session.contestants
        if (points := had.get(scores.tournament.entrant_of(session, each))) is not None
    )


def _of_stage(scores: TournamentScores, stage: Stage, added: SessionAdded, round_: int) -> dict[str, Fraction]:
    """What each had before a round, by its number in the session; nothing before the first of the stage."""
    of_stage = rounds_before(scores.fields(stage))[added.sitting] + round_
    if of_stage == 1:
        return {}
    return {row.entrant: row.total.value for row in standing_after(scores, stage, of_stage - 1).rows}


def missed_beside(scoreboard: Scoreboard, round_: int) -> tuple[PointsBeside, ...]:
    """The same of a session by itself: what it gave for matches that were not played in the rounds before."""
    return tuple(PointsBeside(who, points) for who, points in _missed(scoreboard, round_))


def _missed(scoreboard: Scoreboard, round_: int) -> Iterator[tuple[str, Fraction]]:
    missed = [each for each in scoreboard.missed_matches if (each.fact.round or 1) < round_]
    for who in dict.fromkeys(each.fact.contestant for each in missed):
        yield who, sum((each.worth.value for each in missed if each.fact.contestant == who), Fraction(0))
