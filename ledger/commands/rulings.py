"""Rulings, penalties, and taking things back, in the imperative."""

from dataclasses import dataclass
from fractions import Fraction

from ledger.events import Envelope
from ledger.events.rulings import Cause, Offender, PenaltyUnit, ReopeningCause
from ledger.laws.adjustment import Adjustment


@dataclass(frozen=True, slots=True)
class Where:
    """A table's play of a board, as the desk names it: by table, or by who sat there, and in which round."""

    board: int
    table: str | None = None
    ns: str | None = None
    ew: str | None = None
    round: int | None = None

    def __str__(self) -> str:
        return f"board {self.board}{self._who}" + (f" in round {self.round}" if self.round else "")

    @property
    def _who(self) -> str:
        if self.table:
            return f" table {self.table}"
        if self.ns and self.ew:
            return f", {self.ns} v {self.ew}"
        return f", NS {self.ns}" if self.ns else f", EW {self.ew}" if self.ew else ""


@dataclass(frozen=True, slots=True)
class Reopening:
    """What allows a change after the periods have run out, and who approved or decided it."""

    cause: ReopeningCause
    authority: str
    beyond_doubt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopenable:
    """A command that may come after the periods, where something reopens what it changes."""

    reopening: Reopening | None = None


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a ruling rests on. None keeps, when amending, what the ruling said before."""

    offender: Offender | None = None
    laws: tuple[str, ...] | None = None
    disallowed: tuple[str, ...] | None = None
    legal_route: str | None = None
    facts: str | None = None
    findings: str | None = None
    infraction: bool | None = None
    damage: bool | None = None
    alternatives: tuple[str, ...] | None = None
    consulted: tuple[str, ...] | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GiveRuling(Reopenable):
    """Rule on a table's board; `call` is the call it answers, `notified` whether both sides were told at once."""

    where: Where
    adjustment: Adjustment
    grounds: Grounds = Grounds()
    call: str | None = None
    provisional: bool = False
    notified: bool = False
    right_to_appeal: bool = False


@dataclass(frozen=True, slots=True)
class AmendRuling(Reopenable):
    """State a ruling anew; None keeps its score.

    With a `cause`, a new ruling takes its place, on what `order`, if any.
    """

    case: str
    adjustment: Adjustment | None
    grounds: Grounds = Grounds()
    cause: Cause | None = None
    order: str | None = None
    provisional: bool = False
    notified: bool = False
    right_to_appeal: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawRuling(Reopenable):
    """Take a ruling back."""

    case: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NotifySides:
    """Say that both sides were told of a ruling, and whether of the right to appeal it."""

    case: str
    right_to_appeal: bool


@dataclass(frozen=True, slots=True)
class Undo(Reopenable):
    """Compensate one event. `whole_case`: the case was named, so all its amendments go with it."""

    target: Envelope
    reason: str = ""
    whole_case: bool = False


@dataclass(frozen=True, slots=True)
class ImposePenalty(Reopenable):
    """Penalise or (amount 0) warn a contestant."""

    contestant: str
    amount: Fraction
    unit: PenaltyUnit
    laws: tuple[str, ...] = ()
    reason: str = ""
    opponent: str | None = None
    round: int | None = None
    beside: str | None = None


@dataclass(frozen=True, slots=True)
class WithdrawPenalty(Reopenable):
    """Take a penalty back."""

    case: str
    reason: str = ""


RulingCommand = GiveRuling | AmendRuling | WithdrawRuling | NotifySides | ImposePenalty | WithdrawPenalty | Undo
