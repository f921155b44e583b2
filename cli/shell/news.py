"""What other desks record, told in a line each: who, what, and whose place it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cli.desk import screen
from cli.desk.output import Output
from cli.screens.headlines import headline
from cli.screens.ripples import place_text
from cli.screens.times import clock
from cli.screens.vocabulary import counted
from cli.shell.clocks import told_since
from ledger.events import Envelope
from ledger.events.appeals import AppealLodged
from ledger.events.calls import DirectorCalled
from ledger.events.people import TextErased
from ledger.events.play import ResultRecorded
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, evolve

if TYPE_CHECKING:
    from threading import Lock

    from cli.desk.settings import Settings
    from ledger.office import Office
    from ledger.store.subscription import Subscription

AT_ONCE = 6
"""So many events at once are told singly; more are summed up, but for what cannot wait."""
PLACES_SHOWN = 3
URGENT = (DirectorCalled, AppealLodged)


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

    def show(self, session: Session) -> None:
        """Take notice of a session as it is now."""

    def tell(self, *lines: str) -> None:
        """Hear lines, above the one he is typing."""


class News:
    """What others record in the session of a desk, from when it was first looked at."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._out = Output(listener.asked)
        self._followed: str | None = None
        self._new: Subscription | None = None
        self._looks_through: Office | None = None
        self._seen: Session | None = None
        self._scores: Scoreboard | None = None
        self._looked_at = 0

    def look(self, office: Office) -> None:
        """Tell what came since the last look. Problem where the database does not answer."""
        session_id = self._listener.session_id
        if session_id is None:
            return
        if session_id != self._followed or self._seen is None or self._new is None:
            self._begin(office, session_id)
            return
        if office is not self._looks_through:  # after an outage: on from what was told last
            self._follow(office, self._seen)
        news = list(self._new.new())
        with self._listener.idle:  # what is being recorded here now is known as ours afterwards
            ours = {number for session, number in self._listener.recorded_here if session == session_id}
        lines = self._told(self._seen, news, ours)
        now, session = office.clock(), self._seen
        lines += [screen.bold(line) for line in told_since(session, self._looked_at, now)]
        self._looked_at = now
        if any(isinstance(each.event, TextErased) for each in news):
            self._see(office.session(session_id, session.number))  # without what was erased
        self.say(*lines, now=session if news else None)

    def _begin(self, office: Office, session_id: str) -> None:
        """Follow a session from when the listener came to it."""
        session = office.session(session_id, self._listener.came_at)
        self._see(session)
        self._follow(office, session)
        self._followed, self._looked_at = session_id, office.clock()

    def _see(self, session: Session) -> None:
        self._seen, self._scores = session, _scores(session)

    def _follow(self, office: Office, session: Session) -> None:
        """Follow a session through an office, on from where it is."""
        self._new = office.follow(session.id, {session.id: session.number})
        self._looks_through = office

    def _told(self, session: Session, news: list[Envelope], ours: set[int]) -> list[str]:
        """A line for each of others' events, or one for many; the scores go on with them all."""
        theirs = [each for each in news if each.number not in ours]
        singly = theirs if len(theirs) <= AT_ONCE else [each for each in theirs if isinstance(each.event, URGENT)]
        lines = [] if singly is theirs else list(summed_up(theirs))
        scores = self._scores
        for envelope in news:
            session = evolve(session, envelope)
            later = _scores(session, scores)
            if envelope in singly:
                lines.append(self._line(envelope, session, _moved(scores, later)))
            scores = later
        self._seen, self._scores = session, scores
        return lines

    def _line(self, envelope: Envelope, session: Session, moved: Ripple) -> str:
        line = event_line(envelope, session, moved, "→" if self._out.symbols else "->")
        return screen.bold(line) if isinstance(envelope.event, URGENT) else line

    def say(self, *lines: str, now: Session | None = None) -> None:
        """Tell lines as soon as no command is being answered, and show the session as it is now."""
        if not lines and now is None:
            return
        with self._listener.idle:
            if now and now.id == self._listener.session_id:
                self._listener.show(now)
            self._listener.tell(*lines)


def _scores(session: Session, before: Scoreboard | None = None) -> Scoreboard | None:
    """The scores of a session; a tournament has none of its own."""
    return Scoreboard(session, before) if session.opened else None


def _moved(before: Scoreboard | None, after: Scoreboard | None) -> Ripple:
    if before is None or after is None:
        return Ripple((), ())
    after.go_on_from(before.completed())
    return ripple(before, after)


def event_line(envelope: Envelope, session: Session, moved: Ripple, arrow: str) -> str:
    """'21:43  Bertens  #208   board 5 table 3, 1NS v 2EW: 4SN=   1NS 7 → 5'."""
    places = [place_text(change, arrow) for change in moved.ranks]
    more = f" and {len(places) - PLACES_SHOWN} more" if len(places) > PLACES_SHOWN else ""
    said = f"   {', '.join(places[:PLACES_SHOWN])}{more}" if places else ""
    return f"{clock(envelope.recorded_at)}  {envelope.by}  {headline(envelope, session)}{said}"


def summed_up(events: list[Envelope]) -> list[str]:
    """'21:43  Bertens  recorded 37 results and 2 other events, #208 to #246': a line for everybody who recorded."""
    lines = []
    for by in dict.fromkeys(each.by for each in events):
        own = [each for each in events if each.by == by]
        results = sum(isinstance(each.event, ResultRecorded) for each in own)
        parts = [counted(results, "result")] if results else []
        if others := len(own) - results:
            parts.append(counted(others, "other event" if results else "event"))
        said = f"recorded {' and '.join(parts)}, #{own[0].number} to #{own[-1].number}"
        lines.append(f"{clock(own[-1].recorded_at)}  {by}  {said}")
    return lines
