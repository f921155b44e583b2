"""Who goes on from one stage of a tournament to another, what he brings along, and who withdrew between sessions.

They stand in the tournament's stream, and name the heads they were decided on, never numbers: what a contestant carries
is worked out of the standing at the moment.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, GoingOn, Sitting
from ledger.kernel.fact import DecidedOn, DecideOn, Fact
from ledger.kernel.free_text import FreeText
from ledger.laws.regulations import CarryRules

Apart = Literal["", "section", "direction"]
"""Among whom places are counted: the whole stage, each section, or each direction for itself."""

MatterCode = Literal["no-results", "no-score", "to-play", "provisional-ruling", "open-appeal", "set-aside"]
"""What stands open in a session, so that its scores may still change by themselves."""


class ConcernAtCut(Fact, frozen=True):
    """Something that was still open in a session when a cut was made: its case, its board, or a match not played."""

    code: MatterCode
    session: str
    case: str = ""
    board: BoardNumber | None = None
    match: str = ""


class EntrantsQualified(DecidedOn, frozen=True):
    """So many of a stage go on into another: the best by place, who was named beside them, and the reserves in order.

    `also`, `barred`: whom the director named. `despite`: what was still open, where the director made the cut all the
    same.
    """

    source: str
    into: str
    best: GoingOn
    apart: Apart
    qualified: tuple[str, ...]
    reserves: tuple[str, ...]
    also: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    despite: tuple[ConcernAtCut, ...] = ()
    reason: FreeText = ""


class QualifiersChanged(DecidedOn, frozen=True):
    """After the cut somebody goes on whom it did not name, somebody does not, or the one instead of the other."""

    source: str
    into: str
    leaves: str = ""
    enters: str = ""
    reason: FreeText = ""


class CarryForwardRuled(Fact, frozen=True):
    """By which regulation those who go on carry something from one stage into another; None: they carry nothing."""

    source: str
    into: str
    rules: CarryRules | None
    reason: FreeText = ""


class CarryForwardSaid(DecidedOn, frozen=True):
    """A contestant carries so much, by the director's word; None: as the regulation has it."""

    source: str
    into: str
    entrant: str
    carries: Fraction | None
    reason: FreeText = ""


class EntrantWithdrew(DecidedOn, frozen=True):
    """A contestant left the tournament after a sitting of a stage: its scores stand (White Book §2.4)."""

    entrant: str
    stage: str
    sitting: Sitting
    good_reason: bool = False
    reason: FreeText = ""


class PlacedContestant(Struct, frozen=True):
    """A contestant of a stage as it stands: its place, None where it has none, and among whom it is counted."""

    entrant: str
    place: int | None
    group: str = ""


class Qualify(DecideOn, frozen=True):
    """Have the best of a stage go on into another, of each group so many; and who is named beside them.

    `barred` do not go on, whatever their place. `despite`: also while something is open. `apart`: of each section or
    direction so many; of each direction, where the stage has two winners and nothing is said. What the office finds
    out when it is decided: `placed`, the contestants of the stage by place; `open`, what may still change its scores.
    """

    source: str
    into: str
    best: int = 0
    apart: Apart = ""
    also: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    despite: bool = False
    reason: str = ""
    placed: tuple[PlacedContestant, ...] = ()
    open: tuple[ConcernAtCut, ...] = ()


class ChangeQualifiers(QualifiersChanged, frozen=True):
    """After the cut: one goes on instead of another, or one more, or one fewer.

    What the office finds out when it is decided: `placed`, the contestants of the stage they come from.
    """

    placed: tuple[PlacedContestant, ...] = ()


class RuleCarryForward(CarryForwardRuled, frozen=True):
    """Say by which regulation something is carried from one stage into another; None: nothing is."""


class SayCarryForward(CarryForwardSaid, frozen=True):
    """Have a contestant carry so much, whatever the regulation says; from '', the only stage it may come from.

    So the totals of sessions are said too that were kept elsewhere: of a stage that has none here. What the office
    finds out when it is decided: `playing`, who has a score in either of the two stages.
    """

    playing: tuple[str, ...] = ()


class WithdrawEntrant(EntrantWithdrew, frozen=True):
    """Withdraw a contestant from the tournament after a sitting of a stage; its scores stand.

    Of the stage '', it is the last one it has a score in. What the office finds out when it is decided: `playing`, the
    contestants of that stage; `played`, the sittings of it that this one has a figure in.
    """

    playing: tuple[str, ...] = ()
    played: tuple[int, ...] = ()


QualifyingCommand = Qualify | ChangeQualifiers | RuleCarryForward | SayCarryForward | WithdrawEntrant
