"""What directors decide about a table's board or a contestant: rulings, who was told, penalties; and undo."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, RoundNumber
from ledger.bridge import Side
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope, Fact, OfCase, Stated
from ledger.kernel.free_text import FreeText
from ledger.laws.adjustment import Adjustment
from ledger.laws.citation import Subject
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.scoring.line import Seating
from ledger.subjects.reopening import Reopenable, Reopening

Offender = Literal["NS", "EW", "both", "none", "outside"]
"""Who offended, or was at fault; `outside`: somebody who sat at neither side of the table."""

Cause = Literal["second-thoughts", "director-error", "order"]
"""Why a ruling takes the place of another: the director's second thoughts, his error (Law 82C), or by order."""


def offending_sides(offender: Offender) -> frozenset[Side]:
    """The sides of the table that offended or were at fault.

    >>> sorted(side.value for side in offending_sides("both")), offending_sides("outside")
    (['EW', 'NS'], frozenset())
    """
    if offender == "both":
        return frozenset(Side)
    return frozenset({Side(offender)}) if offender in ("NS", "EW") else frozenset()


class Judgement(Stated, frozen=True, kw_only=True):
    """What a director decides about a table's board, and on what grounds.

    `laws` are citations ('16B'), `disallowed` the calls, plays or results that may not be in a weighting
    (Law 12C1(c)), as they were worded, unless `legal_route` says how they are reached without the infraction;
    `advice` are the advisory codes shown when it was recorded. `infraction` and `damage` are found apart (None: not
    said): there may be one without the other. `alternatives` are the logical alternatives (Law 16B1), `consulted` the
    directors asked. `provisional`: a score for now, the ruling follows.
    """

    adjustment: Adjustment
    offender: Offender = "none"
    laws: tuple[str, ...] = ()
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
    """A director ruled on a table's board: R-0001, board 23, 1NS v 14EW, weighted 60% 4SN=, 40% 4SN-1.

    `call` is the call to the table it answers. Where it `supersedes` another ruling, `cause` says why, and `order`
    the decision that ordered it (A-0001), if one did.
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
        """What tells the table's play from every other of the board."""
        return Seating(self.ns, self.ew, self.round, self.table)


class RulingAmended(Judgement, frozen=True, kw_only=True):
    """A ruling was replaced by a better one; it keeps its case number. All its grounds are stated anew."""

    case: str


class RulingWithdrawn(Stated, frozen=True):
    """A ruling was taken back; what was in force before it, the table result or the ruling it superseded, is again."""

    case: str
    reason: FreeText = ""


class SidesNotified(Fact, frozen=True):
    """Both sides were told of a ruling; `right_to_appeal`: and that they may appeal it (Law 83)."""

    case: str
    right_to_appeal: bool


class RulingConfirmed(OfCase, frozen=True):
    """A director looked at a ruling again after the result beneath it, or who sat there, was corrected: it holds."""


class PenaltyImposed(Fact, frozen=True):
    """A contestant was penalised (Laws 90, 91), or warned (amount 0). Nobody else gains by it.

    `unit`: '%' of a top, 'MP', 'IMP', 'VP' or 'points'. `opponent` (and `round`) name the match, where IMPs are
    taken before their conversion into victory points. `beside` is the ruling or the appeal it was given with.
    `named`: what the regulations call a penalty of this amount: 'standard'.
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


class PenaltyWithdrawn(OfCase, frozen=True):
    """A penalty was taken back."""


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
    """Rule on a table's board; `call` is the call it answers, `notified` whether both sides were told at once.

    `subjects`: what it is about, where that is not what the Laws cited say.
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
    """State a ruling anew; None keeps its score.

    With a `cause`, a new ruling takes its place, on what `order`, if any. `table`: it was entered at another than the
    one it is of, and is withdrawn there.
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


class WithdrawRuling(RulingWithdrawn, frozen=True, kw_only=True):
    """Take a ruling back."""

    reopening: Reopening | None = None


class NotifySides(SidesNotified, frozen=True):
    """Say that both sides were told of a ruling, and whether of the right to appeal it."""


class ConfirmRuling(RulingConfirmed, frozen=True):
    """Say that a ruling holds on what was corrected beneath it."""


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


class WithdrawPenalty(PenaltyWithdrawn, frozen=True, kw_only=True):
    """Take a penalty back."""

    reopening: Reopening | None = None


RulingCommand = (
    GiveRuling | AmendRuling | WithdrawRuling | NotifySides | ConfirmRuling | ImposePenalty | WithdrawPenalty | Undo
)
