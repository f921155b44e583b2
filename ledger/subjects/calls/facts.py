"""Events before a ruling: the call, the facts, the director's answer, polls and evidence.

No event tells who was polled or who answered what. Answers by phone wait outside the log until the poll is closed
(`ledger.recording.machine_state`), because the time of an event would tell who had just been asked.
"""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, EvidenceBytes, PollLinks, RoundNumber, Trick
from ledger.bridge.auction import Auction
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Command, Fact
from ledger.kernel.free_text import FreeText
from ledger.subjects.participation.facts import SeatLetter

Caller = Literal["N", "E", "S", "W", "director", "table"]

Stage = Literal["auction", "opening-lead", "play", "claim", "end-of-hand", "after-round", "after-scoring", "not-said"]

Answer = Literal["play-on", "referred", "no-infraction", "at-table"]


class DirectorCalled(Fact, frozen=True):
    """The director was called to a table: C-0001, board 23 table 1, by South in the auction.

    `caller`: 'director' if he acted on his own awareness (Law 81C3), 'table' if not stated. The contestants may be
    unknown, and the board too if a button was pressed; `on_device`: the time of that by the devices' clock, '19:40'.
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
    """The facts of a call, as both sides agree or as the director finds them (Law 85).

    `statements`: seats with their own words; `evidence`: things looked at, such as a system card or a diagram.
    """

    case: str
    facts: FreeText
    agreed: bool
    statements: tuple[tuple[str, FreeText], ...] = ()
    evidence: tuple[FreeText, ...] = ()


class CallAnswered(Fact, frozen=True):
    """The director answered a call without a ruling: 'play-on', 'referred' (`to` whom), 'no-infraction', 'at-table'."""

    case: str
    answer: Answer
    reason: FreeText = ""
    to: str = ""


class AddCall(Command, frozen=True):
    """Record a call for the director to a table, whether or not the contestants there are known."""

    where: Where
    alleged: str
    caller: Caller
    stage: Stage
    trick: Trick | None = None
    laws: tuple[str, ...] = ()


class StateFacts(FactsStated, Command, frozen=True):
    """State the facts of a call, as both sides agree or as the director finds them."""


class AnswerCall(CallAnswered, Command, frozen=True):
    """Record the director's answer to a call that needs no ruling."""


class DeviceCall(Struct, frozen=True):
    """A call for the director that a player made with a scoring device; `at`: the time on the devices' clock, '19:40'.

    `settled`: according to the device the director has come and dealt with it.
    """

    table: str
    round: int
    at: str
    settled: bool = False


class PollAnswer(Fact, frozen=True):
    """A polled player's choice, and the alternatives that the player seriously considered (Law 16B1(b))."""

    chose: FreeText
    considered: tuple[FreeText, ...] = ()


class PollTaken(Fact, frozen=True):
    """Players were asked what they would call or play; `among`: their standard of play, never their names.

    After a poll by phone it answers the event that opened the poll, and the answers are in alphabetical order.
    """

    case: str
    question: FreeText
    answers: tuple[PollAnswer, ...]
    among: FreeText = ""


class PollOpened(Fact, frozen=True):
    """A poll was opened for players who answer by phone, each through one of `links` single-use links.

    The `hand` of a `seat` ('AKQ32.J54.K7.A98') and the `auction` shown stand here, so that the question is fixed before
    any answer. The players see neither the table nor the outcome.
    """

    case: str
    question: FreeText
    links: PollLinks
    among: FreeText = ""
    seat: SeatLetter | None = None
    hand: str = ""
    auction: Auction | None = None


class TakePoll(PollTaken, Command, frozen=True):
    """Record the answers of players who were asked what they would call or play."""


class OpenPoll(Command, frozen=True):
    """Open a poll that shows players the hand of a `seat` and the first `calls` calls of the auction."""

    case: str
    question: str
    links: int
    among: str = ""
    seat: SeatLetter | None = None
    calls: int = 0


class ClosePoll(Command, frozen=True):
    """Close a poll that players answered by phone, and record their answers."""

    case: str
    answers: tuple[PollAnswer, ...]


MediaKind = Literal["jpeg", "png", "webp", "heic", "gif", "pdf", "mp4", "mov", "text"]
"""The type of a file by its first bytes, whatever its name."""


class EvidenceFiled(Fact, frozen=True):
    """A file was added to a call as evidence: its kind, its size in bytes, and a few words on its content.

    `file`: SHA-256 over its bytes, in 64 digits, kept as a text beside the log; the log has its digest. The file's own
    name is not recorded: it may name a person. Only `public` evidence is shown outside the office.
    """

    case: str
    kind: MediaKind
    size: EvidenceBytes
    file: FreeText
    what: FreeText = ""
    public: bool = False


class FileEvidence(EvidenceFiled, Command, frozen=True):
    """File evidence with a call; the bytes go to the office separately."""
