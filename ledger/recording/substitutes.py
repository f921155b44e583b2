"""Who a substitute is: by name, which is kept apart from the log, or by the number of the membership."""

from collections.abc import Iterable
from typing import NamedTuple

from ledger.events.participation import SubstituteSeated
from ledger.session import Session
from ledger.store.people import People
from ledger.store.person import Person

_OWN_PLAYERS = 2


class Substitute(NamedTuple):
    """Which of a contestant's players he is, which of other contestants', and everybody whose name is kept."""

    player: int
    elsewhere: tuple[tuple[str, int], ...]
    people: tuple[Person, ...]


def find_substitute(session: Session, people: People, contestant: str, name: str, member: str = "") -> Substitute:
    """The player as he is kept with this contestant, or as one more of its players."""
    known = [person for _, person in people.find(session=session.id)]
    same = [person for person in known if _is(person, name, member)]
    elsewhere = tuple((person.contestant, person.seat) for person in same if person.contestant != contestant)
    for person in same:
        if person.contestant == contestant:
            return Substitute(person.seat, elsewhere, tuple(known))
    player = _next_player(session, known, contestant)
    return Substitute(player, elsewhere, (*known, Person(contestant, player, name, member)))


def _is(person: Person, name: str, member: str) -> bool:
    if member and person.member_number:
        return person.member_number == member
    return person.name.casefold() == name.casefold()


def _next_player(session: Session, known: Iterable[Person], contestant: str) -> int:
    """The first number that no player of the contestant has had, though his name may have been erased."""
    kept = [person.seat for person in known if person.contestant == contestant]
    seated = [fact.player for _, fact in session.participation.all(SubstituteSeated, contestant)]
    return max([_OWN_PLAYERS, *kept, *seated]) + 1
