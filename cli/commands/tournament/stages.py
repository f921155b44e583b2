"""tournament stage add, amend."""

from __future__ import annotations

import click

import ledger
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.options.commands import RecordingCommand, Verbs
from cli.options.declared import reason_option, takes
from cli.options.tournaments import StageOptions
from cli.screens import effects


@tournament.group(cls=Verbs, guide="tournaments")
def stage() -> None:
    """Add stages, and say how their scores come together."""


@stage.command(cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@click.option("--before", default="", metavar="STAGE", help="Before which stage [default: after those there are].")
@takes(how=StageOptions)
@TOURNAMENT
@click.pass_context
def add(context: click.Context, stage: str, before: str, named: str | None, how: StageOptions) -> None:
    """Add a stage after those there are, or before one of them.

    \b
    Examples:
      bridge-ledger tournament stage add qualifying
      bridge-ledger tournament stage add final --adds matchpoints
      bridge-ledger tournament stage add heats --before final
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    format_, rules = tournaments.rules(how, None)
    effects.record(desk, ledger.facts.AddStage(stage, format_, rules, before), session_id=name)


@stage.command(cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@takes(how=StageOptions)
@reason_option
@TOURNAMENT
@click.pass_context
def amend(context: click.Context, stage: str, reason: str, named: str | None, how: StageOptions) -> None:
    """Have a stage added up in another way from now on; what is not said stays as it is.

    \b
    Examples:
      bridge-ledger tournament stage amend qualifying --best 2 --reason "announced on Friday"
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    format_, rules = tournaments.rules(how, tournaments.stage(desk, name, stage))
    effects.record(desk, ledger.facts.AmendStage(stage, format_, rules, reason=reason), session_id=name)
