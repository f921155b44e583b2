"""An event on a screen and in JSON."""

from typing import Any

from cli.desk.desk import Desk
from cli.screens.recorded import print_ripple, ripple_json
from cli.screens.telling import told
from cli.screens.times import RECORDED_LATER, clock, moment_text
from ledger.events import Envelope
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import Ripple
from ledger.session.moment import iso
from ledger.store import codec


def event_json(envelope: Envelope, moved: Ripple | None = None, mode: Rounding = Rounding.HALF_UP) -> dict[str, Any]:
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
        "body": codec.jsonable(envelope.event),
    }
    return found | ripple_json(moved, mode) if moved is not None else found


def print_event(desk: Desk, envelope: Envelope, moved: Ripple | None = None) -> None:
    """An event in a line; with --verbose its bytes, and its ripple where one is at hand."""
    if desk.settings.plain:
        desk.say(
            "\t".join(
                [str(envelope.number), iso(envelope.recorded_at), envelope.by, envelope.name, told(envelope.event)]
            )
        )
        return
    desk.say(
        f"#{envelope.number:<5} {clock(envelope.occurred_at)}  {envelope.by:<10} {told(envelope.event)}{_answers(envelope)}{_later(envelope)}"
    )
    if desk.settings.verbose:
        desk.say(f"        {envelope.name}  {codec.encode(envelope.event).decode()}")
        desk.say(f"        digest {envelope.digest.hex()}")
    if moved is not None:
        print_ripple(desk, moved, [envelope])
        desk.say("" if moved else "        nobody's score moved")


def _answers(envelope: Envelope) -> str:
    return f"   (answers {', '.join(f'#{number}' for number in envelope.because)})" if envelope.because else ""


def _later(envelope: Envelope) -> str:
    """When it was recorded, where that was later than it happened."""
    if envelope.recorded_at - envelope.occurred_at < RECORDED_LATER:
        return ""
    return f"   (recorded {moment_text(envelope.recorded_at, envelope.occurred_at)})"
