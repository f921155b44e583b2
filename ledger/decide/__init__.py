"""decide(command, session, actor) → the events to record, or a Refusal. Pure: no clock, no database.

Undo is one of the commands: the event that compensates another. Nothing is deleted; what later events rest on is not
undone. `still_holds` says whether a command may be decided all the same where another desk was first.
"""

from importlib import import_module

from ledger.errors import Refusal
from ledger.guards.boards import check_beside, check_cause, check_citations, check_takes_part
from ledger.guards.offices import check_login, check_office, check_signs
from ledger.guards.periods import check_order, check_since_opening, reopened
from ledger.kernel.fact import Envelope, TakenBack
from ledger.session.response import Actor, Handlers, ProposedEvent, Remark, Response, SheetTally, Undoing
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.brackets.facts import BracketCommand
from ledger.subjects.calls.facts import AddCall, FileEvidence, StateFacts, TakePoll
from ledger.subjects.casebook import CasebookCommand, CaseClassified, CaseCommented, DifferenceStated
from ledger.subjects.clocks.facts import CorrectClock, with_right_times
from ledger.subjects.commands import Command
from ledger.subjects.office.facts import (
    AcceptSchemaDifference,
    AppointOfficial,
    JudgementSigned,
    RelieveOfficial,
    SchemaDifferenceAccepted,
    SignRegulations,
    TakeOver,
)
from ledger.subjects.participation.facts import ParticipationCommand
from ledger.subjects.people.facts import EraseTexts, NamePlayers, PeopleCommand, TextErased
from ledger.subjects.play.facts import (
    AddBoards,
    CloseSession,
    ContestantsRemoved,
    CorrectResult,
    OpenSession,
    RecordResult,
    SessionClosed,
    SessionOpened,
    VoidResult,
)
from ledger.subjects.publications.facts import ShowRunningScores
from ledger.subjects.qualifying.facts import QualifyingCommand
from ledger.subjects.register import SUBJECTS
from ledger.subjects.rulings.facts import GiveRuling, ImposePenalty, Undo
from ledger.subjects.seating.facts import CorrectSeating
from ledger.subjects.sheets import ImportSheet
from ledger.subjects.tournaments.facts import (
    AddSession,
    AddStage,
    EnterEntrants,
    LinkContestants,
    OpenTournament,
    SessionAdded,
    TournamentCommand,
    TournamentOpened,
)
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of

_DECIDING = [import_module(f"ledger.{module}") for subject in SUBJECTS for module in subject.decided_by]

UNDO: Undoing = {kind: back for each in _DECIDING for kind, back in getattr(each, "UNDO", {}).items()}
"""What takes back each kind of event that can be taken back."""

AGAIN: Undoing = {kind: back for each in _DECIDING for kind, back in getattr(each, "AGAIN", {}).items()}
"""What takes it back that an event was taken back, by the kind of that event: it holds again, or is recorded anew."""


