"""The vocabulary of the log: what happened, in the past tense, never what it is worth.

An event holds facts and judgements only. Matchpoints, totals and ranks are derived from it anew each time.
The envelope (number, times, who recorded it, digest) is the same for all and outside the event: `Recorded`.
"""

from msgspec import Struct

from ledger.events.appeals import (
    AppealConfirmed,
    AppealDecided,
    AppealHeard,
    AppealLodged,
    AppealReinstated,
    AppealScreened,
    AppealWithdrawn,
    ConfirmationRecalled,
    DecisionRecalled,
    DecisionReviewed,
    FurtherAppealLodged,
    FurtherAppealWithdrawn,
    LateAppealAccepted,
)
from ledger.events.calls import CallAnswered, CallWithdrawn, DirectorCalled, FactsStated, PollAnswer, PollTaken
from ledger.events.office import OfficialAppointed, OfficialRelieved, PublicationRecalled, ScoresPublished
from ledger.events.play import (
    BoardFouled,
    BoardsAdded,
    CarryOverSet,
    ContestantsEntered,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.events.rulings import (
    BoardReopened,
    Judgement,
    NotificationRecalled,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
)

PlayEvent = (
    SessionOpened | ContestantsEntered | BoardsAdded | RegulationsAmended | CarryOverSet | SessionClosed | SessionReopened
    | ResultRecorded | ResultCorrected | ResultVoided | BoardFouled
)  # fmt: skip
RulingEvent = (
    RulingGiven | RulingAmended | RulingWithdrawn | RulingReinstated | SidesNotified | NotificationRecalled | BoardReopened
    | PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated
)  # fmt: skip
CallEvent = DirectorCalled | FactsStated | PollTaken | CallAnswered | CallWithdrawn
AppealEvent = (
    AppealLodged | LateAppealAccepted | AppealScreened | AppealConfirmed | ConfirmationRecalled | AppealWithdrawn | AppealHeard
    | AppealReinstated | AppealDecided | FurtherAppealLodged | FurtherAppealWithdrawn | DecisionReviewed | DecisionRecalled
)  # fmt: skip
OfficeEvent = OfficialAppointed | OfficialRelieved | ScoresPublished | PublicationRecalled
Event = PlayEvent | RulingEvent | CallEvent | AppealEvent | OfficeEvent


class Recorded(Struct, frozen=True, gc=False):
    """An event as it stands in the log: with its number in the session, times (µs UTC), author and digest.

    `because` are the numbers of the events it answers; `command_id` and `part` make recording idempotent.
    """

    session: str
    number: int
    name: str
    event: Event
    command_id: str
    part: int
    occurred_at: int
    recorded_at: int
    by: str
    because: tuple[int, ...]
    digest: bytes = b""


__all__ = [
    "AppealConfirmed",
    "AppealDecided",
    "AppealEvent",
    "AppealHeard",
    "AppealLodged",
    "AppealReinstated",
    "AppealScreened",
    "AppealWithdrawn",
    "BoardFouled",
    "BoardReopened",
    "BoardsAdded",
    "CallAnswered",
    "CallEvent",
    "CallWithdrawn",
    "CarryOverSet",
    "ConfirmationRecalled",
    "ContestantsEntered",
    "DecisionRecalled",
    "DecisionReviewed",
    "DirectorCalled",
    "Event",
    "FactsStated",
    "FurtherAppealLodged",
    "FurtherAppealWithdrawn",
    "Judgement",
    "LateAppealAccepted",
    "NotificationRecalled",
    "OfficeEvent",
    "OfficialAppointed",
    "OfficialRelieved",
    "PenaltyImposed",
    "PenaltyReinstated",
    "PenaltyWithdrawn",
    "PlayEvent",
    "PollAnswer",
    "PollTaken",
    "PublicationRecalled",
    "Recorded",
    "RegulationsAmended",
    "ResultCorrected",
    "ResultRecorded",
    "ResultVoided",
    "RulingAmended",
    "RulingEvent",
    "RulingGiven",
    "RulingReinstated",
    "RulingWithdrawn",
    "ScoresPublished",
    "SessionClosed",
    "SessionOpened",
    "SessionReopened",
    "SidesNotified",
]  # fmt: skip
