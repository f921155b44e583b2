"""Checks of contestants' labels, entry of newcomers, and naming of players; nobody plays twice."""

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
    """Return the event that enters contestants; () for none. Refusal: a label is repeated or does not fit the field."""
    labels = tuple(contestants)
    check_each_once(labels)
    for label in labels:
        check_label(label, opening)
    return (ProposedEvent(ContestantsEntered(labels)),) if labels else ()


def enter_new(contestants: Iterable[str], session: Session) -> tuple[ProposedEvent, ...]:
    """Return the event that enters the contestants who are not in the session yet; () if there is none to enter."""
    return enter((each for each in contestants if each not in session.contestants), session.opening)


def check_each_once(labels: Sequence[str]) -> None:
    """Refuse a list that names a contestant twice."""
    if twice := [label for label, times in Counter(labels).items() if times > 1]:
        names = ", ".join(twice)
        raise Refusal("bad-contestants", f"{names} {'is' if len(twice) == 1 else 'are'} named twice", "name each once")


def check_label(label: str, opening: OpenSession | SessionOpened) -> None:
    """Refuse a pair's label that is no number or does not fit the number of winners, and a team's unprintable name."""
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
"""The players by contestant and seat."""


_AT_ONCE = 1_000  # the players in one event: more would not fit a bundle's line, however large the congress
_STAYS_GONE = ("erased", "withheld")
"""Reasons why a name is gone that a file's name does not override."""


def name_unknown_players(players: Iterable[Player], known: KnownPlayers) -> tuple[ProposedEvent, ...]:
    """Return the events that name those players who are not `known` yet, or are known by another name."""
    new = list[Player]()
    for player in players:
        before = known.get((player.contestant, player.seat))
        if player != before if before else player.name or player.member_number:
            new.append(player)
    return _naming_events(new)


def name_players_of_file(players: Iterable[Player], session: Session) -> tuple[ProposedEvent, ...]:
    """Return the events that name the players in a file who are unknown or have another name in the session.

    Erased names stay erased, and a name typed at the desk stays until the file's own name changes.
    """
    news = list[Player]()
    for player in players:
        seat = player.contestant, player.seat
        before, in_file = session.players.get(seat), session.players_in_file.get(seat)
        if before is None or in_file is None:
            is_news = before is None and bool(player.name or player.member_number)
        else:
            texts = (text for each in (before, in_file) for text in (each.name, each.member_number))
            gone = any(isinstance(text, KeptText) and text.gone in _STAYS_GONE for text in texts)
            number_alone = not player.name and number_key(player.member_number) == number_key(before.member_number)
            is_news = not (gone or number_alone or player in (before, in_file))
        if is_news:
            news.append(player)
    return _naming_events(news, imported=True)


def _naming_events(new: Sequence[Player], *, imported: bool = False) -> tuple[ProposedEvent, ...]:
    batches = (tuple(new[at : at + _AT_ONCE]) for at in range(0, len(new), _AT_ONCE))
    return tuple(ProposedEvent(PlayersNamed(batch, imported=imported)) for batch in batches)


def check_player(player: Player) -> None:
    """Refuse a player without a name, or in a seat that does not exist."""
    if not (PLAYERS.hold(player.seat) and player.name.strip()):
        message = f"a player has a seat from 1 to {PLAYERS.most}, and a name"
        raise Refusal("no-such-person", message, "`person list` shows who is")


def name_players_at_entry(
    players: Sequence[Player], playing: Mapping[str, People], known: KnownPlayers
) -> tuple[ProposedEvent, ...]:
    """Return the events that name the players of an entry who are not known yet.

    Refusal: named-already if the contestant has other players, plays-twice if a player is in two contestants.
    `playing`: the players of contestants; `known`: players by contestant and seat.
    """
    entered: dict[str, People] = {}
    for player in players:
        check_player(player)
        entered[player.contestant] = (*entered.get(player.contestant, ()), player)
    for contestant, people in entered.items():
        before = playing.get(contestant, ())
        if before and not is_same(before, people):
            current_names = PlaysAs("", contestant, before).names
            correct = f"`person add {shlex.quote(contestant)} NAME NAME` corrects who it is"
            raise Refusal("named-already", f"{contestant} is {current_names} already", f"another number; or {correct}")
    _check_each_plays_once(entered, {**playing, **entered})
    return name_unknown_players(players, known)


def _check_each_plays_once(entered: Mapping[str, People], playing: Mapping[str, People]) -> None:
    """Refuse a player who is entered twice in one contestant, or plays in another, and a pair that plays in another."""
    by_number: dict[str, set[str]] = defaultdict(set)
    by_names: dict[frozenset[object], set[str]] = defaultdict(set)
    for contestant, people in playing.items():
        by_names[_name_set(people)].add(contestant)
        for number in filter(None, map(_comparable_number, people)):
            by_number[number].add(contestant)
    for contestant, people in entered.items():
        for namesake in sorted(by_names[_name_set(people)] - {contestant}):
            if len(people) == len(playing[namesake]) > 1 and is_same(people, playing[namesake]):
                raise _plays_twice(contestant, people, f"play as {namesake}")
        for at, player in enumerate(people):
            if duplicates := by_number[_comparable_number(player)] - {contestant}:
                raise _plays_twice(contestant, (player,), f"plays as {min(duplicates)}")
            if any(same_person(player, each) for each in people[:at]):
                raise _plays_twice(contestant, (player,), "is named twice")


def _plays_twice(contestant: str, who: People, what: str) -> Refusal:
    message = f"{contestant}: {PlaysAs('', contestant, who).names} {what}"
    return Refusal("plays-twice", message, "`person list` shows who plays as whom")


def _comparable_number(player: Player) -> str:
    return "" if is_gone(player.member_number) else number_key(player.member_number)


def _name_set(people: People) -> frozenset[object]:
    return frozenset(name_words(each.name) for each in people)
