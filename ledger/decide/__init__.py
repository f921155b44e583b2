"""decide(command, session, actor) → the events to record, or a Refusal. Pure: no clock, no database."""

from ledger.commands import (
    AppointOfficial,
    BracketCommand,
    CloseSession,
    Command,
    EraseTexts,
    ImportSheet,
    OpenSession,
    OpenTournament,
    QualifyingCommand,
    RelieveOfficial,
    Reopenable,
    TakeOver,
    TournamentCommand,
    Undo,
)
from ledger.decide import (
    appeals,
    auctions,
    brackets,
    calls,
    deals,
    decisions,
    draws,
    lodging,
    matches,
    officials,
    opening,
    participation,
    penalties,
    people,
    qualifying,
    queries,
    queue,
    results,
    rulings,
    seating,
    sheets,
    sitting_out,
    standing_publication,
    tournaments,
    undoing,
)
from ledger.decide.beside import check_beside
from ledger.decide.causes import check_cause
from ledger.decide.citations import check_citations
from ledger.decide.logins import check_login
from ledger.decide.offices import check_office
from ledger.decide.periods import reopened
from ledger.decide.response import Actor, Handlers, Remark, Response, Uncommitted
from ledger.decide.signing import check_signs
from ledger.decide.taking_part import check_takes_part
from ledger.errors import Refusal
from ledger.events.play import SessionClosed
from ledger.session import Session
from ledger.session.state import no_such_session

HANDLERS: Handlers = {
    **opening.HANDLERS,
    **results.HANDLERS,
    **participation.HANDLERS,
    **people.HANDLERS,
    **sitting_out.HANDLERS,
    **seating.HANDLERS,
    **sheets.HANDLERS,
    **deals.HANDLERS,
    **auctions.HANDLERS,
    **queries.HANDLERS,
    **queue.HANDLERS,
    **calls.HANDLERS,
    **rulings.HANDLERS,
    **penalties.HANDLERS,
    **matches.HANDLERS,
    **lodging.HANDLERS,
    **appeals.HANDLERS,
    **decisions.HANDLERS,
    **officials.HANDLERS,
    **tournaments.HANDLERS,
    **brackets.HANDLERS,
    **qualifying.HANDLERS,
    **draws.HANDLERS,
    **standing_publication.HANDLERS,
    **undoing.HANDLERS,
}
"""What decides each command."""


def decide(command: Command, session: Session, actor: Actor) -> Response:
    """The events a command leads to in this state, each with the numbers of the events it answers.

    Raises Refusal where the office or the Laws refuse; then nothing is recorded. Whatever the command, these guards
    stand before the log: the Laws that are cited are there, what comes too late is reopened first, the official must
    hold the office for each event and judge nothing of his own, a score that is out changes for a cause, who is not
    there scores nothing, rulings on one board go together, who is tied to a key signs what he judges, and who is tied
    to a login records from there.
    """
    _require_open(command, session)
    check_login(session, actor)
    answer = HANDLERS[type(command)](command, session, actor)
    response = answer if isinstance(answer, Response) else Response(answer)
    reopening = command.reopening if isinstance(command, Reopenable) else None
    uncommitted = reopened(response.uncommitted, reopening, session, actor)
    for each in reversed(uncommitted):  # what was meant first, then what it brings with it
        check_citations(each.event)
        check_office(session, actor.by, each.event)
        check_cause(session, each.event)
        check_takes_part(session, each.event)
    check_beside(session, uncommitted)
    check_signs(session, actor, [each.event for each in uncommitted])
    return response._replace(uncommitted=uncommitted)


_OF_BOTH = AppointOfficial | RelieveOfficial | CloseSession | EraseTexts | TakeOver | Undo
"""What is said of a tournament as of a session."""


def _require_open(command: Command, session: Session) -> None:
    of_tournament = isinstance(command, TournamentCommand | BracketCommand | QualifyingCommand)
    if of_tournament and not isinstance(command, OpenTournament):
        _ = session.in_tournament
    elif session.opened is None and not isinstance(command, OpenTournament):
        if session.tournament and isinstance(command, OpenSession):
            raise Refusal("session-exists", f"{session.id} is a tournament already", "choose another name")
        of_both = bool(session.tournament) and isinstance(command, _OF_BOTH)
        if not of_both and (session.tournament or not isinstance(command, OpenSession | ImportSheet)):
            raise no_such_session(session)
    reopening = isinstance(command, Undo) and isinstance(command.target.event, SessionClosed)
    # a bundle that is taken over may bring the reopening with it, and who asks to be forgotten need not wait for one
    if session.closed and not (reopening or isinstance(command, TakeOver | EraseTexts)):
        which, what = (f" --session {session.id}", "tournament") if session.tournament else ("", "session")
        hint = f"undo the closing first: `undo {session.closing}{which}`"
        raise Refusal("closed", f"{what} {session.id} is closed", hint)


__all__ = ["Actor", "Remark", "Response", "Uncommitted", "decide"]
