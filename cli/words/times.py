"""Times as the office tells them, by its own clock; the periods of a session that run out; a wrong clock."""

from collections.abc import Iterator
from datetime import date

from cli.words.language import say, spoken
from cli.words.vocabulary import counted
from ledger.session import Session, Stream
from ledger.session.moment import MICROSECONDS, local
from ledger.subjects.rulings.state import (
    correction_deadline,
    official_appeal_deadline,
    penalty_deadline,
    penalty_state,
    register,
    request_deadline,
)

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

RECORDED_LATER = _MINUTE * MICROSECONDS
"""Recorded so many µs after it happened, both times are told."""


def clock(microseconds: int) -> str:
    """The time of day, on the office's clock."""
    return f"{local(microseconds):%H:%M}"


def day_text(day: str | None) -> str:
    """A day as an event has it, 2026-03-05, as the language writes it; '' where none was said.

    What no desk wrote there stands as it is.
    """
    try:
        return spoken().day(date.fromisoformat(day)) if day else ""
    except ValueError:
        return day or ""


def moment_text(microseconds: int, now: int, *, exact: bool = False) -> str:
    """The time of day, and the day where it is another; `exact`: with seconds, where there are any."""
    moment = local(microseconds)
    seconds = ":%S" if exact and moment.second else ""
    day = f"{spoken().day(moment.date())} " if moment.date() != local(now).date() else ""
    return day + moment.strftime(f"%H:%M{seconds}")


def span_text(microseconds: int) -> str:
    """How long something is, to the two units that matter.

    >>> span_text(14 * 60 * 1_000_000), span_text(3_700 * 1_000_000), span_text(1)
    ('14 minutes', '1 hour 1 minute', '1 second')
    """
    seconds = max(-(-microseconds // MICROSECONDS), 1)
    if seconds < _HOUR:
        return counted(seconds // _MINUTE, "minute") if seconds >= _MINUTE else counted(seconds, "second")
    unit, size, smaller, rest = ("day", _DAY, "hour", _HOUR) if seconds >= _DAY else ("hour", _HOUR, "minute", _MINUTE)
    beside = seconds % size // rest
    return _many(seconds // size, unit) + (f" {_many(beside, smaller)}" if beside else "")


def _many(number: int, unit: str) -> str:
    if unit == "day":
        return counted(number, "day")
    return counted(number, "hour") if unit == "hour" else counted(number, "minute")


def until_text(deadline: int | None, now: int, *, counting: bool = True) -> str:
    """'until 23:10 (14 minutes left)', 'until 23:10 (over for 2 minutes)'; where nothing runs yet, that.

    `counting`: on a page no time runs, and 'until 23:10' is all, without its seconds.
    """
    if deadline is None:
        return say("not running yet")
    until, left = say("until %(time)s", time=moment_text(deadline, now, exact=counting)), deadline - now
    if not counting:
        return until
    if left > 0:
        return f"{until} ({say('%(span)s left', span=span_text(left))})"
    over = say("over for %(span)s", span=span_text(-left)) if left else say("the last moment")
    return f"{until} ({over})"


WARNING_MINUTES = 10
"""So long before a clock runs out it is told."""


def endings(stream: Stream, now: int) -> dict[int, list[str]]:
    """When a period of the session ends (µs UTC), and which: those of a single ruling where it has another."""
    found: dict[int, list[str]] = {}
    for what, ends in _periods(stream, now):
        if ends is not None and what not in found.setdefault(ends, []):
            found[ends].append(what)
    return dict(sorted(found.items()))


def _periods(stream: Stream, now: int) -> Iterator[tuple[str, int | None]]:
    if not isinstance(stream, Session):  # a tournament has no other period of its own
        yield "taking back the publication", correction_deadline(stream)
        return
    requests, general = request_deadline(stream), official_appeal_deadline(stream)
    yield "corrections of the score", correction_deadline(stream)
    yield ("rulings and appeals" if requests == general else "rulings"), requests
    yield ("rulings and appeals" if requests == general else "appeals"), general
    for entry in register(stream, now):
        if entry.state in ("standing", "final") and entry.deadline != general:
            yield say("appeals against %(case)s", case=entry.ruling.case), entry.deadline
    for penalty in stream.penalties.values():
        ends = penalty_deadline(stream, penalty)
        if penalty_state(stream, penalty, now) in ("standing", "final") and ends != general:
            yield say("appeals against %(case)s", case=penalty.imposed.case), ends


def told_since(stream: Stream, before: int, now: int) -> list[str]:
    """What ran out since an earlier look, or will soon: a line each."""
    lines = []
    for ends, what in endings(stream, now).items():
        soon = ends - WARNING_MINUTES * 60 * MICROSECONDS
        if before < ends <= now:
            lines.append(say("%(clock)s  over: %(what)s", clock=clock(ends), what=", ".join(what)))
        elif before < soon <= now:
            lines.append(
                say(
                    "%(clock)s  in %(span)s ends: %(what)s",
                    clock=clock(ends),
                    span=span_text(ends - now),
                    what=", ".join(what),
                )
            )
    return lines


def wrong_by(ahead: int) -> str:
    """How wrong a clock is, by what it is ahead (µs).

    >>> wrong_by(3_600_000_000), wrong_by(-120_000_000)
    ('1 hour ahead', '2 minutes behind')
    """
    span = span_text(abs(ahead))
    return say("%(span)s ahead", span=span) if ahead > 0 else say("%(span)s behind", span=span)
