"""What the events of a call to a table say."""

from cli.words.event_text import event_text
from cli.words.vocabulary import ANSWERS, SEATS, STAGES, because, quoted
from ledger.facts.calls import CallAnswered, CallWithdrawn, DirectorCalled, FactsStated


@event_text.register
def _(event: DirectorCalled) -> str:
    return f"{event.case} {_called_to(event)}: {SEATS[event.caller]}, {_stage(event)}: {quoted(event.alleged)}"


def _called_to(event: DirectorCalled) -> str:
    who = " v ".join(label for label in (event.ns, event.ew) if label)
    return called_where(event) + (f", {who}" if who else "")


def called_where(event: DirectorCalled) -> str:
    """The board and the table of a call, as far as they are known; 'table 3, round 2' where a button was pressed."""
    table = f"table {event.table}" if event.table else ""
    if event.board is None:
        return f"{table}, round {event.round}" if event.round else table
    return f"board {event.board} {table}".rstrip()


def _stage(event: DirectorCalled) -> str:
    if event.on_device:
        return f"at {event.on_device}"
    return STAGES[event.stage] + (f", trick {event.trick}" if event.trick else "")


@event_text.register
def _(event: FactsStated) -> str:
    return f"{event.case} facts {'agreed' if event.agreed else 'disputed'}: {event.facts}"


@event_text.register
def _(event: CallAnswered) -> str:
    to = f" to {event.to}" if event.to else ""
    return f"{event.case} {ANSWERS[event.answer]}{to}" + because(event.reason)


@event_text.register
def _(event: CallWithdrawn) -> str:
    return f"{event.case} withdrawn" + because(event.reason)
