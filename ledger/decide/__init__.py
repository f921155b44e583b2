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
from ledger.session import Session, Stream, Tournament, session_of, tournament_of

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


_OF_BOTH = AppointOfficial | RelieveOfficial | CloseSession | EraseTexts | TakeOver | Undo
"""What is said of a tournament as of a session."""


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
    reopening = isinstance(command, Undo) and isinstance(command.target.event, SessionClosed)
    # a bundle that is taken over may bring the reopening with it, and who asks to be forgotten need not wait for one
    if stream.closed and not (reopening or isinstance(command, TakeOver | EraseTexts)):
        of_tournament = isinstance(stream, Tournament)
        which, what = (f" --session {stream.id}", "tournament") if of_tournament else ("", "session")
        hint = f"undo the closing first: `undo {stream.closing}{which}`"
        raise Refusal("closed", f"{what} {stream.id} is closed", hint)


__all__ = ["Actor", "Remark", "Response", "Uncommitted", "decide"]
