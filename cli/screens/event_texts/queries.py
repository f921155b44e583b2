"""What the events of a query say."""

from cli.screens.event_texts.by_kind import event_text
from cli.screens.vocabulary import because, quoted, seated
from ledger.events.play import AtTable
from ledger.events.queries import ConfirmationWithdrawn, QueryWithdrawn, ResultConfirmed, ResultQueried


@event_text.register
def _(event: ResultQueried) -> str:
    return f"{_where(event)}: result queried: {quoted(event.question)}"


@event_text.register
def _(event: ResultConfirmed) -> str:
    by = f" by {' and '.join(event.sides)}" if event.sides else ""
    return f"{_where(event)}: result confirmed{by}" + because(event.reason)


@event_text.register
def _(event: QueryWithdrawn) -> str:
    return f"{_where(event)}: query taken back" + because(event.reason)


@event_text.register
def _(event: ConfirmationWithdrawn) -> str:
    return f"{_where(event)}: confirmation taken back" + because(event.reason)


def _where(event: AtTable) -> str:
    table = f"table {event.table}, " if event.table else ""
    return f"board {event.board} {table}{seated(event.ns, event.ew)}"
