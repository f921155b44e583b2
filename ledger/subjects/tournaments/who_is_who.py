"""The links between contestants of a session and entrants of its tournament, by number or by people."""

import shlex
from collections.abc import Iterator, Sequence

from ledger.errors import Refusal
from ledger.guards.entering import check_each_once
from ledger.overall.people import KnownAs, OtherPeople, PlaysAs, find_people_known_twice, free_number, other_people
from ledger.session.response import ProposedEvent
from ledger.subjects.tournaments.facts import AddSession, ContestantLinked, LinkContestants
from ledger.subjects.tournaments.state import Tournament

Links = Sequence[ContestantLinked]


def stated_links(tournament: Tournament, command: AddSession | LinkContestants) -> list[ContestantLinked]:
    """Return the links to entrants that a command states or confirms (`other_people`), if not recorded already."""
    check_each_once([contestant for contestant, _ in command.links])
    links = dict(command.links)
    for contestant in command.other_people:
        links.setdefault(contestant, tournament.entrant_of(command.session, contestant))
    new = list[ContestantLinked]()
    for contestant, entrant in links.items():
        link = ContestantLinked(command.session, contestant, entrant, contestant in command.other_people)
        before = [each for _, each in tournament.links_of_contestants.get((link.session, link.contestant), ())[-1:]]
        if not any(each == link or (each.entrant == entrant and not link.other_people) for each in before):
            new.append(link)
    return new


def find_links_by_people(tournament: Tournament, command: AddSession, links: Links) -> list[ContestantLinked]:
    """Return links to entrants for contestants whose players play under another number in another session."""
    known = find_people_known_twice(tournament.supposing(*links), command.people)
    return [
        ContestantLinked(command.session, each.here.contestant, each.known)
        for each in known
        if each.here.session == command.session
    ]


def check_people(linked: Tournament, command: AddSession | LinkContestants, links: Links, words: Sequence[str]) -> None:
    """Refuse (who-is-who) one entrant with different people, or two entrants with the same people.

    `linked`: the tournament with the links. `words`: the command as typed, without its links. Of a `LinkContestants`
    only the contestants it links are checked.
    """
    concerned = {link.contestant for link in links} if isinstance(command, LinkContestants) else None

    def concerns(place: PlaysAs) -> bool:
        return place.session == command.session and (concerned is None or place.contestant in concerned)

    different = tuple(each for each in other_people(linked, command.people) if concerns(each.here))
    again = tuple(each for each in find_people_known_twice(linked, command.people) if concerns(each.here))
    if not (different or again):
        return
    named = {each.here.contestant for each in again}
    strangers = [each for each in different if each.here.contestant not in named]
    messages = [f"{_contestants(again)} of {command.session} played under another number"] if again else []
    if strangers:
        messages.append(f"{_contestants(strangers)} of {command.session} would be one with other people")
    ways = "; ".join(_ways_out(linked, command, bool(again), strangers, words))
    both = (*((each.here, each.there) for each in again), *((each.here, each.there) for each in strangers))
    rows = ((one.contestant, one.names, f"{two.contestant} of {two.session}", two.names) for one, two in both)
    table = (("contestant", f"in {command.session}", "elsewhere", "who"), *rows)
    raise Refusal("who-is-who", "; ".join(messages), ways, table=tuple(table))


def _contestants(matches: Sequence[KnownAs | OtherPeople]) -> str:
    return ", ".join(each.here.contestant for each in matches)


def _ways_out(
    linked: Tournament,
    command: AddSession | LinkContestants,
    again: bool,
    strangers: Sequence[OtherPeople],
    words: Sequence[str],
) -> Iterator[str]:
    """Yield hints with commands to type: link by people, link to a new entrant, or confirm other people."""
    by_people = ["--by-people"] if isinstance(command, AddSession) and (again or command.by_people) else []
    before = ["--other-people", ",".join(command.other_people)] if command.other_people else []
    if again:
        way = by_people or ["CONTESTANT=ENTRANT"]
        yield f"each as he is known: `{shlex.join([*words, *_typed_links(command), *way, *before])}`"
    if strangers:
        whose = strangers[0].here.contestant
        first = free_number(linked, command.people, linked.entrant_of(command.session, whose))
        line = [*words, *by_people, *before, *_typed_links(command, whose), f"{whose}={first}"]
        yield f"somebody else, as {first}: `{shlex.join(line)}`"
        same = ",".join([*command.other_people, *(each.here.contestant for each in strangers)])
        line = [*words, *by_people, *_typed_links(command), "--other-people", same]
        yield f"the same with other people: `{shlex.join(line)}`"


def _typed_links(command: AddSession | LinkContestants, but: str = "") -> Iterator[str]:
    yield from (f"{contestant}={entrant}" for contestant, entrant in command.links if contestant != but)


def linked_events(links: Links, added: int) -> tuple[ProposedEvent, ...]:
    """Return the events that record links; each answers the event that added the session."""
    return tuple(ProposedEvent(link, (added,)) for link in links)
