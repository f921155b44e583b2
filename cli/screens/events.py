"""An event on a screen and in JSON."""

from cli.desk.output import Output
from cli.screens import ripples
from cli.screens.event_texts import event_text
from cli.screens.times import RECORDED_LATER, clock, moment_text
from ledger.events import Envelope, Event
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import Ripple
from ledger.recording.bodies import body_json, body_text
from ledger.session.moment import iso

_MOVED_IN = 7
"""How far the second line of an event is moved in, where the screen is too narrow for one."""


def case_of(event: Event) -> str | None:
    """The case an event belongs to."""
    return getattr(event, "case", None)


def event_json(envelope: Envelope, moved: Ripple | None = None, mode: Rounding = Rounding.HALF_UP) -> dict[str, object]:
    """An event as JSON, with its ripple where one is at hand."""
    found = {
        "number": envelope.number,
        "name": envelope.name,
        "occurred_at": iso(envelope.occurred_at),
        "recorded_at": iso(envelope.recorded_at),
        "by": envelope.by,
        "because": list(envelope.because),
        "command_id": envelope.command_id,
        "digest": envelope.digest.hex(),
        "body": body_json(envelope.event),
    }
    return found | ripples.ripple_json(moved, mode) if moved is not None else found


def print_event(out: Output, envelope: Envelope, moved: Ripple | None = None, *, of: str = "") -> None:
    """An event in a line, `of` before it; with --verbose its bytes, and its ripple where one is at hand."""
    if out.settings.plain:
        out.row([*filter(None, [of.strip()]), *_fields(envelope)])
        return
    head, text = of + _head(envelope), _text(envelope)
    out.say_long(f"{head} {out.in_suits(text)}", _MOVED_IN)
    if out.settings.verbose:
        out.say(f"        {envelope.name}  {body_text(envelope.event)}")
        out.say(f"        digest {envelope.digest.hex()}")
    if moved is not None:
        ripples.print_ripple(out, moved, [envelope])
        out.say("" if moved else "        nobody's score moved")


def _fields(envelope: Envelope) -> list[str]:
    when = iso(envelope.recorded_at)
    return [str(envelope.number), when, envelope.by, envelope.name, event_text(envelope.event)]


def _head(envelope: Envelope) -> str:
    return f"#{envelope.number:<5} {clock(envelope.occurred_at)}  {envelope.by:<10}"


def _text(envelope: Envelope) -> str:
    return event_text(envelope.event) + _answers(envelope) + later_text(envelope)


def _answers(envelope: Envelope) -> str:
    return f"   (answers {', '.join(f'#{number}' for number in envelope.because)})" if envelope.because else ""


def later_text(envelope: Envelope) -> str:
    """When it was recorded, where that was later than it happened."""
    if envelope.recorded_at - envelope.occurred_at < RECORDED_LATER:
        return ""
    return f"   (recorded {moment_text(envelope.recorded_at, envelope.occurred_at)})"
