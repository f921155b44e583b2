"""official add, withdraw, list; publish."""

import click

from cli.desk.desk import Desk
from cli.desk.keys import office_key
from cli.desk.settings import Looking, Writing
from cli.screens.recorded import report, submit
from ledger.commands import AppointOfficial, PublishScores, RelieveOfficial
from ledger.errors import Misuse, Problem
from ledger.events.office import OFFICES, OfficeName, office_text
from ledger.trust.sealing import seal_session


@click.group()
def official() -> None:
    """Appoint and relieve the officials of a session: who may record what."""


def _name(text: str) -> str:
    if not text.strip():
        raise Misuse("usage", "the name is empty", "official add Ahlborn --as director")
    return text.strip()


@official.command(cls=Writing)
@click.argument("name")
@click.option("--as", "office", required=True, type=click.Choice(OFFICES), help="The office.")
@click.pass_context
def add(context: click.Context, name: str, office: OfficeName) -> None:
    """Give somebody an office of the session. The first is the chief director, who appoints the others.

    \b
    Until somebody is appointed, whoever sits at the desk records. From then on:
      scorer          results, corrections, imports, publishing
      director        that, and calls, rulings, penalties, appeals lodged and heard
      chief-director  that, and officials, regulations, closing; decides points of law (93B1)
      committee       hears and decides appeals; not against a ruling of one's own
      reviewer        hears and decides appeals, and reviews decisions (93C)
    \b
    Example:  bridge-ledger official add Ahlborn --as chief-director
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, AppointOfficial(_name(name), office)))


@official.command(cls=Writing)
@click.argument("name")
@click.option("--as", "office", required=True, type=click.Choice(OFFICES), help="The office.")
@click.option("--reason", default="", help="Why.")
@click.pass_context
def withdraw(context: click.Context, name: str, office: OfficeName, reason: str) -> None:
    """Take an office from somebody.

    \b
    Example:  bridge-ledger official withdraw Dahl --as scorer --reason "gone home"
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, RelieveOfficial(_name(name), office, reason)))


@official.command("list", cls=Looking)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the officials of the session.

    \b
    Example:  bridge-ledger official list
    """
    desk = Desk(context)
    session = desk.session()
    held = [
        (session.officials.names[key], sorted(offices)) for key, offices in session.officials.held.items() if offices
    ]
    if desk.settings.json:
        desk.json("officials/1", session, {"officials": [{"name": name, "offices": offices} for name, offices in held]})
    elif held or desk.settings.plain:
        desk.table(["name", "office"], [[name, ", ".join(map(office_text, offices))] for name, offices in held])
    else:
        desk.say("no officials: whoever sits at the desk records (`official add NAME --as chief-director` begins)")


@click.command(cls=Writing)
@click.option("--note", default="", help="What to keep with it: where it was posted.")
@click.pass_context
def publish(context: click.Context, note: str) -> None:
    """Make the official score available: the correction and appeal periods run from now, or from --at.

    The digest of every number given out is kept, and `verify` works them out again. Where the office has a key (`seal --new-key`), the
    log is sealed too: print the seal on the results.

    \b
    Example:  bridge-ledger publish --at 22:40 --note "on the board and on the web"
    """
    desk = Desk(context, writing=True)
    key = office_key()
    outcome = submit(desk, desk.session_id, PublishScores(note))
    try:
        made = seal_session(desk.store, outcome.after.id, key) if key and not desk.settings.dry_run else None
    except Problem:
        report(desk, outcome, seal=None)  # that is recorded, whatever became of the seal
        raise
    report(desk, outcome, seal=str(made) if made else None)
    if made and not (desk.settings.json or desk.settings.quiet):
        desk.say(f"\n{made}".rstrip())
