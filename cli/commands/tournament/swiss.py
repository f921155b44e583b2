"""tournament draw, draws, round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import draws as reading
from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.desk.options import Heading, Looking, Options, Writing, option, takes
from cli.desk.ranges import within
from cli.screens import effects
from cli.screens.tournaments import draws as screens
from ledger.laws.bounds import ROUND

if TYPE_CHECKING:
    Odd = Literal["bye", "triangle"]


class DrawOptions(Options):
    """Which round is drawn, and where it is not as the rules of the stage have it."""

    round: int | None = option("--round", type=within(ROUND), help="The round [default: the next].")
    odd: Odd | None = option(
        "--odd", type=click.Choice(["bye", "triangle"]), help="Of an odd field: one has a bye, or three meet."
    )
    repeat: bool = option("--repeat", is_flag=True, help="Who met already may meet again.")
    early: bool = option("--early", is_flag=True, help="Draw although results of the round before are missing.")
    reason: str = option("--reason", default="", help="Why.")


class ByHandOptions(Options):
    """A draw that was made outside, by lot or by another program."""

    HEADING = Heading("Drawn by hand")

    pairs: str | None = option("--pairs", metavar="PAIRS", help='Who meets whom: "Norway-Iceland, Malta-Oslo".')
    file: str | None = option("--file", metavar="FILE.csv", help="The same: table,contestant,opponent,third.")
    bye: str | None = option("--bye", metavar="CONTESTANT", help="Who meets nobody.")
    triangle: str | None = option("--triangle", metavar="THREE", help='Who meet one another: "Rome, Bern, Kyiv".')


@tournament.command(cls=Writing)
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
    effect = effects.record(desk, reading.drawing(desk, name, stage, how, by_hand), session_id=name)
    screens.print_tables(desk, effect)


@tournament.command(cls=Looking)
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


@tournament.command("round", cls=Looking)
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
