"""tournament draw, draws, round."""

from __future__ import annotations

import click

from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import draws as reading
from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.options.commands import QueryCommand, RecordingCommand
from cli.options.declared import takes
from cli.options.tournaments import ByHandOptions, DrawOptions, within
from cli.screens import effects, missing
from cli.screens.tournaments import draws as screens
from cli.screens.tournaments import laying
from ledger.bounds.tournaments import ROUND


@tournament.command(cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@takes(how=DrawOptions, by_hand=ByHandOptions)
@TOURNAMENT
@click.pass_context
def draw(context: click.Context, stage: str, named: str | None, how: DrawOptions, by_hand: ByHandOptions) -> None:
    """Draw a round of a Swiss by rank, or record how it was drawn.

    Nobody meets the same opponent again. The first round is by seeds. `undo` takes a draw back, the last one first.

    \b
    Examples:
      bridge-ledger tournament draw swiss
      bridge-ledger tournament draw swiss --round 4 --pairs "Norway-Iceland, Malta-Oslo"
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    command = reading.drawn_round(desk, name, stage, how, by_hand)
    missing.ask_for_missing(desk, command, name, stage, "Draw all the same?")
    effect = effects.submit(desk, command, session_id=name)
    laid = laying.lay_down(desk, effect, stage)
    effects.report(desk, effect)
    screens.print_tables(desk, effect)
    laying.print_laid_down(desk, laid)


@tournament.command(cls=QueryCommand)
@click.argument("stage", required=False, metavar="[STAGE]")
@TOURNAMENT
@click.pass_context
def draws(context: click.Context, stage: str | None, named: str | None) -> None:
    """List the draws of a Swiss, and who was drawn wrongly.

    By the scores as they are now; and who met others than were drawn.

    \b
    Examples:
      bridge-ledger tournament draws
    """
    screens.print_draws(Desk(context), named, stage)


@tournament.command("round", cls=QueryCommand)
@click.argument("stage", metavar="STAGE")
@click.argument("number", required=False, type=within(ROUND), metavar="[ROUND]")
@TOURNAMENT
@click.pass_context
def round_(context: click.Context, stage: str, number: int | None, named: str | None) -> None:
    """The tables of a Swiss round, for the room.

    Of the last round that is drawn, or of the one that is named.

    \b
    Examples:
      bridge-ledger tournament round swiss
      bridge-ledger tournament round swiss 3
    """
    screens.print_round(Desk(context), named, stage, number)
