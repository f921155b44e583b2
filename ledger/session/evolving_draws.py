"""How draws change the state of a tournament's stream."""

from msgspec.structs import replace

from ledger.events import Envelope
from ledger.events.draws import DrawRecalled, RoundDrawn
from ledger.session.state import Evolving, Session


def _draw(session: Session, envelope: Envelope, event: RoundDrawn) -> None:
    tournament = session.in_tournament
    session.tournament = replace(tournament, drawn=tournament.drawn.having(envelope.number, event))


def _recall(session: Session, envelope: Envelope, event: DrawRecalled) -> None:
    tournament = session.in_tournament
    session.tournament = replace(tournament, drawn=tournament.drawn.without(event.stage, event.round))


EVOLVE: Evolving = {RoundDrawn: _draw, DrawRecalled: _recall}
