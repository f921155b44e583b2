"""What the events of a call to a table say."""

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.vocabulary import ANSWERS, SEATS, STAGES, because, quoted
from ledger.facts.calls import CallAnswered, CallWithdrawn, DirectorCalled, FactsStated


@event_text.register
def _(event: DirectorCalled) -> str:
    return f"{event.case} {_called_to(event)}: {SEATS[event.caller]}, {_stage(event)}: {quoted(event.alleged)}"


def _called_to(event: DirectorCalled) -> str:
    who = say(" v ").join(label for label in (event.ns, event.ew) if label)
    return called_where(event) + (f", {who}" if who else "")


def called_where(event: DirectorCalled) -> str:
    """The board and the table of a call, as far as they are known; 'table 3, round 2' where a button was pressed."""
    table = say("table %(table)s", table=event.table) if event.table else ""
    if event.board is None:
        return say("%(table)s, round %(round)s", table=table, round=event.round) if event.round else table
    return say("board %(board)s %(table)s", board=event.board, table=table).rstrip()


def _stage(event: DirectorCalled) -> str:
    if event.on_device:
        return say("at %(on_device)s", on_device=event.on_device)
    return STAGES[event.stage] + (say(", trick %(trick)s", trick=event.trick) if event.trick else "")


@event_text.register
def _(event: FactsStated) -> str:
    return say(
        "%(case)s facts %(found)s: %(facts)s",
        case=event.case,
        found=say("agreed") if event.agreed else say("disputed"),
        facts=event.facts,
    )


@event_text.register
def _(event: CallAnswered) -> str:
    to = say(" to %(to)s", to=event.to) if event.to else ""
    return f"{event.case} {ANSWERS[event.answer]}{to}" + because(event.reason)


@event_text.register
def _(event: CallWithdrawn) -> str:
    return say("%(case)s withdrawn", case=event.case) + because(event.reason)
