"""Moments of a session: #207, R-0001 (just after it), R-0001- (just before), start, end-of-play, @ (now), or a time.

Times are read as people write them: 22.41, 22h41, 10:41pm, yesterday 21:10, 19.11. 22:41, 2026-11-19 22:41.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from ledger.bridge.notation import Unreadable
from ledger.kernel.fact import Envelope
from ledger.session.case_numbers import case_name
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.calls.facts import DirectorCalled
from ledger.subjects.clocks.facts import recorded_times, with_corrected_times, wrong_clocks
from ledger.subjects.play.facts import ResultRecorded
from ledger.subjects.rulings.facts import PenaltyImposed, RulingGiven

_CLOCK = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2}))?(?:[:.]([0-9]{2}))?\s*(am|pm|a\.m\.|p\.m\.|uhr|h)?")

_RUN_TOGETHER = re.compile(r"([0-2][0-9])([0-5][0-9])")

_NAMED_DAYS = {"today": 0, "tonight": 0, "yesterday": 1}

_WRITTEN_DAY = re.compile(r"([0-9]{1,2})([./-])([0-9]{1,2})(?:\2([0-9]{4}|[0-9]{2})?)?")

_ISO_DAY = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")

_PARTS = re.compile(r"\s*[,T]\s*|\s+(?:at\s+)?", re.IGNORECASE)

_ZONE = re.compile(r"(?<=[0-9])(Z|[+-][0-9]{2}:[0-9]{2})$")

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_NAMED_MONTH = re.compile(r"([0-9]{1,2})\.?\s*([a-z]{3})[a-z]*\.?(?:\s+([0-9]{4}))?")


def clock_time(text: str) -> time | None:
    """Return the time of day in a text; None if the text names none, ValueError if there is no such time (25:00).

    >>> clock_time("22h41"), clock_time("10:41 pm"), clock_time("2241"), clock_time("22")
    (datetime.time(22, 41), datetime.time(22, 41), datetime.time(22, 41), None)
    """
    tidy = text.strip().lower()
    if together := _RUN_TOGETHER.fullmatch(tidy):
        return time(int(together[1]), int(together[2]))
    match = _CLOCK.fullmatch(tidy)
    if not match or not (match[2] or match[4]):
        return None
    hour, half = int(match[1]), (match[4] or "")[:1]
    if half in ("a", "p"):
        if not 1 <= hour <= 12:
            raise ValueError(text)
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, int(match[2] or 0), int(match[3] or 0))


def span(text: str) -> timedelta:
    """Return how long a typed time lasts: a second for '22:41:30', a minute for '22:41', a day for '2026-11-19'.

    >>> span("22:41:30").seconds, span("yesterday 8.05am").seconds, span("2026-11-19").days
    (1, 60, 1)
    """
    tidy = _ZONE.sub("", text.strip())
    for start in (0, *(cut.end() for cut in _PARTS.finditer(tidy))):
        if clock_time(tidy[start:]):
            match = _CLOCK.fullmatch(tidy[start:].lower())
            return timedelta(seconds=1) if match and match[3] else timedelta(minutes=1)
    return timedelta(seconds=1) if ":" in tidy else timedelta(days=1)


def day_and_time(text: str, now: datetime) -> datetime | None:
    """Return the moment that a text names by day and time; None for other texts, also for a time alone.

    A day without a year is the latest one up to `now`. ValueError: the day or time does not exist. Unreadable
    (which-day): day and month cannot be told apart.
    """
    tidy = text.strip()
    for cut in _PARTS.finditer(tidy):
        at = clock_time(tidy[cut.end() :])
        day = at and written_day(tidy[: cut.start()], now.date())
        if at and day:
            return datetime.combine(day, at)
    return None


def written_day(text: str, today: date) -> date | None:
    """Return the day in 'today', 'yesterday', '19.11.', '19/11/2026', '19 Nov', '2026-11-19'; None for other texts.

    A day without a year, and errors: as in `day_and_time`.
    """
    tidy = text.strip().lower()
    if tidy in _NAMED_DAYS:
        return today - timedelta(days=_NAMED_DAYS[tidy])
    if iso := _ISO_DAY.fullmatch(tidy):
        return date(int(iso[1]), int(iso[3]), int(iso[4]))
    if (named := _NAMED_MONTH.fullmatch(tidy)) and named[2] in _MONTHS:
        return _date(int(named[1]), _MONTHS.index(named[2]) + 1, named[3], today)
    match = _WRITTEN_DAY.fullmatch(tidy)
    if not match:
        return None
    one, between, two, year = match.groups()
    return _date(*_day_and_month(text, (int(one), int(two)), between, year or ""), year, today)


def _day_and_month(text: str, numbers: tuple[int, int], between: str, year: str) -> tuple[int, int]:
    """Return (day, month): the day is first after a dot, else the number above 12; Unreadable if neither decides."""
    one, two = numbers
    if between == "." or two == one or (one > 12 and two <= 12):
        return one, two
    if two > 12:
        return two, one
    first, second = f"{one} {_MONTHS[two - 1].title()}", f"{two} {_MONTHS[one - 1].title()}"
    raise Unreadable(
        "which-day",
        f"{text.strip()} may be {first} or {second}",
        text=text,
        marks=((0, len(text)),),
        hint=f"write {one}.{two}.{year} for {first}, {two}.{one}.{year} for {second}",
    )


def _date(day: int, month: int, year: str | None, today: date) -> date:
    if year:
        return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    day_this_year = date(today.year, month, day)
    return day_this_year if day_this_year <= today else date(today.year - 1, month, day)


MICROSECONDS = 1_000_000
DAY = 86_400 * MICROSECONDS

_NUMBER = re.compile(r"#?([0-9]{1,15})(-?)")

_OPENS_CASE = (RulingGiven, PenaltyImposed, AppealLodged, DirectorCalled)

_PATIENCE_HOURS = 12


def number_at(text: str, log: Iterable[Envelope]) -> int:
    """Return the number of the last event up to a typed moment; Unreadable if ambiguous, or no moment of the log."""
    tidy = text.strip()
    if match := _NUMBER.fullmatch(tidy):
        number = int(match[1]) - bool(match[2])
        last = 0
        for envelope in log if number else ():
            last = envelope.number
            if last == number:
                break
        if number != last:
            raise _bad_moment(tidy, f"there is no event {tidy}", f"the last is #{last}")
        return number
    if case := case_name(tidy.removesuffix("-")):
        return _case_event(case, log) - tidy.endswith("-")
    events = list(log)
    last = events[-1].number if events else 0
    if tidy in ("@", "now"):
        return last
    if tidy == "start":
        return min(1, last)
    if tidy == "end-of-play":
        # Corrections and rulings after the last recorded result are left out
        return max((envelope.number for envelope in events if isinstance(envelope.event, ResultRecorded)), default=0)
    # The last event recorded by then, by corrected clocks
    moment = _microseconds(tidy, events)
    return bisect_right(recorded_times(events), moment)


def _case_event(case: str, log: Iterable[Envelope]) -> int:
    last = ""
    for envelope in log:
        if isinstance(envelope.event, _OPENS_CASE):
            if envelope.event.case == case:
                return envelope.number
            last = envelope.event.case if envelope.event.case[0] == case[0] else last
    lists = "`ruling list`, `appeal list`, `call list`, `penalty list`"
    raise _bad_moment(case, f"there is no case {case}", f"the last is {last}; {lists}" if last else lists)


def parse_time_or_none(text: str, now: int) -> int | None:
    """Return the time in a text (µs UTC), read as by `parse_time`; None if the text names none or is ambiguous."""
    try:
        return _last_time(text.strip(), now)
    except (ValueError, OverflowError):
        return None


def parse_time(text: str, now: int) -> int:
    """Return the time in a text (µs UTC): '22:41', '10:41pm', 'yesterday 21:10', '2026-03-05T22:41'.

    A time of day is today's; if that is still to come, yesterday's, provided it was less than twelve hours ago. Raises
    Unreadable: bad-time, which-day or which-time.
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
    # A time of day still to come is yesterday's, if that is less than twelve hours ago: an evening ends after midnight
    moment = _parse(text, local(now))
    if moment <= now or clock_time(text) is None:
        return moment
    yesterday = _parse(text, local(now) - timedelta(days=1))
    return yesterday if now - yesterday < _PATIENCE_HOURS * 3_600 * MICROSECONDS else moment


