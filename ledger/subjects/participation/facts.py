"""Participation: boards not played, sit-outs, substitutes, withdrawals, contestants without standing.

Events record what happened. The score follows from them, from the regulations, and from what else became of the
contestants: a board not played against an absent opponent is no board once the opponent never comes.
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
"""The reason why a contestant has no place: a stand-by pair, an emergency substitute, or another."""

SeatLetter = Literal["N", "E", "S", "W"]


class BoardNotPlayed(AtTable, frozen=True, kw_only=True):
    """A table did not play a board: time ran out, or a player was late.

    `fault`: the side directly at fault (average minus), `partly`: partly at fault (average); a side in no way at fault
    has average plus (Law 12C2(a)). Not `scored`: no board for either side, like a scheduled sit-out; between teams, in
    both rooms. `replaced_by`: the board the two played instead.
    """

    fault: Offender = "none"
    partly: Offender = "none"
    scored: bool = True
    reason: FreeText = ""
    replaced_by: BoardNumber | None = None


class PlayPostponed(AtTable, frozen=True, kw_only=True):
    """A table will play a board later; until then it counts for nothing."""

    reason: FreeText = ""


class SatOut(Fact, frozen=True):
    """A contestant sat out these boards, by the movement, or because its `opponent` was absent."""

    contestant: str
    boards: tuple[BoardNumber, ...] = ()
    opponent: str | None = None
    round: RoundNumber | None = None
    reason: FreeText = ""


class PhantomDeclared(Fact, frozen=True):
    """A contestant in the movement does not exist; its opponents sit out."""

    contestant: str
    reason: FreeText = ""


class SubstituteSeated(Fact, frozen=True):
    """A substitute sat in a seat of a contestant (Laws 4, 34), in these rounds or throughout.

    `player`: his number among the contestant's players; the name is kept beside the log. `plays_for`: the contestant he
    belongs to, if any.
    """

    contestant: str
    seat: SeatLetter
    player: PlayerSeat
    rounds: tuple[RoundNumber, ...] = ()
    plays_for: str | None = None
    reason: FreeText = ""


class StandingWithheld(Fact, frozen=True):
    """A contestant plays without standing: its opponents' results count in full, but it gets no place."""

    contestant: str
    cause: WithoutStanding = "other"
    reason: FreeText = ""


class ContestantWithdrew(Fact, frozen=True):
    """A contestant took no further part, after a round if stated.

    `of`: the number of boards (in an all-play-all: matches) it was to play, if not all of the session's. With a
    `good_reason` it keeps its place, with average minus on missed boards, less a `fine` in per cent of the top.
    `stand`: scores against it stand however far it had come, as in a Swiss, where each match is complete.
    """

    contestant: str
    after_round: RoundNumber | None = None
    of: Played | None = None
    good_reason: bool = False
    fine: Fraction = Fraction(0)
    reason: FreeText = ""
    stand: bool = False


class ContestantDisqualified(Fact, frozen=True):
    """A contestant was disqualified (Law 91B) on an `authority`; its opponents' results stand."""

    contestant: str
    authority: str
    laws: tuple[str, ...] = ()
    reason: FreeText = ""


AtTableFact = BoardNotPlayed | PlayPostponed

ContestantFact = (
    SatOut | PhantomDeclared | SubstituteSeated | StandingWithheld | ContestantWithdrew | ContestantDisqualified
)

TakingPart = AtTableFact | ContestantFact
"""A fact about who takes part; it can be undone."""


class LeaveUnplayed(Reopenable, frozen=True):
    """Record that a table did not play a board, and who was at fault; fields as in `BoardNotPlayed`.

    `also`: further boards not played for the same reason.
    """

    where: Where
    fault: Offender = "none"
    partly: Offender = "none"
    scored: bool = True
    reason: str = ""
    also: tuple[int, ...] = ()
    replaced_by: int | None = None


class PostponePlay(Reopenable, frozen=True):
    """Postpone a table's play of a board."""

    where: Where
    reason: str = ""


class SitOut(SatOut, frozen=True, kw_only=True):
    """Record that a contestant sits out; `opponent`: the absent contestant it would have met."""

    reopening: Reopening | None = None


class DeclarePhantom(PhantomDeclared, frozen=True, kw_only=True):
    """Declare a contestant a phantom."""

    reopening: Reopening | None = None


class SeatSubstitute(Struct, frozen=True):
    """Seat a substitute: his number among the contestant's players, and (`named`) his name.

    `elsewhere`: contestants, with player numbers, that he is known to play for.
    """

    contestant: str
    seat: SeatLetter
    player: PlayerSeat
    rounds: tuple[int, ...] = ()
    elsewhere: tuple[tuple[str, int], ...] = ()
    reason: str = ""
    named: tuple[Player, ...] = ()


class WithholdStanding(StandingWithheld, frozen=True, kw_only=True):
    """Record that a contestant plays without standing."""

    reopening: Reopening | None = None


class WithdrawContestant(ContestantWithdrew, frozen=True, kw_only=True):
    """Record that a contestant takes no further part; fields as in `ContestantWithdrew`."""

    reopening: Reopening | None = None


class DisqualifyContestant(ContestantDisqualified, frozen=True, kw_only=True):
    """Disqualify a contestant on an `authority` (Law 91B)."""

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
