"""watch: one screen that keeps itself up to date; q leaves it."""

from __future__ import annotations

import os
import sys
from collections import deque
from typing import TYPE_CHECKING

from cli.desk.screen import bold
from cli.shell import layout
from cli.shell.overview import Overview, overview_json
from ledger.events.people import TextErased

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from ledger.events import Envelope
    from ledger.office import Office
    from ledger.store.subscription import Subscription

EVENTS_KEPT = 40


class Watched:
    """A session that is watched: as it was at the last look, and what was in the way of one."""

    def __init__(self, office: Office, session_id: str) -> None:
        self._id = session_id
        self._events: deque[Envelope] = deque(office.log(session_id), maxlen=EVENTS_KEPT)
        self._new: Subscription | None = None
        self._looks_through: Office | None = None
        self.trouble = ""
        self.seen = self._looked(office)

    def look(self, office: Office) -> None:
        """See the session as it now is. Problem where the database does not answer."""
        if self._new is None or office is not self._looks_through:
            self._new = office.follow(self._id, {self._id: self._events[-1].number})
            self._looks_through = office
        new = list(self._new.new())
        self._events.extend(new)
        if any(isinstance(each.event, TextErased) for each in new):
            self._events.extend(office.log(self._id))  # what is remembered may still say what was erased
        self.seen = self._looked(office)
        self.trouble = ""

    def say(self, trouble: str) -> None:
        """Keep what is in the way, for the foot of the screen."""
        self.trouble = trouble

    def _looked(self, office: Office) -> Overview:
        return Overview(office.scoreboard(self._id), office.clock(), tuple(self._events))


def watch(desk: Desk, *, once: bool) -> int:
    """Show the session of a desk until somebody leaves, or once where there is no screen; the exit code."""
    watched = Watched(desk.office, desk.session_id)
    if desk.settings.json:
        desk.json_at("watch/1", watched.seen.session, overview_json(watched.seen))
    elif once or not _has_screen():
        for line in layout.lines(watched.seen, desk.width, None):
            desk.say(bold(line.text) if line.heading and desk.in_colour else line.text)
    else:
        from cli.shell.watch_screen import show  # with what reads keys: not for one look

        return show(watched, desk.settings)
    return 0


def _has_screen() -> bool:
    """Whether there is a terminal that can be written over, and keys to leave it with."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
