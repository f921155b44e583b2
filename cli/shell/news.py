"""What other desks record, told in a line each: who, what, and whose place it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cli.desk import screen
from cli.desk.output import Output
from cli.shell.clocks import told_since
from cli.shell.heard import Heard
from ledger.events import Envelope
from ledger.events.people import TextErased
from ledger.session import Session, Stream, Tournament

if TYPE_CHECKING:
    from threading import Lock

    from cli.desk.settings import Settings
    from ledger.office import Office
    from ledger.store.position import Position
    from ledger.store.subscription import Subscription


class Listener(Protocol):
    """Who is told: which session he is in, what he recorded himself, and when he may be spoken to.

    `came_at`: the number of the session's last event when he came to it.
    """

    asked: Settings
    session_id: str | None
    came_at: int
    idle: Lock

    @property
    def recorded_here(self) -> set[tuple[str, int]]:
        """The sessions and numbers of the events he recorded."""

    def show(self, session: Stream) -> None:
        """Take notice of a session as it is now."""

    def tell(self, *lines: str) -> None:
        """Hear lines, above the one he is typing."""


class News:
    """What others record in the session of a desk, from when it was first looked at; in a tournament's sessions too."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._out = Output(listener.asked)
        self._own: Heard | None = None
        self._of_it: dict[str, Heard] = {}
        self._came_to: dict[str, int | Position] = {}
        self._new: Subscription | None = None
        self._looks_through: Office | None = None
        self._looked_at = 0

    def look(self, office: Office) -> None:
        """Tell what came since the last look. Problem where the database does not answer."""
        session_id = self._listener.session_id
        if session_id is None:
            return
        if self._new is None or self._own is None or session_id != self._own.session.id:
            self._own = self._begin(office, session_id)
            return
        if office is not self._looks_through:  # after an outage: on from what was told last
            self._follow(office, self._own.session)
        news = list(self._new.new())
        self._came_to |= {each.session: each.number for each in news}
        with self._listener.idle:  # what is being recorded here now is known as ours afterwards
            ours = set(self._listener.recorded_here)
        lines = self._told(office, self._own, news, ours)
        now, session = office.clock(), self._own.session
        lines += [screen.bold(line) for line in told_since(session, self._looked_at, now)]
        self._looked_at = now
        self.say(*lines, now=session if news else None)

    def _begin(self, office: Office, session_id: str) -> Heard:
        """Follow a session from when the listener came to it; the sessions of a tournament from now on."""
        stream = office.stream(session_id, self._listener.came_at)
        of_all = office.follow().after if isinstance(stream, Tournament) else {}
        self._came_to = {**of_all, session_id: stream.number}
        self._of_it = {}
        self._follow(office, stream)
        self._looked_at = office.clock()
        return Heard(self._out, stream)

    def _follow(self, office: Office, stream: Stream) -> None:
        """Follow a session through an office, on from where it is; of a tournament every log, for any may join it."""
        self._new = office.follow(None if isinstance(stream, Tournament) else stream.id, dict(self._came_to))
        self._looks_through = office

    def _told(self, office: Office, own: Heard, news: list[Envelope], ours: set[tuple[str, int]]) -> list[str]:
        """The lines for what is new: of the log itself, then of each session of it that anything happened in."""
        by_log: dict[str, list[Envelope]] = {}
        for envelope in news:
            by_log.setdefault(envelope.session, []).append(envelope)
        lines = _heard(office, own, by_log.pop(own.session.id, []), ours)
        its = own.session.sessions if isinstance(own.session, Tournament) else {}
        for name in (each for each in by_log if each in its):
            before = by_log[name][0].number - 1
            if name not in self._of_it or self._of_it[name].session.number != before:  # new in it, or back again
                stream = office.stream(name, before) if before else Session(name)
                self._of_it[name] = Heard(self._out, stream, name)
            lines += _heard(office, self._of_it[name], by_log[name], ours)
        return lines

    def say(self, *lines: str, now: Stream | None = None) -> None:
        """Tell lines as soon as no command is being answered, and show the session as it is now."""
        if not lines and now is None:
            return
        with self._listener.idle:
            if now and now.id == self._listener.session_id:
                self._listener.show(now)
            self._listener.tell(*lines)


def _heard(office: Office, log: Heard, news: list[Envelope], ours: set[tuple[str, int]]) -> list[str]:
    """The lines for what is new in one log; what was erased is forgotten at once."""
    lines = log.told(news, ours)
    if any(isinstance(each.event, TextErased) for each in news):
        log.see(office.stream(log.session.id, log.session.number))
    return lines
