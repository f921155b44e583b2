"""The clocks of a session that run out: corrections, rulings and appeals."""

from collections.abc import Iterator

from cli.screens.times import clock, span_text
from ledger.session import Session
from ledger.session.moment import MICROSECONDS
from ledger.session.penalty_states import penalty_state
from ledger.session.ruling_states import correction_deadline, penalty_deadline, register, request_deadline

WARNING_MINUTES = 10
"""So long before a clock runs out it is told."""


def endings(session: Session, now: int) -> dict[int, list[str]]:
    """When a period of the session ends (µs UTC), and which: those of a single ruling where it has another."""
    found: dict[int, list[str]] = {}
    for what, ends in _periods(session, now):
        if ends is not None and what not in found.setdefault(ends, []):
            found[ends].append(what)
    return dict(sorted(found.items()))


def _periods(session: Session, now: int) -> Iterator[tuple[str, int | None]]:
    general = request_deadline(session)
    yield "corrections of the score", correction_deadline(session)
    yield "rulings and appeals", general
    for entry in register(session, now):
        if entry.state in ("standing", "final") and entry.deadline != general:
            yield f"appeals against {entry.ruling.case}", entry.deadline
    for penalty in session.penalties.values():
        ends = penalty_deadline(session, penalty)
        if penalty_state(session, penalty, now) in ("standing", "final") and ends != general:
            yield f"appeals against {penalty.imposed.case}", ends


def told_since(session: Session, before: int, now: int) -> list[str]:
    """What ran out since an earlier look, or will soon: a line each."""
    lines = []
    for ends, what in endings(session, now).items():
        soon = ends - WARNING_MINUTES * 60 * MICROSECONDS
        if before < ends <= now:
            lines.append(f"{clock(ends)}  over: {', '.join(what)}")
        elif before < soon <= now:
            lines.append(f"{clock(ends)}  in {span_text(ends - now)} ends: {', '.join(what)}")
    return lines
