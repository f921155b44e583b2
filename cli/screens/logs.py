"""Print the log: listed, followed, replayed, one event, or the difference between two moments."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.desk.desk import Desk
from cli.screens.event_filters import Filters, LogFilter, parse_filters
from cli.screens.events import print_event, print_ripple
from cli.terminal.progress import poll_until_interrupted
from cli.terminal.prompts import key_pressed
from cli.terminal.screen import flush, put, release_output
from cli.views.answers import as_json, fill_row
from cli.views.events import DiffAnswer, LogEvents, OneEvent, event_value, ripple_value
from cli.words.events import event_text, resting_on_text, wrong_clock_text
from cli.words.scores import score_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.kernel.fact import Envelope, TakenBack
from ledger.kernel.free_text import texts_in
from ledger.laws.rounding import Rounding, decimal_text
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.recording.machine_state import FollowerPositions
from ledger.recording.sessions import body_text
from ledger.session import Session, Stream
from ledger.session.moment import number_at, time_to_second
from ledger.session.places import label_as_entered
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.tournaments.state import session_of

if TYPE_CHECKING:
    from ledger.store.store import Position, Subscription


def show_event(desk: Desk, number: int) -> None:
    """Print one event of the current stream; refused if the log has no event with the number."""
    stream = desk.stream()
    envelope = desk.office.event(stream.id, number)
    if desk.settings.json:
        desk.answer(OneEvent(event_value(envelope, stream)), (), stream)
        return
    desk.say(f"#{envelope.number}   {event_text(envelope.event, stream)}")
    login, corrected = desk.office.came_from(stream.id, number), with_corrected_times(envelope, stream.wrong_clocks)
    fields = {
        "happened": time_to_second(corrected.occurred_at),
        "recorded": f"{time_to_second(corrected.recorded_at)}, by {envelope.by}"
        + (f", from the login {login}" if login else "")
        + wrong_clock_text(envelope, corrected),
        "answers": ", ".join(f"#{number}" for number in envelope.because) or "–",
        **({"rests on": rests} if (rests := resting_on_text(envelope.event)) else {}),
        "name": envelope.name,
        "body": body_text(envelope.event),
        "digest": envelope.digest.hex(),
        "command": f"{envelope.command_id} part {envelope.part}",
    }
    texts = (f"  {where}: {text}" for where, text in texts_in(envelope.event))
    desk.say(*(f"  {name:<9} {value}" for name, value in fields.items()), *texts)


_SHOWN = 30


def print_log(desk: Desk, typed: Filters, limit: int | None, *, reverse: bool, patch: bool) -> None:
    """Print the events that pass the filters, newest first unless `reverse`; `patch` adds the scores each moved."""
    stream = desk.stream()
    filters = parse_filters(typed, stream)
    events = list(desk.office.log(stream.id, stream.number))
    fitting = [envelope for envelope in events if filters.has(envelope)]
    limit = limit or (None if desk.settings.json else _SHOWN)
    page = (fitting if reverse else fitting[::-1])[:limit]
    ripples = _ripples(events, {envelope.number for envelope in page}) if patch else {}
    if desk.settings.json:
        mode = Scoreboard(stream).totals.rounding if isinstance(stream, Session) else Rounding.HALF_UP
        values = (event_value(envelope, stream, ripples.get(envelope.number), mode) for envelope in page)
        desk.answer(LogEvents(tuple(values)), (), stream)
        return
    for envelope in page:
        print_event(desk, envelope, ripples.get(envelope.number), stream=stream)
    if len(page) < len(fitting):
        desk.aside(f"… {len(fitting) - len(page)} more: -n {len(fitting)}")
    if not fitting:
        desk.aside(f"no event of {len(events)} fits: {', '.join(filters.counts(events))}")


def _ripples(events: list[Envelope], wanted: set[int]) -> dict[int, Ripple]:
    """Return the changes of scores and places that each wanted event brought, by event number."""
    ripples: dict[int, Ripple] = {}
    stream: Stream = Session(events[0].session)
    scoreboard: Scoreboard | None = None
    for envelope in events:
        stream = evolve(stream, envelope)
        # a tournament has no scoreboard of its own: only its sessions have
        later = Scoreboard(stream, scoreboard) if isinstance(stream, Session) else None
        if scoreboard and later and envelope.number in wanted:
            ripples[envelope.number] = ripple(scoreboard, later)
        scoreboard = later
    return ripples


def print_difference(desk: Desk, earlier: str, later: str, board: int | None, contestant: str | None) -> bool:
    """Print the scores and places that changed between two moments; return True if any did."""
    before, after = (_scores_at(desk, moment) for moment in (earlier, later))
    label = label_as_entered(after.session, contestant) if contestant else None
    difference = ripple(before, after)
    moved = Ripple(
        tuple(each for each in difference.changes if board in (None, each.board) and label in (None, each.contestant)),
        tuple(each for each in difference.ranks if label in (None, each.contestant)),
    )
    first, last = before.session.number, after.session.number
    if desk.settings.json:
        value = fill_row(DiffAnswer, ripple_value(moved, after.totals.rounding), earlier=first, later=last)
        desk.answer(value, (), after.session)
    elif desk.settings.plain:
        scores_moved = ((each, score_text(each.before), score_text(each.after)) for each in moved.changes)
        rows = [[str(each.board), each.contestant, was, now] for each, was, now in scores_moved]
        desk.table(["board", "contestant", "before", "after"], rows)
    else:
        scores, places = counted(len(moved.changes), "score"), counted(len(moved.ranks), "place")
        desk.say(f"#{first} to #{last}: {f'{scores} moved, {places}' if moved else 'no score moved'}")
        print_ripple(desk, moved)
    return bool(moved)


def _scores_at(desk: Desk, moment: str) -> Scoreboard:
    session_id = desk.session_id
    number = number_at(moment, desk.office.log(session_id))
    if number == 0:
        message = f"session {session_id} was not yet open at {moment}"
        raise Misuse("bad-as-of", message, "`start` is just after it was opened")
    return Scoreboard(desk.office.session(session_id, number))


_POLLS_A_SECOND = 4


def follow_log(desk: Desk, typed: Filters, after: int | None, position: Path | None, *, everywhere: bool) -> NoReturn:
    """Print events as they are recorded, from now or after an event, until interrupted; with --json one object a line.

    `position`: a file with the last event printed; it is read at the start and kept up to date.
    """
    if desk.settings.as_of:
        raise Misuse("usage", "--follow shows new events, --as-of an earlier moment", "log --as-of 207")
    if everywhere and (after or typed.board):
        from_where = "--all follows every session from now on, or from its beginning with --after 0"
        raise Misuse("usage", from_where, "to follow one session from #207 on: `log --follow --after 207`")
    place = FollowerPositions(position) if position else None
    if place and place.positions and after is not None:
        raise Misuse("usage", f"{position} names the event to go on from", "leave --after out, or name a new file")
    session = None if everywhere else desk.office.stream(desk.session_id, after)
    filters = parse_filters(typed, session)
    # one session starts at the position in the file, after an event, or now; all sessions at their positions, now, or
    # at their beginnings: an event number means something in one session only
    positions = place.positions if place else {}
    start: Mapping[str, int | Position] | None
    if session is None:
        start = dict(positions) or (None if after is None else {})
    else:
        start = {session.id: positions.get(session.id, session.number if after is None else after)}
    subscription = desk.office.follow(None if everywhere else desk.session_id, start)
    release_output()
    poll_until_interrupted(_LogPrinter(desk, filters, subscription, place, everywhere).look, _POLLS_A_SECOND)


@dataclass(slots=True)
class _LogPrinter:
    """A follower of the log that prints each new event once, even if a look fails half-way."""

    _desk: Desk
    _filters: LogFilter
    _subscription: Subscription
    _place: FollowerPositions | None
    _several: bool
    _unprinted: Envelope | None = None
    _streams: dict[str, Stream] = field(default_factory=dict)

    def look(self) -> None:
        """Print the new events; Unavailable if the database cannot be read."""
        self._streams.clear()
        # an event that was fetched but not printed when the last look failed
        if self._unprinted:
            self._print(self._unprinted)
        for envelope in self._subscription.new():
            self._unprinted = envelope
            self._print(envelope)
        if self._place:
            self._place.keep(self._subscription, now=True)

    def _stream(self, session: str) -> Stream:
        if session not in self._streams:
            self._streams[session] = self._desk.office.stream(session)
        return self._streams[session]

    def _print(self, envelope: Envelope) -> None:
        # only these need the present session, which knows the event withdrawn, and the edition of what is cited
        if isinstance(envelope.event, TakenBack) or hasattr(envelope.event, "laws"):
            self._filters.stream = self._stream(envelope.session)
        if self._filters.has(envelope):
            stream = self._stream(envelope.session)
            if self._desk.settings.json:
                event = as_json(event_value(envelope, stream))
                self._desk.json(OneEvent.schema, {"session": envelope.session, "event": event})
            else:
                if self._several:
                    put(envelope.session, end="\t" if self._desk.settings.plain else "  ")
                print_event(self._desk, envelope, stream=stream)
            flush()
        self._unprinted = None
        if self._place:
            self._place.keep(self._subscription)


_COUNTED = {
    "result-recorded": "result",
    "result-corrected": "correction",
    "result-voided": "voided result",
    "ruling-given": "ruling",
    "ruling-amended": "amendment",
    "ruling-withdrawn": "withdrawal",
    "director-called": "call",
    "appeal-lodged": "appeal",
    "appeal-decided": "decision",
}


def replay_session(desk: Desk, from_: str | None, to: str | None, *, step: bool) -> None:
    """Rebuild the current session from its log; print its digest, or each event with the scores it moved."""
    if (step or from_) and desk.settings.json:
        screen = "--from and --step print a screen"
        raise Misuse("usage", screen, "`log --patch --json` has each event with its ripple")
    moment, session_id = to or desk.settings.as_of, desk.session().id
    last = number_at(moment, desk.office.log(session_id)) if moment else None
    if step or from_:
        first = number_at(from_, desk.office.log(session_id)) if from_ else 1
        _step_through(desk, _rebuild(desk, session_id, last).events, first, ask=step)
        return
    rebuilt = _rebuild(desk, session_id, last)
    counts = Counter(envelope.name.partition("/")[0] for envelope in rebuilt.events)
    if desk.settings.json:
        numbers = {"microseconds": rebuilt.nanoseconds // 1000, "contestants": rebuilt.contestants}
        value = {"events": len(rebuilt.events), "counts": dict(counts), **numbers}
        desk.print_json_of_state("replay/1", rebuilt.session, value)
        return
    kinds = ", ".join(counted(counts[name], word) for name, word in _COUNTED.items() if counts[name])
    digest, seconds = rebuilt.session.digest.hex(), decimal_text(Fraction(rebuilt.nanoseconds, 10**9))
    what = f"{counted(len(rebuilt.events), 'event')} in {seconds} s: {kinds or 'nothing played yet'}"
    desk.say(f"Replayed {what} — digest {digest[:4]}…{digest[-4:]}")
    if desk.settings.verbose:
        desk.say(f"digest {digest}")


@dataclass(frozen=True, slots=True)
class _Replay:
    events: list[Envelope]
    session: Session
    contestants: int
    nanoseconds: int


def _rebuild(desk: Desk, session_id: str, last: int | None) -> _Replay:
    start = time.perf_counter_ns()
    events = list(desk.office.log(session_id, last))
    session = session_of(replay(events, session_id))
    if session.opened is None:
        message = f"session {session_id} was not yet open then"
        raise Misuse("bad-as-of", message, "`start` is just after it was opened")
    contestants = sum(len(field.rows) for field in standings(Scoreboard(session)))
    return _Replay(events, session, contestants, time.perf_counter_ns() - start)


def _step_through(desk: Desk, events: list[Envelope], first: int, *, ask: bool) -> None:
    """Print each event from `first` on, the scores it moved and the leaders; with `ask`, b goes back and q quits."""
    if ask and (desk.settings.no_input or not (sys.stdin.isatty() and sys.stdout.isatty())):
        no_terminal = "--step asks at every event, and this is no terminal"
        raise Misuse("usage", no_terminal, "leave --step out: --from prints them all")
    passed = events[: max(first - 1, 0)]
    moments, at, start = [session_of(replay(passed, events[0].session))], len(passed), len(passed)
    if at >= len(events):
        desk.aside(f"nothing between #{first} and #{len(events)}")
    while at < len(events):
        before, envelope = moments[-1], events[at]
        after = evolve(before, envelope)
        desk.say(f"#{envelope.number}/{len(events)}  {event_text(envelope.event, after)}")
        if before.opened is not None:
            earlier = Scoreboard(before).completed()
            scores = Scoreboard(after, earlier)
            moved = ripple(earlier, scores)
            print_ripple(desk, moved, [envelope])
            if moved:
                leaders = [f"{row.rank}. {row.contestant}" for field in standings(scores) for row in field.rows[:3]]
                desk.say(f"  leaders  {', '.join(leaders)}", "")
        key = key_pressed() if ask else "\n"
        if key == "q":
            return
        if key == "b" and at > start:
            moments.pop()
            at -= 1
        else:
            moments.append(after)
            at += 1
