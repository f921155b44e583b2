"""Appeals, in the imperative."""

from fractions import Fraction

from msgspec import Struct

from ledger.events.appeals import Appellant, Body, DepositFate, Instance, Merit, Point, Verdict
from ledger.events.rulings import Offender
from ledger.laws.adjustment import Adjustment
from ledger.laws.penalty_amount import PenaltyUnit


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


class WithdrawAppeal(Struct, frozen=True):
    """Give an appeal up."""

    case: str
    reason: str = ""
    leave: str = ""
    deposit: DepositFate | None = None


class HearAppeal(Struct, frozen=True):
    """Record who heard an appeal, and who else was present; `together` are others against the same, heard with it."""

    case: str
    committee: tuple[str, ...]
    present: tuple[str, ...] = ()
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


class AppealFurther(Struct, frozen=True):
    """Take a decision to the next instance: the chief director's on law to the committee, else to the authority."""

    case: str
    appellant: Appellant
    to: str
    grounds: str
    signed: tuple[str, ...] = ()
    captain: bool = False
    deposit: str = ""
    instance: Instance = "authority"


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
