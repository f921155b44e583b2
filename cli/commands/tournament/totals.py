"""tournament standings, explain, compare, lot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import ledger
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.options.commands import QueryCommand, RecordingCommand
from cli.options.declared import reason_option
from cli.options.tournaments import within
from cli.screens import effects, printed_figures
from cli.screens.tournaments import overall_totals, overalls
from ledger.bounds.tournaments import ROUND

if TYPE_CHECKING:
    from ledger.overall.rankings import RankedBy


@tournament.command(cls=QueryCommand)
@click.argument("stage", required=False, metavar="[STAGE]")
@click.option("--by", type=click.Choice(["section", "direction", "stratum"]), help="Each of them by itself.")
@click.option("--after-round", type=within(ROUND), help="As it was after a round of a Swiss, as scored now.")
@TOURNAMENT
@click.pass_context
def standings(
    context: click.Context, stage: str | None, by: RankedBy | None, after_round: int | None, named: str | None
) -> None:
    """The standing over all sessions of a stage, or of every stage.

    Under it stands how equal totals were split, and who sat in whose stead. A score in brackets does not count.

    \b
    Examples:
      bridge-ledger tournament standings
      bridge-ledger tournament standings qualifying --by section
      bridge-ledger tournament standings swiss --after-round 3
    """
    overalls.print_overalls(Desk(context), named, stage, by, after_round)


@tournament.command(cls=QueryCommand)
@click.argument("contestant")
@click.argument("stage", required=False, metavar="[STAGE]")
@click.option("--board", type=click.IntRange(1, 9999), help="Only this board, scored across the sections.")
@TOURNAMENT
@click.pass_context
def explain(context: click.Context, contestant: str, stage: str | None, board: int | None, named: str | None) -> None:
    """Why a total over all sessions is what it is, step by step.

    Below it stands where to look on.

    \b
    Examples:
      bridge-ledger tournament explain 5NS
      bridge-ledger tournament explain A12 qualifying
      bridge-ledger tournament explain A12 qualifying --board 7
    """
    overall_totals.explain_overall(Desk(context), named, contestant, stage, board)


@tournament.command(cls=QueryCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("stage", required=False, metavar="[STAGE]")
@TOURNAMENT
@click.pass_context
def compare(context: click.Context, file: Path, stage: str | None, named: str | None) -> None:
    """Compare the totals a result file prints with the tournament's.

    A file of a later session often prints the event's totals beside its own: `import` records that session, this
    command tells whether all of them together come to the same.

    \b
    Examples:
      bridge-ledger tournament compare session5.pbn
    """
    printed_figures.compare_with_file(Desk(context), named, file, stage)


@tournament.command(cls=RecordingCommand)
@click.argument("stage")
@click.argument("contestants", nargs=-1, required=True, metavar="CONTESTANT...")
@reason_option
@TOURNAMENT
@click.pass_context
def lot(context: click.Context, stage: str, contestants: tuple[str, ...], reason: str, named: str | None) -> None:
    """Record how a lot orders contestants who are equal.

    The best stands first.

    It splits their tie where the rules of the stage come to it: `tournament stage amend STAGE --ties between,draw`.

    \b
    Examples:
      bridge-ledger tournament lot qualifying A5 B7 --reason "a card each before both captains"
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    effects.record(desk, ledger.facts.DrawLot(stage, contestants, reason), session_id=name)