def undo(command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The compensating event for the target, which must be the latest word on its subject."""
    target = command.target
    check_order(actor, with_right_times(target, stream.wrong_clocks).occurred_at, f"#{target.number}, which it undoes")
    said = target.event
    table = AGAIN if isinstance(said, TakenBack) and not said.again else UNDO
    if isinstance(said, TakenBack):
        said, _ = stream.reversible[said.of]
    if take_back := table.get(type(said)):
        back = take_back(said, command, stream, actor)
        return back if isinstance(back, tuple) else (ProposedEvent(back, (target.number,)),)
    if isinstance(said, SessionAdded):
        # It comes back as any other comes: where else it belongs by now is looked at there
        tournament, was = tournament_of(stream), said
        section = f" --section {was.section}" if was.section else ""
        line = f"tournament add {was.session} --stage {was.stage} --sitting {was.sitting}{section}"
        why = f"#{target.number} ({target.name}) is not undone: {was.session} is added anew"
        raise Refusal("undo-nothing", why, f"`{line} --tournament {tournament.id}`")
    raise _stays(target)


def _stays(target: Envelope) -> Refusal:
    if isinstance(target.event, TextErased):
        gone = f"#{target.number} ({target.name}) is not undone: what was erased is gone"
        return Refusal("undo-nothing", gone, "say it anew, where it may be said")
    if isinstance(target.event, ContestantsRemoved):
        anew = f"#{target.number} ({target.name}) is not undone: whoever takes part after all is entered anew"
        return Refusal("undo-nothing", anew, f"`session enter {','.join(target.event.contestants)}`")
    if isinstance(target.event, JudgementSigned):
        signed = " and ".join(f"`undo {number}`" for number in target.because)
        why = f"#{target.number} is not undone: a signature goes with what it signs"
        return Refusal("undo-nothing", why, f"{signed}, what was signed")
    setting_up = isinstance(target.event, SessionOpened | TournamentOpened)
    why = "it is about who takes part and with what" if setting_up else "what was said or done stays in the log"
    case = getattr(target.event, "case", None)
    whole = f"; or take back the case: `undo {case}`" if case else ""
    hint = "a session opened by mistake can be closed" if setting_up else f"record it anew, as it should be{whole}"
    return Refusal("undo-nothing", f"#{target.number} ({target.name}) is not undone: {why}", hint)


HANDLERS: Handlers = {Undo: undo} | {kind: handler for each in _DECIDING for kind, handler in each.HANDLERS.items()}
"""What decides each command."""


def decide(command: Command, stream: Stream, actor: Actor) -> Response:
    """The events a command leads to in this state, each with the numbers of the events it answers.

    Raises Refusal where the office or the Laws refuse; then nothing is recorded. Whatever the command, these guards
    stand before the log: nothing is said to be of before the opening, the Laws that are cited are there, what comes too
    late is reopened first, the official must hold the office for each event and judge nothing of his own, a score that
    is out changes for a cause, who is not there scores nothing, rulings on one board go together, who is tied to a key
    signs what he judges, and who is tied to a login records from there.
    """
    _require_open(command, stream)
    check_login(stream, actor)
    if not isinstance(command, CorrectClock):  # the opening's clock may be what was wrong
        check_since_opening(stream, actor)
    answer = HANDLERS[type(command)](command, stream, actor)
    response = answer if isinstance(answer, Response) else Response(answer)
    uncommitted = reopened(response.uncommitted, getattr(command, "reopening", None), stream, actor)
    for each in reversed(uncommitted):  # what was meant first, then what it brings with it
        check_citations(each.event)
        check_office(stream, actor.by, each.event)
        if isinstance(stream, Session):
            check_cause(stream, each.event)
            check_takes_part(stream, each.event)
    if isinstance(stream, Session):
        check_beside(stream, uncommitted)
    check_signs(stream, actor, [each.event for each in uncommitted])
    return response._replace(uncommitted=uncommitted)


_OF_BOTH = (
    AcceptSchemaDifference
    | AppointOfficial
    | RelieveOfficial
    | SignRegulations
    | CloseSession
    | CorrectClock
    | ShowRunningScores
    | NamePlayers
    | EraseTexts
    | TakeOver
    | Undo
)
"""What is said of a tournament as of a session."""


_SAID_LATER = (CaseClassified, CaseCommented, DifferenceStated, SchemaDifferenceAccepted)
"""What is said, and taken back, of a session that is closed too."""


def _require_open(command: Command, stream: Stream) -> None:
    """Refuse a command where nothing was opened, or what it is not said of; and one where all is closed."""
    if isinstance(command, OpenTournament):
        pass  # which of the two has the name already is told where it is opened
    elif isinstance(command, TournamentCommand | BracketCommand | QualifyingCommand):
        tournament_of(stream)
    elif isinstance(stream, Tournament) and isinstance(command, OpenSession):
        raise Refusal("session-exists", f"{stream.id} is a tournament already", "choose another name")
    elif not (isinstance(stream, Tournament) and isinstance(command, _OF_BOTH)):
        session = session_of(stream)
        if not isinstance(command, OpenSession | ImportSheet):
            _ = session.opening
    undone = command.target.event if isinstance(command, Undo) else None
    reopening = isinstance(undone, (SessionClosed, *_SAID_LATER)) or (
        isinstance(undone, TakenBack) and undone.again and undone.kind == "session-closed"  # closed again by that
    )
    # a bundle that is taken over may bring the reopening with it, who asks to be forgotten need not wait for one, and
    # what is said of a case in the winter after, or of the database, changes nothing of the session
    of_no_score = isinstance(command, TakeOver | EraseTexts | CasebookCommand | AcceptSchemaDifference)
    if stream.closed and not (reopening or of_no_score):
        of_tournament = isinstance(stream, Tournament)
        which, what = (f" --session {stream.id}", "tournament") if of_tournament else ("", "session")
        hint = f"undo the closing first: `undo {stream.closing}{which}`"
        raise Refusal("closed", f"{what} {stream.id} is closed", hint)


_ALWAYS = (
    RecordResult
    | ImportSheet
    | AddBoards
    | AddCall
    | StateFacts
    | TakePoll
    | FileEvidence
    | CasebookCommand
    | ImposePenalty
    | ParticipationCommand
    | PeopleCommand
    | AcceptSchemaDifference
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


__all__ = ["Actor", "ProposedEvent", "Remark", "Response", "SheetTally", "decide", "still_holds"]
