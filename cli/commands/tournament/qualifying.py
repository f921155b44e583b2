"""tournament qualify, qualified, withdraw."""

from __future__ import annotations

import click

import ledger
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import qualifying, tournaments
from cli.desk.desk import Desk
from cli.options.commands import QueryCommand, RecordingCommand
from cli.options.declared import reason_option, takes
from cli.options.tournaments import CutOptions, within
from cli.screens import effects, missing
from cli.screens.tournaments import qualifiers
from ledger.bounds.tournaments import SITTING


@tournament.command(cls=RecordingCommand)
@click.argument("source", metavar="STAGE")
@click.option("--into", required=True, metavar="STAGE", help="The stage they go on into.")
@takes(how=CutOptions)
@reason_option
@TOURNAMENT
@click.pass_context
def qualify(context: click.Context, source: str, into: str, reason: str, named: str | None, how: CutOptions) -> None:
    """Say who goes on from a stage into another, as it stands now; or change who does.

    A cut is refused while a ruling, an appeal or a board may still change the stage, and where several are level for
    the last place. It stays as it is, whatever is decided later: `tournament qualified` shows whom it would name then.

    \b
    Examples:
      bridge-ledger tournament qualify qualifying --into final --best 14
      bridge-ledger tournament qualify qualifying --into final --instead 3=15
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    command = qualifying.cutting(desk, name, source, into, how, reason)
    missing.ask_for_missing(desk, name, source, "Slips are missing. Say who goes on all the same?")
    effects.record(desk, command, session_id=name)


@tournament.command(cls=QueryCommand)
@click.argument("stage", required=False, metavar="[STAGE]")
@TOURNAMENT
@click.pass_context
def qualified(context: click.Context, stage: str | None, named: str | None) -> None:
    """Who goes on into a stage and what each carries; and who would have, as things stand now.

    \b
    Examples:
      bridge-ledger tournament qualified
      bridge-ledger tournament qualified final
    """
    qualifiers.print_qualified(Desk(context), named, stage)


@tournament.command(cls=RecordingCommand)
@click.argument("contestant")
@click.option("--after", "sitting", required=True, type=within(SITTING), help="The last sitting it played.")
@click.option("--stage", metavar="STAGE", help="Of which stage [default: the last it has a score in].")
@click.option("--good-reason", is_flag=True, help="For a good reason: half a stage played keeps its place there.")
@reason_option
@TOURNAMENT
@click.pass_context
def withdraw(
    context: click.Context,
    contestant: str,
    sitting: int,
    stage: str | None,
    good_reason: bool,
    reason: str,
    named: str | None,
) -> None:
    """Withdraw a contestant from the tournament between two sessions; its scores stand.

    It has no place in the stages from then on. The place of a qualifier is free for a reserve: nothing happens by
    itself. Who leaves in the middle of a session is `contestant withdraw`n there.

    \b
    Examples:
      bridge-ledger tournament withdraw 17 --after 1 --reason unwell
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    command = ledger.facts.WithdrawEntrant(contestant, stage or "", sitting, good_reason, reason)
    effects.record(desk, command, session_id=name)
