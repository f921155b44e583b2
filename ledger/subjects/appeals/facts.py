"""Appeals from lodging to the last instance (Laws 92, 93): events and commands."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.kernel.fact import CaseEvent, Command, Fact
from ledger.kernel.free_text import FreeText
from ledger.laws.adjustment import Adjustment
from ledger.laws.citation import Matter
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.subjects.rulings.facts import Offender

Appellant = Literal["NS", "EW", "director", "contestant"]
"""The appellant: a side of the table, a penalised contestant, or a director who refers the case (Law 81C7)."""

Point = Literal["judgement", "law"]

Verdict = Literal["upheld", "varied", "overturned", "table-result-restored", "remitted", "recommended"]

Body = Literal["committee", "chief-director", "reviewer"]

Instance = Literal["committee", "authority"]
"""The next instance: the committee after the chief director on law (Law 93B1), or the authority (Law 93C)."""

Merit = Literal["with", "without"]

DepositFate = Literal["returned", "forfeited"]


class AppealLodged(Fact, frozen=True):
    """A side appealed a ruling (A-0001 against R-0001, by EW), or a penalised contestant its penalty.

    `against`: the case appealed. `appellant`: a side, the penalised 'contestant', or the 'director' who refers the
    matter himself (Law 81C7). `signed`: the seats that concur, or the `captain` (Law 92D). `through`: the director it
    came through (Law 92C), if another records it. `claim`: the score asked for; `deposit`: the sum paid ('20 GBP').
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
    """The director accepted an appeal lodged after its period (Law 92B), with his reason."""

    case: str
    reason: FreeText


class AppealScreened(Fact, frozen=True):
    """A director admitted an appeal to a hearing, or rejected it as inadmissible.

    `point`: it turns on judgement, or on law or regulation, where a committee may not overrule the director (Law 93B3).
    """

    case: str
    admitted: bool
    point: Point
    reason: FreeText = ""
    deposit: DepositFate | None = None


class AppealConfirmed(Fact, frozen=True):
    """The appellant maintained an appeal, now against `ruling`, which superseded the appealed one."""

    case: str
    ruling: str


class AppealWithdrawn(CaseEvent, frozen=True):
    """The appellant withdrew an appeal; `leave`: the name of the chief director who allowed it."""

    leave: str = ""
    deposit: DepositFate | None = None


class AppealHeard(Fact, frozen=True):
    """A committee or a reviewer heard an appeal; `present`: the other people in the room.

    `chairman`: a member of the `committee`; `scribe`: the person who wrote it down. '' if not stated.
    """

    case: str
    committee: tuple[str, ...]
    present: tuple[FreeText, ...] = ()
    chairman: str = ""
    scribe: str = ""

    @property
    def members(self) -> tuple[str, ...]:
        """The members of the committee other than chairman and scribe."""
        return tuple(name for name in self.committee if name not in (self.chairman, self.scribe))


class Decision(Fact, frozen=True, kw_only=True):
    """The decision of a committee, director or authority on an appeal: verdict, score, deposit and grounds.

    'varied' and 'overturned' state a new score, 'table-result-restored' restores the table result; 'upheld', 'remitted'
    (the director rules again) and 'recommended' (Law 93B3) leave the score in force. For a penalty, 'varied' states a
    new `amount` and `unit`, 'overturned' removes the penalty. `together`: further appeals on the same case that it
    decides. `after`: the appeal whose decision was in force before. `merit`: whether the appeal had merit; None if not
    stated.
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
    matters: tuple[Matter, ...] = ()
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
    """A committee, a reviewer or the chief director decided an appeal in the first instance.

    `alone`: there was no committee, so the chief director heard the appeal and ruled, even on his own ruling (Law 93A).
    """

    body: Body
    point: Point
    alone: bool = False


class FurtherAppealLodged(Fact, frozen=True):
    """A party appealed a decision to the next instance; `to`: the name of that instance (Laws 93B1, 93C)."""

    case: str
    appellant: Appellant
    to: str
    grounds: FreeText
    signed: tuple[str, ...] = ()
    captain: bool = False
    deposit: FreeText = ""
    instance: Instance = "authority"


class FurtherAppealWithdrawn(CaseEvent, frozen=True):
    """The appellant withdrew a further appeal, so that the earlier decision stands."""

    deposit: DepositFate | None = None


class DecisionReviewed(Decision, frozen=True, kw_only=True):
    """The next instance decided a further appeal; `authority`: the name of that instance.

    `deposit`: the fate of the further appeal's deposit, or of the first one if the further appeal had none.
    """

    authority: str
    instance: Instance = "authority"


class LodgeAppeal(Command, frozen=True):
    """Lodge an appeal against a ruling or penalty; `accept_late`: why the director accepts a late appeal."""

    against: str
    appellant: Appellant
    grounds: str
    signed: tuple[str, ...] = ()
    captain: bool = False
    claim: Adjustment | None = None
    deposit: str = ""
    through: str = ""
    accept_late: str = ""


class ScreenAppeal(Command, frozen=True):
    """Admit an appeal to a hearing, or reject it; `point` None: as screened before, else judgement."""

    case: str
    admitted: bool
    point: Point | None = None
    reason: str = ""
    deposit: DepositFate | None = None


class ConfirmAppeal(Command, frozen=True):
    """Maintain an appeal against the ruling that superseded the appealed one."""

    case: str


class WithdrawAppeal(AppealWithdrawn, Command, frozen=True):
    """Withdraw an appeal."""


class HearAppeal(AppealHeard, Command, frozen=True, kw_only=True):
    """Record the hearing of an appeal; `together`: further appeals on the same case heard with it."""

    together: tuple[str, ...] = ()


class Adjudication(Struct, frozen=True):
    """The content of a decision on an appeal, as typed: the verdict, the score if any, and the grounds.

    `amount` and `unit`: of a varied penalty. `deposit` None: forfeited if the appeal was without merit, else returned.
    `offender` None: as ruled.
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


class DecideAppeal(Command, frozen=True):
    """Decide an appeal; `body` None: the body of the official's office, `point` None: as screened, else judgement.

    `committee`: the members, if no hearing was recorded; `together`: further appeals on the same case.
    """

    case: str
    adjudication: Adjudication
    body: Body | None = None
    point: Point | None = None
    committee: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


class AppealFurther(FurtherAppealLodged, Command, frozen=True):
    """Take a decision on an appeal to the next instance, the committee or the regulating authority.

    The chief director's decision on law goes to the committee, if there is one; every other decision goes to the
    authority.
    """


class ReviewDecision(Command, frozen=True):
    """Record the decision of the next instance; `authority` '': the instance that was appealed to."""

    case: str
    adjudication: Adjudication
    authority: str = ""
    together: tuple[str, ...] = ()
