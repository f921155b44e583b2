"""Who takes part: boards a table did not play, sit-outs, substitutes, and contestants who withdraw or have no standing.

Each is recorded as what it is. What it is worth follows from it, from the regulations, and from what else became of
the contestants: a board somebody waited on is no board at all once nobody came.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, Played, PlayerSeat, RoundNumber
from ledger.kernel.at_table import AtTable, Where
from ledger.kernel.fact import Fact
from ledger.kernel.free_text import FreeText
from ledger.subjects.people.facts import Player
from ledger.subjects.reopening import Reopenable, Reopening
from ledger.subjects.rulings.facts import Offender

WithoutStanding = Literal["stand-by", "emergency", "other"]
"""Why a contestant plays without standing: a stand-by pair, an emergency substitute, or for another reason."""

SeatLetter = Literal["N", "E", "S", "W"]


class BoardNotPlayed(AtTable, frozen=True, kw_only=True):
    """A table did not play a board: time ran out, or somebody was late.

    `fault`: who is directly at fault (average minus), `partly`: who is partly (average); who is in no way at fault has
    average plus (Law 12C2(a)). Not `scored`: it is no board for either side, as a scheduled sit-out; of two teams, in
    both rooms. `replaced_by`: the board that the two played in its place.
    """

    fault: Offender = "none"
    partly: Offender = "none"
    scored: bool = True
    reason: FreeText = ""
    replaced_by: BoardNumber | None = None


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


AtTableFact = BoardNotPlayed | PlayPostponed

OfContestant = (
    SatOut | PhantomDeclared | SubstituteSeated | StandingWithheld | ContestantWithdrew | ContestantDisqualified
)

TakingPart = AtTableFact | OfContestant
"""What is stated of who takes part, and can be recalled."""


class LeaveUnplayed(Reopenable, frozen=True):
    """Say that a table did not play a board, and who was at fault; not `scored`, it is no board for either side.

    `also`: further boards of which the same is said. `replaced_by`: the board that was played in its place.
    """

    where: Where
    fault: Offender = "none"
    partly: Offender = "none"
    scored: bool = True
    reason: str = ""
    also: tuple[int, ...] = ()
    replaced_by: int | None = None


class PostponePlay(Reopenable, frozen=True):
    """Say that a table is to play a board later."""

    where: Where
    reason: str = ""


class SitOut(SatOut, frozen=True, kw_only=True):
    """Say that a contestant sits out; `opponent` is who it would have met."""

    reopening: Reopening | None = None


class DeclarePhantom(PhantomDeclared, frozen=True, kw_only=True):
    """Say that nobody is a contestant."""

    reopening: Reopening | None = None


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


class WithholdStanding(StandingWithheld, frozen=True, kw_only=True):
    """Say that a contestant plays without standing."""

    reopening: Reopening | None = None


class WithdrawContestant(ContestantWithdrew, frozen=True, kw_only=True):
    """Say that a contestant takes no further part; `of` how many boards or matches it was to play.

    `stand`: scores against it stand, however far it had come.
    """

    reopening: Reopening | None = None


class DisqualifyContestant(ContestantDisqualified, frozen=True, kw_only=True):
    """Disqualify a contestant, on somebody's authority."""

    reopening: Reopening | None = None


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
