"""tournament bracket, draw-bracket, walk-over, winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import ledger
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import draws, tournaments
from cli.desk.desk import Desk
from cli.options.commands import QueryCommand, RecordingCommand
from cli.options.declared import reason_option, takes
from cli.options.tournaments import DrawingOptions
from cli.screens import effects
from cli.screens.tournaments import brackets

if TYPE_CHECKING:
    from ledger.facts.brackets import HowDecided


@tournament.command(cls=QueryCommand)
@click.argument("stage", metavar="STAGE")
@TOURNAMENT
@click.pass_context
def bracket(context: click.Context, stage: str, named: str | None) -> None:
    """Show the bracket of a knockout stage: every match by segments, who goes on, who is out.

    \b
    Examples:
      bridge-ledger tournament bracket knockout
    """
    brackets.print_bracket(Desk(context), named, stage)


@tournament.command("draw-bracket", cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@takes(how=DrawingOptions)
@TOURNAMENT
@click.pass_context
def draw_bracket(context: click.Context, stage: str, named: str | None, how: DrawingOptions) -> None:
    """Draw the bracket of a knockout stage: by seeds, or as it was drawn elsewhere.

    The best meets the last; where the field is no power of two the best have byes, or some matches are of three.
    Seeds that are not said are those of `tournament enter`. Of matches drawn elsewhere two go on where that is written
    after it, "A v B v C (2)"; one alone has a bye.

    \b
    Examples:
      bridge-ledger tournament draw-bracket knockout --seeds "Norway, Iceland, Malta, Wales" --segments 2
      bridge-ledger tournament draw-bracket knockout --from qualifying --best 8 --three-way wins
      bridge-ledger tournament draw-bracket knockout --matches "Norway v Wales, Iceland v Malta"
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    effects.record(desk, draws.drawn_bracket(stage, how), session_id=name)


@tournament.command("walk-over", cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@click.argument("team", metavar="CONTESTANT")
@click.option("--against", required=True, metavar="CONTESTANT", help="Who did not come, withdrew, or gave up.")
@click.option("--conceded", is_flag=True, help="It gave up a match that had begun.")
@reason_option
@TOURNAMENT
@click.pass_context
def walk_over(
    context: click.Context, stage: str, team: str, against: str, conceded: bool, reason: str, named: str | None
) -> None:
    """Say that a contestant goes on without playing to the end: nobody came, or the other side gave up.

    \b
    Examples:
      bridge-ledger tournament walk-over knockout Norway --against Wales --reason "Wales withdrew"
      bridge-ledger tournament walk-over knockout Malta --against Iceland --conceded --reason "after segment 1"
    """
    _decide(context, named, stage, team, against, "conceded" if conceded else "walk-over", reason)


@tournament.command(cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@click.argument("team", metavar="CONTESTANT")
@click.option("--against", required=True, metavar="CONTESTANT", help="Who does not go on.")
@reason_option
@TOURNAMENT
@click.pass_context
def winner(context: click.Context, stage: str, team: str, against: str, reason: str, named: str | None) -> None:
    """Say by the director's word who goes on from a match, whatever its boards say.

    \b
    Examples:
      bridge-ledger tournament winner knockout Norway --against Malta --reason "tied; led after segment 1"
    """
    _decide(context, named, stage, team, against, "director", reason)


def _decide(
    context: click.Context, named: str | None, stage: str, team: str, against: str, how: HowDecided, reason: str
) -> None:
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    one, two = draws.as_drawn(desk, name, stage, team, against)
    command = ledger.facts.DecideKnockout(stage, one, two, how, reason)
    effects.record(desk, command, session_id=name)
