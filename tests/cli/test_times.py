"""Times as they are typed and told."""

from datetime import UTC, datetime

import pytest

from cli.screens.times import moment_text, span_text, until_text
from ledger.bridge import Unreadable
from ledger.session.moment import happened_at, time_at

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
        ("2026-03-05T23:41+01:00", "2026-03-05T22:50", "2026-03-05T22:41"),
    ],
)
def test_a_time_of_day_is_the_last_there_was(typed, now, meant):
    assert happened_at(typed, at(now)) == at(meant)


@pytest.mark.parametrize("typed", ["25:00", "soon", "", "207", "22", "24.60", "0001-01-01T00:00"])
def test_what_is_no_time_is_refused(typed):
    with pytest.raises(Unreadable) as caught:
        happened_at(typed, at("2026-03-05T22:50"))
    assert caught.value.code == "bad-time"


def test_an_as_of_is_a_time_or_none():
    now = at("2026-03-05T22:50")
    assert time_at("22:41", now) == at("2026-03-05T22:41")
    assert [time_at(text, now) for text in ("207", "R-0001-", "end-of-play", "@")] == [None] * 4


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
