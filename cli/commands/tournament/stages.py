"""tournament stage add, amend."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import ledger
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.desk.options import Heading, Options, Verbs, Writing, option, reason_option, takes
from cli.desk.ranges import within
from cli.screens import effects, vocabulary
from ledger.laws.bounds import BYE, COUNTED, LEAST_SESSIONS, WINNERS

if TYPE_CHECKING:
    from ledger.events.tournaments import StageFormat


class StageOptions(Options):
    """How a stage is played, and how its scores come together."""

    HEADING = Heading("How scores come together")

    format: StageFormat | None = option(
        "--format", type=click.Choice(list(vocabulary.STAGE_FORMATS)), help="How it is played [default: sessions]."
    )
    adds: str | None = option(
        "--adds",
        type=click.Choice(list(vocabulary.ADDED)),
        help="What of each session counts [default: percent; Swiss: VPs].",
    )
    weight: str | None = option(
        "--weight",
        type=click.Choice(["boards", "equal", "sum"]),
        help="What a percentage weighs, or their sum [default: boards].",
    )
    factored: str | None = option(
        "--factored",
        type=click.Choice(["none", "top", "session"]),
        help="To what matchpoints are carried [default: none].",
    )
    session_unit: str | None = option(
        "--session-unit", metavar="0.01", help="To what those, or percentages, are rounded first."
    )
    best: int | None = option("--best", type=within(COUNTED), help="Only so many sessions count; 0: all.")
    across: bool | None = option(
        "--across/--by-section", default=None, help="Boards are scored across the sections, or in each by itself."
    )
    unit: str | None = option("--unit", metavar="0.01", help="To what totals are rounded [default: 0.01].")
    winners: int | None = option(
        "--winners", type=within(WINNERS), help="2: North–South and East–West apart [default: 1]."
    )
    least_boards: str | None = option(
        "--least-boards", metavar="24|50%", help="Boards that give a place, or part of the most [default: 50%]."
    )
    least_sessions: int | None = option(
        "--least-sessions", type=within(LEAST_SESSIONS), help="Sessions that give a place [default: 0]."
    )
    strata: str | None = option(
        "--strata", type=click.Choice(["and-below", "own"]), help="Who is in a stratum [default: and-below]."
    )
    ties: str | None = option(
        "--ties", metavar="RULE,RULE…", help="What splits equal totals, in this order: `help tournaments`."
    )
    bye: int | None = option("--bye", type=within(BYE), help="Swiss: what a bye is worth [default: 12].")
    odd: str | None = option(
        "--odd", type=click.Choice(["bye", "triangle"]), help="Swiss: what becomes of an odd field [default: bye]."
    )
    first_round: str | None = option(
        "--first-round",
        type=click.Choice(["halves", "neighbours"]),
        help="Swiss: by seeds, upper half against lower, or 1 against 2 [default: halves].",
    )


@tournament.group(cls=Verbs, guide="tournaments")
def stage() -> None:
    """Add stages, and say how their scores come together."""


@stage.command(cls=Writing)
@click.argument("stage", metavar="STAGE")
@takes(how=StageOptions)
@TOURNAMENT
@click.pass_context
def add(context: click.Context, stage: str, named: str | None, how: StageOptions) -> None:
    """Add a stage after those there are.

    \b
    Examples:
      bridge-ledger tournament stage add qualifying
      bridge-ledger tournament stage add final --adds matchpoints
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    format_, rules = tournaments.rules(how, None)
    effects.record(desk, ledger.commands.AddStage(stage, format_, rules), session_id=name)


@stage.command(cls=Writing)
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
    effects.record(desk, ledger.commands.AmendStage(stage, format_, rules, reason), session_id=name)
