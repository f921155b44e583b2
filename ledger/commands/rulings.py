"""Rulings, penalties, and taking things back, in the imperative."""

import shlex
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from ledger.events import Envelope
from ledger.events.rulings import Cause, Offender, ReopeningCause
from ledger.laws.adjustment import Adjustment
from ledger.laws.penalty_amount import PenaltyUnit


class Where(Struct, frozen=True):
    """A table's play of a board, as the desk names it: by table, or by who sat there, and in which round.

    `switched`: they are said to have sat the other way round than their field does. `words`: what else was typed to
    name it, each a table, somebody who sat there or a round; `ledger.session.addresses` reads them.
    """

    board: int
    table: str | None = None
    ns: str | None = None
    ew: str | None = None
    round: int | None = None
    switched: bool = False
    words: tuple[str, ...] = ()

    @property
    def pair(self) -> tuple[str | None, str | None]:
        """Who sat North–South and who East–West, as far as that is said."""
        return self.ns, self.ew

    @property
    def named(self) -> bool:
        """Whether more is said than the board."""
        return bool(self.table or self.ns or self.ew or self.round or self.words)

    def __str__(self) -> str:
        words = f" {' '.join(self.words)}" if self.words else ""
        return f"board {self.board}{self._who}{words}" + (f" in round {self.round}" if self.round else "")

    @property
    def typed(self) -> str:
        """As a table is typed of which nothing is recorded yet: '2/2 --ns 3 --ew 4'."""
        at = shlex.quote(f"{self.board}/{self.table}" if self.table else str(self.board))
        return f"{at} --ns {shlex.quote(str(self.ns))} --ew {shlex.quote(str(self.ew))}"

    @property
    def _who(self) -> str:
        if self.table:
            return f" table {self.table}"
        if self.ns and self.ew:
            return f", {self.ns} v {self.ew}"
        return f", NS {self.ns}" if self.ns else f", EW {self.ew}" if self.ew else ""


class Reopening(Struct, frozen=True):
    """What allows a change after the periods have run out, and who approved or decided it."""

    cause: ReopeningCause
    authority: str
    beyond_doubt: bool = False


class Reopenable(Struct, frozen=True, kw_only=True):
    """A command that may come after the periods, where something reopens what it changes."""

    reopening: Reopening | None = None


class Grounds(Struct, frozen=True):
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


class GiveRuling(Reopenable, frozen=True):
    """Rule on a table's board; `call` is the call it answers, `notified` whether both sides were told at once."""

    where: Where
    adjustment: Adjustment
    grounds: Grounds = Grounds()
    call: str | None = None
    provisional: bool = False
    notified: bool = False
    right_to_appeal: bool = False


class AmendRuling(Reopenable, frozen=True):
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


class WithdrawRuling(Reopenable, frozen=True):
    """Take a ruling back."""

    case: str
    reason: str = ""


class NotifySides(Struct, frozen=True):
    """Say that both sides were told of a ruling, and whether of the right to appeal it."""

    case: str
    right_to_appeal: bool


class Undo(Reopenable, frozen=True):
    """Compensate one event. `whole_case`: the case was named, so all its amendments go with it.

    What the office finds out when it is decided: `contestants`, where it is said again who somebody is, who plays at
    that sitting (by session).
    """

    target: Envelope
    reason: str = ""
    whole_case: bool = False
    contestants: Mapping[str, tuple[str, ...]] = {}


class ImposePenalty(Reopenable, frozen=True):
    """Penalise or (amount 0) warn a contestant; `named`: by what the regulations call so, whatever the amount says."""

    contestant: str
    amount: Fraction
    unit: PenaltyUnit
    laws: tuple[str, ...] = ()
    reason: str = ""
    opponent: str | None = None
    round: int | None = None
    beside: str | None = None
    named: str | None = None


class WithdrawPenalty(Reopenable, frozen=True):
    """Take a penalty back."""

    case: str
    reason: str = ""


RulingCommand = GiveRuling | AmendRuling | WithdrawRuling | NotifySides | ImposePenalty | WithdrawPenalty | Undo
