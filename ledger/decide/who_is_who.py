"""Who plays in a session as whom of its tournament: said by number, or found by the people; and refused where other
people would be one contestant, or the same people two.
"""

import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ledger.decide.response import ProposedEvent
from ledger.errors import Refusal
from ledger.facts import AddSession, LinkContestants
from ledger.facts.tournaments import ContestantLinked
from ledger.overall.people import KnownAs, OtherPeople, PlaysAs, free_number, known_otherwise, other_people
from ledger.session.tournaments import Tournament

Links = Sequence[ContestantLinked]


class _Found(NamedTuple):
    """What is wrong with the people of a session that is added, or linked anew."""

    others: tuple[OtherPeople, ...]
    again: tuple[KnownAs, ...]


def links_said(tournament: Tournament, command: AddSession | LinkContestants) -> list[ContestantLinked]:
    """The links a command names, and the contestants of whom it says that they are the same with other people."""
    links = dict(command.links)
    for each in command.other_people:
        links.setdefault(each, tournament.entrant_of(command.session, each))
    said = (
        ContestantLinked(command.session, contestant, entrant, contestant in command.other_people)
        for contestant, entrant in links.items()
    )
    return [link for link in said if not _holds(tournament, link)]


def _holds(tournament: Tournament, link: ContestantLinked) -> bool:
    """Whether it is known to be so already."""
    said = tournament.linked_as.get((link.session, link.contestant), ())
    return bool(said) and (said[-1][1] == link or (said[-1][1].entrant == link.entrant and not link.other_people))


def links_by_people(tournament: Tournament, command: AddSession, links: Links) -> list[ContestantLinked]:
    """Links for whoever of a session is known from another one by his people, and goes by another number here."""
    then = tournament.supposing(*links)
    found = known_otherwise(then, command.people)
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
    if others or again:
        raise _refusal(then, command, _Found(others, again), words)


def _refusal(then: Tournament, command: AddSession | LinkContestants, found: _Found, words: Sequence[str]) -> Refusal:
    """What is wrong, everybody by name, and what to type."""
    named = {each.here.contestant for each in found.again}
    strangers = [each for each in found.others if each.here.contestant not in named]
    messages = []
    if found.again:
        messages.append(f"{_contestants(found.again)} of {command.session} played under another number")
    if strangers:
        messages.append(f"{_contestants(strangers)} of {command.session} would be one with other people")
    ways = list(_ways(then, command, bool(found.again), strangers, words))
    return Refusal(
        "who-is-who", "; ".join(messages), "; ".join(ways), table=tuple(_rows(command.session, found, strangers))
    )


def _contestants(found: Sequence[KnownAs | OtherPeople]) -> str:
    return ", ".join(each.here.contestant for each in found)


def _rows(session: str, found: _Found, strangers: Sequence[OtherPeople]) -> Iterator[tuple[str, ...]]:
    """Everybody by name: who plays in the session, and as whom, or who else, elsewhere."""
    yield "contestant", f"in {session}", "elsewhere", "who"
    both = [(each.here, each.there) for each in found.again]
    for here, there in [*both, *((each.here, each.there) for each in strangers)]:
        yield here.contestant, here.names, f"{there.contestant} of {there.session}", there.names


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
    """The links that were typed, without that of one."""
    yield from (f"{contestant}={entrant}" for contestant, entrant in command.links if contestant != but)


def linked_events(links: Links, added: int) -> tuple[ProposedEvent, ...]:
    """The links, each resting on the event that added the session."""
    return tuple(ProposedEvent(link, (added,)) for link in links)
