"""Times on the office's clock, the periods of a session that run out, and a wrong clock, in words."""

from collections.abc import Iterator
from datetime import date

from cli.words.language import language_in_use, say
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

LATE_RECORDING_AFTER = _MINUTE * MICROSECONDS
"""An event recorded at least this many µs after it happened is shown with both times."""


def clock(microseconds: int) -> str:
    """Format a moment (µs UTC) as the time of day in the office's time zone: '23:10'."""
    return f"{local(microseconds):%H:%M}"


def day_text(day: str | None) -> str:
    """Format a day (2026-03-05) in the page's language; None becomes '', and a text that is no date stays."""
    try:
        return language_in_use().day(date.fromisoformat(day)) if day else ""
    except ValueError:
        return day or ""


def moment_text(microseconds: int, now: int, *, exact: bool = False) -> str:
    """Format a moment (µs UTC) as a time of day, after its day if it is not the day of `now`; `exact`: with seconds."""
    moment = local(microseconds)
    seconds = ":%S" if exact and moment.second else ""
    time = moment.strftime(f"%H:%M{seconds}")
    return time if moment.date() == local(now).date() else language_in_use().day_and_time(moment.date(), time)


def span_text(microseconds: int) -> str:
    """Format a duration (µs) in one unit, from an hour on in two.

    >>> span_text(14 * 60 * 1_000_000), span_text(3_700 * 1_000_000), span_text(1)
    ('14 minutes', '1 hour 1 minute', '1 second')
    """
    # Rounded up: a period with half a second left is not over.
    seconds = max(-(-microseconds // MICROSECONDS), 1)
    if seconds < _HOUR:
        return counted(seconds // _MINUTE, "minute") if seconds >= _MINUTE else counted(seconds, "second")
    unit, size, smaller, smaller_size = (
        ("day", _DAY, "hour", _HOUR) if seconds >= _DAY else ("hour", _HOUR, "minute", _MINUTE)
    )
    count = seconds % size // smaller_size
    return _counted_unit(seconds // size, unit) + (f" {_counted_unit(count, smaller)}" if count else "")


def _counted_unit(number: int, unit: str) -> str:
    if unit == "day":
        return counted(number, "day")
    return counted(number, "hour") if unit == "hour" else counted(number, "minute")


def until_text(deadline: int | None, now: int, *, counting: bool = True) -> str:
    """Format a deadline: 'until 23:10 (14 minutes left)'; without `counting` 'until 23:10'; None: 'not running yet'."""
    if deadline is None:
        return say("not running yet")
    until, remaining = say("until %(time)s", time=moment_text(deadline, now, exact=counting)), deadline - now
    if not counting:
        return until
    if remaining > 0:
        return f"{until} ({say('%(span)s left', span=span_text(remaining))})"
    over = say("over for %(span)s", span=span_text(-remaining)) if remaining else say("the last moment")
    return f"{until} ({over})"


WARNING_MINUTES = 10
"""The end of a period is announced this many minutes before."""


def find_period_ends(stream: Stream, now: int) -> dict[int, list[str]]:
    """Return the times (µs UTC) at which periods of a session or tournament end, with the names of those periods.

    A ruling or penalty has an entry of its own if its appeal period ends at another time than the general one.
    """
    ends_of: dict[int, list[str]] = {}
    for what, ends in _periods(stream, now):
        if ends is not None and what not in ends_of.setdefault(ends, []):
            ends_of[ends].append(what)
    return dict(sorted(ends_of.items()))


def _periods(stream: Stream, now: int) -> Iterator[tuple[str, int | None]]:
    if not isinstance(stream, Session):  # a tournament has no other period of its own
        yield say("taking back the publication"), correction_deadline(stream)
        return
    requests, general = request_deadline(stream), official_appeal_deadline(stream)
    yield say("corrections of the score"), correction_deadline(stream)
    yield (say("rulings and appeals") if requests == general else say("rulings")), requests
    yield (say("rulings and appeals") if requests == general else say("appeals")), general
    for entry in register(stream, now):
        if entry.state in ("standing", "final") and entry.deadline != general:
            yield say("appeals against %(case)s", case=entry.ruling.case), entry.deadline
    for penalty in stream.penalties.values():
        ends = penalty_deadline(stream, penalty)
        if penalty_state(stream, penalty, now) in ("standing", "final") and ends != general:
            yield say("appeals against %(case)s", case=penalty.imposed.case), ends


def period_lines_since(stream: Stream, before: int, now: int) -> list[str]:
    """Return a line for each period that ended, or came within WARNING_MINUTES of its end, after `before` (µs UTC)."""
    lines = []
    for ends, what in find_period_ends(stream, now).items():
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
    """Say how wrong a clock is that is `ahead` by so many microseconds; a negative number means behind.

    >>> wrong_by(3_600_000_000), wrong_by(-120_000_000)
    ('1 hour ahead', '2 minutes behind')
    """
    span = span_text(abs(ahead))
    return say("%(span)s ahead", span=span) if ahead > 0 else say("%(span)s behind", span=span)
