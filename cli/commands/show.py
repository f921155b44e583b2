"""show: one event, or the whole story of a case."""

import re

import click

from cli.desk.desk import Desk
from cli.desk.settings import Looking
from cli.screens.event_lines import event_json
from cli.screens.story import show_case
from cli.screens.telling import told
from ledger.bridge import Unreadable
from ledger.session.moment import local
from ledger.store import codec


@click.command(cls=Looking)
@click.argument("what")
@click.pass_context
def show(context: click.Context, what: str) -> None:
    """One event (207), or the whole story of a case: a call, a ruling, an appeal, a penalty.

    \b
    Examples:
      bridge-ledger show R-0001
      bridge-ledger show A-0001
      bridge-ledger show 207
    """
    desk = Desk(context)
    if re.fullmatch(r"[CRAP]-[0-9]+", what.upper()):
        show_case(desk, what)
        return
    if not re.fullmatch(r"#?[0-9]{1,15}", what):
        raise Unreadable(
            "usage",
            f"{what!r} is no event and no case",
            text=what,
            marks=((0, len(what)),),
            hint="show 12, show R-0001, or show A-0001",
        )
    session = desk.session()
    envelope = desk.office.event(session.id, int(what.lstrip("#")))
    if desk.settings.json:
        desk.json("event/1", session, {"event": event_json(envelope)})
        return
    desk.say(f"#{envelope.number}   {told(envelope.event)}")
    for name, value in (
        ("happened", f"{local(envelope.occurred_at):%Y-%m-%d %H:%M:%S}"),
        ("recorded", f"{local(envelope.recorded_at):%Y-%m-%d %H:%M:%S}, by {envelope.by}"),
        ("answers", ", ".join(f"#{number}" for number in envelope.because) or "–"),
        ("name", envelope.name),
        ("body", codec.encode(envelope.event).decode()),
        ("digest", envelope.digest.hex()),
        ("command", f"{envelope.command_id} part {envelope.part}"),
    ):
        desk.say(f"  {name:<9} {value}")
