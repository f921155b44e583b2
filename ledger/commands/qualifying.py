"""Cuts, carry-forwards and withdrawals between sessions, in the imperative."""

from fractions import Fraction

from msgspec import Struct

from ledger.events.qualifying import Apart, EntrantsQualified, OpenMatter
from ledger.laws.carry_rules import CarryRules


class Placed(Struct, frozen=True):
    """A contestant of a stage as it stands: its place, None where it has none, and among whom it is counted."""

    entrant: str
    place: int | None
    group: str = ""


class Qualify(Struct, frozen=True):
    """Have the best of a stage go on into another, of each group so many; and who is named beside them.

    `barred` do not go on, whatever their place. `despite`: also while something is open. `apart`: of each section or
    direction so many; of each direction, where the stage has two winners and nothing is said. What the office finds
    out when it is decided: `placed`, the contestants of the stage by place; `open`, what may still change its scores;
    `standing`, the digest of the heads it all comes of; `said`, the cut that this very command has led to already.
    """

    source: str
    into: str
    best: int = 0
    apart: Apart = ""
    also: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    despite: bool = False
    reason: str = ""
    placed: tuple[Placed, ...] = ()
    open: tuple[OpenMatter, ...] = ()
    standing: str = ""
    said: EntrantsQualified | None = None


class ChangeQualifiers(Struct, frozen=True):
    """After the cut: one goes on instead of another, or one more, or one fewer.

    What the office finds out when it is decided: `placed`, the contestants of the stage they come from.
    """

    source: str
    into: str
    leaves: str = ""
    enters: str = ""
    reason: str = ""
    placed: tuple[Placed, ...] = ()


class RuleCarryForward(Struct, frozen=True):
    """Say by which regulation something is carried from one stage into another; None: nothing is."""

    source: str
    into: str
    rules: CarryRules | None
    reason: str = ""


class SayCarryForward(Struct, frozen=True):
    """Have a contestant carry so much, whatever the regulation says; from '', the only stage it may come from.

    What the office finds out when it is decided: `placed`, the contestants of the stage it comes from.
    """

    source: str
    into: str
    entrant: str
    carries: Fraction
    reason: str = ""
    placed: tuple[Placed, ...] = ()


class WithdrawEntrant(Struct, frozen=True):
    """Withdraw a contestant from the tournament after a sitting of a stage; its scores stand.

    Of the stage '', it is the last one it has a score in. What the office finds out when it is decided: `playing`, the
    contestants of that stage; `played`, the sittings of it that this one has a figure in.
    """

    entrant: str
    stage: str
    sitting: int
    good_reason: bool = False
    reason: str = ""
    playing: tuple[str, ...] = ()
    played: tuple[int, ...] = ()


QualifyingCommand = Qualify | ChangeQualifiers | RuleCarryForward | SayCarryForward | WithdrawEntrant
