"""Players who are asked what they would call or play: a poll that was taken, or one that is open to answers by phone;
and the same in the imperative.

Who is asked, and who answered what, is in no event. What comes by phone waits outside the log until the poll is closed
(`ledger.recording.phone_polls`): the time of an event would tell who had just been asked.
"""

from msgspec import Struct

from ledger.bounds.types import PollLinks
from ledger.bridge.auction import Auction
from ledger.facts.fact import DIRECTORS, Fact, Kind
from ledger.facts.free_text import FreeText
from ledger.facts.participation import SeatLetter


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


class PollTakenBack(Fact, frozen=True):
    """An open poll is over without an answer being recorded: it was the wrong question, or nobody answered."""

    case: str
    reason: FreeText = ""


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


KINDS = (
    Kind(PollTaken, "poll-taken", DIRECTORS),
    Kind(PollOpened, "poll-opened", DIRECTORS, undone_by=PollTakenBack),
    Kind(PollTakenBack, "poll-taken-back", DIRECTORS),
)
