"""Who the players are, and what is erased of what is kept about people."""

from collections.abc import Iterable

from ledger.bounds.tournaments import PLAYERS
from ledger.decide.response import Actor, Handlers, ProposedEvent
from ledger.errors import Refusal
from ledger.facts.free_text import KeptText
from ledger.facts.people import EraseTexts, NamePlayers, Player, PlayersNamed, TextErased
from ledger.session import Session, Stream
from ledger.session.places import require_contestant

_AT_ONCE = 1_000
"""Players in one event: a line of a bundle holds as many, however large the congress."""

_STAYS_GONE = ("erased", "withheld")
"""What a file that names somebody does not bring back."""


def named(players: Iterable[Player], session: Session, *, imported: bool = False) -> tuple[ProposedEvent, ...]:
    """The players who are not known yet, or by another name.

    A file does not bring back what was erased, and who was named by hand stays until the file says another.
    """
    is_news = _is_news_of_file if imported else _is_news
    new = [each for each in players if is_news(each, session)]
    batches = (tuple(new[at : at + _AT_ONCE]) for at in range(0, len(new), _AT_ONCE))
    return tuple(ProposedEvent(PlayersNamed(batch, imported=imported)) for batch in batches)


def _is_news(player: Player, session: Session) -> bool:
    before = session.players.get((player.contestant, player.seat))
    return player != before if before else bool(player.name or player.member_number)


def _is_news_of_file(player: Player, session: Session) -> bool:
    seat = player.contestant, player.seat
    before, said = session.players.get(seat), session.players_in_file.get(seat)
    if before is None or said is None:
        return before is None and bool(player.name or player.member_number)
    gone = any(_is_gone(text) for each in (before, said) for text in (each.name, each.member_number))
    return not gone and player not in (before, said)


def _is_gone(text: str) -> bool:
    return isinstance(text, KeptText) and text.gone in _STAYS_GONE


def name_players(command: NamePlayers, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Players named by hand; refused where they are known so."""
    for each in command.players:
        require_contestant(session, each.contestant)
        if not (PLAYERS.hold(each.seat) and each.name.strip()):
            raise Refusal(
                "no-such-person",
                f"a player has a seat from 1 to {PLAYERS.most}, and a name",
                "`person list` shows who is",
            )
    if not (found := named(command.players, session)):
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
