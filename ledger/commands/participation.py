"""Who takes part, in the imperative."""

from fractions import Fraction

from msgspec import Struct

from ledger.commands.rulings import Reopenable, Where
from ledger.events.participation import SeatLetter, WithoutStanding
from ledger.events.people import Player
from ledger.events.rulings import Offender


class LeaveUnplayed(Reopenable, frozen=True):
    """Say that a table did not play a board, and who was at fault; not `scored`, it is no board for either side."""

    where: Where
    fault: Offender = "none"
    partly: Offender = "none"
    scored: bool = True
    reason: str = ""


class PostponePlay(Reopenable, frozen=True):
    """Say that a table is to play a board later."""

    where: Where
    reason: str = ""


class SitOut(Reopenable, frozen=True):
    """Say that a contestant sits out; `opponent` is who it would have met."""

    contestant: str
    boards: tuple[int, ...] = ()
    opponent: str | None = None
    round: int | None = None
    reason: str = ""


class DeclarePhantom(Reopenable, frozen=True):
    """Say that nobody is a contestant."""

    contestant: str
    reason: str = ""


class SeatSubstitute(Struct, frozen=True):
    """Say who sat in a seat in somebody's stead: which of the contestant's players, and (`named`) who that is.

    `elsewhere`: of which other contestants he is known to be a player, and which.
    """

    contestant: str
    seat: SeatLetter
    player: int
    rounds: tuple[int, ...] = ()
    elsewhere: tuple[tuple[str, int], ...] = ()
    reason: str = ""
    named: tuple[Player, ...] = ()


class WithholdStanding(Reopenable, frozen=True):
    """Say that a contestant plays without standing."""

    contestant: str
    cause: WithoutStanding = "other"
    reason: str = ""


class WithdrawContestant(Reopenable, frozen=True):
    """Say that a contestant takes no further part; `of` how many boards or matches it was to play.

    `stand`: scores against it stand, however far it had come.
    """

    contestant: str
    after_round: int | None = None
    of: int | None = None
    good_reason: bool = False
    fine: Fraction = Fraction(0)
    reason: str = ""
    stand: bool = False


class DisqualifyContestant(Reopenable, frozen=True):
    """Disqualify a contestant, on somebody's authority."""

    contestant: str
    authority: str
    laws: tuple[str, ...] = ()
    reason: str = ""


ParticipationCommand = (
    LeaveUnplayed
    | PostponePlay
    | SitOut
    | DeclarePhantom
    | SeatSubstitute
    | WithholdStanding
    | WithdrawContestant
    | DisqualifyContestant
)
