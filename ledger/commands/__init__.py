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
from ledger.commands.brackets import BracketCommand, DecideKnockout, DrawBracket, KnownMeeting
from ledger.commands.calls import AddCall, AnswerCall, CallCommand, DeviceCall, StateFacts, TakePoll
from ledger.commands.deals import CorrectDeal, DealCommand, RecordDeal, RecordDeals
from ledger.commands.draws import DrawRound, StageKnown
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
    RemoveBoards,
    SetCarryOver,
    SheetLine,
    VoidResult,
)
from ledger.commands.qualifying import (
    ChangeQualifiers,
    Placed,
    Qualify,
    QualifyingCommand,
    RuleCarryForward,
    SayCarryForward,
    WithdrawEntrant,
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
from ledger.commands.standing_publication import PublishStanding
from ledger.commands.tournaments import (
    AddSession,
    AddStage,
    AmendStage,
    DrawLot,
    EnterEntrants,
    LinkContestants,
    OpenTournament,
    RemoveSession,
    TournamentCommand,
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
    | TournamentCommand
    | BracketCommand
    | QualifyingCommand
)

__all__ = [
    "AddBoards",
    "AddCall",
    "AddSession",
    "AddStage",
    "Adjudication",
    "AmendRegulations",
    "AmendRuling",
    "AmendStage",
    "AnswerCall",
    "AppealCommand",
    "AppealFurther",
    "AppointOfficial",
    "AuctionCommand",
    "BracketCommand",
    "CallCommand",
    "ChangeQualifiers",
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
    "DecideKnockout",
    "DeclarePhantom",
    "DeviceCall",
    "DisqualifyContestant",
    "DrawBracket",
    "DrawLot",
    "DrawRound",
    "EnterContestants",
    "EnterEntrants",
    "EraseTexts",
    "FindMismatch",
    "FoulBoard",
    "GiveRuling",
    "Grounds",
    "HearAppeal",
    "ImportSheet",
    "ImposePenalty",
    "KnownMeeting",
    "LeaveUnplayed",
    "LinkContestants",
    "LodgeAppeal",
    "MatchCommand",
    "NamePlayers",
    "NotifySides",
    "OfficeCommand",
    "OpenSession",
    "OpenTournament",
    "ParticipationCommand",
    "PeopleCommand",
    "Placed",
    "PlayCommand",
    "PostponePlay",
    "PublishScores",
    "PublishStanding",
    "Qualify",
    "QualifyingCommand",
    "QueryCommand",
    "QueryResult",
    "QueueCommand",
    "RecordAuction",
    "RecordDeal",
    "RecordDeals",
    "RecordResult",
    "RelieveOfficial",
    "RemoveBoards",
    "RemoveSession",
    "Reopenable",
    "Reopening",
    "ReviewDecision",
    "RuleCarryForward",
    "RulingCommand",
    "SayCarryForward",
    "ScreenAppeal",
    "SeatSubstitute",
    "SetCarryOver",
    "SettleLine",
    "SheetLine",
    "ShortenMatch",
    "SitOut",
    "StageKnown",
    "StateFacts",
    "TakeOver",
    "TakePoll",
    "TournamentCommand",
    "Undo",
    "VoidMatch",
    "VoidResult",
    "Where",
    "WithdrawAppeal",
    "WithdrawContestant",
    "WithdrawEntrant",
    "WithdrawPenalty",
    "WithdrawRuling",
    "WithholdStanding",
]
