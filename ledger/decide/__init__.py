"""decide(command, session, actor) → the events to record, or a Refusal. Pure: no clock, no database."""

from ledger.decide import (
    appeals,
    auctions,
    brackets,
    calls,
    casebook,
    clocks,
    deals,
    decisions,
    draws,
    entering,
    evidence,
    matches,
    memos,
    movement,
    office,
    opening,
    participation,
    penalties,
    people,
    play,
    polls,
    publications,
    qualifying,
    queries,
    queue,
    rulings,
    seating,
    sitting_out,
    tournaments,
    undoing,
)
from ledger.decide.guards.boards import check_beside, check_cause, check_citations, check_takes_part
from ledger.decide.guards.offices import check_login, check_office, check_signs
from ledger.decide.guards.periods import reopened
from ledger.decide.response import Actor, Handlers, ProposedEvent, Remark, Response
from ledger.decide.sheet import importing
from ledger.errors import Refusal
from ledger.facts import (
    AppointOfficial,
    BracketCommand,
    CasebookCommand,
    CloseSession,
    Command,
    CorrectClock,
    EraseTexts,
    ImportSheet,
    MemoCommand,
    NamePlayers,
    OpenSession,
    OpenTournament,
    QualifyingCommand,
    RelieveOfficial,
    Reopenable,
    ShowRunningScores,
    SignRegulations,
    TakeOver,
    TournamentCommand,
    Undo,
)
from ledger.facts.casebook import CaseClassified, CaseCommented, DifferenceStated
from ledger.facts.memos import MemoFiled
from ledger.facts.play import SessionClosed
from ledger.session import Session, Stream, Tournament, session_of, tournament_of

HANDLERS: Handlers = {
    **opening.HANDLERS,
    **entering.HANDLERS,
    **play.HANDLERS,
    **participation.HANDLERS,
    **people.HANDLERS,
    **sitting_out.HANDLERS,
    **seating.HANDLERS,
    **importing.HANDLERS,
    **deals.HANDLERS,
    **auctions.HANDLERS,
    **queries.HANDLERS,
    **queue.HANDLERS,
    **calls.HANDLERS,
    **polls.HANDLERS,
    **evidence.HANDLERS,
    **rulings.HANDLERS,
    **penalties.HANDLERS,
    **matches.HANDLERS,
    **movement.HANDLERS,
    **appeals.HANDLERS,
    **decisions.HANDLERS,
    **casebook.HANDLERS,
    **memos.HANDLERS,
    **office.HANDLERS,
    **clocks.HANDLERS,
    **tournaments.HANDLERS,
    **brackets.HANDLERS,
    **qualifying.HANDLERS,
    **draws.HANDLERS,
    **publications.HANDLERS,
    **undoing.HANDLERS,
}
"""What decides each command."""


def decide(command: Command, stream: Stream, actor: Actor) -> Response:
    """The events a command leads to in this state, each with the numbers of the events it answers.

    Raises Refusal where the office or the Laws refuse; then nothing is recorded. Whatever the command, these guards
    stand before the log: the Laws that are cited are there, what comes too late is reopened first, the official must
    hold the office for each event and judge nothing of his own, a score that is out changes for a cause, who is not
    there scores nothing, rulings on one board go together, who is tied to a key signs what he judges, and who is tied
    to a login records from there.
    """
    _require_open(command, stream)
    check_login(stream, actor)
    answer = HANDLERS[type(command)](command, stream, actor)
    response = answer if isinstance(answer, Response) else Response(answer)
    reopening = command.reopening if isinstance(command, Reopenable) else None
    uncommitted = reopened(response.uncommitted, reopening, stream, actor)
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
    AppointOfficial
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


_SAID_LATER = (CaseClassified, CaseCommented, DifferenceStated, MemoFiled)
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
    reopening = isinstance(command, Undo) and isinstance(command.target.event, (SessionClosed, *_SAID_LATER))
    # a bundle that is taken over may bring the reopening with it, who asks to be forgotten need not wait for one, and
    # what is said of a case in the winter after, or kept by a recorder, changes nothing of the session
    if stream.closed and not (reopening or isinstance(command, TakeOver | EraseTexts | CasebookCommand | MemoCommand)):
        of_tournament = isinstance(stream, Tournament)
        which, what = (f" --session {stream.id}", "tournament") if of_tournament else ("", "session")
        hint = f"undo the closing first: `undo {stream.closing}{which}`"
        raise Refusal("closed", f"{what} {stream.id} is closed", hint)


__all__ = ["Actor", "ProposedEvent", "Remark", "Response", "decide"]
