"""Who takes part: boards a table did not play, sit-outs, substitutes, and contestants who withdraw or have no standing;
and the same in the imperative.

Each is recorded as what it is. What it is worth follows from it, from the regulations, and from what else became of
the contestants: a board somebody waited on is no board at all once nobody came.
"""

from fractions import Fraction
from typing import ClassVar, Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, EventNumber, Played, PlayerSeat, RoundNumber
from ledger.facts.at_table import AtTable, Where
from ledger.facts.fact import DIRECTORS, SCORERS, Fact, Kind
from ledger.facts.free_text import FreeText
from ledger.facts.people import Player
from ledger.facts.reopening import Reopenable
from ledger.facts.rulings import Offender

WithoutStanding = Literal["stand-by", "emergency", "other"]
"""Why a contestant plays without standing: a stand-by pair, an emergency substitute, or for another reason."""

SeatLetter = Literal["N", "E", "S", "W"]


class BoardNotPlayed(AtTable, frozen=True, kw_only=True):
    """A table did not play a board: time ran out, or somebody was late.

    `fault`: who is directly at fault (average minus), `partly`: who is partly (average); who is in no way at fault has
    average plus (Law 12C2(a)). Not `scored`: it is no board for either side, as a scheduled sit-out.
    """

    fault: Offender = "none"
    partly: Offender = "none"
    scored: bool = True
    reason: FreeText = ""


class PlayPostponed(AtTable, frozen=True, kw_only=True):
    """A table is to play a board later: until its result is recorded it counts for nothing."""

    reason: FreeText = ""


class SatOut(Fact, frozen=True):
    """A contestant sat out these boards: nobody was scheduled to meet it, or `opponent` was and is not there."""

    contestant: str
    boards: tuple[BoardNumber, ...] = ()
    opponent: str | None = None
    round: RoundNumber | None = None
    reason: FreeText = ""


class PhantomDeclared(Fact, frozen=True):
    """A contestant is nobody: its number is in the movement, and who meets it sits out."""

    contestant: str
    reason: FreeText = ""


class SubstituteSeated(Fact, frozen=True):
    """Somebody else sat in a seat of a contestant (Laws 4, 34), in these rounds, or from first to last.

    `player` is which of the contestant's players he is: the name is kept apart from the log. `plays_for` is the
    contestant he otherwise sits with, if he does.
    """

    contestant: str
    seat: SeatLetter
    player: PlayerSeat
    rounds: tuple[RoundNumber, ...] = ()
    plays_for: str | None = None
    reason: FreeText = ""


class StandingWithheld(Fact, frozen=True):
    """A contestant plays without standing: the opponents' results count in full, its own give it no place."""

    contestant: str
    cause: WithoutStanding = "other"
    reason: FreeText = ""


class ContestantWithdrew(Fact, frozen=True):
    """A contestant took no further part, after a round, where that is said.

    `of`: how many boards it was to play, or matches in an all-play-all, where those are not all of the session's. With
    a `good_reason` it keeps its place: an average minus on each board it missed, less a `fine` in per cent of the top.
    `stand`: what was scored against it stands, however far it had come, as in a Swiss, where each match is complete.
    """

    contestant: str
    after_round: RoundNumber | None = None
    of: Played | None = None
    good_reason: bool = False
    fine: Fraction = Fraction(0)
    reason: FreeText = ""
    stand: bool = False


class ContestantDisqualified(Fact, frozen=True):
    """A contestant was disqualified (Law 91B), on somebody's authority; its opponents' results stand."""

    contestant: str
    authority: str
    laws: tuple[str, ...] = ()
    reason: FreeText = ""


class ParticipationRecalled(Fact, frozen=True):
    """What was recorded in an earlier event of these is taken back: `of` is its number."""

    of: EventNumber
    reason: FreeText = ""
    holds_again: ClassVar[bool] = False


class ParticipationRestored(Fact, frozen=True):
    """That it was taken back is taken back: what was recorded in the event of that number holds again."""

    of: EventNumber
    reason: FreeText = ""
    holds_again: ClassVar[bool] = True


ParticipationReversal = ParticipationRecalled | ParticipationRestored
"""What was stated of who takes part is taken back, or holds again."""


AtTableFact = BoardNotPlayed | PlayPostponed

OfContestant = (
    SatOut | PhantomDeclared | SubstituteSeated | StandingWithheld | ContestantWithdrew | ContestantDisqualified
)

TakingPart = AtTableFact | OfContestant
"""What is stated of who takes part, and can be recalled."""


class LeaveUnplayed(Reopenable, frozen=True):
    """Say that a table did not play a board, and who was at fault; not `scored`, it is no board for either side.

    `also`: further boards of which the same is said.
    """

    where: Where
    fault: Offender = "none"
    partly: Offender = "none"
    scored: bool = True
    reason: str = ""
    also: tuple[int, ...] = ()


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
    player: PlayerSeat
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
    of: Played | None = None
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


KINDS = (
    *(
        Kind(event, name, offices, undone_by=ParticipationRecalled, period="correction", settles=True)
        for event, name, offices in (
            (BoardNotPlayed, "board-not-played", DIRECTORS),
            (PlayPostponed, "play-postponed", SCORERS),
            (SatOut, "sat-out", SCORERS),
            (PhantomDeclared, "phantom-declared", SCORERS),
            (StandingWithheld, "standing-withheld", DIRECTORS),
            (ContestantDisqualified, "contestant-disqualified", DIRECTORS),
        )
    ),
    Kind(
        ContestantWithdrew,
        "contestant-withdrew",
        DIRECTORS,
        undone_by=ParticipationRecalled,
        period="correction",
        settles=True,
        version=2,
    ),
    Kind(SubstituteSeated, "substitute-seated", SCORERS, undone_by=ParticipationRecalled),
    Kind(
        ParticipationRecalled,
        "participation-recalled",
        SCORERS,
        undone_by=ParticipationRestored,
        period="correction",
        settles=True,
    ),
    Kind(
        ParticipationRestored,
        "participation-restored",
        SCORERS,
        undone_by=ParticipationRecalled,
        period="correction",
        settles=True,
    ),
)
