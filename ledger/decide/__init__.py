"""decide(command, session, actor) → the events to record, or a Refusal. Pure: no clock, no database.

Undo is one of the commands: the event that compensates another. Nothing is deleted; what later events rest on is not
undone. `may_decide_later` says whether a command may be decided all the same where another desk was first.
"""

from importlib import import_module
from types import ModuleType

from ledger.errors import Refusal
from ledger.guards.boards import check_cause, check_citations, check_is_playing, check_rulings_compatible
from ledger.guards.offices import check_device, check_login, check_office, check_signs
from ledger.guards.periods import check_order, check_since_opening, reopen_late
from ledger.kernel.fact import Command, Envelope, Event, TakenBack, TournamentCommand
from ledger.labels import words_of_class
from ledger.session.response import Actor, Handler, ProposedEvent, Remark, Response, SheetTally, undoing_event
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.calls.facts import AddCall, FileEvidence, StateFacts, TakePoll
from ledger.subjects.casebook import CaseClassified, CaseCommented, DifferenceStated
from ledger.subjects.clocks.facts import CorrectClock, with_corrected_times
from ledger.subjects.office import facts as office
from ledger.subjects.people.facts import EraseTexts, NamePlayers, TextErased
from ledger.subjects.play import facts as play
from ledger.subjects.publications.facts import ShowRunningScores
from ledger.subjects.register import SUBJECT_OF, SUBJECTS, Subject
from ledger.subjects.rulings.facts import GiveRuling, ImposePenalty, Undo
from ledger.subjects.seating.facts import CorrectSeating
from ledger.subjects.sheets import ImportSheet
from ledger.subjects.tournaments import facts as tournaments
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of


def _modules(subject: Subject) -> list[ModuleType]:
    # Imported at the first decision: a ruling need not wait for the modules of draws
    return [import_module(f"ledger.{module}") for module in subject.decided_by]


