"""official add, withdraw, list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import ledger
from cli.desk import notation
from cli.desk.desk import Desk
from cli.desk.options import Looking, Writing, reason_option
from cli.screens import effects, officials, vocabulary

if TYPE_CHECKING:
    from ledger.events.office import OfficeName

_OFFICE = click.option("--as", "office", required=True, type=click.Choice(vocabulary.OFFICES), help="The office.")
_HINT = "official add Ahlborn --as director"


@click.group()
def official() -> None:
    """Appoint and relieve the officials of a session: who may record what."""


@official.command(cls=Writing)
@click.argument("name")
@_OFFICE
@click.pass_context
def add(context: click.Context, name: str, office: OfficeName) -> None:
    """Give somebody an office of the session. The first is the chief director, who appoints the others.

    \b
    Until somebody is appointed, whoever sits at the desk records. From then on:
      scorer          results, corrections, imports, publishing
      director        that, and calls, rulings, penalties, appeals lodged and heard
      chief-director  that, and officials, regulations, closing; decides points of law (93B1), and without a committee
                      all appeals (93A)
      committee       hears and decides appeals; not against a ruling of one's own
      reviewer        hears and decides appeals, and reviews decisions (93C)

    \b
    Example:  bridge-ledger official add Ahlborn --as chief-director
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.commands.AppointOfficial(notation.require_text("the name", name, _HINT), office))


@official.command(cls=Writing)
@click.argument("name")
@_OFFICE
@reason_option
@click.pass_context
def withdraw(context: click.Context, name: str, office: OfficeName, reason: str) -> None:
    """Take an office from somebody.

    \b
    Example:  bridge-ledger official withdraw Dahl --as scorer --reason "gone home"
    """
    desk = Desk(context, writing=True)
    effects.record(
        desk, ledger.commands.RelieveOfficial(notation.require_text("the name", name, _HINT), office, reason)
    )


@official.command("list", cls=Looking)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the officials of the session.

    \b
    Example:  bridge-ledger official list
    """
    officials.list_officials(Desk(context))
