"""Cuts between stages of a tournament, carry-forwards, and withdrawals between sessions.

The events stand in the tournament's stream with the heads they were decided on, and hold no totals: what a contestant
carries is computed from the current standing.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, GoingOn, Sitting
from ledger.kernel.fact import DecideAcrossStreams, DecidedAcrossStreams, Fact, TournamentCommand
from ledger.kernel.free_text import FreeText
from ledger.laws.regulations import CarryRules

Apart = Literal["", "section", "direction"]
"""The groups in which places are counted: the whole stage, its sections, or its directions."""

MatterCode = Literal["no-results", "no-score", "to-play", "provisional-ruling", "open-appeal", "set-aside"]
"""The kinds of concerns that may still change a session's scores."""


class ConcernAtCut(Fact, frozen=True):
    """A reason, at the time of a cut, why a session's scores might still change: a case, a board or a match."""

    code: MatterCode
    session: str
    case: str = ""
    board: BoardNumber | None = None
    match: str = ""


class EntrantsQualified(DecidedAcrossStreams, frozen=True):
    """The cut into a stage was made: the `best` of stage `source` qualified, with reserves in order.

    `also`: let in by the director; `barred`: kept out by him. `despite`: the concerns still open when the cut was made.
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


class QualifiersChanged(DecidedAcrossStreams, frozen=True):
    """The qualifiers for a stage were changed after the cut: one replaced, one added, or one removed."""

    source: str
    into: str
    leaves: str = ""
    enters: str = ""
    reason: FreeText = ""


class CarryForwardRuled(Fact, frozen=True):
    """The rule by which points go from one stage into another was set; None: no points go."""

    source: str
    into: str
    rules: CarryRules | None
    reason: FreeText = ""


class CarryForwardSaid(DecidedAcrossStreams, frozen=True):
    """The director stated how much a contestant carries into a stage; None: the stages' rule applies again."""

    source: str
    into: str
    entrant: str
    carries: Fraction | None
    reason: FreeText = ""


class EntrantWithdrew(DecidedAcrossStreams, frozen=True):
    """An entrant left the tournament after a sitting of a stage; the entrant's scores stand (White Book §2.4)."""

    entrant: str
    stage: str
    sitting: Sitting
    good_reason: bool = False
    reason: FreeText = ""


class PlacedContestant(Struct, frozen=True):
    """A contestant in the standing of a stage: the place (None without one), and the group it is ranked in."""

    entrant: str
    place: int | None
    group: str = ""


class Qualify(DecideAcrossStreams, frozen=True):
    """Make a cut: the `best` of each group of a stage go on into another stage, and so do the contestants in `also`.

    `barred` do not go on, whatever their place. `despite`: even with concerns open. `apart`: the groups are sections or
    directions; directions by default if the stage has two winners. The office fills in `placed`, the standing of the
    stage, and `open`, the concerns that may still change it.
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


class ChangeQualifiers(QualifiersChanged, TournamentCommand, frozen=True):
    """Change the qualifiers for a stage after the cut: replace, add or remove one.

    The office fills in `placed`: the standing of the source stage.
    """

    placed: tuple[PlacedContestant, ...] = ()


class RuleCarryForward(CarryForwardRuled, TournamentCommand, frozen=True):
    """Set the rule by which points go from one stage into another; None: no points go."""


class SayCarryForward(CarryForwardSaid, TournamentCommand, frozen=True):
    """State how much a contestant carries into a stage, whatever the rule; `source` '': the only possible stage.

    Totals kept outside the ledger enter in this way too, for a stage without sessions. The office fills in `playing`:
    the contestants with a score in either stage.
    """

    playing: tuple[str, ...] = ()


class WithdrawEntrant(EntrantWithdrew, TournamentCommand, frozen=True):
    """Withdraw an entrant from the tournament after a sitting of a stage; the entrant's scores stand.

    Stage '' means the last stage in which the entrant has a score. The office fills in `playing`, the contestants of
    the stage, and `played`, the sittings in which the entrant has a score.
    """

    playing: tuple[str, ...] = ()
    played: tuple[int, ...] = ()
