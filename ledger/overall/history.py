"""A tournament over time: its standing at an earlier moment, and the values single events moved.

`Logs` are the logs of the tournament, first, and of every session that belongs or belonged to it. Events that name
heads (a cut, a draw, a publication) order the streams among each other, whatever the desks' clocks said; between two
such events only the recording times do.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from heapq import merge
from itertools import takewhile

from ledger.bridge.notation import Unreadable
from ledger.errors import Misuse
from ledger.kernel.fact import Envelope, heads_of
from ledger.overall.aspects import OverallRipple, overall_ripple
from ledger.overall.scores import TournamentScores
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.session.case_numbers import case_name
from ledger.session.moment import number_at, parse_time_or_none
from ledger.subjects.clocks.facts import recorded_times
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.register import kind_of
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of

Logs = Mapping[str, Sequence[Envelope]]
_LISTS = re.compile("`([a-z]+ list)`")


def merge_events(logs: Logs) -> list[Envelope]:
    """Return the events of all streams, oldest first; an event that names heads of streams comes after these heads."""
    when = _time_events(logs)
    return [
        each
        for part in _cut_at_heads(logs, when)
        for each in sorted(merge(*part.values(), key=when), key=lambda envelope: bool(heads_of(envelope.event)))
    ]


_When = Callable[[Envelope], int]
"""The recording time of an event (µs UTC), never earlier than that of its predecessor in the stream."""


def _time_events(logs: Logs) -> _When:
    times = {
        (each.session, each.number): time
        for log in logs.values()
        for each, time in zip(log, recorded_times(log), strict=True)
    }
    return lambda envelope: times[envelope.session, envelope.number]


def _cut_at_heads(logs: Logs, when: _When) -> list[Logs]:
    parts, start = list[Logs](), dict.fromkeys(logs, 0)
    # The length of each log when heads were named: as named, or by time for logs not named, within later bounds
    naming = _order_by_heads(logs, when)
    beyond, ends = {name: len(log) for name, log in logs.items()}, list[dict[str, int]]()
    for envelope in reversed(naming):
        last = _read_heads(envelope)
        end = {
            name: bisect_right(log, last[name], key=lambda each: each.number)
            if name in last
            else min(beyond[name], len(_take_recorded_by(log, when(envelope), when)))
            for name, log in logs.items()
        }
        beyond |= {name: end[name] for name in last if name in end} | {envelope.session: end[envelope.session] - 1}
        ends.insert(0, end)
    for end in ends:
        end = {name: max(start[name], end[name]) for name in logs}
        parts.append({name: log[start[name] : end[name]] for name, log in logs.items()})
        start = end
    return [*parts, {name: log[start[name] :] for name, log in logs.items()}]


def _read_heads(envelope: Envelope) -> dict[str, int]:
    return {head.session: head.number for head in heads_of(envelope.event)} | {envelope.session: envelope.number}


def _order_by_heads(logs: Logs, when: _When) -> list[Envelope]:
    """Return the events that name heads, each after the events it has seen and before those that have seen it.

    Recording times order events that the heads leave open, or all of them where heads contradict each other.
    """
    events = sorted((each for log in logs.values() for each in log if heads_of(each.event)), key=when)
    lasts = {(each.session, each.number): _read_heads(each) for each in events}

    def seen(one: Envelope, by: Envelope) -> bool:
        known = lasts[by.session, by.number].get(one.session, 0)
        unknown = lasts[one.session, one.number].get(by.session, by.number)
        return one is not by and (one.number <= known or unknown < by.number)

    order = TopologicalSorter(
        {at: [on for on, each in enumerate(events) if seen(each, by)] for at, by in enumerate(events)}
    )
    try:
        return [events[at] for at in order.static_order()]
    except CycleError:  # heads that contradict each other: no office recorded these logs
        return events


def settles(envelope: Envelope) -> bool:
    """Return whether an event decides a score after play, or how scores are combined."""
    return kind_of(envelope.event).settles


def scores_at(logs: Logs, name: str, moment: str) -> TournamentScores:
    """Return a tournament's scores at a moment, from the events of each stream recorded by then.

    The moment is a time, the number of an event of the tournament, `end-of-play` (of each session), or a moment of a
    session: `friday/R-0001-`. Unreadable or Misuse (bad-as-of) where no such moment exists, or the tournament was not
    yet open.
    """
    earlier = logs_at(logs, name, moment)
    tournament = tournament_of(replay(earlier[name], name))
    return _score_sessions(tournament, {each: log for each, log in earlier.items() if each in tournament.sessions})


def scores_with_former_sessions(logs: Logs, name: str) -> TournamentScores:
    """Return a tournament's scores with every session in the logs, sessions removed from the tournament included."""
    return _score_sessions(
        tournament_of(replay(logs[name], name)), {each: log for each, log in logs.items() if each != name}
    )


def _score_sessions(tournament: Tournament, logs: Logs) -> TournamentScores:
    read = (replay(log, each) for each, log in logs.items())
    return TournamentScores(
        tournament, {each.id: Scoreboard(each) for each in read if isinstance(each, Session) and each.opened}
    )


def logs_at(logs: Logs, name: str, moment: str) -> dict[str, Sequence[Envelope]]:
    """Return the logs of a tournament and its sessions, removed ones included, cut at a moment (see `scores_at`)."""
    earlier = _cut_at_moment(logs, name, moment)
    stream = replay(earlier[name], name)
    if not isinstance(stream, Tournament):
        raise Misuse("bad-as-of", f"tournament {name} was not yet open then", "`tournament log --reverse`")
    return {each: earlier[each] for each in (name, *stream.ever) if earlier.get(each)}


