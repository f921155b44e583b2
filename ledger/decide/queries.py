"""Asking about results: queried, and confirmed by the sides."""

from ledger.commands import ConfirmResult, QueryResult
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.results import require_result
from ledger.errors import Refusal
from ledger.events.queries import ResultConfirmed, ResultQueried
from ledger.session import Session
from ledger.session.places import require_table


def query_result(command: QueryResult, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """A question about a result; the same is not asked twice while it is open."""
    played = require_result(require_table(session, command.where))
    same = [query.number for query in played.open_queries if query.question == command.question]
    if same:
        message = f"that was asked of {played.name} (#{same[-1]})"
        raise Refusal("nothing-to-change", message, "what was said: `check confirm`, or `result correct`")
    event = ResultQueried(played.board, *played.seating.pair, command.question, **played.seating.place)
    return (Uncommitted(event, (played.results[-1].number,)),)


def confirm_result(command: ConfirmResult, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """What the sides say of the result as it stands; it answers what was asked of it."""
    played = require_result(require_table(session, command.where))
    if set(command.sides) <= played.confirmed_by:
        message = f"{' and '.join(command.sides)} confirmed {played.result} at {played.name} already"
        raise Refusal("nothing-to-change", message, "`check` shows what is open")
    because = (played.results[-1].number, *(query.number for query in played.open_queries))
    event = ResultConfirmed(played.board, *played.seating.pair, command.sides, command.reason, **played.seating.place)
    return (Uncommitted(event, because),)


HANDLERS: Handlers = {QueryResult: query_result, ConfirmResult: confirm_result}
