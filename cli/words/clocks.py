"""The clocks of a session that run out: corrections, rulings and appeals; and a desk's clock that was wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.times import clock, moment_text, span_text
from cli.words.vocabulary import because
from ledger.facts.clocks import ClockCorrected, ClockCorrectionRecalled
from ledger.session import Session, Stream
from ledger.session.moment import MICROSECONDS
from ledger.session.rulings import correction_deadline, penalty_deadline, penalty_state, register, request_deadline

if TYPE_CHECKING:
    from ledger.recording.clock_watch import ClockDoubt

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
    general = request_deadline(stream)
    yield "corrections of the score", correction_deadline(stream)
    yield "rulings and appeals", general
    if not isinstance(stream, Session):
        return
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


@event_text.register
def _(event: ClockCorrected) -> str:
    said = say(
        "the clock was %(wrong_by)s at %(which)s: the times are corrected",
        wrong_by=wrong_by(event.ahead),
        which=event.which,
    )
    return said + because(event.reason)


@event_text.register
def _(event: ClockCorrectionRecalled) -> str:
    return say("correction of the times taken back") + because(event.reason)


def doubt_text(doubt: ClockDoubt) -> str:
    """What disagrees with the clock of this computer, as a question."""
    later = wrong_by(doubt.now - doubt.other)
    against = {
        "event": say("#%(number)s was recorded at %(time)s", number=doubt.number, time=moment_text(doubt.other, 0)),
        "file": say("the database was written to at %(time)s", time=moment_text(doubt.other, 0)),
        "server": say("the server's clock says %(time)s", time=moment_text(doubt.other, 0)),
        "running": say("by how long this computer has been running it is %(time)s", time=moment_text(doubt.other, 0)),
    }[doubt.what]
    return say(
        "This computer's clock says %(time)s; %(against)s: it is %(later)s, or was. Is it right now?",
        time=moment_text(doubt.now, 0),
        against=against,
        later=later,
    )


def wrong_by(ahead: int) -> str:
    """How wrong a clock is, by what it is ahead (µs).

    >>> wrong_by(3_600_000_000), wrong_by(-120_000_000)
    ('1 hour ahead', '2 minutes behind')
    """
    span = span_text(abs(ahead))
    return say("%(span)s ahead", span=span) if ahead > 0 else say("%(span)s behind", span=span)
