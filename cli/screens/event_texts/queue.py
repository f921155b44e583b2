"""What the events of the queue of lines say."""

from cli.screens.event_texts.by_kind import event_text
from cli.screens.vocabulary import because
from ledger.events.queue import LineSetAside, LineSettled

_BECAME = {"resolved": "seen to", "skipped": "left out", "put-right": "put right since"}


@event_text.register
def _(event: LineSetAside) -> str:
    return f"set aside: {event.place}: {event.why}"


@event_text.register
def _(event: LineSettled) -> str:
    return f"line #{event.of} {_BECAME[event.outcome]}" + because(event.reason)
