"""decide(command, session, actor) → the events to record, or a Refusal. Pure: no clock, no database.

Undo is one of the commands: the event that compensates another. Nothing is deleted; what later events rest on is not
undone. `may_decide_later` says whether a command may be decided all the same where another desk was first.
"""

from importlib import import_module
from typing import Any, Literal

from msgspec import Struct

from ledger.errors import Refusal
from ledger.guards.boards import check_cause, check_citations, check_is_playing, check_rulings_compatible
from ledger.guards.offices import check_login, check_office, check_signs
from ledger.guards.periods import check_order, check_since_opening, reopen_late
from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.session.response import Actor, Handler, ProposedEvent, Remark, Response, SheetTally, undoing_event
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.brackets.facts import BracketCommand
from ledger.subjects.calls.facts import AddCall, FileEvidence, StateFacts, TakePoll
from ledger.subjects.casebook import CasebookCommand, CaseClassified, CaseCommented, DifferenceStated
from ledger.subjects.clocks.facts import CorrectClock, with_corrected_times
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
from ledger.subjects.register import SUBJECT_OF, SUBJECTS, Subject
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


def _functions_of(name: Literal["HANDLERS", "UNDO", "AGAIN"], subject: Subject) -> dict[type, Any]:
    """Return a subject's functions by command or event type: HANDLERS decide, UNDO undoes, AGAIN undoes an undo."""
    # Imported at the first decision: a ruling need not wait for the modules of draws
    modules = [import_module(f"ledger.{module}") for module in subject.decided_by]
    return {kind: function for each in modules for kind, function in getattr(each, name, {}).items()}


