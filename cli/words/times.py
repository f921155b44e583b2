"""Times as the office tells them: by its own clock, with the time left."""

from datetime import date

from cli.words.language import say, spoken
from cli.words.vocabulary import counted
from ledger.session.moment import MICROSECONDS, local

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

    `counting`: on a page no time runs, and 'until 23:10' is all.
    """
    if deadline is None:
        return say("not running yet")
    until = say("until %(time)s", time=moment_text(deadline, now, exact=True))
    return f"{until} ({_remaining(deadline - now)})" if counting else until


def _remaining(left: int) -> str:
    if left > 0:
        return say("%(span)s left", span=span_text(left))
    return say("over for %(span)s", span=span_text(-left)) if left else say("the last moment")
