"""Who the players are, and what is erased of what is kept about people."""

import shlex

from ledger.errors import Refusal
from ledger.guards.entering import check_player, named
from ledger.session.places import require_contestant
from ledger.session.response import Actor, Handlers, ProposedEvent
from ledger.session.stream import Stream
from ledger.subjects.people.facts import EraseTexts, NamePlayers, TextErased
from ledger.subjects.tournaments.state import Tournament, players_of, session_of


def name_players(command: NamePlayers, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Players named by hand, of a session or a tournament; refused where they are known so."""
    for each in command.players:
        if not isinstance(stream, Tournament):
            require_contestant(session_of(stream), each.contestant)
        elif each.contestant not in stream.entrants:
            message = f"{each.contestant} is not entered in {stream.id}"
            raise Refusal("no-such-contestant", message, f"`tournament enter {shlex.quote(each.contestant)}` enters it")
        check_player(each)
    if not (found := named(command.players, players_of(stream))):
        raise Refusal("nothing-to-change", "they are known so already", "`person list`")
    return found


def erase_texts(command: EraseTexts, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Texts erased, at once; also in a session that is closed."""
    if not command.texts:
        raise Refusal("nothing-to-change", "there is nothing left to erase", "`text list` shows what is kept")
    for each in command.texts:
        if not 0 < each.event <= stream.number:
            raise Refusal("no-such-event", f"there is no event #{each.event}", "`log` shows the last ones")
    return (ProposedEvent(TextErased(command.texts, command.because)),)


HANDLERS: Handlers = {NamePlayers: name_players, EraseTexts: erase_texts}
