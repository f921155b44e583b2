"""One event, with everything that stands in its envelope."""

from cli.desk.desk import Desk
from cli.screens.event_texts import event_text
from cli.screens.events import event_json
from ledger.events import Envelope
from ledger.events.free_text import texts_in
from ledger.recording.bodies import body_text
from ledger.session.moment import local


def show_event(desk: Desk, number: int) -> None:
    """One event of the session meant; refused where there is none of that number."""
    stream = desk.stream()
    envelope = desk.office.event(stream.id, number)
    if desk.settings.json:
        desk.json_at("event/1", stream, {"event": event_json(envelope)})
        return
    desk.say(f"#{envelope.number}   {event_text(envelope.event)}")
    said = (f"  {where}: {text}" for where, text in texts_in(envelope.event))
    login = desk.office.came_from(stream.id, number)
    desk.say(*(f"  {name:<9} {value}" for name, value in _fields(envelope, login).items()), *said)


def _fields(envelope: Envelope, login: str) -> dict[str, str]:
    return {
        "happened": _exact(envelope.occurred_at),
        "recorded": f"{_exact(envelope.recorded_at)}, by {envelope.by}"
        + (f", from the login {login}" if login else ""),
        "answers": ", ".join(f"#{number}" for number in envelope.because) or "–",
        "name": envelope.name,
        "body": body_text(envelope.event),
        "digest": envelope.digest.hex(),
        "command": f"{envelope.command_id} part {envelope.part}",
    }


def _exact(microseconds: int) -> str:
    return f"{local(microseconds):%Y-%m-%d %H:%M:%S}"
