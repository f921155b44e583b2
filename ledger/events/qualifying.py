"""Who goes on from one stage of a tournament to another, what he brings along, and who withdrew between sessions.

They stand in the tournament's stream. A cut pins the heads it was made at, never numbers: what a contestant carries is
worked out of the standing at the moment.
"""

from fractions import Fraction
from typing import Literal

from ledger.events.fact import Fact
from ledger.events.free_text import FreeText
from ledger.laws.carry_rules import CarryRules

Apart = Literal["", "section", "direction"]
"""Among whom places are counted: the whole stage, each section, or each direction for itself."""

MatterCode = Literal["no-results", "no-score", "to-play", "provisional-ruling", "open-appeal", "set-aside"]
"""What stands open in a session, so that its scores may still change by themselves."""


class OpenMatter(Fact, frozen=True):
    """Something that was still open in a session when a cut was made: its case, or its board."""

    code: MatterCode
    session: str
    case: str = ""
    board: int | None = None


class EntrantsQualified(Fact, frozen=True):
    """So many of a stage go on into another: the best by place, who was named beside them, and the reserves in order.

    `also`, `barred`: whom the director named. `standing`: the digest of the heads (tournament and sessions) by which it
    was judged. `despite`: what was still open, where the director made the cut all the same.
    """

    source: str
    into: str
    best: int
    apart: Apart
    qualified: tuple[str, ...]
    reserves: tuple[str, ...]
    standing: str
    also: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    despite: tuple[OpenMatter, ...] = ()
    reason: FreeText = ""


class QualifiersChanged(Fact, frozen=True):
    """After the cut somebody goes on whom it did not name, somebody does not, or the one instead of the other."""

    source: str
    into: str
    leaves: str = ""
    enters: str = ""
    reason: FreeText = ""


class QualificationWithdrawn(Fact, frozen=True):
    """Nobody was cut after all: the stages are as before."""

    source: str
    into: str
    reason: FreeText = ""


class CarryForwardRuled(Fact, frozen=True):
    """By which regulation those who go on carry something from one stage into another; None: they carry nothing."""

    source: str
    into: str
    rules: CarryRules | None
    reason: FreeText = ""


class CarryForwardSaid(Fact, frozen=True):
    """A contestant carries so much, by the director's word; None: as the regulation has it."""

    source: str
    into: str
    entrant: str
    carries: Fraction | None
    reason: FreeText = ""


class EntrantWithdrew(Fact, frozen=True):
    """A contestant left the tournament after a sitting of a stage: its scores stand (White Book §2.4)."""

    entrant: str
    stage: str
    sitting: int
    good_reason: bool = False
    reason: FreeText = ""


class EntrantReturned(Fact, frozen=True):
    """A contestant did not withdraw after all."""

    entrant: str
    reason: FreeText = ""
