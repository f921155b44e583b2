"""What the tournaments of a ledger know that is typed again: their stages, sessions and contestants, at a glance."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ledger.recording.known_words import WordsOfFile
from ledger.store import glance

if TYPE_CHECKING:
    from collections.abc import Mapping


class TournamentsOfFile:
    """The words of the tournaments of a ledger in a file; nothing where it is none, or a server.

    `named`: the tournament, or the session, that is meant, where one is said.
    """

    def __init__(self, where: str, named: str | None) -> None:
        self._where = where
        self._named = named

    @cached_property
    def names(self) -> list[str]:
        """The tournaments."""
        return glance.tournaments(self._where)

    def stages(self, *formats: str) -> list[str]:
        """The stages of the tournament meant; of those formats alone, where some are named."""
        found = dict[str, str]()
        for _, kind, body in self._events('"stage-'):
            if kind == "stage-removed":
                found.pop(str(body.get("name", "")), None)
            else:
                found[str(body.get("name", ""))] = str(body.get("format", ""))
        return [name for name, format_ in found.items() if not formats or format_ in formats]

    def sessions(self) -> list[str]:
        """The sessions of the tournament meant."""
        return list(self._added(self._meant))

    def is_meant(self) -> bool:
        """Whether the tournament itself was named, and not a session of it."""
        return self._named in self.names

    def free_sessions(self) -> list[str]:
        """The sessions that belong to no tournament."""
        taken = {*self.names, *(session for name in self.names for session in self._added(name))}
        return [each for each in glance.sessions(self._where) if each not in taken]

    def sections(self) -> list[str]:
        """The letters of the sections of the tournament meant."""
        return sorted({letter for letter in self._added(self._meant).values() if letter})

    def entrants(self) -> list[str]:
        """The contestants of the tournament meant: that were entered or linked; else those of all its sessions."""
        linked = self._linked()
        said = [str(each.get("label") or "") for each in self._entered()] or self._in_sessions(linked)
        return list(dict.fromkeys(each for each in (*said, *linked.values()) if each))

    def _in_sessions(self, linked: Mapping[tuple[str, str], str]) -> list[str]:
        """Who of the tournament plays in its sessions: as linked, else by its number with the letter of the section."""
        playing = self._added(self._meant).items()
        found = [
            (name, letter, each) for name, letter in playing for each in WordsOfFile(self._where, name).contestants()
        ]
        lettered = ((name, each, f"{letter}{each}" if each[:1].isdigit() else each) for name, letter, each in found)
        return [linked.get((name, each)) or label for name, each, label in lettered]

    def strata(self) -> list[str]:
        """The strata its contestants are ranked in."""
        return sorted({str(stratum) for each in self._entered() if (stratum := each.get("stratum"))})

    def bracket(self, stage: str) -> list[str]:
        """Who was placed in the bracket of a stage."""
        return list(dict.fromkeys(each for match in self._matches(stage) for each in match))

    def opponents(self, stage: str, team: str) -> list[str]:
        """Whom a contestant may meet in the bracket of a stage: first whom it was drawn against, then the others."""
        drawn = [each for match in self._matches(stage) if team in match for each in match]
        return [each for each in dict.fromkeys([*drawn, *self.bracket(stage)]) if each != team]

    def _matches(self, stage: str) -> list[list[str]]:
        """The contestants of every match of a bracket as far as the draw named them; none where it was withdrawn."""
        found = list[list[str]]()
        for _, _, body in self._events('"bracket-'):
            if body.get("stage") == stage:
                found = [
                    [str(side["entrant"]) for side in _list(match, "sides") if side.get("entrant")]
                    for match in _list(body, "matches")
                ]
        return found

    def _entered(self) -> list[glance.Body]:
        """What the entries that count say of contestants."""
        withdrawn = {body.get("entry") for _, _, body in self._events('"entry-withdrawn/')}
        entries = [body for number, _, body in self._events('"entrants-entered/') if number not in withdrawn]
        return [each for body in entries for each in _list(body, "entrants")]

    def _linked(self) -> dict[tuple[str, str], str]:
        """Who of the tournament a contestant of a session of it is, by a link that holds."""
        found = dict[tuple[str, str], str]()
        events = [*self._events('"contestant-linked/'), *self._events('"link-withdrawn/')]
        for _, _, body in sorted(events, key=lambda each: each.number):
            who = str(body.get("session")), str(body.get("contestant"))
            found[who] = str(body.get("entrant") or body.get("again") or "")
        there = self._added(self._meant)
        return {(session, each): entrant for (session, each), entrant in found.items() if session in there}

    def _added(self, name: str) -> dict[str, str]:
        """The sessions of a tournament, each with the letter of its section."""
        found = dict[str, str]()
        for _, kind, body in glance.events(self._where, name, '"session-') if name else ():
            if kind == "session-added":
                found[str(body.get("session", ""))] = str(body.get("section") or "")
            elif kind == "session-removed":
                found.pop(str(body.get("session", "")), None)
        return found

    def _events(self, holding: str) -> list[glance.RawEvent]:
        return glance.events(self._where, self._meant, holding) if self._meant else []

    @cached_property
    def _meant(self) -> str:
        """The tournament meant; '' where it is to be named first."""
        if self._named in self.names:
            return self._named or ""
        of = [name for name in self.names if len(self.names) == 1 or self._named in self._added(name)]
        return of[0] if of else ""


def _list(body: glance.Body, name: str) -> list[glance.Body]:
    """The objects in a list, as far as it is one of objects."""
    found = body.get(name)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
