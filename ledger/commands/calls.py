"""Calls to a table, in the imperative."""

from msgspec import Struct

from ledger.commands.rulings import Where
from ledger.events.calls import Answer, Caller, PollAnswer, Stage


class AddCall(Struct, frozen=True):
    """Record a call to a table; who sits there need not be known."""

    where: Where
    alleged: str
    caller: Caller
    stage: Stage
    trick: int | None = None
    laws: tuple[str, ...] = ()


class StateFacts(Struct, frozen=True):
    """State what happened, agreed by both sides or as the director finds."""

    case: str
    facts: str
    agreed: bool
    statements: tuple[tuple[str, str], ...] = ()
    evidence: tuple[str, ...] = ()


class TakePoll(Struct, frozen=True):
    """Record a poll of players."""

    case: str
    question: str
    answers: tuple[PollAnswer, ...]
    among: str = ""


class AnswerCall(Struct, frozen=True):
    """Answer a call without a ruling."""

    case: str
    answer: Answer
    reason: str = ""
    to: str = ""


class DeviceCall(Struct, frozen=True):
    """A call that a table made by pressing a button, in a round, at a time by the devices' clock: '19:40'.

    `settled`: the device says that the director was there, and it is done.
    """

    table: str
    round: int
    at: str
    settled: bool = False


CallCommand = AddCall | StateFacts | TakePoll | AnswerCall
