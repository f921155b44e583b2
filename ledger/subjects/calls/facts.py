"""What happens at the table before a ruling: the call, the facts, the director's answer, polls and evidence.

No event tells who was asked in a poll, or who answered what. What comes by phone waits outside the log until the poll
is closed (`ledger.recording.machine_state`): the time of an event would tell who had just been asked.
"""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, EvidenceBytes, PollLinks, RoundNumber, Trick
from ledger.bridge.auction import Auction
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Fact
from ledger.kernel.free_text import FreeText
from ledger.subjects.participation.facts import SeatLetter

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


class PollAnswer(Fact, frozen=True):
    """What one player polled chose, and what that player seriously considered (Law 16B1(b))."""

    chose: FreeText
    considered: tuple[FreeText, ...] = ()


class PollTaken(Fact, frozen=True):
    """Players were asked what they would call or play. `among` says of what sort they were, never who.

    Where the poll was open to phones, it answers the event that opened it, and the answers are in the order of the
    alphabet.
    """

    case: str
    question: FreeText
    answers: tuple[PollAnswer, ...]
    among: FreeText = ""


class PollOpened(Fact, frozen=True):
    """A question is put to players: they may answer by phone, each of `links` by a link that is good once.

    What they see beside it stands here, so that what was asked is fixed before anybody answers: the `hand` of a `seat`
    ('AKQ32.J54.K7.A98') and the `auction` as far as it is shown. They see neither the table nor what came of it.
    """

    case: str
    question: FreeText
    links: PollLinks
    among: FreeText = ""
    seat: SeatLetter | None = None
    hand: str = ""
    auction: Auction | None = None


class TakePoll(PollTaken, frozen=True):
    """Record a poll of players."""


class OpenPoll(Struct, frozen=True):
    """Put a question to players: with the hand of a `seat`, and so many `calls` of the auction."""

    case: str
    question: str
    links: int
    among: str = ""
    seat: SeatLetter | None = None
    calls: int = 0


class ClosePoll(Struct, frozen=True):
    """Make the answers that came by phone a fact of the call."""

    case: str
    answers: tuple[PollAnswer, ...]


PollCommand = TakePoll | OpenPoll | ClosePoll


MediaKind = Literal["jpeg", "png", "webp", "heic", "gif", "pdf", "mp4", "mov", "text"]
"""What a file is by its first bytes, whatever its name says."""


class EvidenceFiled(Fact, frozen=True):
    """A file was filed with a call: of which kind, of how many bytes, and what it is, in a few words.

    `file` is SHA-256 over its bytes, in 64 digits: a text beside the log, as the bytes are, and what is committed to.
    The file's own name is nowhere: it may be somebody's. Only what is `public` is told outside of the office.
    """

    case: str
    kind: MediaKind
    size: EvidenceBytes
    file: FreeText
    what: FreeText = ""
    public: bool = False


class FileEvidence(EvidenceFiled, frozen=True):
    """File evidence with a call; the bytes are handed to the office beside it."""


EvidenceCommand = FileEvidence
