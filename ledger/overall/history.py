"""A tournament over time: its standing at an earlier moment, and what single events of its streams moved.

`Logs` are the logs of the tournament and of every session that belongs to it or did, the tournament's first. What is
sure of their order among each other those events say that name heads: a cut, a draw, a publication. What each rests on
came before it, and what those streams recorded beyond that after it, whatever the clocks of the desks were at. Between
two of them there is nothing but the times at which events were recorded.
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
from ledger.session.moment import number_at, time_at
from ledger.subjects.clocks.facts import recorded_times
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.register import kind_of
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of

Logs = Mapping[str, Sequence[Envelope]]
_LISTS = re.compile("`([a-z]+ list)`")


def merged(logs: Logs) -> list[Envelope]:
    """The events of all streams, oldest first; each stream keeps its own order, and what names heads has its."""
    when = _recorded(logs)
    return [
        each
        for part in _parts(logs, when)
        for each in sorted(merge(*part.values(), key=when), key=lambda envelope: bool(heads_of(envelope.event)))
    ]


_When = Callable[[Envelope], int]
"""When an event was on record (µs UTC), never before the one before it in its stream."""


def _recorded(logs: Logs) -> _When:
    times = {
        (each.session, each.number): time
        for log in logs.values()
        for each, time in zip(log, recorded_times(log), strict=True)
    }
    return lambda envelope: times[envelope.session, envelope.number]


def _parts(logs: Logs, when: _When) -> list[Logs]:
    parts, start = list[Logs](), dict.fromkeys(logs, 0)
    # How much of each log there was when heads were named: as it says; of others by time, as far as later ones let
    naming = _naming(logs, when)
    beyond, found = {name: len(log) for name, log in logs.items()}, list[dict[str, int]]()
    for envelope in reversed(naming):
        last = _last(envelope)
        end = {
            name: bisect_right(log, last[name], key=lambda each: each.number)
            if name in last
            else min(beyond[name], len(_recorded_by(log, when(envelope), when)))
            for name, log in logs.items()
        }
        beyond |= {name: end[name] for name in last if name in end} | {envelope.session: end[envelope.session] - 1}
        found.insert(0, end)
    for end in found:
        end = {name: max(start[name], end[name]) for name in logs}
        parts.append({name: log[start[name] : end[name]] for name, log in logs.items()})
        start = end
    return [*parts, {name: log[start[name] :] for name, log in logs.items()}]


def _last(envelope: Envelope) -> dict[str, int]:
    return {head.session: head.number for head in heads_of(envelope.event)} | {envelope.session: envelope.number}


def _naming(logs: Logs, when: _When) -> list[Envelope]:
    """The events that name heads, in their order: each after those it has seen, and before those that have seen it.

    By time where none says it; and where they contradict each other, as no office recorded them.
    """
    found = sorted((each for log in logs.values() for each in log if heads_of(each.event)), key=when)
    lasts = {(each.session, each.number): _last(each) for each in found}

    def seen(one: Envelope, by: Envelope) -> bool:
        known = lasts[by.session, by.number].get(one.session, 0)
        unknown = lasts[one.session, one.number].get(by.session, by.number)
        return one is not by and (one.number <= known or unknown < by.number)

    order = TopologicalSorter(
        {at: [on for on, each in enumerate(found) if seen(each, by)] for at, by in enumerate(found)}
    )
    try:
        return [found[at] for at in order.static_order()]
    except CycleError:
        return found


def settles(envelope: Envelope) -> bool:
    """Whether an event settles a score after play, or how scores come together: what a standing is asked about."""
    return kind_of(envelope.event).settles


# At a moment


def scores_at(logs: Logs, name: str, moment: str) -> TournamentScores:
    """The scores at a moment over all streams: each as far as it was recorded by then.

    The moment is a time, the number of an event of the tournament, `end-of-play` (of each session), or one of a
    session: `friday/R-0001-`. Unreadable or Misuse (bad-as-of) where there is no such moment, or no tournament yet.
    """
    then = logs_at(logs, name, moment)
    tournament = tournament_of(replay(then[name], name))
    return _scored(tournament, {each: log for each, log in then.items() if each in tournament.sessions})


def with_former(logs: Logs, name: str) -> TournamentScores:
    """The scores of all of these streams as far as the logs go: of sessions that were taken out since, too."""
    return _scored(tournament_of(replay(logs[name], name)), {each: log for each, log in logs.items() if each != name})


def _scored(tournament: Tournament, logs: Logs) -> TournamentScores:
    read = (replay(log, each) for each, log in logs.items())
    return TournamentScores(
        tournament, {each.id: Scoreboard(each) for each in read if isinstance(each, Session) and each.opened}
    )


def logs_at(logs: Logs, name: str, moment: str) -> dict[str, Sequence[Envelope]]:
    """The logs as they were at a moment, named as for `scores_at`: of the sessions that belonged to it by then."""
    then = _up_to(logs, name, moment)
    stream = replay(then[name], name)
    if not isinstance(stream, Tournament):
        raise Misuse("bad-as-of", f"tournament {name} was not yet open then", "`tournament log --reverse`")
    return {each: then[each] for each in (name, *stream.ever) if then.get(each)}


def _up_to(logs: Logs, name: str, moment: str) -> Logs:
    before_slash, slash, rest = moment.strip().partition("/")
    of, text = (before_slash, rest) if slash and before_slash in logs else (name, moment.strip())
    if text in ("@", "now"):  # of a session too: what others recorded after its last event is there now
        return logs
    if of == name and text == "end-of-play":
        return {each: log if each == name else log[: number_at(text, log)] for each, log in logs.items()}
    when = _recorded(logs)
    latest = max(when(log[-1]) for log in logs.values() if log)
    numbered = text.lstrip("#").rstrip("-").isdigit() or case_name(text.removesuffix("-"))
    time = None if numbered else time_at(text, latest)
    if time is not None:
        # Of what was decided by then all that it rests on
        by_then = (at for at, each in enumerate(_naming(logs, when), start=1) if when(each) <= time)
        return _joined(logs, max(by_then, default=0), time, when)
    number = _number(logs, name, of, text)
    if number == len(logs[of]) and text.endswith("-"):  # just before what is recorded next
        return logs
    # just before an event is still its time: what others had recorded by then had been recorded
    meant = logs[of][max(number - 1 + text.endswith("-"), 0)]
    parts = _parts(logs, when)
    at = next(at for at, part in enumerate(parts) if meant in part[meant.session])
    whole = bool(heads_of(meant.event))
    return {**_joined(logs, at + whole, 0 if whole else when(meant), when), of: logs[of][:number]}


def _joined(logs: Logs, whole: int, time: int, when: _When) -> Logs:
    *_, part = parts = _parts(logs, when)[: whole + 1]
    return {
        name: [*(each for before in parts[:whole] for each in before[name]), *_recorded_by(part[name], time, when)]
        for name in logs
    }


def _number(logs: Logs, name: str, of: str, text: str) -> int:
    try:
        return number_at(text, logs[of])
    except Unreadable as error:
        others = (each for each, log in logs.items() if each != of)
        there: list[str] = []
        for each in others if case_name(text.removesuffix("-")) else ():
            with suppress(Unreadable):
                there += [f"{each}/{text}"] if number_at(text, logs[each]) > 0 else []
        if there:
            error.hint = f"did you mean {' or '.join(there)}?"
        elif of == name:
            error.hint += "; of a session of it: friday/R-0001-"
        else:
            error.hint = _LISTS.sub(rf"`\1 --session {of}`", error.hint)
        raise


def _recorded_by(log: Sequence[Envelope], time: int, when: _When) -> list[Envelope]:
    return list(takewhile(lambda envelope: when(envelope) <= time, log))


# What moved it


def ripples(logs: Logs, name: str, wanted: Callable[[Envelope], bool]) -> Iterator[tuple[Envelope, OverallRipple]]:
    """What each wanted event moved when it was recorded, oldest first."""
    then = TournamentReplay(name)
    for envelope in merged(logs):
        if not wanted(envelope):
            then.later(envelope)
            continue
        before = then.scores()
        then.later(envelope)
        after = then.scores()
        if before and after:
            yield envelope, overall_ripple(before, after)


class TournamentReplay:
    """A tournament as it was, going on event by event; what nobody asks about is not scored on the way."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._scores: dict[str, Scoreboard] = {}
        self._new: dict[str, list[Envelope]] = {}
        self._last: TournamentScores | None = None
        self.streams: dict[str, Stream] = {}

    def later(self, envelope: Envelope) -> None:
        """After one event more."""
        self._new.setdefault(envelope.session, []).append(envelope)

    def scores(self) -> TournamentScores | None:
        """The scores as they were; None before the tournament was open."""
        for name, events in self._new.items():
            known = self.streams.get(name)
            stream = self.streams[name] = evolve(known, *events) if known else replay(events, name)
            if isinstance(stream, Session) and stream.opened:
                self._scores[name] = Scoreboard(stream, self._scores.get(name)).completed()
        tournament = self.streams.get(self._name)
        if not isinstance(tournament, Tournament):
            return None
        if self._last is None or self._new:
            own = {each: self._scores[each] for each in tournament.sessions if each in self._scores}
            self._last = (self._last or TournamentScores(tournament, {})).going_on(tournament, own)
        self._new.clear()
        return self._last


def ripple_of(logs: Logs, now: TournamentScores, stream: str, number: int) -> OverallRipple:
    """What one event makes of the standing, everything beside its stream being as it now is."""
    log = logs[stream]
    before = replay(log[: number - 1], stream)
    if before.opened is None:
        return OverallRipple()
    after = evolve(before, log[number - 1])
    if isinstance(before, Tournament):
        return overall_ripple(now.said_otherwise(before), now.said_otherwise(tournament_of(after)))
    earlier = Scoreboard(session_of(before)).completed()
    return overall_ripple(now.with_scores(earlier), now.with_scores(Scoreboard(session_of(after), earlier)))


def settling(log: Sequence[Envelope], case: str) -> list[Envelope]:
    """The events of a case that settle a score: the ruling, what became of it, the decisions on it."""
    return [
        each
        for each in log
        if settles(each) and case in (getattr(each.event, "case", ""), *getattr(each.event, "together", ()))
    ]
