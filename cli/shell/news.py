"""What other desks record, told in a line each: who, what, and whose place it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cli.desk.output import Output
from cli.terminal import screen
from cli.words.events import headline
from cli.words.scores import place_text
from cli.words.times import clock, told_since
from cli.words.vocabulary import counted
from ledger.kernel.fact import Envelope
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.calls.facts import DirectorCalled
from ledger.subjects.clocks.facts import with_right_times
from ledger.subjects.evolving import evolve
from ledger.subjects.people.facts import TextErased
from ledger.subjects.play.facts import ResultRecorded
from ledger.subjects.tournaments.state import Tournament

if TYPE_CHECKING:
    from threading import Lock

    from cli.terminal.settings import Settings
    from ledger.office import Office
    from ledger.store.store import Position, Subscription


AT_ONCE = 6
"""So many events at once are told singly; more are summed up, but for what cannot wait."""

PLACES_SHOWN = 3

URGENT = (DirectorCalled, AppealLodged)


class FollowedLog:
    """A log as far as it was heard; `of`: its name, where it is one of several that are listened to."""

    def __init__(self, out: Output, session: Stream, of: str = "") -> None:
        self._out = out
        self._of = f"{of} " if of else ""
        self.see(session)

    def see(self, session: Stream) -> None:
        """Take it as it was read anew."""
        self.session, self._scores = session, _scores(session)

    def told(self, news: list[Envelope], ours: set[tuple[str, int]]) -> list[str]:
        """A line for each of others' events, or one for many; the scores go on with them all."""
        theirs = [each for each in news if (each.session, each.number) not in ours]
        singly = theirs if len(theirs) <= AT_ONCE else [each for each in theirs if isinstance(each.event, URGENT)]
        one_by_one: list[tuple[Envelope, Stream, Ripple]] = []
        for envelope in news:
            before, self.session = self._scores, evolve(self.session, envelope)
            self._scores = _scores(self.session, before)
            if envelope in singly:
                moved = Ripple((), ())
                if before is not None and self._scores is not None:
                    self._scores.go_on_from(before.completed())
                    moved = ripple(before, self._scores)
                one_by_one.append((envelope, self.session, moved))
        wrong = self.session.wrong_clocks
        many = [] if singly is theirs else [with_right_times(each, wrong) for each in theirs]
        lines = [self._line(with_right_times(each, wrong), then, moved) for each, then, moved in one_by_one]
        return [*summed_up(many, self._of), *lines]

    def _line(self, envelope: Envelope, session: Stream, moved: Ripple) -> str:
        arrow = "→" if self._out.symbols else "->"
        places = [place_text(change, arrow) for change in moved.ranks]
        more = f" and {len(places) - PLACES_SHOWN} more" if len(places) > PLACES_SHOWN else ""
        said = f"   {', '.join(places[:PLACES_SHOWN])}{more}" if places else ""
        line = f"{clock(envelope.recorded_at)}  {envelope.by}  {self._of}{headline(envelope, session)}{said}"
        return screen.bold(line) if isinstance(envelope.event, URGENT) else line


def _scores(session: Stream, before: Scoreboard | None = None) -> Scoreboard | None:
    return Scoreboard(session, before) if isinstance(session, Session) and session.opened else None


def summed_up(events: list[Envelope], of: str = "") -> list[str]:
    """'21:43  Bertens  recorded 37 results and 2 other events, #208 to #246': a line for everybody who recorded."""
    lines = []
    for by in dict.fromkeys(each.by for each in events):
        own = [each for each in events if each.by == by]
        results = sum(isinstance(each.event, ResultRecorded) for each in own)
        parts = [counted(results, "result")] if results else []
        if others := len(own) - results:
            parts.append(counted(others, "other event" if results else "event"))
        said = f"recorded {' and '.join(parts)}, {of}#{own[0].number} to #{own[-1].number}"
        lines.append(f"{clock(own[-1].recorded_at)}  {by}  {said}")
    return lines


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
        self._own: FollowedLog | None = None
        self._of_it: dict[str, FollowedLog] = {}
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
            stream = office.stream(session_id, self._listener.came_at)
            of_all = office.follow().after if isinstance(stream, Tournament) else {}
            self._came_to = {**of_all, session_id: stream.number}
            self._of_it = {}
            self._follow(office, stream)
            self._looked_at = max(office.clock(), stream.recorded_at)
            self._own = FollowedLog(self._out, stream)
            return
        if office is not self._looks_through:  # after an outage: on from what was told last
            self._follow(office, self._own.session)
        news = list(self._new.new())
        self._came_to |= {each.session: each.number for each in news}
        with self._listener.idle:  # what is being recorded here now is known as ours afterwards
            ours = set(self._listener.recorded_here)
        lines = self._told(office, self._own, news, ours)
        session = self._own.session
        now = max(office.clock(), session.recorded_at)
        lines += [screen.bold(line) for line in told_since(session, self._looked_at, now)]
        self._looked_at = now
        self.say(*lines, now=session if news else None)

    def _follow(self, office: Office, stream: Stream) -> None:
        self._new = office.follow(None if isinstance(stream, Tournament) else stream.id, dict(self._came_to))
        self._looks_through = office

    def _told(self, office: Office, own: FollowedLog, news: list[Envelope], ours: set[tuple[str, int]]) -> list[str]:
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
                self._of_it[name] = FollowedLog(self._out, stream, name)
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


def _heard(office: Office, log: FollowedLog, news: list[Envelope], ours: set[tuple[str, int]]) -> list[str]:
    """The lines for what is new in one log; what was erased is forgotten at once."""
    lines = log.told(news, ours)
    if any(isinstance(each.event, TextErased) for each in news):
        log.see(office.stream(log.session.id, log.session.number))
    return lines
