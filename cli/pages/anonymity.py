"""Who is named in a book: everybody, nobody but by his part in the case, or the players as of a class.

Words that somebody typed may name people too. Where nobody is to be named, every name the session knows is taken out of
them: players, officials, those who sat on a committee, contestants with a name or a direction. What a text says of
somebody whom the session does not know by name is not seen: who makes such a book reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from cli.words.language import say
from cli.words.vocabulary import side_name
from ledger.bridge import Side
from ledger.facts.free_text import is_gone
from ledger.labels import members
from ledger.labels.persons import name_parts, names_pattern
from ledger.projections.casework import CaseFile
from ledger.projections.names import led_by_names
from ledger.session import Session
from ledger.session.people import players_told

People = Literal["names", "roles", "class"]


class Naming(NamedTuple):
    """How people are told in a book; `words` are what the players are where they are told as of a class."""

    people: People = "names"
    words: str = ""

    @property
    def named(self) -> bool:
        """Whether everybody is named."""
        return self.people == "names"


class CaseNames:
    """How the people of one case are told."""

    def __init__(self, session: Session, case: CaseFile, naming: Naming) -> None:
        self._case, self.naming = case, naming
        roles = {} if naming.named else dict(_roles(session, case, naming))
        self._roles = {name.casefold(): role for name, role in roles.items()}
        self._pattern = names_pattern(roles) if roles else None

    def side(self, side: Side) -> str:
        """Who sat on a side: by name, as of a class, or, where only parts are told, nobody."""
        seating = self._case.seating
        who = seating.contestant(side) if seating else ""
        if self.naming.named:
            return led_by_names(who, self._case.names) if who else ""
        return self.naming.words if who else ""

    def whose(self, contestant: str) -> str:
        """A contestant: by name, or by the side it sat on."""
        if self.naming.named:
            return led_by_names(contestant, self._case.names)
        seating = self._case.seating
        sides = [side for side in Side if seating and contestant in seating.contestants(side)]
        return side_name(sides[0].value) if sides else self.naming.words or say("a contestant")

    def text(self, text: str) -> str:
        """A text without the names that are not to be told."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._roles[found[0].casefold()], text)


def _roles(session: Session, case: CaseFile, naming: Naming) -> Iterator[tuple[str, str]]:
    """Every name the session knows, with what stands in its place; the last that is said of a name counts."""
    player, side = naming.words or say("a player"), {side: side_name(side.value) for side in Side}
    for contestant in session.contestants:
        if not contestant.isdigit():
            yield contestant, say("a contestant")
    for each in players_told(session).values():
        if each.name and not is_gone(each.name):
            yield from ((name, player) for name in name_parts(each.name))
    for sat in Side if case.seating else ():
        whose = case.seating.contestant(sat) if case.seating else ""
        yield from ((label, side[sat]) for label in (whose, *members(whose)) if label and not label.isdigit())
    for name in _office(session, case):
        yield from ((part, say("an official")) for part in name_parts(name))
    for name in case.committee:
        yield from ((part, say("a member of the committee")) for part in name_parts(name))
    for name in case.directors:
        yield from ((part, say("the director")) for part in name_parts(name))


def _office(session: Session, case: CaseFile) -> Iterator[str]:
    """Everybody who acted in an office in the session, or in the case."""
    yield from session.officials.names.values()
    yield from (penalty.by for penalty in case.beside)
    for ruling in case.rulings:
        yield from ruling.judgement.consulted
    for file in case.appeals:
        appeal = file.appeal
        yield from (appeal.lodged.through, appeal.heard.scribe if appeal.heard else "")
        yield from (appeal.withdrawn.leave if appeal.withdrawn else "", *(each.by for each in appeal.decisions))
