"""What a mismatch rests on that its session does not know: what the contestants had before the round beside it.

Found when it is decided, whoever hands it in, as `gathering` does for a tournament: what somebody said of that himself
is not looked at.
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from ledger.commands import FindMismatch
from ledger.events import Envelope
from ledger.events.matches import MismatchFound, PointsBeside
from ledger.overall.swiss_points import missed_beside, points_beside
from ledger.recording.tournaments import Tournaments
from ledger.session import Session
from ledger.session.places import converted


def finding(
    command: FindMismatch, session: Session, tournaments: Tournaments, earlier: Sequence[Envelope] = ()
) -> FindMismatch:
    """A mismatch with what they had; of one that was found already, in those `earlier` events, what was said then."""
    said = next((each.event for each in earlier if isinstance(each.event, MismatchFound)), None)
    return replace(command, beside=_said_then(said) if said else _beside(command, session, tournaments))


def _said_then(said: MismatchFound) -> tuple[PointsBeside, ...]:
    """Of those it was about; where neither had anything, that this was known, as it must be in round 1."""
    return said.beside or (PointsBeside(said.met, Fraction(0)),)


def _beside(command: FindMismatch, session: Session, tournaments: Tournaments) -> tuple[PointsBeside, ...]:
    """Nothing where no matches are converted."""
    if not (session.opened and converted(session)):
        return ()
    if name := tournaments.of_session(session.id):
        return points_beside(tournaments.scores(name), session.id, command.round)
    return missed_beside(tournaments.scoreboards([session.id])[session.id], command.round)
