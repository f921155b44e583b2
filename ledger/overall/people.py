"""Who the people of a tournament are: the same under other numbers, and others under the same number.

A session calls its contestants by numbers, and another session may give the same number to somebody else. People are
compared by their membership numbers; by their names where either has none. Whoever is not named is compared with
nobody, 'NN' is no name, and a substitute is no difference (Law 4 leaves him out of the contestant).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from ledger.kernel.free_text import is_gone
from ledger.labels import LABEL
from ledger.labels.persons import name_words, names_nobody, number_key
from ledger.session import Session
from ledger.subjects.participation.facts import SubstituteSeated
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import Tournament, players_of

People = tuple[Player, ...]
"""The players of one contestant, in the order of their seats."""

KnownPeople = Mapping[str, Mapping[str, People]]
"""The people of the contestants that are known, by session and contestant."""

_OF_A_PAIR = 2


class PlaysAs(NamedTuple):
    """A contestant of a session, and the people it is."""

    session: str
    contestant: str
    people: People

    @property
    def names(self) -> str:
        """'Ann Lee (123) & Bo Ek'."""
        return " & ".join(map(_called, self.people))


class OtherPeople(NamedTuple):
    """One contestant of the tournament that is other people in one session than in another."""

    entrant: str
    here: PlaysAs
    there: PlaysAs


class KnownAs(NamedTuple):
    """The same people as two contestants of the tournament: here as `entrant`, elsewhere as `known`."""

    entrant: str
    known: str
    here: PlaysAs
    there: PlaysAs


def people_of(session: Session) -> dict[str, People]:
    """The people of each contestant of a session, without substitutes; only those whose name and number are here."""
    substitutes = {(fact.contestant, fact.player) for _, fact in session.participation.all(SubstituteSeated)}
    own = {seat: player for seat, player in session.players.items() if seat not in substitutes}
    return _by_contestant(session.contestants, own)


def entered_people(tournament: Tournament) -> dict[str, People]:
    """The people of each contestant of a tournament, as it was entered; of one entered by number there are none."""
    return _by_contestant(tournament.entrants, players_of(tournament))


def _by_contestant(contestants: Iterable[str], players: Mapping[tuple[str, int], Player]) -> dict[str, People]:
    found: dict[str, People] = dict.fromkeys(contestants, ())
    for seat in sorted(players):
        player = players[seat]
        if player.contestant in found and (_told(player.member_number) or _name(player)):
            found[player.contestant] = (*found[player.contestant], player)
    return found


def other_people(tournament: Tournament, known: KnownPeople) -> Iterator[OtherPeople]:
    """The contestants of a tournament that are other people in one session than in another, and nobody said why."""
    line_ups: dict[str, list[PlaysAs]] = {}
    for here in _playing(tournament, known):
        entrant = tournament.entrant_of(here.session, here.contestant)
        before = line_ups.setdefault(entrant, [])
        linked = tournament.linked_as.get((here.session, here.contestant), ())
        said = bool(linked) and linked[-1][1].other_people
        if not before or said or any(is_same(each.people, here.people) for each in before):
            before.append(here)
        else:
            yield OtherPeople(entrant, here, before[0])


def known_otherwise(tournament: Tournament, known: KnownPeople) -> Iterator[KnownAs]:
    """The people who are two contestants of a tournament, in sessions of which nobody said who is who."""
    met: dict[_Key, PlaysAs] = {}
    for here in _playing(tournament, known):
        numbers = [number_key(_told(each.member_number)) for each in here.people]
        names = [_name(each) for each in here.people]
        found: list[_Key] = [("numbers", frozenset(numbers))] if all(numbers) else []
        keys = [*found, ("names", frozenset(names))] if all(names) else found
        there = next((met[key] for key in keys if key in met), None)
        for key in keys:
            met.setdefault(key, here)
        if there is None or there.session == here.session or not is_same(there.people, here.people):
            continue
        own, other = (tournament.entrant_of(each.session, each.contestant) for each in (here, there))
        if own != other and not tournament.linked_as.get((here.session, here.contestant)):
            yield KnownAs(own, other, here, there)


def people_of_entrants(
    tournament: Tournament, known: KnownPeople, these: Collection[str] | None = None
) -> dict[str, People]:
    """Who the contestants of a tournament are, or `these`: each as it was entered, or as the first session names it.

    Once all of `these` are found, `known` is asked of no further session.
    """
    found: dict[str, People] = {}
    for here in _playing(tournament, known):
        entrant = tournament.entrant_of(here.session, here.contestant)
        if these is None or entrant in these:
            found.setdefault(entrant, here.people)
        if these is not None and len(found) == len(these):
            break
    return found


def named_elsewhere(tournament: Tournament, known: KnownPeople, session: Session) -> dict[tuple[str, int], Player]:
    """The players whom other sessions name, by contestant and seat; none where a name is here, even an erased one."""
    named_here = {contestant for contestant, _ in session.players}
    unnamed = [contestant for contestant in session.contestants if contestant not in named_here]
    asked = {contestant: tournament.entrant_of(session.id, contestant) for contestant in unnamed}
    entrants = people_of_entrants(tournament, known, {*asked.values()})
    return {
        (contestant, seat): replace(player, contestant=contestant, seat=seat)
        for contestant, entrant in asked.items()
        for seat, player in enumerate(entrants.get(entrant, ()), start=1)
    }


def is_same(one: People, other: People) -> bool:
    """Whether two line-ups may be one contestant.

    A pair is the same where nobody of the one is missing from the other, as far as both are named. A team plays with
    some of its players: it is the same where half of the fewer of them play in both.
    """
    met = sum(any(same_person(each, theirs) for theirs in other) for each in one)
    fewer = min(len(one), len(other))
    return 2 * met >= fewer if max(len(one), len(other)) > _OF_A_PAIR else met == fewer


def same_person(one: Player, other: Player) -> bool:
    """Whether two are one person: by their numbers, or by their names where either has no number."""
    numbers = [_told(each.member_number) for each in (one, other)]
    if all(numbers):
        return number_key(numbers[0]) == number_key(numbers[1])
    names = [_name(each) for each in (one, other)]
    return all(names) and names[0] == names[1]


def free_number(tournament: Tournament, known: KnownPeople, like: str) -> str:
    """A number that no contestant of the tournament has, written like this one: 41NS."""
    section, _, side = parts.groups() if (parts := LABEL.fullmatch(like)) else ("", "", "")
    playing = (tournament.entrant_of(name, each) for name, all_ in known.items() for each in all_)
    numbers = [LABEL.fullmatch(each) for each in chain(tournament.entrants, playing)]
    return f"{section}{max((int(each[2]) for each in numbers if each), default=0) + 1}{side or ''}"


def _playing(tournament: Tournament, known: KnownPeople) -> Iterator[PlaysAs]:
    for entrant, people in entered_people(tournament).items():
        if people:
            yield PlaysAs(tournament.id, entrant, people)
    for session in tournament.sessions:
        for contestant, people in known.get(session, {}).items():
            if people:
                yield PlaysAs(session, contestant, people)


_Key = tuple[str, frozenset[object]]


def _name(player: Player) -> tuple[str, ...]:
    name = _told(player.name)
    return () if names_nobody(name) else name_words(name)


def _told(text: str) -> str:
    return "" if is_gone(text) else text.strip()


def _called(player: Player) -> str:
    name, number = _told(player.name), _told(player.member_number)
    return f"{name} ({number})" if name and number else name or number
