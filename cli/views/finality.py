"""The finality of the scores of a session or a tournament: its end, and the undecided cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from cli.views.answers import fill_row
from ledger.projections.finality import Finality, ScoresState, UndecidedCode
from ledger.session.moment import iso

if TYPE_CHECKING:
    from ledger.overall.aspects import OverallFinality


class UndecidedCase(Struct, frozen=True):
    """A case, or the result of a board, that must be decided before the scores are final."""

    code: UndecidedCode = field(name="what")
    case: str | None
    board: int | None


class ScoresFinality(Struct, frozen=True):
    """The state of a session's scores, the ends of its periods (null before publication), and undecided cases."""

    state: ScoresState
    corrections_until: str | None
    rulings_until: str | None
    appeals_until: str | None
    later_appeals_until: dict[str, str]
    final_at: str | None
    undecided: tuple[UndecidedCase, ...]
    untold: tuple[str, ...]


class UndecidedInSession(Struct, frozen=True):
    """A case, or the result of a board, that must be decided in a session before its tournament is final."""

    session: str
    code: UndecidedCode = field(name="what")
    case: str | None
    board: int | None


class UntoldRuling(Struct, frozen=True):
    """A ruling of which a side was not told yet, so that its appeal period has not begun."""

    session: str
    case: str


class StandingFinality(Struct, frozen=True):
    """The state of a tournament's standing, the time and the session that make it final, and undecided cases."""

    state: ScoresState
    final_at: str | None
    final_by: str | None
    unpublished: tuple[str, ...]
    undecided: tuple[UndecidedInSession, ...]
    untold: tuple[UntoldRuling, ...]


def finality_value(scores_finality: Finality, now: int) -> ScoresFinality:
    """Return how final the scores of a session are at the time `now` (µs UTC)."""
    periods = scores_finality.periods
    return fill_row(
        ScoresFinality,
        scores_finality,
        state=scores_finality.state(now),
        corrections_until=iso(periods.corrections) if periods else None,
        rulings_until=iso(periods.requests) if periods else None,
        appeals_until=iso(periods.appeals) if periods else None,
        later_appeals_until={case: iso(end) for case, end in periods.later_appeals.items()} if periods else {},
        final_at=None if scores_finality.at is None else iso(scores_finality.at),
    )


def standing_finality(overall: OverallFinality, now: int) -> StandingFinality:
    """Return how final the standing of a tournament is at the time `now` (µs UTC)."""
    return fill_row(
        StandingFinality,
        overall,
        state=overall.state(now),
        final_at=None if overall.at is None else iso(overall.at),
        final_by=overall.last[1] if overall.last and overall.at is not None else None,
        undecided=[fill_row(UndecidedInSession, each, session=name) for name, each in overall.undecided],
    )
