"""An event on a screen and in JSON."""

from typing import Any

from cli.desk import Desk
from cli.recorded import print_ripple, ripple_json
from cli.telling import told
from cli.times import RECORDED_LATER, clock, moment_text
from ledger import codec
from ledger.diff import Ripple
from ledger.events import Recorded
from ledger.moment import iso
from ledger.rounding import Rounding


def event_json(recorded: Recorded, moved: Ripple | None = None, mode: Rounding = Rounding.HALF_UP) -> dict[str, Any]:
    """An event as JSON, with its ripple where one is at hand."""
    found = {
        "number": recorded.number, "name": recorded.name, "occurred_at": iso(recorded.occurred_at), "recorded_at": iso(recorded.recorded_at),
        "by": recorded.by, "because": list(recorded.because), "command_id": recorded.command_id, "digest": recorded.digest.hex(),
        "body": codec.jsonable(recorded.event),
    }  # fmt: skip
    return found | ripple_json(moved, mode) if moved is not None else found


def print_event(desk: Desk, recorded: Recorded, moved: Ripple | None = None) -> None:
    """An event in a line; with --verbose its bytes, and its ripple where one is at hand."""
    if desk.settings.plain:
        desk.say(
            "\t".join(
                [
                    str(recorded.number),
                    iso(recorded.recorded_at),
                    recorded.by,
                    recorded.name,
                    told(recorded.event),
                ]
            )
        )
        return
    desk.say(
        f"#{recorded.number:<5} {clock(recorded.occurred_at)}  {recorded.by:<10} {told(recorded.event)}{_answers(recorded)}{_later(recorded)}"
    )
    if desk.settings.verbose:
        desk.say(f"        {recorded.name}  {codec.encode(recorded.event).decode()}")
        desk.say(f"        digest {recorded.digest.hex()}")
    if moved is not None:
        print_ripple(desk, moved, [recorded])
        desk.say("" if moved else "        nobody's score moved")


def _answers(recorded: Recorded) -> str:
    return f"   (answers {', '.join(f'#{number}' for number in recorded.because)})" if recorded.because else ""


def _later(recorded: Recorded) -> str:
    """When it was recorded, where that was later than it happened."""
    if recorded.recorded_at - recorded.occurred_at < RECORDED_LATER:
        return ""
    return f"   (recorded {moment_text(recorded.recorded_at, recorded.occurred_at)})"
