"""The identity of a tournament's contestants: the same people under two labels, or other people under one.

Sessions number contestants independently. People are compared by membership number, or by name where either has no
number. Unnamed people ('NN') are compared with nobody, and substitutes are ignored (Law 4: a substitute does not change
the contestant).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from ledger.kernel.free_text import is_gone
from ledger.labels import LABEL
from ledger.labels.persons import is_placeholder, name_words, number_key
from ledger.session import Session
from ledger.subjects.participation.facts import SubstituteSeated
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import Tournament, players_of

People = tuple[Player, ...]
"""The players of one contestant, in the order of their seats."""

KnownPeople = Mapping[str, Mapping[str, People]]
"""The named people of contestants, by session and contestant."""

_OF_A_PAIR = 2


class PlaysAs(NamedTuple):
    """A contestant of a session, or of the tournament as entered, with its players."""

    session: str
    contestant: str
    people: People

    @property
    def names(self) -> str:
        """The names with membership numbers: 'Ann Lee (123) & Bo Ek'."""
        return " & ".join(map(_format_player, self.people))


class OtherPeople(NamedTuple):
    """A contestant of the tournament that two sessions show as different people."""

    entrant: str
    here: PlaysAs
    there: PlaysAs


class KnownAs(NamedTuple):
    """Two contestants of the tournament that are the same people: `entrant` in one session, `known` in another."""

    entrant: str
    known: str
    here: PlaysAs
    there: PlaysAs


def people_of(session: Session) -> dict[str, People]:
    """Return each contestant's players who have a name or number in a session; substitutes are left out."""
    substitutes = {(fact.contestant, fact.player) for _, fact in session.participation.all(SubstituteSeated)}
    players = {seat: player for seat, player in session.players.items() if seat not in substitutes}
    return _group_by_contestant(session.contestants, players)


def entered_people(tournament: Tournament) -> dict[str, People]:
    """Return the players of each contestant as entered in the tournament; () if it was entered without names."""
    return _group_by_contestant(tournament.entrants, players_of(tournament))


def _group_by_contestant(contestants: Iterable[str], players: Mapping[tuple[str, int], Player]) -> dict[str, People]:
    people: dict[str, People] = dict.fromkeys(contestants, ())
    for seat in sorted(players):
        player = players[seat]
        if player.contestant in people and (_unerased(player.member_number) or _name_key(player)):
            people[player.contestant] = (*people[player.contestant], player)
    return people


def other_people(tournament: Tournament, known: KnownPeople) -> Iterator[OtherPeople]:
    """Yield the contestants that are different people in two sessions without a recorded reason."""
    line_ups: dict[str, list[PlaysAs]] = {}
    for current in _walk_line_ups(tournament, known):
        entrant = tournament.entrant_of(current.session, current.contestant)
        before = line_ups.setdefault(entrant, [])
        linked = tournament.links_of_contestants.get((current.session, current.contestant), ())
        explained = bool(linked) and linked[-1][1].other_people
        if not before or explained or any(is_same(each.people, current.people) for each in before):
            before.append(current)
        else:
            yield OtherPeople(entrant, current, before[0])


def find_people_known_twice(tournament: Tournament, known: KnownPeople) -> Iterator[KnownAs]:
    """Yield pairs of contestants that are the same people in different sessions and that nobody linked."""
    met: dict[_Key, PlaysAs] = {}
    for current in _walk_line_ups(tournament, known):
        numbers = [number_key(_unerased(each.member_number)) for each in current.people]
        names = [_name_key(each) for each in current.people]
        number_keys: list[_Key] = [("numbers", frozenset(numbers))] if all(numbers) else []
        keys = [*number_keys, ("names", frozenset(names))] if all(names) else number_keys
        earlier = next((met[key] for key in keys if key in met), None)
        for key in keys:
            met.setdefault(key, current)
        if earlier is None or earlier.session == current.session or not is_same(earlier.people, current.people):
            continue
        entrant, known_entrant = (tournament.entrant_of(each.session, each.contestant) for each in (current, earlier))
        if entrant != known_entrant and not tournament.links_of_contestants.get((current.session, current.contestant)):
            yield KnownAs(entrant, known_entrant, current, earlier)


