"""Times as the office tells them: by its own clock, with the time left."""

import re

from cli.words.vocabulary import counted
from ledger.session.moment import MICROSECONDS, local

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

RECORDED_LATER = _MINUTE * MICROSECONDS
"""Recorded so many µs after it happened, both times are told."""


def clock(microseconds: int) -> str:
    """The time of day, on the office's clock."""
    return f"{local(microseconds):%H:%M}"


def moment_text(microseconds: int, now: int, *, exact: bool = False) -> str:
    """The time of day, and the day where it is another; `exact`: with seconds, where there are any."""
    moment = local(microseconds)
    seconds = ":%S" if exact and moment.second else ""
    day = "%Y-%m-%d " if moment.date() != local(now).date() else ""
    return moment.strftime(f"{day}%H:%M{seconds}")


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
    return counted(seconds // size, unit) + (f" {counted(beside, smaller)}" if beside else "")


def until_text(deadline: int | None, now: int) -> str:
    """'until 23:10 (14 minutes left)', 'until 23:10 (over for 2 minutes)'; where nothing runs yet, that."""
    if deadline is None:
        return "not running yet"
    return f"until {moment_text(deadline, now, exact=True)} ({_remaining(deadline - now)})"


def without_countdown(text: str) -> str:
    """A text for a page, on which no time runs.

    >>> without_countdown("appeal possible until 23:10 (14 minutes left)")
    'appeal possible until 23:10'
    """
    return _COUNTDOWN.sub("", text)


_COUNTDOWN = re.compile(r" \((?:[^()]* left|over for [^()]*|the last moment)\)")


def _remaining(left: int) -> str:
    if left > 0:
        return f"{span_text(left)} left"
    return f"over for {span_text(-left)}" if left else "the last moment"