def undo(command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Return the events that undo `command.target`. Refusal: its kind is never undone, or later events rest on it."""
    target = command.target
    check_order(
        actor, with_corrected_times(target, stream.wrong_clocks).occurred_at, f"#{target.number}, which it undoes"
    )
    subject_event = target.event
    name = "AGAIN" if isinstance(subject_event, TakenBack) and not subject_event.again else "UNDO"
    if isinstance(subject_event, TakenBack):
        subject_event, _ = stream.reversible[subject_event.of]
    own = SUBJECT_OF[type(subject_event)]  # first: its events are undone elsewhere only if the office reopens a session
    tables = (getattr(module, name, {}) for each in (own, *SUBJECTS) for module in _modules(each))
    if take_back := next((table[type(subject_event)] for table in tables if type(subject_event) in table), None):
        back = take_back(subject_event, command, stream, actor)
        return back if isinstance(back, tuple) else (ProposedEvent(back or undoing_event(command), (target.number,)),)
    raise _no_undo(target, subject_event, stream)


def _no_undo(target: Envelope, subject_event: Event, stream: Stream) -> Refusal:
    """Return the refusal to undo an event of a kind that cannot be undone, with what to type instead."""
    which, case = f"#{target.number} ({target.name})", getattr(target.event, "case", None)
    match subject_event:
        case tournaments.SessionAdded(stage=stage, session=name, sitting=sitting, section=section):
            # adding it anew checks whether it has joined another tournament meanwhile
            why, of_section = f"{name} is added anew", f" --section {section}" if section else ""
            line = f"tournament add {name} --stage {stage} --sitting {sitting}{of_section}"
            hint = f"`{line} --tournament {stream.id}`"
        case TextErased():
            why, hint = "what was erased is gone", "record it again"
        case play.ContestantsRemoved(contestants=contestants):
            why = "enter the contestants again"
            hint = f"`session enter {','.join(contestants)}`"
        case office.SigningEvent():
            which, why = f"#{target.number}", "a signature goes with what it signs"
            hint = "undo what it signs: " + " and ".join(f"`undo {number}`" for number in target.because)
        case play.SessionOpened() | tournaments.TournamentOpened():
            why, hint = "an opening stays in the log", "a session opened by mistake can be closed: `session close`"
        case _:
            why = "what was said or done stays in the log"
            hint = "record it anew, as it should be" + (f"; or take back the case: `undo {case}`" if case else "")
    return Refusal("undo-nothing", f"{which} is not undone: {why}", hint)


def _subject(kind: type[Command]) -> str:
    return kind.__module__.split(".")[2]


def handler_of(kind: type[Command]) -> Handler:
    """Return the function that decides commands of a class: `give_ruling` of its subject for `GiveRuling`."""
    if kind is Undo:
        return undo
    subject = next(each for each in SUBJECTS if each.name == _subject(kind))
    name = "_".join(words_of_class(kind.__name__))
    handler: Handler = next(getattr(module, name) for module in _modules(subject) if hasattr(module, name))
    return handler


def decide(command: Command, stream: Stream, actor: Actor) -> Response:
    """Return the events that a command leads to, each with the numbers of the earlier events that caused it.

    Refusal: the office or the Laws refuse; nothing is recorded. Guards for every command: events are after the opening,
    cited Laws exist, late events reopen their board first, the official holds the office for each event and judges no
    case of his own, a published score changes for a cause, absent contestants score nothing, rulings on one board are
    compatible, officials tied to a key sign their judgements, those tied to a login record from it, devices are paired.
    """
    _require_open(command, stream)
    check_login(stream, actor)
    check_device(stream, actor)
    if not isinstance(command, CorrectClock):  # the opening's clock may be what was wrong
        check_since_opening(stream, actor)
    answer = handler_of(type(command))(command, stream, actor)
    response = answer if isinstance(answer, Response) else Response(answer)
    uncommitted = reopen_late(response.uncommitted, getattr(command, "reopening", None), stream, actor)
    opening = next((each.event for each in uncommitted if isinstance(each.event, play.SessionOpened)), None)
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
    office.AcceptSchemaDifference
    | office.AppointOfficial
    | office.RelieveOfficial
    | office.PairDevice
    | office.UnpairDevice
    | office.SignRegulations
    | play.CloseSession
    | CorrectClock
    | ShowRunningScores
    | NamePlayers
    | EraseTexts
    | office.TakeOver
    | Undo
)
"""The commands that a tournament accepts as well as a session."""


_SAID_LATER = (CaseClassified, CaseCommented, DifferenceStated, office.SchemaDifferenceAccepted)
"""Events that may be recorded and taken back in a closed session."""


def _require_open(command: Command, stream: Stream) -> None:
    """Refuse a command on a stream that is of the wrong kind, not opened yet, or closed."""
    if isinstance(command, tournaments.OpenTournament):
        pass  # `open_tournament` refuses a name that is taken
    elif isinstance(command, TournamentCommand):
        tournament_of(stream)
    elif isinstance(stream, Tournament) and isinstance(command, play.OpenSession):
        raise Refusal("session-exists", f"{stream.id} is a tournament already", "choose another name")
    elif not (isinstance(stream, Tournament) and isinstance(command, _OF_BOTH)):
        session = session_of(stream)
        if not isinstance(command, play.OpenSession | ImportSheet):
            _ = session.opening
    undone = command.target.event if isinstance(command, Undo) else None
    reopening = isinstance(undone, (play.SessionClosed, *_SAID_LATER)) or (
        isinstance(undone, TakenBack) and undone.again and undone.kind == "session-closed"  # that event closed it again
    )
    # a bundle may bring the reopening itself, an erasure need not wait for one, and remarks on cases or the database
    # change no score
    of_no_score = isinstance(command, office.TakeOver | EraseTexts | office.AcceptSchemaDifference)
    of_no_score |= _subject(type(command)) == "casebook"
    if stream.closed and not (reopening or of_no_score):
        of_tournament = isinstance(stream, Tournament)
        which, what = (f" --session {stream.id}", "tournament") if of_tournament else ("", "session")
        hint = f"undo the closing first: `undo {stream.closing}{which}`"
        raise Refusal("closed", f"{what} {stream.id} is closed", hint)


# these state a fact or add to the state: `decide` itself refuses them if they have become impossible
_ALWAYS_OF = ("casebook", "participation", "people")
_ALWAYS = (
    play.RecordResult
    | ImportSheet
    | play.AddBoards
    | AddCall
    | StateFacts
    | TakePoll
    | FileEvidence
    | ImposePenalty
    | office.AcceptSchemaDifference
    | tournaments.AddStage
    | tournaments.EnterEntrants
)


def may_decide_later(command: Command, seen: Stream, current: Stream) -> bool:
    """Return whether a command given in state `seen` may be decided in a later state without asking the user again."""
    if isinstance(command, _ALWAYS) or _subject(type(command)) in _ALWAYS_OF:
        return True
    if isinstance(command, office.AppointOfficial | office.RelieveOfficial | office.PairDevice | office.UnpairDevice):
        return (seen.officials, seen.devices.keys()) == (current.officials, current.devices.keys())
    if isinstance(command, office.SignRegulations):
        return seen.regulations == current.regulations
    if isinstance(seen, Tournament) and isinstance(current, Tournament):
        # the next sitting, and who plays at the same time, depend on sessions and links
        same = (seen.sessions, seen.links) == (current.sessions, current.links)
        return same and isinstance(command, tournaments.AddSession | tournaments.LinkContestants)
    if not (isinstance(seen, Session) and isinstance(current, Session)):
        return False
    match command:
        case GiveRuling(call=call) if seen.calls.get(call or "") != current.calls.get(call or ""):
            return False
        case play.CorrectResult() | CorrectSeating() | play.VoidResult() | GiveRuling():
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
