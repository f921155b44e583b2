"""Times as people write them: 22.41, 22h41, 10:41pm, yesterday 21:10, 19.11. 22:41, 2026-11-19 22:41."""

import re
from datetime import date, datetime, time, timedelta

from ledger.bridge.unreadable import Unreadable

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
    """A time of day; None where it is none, ValueError where there is no such time.

    >>> clock_time("22h41"), clock_time("10:41 pm"), clock_time("2241"), clock_time("22")
    (datetime.time(22, 41), datetime.time(22, 41), datetime.time(22, 41), None)
    """
    tidy = text.strip().lower()
    if together := _RUN_TOGETHER.fullmatch(tidy):
        return time(int(together[1]), int(together[2]))
    found = _CLOCK.fullmatch(tidy)
    if not found or not (found[2] or found[4]):
        return None
    hour, half = int(found[1]), (found[4] or "")[:1]
    if half in ("a", "p"):
        if not 1 <= hour <= 12:
            raise ValueError(text)
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, int(found[2] or 0), int(found[3] or 0))


def span(text: str) -> timedelta:
    """What a time spans, as exactly as it is typed: a second, a minute (an hour is its first), or else a day.

    >>> span("22:41:30").seconds, span("yesterday 8.05am").seconds, span("2026-11-19").days
    (1, 60, 1)
    """
    tidy = _ZONE.sub("", text.strip())
    for start in (0, *(cut.end() for cut in _PARTS.finditer(tidy))):
        if clock_time(tidy[start:]):
            found = _CLOCK.fullmatch(tidy[start:].lower())
            return timedelta(seconds=1) if found and found[3] else timedelta(minutes=1)
    return timedelta(seconds=1) if ":" in tidy else timedelta(days=1)


def day_and_time(text: str, now: datetime) -> datetime | None:
    """A day and a time of it, as somebody writes at `now`; None where it is neither, or a time of day alone.

    Without its year a day is the last there was. Raises ValueError where there is no such day or time, Unreadable
    (which-day) where the day may be the month.
    """
    tidy = text.strip()
    for cut in _PARTS.finditer(tidy):
        at = clock_time(tidy[cut.end() :])
        day = at and written_day(tidy[: cut.start()], now.date())
        if at and day:
            return datetime.combine(day, at)
    return None


def written_day(text: str, today: date) -> date | None:
    """A day: today, yesterday, 19.11., 19/11/2026, 19 Nov, 2026-11-19; None where it is none."""
    tidy = text.strip().lower()
    if tidy in _NAMED_DAYS:
        return today - timedelta(days=_NAMED_DAYS[tidy])
    if iso := _ISO_DAY.fullmatch(tidy):
        return date(int(iso[1]), int(iso[3]), int(iso[4]))
    if (named := _NAMED_MONTH.fullmatch(tidy)) and named[2] in _MONTHS:
        return _of_year(int(named[1]), _MONTHS.index(named[2]) + 1, named[3], today)
    found = _WRITTEN_DAY.fullmatch(tidy)
    if not found:
        return None
    one, between, other, year = found.groups()
    return _of_year(*_day_and_month(text, (int(one), int(other)), between, year or ""), year, today)


def _day_and_month(text: str, numbers: tuple[int, int], between: str, year: str) -> tuple[int, int]:
    """Which of two numbers is the day: with dots the first is; else the one that can be no month."""
    one, other = numbers
    if between == "." or other == one or (one > 12 and other <= 12):
        return one, other
    if other > 12:
        return other, one
    first, second = f"{one} {_MONTHS[other - 1].title()}", f"{other} {_MONTHS[one - 1].title()}"
    raise Unreadable(
        "which-day",
        f"{text.strip()} may be {first} or {second}",
        text=text,
        marks=((0, len(text)),),
        hint=f"write {one}.{other}.{year} for {first}, {other}.{one}.{year} for {second}",
    )


def _of_year(day: int, month: int, year: str | None, today: date) -> date:
    if year:
        return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    found = date(today.year, month, day)
    return found if found <= today else date(today.year - 1, month, day)