def undo(command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Return the events that undo `command.target`. Refusal: its kind is never undone, or later events rest on it."""
    target = command.target
    check_order(
        actor, with_corrected_times(target, stream.wrong_clocks).occurred_at, f"#{target.number}, which it undoes"
    )
    subject_event = target.event
    name: Literal["AGAIN", "UNDO"] = (
        "AGAIN" if isinstance(subject_event, TakenBack) and not subject_event.again else "UNDO"
    )
    if isinstance(subject_event, TakenBack):
        subject_event, _ = stream.reversible[subject_event.of]
    deciding = (SUBJECT_OF[type(subject_event)], *SUBJECTS)  # its own subject first: the office reopens a session
    if take_back := next(
        (back for each in deciding if (back := _functions_of(name, each).get(type(subject_event)))), None
    ):
        back = take_back(subject_event, command, stream, actor)
        return back if isinstance(back, tuple) else (ProposedEvent(back or undoing_event(command), (target.number,)),)
    raise _no_undo(target, subject_event, stream)


def _no_undo(target: Envelope, subject_event: Event, stream: Stream) -> Refusal:
    """Return the refusal to undo an event of a kind that cannot be undone, with what to type instead."""
    which, case = f"#{target.number} ({target.name})", getattr(target.event, "case", None)
    match subject_event:
        case SessionAdded(stage=stage, session=name, sitting=sitting, section=section):
            # adding it anew checks whether it has joined another tournament meanwhile
            why, of_section = f"{name} is added anew", f" --section {section}" if section else ""
            line = f"tournament add {name} --stage {stage} --sitting {sitting}{of_section}"
            hint = f"`{line} --tournament {stream.id}`"
        case TextErased():
            why, hint = "what was erased is gone", "record it again"
        case ContestantsRemoved(contestants=contestants):
            why = "enter the contestants again"
            hint = f"`session enter {','.join(contestants)}`"
        case JudgementSigned():
            which, why = f"#{target.number}", "a signature goes with what it signs"
            hint = "undo what it signs: " + " and ".join(f"`undo {number}`" for number in target.because)
        case SessionOpened() | TournamentOpened():
            why, hint = "an opening stays in the log", "a session opened by mistake can be closed: `session close`"
        case _:
            why = "what was said or done stays in the log"
            hint = "record it anew, as it should be" + (f"; or take back the case: `undo {case}`" if case else "")
    return Refusal("undo-nothing", f"{which} is not undone: {why}", hint)


def handler_of(kind: type[Struct]) -> Handler:
    """Return the function that decides commands of a class; the name of its module contains the subject."""
    if kind is Undo:
        return undo
    name = kind.__module__.split(".")[2]
    subject = next(each for each in SUBJECTS if each.name == name)
    handler: Handler = _functions_of("HANDLERS", subject)[kind]
    return handler


def decide(command: Command, stream: Stream, actor: Actor) -> Response:
    """Return the events that a command leads to, each with the numbers of the earlier events that caused it.

    Refusal: the office or the Laws refuse; nothing is recorded. Guards for every command: events are after the opening,
    cited Laws exist, late events reopen their board first, the official holds the office for each event and judges no
    case of his own, a published score changes for a cause, absent contestants score nothing, rulings on one board are
    compatible, officials tied to a key sign their judgements, and those tied to a login record from it.
    """
    _require_open(command, stream)
    check_login(stream, actor)
    if not isinstance(command, CorrectClock):  # the opening's clock may be what was wrong
        check_since_opening(stream, actor)
    answer = handler_of(type(command))(command, stream, actor)
    response = answer if isinstance(answer, Response) else Response(answer)
    uncommitted = reopen_late(response.uncommitted, getattr(command, "reopening", None), stream, actor)
    opening = next((each.event for each in uncommitted if isinstance(each.event, SessionOpened)), None)
    for proposed in reversed(uncommitted):  # the event asked for comes last, and is refused first
        check_citations(stream, proposed.event, opening)
        check_office(stream, actor.by, proposed.event)
        if isinstance(stream, Session):
            check_cause(stream, proposed.event)
            check_is_playing(stream, proposed.event)
    if isinstance(stream, Session):
        check_rulings_compatible(stream, uncommitted)
    check_signs(stream, actor, [proposed.event for proposed in uncommitted])
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
"""The commands that a tournament accepts as well as a session."""


_SAID_LATER = (CaseClassified, CaseCommented, DifferenceStated, SchemaDifferenceAccepted)
"""Events that may be recorded and taken back in a closed session."""


def _require_open(command: Command, stream: Stream) -> None:
    """Refuse a command on a stream that is of the wrong kind, not opened yet, or closed."""
    if isinstance(command, OpenTournament):
        pass  # `open_tournament` refuses a name that is taken
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
        isinstance(undone, TakenBack) and undone.again and undone.kind == "session-closed"  # that event closed it again
    )
    # a bundle may bring the reopening itself, an erasure need not wait for one, and remarks on cases or the database
    # change no score
    of_no_score = isinstance(command, TakeOver | EraseTexts | CasebookCommand | AcceptSchemaDifference)
    if stream.closed and not (reopening or of_no_score):
        of_tournament = isinstance(stream, Tournament)
        which, what = (f" --session {stream.id}", "tournament") if of_tournament else ("", "session")
        hint = f"undo the closing first: `undo {stream.closing}{which}`"
        raise Refusal("closed", f"{what} {stream.id} is closed", hint)


# these state a fact or add to the state: `decide` itself refuses them if they have become impossible
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


def may_decide_later(command: Command, seen: Stream, current: Stream) -> bool:
    """Return whether a command given in state `seen` may be decided in a later state without asking the user again."""
    if isinstance(command, _ALWAYS):
        return True
    if isinstance(command, AppointOfficial | RelieveOfficial):
        return seen.officials == current.officials
    if isinstance(command, SignRegulations):
        return seen.regulations == current.regulations
    if isinstance(seen, Tournament) and isinstance(current, Tournament):
        # the next sitting, and who plays at the same time, depend on sessions and links
        same = (seen.sessions, seen.links) == (current.sessions, current.links)
        return same and isinstance(command, AddSession | LinkContestants)
    if not (isinstance(seen, Session) and isinstance(current, Session)):
        return False
    match command:
        case GiveRuling(call=call) if seen.calls.get(call or "") != current.calls.get(call or ""):
            return False
        case CorrectResult() | CorrectSeating() | VoidResult() | GiveRuling():
            return seen.boards.get(command.where.board) == current.boards.get(command.where.board)
        case LodgeAppeal(against=about):
            pass
        case _:
            about = getattr(command, "case", "")
    return _facts_behind(seen, about) == _facts_behind(current, about)


def _facts_behind(session: Session, case: str) -> object:
    """Return the facts that a command about a case depends on, for comparison; an unknown case equals nothing."""
    if case in session.appeals:
        return session.appeals[case], _facts_behind(session, session.appeals[case].against)
    if case in session.rulings:
        ruling = session.rulings[case]
        return ruling, session.boards.get(ruling.board)
    if case in session.penalties:
        return session.penalties[case], session.appeals_of(case)
    return session.calls.get(case) or object()


__all__ = ["Actor", "ProposedEvent", "Remark", "Response", "SheetTally", "decide", "may_decide_later"]
