"""Naming a moment of a session: #207, R-0001 (just after it), R-0001- (just before), start, end-of-play, @, a time."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from ledger.bridge.unreadable import Unreadable
from ledger.events import Envelope
from ledger.events.appeals import AppealLodged
from ledger.events.calls import DirectorCalled
from ledger.events.play import ResultRecorded
from ledger.events.rulings import PenaltyImposed, RulingGiven
from ledger.session.case_numbers import case_name
from ledger.session.typed_times import clock_time, day_and_time

MICROSECONDS = 1_000_000
_NUMBER = re.compile(r"#?([0-9]{1,15})(-?)")
_FIRST = (RulingGiven, PenaltyImposed, AppealLodged, DirectorCalled)
_PATIENCE_HOURS = 12


def number_at(text: str, log: Iterable[Envelope]) -> int:
    """The number of the last event the moment includes; Unreadable (bad-as-of) where there is no such moment.

    A moment that has a number or a case is found without reading on: what comes after may be of a newer program.
    """
    tidy = text.strip()
    if match := _NUMBER.fullmatch(tidy):
        return _numbered(tidy, int(match[1]) - bool(match[2]), log)
    if case := case_name(tidy.removesuffix("-")):
        return _case(case, log) - tidy.endswith("-")
    events = list(log)
    last = events[-1].number if events else 0
    if tidy in ("@", "now"):
        return last
    if tidy == "start":
        return min(1, last)
    if tidy == "end-of-play":
        return _end_of_play(events)
    return _timed(tidy, events)


def _numbered(text: str, number: int, log: Iterable[Envelope]) -> int:
    last = 0
    for envelope in log if number else ():
        last = envelope.number
        if last == number:
            break
    if number != last:
        raise _bad(text, f"there is no event {text}", f"the last is #{last}")
    return number


def _case(case: str, log: Iterable[Envelope]) -> int:
    last = ""
    for envelope in log:
        if isinstance(envelope.event, _FIRST):
            if envelope.event.case == case:
                return envelope.number
            last = envelope.event.case if envelope.event.case[0] == case[0] else last
    lists = "`ruling list`, `appeal list`, `call list`, `penalty list`"
    raise _bad(case, f"there is no case {case}", f"the last is {last}; {lists}" if last else lists)


def _end_of_play(events: list[Envelope]) -> int:
    """Just after the last table result that was recorded, corrections and rulings after it left out."""
    return max((envelope.number for envelope in events if isinstance(envelope.event, ResultRecorded)), default=0)


def _timed(text: str, events: list[Envelope]) -> int:
    """Before the first event recorded later: numbers are the order, even where a clock was set back."""
    moment = _microseconds(text, events)
    return next((envelope.number - 1 for envelope in events if envelope.recorded_at > moment), len(events))


def time_at(text: str, now: int) -> int | None:
    """The time (µs UTC) a moment names where it is one: '22:41' is of the day of `now`; None for numbers and cases."""
    try:
        return _last_time(text.strip(), now)
    except (ValueError, OverflowError):
        return None


def happened_at(text: str, now: int) -> int:
    """When something happened (µs UTC), as it is typed: '22:41', '10:41pm', 'yesterday 21:10', '2026-03-05T22:41'.

    A time of day is today's; just after midnight, one that is still to come today is yesterday's, if that is less than
    twelve hours ago. Raises Unreadable (bad-time).
    """
    try:
        return _last_time(text.strip(), now)
    except Unreadable:
        raise
    except (ValueError, OverflowError):
        raise Unreadable(
            "bad-time",
            f"{text!r} is no time",
            text=text,
            marks=((0, len(text)),),
            hint="write 22:41, 22:41:30, yesterday 22:41, 5.3. 22:41, or 2026-03-05T22:41",
        ) from None


def _last_time(text: str, now: int) -> int:
    """A time; a time of day still to come on the day of `now` is yesterday's, if that is less than twelve hours ago."""
    moment = _parsed(text, local(now))
    if moment <= now or clock_time(text) is None:
        return moment
    yesterday = _parsed(text, local(now) - timedelta(days=1))
    return yesterday if now - yesterday < _PATIENCE_HOURS * 3_600 * MICROSECONDS else moment


def _microseconds(text: str, events: list[Envelope]) -> int:
    try:
        return _last_time(text, events[-1].recorded_at if events else 0)
    except Unreadable:
        raise
    except OverflowError:
        raise _bad(text, f"{text} is before any ledger", "write a day of this century") from None
    except ValueError:
        message = "write 207, R-0001, R-0001-, start, end-of-play, @, 22:41, or 2026-03-05T22:41"
        raise _bad(text, f"{text!r} is no moment", message) from None


def _parsed(text: str, day: datetime) -> int:
    """A day and time, or a time of day of `day`; ValueError where it is neither, OverflowError out of all time."""
    if clock := clock_time(text):
        moment = datetime.combine(day.date(), clock)
    elif written := day_and_time(text, day):
        moment = written
    elif "-" in text:
        moment = datetime.fromisoformat(text)
    else:
        raise ValueError(text)
    try:
        aware = moment if moment.tzinfo else moment.astimezone()
    except (OverflowError, ValueError, OSError) as error:
        raise OverflowError(text) from error
    since = aware - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * MICROSECONDS + since.microseconds


def day_begins(day: str) -> int:
    """When a day began in Greenwich (µs UTC): 2026-03-05."""
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * 86_400 * MICROSECONDS


def local(microseconds: int) -> datetime:
    """A recorded time on the office's own clock."""
    return datetime.fromtimestamp(microseconds // MICROSECONDS, tz=UTC).astimezone()


def iso(microseconds: int) -> str:
    """A recorded time for JSON: UTC, to the microsecond."""
    whole = datetime.fromtimestamp(microseconds // MICROSECONDS, tz=UTC)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{microseconds % MICROSECONDS:06d}Z"


def _bad(text: str, message: str, hint: str) -> Unreadable:
    return Unreadable("bad-as-of", message, text=text, marks=((0, len(text)),), hint=hint)
