"""What may be shown of a session or a tournament at this moment, and its pages.

Of a session everything that was given out, once everybody has played; till then places and totals alone, or that they
are awaited. Of a tournament its standing over what was given out of each session, and the sessions that may be shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cli.pages.folder import SESSIONS
from cli.pages.printing import Press
from cli.pages.site_press import SessionSitePress
from cli.pages.tournaments.site_press import TournamentSitePress
from cli.pages.waiting import Awaited, waiting_page
from cli.serving.versions import Folders
from cli.words.times import moment_text
from ledger.facts import Envelope
from ledger.office import Office
from ledger.projections.checking import still_to_come
from ledger.projections.given_out import given_out, heads_given_out
from ledger.trust.seal import PublicKey

Log = Sequence[Envelope]


@dataclass(frozen=True)
class Wall:
    """How the office wants it shown: by which press, with which key; when the scores are `expected`."""

    press: Press
    key: PublicKey | None = None
    expected: str = ""


class Hung(Protocol):
    """The pages of a session or a tournament, as they hang in the hall.

    `withheld`: what is recorded and not shown, and why.
    """

    withheld: list[str]

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """The folders of pages that are to be put in, as these logs are now."""

    def streams(self) -> set[str]:
        """The streams they are of."""


class SessionHung:
    """The pages of one session; `tournament`: the way to the pages of the tournament it belongs to."""

    def __init__(self, name: str, wall: Wall, tournament: str = "") -> None:
        self.name, self._wall, self._tournament = name, wall, tournament
        self._site = self._anew()
        self.withheld = list[str]()

    def _anew(self) -> SessionSitePress:
        return SessionSitePress(self._wall.press, self.name, self._wall.key, self._tournament)

    def streams(self) -> set[str]:
        """Its own."""
        return {self.name}

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """The one folder of its pages."""
        return {"": self.whole(logs[self.name], office) or self._places(office)}

    def whole(self, log: Log, office: Office) -> dict[str, str]:
        """All of its pages as far as they were given out; none while they would tell somebody what he has to play."""
        upto = given_out(log)
        if upto < self._site.number:
            self._site = self._anew()
        if not upto:
            self.withheld = [f"{self.name}: not published; {self._before(office)}"]
            return {}
        more = log[self._site.number : upto]
        made = self._site.bring_up(more, office.seals.of(self.name), office.tournaments.tell_names)
        if any(still_to_come(self._site.scoreboard)):
            self.withheld = [f"{self.name}: somebody still has to play (`check`); places and totals alone are shown"]
            return {}
        later = f"{self.name}: results came in after #{upto}; from there on it is shown when it is published again"
        self.withheld = [later] if upto < len(log) else []
        return made.all

    def _before(self, office: Office) -> str:
        """What is shown before a publication, in words."""
        if shown_by := office.session(self.name).running_scores:
            return f"running places and totals are shown (#{shown_by})"
        return "nothing of it is shown before, but places by `publish --running`"

    def _places(self, office: Office) -> dict[str, str]:
        """Places and totals alone: running ones where the office chose so, or those that were given out; or none."""
        if office.session(self.name).running_scores:
            board, awaited = office.scoreboard(self.name), Awaited(running=True)
        elif self._site.number:
            board = self._site.scoreboard
            with self._wall.press.speaking():
                awaited = Awaited(moment_text(board.session.publications[-1].said_at, 0))
        else:
            session = office.session(self.name)
            return waiting_page(self._wall.press, session, Awaited(expected=self._wall.expected))
        office.tournaments.tell_names(board.session)
        return waiting_page(self._wall.press, board.session, awaited, board)


class TournamentHung:
    """The pages of a tournament, and in a folder for each those of its sessions that may be shown."""

    def __init__(self, name: str, wall: Wall) -> None:
        self.name, self._wall = name, wall
        self._sessions: dict[str, SessionHung] = {}
        self._seen: dict[str, int] = {}
        self._there = set[str]()
        self.withheld = list[str]()
        self._begin()

    def _begin(self) -> None:
        self._site = TournamentSitePress(self.name, self._wall.press, self._wall.key)
        self._read: dict[str, int] = {}

    def streams(self) -> set[str]:
        """Its own, and those of its sessions."""
        return self._site.streams

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """The folder of its own pages, and those of the sessions in which something moved."""
        shown = self._shown(logs, running=bool(office.stream(self.name).running_scores))
        if any(len(shown.get(name, ())) < number for name, number in self._read.items()):
            self._begin()
        further = [each for name, log in shown.items() for each in log[self._read.get(name, 0) :]]
        self._site.read(further, lambda: shown)
        self._read = {name: len(log) for name, log in shown.items()}
        self.withheld = [
            f"{name}: shown up to #{len(shown[name])}; the rest when it is published"
            if shown[name]
            else f"{name}: not published; nothing of it is counted before, unless by `publish --running`"
            for name, log in logs.items()
            if len(shown[name]) < len(log)
        ]
        folders = self._of_sessions(logs, office)
        return {**folders, "": self._site.made(office.seals.of(self.name), frozenset(self._there)).all}

    def _shown(self, logs: Mapping[str, Log], *, running: bool) -> dict[str, Log]:
        """The logs as far as they may be told: of its own all, of a session what it, or the standing, has given out."""
        if running:
            return dict(logs)
        own = logs[self.name]
        heads = heads_given_out(own)
        of_sessions = ((name, log) for name, log in logs.items() if name != self.name)
        return {self.name: own, **{name: log[: max(given_out(log), heads.get(name, 0))] for name, log in of_sessions}}

    def _of_sessions(self, logs: Mapping[str, Log], office: Office) -> dict[str, dict[str, str]]:
        """The folders of the sessions in which something moved; of one that may not be shown nothing is in it."""
        own = self._site.scores.tournament.sessions
        found: dict[str, dict[str, str]] = {}
        for name in self._sessions.keys() - own.keys():
            del self._sessions[name], self._seen[name]
            found[f"{SESSIONS}/{name}/"] = {}
        for name in (each for each in own if logs.get(each)):
            hung = self._sessions.setdefault(name, SessionHung(name, self._wall, "../../index.html"))
            if self._seen.get(name) != len(logs[name]):
                self._seen[name] = len(logs[name])
                found[f"{SESSIONS}/{name}/"] = hung.whole(logs[name], office)
        self._there = {name for name in own if found.get(f"{SESSIONS}/{name}/", name in self._there)}
        return found
