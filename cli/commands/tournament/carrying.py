"""tournament carry rule, say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

import ledger
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import qualifying, tournaments
from cli.desk.desk import Desk
from cli.options.commands import RecordingCommand, Verbs
from cli.options.declared import reason_option, takes
from cli.options.tournaments import CarryOptions
from cli.screens import effects
from cli.words import vocabulary

if TYPE_CHECKING:
    from ledger.laws.stage_rules import CarryBy


@tournament.group(cls=Verbs, guide="tournaments")
def carry() -> None:
    """Say what is carried forward from one stage into another."""


@carry.command(cls=RecordingCommand)
@click.argument("into", metavar="STAGE")
@click.argument("regulation", type=click.Choice([*vocabulary.CARRIES, "nothing"]), metavar="REGULATION")
@click.option("--from", "source", required=True, metavar="STAGE", help="The stage it is carried from.")
@takes(how=CarryOptions)
@reason_option
@TOURNAMENT
@click.pass_context
def rule(
    context: click.Context,
    into: str,
    regulation: CarryBy | Literal["nothing"],
    source: str,
    reason: str,
    named: str | None,
    how: CarryOptions,
) -> None:
    """Say by which regulation something is carried into a stage.

    white-book: half the matchpoints, by the tops of both stages; over-average: a share of what is over average; share:
    of the score; table, spread: figures by place; matches: what was scored against those who go on; nothing. It is
    worked out of the standing at every moment: a later ruling in the qualifying session moves it. Into a knockout it
    counts in the first match of each; by matches, in the match of two, for who led when they met.

    \b
    Examples:
      bridge-ledger tournament carry rule final white-book --from qualifying
      bridge-ledger tournament carry rule final share --from swiss --share 50%
      bridge-ledger tournament carry rule cup matches --from league --share 1/3  # of what one led the other by
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    effects.record(desk, qualifying.carrying((source, into), regulation, how, reason), session_id=name)


@carry.command(cls=RecordingCommand)
@click.argument("contestant")
@click.argument("amount", metavar="AMOUNT")
@click.option("--into", required=True, metavar="STAGE", help="The stage it is carried into.")
@click.option("--from", "source", metavar="STAGE", help="The stage it comes from [default: the only one].")
@reason_option
@TOURNAMENT
@click.pass_context
def say(
    context: click.Context, contestant: str, amount: str, into: str, source: str | None, reason: str, named: str | None
) -> None:
    """Have a contestant carry so much, whatever the regulation says; `undo` takes it back.

    So the total of sessions that were kept elsewhere comes in too: of a stage added for them, that has no session here.

    \b
    Examples:
      bridge-ledger tournament carry say 17 12.5 --into final --reason "as announced"
      bridge-ledger tournament carry say 17 312.5 --into final --from heats --reason "heats 1-3, by the club"
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    carries = tournaments.number(amount, "AMOUNT")
    command = ledger.facts.SayCarryForward(source or "", into, contestant, carries, reason)
    effects.record(desk, command, session_id=name)
