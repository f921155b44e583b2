"""What the events of the queue of lines say."""

from cli.words.event_text import event_text
from cli.words.language import Wording, say
from cli.words.vocabulary import because
from ledger.facts.queue import LineSetAside, LineSettled

_BECAME = Wording({"resolved": "seen to", "skipped": "left out", "put-right": "put right since"})


@event_text.register
def _(event: LineSetAside) -> str:
    return say("set aside: %(place)s: %(why)s", place=event.place, why=event.why)


@event_text.register
def _(event: LineSettled) -> str:
    return say("line #%(of)s %(became)s", of=event.of, became=_BECAME[event.outcome]) + because(event.reason)
