"""What the tournament knows of the points before a round, for a mismatch that is said in a session."""

from cli.desk.desk import Desk
from ledger.events.matches import PointsBeside
from ledger.overall.swiss_points import missed_beside, points_beside
from ledger.session.places import converted


def beside(desk: Desk, round_: int) -> tuple[PointsBeside, ...]:
    """What the contestants had before a round beside their matches in the session; nothing where none are converted."""
    session = desk.office.session(desk.session_id)
    if not (session.opened and converted(session)):
        return ()
    tournaments = desk.office.tournaments
    if name := tournaments.of_session(desk.session_id):
        return points_beside(tournaments.scores(name), desk.session_id, round_)
    return missed_beside(desk.office.scoreboard(desk.session_id), round_)
