"""Who the players are, and what is erased of what is kept about people."""

import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ledger.bounds.tournaments import PLAYERS
from ledger.decide.response import Actor, Handlers, ProposedEvent
from ledger.errors import Refusal
from ledger.facts.free_text import KeptText, is_gone
from ledger.facts.people import EraseTexts, NamePlayers, Player, PlayersNamed, TextErased
from ledger.labels.persons import name_words, number_key
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
    _check_each_plays_once(entered, {**here, **entered})
    return named(players, known)


def _check_each_plays_once(entered: Mapping[str, People], playing: Mapping[str, People]) -> None:
    """Refuse that somebody who is entered is another contestant, by his number or with his partner, or both of one."""
    by_number: dict[str, set[str]] = defaultdict(set)
    by_names: dict[frozenset[object], set[str]] = defaultdict(set)
    for contestant, people in playing.items():
        by_names[_names(people)].add(contestant)
        for number in filter(None, map(_number, people)):
            by_number[number].add(contestant)
    for contestant, people in entered.items():
        for other in sorted(by_names[_names(people)] - {contestant}):
            if len(people) == len(playing[other]) > 1 and is_same(people, playing[other]):
                raise _twice(contestant, people, f"play as {other}")
        for at, player in enumerate(people):
            if others := by_number[_number(player)] - {contestant}:
                raise _twice(contestant, (player,), f"plays as {min(others)}")
            if any(same_person(player, each) for each in people[:at]):
                raise _twice(contestant, (player,), "is named twice")


def _twice(contestant: str, who: People, what: str) -> Refusal:
    message = f"{contestant}: {PlaysAs('', contestant, who).names} {what}"
    return Refusal("plays-twice", message, "`person list` shows who plays as whom")


def _number(player: Player) -> str:
    """The number of a membership as it is compared; '' where there is none, or it was erased."""
    return "" if is_gone(player.member_number) else number_key(player.member_number)


def _names(people: People) -> frozenset[object]:
    return frozenset(name_words(each.name) for each in people)


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
