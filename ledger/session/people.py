"""How the session knows its players; what was erased of them is gone when the log is read again, and only then."""

from ledger.facts import Envelope
from ledger.facts.people import Player, PlayersNamed, TextErased
from ledger.session.state import Session
from ledger.session.stream import Evolving


def players_told(session: Session) -> dict[tuple[str, int], Player]:
    """Who is told to play: as named in the session, and else as other sessions of its tournament name them."""
    return {**session.named_elsewhere, **session.players}


def _name(session: Session, envelope: Envelope, event: PlayersNamed) -> None:
    named = {(each.contestant, each.seat): each for each in event.players}
    session.players = session.players | named
    if event.imported:
        session.players_in_file = session.players_in_file | named


def _erase(session: Session, envelope: Envelope, event: TextErased) -> None:
    """Nothing: the words are taken from beside the log, not from it."""


EVOLVE: Evolving = {PlayersNamed: _name, TextErased: _erase}
