"""Check what contestants are called, enter those who come with a result, and name their players; nobody plays twice."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ledger.bounds.tournaments import CALLED, PLAYERS
from ledger.errors import Refusal
from ledger.errors.visible import is_plain
from ledger.kernel.free_text import KeptText, is_gone
from ledger.labels import LABEL, direction
from ledger.labels.persons import name_words, number_key
from ledger.overall.people import People, PlaysAs, is_same, same_person
from ledger.scoring.forms import FORMS
from ledger.session.response import ProposedEvent
from ledger.session.state import Session
from ledger.subjects.people.facts import Player, PlayersNamed
from ledger.subjects.play.facts import ContestantsEntered, OpenSession, SessionOpened


def enter(contestants: Iterable[str], opening: OpenSession | SessionOpened) -> tuple[ProposedEvent, ...]:
    """Enter contestants, by labels that fit the field, each once; nothing where there are none."""
    labels = tuple(contestants)
    check_each_once(labels)
    for label in labels:
        check_label(label, opening)
    return (ProposedEvent(ContestantsEntered(labels)),) if labels else ()


def check_each_once(labels: Sequence[str]) -> None:
    """Refuse a list that names somebody twice: one of the two is meant for another."""
    if twice := [label for label, times in Counter(labels).items() if times > 1]:
        names = ", ".join(twice)
        raise Refusal("bad-contestants", f"{names} {'is' if len(twice) == 1 else 'are'} named twice", "name each once")


def check_label(label: str, opening: OpenSession | SessionOpened) -> None:
    """Refuse a label that is no number, or that has no direction where directions are ranked apart."""
    if FORMS[opening.scoring].teams():
        if not (label.strip() == label and is_plain(label) and CALLED.hold(len(label))):
            message = f"at most {CALLED.most} characters in one line"
            raise Refusal("bad-contestants", f"{label[:80]!r} is no name for a team", message)
        return
    if not LABEL.fullmatch(label):
        message = f"{label!r} is no contestant's number"
        raise Refusal("bad-contestants", message, "contestants are 1, 2, … or 1NS, 1EW, …; names are kept apart")
    if (opening.winners == 2) != bool(direction(label)):
        hint, winners = "write 1, or open the session with --winners 2", "one winner"
        if opening.winners == 2:
            hint, winners = "write 1NS or 1EW", "two winners (North–South and East–West ranked apart)"
        raise Refusal("wrong-field", f"contestant {label} does not fit a field with {winners}", hint)


KnownPlayers = Mapping[tuple[str, int], Player]
"""Who the players are, by contestant and seat."""


_AT_ONCE = 1_000
"""Players in one event: a line of a bundle holds as many, however large the congress."""


_STAYS_GONE = ("erased", "withheld")
"""What a file that names somebody does not bring back."""


def named(players: Iterable[Player], known: KnownPlayers) -> tuple[ProposedEvent, ...]:
    """The players who are not known yet, or by another name."""
    new = list[Player]()
    for each in players:
        before = known.get((each.contestant, each.seat))
        if each != before if before else each.name or each.member_number:
            new.append(each)
    return _proposed(new)


def named_by_file(players: Iterable[Player], session: Session) -> tuple[ProposedEvent, ...]:
    """The players whom a file names, and who are not known yet, or by another name.

    It does not bring back what was erased, and who was named by hand stays until the file says another.
    """
    return _proposed([each for each in players if _is_news_of_file(each, session)], imported=True)


def _proposed(new: Sequence[Player], *, imported: bool = False) -> tuple[ProposedEvent, ...]:
    batches = (tuple(new[at : at + _AT_ONCE]) for at in range(0, len(new), _AT_ONCE))
    return tuple(ProposedEvent(PlayersNamed(batch, imported=imported)) for batch in batches)


def _is_news_of_file(player: Player, session: Session) -> bool:
    seat = player.contestant, player.seat
    before, said = session.players.get(seat), session.players_in_file.get(seat)
    if before is None or said is None:
        return before is None and bool(player.name or player.member_number)
    texts = (text for each in (before, said) for text in (each.name, each.member_number))
    gone = any(isinstance(text, KeptText) and text.gone in _STAYS_GONE for text in texts)
    number_alone = not player.name and number_key(player.member_number) == number_key(before.member_number)
    return not (gone or number_alone or player in (before, said))


def check_player(player: Player) -> None:
    """Refuse a player without a name, or in a seat that no contestant has."""
    if not (PLAYERS.hold(player.seat) and player.name.strip()):
        message = f"a player has a seat from 1 to {PLAYERS.most}, and a name"
        raise Refusal("no-such-person", message, "`person list` shows who is")


def named_at_entry(
    players: Sequence[Player], here: Mapping[str, People], known: KnownPlayers
) -> tuple[ProposedEvent, ...]:
    """Those who are entered with their names, and are not known yet.

    Refused where a contestant is other people already (named-already), or somebody is two of them (plays-twice).
    `here`: who the contestants are; `known`: by contestant and seat.
    """
    entered: dict[str, People] = {}
    for each in players:
        check_player(each)
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
    return "" if is_gone(player.member_number) else number_key(player.member_number)


def _names(people: People) -> frozenset[object]:
    return frozenset(name_words(each.name) for each in people)
