"""Participation: boards not played, sit-outs, substitutes, withdrawals, contestants without standing.

Events record what happened. The score follows from them, from the regulations, and from what else became of the
contestants: a board not played against an absent opponent is no board once the opponent never comes.
"""

from fractions import Fraction
from typing import Literal

from ledger.bounds.types import BoardNumber, Played, PlayerSeat, RoundNumber
from ledger.kernel.at_table import AtTable, Where
from ledger.kernel.fact import Command, Fact
from ledger.kernel.free_text import FreeText
from ledger.subjects.people.facts import Player
from ledger.subjects.reopening import Reopenable, Reopening
from ledger.subjects.rulings.facts import Offender

WithoutStanding = Literal["stand-by", "emergency", "other"]
"""The reason why a contestant has no place: a stand-by pair, an emergency substitute, or another."""

SeatLetter = Literal["N", "E", "S", "W"]


class BoardNotPlayed(AtTable, frozen=True, kw_only=True):
    """A table did not play a board, because time ran out or a player was late.

    `fault`: the side directly at fault (average minus), `partly`: partly at fault (average); a side in no way at fault
    has average plus (Law 12C2(a)). Not `scored`: no board for either side, like a scheduled sit-out; between teams, in
    every room. `replaced_by`: the board the two played instead.
    """

    fault: Offender = "none"
    partly: Offender = "none"
    scored: bool = True
    reason: FreeText = ""
    replaced_by: BoardNumber | None = None


class PlayPostponed(AtTable, frozen=True, kw_only=True):
    """A table was allowed to play a board later; until then the board counts for nothing there."""

    reason: FreeText = ""


class SatOut(Fact, frozen=True):
    """A contestant sat out boards or a round, by the movement or because its `opponent` was absent."""

    contestant: str
    boards: tuple[BoardNumber, ...] = ()
    opponent: str | None = None
    round: RoundNumber | None = None
    reason: FreeText = ""


class PhantomDeclared(Fact, frozen=True):
    """A contestant of the movement was declared a phantom: nobody plays as it, and its opponents sit out."""

    contestant: str
    reason: FreeText = ""


class SubstituteSeated(Fact, frozen=True):
    """A substitute took a contestant's seat, in some rounds or in the whole session (Laws 4, 34).

    `player`: his number among the contestant's players; the name is kept beside the log. `rounds`: empty for the whole
    session. `plays_for`: the contestant the substitute belongs to, if any.
    """

    contestant: str
    seat: SeatLetter
    player: PlayerSeat
    rounds: tuple[RoundNumber, ...] = ()
    plays_for: str | None = None
    reason: FreeText = ""


class StandingWithheld(Fact, frozen=True):
    """A contestant gets no place in the ranking; the results of its opponents count in full."""

    contestant: str
    cause: WithoutStanding = "other"
    reason: FreeText = ""


class ContestantWithdrew(Fact, frozen=True):
    """A contestant withdrew from the session, after `after_round` if a round is stated.

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
    """A contestant was disqualified with the approval of `authority` (Law 91B); its opponents' results stand."""

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
    """Record that a table did not play a board, and whose fault that was; fields as in `BoardNotPlayed`.

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


class SitOut(SatOut, Command, frozen=True, kw_only=True):
    """Record that a contestant sits out boards or a round; `opponent`: the absent contestant it should have met."""

    reopening: Reopening | None = None


class DeclarePhantom(PhantomDeclared, Command, frozen=True, kw_only=True):
    """Declare a contestant a phantom."""

    reopening: Reopening | None = None


class SeatSubstitute(Command, frozen=True):
    """Seat a substitute: `player` is his number among the contestant's players, `named` has his name.

    `elsewhere`: contestants, with player numbers, that he is known to play for.
    """

    contestant: str
    seat: SeatLetter
    player: PlayerSeat
    rounds: tuple[int, ...] = ()
    elsewhere: tuple[tuple[str, int], ...] = ()
    reason: str = ""
    named: tuple[Player, ...] = ()


class WithholdStanding(StandingWithheld, Command, frozen=True, kw_only=True):
    """Record that a contestant gets no place in the ranking."""

    reopening: Reopening | None = None


class WithdrawContestant(ContestantWithdrew, Command, frozen=True, kw_only=True):
    """Withdraw a contestant from the session; fields as in `ContestantWithdrew`."""

    reopening: Reopening | None = None


class DisqualifyContestant(ContestantDisqualified, Command, frozen=True, kw_only=True):
    """Disqualify a contestant (Law 91B); `authority`: the person or body that approved it."""

    reopening: Reopening | None = None
