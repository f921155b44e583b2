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
from ledger.commands.auctions import AuctionCommand, CorrectAuction, RecordAuction
from ledger.commands.calls import AddCall, AnswerCall, CallCommand, DeviceCall, StateFacts, TakePoll
from ledger.commands.deals import CorrectDeal, DealCommand, RecordDeal, RecordDeals
from ledger.commands.matches import FindMismatch, MatchCommand, ShortenMatch, VoidMatch
from ledger.commands.office import AppointOfficial, OfficeCommand, PublishScores, RelieveOfficial, TakeOver
from ledger.commands.participation import (
    DeclarePhantom,
    DisqualifyContestant,
    LeaveUnplayed,
    ParticipationCommand,
    PostponePlay,
    SeatSubstitute,
    SitOut,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.commands.people import EraseTexts, NamePlayers, PeopleCommand
from ledger.commands.play import (
    AddBoards,
    AmendRegulations,
    CloseSession,
    CorrectResult,
    CorrectSeating,
    EnterContestants,
    FoulBoard,
    ImportSheet,
    OpenSession,
    PlayCommand,
    RecordResult,
    SetCarryOver,
    SheetLine,
    VoidResult,
)
from ledger.commands.queries import ConfirmResult, QueryCommand, QueryResult
from ledger.commands.queue import QueueCommand, SettleLine
from ledger.commands.rulings import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    NotifySides,
    Reopenable,
    Reopening,
    RulingCommand,
    Undo,
    Where,
    WithdrawPenalty,
    WithdrawRuling,
)

Command = (
    PlayCommand
    | ParticipationCommand
    | QueryCommand
    | QueueCommand
    | RulingCommand
    | CallCommand
    | AppealCommand
    | OfficeCommand
    | MatchCommand
    | PeopleCommand
    | DealCommand
    | AuctionCommand
)

__all__ = [
    "AddBoards",
    "AddCall",
    "Adjudication",
    "AmendRegulations",
    "AmendRuling",
    "AnswerCall",
    "AppealCommand",
    "AppealFurther",
    "AppointOfficial",
    "AuctionCommand",
    "CallCommand",
    "CloseSession",
    "Command",
    "ConfirmAppeal",
    "ConfirmResult",
    "CorrectAuction",
    "CorrectDeal",
    "CorrectResult",
    "CorrectSeating",
    "DealCommand",
    "DecideAppeal",
    "DeclarePhantom",
    "DeviceCall",
    "DisqualifyContestant",
    "EnterContestants",
    "EraseTexts",
    "FindMismatch",
    "FoulBoard",
    "GiveRuling",
    "Grounds",
    "HearAppeal",
    "ImportSheet",
    "ImposePenalty",
    "LeaveUnplayed",
    "LodgeAppeal",
    "MatchCommand",
    "NamePlayers",
    "NotifySides",
    "OfficeCommand",
    "OpenSession",
    "ParticipationCommand",
    "PeopleCommand",
    "PlayCommand",
    "PostponePlay",
    "PublishScores",
    "QueryCommand",
    "QueryResult",
    "QueueCommand",
    "RecordAuction",
    "RecordDeal",
    "RecordDeals",
    "RecordResult",
    "RelieveOfficial",
    "Reopenable",
    "Reopening",
    "ReviewDecision",
    "RulingCommand",
    "ScreenAppeal",
    "SeatSubstitute",
    "SetCarryOver",
    "SettleLine",
    "SheetLine",
    "ShortenMatch",
    "SitOut",
    "StateFacts",
    "TakeOver",
    "TakePoll",
    "Undo",
    "VoidMatch",
    "VoidResult",
    "Where",
    "WithdrawAppeal",
    "WithdrawContestant",
    "WithdrawPenalty",
    "WithdrawRuling",
    "WithholdStanding",
]
