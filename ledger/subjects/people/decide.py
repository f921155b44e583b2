"""Decide the names of players, and the erasure of texts about people."""

import shlex

from ledger.errors import Refusal
from ledger.guards.entering import check_player, name_unknown_players
from ledger.session.places import require_contestant
from ledger.session.response import Actor, ProposedEvent
from ledger.session.stream import Stream
from ledger.subjects.people.facts import EraseTexts, NamePlayers, TextErased
from ledger.subjects.tournaments.state import Tournament, players_of, session_of


def name_players(command: NamePlayers, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record names of players in a session or tournament; refused if all are known, or a contestant is not entered."""
    for player in command.players:
        if not isinstance(stream, Tournament):
            require_contestant(session_of(stream), player.contestant)
        elif player.contestant not in stream.entrants:
            message = f"{player.contestant} is not entered in {stream.id}"
            hint = f"`tournament enter {shlex.quote(player.contestant)}` enters it"
            raise Refusal("no-such-contestant", message, hint)
        check_player(player)
    if not (proposed := name_unknown_players(command.players, players_of(stream))):
        raise Refusal("nothing-to-change", "these players have these names already", "`person list`")
    return proposed


def erase_texts(command: EraseTexts, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record that texts about people are erased, even in a closed session or tournament; refused if there are none."""
    if not command.texts:
        raise Refusal("nothing-to-change", "there is nothing left to erase", "`text list` shows what is kept")
    for text in command.texts:
        if not 0 < text.event <= stream.number:
            raise Refusal("no-such-event", f"there is no event #{text.event}", "`log` shows the last ones")
    return (ProposedEvent(TextErased(command.texts, command.because)),)