def people_of_entrants(
    tournament: Tournament, known: KnownPeople, these: Collection[str] | None = None
) -> dict[str, People]:
    """Return the players of all contestants, or of `these`: as entered, else as the first session names them.

    Once all of `these` are found, `known` is asked for no further session.
    """
    people: dict[str, People] = {}
    for current in _walk_line_ups(tournament, known):
        entrant = tournament.entrant_of(current.session, current.contestant)
        if these is None or entrant in these:
            people.setdefault(entrant, current.people)
        if these is not None and len(people) == len(these):
            break
    return people


def named_elsewhere(tournament: Tournament, known: KnownPeople, session: Session) -> dict[tuple[str, int], Player]:
    """Return the players whom a session does not name but other sessions do, by contestant and seat."""
    # A name that was erased here counts as a name: it must not come back from elsewhere
    named_here = {contestant for contestant, _ in session.players}
    unnamed = [contestant for contestant in session.contestants if contestant not in named_here]
    entrant_of = {contestant: tournament.entrant_of(session.id, contestant) for contestant in unnamed}
    entrants = people_of_entrants(tournament, known, {*entrant_of.values()})
    return {
        (contestant, seat): replace(player, contestant=contestant, seat=seat)
        for contestant, entrant in entrant_of.items()
        for seat, player in enumerate(entrants.get(entrant, ()), start=1)
    }


def is_same(one: People, other: People) -> bool:
    """Return whether two line-ups may belong to the same contestant.

    Pairs: every named player of the shorter line-up is in the longer one. Teams play with some of their players: half
    of the shorter line-up is enough.
    """
    met = sum(any(same_person(each, theirs) for theirs in other) for each in one)
    fewer = min(len(one), len(other))
    return 2 * met >= fewer if max(len(one), len(other)) > _OF_A_PAIR else met == fewer


def same_person(one: Player, other: Player) -> bool:
    """Return True if two players are one person: by number, or by name where either has no number."""
    numbers = [_unerased(player.member_number) for player in (one, other)]
    if all(numbers):
        return number_key(numbers[0]) == number_key(numbers[1])
    names = [_name_key(player) for player in (one, other)]
    return all(names) and names[0] == names[1]


def free_number(tournament: Tournament, known: KnownPeople, like: str) -> str:
    """Return an unused contestant number with the section and direction of `like`: '41NS'."""
    section, _, side = parts.groups() if (parts := LABEL.fullmatch(like)) else ("", "", "")
    playing = (tournament.entrant_of(name, each) for name, all_ in known.items() for each in all_)
    numbers = [LABEL.fullmatch(each) for each in chain(tournament.entrants, playing)]
    return f"{section}{max((int(each[2]) for each in numbers if each), default=0) + 1}{side or ''}"


def _walk_line_ups(tournament: Tournament, known: KnownPeople) -> Iterator[PlaysAs]:
    for entrant, people in entered_people(tournament).items():
        if people:
            yield PlaysAs(tournament.id, entrant, people)
    for session in tournament.sessions:
        for contestant, people in known.get(session, {}).items():
            if people:
                yield PlaysAs(session, contestant, people)


_Key = tuple[str, frozenset[object]]


def _name_key(player: Player) -> tuple[str, ...]:
    name = _unerased(player.name)
    return () if is_placeholder(name) else name_words(name)


def _unerased(text: str) -> str:
    return "" if is_gone(text) else text.strip()


def _format_player(player: Player) -> str:
    name, number = _unerased(player.name), _unerased(player.member_number)
    return f"{name} ({number})" if name and number else name or number
