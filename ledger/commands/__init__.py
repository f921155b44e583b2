"""What the desk asks for, in the imperative. `decide` turns a command into events or refuses it."""

from ledger.commands.appeals import (
    Adjudication,
    AppealCommand,
    AppealFurther,
    ConfirmAppeal,
    DecideAppeal,
    HearAppeal,
    LodgeAppeal,
    ReviewDecision,
    ScreenAppeal,
    WithdrawAppeal,
)
from ledger.commands.calls import AddCall, AnswerCall, CallCommand, StateFacts, TakePoll
from ledger.commands.office import AppointOfficial, OfficeCommand, PublishScores, RelieveOfficial
from ledger.commands.play import (
    AmendRegulations,
    CloseSession,
    CorrectResult,
    EnterContestants,
    FoulBoard,
    ImportSheet,
    OpenSession,
    RecordResult,
    SetCarryOver,
    SheetLine,
    VoidResult,
)
from ledger.commands.rulings import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    NotifySides,
    Reopenable,
    Reopening,
    Undo,
    Where,
    WithdrawPenalty,
    WithdrawRuling,
)

PlayCommand = (
    OpenSession
    | EnterContestants
    | RecordResult
    | CorrectResult
    | VoidResult
    | FoulBoard
    | AmendRegulations
    | SetCarryOver
    | CloseSession
)
RulingCommand = GiveRuling | AmendRuling | WithdrawRuling | NotifySides | ImposePenalty | WithdrawPenalty | Undo
Command = PlayCommand | ImportSheet | RulingCommand | CallCommand | AppealCommand | OfficeCommand

__all__ = [
    "AddCall",
    "Adjudication",
    "AmendRegulations",
    "AmendRuling",
    "AnswerCall",
    "AppealCommand",
    "AppealFurther",
    "AppointOfficial",
    "CallCommand",
    "CloseSession",
    "Command",
    "ConfirmAppeal",
    "CorrectResult",
    "DecideAppeal",
    "EnterContestants",
    "FoulBoard",
    "GiveRuling",
    "Grounds",
    "HearAppeal",
    "ImportSheet",
    "ImposePenalty",
    "LodgeAppeal",
    "NotifySides",
    "OfficeCommand",
    "OpenSession",
    "PlayCommand",
    "PublishScores",
    "RecordResult",
    "RelieveOfficial",
    "Reopenable",
    "Reopening",
    "ReviewDecision",
    "RulingCommand",
    "ScreenAppeal",
    "SetCarryOver",
    "SheetLine",
    "StateFacts",
    "TakePoll",
    "Undo",
    "VoidResult",
    "Where",
    "WithdrawAppeal",
    "WithdrawPenalty",
    "WithdrawRuling",
]
