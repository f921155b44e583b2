"""One log that a desk listens to: how it stands, and a line for each event that others recorded in it."""

from __future__ import annotations

from cli.desk import screen
from cli.desk.output import Output
from cli.screens.headlines import headline
from cli.screens.ripples import place_text
from cli.screens.times import clock
from cli.screens.vocabulary import counted
from ledger.events import Envelope
from ledger.events.appeals import AppealLodged
from ledger.events.calls import DirectorCalled
from ledger.events.play import ResultRecorded
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream, evolve

AT_ONCE = 6
"""So many events at once are told singly; more are summed up, but for what cannot wait."""
PLACES_SHOWN = 3
URGENT = (DirectorCalled, AppealLodged)


class Heard:
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
        lines = [] if singly is theirs else list(summed_up(theirs, self._of))
        for envelope in news:
            before, self.session = self._scores, evolve(self.session, envelope)
            self._scores = _scores(self.session, before)
            if envelope in singly:
                lines.append(self._line(envelope, _moved(before, self._scores)))
        return lines

    def _line(self, envelope: Envelope, moved: Ripple) -> str:
        line = event_line(envelope, self.session, moved, "→" if self._out.symbols else "->", self._of)
        return screen.bold(line) if isinstance(envelope.event, URGENT) else line


def _scores(session: Stream, before: Scoreboard | None = None) -> Scoreboard | None:
    """The scores of a session; a tournament has none of its own."""
    return Scoreboard(session, before) if isinstance(session, Session) and session.opened else None


def _moved(before: Scoreboard | None, after: Scoreboard | None) -> Ripple:
    if before is None or after is None:
        return Ripple((), ())
    after.go_on_from(before.completed())
    return ripple(before, after)


def event_line(envelope: Envelope, session: Stream, moved: Ripple, arrow: str, of: str = "") -> str:
    """'21:43  Bertens  #208   board 5 table 3, 1NS v 2EW: 4SN=   1NS 7 → 5'."""
    places = [place_text(change, arrow) for change in moved.ranks]
    more = f" and {len(places) - PLACES_SHOWN} more" if len(places) > PLACES_SHOWN else ""
    said = f"   {', '.join(places[:PLACES_SHOWN])}{more}" if places else ""
    return f"{clock(envelope.recorded_at)}  {envelope.by}  {of}{headline(envelope, session)}{said}"


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
