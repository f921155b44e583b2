"""Events that other desks record, each in a line (official, event, changed places); many at once are summed up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cli.desk.output import Output
from cli.terminal import screen
from cli.words.events import headline
from cli.words.scores import place_text
from cli.words.times import clock, period_lines_since
from cli.words.vocabulary import counted
from ledger.kernel.fact import Envelope
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.calls.facts import DirectorCalled
from ledger.subjects.clocks.facts import with_corrected_times
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
"""The most events reported singly at once; more are summed up, except urgent ones."""

PLACES_SHOWN = 3

URGENT = (DirectorCalled, AppealLodged)


class FollowedLog:
    """A log, and its state at the last event reported; `of`: the log's name, if several are followed."""

    def __init__(self, out: Output, session: Stream, of: str = "") -> None:
        self._out = out
        self._of = f"{of} " if of else ""
        self.see(session)

    def see(self, session: Stream) -> None:
        """Continue from this state, which was read anew."""
        self.session, self._scores = session, _scores(session)

    def told(self, news: list[Envelope], ours: set[tuple[str, int]]) -> list[str]:
        """Return a line for each event of other desks among the `news`, or a summary of many, and update the scores."""
        foreign = [each for each in news if (each.session, each.number) not in ours]
        singly = foreign if len(foreign) <= AT_ONCE else [each for each in foreign if isinstance(each.event, URGENT)]
        one_by_one: list[tuple[Envelope, Stream, Ripple]] = []
        for envelope in news:
            before, self.session = self._scores, evolve(self.session, envelope)
            self._scores = _scores(self.session, before)
            if envelope in singly:
                moved = Ripple((), ())
                if before is not None and self._scores is not None:
                    self._scores.reuse_from(before.completed())
                    moved = ripple(before, self._scores)
                one_by_one.append((envelope, self.session, moved))
        wrong = self.session.wrong_clocks
        many = [] if singly is foreign else [with_corrected_times(each, wrong) for each in foreign]
        lines = [self._line(with_corrected_times(each, wrong), state, moved) for each, state, moved in one_by_one]
        return [*summed_up(many, self._of), *lines]

    def _line(self, envelope: Envelope, session: Stream, moved: Ripple) -> str:
        arrow = "→" if self._out.symbols else "->"
        places = [place_text(change, arrow) for change in moved.ranks]
        more = f" and {len(places) - PLACES_SHOWN} more" if len(places) > PLACES_SHOWN else ""
        place_part = f"   {', '.join(places[:PLACES_SHOWN])}{more}" if places else ""
        line = f"{clock(envelope.recorded_at)}  {envelope.by}  {self._of}{headline(envelope, session)}{place_part}"
        return screen.bold(line) if isinstance(envelope.event, URGENT) else line


def _scores(session: Stream, before: Scoreboard | None = None) -> Scoreboard | None:
    return Scoreboard(session, before) if isinstance(session, Session) and session.opened else None


def summed_up(events: list[Envelope], of: str = "") -> list[str]:
    """Return a summary line for each official: '21:43 Bertens recorded 37 results and 2 other events, #208 to #246'."""
    lines = []
    for by in dict.fromkeys(each.by for each in events):
        entries = [each for each in events if each.by == by]
        results = sum(isinstance(each.event, ResultRecorded) for each in entries)
        parts = [counted(results, "result")] if results else []
        if others_count := len(entries) - results:
            parts.append(counted(others_count, "other event" if results else "event"))
        text = f"recorded {' and '.join(parts)}, {of}#{entries[0].number} to #{entries[-1].number}"
        lines.append(f"{clock(entries[-1].recorded_at)}  {by}  {text}")
    return lines


class Listener(Protocol):
    """A desk that wants news: its session, the events recorded at it, and a lock that is free between commands.

    `number_on_entry`: the number of the session's last event when it came into use.
    """

    asked: Settings
    session_id: str | None
    number_on_entry: int
    idle: Lock

    @property
    def recorded_here(self) -> set[tuple[str, int]]:
        """The events recorded at this desk, each as (session, number)."""

    def show(self, session: Stream) -> None:
        """Show a session's state in the prompt."""

    def tell(self, *lines: str) -> None:
        """Print lines above the line that the user is typing."""


class News:
    """The news for a desk: events that others record in its session, or in its tournament and all sessions."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._out = Output(listener.asked)
        self._own: FollowedLog | None = None
        self._logs: dict[str, FollowedLog] = {}
        self._heads: dict[str, int | Position] = {}
        self._feed: Subscription | None = None
        self._office: Office | None = None
        self._looked_at = 0

    def look(self, office: Office) -> None:
        """Report other desks' events and ending periods since the last look; Problem if the database is unavailable."""
        session_id = self._listener.session_id
        if session_id is None:
            return
        if self._feed is None or self._own is None or session_id != self._own.session.id:
            stream = office.stream(session_id, self._listener.number_on_entry)
            of_all = office.follow().after if isinstance(stream, Tournament) else {}
            self._heads = {**of_all, session_id: stream.number}
            self._logs = {}
            self._follow(office, stream)
            self._looked_at = max(office.clock(), stream.recorded_at)
            self._own = FollowedLog(self._out, stream)
            return
        if office is not self._office:  # after an outage: continue from the last reported event
            self._follow(office, self._own.session)
        news = list(self._feed.new())
        self._heads |= {each.session: each.number for each in news}
        with self._listener.idle:  # wait for the running command, so that its events count as ours
            ours = set(self._listener.recorded_here)
        lines = self._lines(office, self._own, news, ours)
        session = self._own.session
        moment = max(office.clock(), session.recorded_at)
        lines += [screen.bold(line) for line in period_lines_since(session, self._looked_at, moment)]
        self._looked_at = moment
        self.say(*lines, now=session if news else None)

    def _follow(self, office: Office, stream: Stream) -> None:
        self._feed = office.follow(None if isinstance(stream, Tournament) else stream.id, dict(self._heads))
        self._office = office

    def _lines(self, office: Office, main: FollowedLog, news: list[Envelope], ours: set[tuple[str, int]]) -> list[str]:
        """Return lines about new events: those of the log itself first, then those of a tournament's sessions."""
        by_log: dict[str, list[Envelope]] = {}
        for envelope in news:
            by_log.setdefault(envelope.session, []).append(envelope)
        lines = _new_lines(office, main, by_log.pop(main.session.id, []), ours)
        sessions = main.session.sessions if isinstance(main.session, Tournament) else {}
        for name in (each for each in by_log if each in sessions):
            before = by_log[name][0].number - 1
            if name not in self._logs or self._logs[name].session.number != before:  # joined, or joined again
                stream = office.stream(name, before) if before else Session(name)
                self._logs[name] = FollowedLog(self._out, stream, name)
            lines += _new_lines(office, self._logs[name], by_log[name], ours)
        return lines

    def say(self, *lines: str, now: Stream | None = None) -> None:
        """Wait until no command is running, then print lines, and show the session's state `now`."""
        if not lines and now is None:
            return
        with self._listener.idle:
            if now and now.id == self._listener.session_id:
                self._listener.show(now)
            self._listener.tell(*lines)


def _new_lines(office: Office, log: FollowedLog, news: list[Envelope], ours: set[tuple[str, int]]) -> list[str]:
    """Return lines about the new events of a log; if a text was erased, read the log anew, to forget the text."""
    lines = log.told(news, ours)
    if any(isinstance(each.event, TextErased) for each in news):
        log.see(office.stream(log.session.id, log.session.number))
    return lines
