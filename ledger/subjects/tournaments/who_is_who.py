"""Who plays in a session as whom of its tournament: said by number, or found by the people."""

import shlex
from collections.abc import Iterator, Sequence

from ledger.errors import Refusal
from ledger.overall.people import KnownAs, OtherPeople, PlaysAs, free_number, known_otherwise, other_people
from ledger.session.response import ProposedEvent
from ledger.subjects.tournaments.facts import AddSession, ContestantLinked, LinkContestants
from ledger.subjects.tournaments.state import Tournament

Links = Sequence[ContestantLinked]


def links_said(tournament: Tournament, command: AddSession | LinkContestants) -> list[ContestantLinked]:
    """The links a command names, and the contestants of whom it says that they are the same with other people."""
    links = dict(command.links)
    for each in command.other_people:
        links.setdefault(each, tournament.entrant_of(command.session, each))
    new = list[ContestantLinked]()
    for contestant, entrant in links.items():
        link = ContestantLinked(command.session, contestant, entrant, contestant in command.other_people)
        before = [each for _, each in tournament.linked_as.get((link.session, link.contestant), ())[-1:]]
        if not any(each == link or (each.entrant == entrant and not link.other_people) for each in before):
            new.append(link)
    return new


def links_by_people(tournament: Tournament, command: AddSession, links: Links) -> list[ContestantLinked]:
    """Links for whoever of a session is known from another one by his people, and goes by another number here."""
    found = known_otherwise(tournament.supposing(*links), command.people)
    return [
        ContestantLinked(command.session, each.here.contestant, each.known)
        for each in found
        if each.here.session == command.session
    ]


def check_people(then: Tournament, command: AddSession | LinkContestants, links: Links, words: Sequence[str]) -> None:
    """Refuse (who-is-who) that other people of a session are one contestant, or the same people two.

    `words`: how the command was typed, without its links. A command that links is asked about those it links alone.
    """
    concerned = {link.contestant for link in links} if isinstance(command, LinkContestants) else None

    def concerns(here: PlaysAs) -> bool:
        return here.session == command.session and (concerned is None or here.contestant in concerned)

    others = tuple(each for each in other_people(then, command.people) if concerns(each.here))
    again = tuple(each for each in known_otherwise(then, command.people) if concerns(each.here))
    if not (others or again):
        return
    named = {each.here.contestant for each in again}
    strangers = [each for each in others if each.here.contestant not in named]
    messages = [f"{_contestants(again)} of {command.session} played under another number"] if again else []
    if strangers:
        messages.append(f"{_contestants(strangers)} of {command.session} would be one with other people")
    ways = "; ".join(_ways(then, command, bool(again), strangers, words))
    both = (*((each.here, each.there) for each in again), *((each.here, each.there) for each in strangers))
    found = (
        (here.contestant, here.names, f"{there.contestant} of {there.session}", there.names) for here, there in both
    )
    table = (("contestant", f"in {command.session}", "elsewhere", "who"), *found)
    raise Refusal("who-is-who", "; ".join(messages), ways, table=tuple(table))


def _contestants(found: Sequence[KnownAs | OtherPeople]) -> str:
    return ", ".join(each.here.contestant for each in found)


def _ways(
    then: Tournament,
    command: AddSession | LinkContestants,
    again: bool,
    strangers: Sequence[OtherPeople],
    words: Sequence[str],
) -> Iterator[str]:
    """The ways out: who is known goes by his people; who is not is somebody else, or the same with other people."""
    by_people = ["--by-people"] if isinstance(command, AddSession) and (again or command.by_people) else []
    before = ["--other-people", ",".join(command.other_people)] if command.other_people else []
    if again:
        way = by_people or ["CONTESTANT=ENTRANT"]
        yield f"each as he is known: `{shlex.join([*words, *_said(command), *way, *before])}`"
    if strangers:
        whose = strangers[0].here.contestant
        first = free_number(then, command.people, then.entrant_of(command.session, whose))
        line = [*words, *by_people, *before, *_said(command, whose), f"{whose}={first}"]
        yield f"somebody else, as {first}: `{shlex.join(line)}`"
        same = ",".join([*command.other_people, *(each.here.contestant for each in strangers)])
        line = [*words, *by_people, *_said(command), "--other-people", same]
        yield f"the same with other people: `{shlex.join(line)}`"


def _said(command: AddSession | LinkContestants, but: str = "") -> Iterator[str]:
    yield from (f"{contestant}={entrant}" for contestant, entrant in command.links if contestant != but)


def linked_events(links: Links, added: int) -> tuple[ProposedEvent, ...]:
    """The links, each resting on the event that added the session."""
    return tuple(ProposedEvent(link, (added,)) for link in links)
