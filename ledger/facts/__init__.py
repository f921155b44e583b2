"""What happened, and the same in the imperative; by subject, a module each.

An event is in the past tense and holds facts and judgements only, never what they are worth: matchpoints, totals and
ranks are derived anew each time. What is the same for all (number, times, who recorded it, digest) is outside the
event, in its `Envelope`. A command says what the desk asks for; `decide` turns it into events or refuses it. `register`
has a row for every kind of event, `upcasting` reads earlier versions, `free_text` is what is kept beside the log.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from ledger.bridge import Result
from ledger.bridge.deal import Deal
from ledger.facts.appeals import (
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
from ledger.facts.at_table import Where
from ledger.facts.auctions import AuctionCommand, CorrectAuction, PlayRecord, RecordAuction
from ledger.facts.brackets import BracketCommand, DecideKnockout, DrawBracket, KnownMeeting
from ledger.facts.calls import AddCall, AnswerCall, CallCommand, DeviceCall, StateFacts
from ledger.facts.casebook import CasebookCommand, ClassifyCase, CommentCase, StateDifference
from ledger.facts.clocks import ClockCommand, CorrectClock
from ledger.facts.deals import CorrectDeal, DealCommand, RecordDeal, RecordDeals
from ledger.facts.draws import DrawRound, StageKnown
from ledger.facts.evidence import EvidenceCommand, FileEvidence
from ledger.facts.fact import Envelope, Event
from ledger.facts.matches import FindMismatch, MatchCommand, ScoreMatch, ShortenMatch, VoidMatch
from ledger.facts.memos import FileMemo, GrantMemo, MemoCommand
from ledger.facts.movement import MovementCommand, SetMovement
from ledger.facts.office import AppointOfficial, OfficeCommand, RelieveOfficial, SignRegulations, TakeOver
from ledger.facts.participation import (
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
from ledger.facts.people import EraseTexts, NamePlayers, PeopleCommand, Player
from ledger.facts.play import (
    AddBoards,
    AmendRegulations,
    CloseSession,
    CorrectResult,
    EnterContestants,
    ExpectResults,
    FoulBoard,
    MoveResult,
    OpenSession,
    RecordResult,
    RemoveBoards,
    RemoveContestants,
    SetCarryOver,
    VoidResult,
)
from ledger.facts.polls import ClosePoll, OpenPoll, PollCommand, TakePoll
from ledger.facts.publications import PublishScores, PublishStanding, ShowRunningScores
from ledger.facts.qualifying import (
    ChangeQualifiers,
    PlacedContestant,
    Qualify,
    QualifyingCommand,
    RuleCarryForward,
    SayCarryForward,
    WithdrawEntrant,
)
from ledger.facts.queries import ConfirmResult, QueryCommand, QueryResult
from ledger.facts.queue import QueueCommand, SettleLine
from ledger.facts.reopening import Reopenable, Reopening
from ledger.facts.rulings import (
    AmendRuling,
    ConfirmRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    NotifySides,
    RulingCommand,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.facts.seating import CorrectSeating
from ledger.facts.tournaments import (
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
from ledger.laws.adjustment import Adjustment


class SheetLine(Struct, frozen=True):
    """One line of a result file: a result, or an award, or both. `place` is where in the file it stands.

    `grounds` are what the award rests on, where the file says. `undecided`: what a person has to say of a line that
    has neither. `erased`: where it was entered it was taken back. `record`: the auction and the play.
    """

    place: str
    where: Where
    result: Result | None = None
    adjustment: Adjustment | None = None
    lead: str | None = None
    grounds: Grounds = Grounds()
    undecided: str = ""
    erased: bool = False
    record: PlayRecord | None = None


class ImportSheet(Reopenable, frozen=True):
    """Record a whole result file: what it says and the log does not yet say.

    `problems` are (place, why) of lines that could not be read; with `skip_bad` they, and lines the office
    refuses, are left out instead of stopping the import. `profile_stated`: the desk asked for these
    regulations by name, so a session pinned to others is not silently kept. `only_show`: nothing will be
    recorded, so nothing is refused for its lines' sake. `players` are those the file names, `deals` the cards
    of its boards, by board. `device`: the name of the file where devices write it: what of it needs a person waits
    in the queue, and what they took back is voided; `partial`: it holds only what is new. `calls` for the director
    are those that tables made on devices. `about`: which table and board a place of a device's file is about that could
    not be read as a line. `besides`: what else the file says, each with its place in it and the command that says it
    at the desk. `known`: the numbers that the movement of a device has, without a direction; none where it is silent.
    """

    opening: OpenSession
    lines: tuple[SheetLine, ...]
    problems: tuple[tuple[str, str], ...] = ()
    skip_bad: bool = False
    profile_stated: bool = False
    only_show: bool = False
    players: tuple[Player, ...] = ()
    deals: tuple[tuple[int, Deal], ...] = ()
    device: str = ""
    partial: bool = False
    calls: tuple[DeviceCall, ...] = ()
    besides: tuple[tuple[str, "Command"], ...] = ()
    about: Mapping[str, Where] = field(default_factory=dict)
    known: tuple[str, ...] = ()


PlayCommand = (
    OpenSession
    | EnterContestants
    | AddBoards
    | RemoveBoards
    | RemoveContestants
    | RecordResult
    | CorrectResult
    | CorrectSeating
    | VoidResult
    | FoulBoard
    | MoveResult
    | AmendRegulations
    | SetCarryOver
    | ExpectResults
    | CloseSession
    | ImportSheet
)

Command = (
    PlayCommand
    | ParticipationCommand
    | QueryCommand
    | QueueCommand
    | RulingCommand
    | CallCommand
    | PollCommand
    | EvidenceCommand
    | AppealCommand
    | CasebookCommand
    | MemoCommand
    | OfficeCommand
    | ClockCommand
    | MatchCommand
    | MovementCommand
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
    "CasebookCommand",
    "ChangeQualifiers",
    "ClassifyCase",
    "ClockCommand",
    "ClosePoll",
    "CloseSession",
    "Command",
    "CommentCase",
    "ConfirmAppeal",
    "ConfirmResult",
    "ConfirmRuling",
    "CorrectAuction",
    "CorrectClock",
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
    "Envelope",
    "EraseTexts",
    "Event",
    "EvidenceCommand",
    "ExpectResults",
    "FileEvidence",
    "FileMemo",
    "FindMismatch",
    "FoulBoard",
    "GiveRuling",
    "GrantMemo",
    "Grounds",
    "HearAppeal",
    "ImportSheet",
    "ImposePenalty",
    "KnownMeeting",
    "LeaveUnplayed",
    "LinkContestants",
    "LodgeAppeal",
    "MatchCommand",
    "MemoCommand",
    "MoveResult",
    "MovementCommand",
    "NamePlayers",
    "NotifySides",
    "OfficeCommand",
    "OpenPoll",
    "OpenSession",
    "OpenTournament",
    "ParticipationCommand",
    "PeopleCommand",
    "PlacedContestant",
    "PlayCommand",
    "PollCommand",
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
    "RemoveContestants",
    "RemoveSession",
    "Reopenable",
    "Reopening",
    "ReviewDecision",
    "RuleCarryForward",
    "RulingCommand",
    "SayCarryForward",
    "ScoreMatch",
    "ScreenAppeal",
    "SeatSubstitute",
    "SetCarryOver",
    "SetMovement",
    "SettleLine",
    "SheetLine",
    "ShortenMatch",
    "ShowRunningScores",
    "SignRegulations",
    "SitOut",
    "StageKnown",
    "StateDifference",
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
