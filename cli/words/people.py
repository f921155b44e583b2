"""What the events about people say: who the players are, and what was erased."""

from cli.words.event_text import event_text
from cli.words.vocabulary import ERASED_BECAUSE, counted
from ledger.facts.free_text import is_gone
from ledger.facts.people import ErasedText, Player, PlayersNamed, TextErased

_SHOWN = 2


@event_text.register
def _(event: PlayersNamed) -> str:
    named = "; ".join(map(_player_text, event.players[:_SHOWN]))
    left = len(event.players) - _SHOWN
    return f"players named: {named}" + (f"; and {left} more" if left > 0 else "")


def _player_text(player: Player) -> str:
    known = player.member_number and not is_gone(player.member_number)
    number = f" ({player.member_number})" if known else ""
    return f"{player.contestant} player {player.seat} is {player.name}{number}"


@event_text.register
def _(event: TextErased) -> str:
    shown = ", ".join(map(_erased_text, event.texts[:_SHOWN]))
    left = len(event.texts) - _SHOWN
    more = f", and {left} more" if left > 0 else ""
    return f"{counted(len(event.texts), 'text')} erased, {ERASED_BECAUSE[event.because]}: {shown}{more}"


def _erased_text(erased: ErasedText) -> str:
    return f"{erased.field} of #{erased.event}"
