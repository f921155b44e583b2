"""What the events of the queue of lines say."""

from cli.words.event_text import event_text
from cli.words.vocabulary import because
from ledger.facts.queue import LineSetAside, LineSettled

_BECAME = {"resolved": "seen to", "skipped": "left out", "put-right": "put right since"}


@event_text.register
def _(event: LineSetAside) -> str:
    return f"set aside: {event.place}: {event.why}"


@event_text.register
def _(event: LineSettled) -> str:
    return f"line #{event.of} {_BECAME[event.outcome]}" + because(event.reason)
