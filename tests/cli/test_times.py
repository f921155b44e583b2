"""Times as they are typed and told."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from cli.main import run
from cli.screens.event_filters import Filters, parse_filters
from cli.words.times import moment_text, span_text, until_text
from ledger.bridge import Unreadable
from ledger.session.moment import parse_time, parse_time_or_none

SECOND = 1_000_000
MINUTE = 60 * SECOND


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * SECOND


@pytest.fixture(autouse=True)
def _utc(monkeypatch):
    import time

    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("typed", "now", "meant"),
    [
        ("22:41", "2026-03-05T22:50", "2026-03-05T22:41"),
        ("22.41", "2026-03-05T22:50", "2026-03-05T22:41"),
        ("22:41:30", "2026-03-05T22:50", "2026-03-05T22:41:30"),
        ("23:50", "2026-03-06T00:30", "2026-03-05T23:50"),  # just after midnight, of the evening before
        ("23:50", "2026-03-05T22:00", "2026-03-05T23:50"),  # a slip: it has not happened yet
        ("2026-03-04T22:41", "2026-03-05T22:50", "2026-03-04T22:41"),
        ("22h41", "2026-03-05T22:50", "2026-03-05T22:41"),
        ("2241", "2026-03-05T22:50", "2026-03-05T22:41"),
        ("10:41pm", "2026-03-05T22:50", "2026-03-05T22:41"),
        ("10:41 p.m.", "2026-03-05T22:50", "2026-03-05T22:41"),
        ("12:10 am", "2026-03-05T22:50", "2026-03-05T00:10"),
        ("today 22:41", "2026-03-05T22:50", "2026-03-05T22:41"),
        ("yesterday 21:10", "2026-03-05T22:50", "2026-03-04T21:10"),
        ("Yesterday at 21.10", "2026-03-05T22:50", "2026-03-04T21:10"),
        ("19.11. 22:41", "2026-03-05T22:50", "2025-11-19T22:41"),  # the last there was
        ("4.3. 22:41", "2026-03-05T22:50", "2026-03-04T22:41"),
        ("4.3.2026, 22:41", "2026-03-05T22:50", "2026-03-04T22:41"),
        ("28/02 22:41", "2026-03-05T22:50", "2026-02-28T22:41"),
        ("02/28/26 22:41", "2026-03-05T22:50", "2026-02-28T22:41"),
        ("4 Mar 22:41", "2026-03-05T22:50", "2026-03-04T22:41"),
        ("2026-03-04 22:41", "2026-03-05T22:50", "2026-03-04T22:41"),
        ("2026/03/04 22.41", "2026-03-05T22:50", "2026-03-04T22:41"),
        ("2026-03-05T23:41+01:00", "2026-03-05T22:50", "2026-03-05T22:41"),
    ],
)
def test_a_time_of_day_is_the_last_there_was(typed, now, meant):
    assert parse_time(typed, at(now)) == at(meant)


@pytest.fixture
def vienna(monkeypatch):
    """Where clocks are put forward on 29 March 2026 and back on 25 October."""
    import time

    monkeypatch.setenv("TZ", "Europe/Vienna")
    time.tzset()


@pytest.mark.parametrize(
    ("typed", "now", "what", "either"),
    [
        ("02:30", "2026-10-25T02:00", "came twice", "2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00"),
        ("25.10. 2:00", "2026-12-01T22:00", "came twice", "2026-10-25T02:00:00+02:00 or 2026-10-25T02:00:00+01:00"),
        ("02:30", "2026-03-29T02:00", "was skipped", "2026-03-29T01:30:00+01:00 or 2026-03-29T03:30:00+02:00"),
    ],
)
def test_a_time_that_came_twice_or_never_is_asked_for_with_its_zone(vienna, typed, now, what, either):
    with pytest.raises(Unreadable) as caught:
        parse_time(typed, at(now))
    assert caught.value.code == "which-time"
    assert what in caught.value.message
    assert caught.value.hint == either
    for each in either.split(" or "):
        assert parse_time(each, at(now)) == int(datetime.fromisoformat(each).timestamp()) * SECOND


@pytest.mark.parametrize(
    ("typed", "now", "meant"),
    [
        ("02:30", "2026-10-25T00:40", "2026-10-25T00:30"),  # before the clocks are put back there was only one
        ("01:59", "2026-10-25T09:00", "2026-10-24T23:59"),
        ("03:00", "2026-10-25T09:00", "2026-10-25T02:00"),
        ("03:00", "2026-03-29T09:00", "2026-03-29T01:00"),
        ("yesterday 21:10", "2026-03-29T09:00", "2026-03-28T20:10"),
    ],
)
def test_every_other_time_of_such_a_night_is_what_the_clocks_said(vienna, typed, now, meant):
    assert parse_time(typed, at(now)) == at(meant)


def test_two_desks_in_two_time_zones_mean_one_moment_and_each_tells_it_by_its_clock(monkeypatch):
    import time

    now, told = at("2026-03-05T22:50"), {}
    for zone, typed in (("Europe/Vienna", "23:41"), ("Europe/London", "22:41"), ("Asia/Kolkata", "6.3. 4:11")):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert parse_time(typed, now) == at("2026-03-05T22:41")
        told[zone] = moment_text(at("2026-03-05T22:41"), now)
    assert told == {"Europe/Vienna": "23:41", "Europe/London": "22:41", "Asia/Kolkata": "04:11"}


@pytest.mark.parametrize(
    "typed", ["25:00", "soon", "", "207", "22", "24.60", "0001-01-01T00:00", "13pm", "31.2. 22:41", "2460"]
)
def test_what_is_no_time_is_refused(typed):
    with pytest.raises(Unreadable) as caught:
        parse_time(typed, at("2026-03-05T22:50"))
    assert caught.value.code == "bad-time"


@pytest.mark.parametrize(
    ("typed", "last"),
    [
        *((same, "08:05:59") for same in ("08:05", "08h05", "0805", "8.05am", "today 8:05", "1970-01-01T09:05+01:00")),
        ("08:05:00", "08:05:00"),
        ("8am", "08:00:59"),
        ("1970-01-01", "23:59:59"),
    ],
)
def test_until_means_as_much_as_is_typed(typed, last):
    day = at("1970-01-01T00:00")
    (until,) = parse_filters(Filters(until=typed), None).tests.values()
    happened = at(f"1970-01-01T{last}")
    assert until(SimpleNamespace(number=1, occurred_at=happened + SECOND - 1))
    assert not until(SimpleNamespace(number=1, occurred_at=happened + SECOND))
    assert until(SimpleNamespace(number=1, occurred_at=day))


def test_a_day_that_may_be_a_month_is_told_both_ways():
    with pytest.raises(Unreadable) as caught:
        parse_time("03/04 22:41", at("2026-03-05T22:50"))
    assert (caught.value.code, caught.value.message) == ("which-day", "03/04 may be 3 Apr or 4 Mar")
    assert caught.value.hint == "write 3.4. for 3 Apr, 4.3. for 4 Mar"


def test_an_as_of_is_a_time_or_none():
    now = at("2026-03-05T22:50")
    assert parse_time_or_none("22:41", now) == at("2026-03-05T22:41")
    assert [parse_time_or_none(text, now) for text in ("207", "R-0001-", "end-of-play", "@")] == [None] * 4


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (14 * MINUTE, "14 minutes left"),
        (59 * SECOND, "59 seconds left"),
        (61 * MINUTE, "1 hour 1 minute left"),
        (26 * 60 * MINUTE, "1 day 2 hours left"),
        (0, "the last moment"),
        (-1, "over for 1 second"),
        (-120 * SECOND, "over for 2 minutes"),
    ],
)
def test_the_time_left(left, shown):
    now = at("2026-03-05T22:10")
    assert until_text(now + left, now).endswith(f"({shown})")
    assert until_text(None, now) == "not running yet"


def test_a_moment_says_its_day_where_it_is_another():
    now = at("2026-03-05T22:10:05")
    assert moment_text(now, now) == "22:10"
    assert moment_text(now, now, exact=True) == "22:10:05"
    assert moment_text(now, at("2026-03-06T09:00")) == "2026-03-05 22:10"
    assert span_text(90 * SECOND) == "1 minute"


def test_what_happened_on_another_day_than_it_was_recorded_on_has_its_day_in_the_log(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    opened = "session open s --boards 1 --at 2020-01-01T09:00"
    for line in ("init -q", opened, "result add 1/1 PASS --ns 1 --ew 2 --at 2020-01-01T10:00"):
        assert run(line.split()) == 0
    capsys.readouterr()
    assert run(["log"]) == 0
    (result,) = [line for line in capsys.readouterr().out.splitlines() if "PASS" in line or "passed" in line]
    assert "  2020-01-01 10:00  " in result
