"""What the tournaments of a ledger know that is typed again: their stages, sessions and contestants, at a glance."""

from __future__ import annotations

from functools import cached_property

from ledger.store import glance


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

    def stages(self) -> list[str]:
        """The stages of the tournament meant."""
        return [*self._left(self._meant, '"stage-', "name")]

    def sessions(self) -> list[str]:
        """The sessions of the tournament meant."""
        return self._sessions_of(self._meant)

    def free_sessions(self) -> list[str]:
        """The sessions that belong to no tournament."""
        taken = {*self.names, *(session for name in self.names for session in self._sessions_of(name))}
        return [each for each in glance.sessions(self._where) if each not in taken]

    def entrants(self) -> list[str]:
        """The contestants of the tournament meant, that were entered or linked."""
        found = dict[str, None]()
        for event in glance.events(self._where, self._meant, '"entrant'):
            entered = event.body.get("entrants", [])
            labels = [each.get("label") for each in entered] if isinstance(entered, list) else []
            found |= dict.fromkeys(str(each) for each in [*labels, event.body.get("entrant")] if each)
        return list(found)

    def _sessions_of(self, name: str) -> list[str]:
        return [*self._left(name, '"session-', "session")]

    def _left(self, name: str, holding: str, field: str) -> dict[str, None]:
        """What was added, and not taken out since."""
        found = dict[str, None]()
        for kind, body in glance.events(self._where, name, holding) if name else ():
            if kind.endswith("-added"):
                found[str(body.get(field, ""))] = None
            elif kind.endswith("-removed"):
                found.pop(str(body.get(field, "")), None)
        return found

    @cached_property
    def _meant(self) -> str:
        """The tournament meant; '' where it is to be named first."""
        if self._named in self.names:
            return self._named or ""
        of = [name for name in self.names if len(self.names) == 1 or self._named in self._sessions_of(name)]
        return of[0] if of else ""
