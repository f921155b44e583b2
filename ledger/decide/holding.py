"""Whether a command still holds when another desk was first: nothing it is about has changed meanwhile."""

from ledger.facts import (
    AddBoards,
    AddCall,
    AddSession,
    AddStage,
    AppointOfficial,
    CasebookCommand,
    Command,
    CorrectResult,
    CorrectSeating,
    EnterEntrants,
    FileEvidence,
    FileMemo,
    GiveRuling,
    ImportSheet,
    ImposePenalty,
    LinkContestants,
    LodgeAppeal,
    ParticipationCommand,
    PeopleCommand,
    RecordResult,
    RelieveOfficial,
    SignRegulations,
    StateFacts,
    TakePoll,
    VoidResult,
)
from ledger.session import Session, Stream, Tournament

_ALWAYS = (
    RecordResult
    | ImportSheet
    | AddBoards
    | AddCall
    | StateFacts
    | TakePoll
    | FileEvidence
    | FileMemo
    | CasebookCommand
    | ImposePenalty
    | ParticipationCommand
    | PeopleCommand
    | AddStage
    | EnterEntrants
)
"""What states a fact or adds to what is there: `decide` itself refuses it where it cannot be any more."""


def still_holds(command: Command, seen: Stream, now: Stream) -> bool:
    """Whether a command made in sight of one state may be decided on a later one, without anybody looking again."""
    if isinstance(command, _ALWAYS):
        return True
    if isinstance(command, AppointOfficial | RelieveOfficial):
        return seen.officials == now.officials
    if isinstance(command, SignRegulations):
        return seen.regulations == now.regulations
    if isinstance(seen, Tournament) and isinstance(now, Tournament):
        # which sitting is the next, and who plays beside it, may be others
        same = (seen.sessions, seen.links) == (now.sessions, now.links)
        return same and isinstance(command, AddSession | LinkContestants)
    return isinstance(seen, Session) and isinstance(now, Session) and _holds(command, seen, now)


def _holds(command: Command, seen: Session, now: Session) -> bool:
    """Whether what it is about in a session is as it was."""
    match command:
        case GiveRuling(call=call) if seen.calls.get(call or "") != now.calls.get(call or ""):
            return False
        case CorrectResult() | CorrectSeating() | VoidResult() | GiveRuling():
            return seen.boards.get(command.where.board) == now.boards.get(command.where.board)
        case LodgeAppeal(against=about):
            pass
        case _:
            about = getattr(command, "case", "")
    return _basis(seen, about) == _basis(now, about)


def _basis(session: Session, case: str) -> object:
    """What a command about a case rests on: the case, its ruling, its board; equal to nothing where there is none."""
    if case in session.appeals:
        return session.appeals[case], _basis(session, session.appeals[case].against)
    if case in session.rulings:
        ruling = session.rulings[case]
        return ruling, session.boards.get(ruling.board)
    if case in session.penalties:
        return session.penalties[case], session.appeals_of(case)
    return session.calls.get(case) or object()