def _microseconds(text: str, events: list[Envelope]) -> int:
    try:
        last = with_corrected_times(events[-1], wrong_clocks(events)).recorded_at if events else 0
        return _last_time(text, last)
    except Unreadable:
        raise
    except OverflowError:
        raise _bad_moment(text, f"{text} is before any ledger", "write a day of this century") from None
    except ValueError:
        message = "write 207, R-0001, R-0001-, start, end-of-play, @, 22:41, or 2026-03-05T22:41"
        raise _bad_moment(text, f"{text!r} is no moment", message) from None


def _parse(text: str, day: datetime) -> int:
    if clock := clock_time(text):
        moment = datetime.combine(day.date(), clock)
    elif written := day_and_time(text, day):
        moment = written
    elif "-" in text:
        moment = datetime.fromisoformat(text)
    else:
        raise ValueError(text)
    try:
        aware = moment if moment.tzinfo else _on_local_clock(moment, text, day)
    except Unreadable:
        raise
    except (OverflowError, ValueError, OSError) as error:
        raise OverflowError(text) from error
    since = aware - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * MICROSECONDS + since.microseconds


def _on_local_clock(moment: datetime, text: str, now: datetime) -> datetime:
    first, second = (moment.replace(fold=fold).astimezone() for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return first
    # Clocks put back show a time twice (the earlier is meant if the later is still to come); put forward, they skip it
    shown_twice = first.replace(tzinfo=None) == moment
    if shown_twice and second > now:
        return first
    what = "came twice that night: the clocks went back" if shown_twice else "was skipped: the clocks went forward"
    either = " or ".join(each.isoformat() for each in sorted((first, second)))
    raise Unreadable("which-time", f"{text.strip()} {what}", text=text, marks=((0, len(text)),), hint=either)


def local(microseconds: int) -> datetime:
    """Return a recorded time (µs UTC), without the fraction of a second, as a datetime of this computer's time zone."""
    return datetime.fromtimestamp(microseconds // MICROSECONDS, tz=UTC).astimezone()


def time_to_second(microseconds: int) -> str:
    """Return a recorded time (µs UTC) as text on the local clock: '2026-03-05 22:41:07'."""
    return f"{local(microseconds):%Y-%m-%d %H:%M:%S}"


def iso(microseconds: int) -> str:
    """Return a recorded time (µs UTC) as text for JSON: '2026-03-05T21:41:07.000000Z'."""
    whole = datetime.fromtimestamp(microseconds // MICROSECONDS, tz=UTC)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{microseconds % MICROSECONDS:06d}Z"


def _bad_moment(text: str, message: str, hint: str) -> Unreadable:
    return Unreadable("bad-as-of", message, text=text, marks=((0, len(text)),), hint=hint)
