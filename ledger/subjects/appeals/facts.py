"""Appeals from lodging to the last instance (Laws 92, 93), and the same in the imperative."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.kernel.fact import Fact, OfCase
from ledger.kernel.free_text import FreeText
from ledger.laws.adjustment import Adjustment
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.subjects.rulings.facts import Offender

Appellant = Literal["NS", "EW", "director", "contestant"]
"""Who appeals: a side of the table, the contestant that was penalised, or the director who refers it (Law 81C7)."""

Point = Literal["judgement", "law"]

Verdict = Literal["upheld", "varied", "overturned", "table-result-restored", "remitted", "recommended"]

Body = Literal["committee", "chief-director", "reviewer"]

Instance = Literal["committee", "authority"]
"""Where a decision is taken further: to the committee, from the chief director's on a point of law (Law 93B1), or to
the regulating authority (Law 93C)."""

Merit = Literal["with", "without"]

DepositFate = Literal["returned", "forfeited"]


class AppealLodged(Fact, frozen=True):
    """A side appealed a ruling: A-0001 against R-0001, by EW, both members signing; or a contestant its penalty.

    `against` is the case of the ruling or of the penalty. `appellant` is 'director' where he refers the matter himself
    (Law 81C7), 'contestant' where the one that was penalised appeals. `signed` are the seats that concur, or `captain`
    does (Law 92D). `through`: the director it came through (Law 92C), where another records it. `claim` is the score
    the appellant asks for, `deposit` what was paid ('20 GBP').
    """

    case: str
    against: str
    appellant: Appellant
    grounds: FreeText
    signed: tuple[str, ...] = ()
    captain: bool = False
    claim: Adjustment | None = None
    deposit: FreeText = ""
    through: str = ""


class LateAppealAccepted(Fact, frozen=True):
    """An appeal that came after its time (Law 92B) is accepted all the same, and why."""

    case: str
    reason: FreeText


class AppealScreened(Fact, frozen=True):
    """An appeal was looked at before its hearing: admitted, or rejected as inadmissible.

    `point`: whether it turns on judgement, or on a point of law or regulation, on which a committee may not overrule
    the director (Law 93B3).
    """

    case: str
    admitted: bool
    point: Point
    reason: FreeText = ""
    deposit: DepositFate | None = None


class AppealConfirmed(Fact, frozen=True):
    """The appellant keeps up the appeal against the ruling that superseded the one appealed."""

    case: str
    ruling: str


class AppealWithdrawn(OfCase, frozen=True):
    """The appellant gave the appeal up; `leave`: who allowed it."""

    leave: str = ""
    deposit: DepositFate | None = None


class AppealHeard(Fact, frozen=True):
    """A committee, a panel or a reviewer heard the appeal; `present` are the others in the room.

    `chairman` is one of the `committee`; `scribe` wrote it down, and need not be. '' where nobody said who.
    """

    case: str
    committee: tuple[str, ...]
    present: tuple[FreeText, ...] = ()
    chairman: str = ""
    scribe: str = ""

    @property
    def members(self) -> tuple[str, ...]:
        """Those of the committee who had no part of their own in it."""
        return tuple(name for name in self.committee if name not in (self.chairman, self.scribe))


class Decision(Fact, frozen=True, kw_only=True):
    """What a deciding body found, and what becomes of the score, the deposit and the ruling.

    'varied' and 'overturned' state a score of their own, 'table-result-restored' restores what was played, 'upheld',
    'remitted' (the director rules again) and 'recommended' (Law 93B3) leave the score in force. Of a penalty, 'varied'
    states another `amount` in its `unit`, and 'overturned' that there is none. `together` are other appeals against the
    same that are decided by this; `after` is the one whose decision stood when this was taken. `merit` is
    None where nothing was said of it.
    """

    case: str
    verdict: Verdict
    adjustment: Adjustment | None = None
    amount: Fraction | None = None
    unit: PenaltyUnit | None = None
    together: tuple[str, ...] = ()
    after: str | None = None
    offender: Offender = "none"
    laws: tuple[str, ...] = ()
    disallowed: tuple[str, ...] = ()
    legal_route: FreeText = ""
    findings: FreeText = ""
    reason: FreeText = ""
    merit: Merit | None = None
    deposit: DepositFate | None = None
    dissent: FreeText = ""
    recommendation: FreeText = ""
    advice: tuple[str, ...] = ()


class AppealDecided(Decision, frozen=True, kw_only=True):
    """An appeal was decided by the committee, the reviewer, or the chief director (Law 93B1).

    `alone`: there was no committee, so that the chief director heard it and ruled, be it on his own ruling (Law 93A).
    """

    body: Body
    point: Point
    alone: bool = False


class FurtherAppealLodged(Fact, frozen=True):
    """A decision was taken to the next instance: `to` whom, in words, and which that is (Laws 93B1, 93C)."""

    case: str
    appellant: Appellant
    to: str
    grounds: FreeText
    signed: tuple[str, ...] = ()
    captain: bool = False
    deposit: FreeText = ""
    instance: Instance = "authority"


class FurtherAppealWithdrawn(OfCase, frozen=True):
    """The decision is not taken further after all; it is the last word again."""

    deposit: DepositFate | None = None


class DecisionReviewed(Decision, frozen=True, kw_only=True):
    """The next instance decided; nothing is above the regulating authority. `authority` says who it was.

    `deposit` is what became of the one paid with the further appeal, or of the first where none was.
    """

    authority: str
    instance: Instance = "authority"


class LodgeAppeal(Struct, frozen=True):
    """Lodge an appeal against a ruling or a penalty; `accept_late` is why the director accepts it after its time."""

    against: str
    appellant: Appellant
    grounds: str
    signed: tuple[str, ...] = ()
    captain: bool = False
    claim: Adjustment | None = None
    deposit: str = ""
    through: str = ""
    accept_late: str = ""


class ScreenAppeal(Struct, frozen=True):
    """Admit an appeal to be heard, or reject it; None leaves the point it turns on as it was."""

    case: str
    admitted: bool
    point: Point | None = None
    reason: str = ""
    deposit: DepositFate | None = None


class ConfirmAppeal(Struct, frozen=True):
    """Keep an appeal up against the ruling that superseded the one appealed."""

    case: str


class WithdrawAppeal(AppealWithdrawn, frozen=True):
    """Give an appeal up."""


class HearAppeal(AppealHeard, frozen=True, kw_only=True):
    """Record who heard an appeal, and who else was present; `together` are others against the same, heard with it."""

    together: tuple[str, ...] = ()


class Adjudication(Struct, frozen=True):
    """What a deciding body says: the verdict, its score where it gives one, and its grounds.

    Of a penalty, its `amount` and `unit` where it is varied. `deposit` None: returned where the appeal has merit,
    forfeited where it has none. `offender` None: as ruled.
    """

    verdict: Verdict
    adjustment: Adjustment | None = None
    offender: Offender | None = None
    laws: tuple[str, ...] = ()
    disallowed: tuple[str, ...] = ()
    legal_route: str = ""
    findings: str = ""
    reason: str = ""
    merit: Merit | None = None
    deposit: DepositFate | None = None
    dissent: str = ""
    recommendation: str = ""
    amount: Fraction | None = None
    unit: PenaltyUnit | None = None


class DecideAppeal(Struct, frozen=True):
    """Decide an appeal. None: the body is the one whose office the official holds, the point as it was screened.

    `committee` says who sat, where no hearing was recorded before; `together` are other appeals against the same
    ruling or penalty that this decides too.
    """

    case: str
    adjudication: Adjudication
    body: Body | None = None
    point: Point | None = None
    committee: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


class AppealFurther(FurtherAppealLodged, frozen=True):
    """Take a decision to the next instance: the chief director's on law to the committee, else to the authority."""


class ReviewDecision(Struct, frozen=True):
    """Record what the next instance decided; '' where it is the one the appeal was taken to."""

    case: str
    adjudication: Adjudication
    authority: str = ""
    together: tuple[str, ...] = ()


AppealCommand = (
    LodgeAppeal
    | ScreenAppeal
    | ConfirmAppeal
    | WithdrawAppeal
    | HearAppeal
    | DecideAppeal
    | AppealFurther
    | ReviewDecision
)
