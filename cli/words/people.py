"""What the events about people say: who the players are, and what was erased."""

from cli.words.event_text import event_text
from cli.words.language import record_name, say, spoken
from cli.words.vocabulary import ERASED_BECAUSE, counted
from ledger.facts.free_text import is_gone
from ledger.facts.people import ErasedText, Player, PlayersNamed, TextErased

_SHOWN = 2


@event_text.register
def _(event: PlayersNamed) -> str:
    named = "; ".join(map(_player_text, event.players[:_SHOWN]))
    left = len(event.players) - _SHOWN
    return say("players named: %(named)s", named=named) + (say("; and %(left)s more", left=left) if left > 0 else "")


def _player_text(player: Player) -> str:
    known = player.member_number and not is_gone(player.member_number)
    number = f" ({player.member_number})" if known else ""
    return say(
        "%(contestant)s player %(seat)s is %(name)s%(number)s",
        contestant=player.contestant,
        seat=player.seat,
        name=player.name,
        number=number,
    )


@event_text.register
def _(event: TextErased) -> str:
    shown = ", ".join(map(_erased_text, event.texts[:_SHOWN]))
    left = len(event.texts) - _SHOWN
    more = say(", and %(left)s more", left=left) if left > 0 else ""
    return say(
        "%(texts)s erased, %(because)s: %(shown)s%(more)s",
        texts=counted(len(event.texts), "text"),
        because=ERASED_BECAUSE[event.because],
        shown=shown,
        more=more,
    )


def _erased_text(erased: ErasedText) -> str:
    field = ", ".join(record_name(part.replace("_", " ")) for part in erased.field.split(".") if not part.isdigit())
    return say("%(field)s of #%(event)s", field=field if spoken().tag != "en" else erased.field, event=erased.event)
