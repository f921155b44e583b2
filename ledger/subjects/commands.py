"""Every command that can be given at a desk."""

from ledger.subjects.appeals.facts import AppealCommand
from ledger.subjects.brackets.facts import BracketCommand
from ledger.subjects.calls.facts import CallCommand, EvidenceCommand, PollCommand
from ledger.subjects.casebook import CasebookCommand
from ledger.subjects.clocks.facts import ClockCommand
from ledger.subjects.deals import AuctionCommand, DealCommand
from ledger.subjects.matches.facts import MatchCommand
from ledger.subjects.movement.facts import MovementCommand
from ledger.subjects.office.facts import OfficeCommand
from ledger.subjects.participation.facts import ParticipationCommand
from ledger.subjects.people.facts import PeopleCommand
from ledger.subjects.play.facts import (
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
from ledger.subjects.qualifying.facts import QualifyingCommand
from ledger.subjects.queries import QueryCommand
from ledger.subjects.queue.facts import QueueCommand
from ledger.subjects.rulings.facts import RulingCommand
from ledger.subjects.seating.facts import CorrectSeating
from ledger.subjects.sheets import ImportSheet
from ledger.subjects.tournaments.facts import TournamentCommand

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
