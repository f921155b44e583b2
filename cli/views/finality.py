"""Whether the scores of a session or a tournament are final, until when they may change, and what is undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ledger.projections.finality import Finality, ScoresState, Undecided, UndecidedCode
from ledger.session.moment import iso

if TYPE_CHECKING:
    from ledger.overall.aspects import OverallFinality


class UndecidedCase(Struct, frozen=True):
    """A case, or a result of a board, that somebody still has to decide."""

    what: UndecidedCode
    case: str | None
    board: int | None


class ScoresFinality(Struct, frozen=True):
    """The state of a session's scores, the ends of its periods (null: they do not run), and what stands in the way."""

    state: ScoresState
    corrections_until: str | None
    rulings_until: str | None
    appeals_until: str | None
    later_appeals_until: dict[str, str]
    final_at: str | None
    undecided: tuple[UndecidedCase, ...]
    untold: tuple[str, ...]


class UndecidedIn(Struct, frozen=True):
    """A case, or a result of a board, that somebody still has to decide in a session of a tournament."""

    session: str
    what: UndecidedCode
    case: str | None
    board: int | None


class UntoldIn(Struct, frozen=True):
    """A ruling in a session of a tournament whose appeal period begins when both sides are told."""

    session: str
    case: str


class StandingFinality(Struct, frozen=True):
    """The state of a tournament's standing, when and by which session it is final, and what stands in the way."""

    state: ScoresState
    final_at: str | None
    final_by: str | None
    unpublished: tuple[str, ...]
    undecided: tuple[UndecidedIn, ...]
    untold: tuple[UntoldIn, ...]


def finality_value(found: Finality, now: int) -> ScoresFinality:
    """The finality of a session at a time (µs UTC)."""
    periods = found.periods
    return ScoresFinality(
        state=found.state(now),
        corrections_until=iso(periods.corrections) if periods else None,
        rulings_until=iso(periods.requests) if periods else None,
        appeals_until=iso(periods.appeals) if periods else None,
        later_appeals_until={case: iso(end) for case, end in periods.later_appeals.items()} if periods else {},
        final_at=None if found.at is None else iso(found.at),
        undecided=tuple(UndecidedCase(*_undecided(each)) for each in found.undecided),
        untold=tuple(found.untold),
    )


def standing_finality(found: OverallFinality, now: int) -> StandingFinality:
    """The finality of a tournament's standing at a time (µs UTC)."""
    return StandingFinality(
        state=found.state(now),
        final_at=None if found.at is None else iso(found.at),
        final_by=found.last[1] if found.last and found.at is not None else None,
        unpublished=tuple(found.unpublished),
        undecided=tuple(UndecidedIn(name, *_undecided(each)) for name, each in found.undecided),
        untold=tuple(UntoldIn(name, case) for name, case in found.untold),
    )


def _undecided(each: Undecided) -> tuple[UndecidedCode, str | None, int | None]:
    return each.code, each.case or None, each.board
