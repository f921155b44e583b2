"""The effect of players' names and of erased texts on a session or tournament."""

from ledger.kernel.fact import CHIEF, SCORERS, Envelope
from ledger.kernel.in_force import state_fact
from ledger.kernel.kind import Kind
from ledger.session.stream import Stream, keep_unchanged
from ledger.subjects.people.facts import PlayersNamed, TextErased
from ledger.subjects.tournaments.state import Tournament, session_of


def _name(stream: Stream, envelope: Envelope, event: PlayersNamed) -> None:
    if isinstance(stream, Tournament):
        state_fact(stream, envelope, event)
        return
    session = session_of(stream)
    named = {(each.contestant, each.seat): each for each in event.players}
    session.players = session.players | named
    if event.imported:
        session.players_in_file = session.players_in_file | named


KINDS = (
    Kind(PlayersNamed, SCORERS, _name, "office"),
    # The words are deleted from their own table, not from the log
    Kind(TextErased, CHIEF, keep_unchanged, "office"),
)
