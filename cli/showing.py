"""show: one event, or the whole story of a case."""

import re

import click

from cli.desk import Desk
from cli.event_lines import event_json
from cli.settings import Looking
from cli.story import show_case
from cli.telling import told
from ledger import codec
from ledger.bridge import Unreadable
from ledger.moment import local


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
    recorded = desk.office.event(session.id, int(what.lstrip("#")))
    if desk.settings.json:
        desk.json("event/1", session, {"event": event_json(recorded)})
        return
    desk.say(f"#{recorded.number}   {told(recorded.event)}")
    for name, value in (
        ("happened", f"{local(recorded.occurred_at):%Y-%m-%d %H:%M:%S}"),
        ("recorded", f"{local(recorded.recorded_at):%Y-%m-%d %H:%M:%S}, by {recorded.by}"),
        ("answers", ", ".join(f"#{number}" for number in recorded.because) or "–"),
        ("name", recorded.name),
        ("body", codec.encode(recorded.event).decode()),
        ("digest", recorded.digest.hex()),
        ("command", f"{recorded.command_id} part {recorded.part}"),
    ):
        desk.say(f"  {name:<9} {value}")
