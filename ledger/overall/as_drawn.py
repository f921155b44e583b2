"""The scores an earlier round was drawn by: who left after it was still there, and what was scored against it counted.

Whoever is in a draw had not left by then. So what was said of its leaving is later, and no reason to draw otherwise.
"""

from collections.abc import Collection
from dataclasses import replace

from ledger.events.tournaments import Stage
from ledger.overall.scores import TournamentScores
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Tournament


def as_drawn(scores: TournamentScores, stage: Stage, there: Collection[str]) -> TournamentScores:
    """The scores as if none of those who are in a draw had withdrawn, or was disqualified."""
    found = scores.said_otherwise(_staying(scores.tournament, there))
    for added, scoreboard in scores.played(stage.name):
        session = scoreboard.session
        own = {each for each in session.contestants if scores.tournament.entrant_of(added.session, each) in there}
        part = session.participation.without_leaving(own)
        if part is not session.participation:
            found = found.with_scores(Scoreboard(replace(session, participation=part)))
    return found


def _staying(tournament: Tournament, there: Collection[str]) -> Tournament:
    """The tournament without what it says of their withdrawal between two sessions."""
    left = [each.number for who, each in tournament.qualified.withdrawn.items() if who in there]
    return tournament.without(*left) if left else tournament
