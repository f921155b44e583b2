"""What happens at the table before a ruling: the call, the facts, what the director says to do; and the same in the
imperative.
"""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, RoundNumber, Trick
from ledger.facts.at_table import Where
from ledger.facts.fact import DIRECTORS, Fact, Kind
from ledger.facts.free_text import FreeText

Caller = Literal["N", "E", "S", "W", "director", "table"]

Stage = Literal["auction", "opening-lead", "play", "claim", "end-of-hand", "after-round", "after-scoring", "not-said"]

Answer = Literal["play-on", "referred", "no-infraction", "at-table"]


class DirectorCalled(Fact, frozen=True):
    """The director was called to a table: C-0001, board 23 table 1, by South in the auction.

    `caller` is 'director' where he acted on his own awareness (Law 81C3), 'table' where nobody said who called. Who
    sits there may not be known yet; nor, where a button was pressed, which board it was about: `on_device` is when that
    was by the devices' clock, '19:40'.
    """

    case: str
    board: BoardNumber | None
    alleged: FreeText
    caller: Caller
    stage: Stage
    table: str | None = None
    ns: str | None = None
    ew: str | None = None
    trick: Trick | None = None
    laws: tuple[str, ...] = ()
    round: RoundNumber | None = None
    on_device: str = ""


class FactsStated(Fact, frozen=True):
    """What happened, as both sides agree or (Law 85) as the director finds it; each seat's own words.

    `statements` are (seat, what was said); `evidence` names what was looked at: a system card, a diagram.
    """

    case: str
    facts: FreeText
    agreed: bool
    statements: tuple[tuple[str, FreeText], ...] = ()
    evidence: tuple[FreeText, ...] = ()


class CallAnswered(Fact, frozen=True):
    """What the director said without a ruling: play on and call me back, referred to somebody, no infraction.

    'at-table': he was there, and it was settled; nothing more was said of it.
    """

    case: str
    answer: Answer
    reason: FreeText = ""
    to: str = ""


class CallWithdrawn(Fact, frozen=True):
    """A call was recorded that never was: wrong board, wrong table."""

    case: str
    reason: FreeText = ""


class AddCall(Struct, frozen=True):
    """Record a call to a table; who sits there need not be known."""

    where: Where
    alleged: str
    caller: Caller
    stage: Stage
    trick: Trick | None = None
    laws: tuple[str, ...] = ()


class StateFacts(FactsStated, frozen=True):
    """State what happened, agreed by both sides or as the director finds."""


class AnswerCall(CallAnswered, frozen=True):
    """Answer a call without a ruling."""


class DeviceCall(Struct, frozen=True):
    """A call that a table made by pressing a button, in a round, at a time by the devices' clock: '19:40'.

    `settled`: the device says that the director was there, and it is done.
    """

    table: str
    round: int
    at: str
    settled: bool = False


CallCommand = AddCall | StateFacts | AnswerCall


KINDS = (
    Kind(DirectorCalled, "director-called", DIRECTORS, undone_by=CallWithdrawn, version=2),
    Kind(FactsStated, "facts-stated", DIRECTORS),
    Kind(CallAnswered, "call-answered", DIRECTORS, period="answer"),
    Kind(CallWithdrawn, "call-withdrawn", DIRECTORS),
)
