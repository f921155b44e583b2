"""watch: one screen that keeps itself up to date; q leaves it."""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING

from cli.desk.screen import bold
from cli.shell import layout
from cli.shell.overview import Overview, overview_json
from ledger.events.people import TextErased

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from cli.shell.layout import OnScreen
    from ledger.events import Envelope
    from ledger.office import Office
    from ledger.store.subscription import Subscription

EVENTS_KEPT = 40


class Watched(ABC):
    """What is watched: as it was at the last look, and what was in the way of one."""

    seen: OnScreen

    def __init__(self) -> None:
        self.trouble = ""

    @abstractmethod
    def look(self, office: Office) -> None:
        """See it as it now is. Problem where the database does not answer."""

    @abstractmethod
    def say_as_json(self, desk: Desk) -> None:
        """All of it as one object."""

    def say(self, trouble: str) -> None:
        """Keep what is in the way, for the foot of the screen."""
        self.trouble = trouble


class WatchedSession(Watched):
    """A session that is watched."""

    def __init__(self, office: Office, session_id: str) -> None:
        super().__init__()
        self._id = session_id
        self._events: deque[Envelope] = self._read(office)
        self._new: Subscription | None = None
        self._looks_through: Office | None = None
        self.seen: Overview = self._looked(office)

    def look(self, office: Office) -> None:
        """See the session as it now is. Problem where the database does not answer."""
        if self._new is None or office is not self._looks_through:
            self._new = office.follow(self._id, {self._id: self._events[-1].number})
            self._looks_through = office
        new = list(self._new.new())
        if any(isinstance(each.event, TextErased) for each in new):
            self._events = self._read(office, new[-1].number)  # what is remembered may still say what was erased
        else:
            self._events.extend(new)
        self.seen = self._looked(office)
        self.trouble = ""

    def say_as_json(self, desk: Desk) -> None:
        """The session as one object."""
        desk.json_at("watch/1", self.seen.session, overview_json(self.seen))

    def _read(self, office: Office, upto: int | None = None) -> deque[Envelope]:
        """The last events of its log."""
        return deque(office.log(self._id, upto), maxlen=EVENTS_KEPT)

    def _looked(self, office: Office) -> Overview:
        return Overview(office.scoreboard(self._id), office.clock(), tuple(self._events))


def watch(desk: Desk, *, once: bool) -> int:
    """Show what a desk is about until somebody leaves, or once where there is no screen; the exit code."""
    watched = _watched(desk)
    if desk.settings.json:
        watched.say_as_json(desk)
    elif once or not _has_screen():
        for line in layout.lines(watched.seen, desk.width, None):
            desk.say(bold(line.text) if line.heading and desk.in_colour else line.text)
    else:
        from cli.shell.watch_screen import show  # with what reads keys: not for one look

        return show(watched, desk.settings)
    return 0


def _watched(desk: Desk) -> Watched:
    name = desk.session_id
    if name not in desk.office.tournaments.names():
        return WatchedSession(desk.office, name)
    from cli.shell.watched_tournament import WatchedTournament  # with what tournaments are worked out by

    return WatchedTournament(desk.office, name)


def _has_screen() -> bool:
    """Whether there is a terminal that can be written over, and keys to leave it with."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
