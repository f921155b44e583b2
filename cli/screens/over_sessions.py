"""What is listed of a session, or of every session of a tournament together."""

from collections.abc import Sequence
from typing import NamedTuple

from cli.desk.desk import Desk
from ledger.session import Session, Stream, Tournament


class AskedOf(NamedTuple):
    """The stream that is meant, and the sessions whose cases are listed: itself, or those of a tournament."""

    stream: Stream
    sessions: Sequence[Session]

    def columns(self, columns: Sequence[str]) -> list[str]:
        """The headings; where there are several sessions, with theirs before them."""
        return [*(["session"] if isinstance(self.stream, Tournament) else []), *columns]

    def row(self, session: Session, row: Sequence[str]) -> list[str]:
        """A line under them."""
        return [*([session.id] if isinstance(self.stream, Tournament) else []), *row]

    def json(self, session: Session, said: dict[str, object]) -> dict[str, object]:
        """The same as JSON."""
        return {"session": session.id, **said} if isinstance(self.stream, Tournament) else said


def asked(desk: Desk) -> AskedOf:
    """What is meant, at the moment asked for; of a tournament, its sessions as they all were then."""
    if desk.session_id not in desk.office.tournaments.names():
        session = desk.session()
        return AskedOf(session, [session])
    scores = desk.office.tournaments.at(desk.session_id, desk.settings.as_of)
    return AskedOf(scores.tournament, [each.session for each in scores.scoreboards.values()])