def _cut_at_moment(logs: Logs, name: str, moment: str) -> Logs:
    before_slash, slash, after_slash = moment.strip().partition("/")
    stream, text = (before_slash, after_slash) if slash and before_slash in logs else (name, moment.strip())
    if text in ("@", "now"):  # for a session too: other streams may have recorded events since its last one
        return logs
    if stream == name and text == "end-of-play":
        return {each: log if each == name else log[: number_at(text, log)] for each, log in logs.items()}
    when = _time_events(logs)
    latest = max(when(log[-1]) for log in logs.values() if log)
    numbered = text.lstrip("#").rstrip("-").isdigit() or case_name(text.removesuffix("-"))
    time = None if numbered else parse_time_or_none(text, latest)
    if time is not None:
        # A decision recorded by then brings along the events it rests on, whatever the clocks said
        by_then = (at for at, each in enumerate(_order_by_heads(logs, when), start=1) if when(each) <= time)
        return _join_parts(logs, max(by_then, default=0), time, when)
    number = _read_number(logs, name, stream, text)
    if number == len(logs[stream]) and text.endswith("-"):  # just before what is recorded next
        return logs
    # "Just before an event" removes only that event: the other streams stand as at its time
    event = logs[stream][max(number - 1 + text.endswith("-"), 0)]
    parts = _cut_at_heads(logs, when)
    at = next(at for at, part in enumerate(parts) if event in part[event.session])
    whole = bool(heads_of(event.event))
    return {**_join_parts(logs, at + whole, 0 if whole else when(event), when), stream: logs[stream][:number]}


def _join_parts(logs: Logs, whole: int, time: int, when: _When) -> Logs:
    *_, part = parts = _cut_at_heads(logs, when)[: whole + 1]
    return {
        name: [*(each for before in parts[:whole] for each in before[name]), *_take_recorded_by(part[name], time, when)]
        for name in logs
    }


def _read_number(logs: Logs, name: str, home: str, text: str) -> int:
    try:
        return number_at(text, logs[home])
    except Unreadable as error:
        names = (each for each, log in logs.items() if each != home)
        matches: list[str] = []
        for other_stream in names if case_name(text.removesuffix("-")) else ():
            with suppress(Unreadable):
                matches += [f"{other_stream}/{text}"] if number_at(text, logs[other_stream]) > 0 else []
        if matches:
            error.hint = f"did you mean {' or '.join(matches)}?"
        elif home == name:
            error.hint += "; a moment of one of its sessions: friday/R-0001-"
        else:
            error.hint = _LISTS.sub(rf"`\1 --session {home}`", error.hint)
        raise


def _take_recorded_by(log: Sequence[Envelope], time: int, when: _When) -> list[Envelope]:
    return list(takewhile(lambda envelope: when(envelope) <= time, log))


def ripples(logs: Logs, name: str, wanted: Callable[[Envelope], bool]) -> Iterator[tuple[Envelope, OverallRipple]]:
    """Yield each event `wanted` accepts after the tournament's opening, with the values it moved, oldest first."""
    tournament = TournamentReplay(name)
    for envelope in merge_events(logs):
        if not wanted(envelope):
            tournament.later(envelope)
            continue
        before = tournament.scores()
        tournament.later(envelope)
        after = tournament.scores()
        if before and after:
            yield envelope, overall_ripple(before, after)


class TournamentReplay:
    """A tournament replayed event by event, scored only when asked."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._scores: dict[str, Scoreboard] = {}
        self._new: dict[str, list[Envelope]] = {}
        self._last: TournamentScores | None = None
        self.streams: dict[str, Stream] = {}

    def later(self, envelope: Envelope) -> None:
        """Add the next event of any stream."""
        self._new.setdefault(envelope.session, []).append(envelope)

    def scores(self) -> TournamentScores | None:
        """Return the scores after the events added so far; None before the tournament was open."""
        for name, events in self._new.items():
            known = self.streams.get(name)
            stream = self.streams[name] = evolve(known, *events) if known else replay(events, name)
            if isinstance(stream, Session) and stream.opened:
                self._scores[name] = Scoreboard(stream, self._scores.get(name)).completed()
        tournament = self.streams.get(self._name)
        if not isinstance(tournament, Tournament):
            return None
        if self._last is None or self._new:
            scoreboards = {each: self._scores[each] for each in tournament.sessions if each in self._scores}
            self._last = (self._last or TournamentScores(tournament, {})).going_on(tournament, scoreboards)
        self._new.clear()
        return self._last


def ripple_of(logs: Logs, current: TournamentScores, stream: str, number: int) -> OverallRipple:
    """Return the values one event moves while other streams stay as now; none for an event that opens its stream."""
    log = logs[stream]
    before = replay(log[: number - 1], stream)
    if before.opened is None:
        return OverallRipple()
    after = evolve(before, log[number - 1])
    if isinstance(before, Tournament):
        return overall_ripple(current.with_tournament(before), current.with_tournament(tournament_of(after)))
    earlier = Scoreboard(session_of(before)).completed()
    return overall_ripple(current.with_scores(earlier), current.with_scores(Scoreboard(session_of(after), earlier)))


def settling_events(log: Sequence[Envelope], case: str) -> list[Envelope]:
    """Return the events that decide the score of a case: the ruling, its outcomes, the decisions on appeals."""
    return [
        each
        for each in log
        if settles(each) and case in (getattr(each.event, "case", ""), *getattr(each.event, "together", ()))
    ]
