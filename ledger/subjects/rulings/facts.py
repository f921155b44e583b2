"""Rulings on a table's board and penalties, the notification of sides, and undo."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, RoundNumber
from ledger.bridge import Side
from ledger.kernel.at_table import Where
from ledger.kernel.fact import CaseEvent, Command, Envelope, Fact, Stated
from ledger.kernel.free_text import FreeText
from ledger.laws.adjustment import Adjustment
from ledger.laws.citation import Matter, Subject
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.scoring.line import Seating
from ledger.subjects.reopening import Reopenable, Reopening

Offender = Literal["NS", "EW", "both", "none", "outside"]
"""The side that offended or was at fault; `outside`: a person who sat at neither side of the table."""

Cause = Literal["second-thoughts", "director-error", "order"]
"""The reason for superseding a ruling: second thoughts, director's error (Law 82C), or an order on appeal."""


def offending_sides(offender: Offender) -> frozenset[Side]:
    """Return the sides of the table that offended or were at fault.

    >>> sorted(side.value for side in offending_sides("both")), offending_sides("outside")
    (['EW', 'NS'], frozenset())
    """
    if offender == "both":
        return frozenset(Side)
    return frozenset({Side(offender)}) if offender in ("NS", "EW") else frozenset()


class Judgement(Stated, frozen=True, kw_only=True):
    """A director's decision on a table's board: the score, and the grounds for it.

    `laws`: citations ('16B'); `matters`: those of them on which scores depend. `disallowed`: the calls, plays or
    results, as worded, that a weighted score may not contain (Law 12C1(c)), unless `legal_route` says how they are
    reached without the infraction. `advice`: the codes of advice shown when it was recorded. `infraction` and `damage`
    are found separately (None: not stated). `alternatives`: the logical alternatives (Law 16B1). `consulted`: directors
    asked. `provisional`: the final ruling follows.
    """

    adjustment: Adjustment
    offender: Offender = "none"
    laws: tuple[str, ...] = ()
    matters: tuple[Matter, ...] = ()
    disallowed: tuple[str, ...] = ()
    legal_route: FreeText = ""
    facts: FreeText = ""
    findings: FreeText = ""
    infraction: bool | None = None
    damage: bool | None = None
    alternatives: tuple[str, ...] = ()
    consulted: tuple[str, ...] = ()
    reason: FreeText = ""
    provisional: bool = False
    advice: tuple[str, ...] = ()


class RulingGiven(Judgement, frozen=True, kw_only=True):
    """A director gave a ruling on a table's board: R-0001, board 23, 1NS v 14EW, weighted 60% 4SN=, 40% 4SN-1.

    `call`: the call it answers. If it `supersedes` another ruling, `cause` is the reason, and `order` the decision that
    ordered it (A-0001), if any.
    """

    case: str
    board: BoardNumber
    ns: str
    ew: str
    round: RoundNumber | None = None
    table: str | None = None
    call: str | None = None
    supersedes: str | None = None
    cause: Cause | None = None
    order: str | None = None

    @property
    def seating(self) -> Seating:
        """The contestants, round and table whose play of the board was ruled on."""
        return Seating(self.ns, self.ew, self.round, self.table)


class RulingAmended(Judgement, frozen=True, kw_only=True):
    """A ruling was amended: its number stays, its score and all its grounds are stated anew."""

    case: str


class RulingWithdrawn(Stated, frozen=True):
    """A ruling was withdrawn, so that the table result or the superseded ruling is in force again."""

    case: str
    reason: FreeText = ""


class SidesNotified(Fact, frozen=True):
    """Both sides were told of a ruling, and (`right_to_appeal`) of their right to appeal it (Law 83)."""

    case: str
    right_to_appeal: bool


class RulingConfirmed(CaseEvent, frozen=True):
    """A director confirmed a ruling, after the result or seating that it is based on was corrected."""


class PenaltyImposed(Fact, frozen=True):
    """A contestant was penalised (Laws 90, 91), or warned by an amount of 0; opponents gain nothing.

    `unit`: '%' of a top, 'MP', 'IMP', 'VP' or 'points'. `opponent` and `round` name the match if the amount is deducted
    before conversion into victory points. `beside`: the ruling or appeal it was given with. `named`: the regulations'
    name for a penalty of this amount: 'standard'.
    """

    case: str
    contestant: str
    amount: Fraction
    unit: PenaltyUnit
    laws: tuple[str, ...] = ()
    reason: FreeText = ""
    opponent: str | None = None
    round: RoundNumber | None = None
    beside: str | None = None
    named: str | None = None


class PenaltyWithdrawn(CaseEvent, frozen=True):
    """A penalty was withdrawn."""


class Grounds(Struct, frozen=True):
    """The grounds of a ruling as typed; None in an amendment keeps the ground that the ruling has."""

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
    """Give a ruling on a table's board; `call`: the call it answers, `notified`: both sides were told at once.

    `subjects`: the subjects of the case, if not those of the Laws cited.
    """

    where: Where
    adjustment: Adjustment
    grounds: Grounds = Grounds()
    call: str | None = None
    provisional: bool = False
    notified: bool = False
    right_to_appeal: bool = False
    subjects: tuple[Subject, ...] = ()


class AmendRuling(Reopenable, frozen=True):
    """Amend a ruling; `adjustment` None keeps its score.

    With a `cause`, a new ruling supersedes it, perhaps by `order` of a decision on appeal. `table`: the right table of
    a ruling entered at a wrong one; the ruling is withdrawn at the wrong table and given at the right one.
    """

    case: str
    adjustment: Adjustment | None
    grounds: Grounds = Grounds()
    cause: Cause | None = None
    order: str | None = None
    table: str | None = None
    provisional: bool = False
    notified: bool = False
    right_to_appeal: bool = False


class WithdrawRuling(RulingWithdrawn, Command, frozen=True, kw_only=True):
    """Withdraw a ruling."""

    reopening: Reopening | None = None


class NotifySides(SidesNotified, Command, frozen=True):
    """Record that both sides were told of a ruling, and whether they were told of their right to appeal."""


class ConfirmRuling(RulingConfirmed, Command, frozen=True):
    """Confirm a ruling after the result or seating that it is based on was corrected."""


class Undo(Reopenable, frozen=True):
    """Undo the `target` event; `whole_case`: a case was named, so all amendments of the case are undone.

    For a link of contestants the office fills in `contestants`: those playing at that sitting, by session.
    """

    target: Envelope
    reason: str = ""
    whole_case: bool = False
    contestants: Mapping[str, tuple[str, ...]] = {}


class ImposePenalty(Reopenable, frozen=True):
    """Penalise a contestant, or (amount 0) warn it; `named`: a penalty whose amount the regulations set."""

    contestant: str
    amount: Fraction
    unit: PenaltyUnit
    laws: tuple[str, ...] = ()
    reason: str = ""
    opponent: str | None = None
    round: int | None = None
    beside: str | None = None
    named: str | None = None


class WithdrawPenalty(PenaltyWithdrawn, Command, frozen=True, kw_only=True):
    """Withdraw a penalty."""

    reopening: Reopening | None = None
