"""The vocabulary of the log: what happened, in the past tense, never what it is worth.

An event holds facts and judgements only. Matchpoints, totals and ranks are derived from it anew each time.
By subject: `play`, `calls`, `rulings`, `appeals`, `office`; `register` has a row for every kind. What is the same for
all (number, times, who recorded it, digest) is outside the event, in its `Envelope`.
"""

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
from ledger.events.calls import CallAnswered, CallWithdrawn, DirectorCalled, FactsStated, PollTaken
from ledger.events.envelope import Envelope, Event
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
    SessionOpened
    | ContestantsEntered
    | BoardsAdded
    | RegulationsAmended
    | CarryOverSet
    | SessionClosed
    | SessionReopened
    | ResultRecorded
    | ResultCorrected
    | ResultVoided
    | BoardFouled
)
RulingEvent = (
    RulingGiven
    | RulingAmended
    | RulingWithdrawn
    | RulingReinstated
    | SidesNotified
    | NotificationRecalled
    | BoardReopened
    | PenaltyImposed
    | PenaltyWithdrawn
    | PenaltyReinstated
)
CallEvent = DirectorCalled | FactsStated | PollTaken | CallAnswered | CallWithdrawn
AppealEvent = (
    AppealLodged
    | LateAppealAccepted
    | AppealScreened
    | AppealConfirmed
    | ConfirmationRecalled
    | AppealWithdrawn
    | AppealHeard
    | AppealReinstated
    | AppealDecided
    | FurtherAppealLodged
    | FurtherAppealWithdrawn
    | DecisionReviewed
    | DecisionRecalled
)
OfficeEvent = OfficialAppointed | OfficialRelieved | ScoresPublished | PublicationRecalled


__all__ = ["AppealEvent", "CallEvent", "Envelope", "Event", "OfficeEvent", "PlayEvent", "RulingEvent"]
