"""Who the players are, and what is erased of what is kept about people."""

import shlex
from collections.abc import Iterable, Mapping, Sequence

from ledger.bounds.tournaments import PLAYERS
from ledger.decide.response import Actor, Handlers, ProposedEvent
from ledger.errors import Refusal
from ledger.facts.free_text import KeptText, is_gone
from ledger.facts.people import EraseTexts, NamePlayers, Player, PlayersNamed, TextErased
from ledger.labels.persons import number_key
from ledger.overall.people import People, PlaysAs, is_same, same_person
from ledger.session import Session, Stream, Tournament, session_of
from ledger.session.people import players_of
from ledger.session.places import require_contestant

KnownPlayers = Mapping[tuple[str, int], Player]
"""Who the players are, by contestant and seat."""

_AT_ONCE = 1_000
"""Players in one event: a line of a bundle holds as many, however large the congress."""

_STAYS_GONE = ("erased", "withheld")
"""What a file that names somebody does not bring back."""


def named(players: Iterable[Player], known: KnownPlayers) -> tuple[ProposedEvent, ...]:
    """The players who are not known yet, or by another name."""
    return _proposed([each for each in players if _is_news(each, known)])


def named_by_file(players: Iterable[Player], session: Session) -> tuple[ProposedEvent, ...]:
    """The players whom a file names, and who are not known yet, or by another name.

    It does not bring back what was erased, and who was named by hand stays until the file says another.
    """
    return _proposed([each for each in players if _is_news_of_file(each, session)], imported=True)


def _proposed(new: Sequence[Player], *, imported: bool = False) -> tuple[ProposedEvent, ...]:
    batches = (tuple(new[at : at + _AT_ONCE]) for at in range(0, len(new), _AT_ONCE))
    return tuple(ProposedEvent(PlayersNamed(batch, imported=imported)) for batch in batches)


def _is_news(player: Player, known: KnownPlayers) -> bool:
    before = known.get((player.contestant, player.seat))
    return player != before if before else bool(player.name or player.member_number)


def _is_news_of_file(player: Player, session: Session) -> bool:
    seat = player.contestant, player.seat
    before, said = session.players.get(seat), session.players_in_file.get(seat)
    if before is None or said is None:
        return before is None and bool(player.name or player.member_number)
    gone = any(_is_gone(text) for each in (before, said) for text in (each.name, each.member_number))
    number_alone = not player.name and number_key(player.member_number) == number_key(before.member_number)
    return not (gone or number_alone or player in (before, said))


def _is_gone(text: str) -> bool:
    return isinstance(text, KeptText) and text.gone in _STAYS_GONE


def named_at_entry(
    players: Sequence[Player], here: Mapping[str, People], known: KnownPlayers
) -> tuple[ProposedEvent, ...]:
    """Those who are entered with their names, and are not known yet.

    Refused where a contestant is other people already (named-already), or somebody is two of them (plays-twice).
    `here`: who the contestants are; `known`: by contestant and seat.
    """
    entered: dict[str, People] = {}
    for each in players:
        _check_player(each)
        entered[each.contestant] = (*entered.get(each.contestant, ()), each)
    for contestant, people in entered.items():
        before = here.get(contestant, ())
        if before and not is_same(before, people):
            was = PlaysAs("", contestant, before).names
            correct = f"`person add {shlex.quote(contestant)} NAME NAME` corrects who it is"
            raise Refusal("named-already", f"{contestant} is {was} already", f"another number; or {correct}")
    for contestant, people in entered.items():
        _check_plays_once(contestant, people, {**here, **entered})
    return named(players, known)


def _check_plays_once(contestant: str, people: People, playing: Mapping[str, People]) -> None:
    """Refuse that they are another contestant, or one of them by the number of the membership; or both of this one."""
    again = (other for other, each in playing.items() if other != contestant and _are_both(people, each))
    if other := next(again, ""):
        twice = f"{PlaysAs('', contestant, people).names} play as {other}"
        raise Refusal("plays-twice", f"{contestant}: {twice}", "`person list` shows who plays as whom")
    others = {number: other for other, each in playing.items() if other != contestant for number in _numbers(each)}
    for at, player in enumerate(people):
        as_whom = next((others[number] for number in _numbers((player,)) if number in others), "")
        if as_whom or any(same_person(player, each) for each in people[:at]):
            name = PlaysAs("", contestant, (player,)).names
            twice = f"{name} plays as {as_whom}" if as_whom else f"{name} is named twice"
            raise Refusal("plays-twice", f"{contestant}: {twice}", "`person list` shows who plays as whom")


def _are_both(people: People, others: People) -> bool:
    """Whether several people are these others: of one alone a name is not enough."""
    return len(people) == len(others) > 1 and is_same(people, others)


def _numbers(people: People) -> list[str]:
    """The numbers of their membership, as they are compared, of those who have one that was not erased."""
    return [number_key(each.member_number) for each in people if each.member_number and not is_gone(each.member_number)]


def _check_player(player: Player) -> None:
    if not (PLAYERS.hold(player.seat) and player.name.strip()):
        raise Refusal(
            "no-such-person", f"a player has a seat from 1 to {PLAYERS.most}, and a name", "`person list` shows who is"
        )


def name_players(command: NamePlayers, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Players named by hand, of a session or a tournament; refused where they are known so."""
    for each in command.players:
        _require_entered(stream, each.contestant)
        _check_player(each)
    if not (found := named(command.players, players_of(stream))):
        raise Refusal("nothing-to-change", "they are known so already", "`person list`")
    return found


def _require_entered(stream: Stream, contestant: str) -> None:
    """Refusal (no-such-contestant) where it is not entered."""
    if not isinstance(stream, Tournament):
        require_contestant(session_of(stream), contestant)
    elif contestant not in stream.entrants:
        message = f"{contestant} is not entered in {stream.id}"
        raise Refusal("no-such-contestant", message, f"`tournament enter {shlex.quote(contestant)}` enters it")


def erase_texts(command: EraseTexts, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Texts erased, at once; also in a session that is closed."""
    if not command.texts:
        raise Refusal("nothing-to-change", "there is nothing left to erase", "`text list` shows what is kept")
    for each in command.texts:
        if not 0 < each.event <= stream.number:
            raise Refusal("no-such-event", f"there is no event #{each.event}", "`log` shows the last ones")
    return (ProposedEvent(TextErased(command.texts, command.because)),)


HANDLERS: Handlers = {NamePlayers: name_players, EraseTexts: erase_texts}
