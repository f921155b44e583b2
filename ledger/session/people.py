"""How the session knows its players; what was erased of them is gone when the log is read again, and only then."""

from collections.abc import Mapping

from ledger.facts import Envelope
from ledger.facts.people import Player, PlayersNamed, TextErased
from ledger.session.state import Session
from ledger.session.stream import Evolving, Stream
from ledger.session.tournaments import Tournament, session_of


def players_of(stream: Stream) -> Mapping[tuple[str, int], Player]:
    """Who the players of a session or a tournament are, by contestant and seat, as its own log names them."""
    if not isinstance(stream, Tournament):
        return session_of(stream).players
    return {(each.contestant, each.seat): each for _, said in stream.facts.of(PlayersNamed) for each in said.players}


def players_told(session: Session) -> dict[tuple[str, int], Player]:
    """Who is told to play: as named in the session, and else as other sessions of its tournament name them."""
    return {**session.named_elsewhere, **session.players}


def _name(session: Stream, envelope: Envelope, event: PlayersNamed) -> None:
    if isinstance(session, Tournament):
        session.tell(envelope)
        return
    session = session_of(session)
    named = {(each.contestant, each.seat): each for each in event.players}
    session.players = session.players | named
    if event.imported:
        session.players_in_file = session.players_in_file | named


def _erase(session: Session, envelope: Envelope, event: TextErased) -> None:
    """Nothing: the words are taken from beside the log, not from it."""


EVOLVE: Evolving = {PlayersNamed: _name, TextErased: _erase}
