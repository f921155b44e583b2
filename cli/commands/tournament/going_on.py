"""tournament qualify, qualified, withdraw, carry; draw … winner: cuts, carry-forward, draws and brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from cli import screens
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options.declared import reason_option, takes
from cli.options.tournaments import ByHandOptions, CarryOptions, CutOptions, DrawingOptions, DrawOptions, range_type
from cli.words import vocabulary
from ledger.bounds.tournaments import ROUND, SITTING

if TYPE_CHECKING:
    from ledger.laws.regulations import CarryBy
    from ledger.subjects.brackets.facts import HowDecided


@tournament.command(cls=RecordingCommand)
@click.argument("source", metavar="STAGE")
@click.option("--into", required=True, metavar="STAGE", help="The stage they go on into.")
@takes(how=CutOptions)
@reason_option
@TOURNAMENT
def qualify(desk: Desk, source: str, into: str, reason: str, named: str | None, how: CutOptions) -> None:
    """Record who goes on from a stage into another, as it stands now; or change who does.

    A cut is refused while a ruling, an appeal or a board may still change the stage, and where several are level for
    the last place. It stays as it is, whatever is decided later: `tournament qualified` shows whom it would name then.

    \b
    Examples:
      bridge-ledger tournament qualify qualifying --into final --best 14
      bridge-ledger tournament qualify qualifying --into final --instead 3=15
    """
    from cli.desk import tournaments

    name = desk.tournament_name(named)
    command = tournaments.cut_command(desk, name, source, into, how, reason)
    screens.checks.ask_despite_missing(desk, command, name, source, "Slips are missing. Say who goes on all the same?")
    screens.effects.record(desk, command, name)


@tournament.command(cls=QueryCommand)
@click.argument("stage", required=False, metavar="[STAGE]")
@TOURNAMENT
def qualified(desk: Desk, stage: str | None, named: str | None) -> None:
    """Show who goes on into a stage and what each carries; and who would go on by the standing now.

    \b
    Examples:
      bridge-ledger tournament qualified
      bridge-ledger tournament qualified final
    """
    screens.tournaments.standings.print_qualified(desk, named, stage)


@tournament.command(cls=RecordingCommand)
@click.argument("contestant")
@click.option("--after", "sitting", required=True, type=range_type(SITTING), help="The last sitting it played.")
@click.option("--stage", metavar="STAGE", help="Of which stage [default: the last it has a score in].")
@click.option("--good-reason", is_flag=True, help="For a good reason: half a stage played keeps its place there.")
@reason_option
@TOURNAMENT
def withdraw(
    desk: Desk, contestant: str, sitting: int, stage: str | None, good_reason: bool, reason: str, named: str | None
) -> None:
    """Withdraw a contestant from the tournament between two sessions; its scores stand.

    It has no place in the stages from then on. The place of a qualifier is free for a reserve: nothing happens by
    itself. Who leaves in the middle of a session is `contestant withdraw`n there.

    \b
    Examples:
      bridge-ledger tournament withdraw 17 --after 1 --reason unwell
    """
    from ledger.subjects.qualifying.facts import WithdrawEntrant

    name = desk.tournament_name(named)
    command = WithdrawEntrant(contestant, stage or "", sitting, good_reason, reason)
    screens.effects.record(desk, command, name)


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
def rule(
    desk: Desk,
    into: str,
    regulation: CarryBy | Literal["nothing"],
    source: str,
    reason: str,
    named: str | None,
    how: CarryOptions,
) -> None:
    """Set the rule by which scores are carried into a stage.

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
    from cli.desk import tournaments

    name = desk.tournament_name(named)
    screens.effects.record(desk, tournaments.carry_command((source, into), regulation, how, reason), name)


@carry.command(cls=RecordingCommand)
@click.argument("contestant")
@click.argument("amount", metavar="AMOUNT")
@click.option("--into", required=True, metavar="STAGE", help="The stage it is carried into.")
@click.option("--from", "source", metavar="STAGE", help="The stage it comes from [default: the only one].")
@reason_option
@TOURNAMENT
def say(
    desk: Desk, contestant: str, amount: str, into: str, source: str | None, reason: str, named: str | None
) -> None:
    """Set what a contestant carries forward, whatever the rule says; `undo` takes it back.

    The total of sessions that were kept elsewhere comes in so too: of a stage added for them, that has no session here.

    \b
    Examples:
      bridge-ledger tournament carry say 17 12.5 --into final --reason "as announced"
      bridge-ledger tournament carry say 17 312.5 --into final --from heats --reason "heats 1-3, by the club"
    """
    from cli.desk import tournaments
    from ledger.subjects.qualifying.facts import SayCarryForward

    name = desk.tournament_name(named)
    carries = tournaments.number(amount, "AMOUNT")
    command = SayCarryForward(source or "", into, contestant, carries, reason)
    screens.effects.record(desk, command, name)


@tournament.command(cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@takes(how=DrawOptions, by_hand=ByHandOptions)
@TOURNAMENT
def draw(desk: Desk, stage: str, named: str | None, how: DrawOptions, by_hand: ByHandOptions) -> None:
    """Draw a round of a Swiss by rank, or record how it was drawn.

    Nobody meets the same opponent again. The first round is by seeds. `undo` takes a draw back, the last one first.

    \b
    Examples:
      bridge-ledger tournament draw swiss
      bridge-ledger tournament draw swiss --round 4 --pairs "Norway-Iceland, Malta-Oslo"
    """
    from cli.desk import tournaments

    name = desk.tournament_name(named)
    command = tournaments.draw_round_command(desk, name, stage, how, by_hand)
    screens.checks.ask_despite_missing(desk, command, name, stage, "Draw all the same?")
    effect = screens.effects.submit(desk, command, name)
    laid = screens.tournaments.late.record_as_movement(desk, effect, stage)
    screens.effects.report(desk, effect)
    screens.tournaments.draws.print_tables(desk, effect)
    screens.tournaments.late.print_draw_recording(desk, laid)


@tournament.command(cls=QueryCommand)
@click.argument("stage", required=False, metavar="[STAGE]")
@TOURNAMENT
def draws(desk: Desk, stage: str | None, named: str | None) -> None:
    """List the draws of a Swiss, and which are wrong.

    A draw may be wrong by the scores as they are now; also listed is who met others than were drawn.

    \b
    Examples:
      bridge-ledger tournament draws
    """
    screens.tournaments.draws.print_draws(desk, named, stage)


@tournament.command("round", cls=QueryCommand)
@click.argument("stage", metavar="STAGE")
@click.argument("number", required=False, type=range_type(ROUND), metavar="[ROUND]")
@TOURNAMENT
def round_(desk: Desk, stage: str, number: int | None, named: str | None) -> None:
    """Show the tables of a Swiss round, for the room.

    Of the round that is named, or of the last one that is drawn.

    \b
    Examples:
      bridge-ledger tournament round swiss
      bridge-ledger tournament round swiss 3
    """
    screens.tournaments.draws.print_round(desk, named, stage, number)


@tournament.command(cls=QueryCommand)
@click.argument("stage", metavar="STAGE")
@TOURNAMENT
def bracket(desk: Desk, stage: str, named: str | None) -> None:
    """Show the bracket of a knockout stage: every match by segments, who goes on, who is out.

    \b
    Examples:
      bridge-ledger tournament bracket knockout
    """
    from cli.views.brackets import bracket_of_stage

    screens.tournaments.standings.print_stage_answer(desk, named, stage, bracket_of_stage)


@tournament.command("draw-bracket", cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@takes(how=DrawingOptions)
@TOURNAMENT
def draw_bracket(desk: Desk, stage: str, named: str | None, how: DrawingOptions) -> None:
    """Draw the bracket of a knockout stage: by seeds, or as it was drawn elsewhere.

    The best meets the last; where the field is no power of two the best have byes, or some matches are of three.
    After `tournament qualify` who qualified is drawn, in that order (--seeds in another is asked about); else the seeds
    of `tournament enter`.
    Of matches drawn elsewhere two go on where that is written after it, "A v B v C (2)"; one alone has a bye.

    \b
    Examples:
      bridge-ledger tournament draw-bracket knockout --seeds "Norway, Iceland, Malta, Wales" --segments 2
      bridge-ledger tournament draw-bracket knockout --from qualifying --best 8 --three-way wins
      bridge-ledger tournament draw-bracket knockout --matches "Norway v Wales, Iceland v Malta"
    """
    from cli.desk import tournaments

    name = desk.tournament_name(named)
    command = tournaments.draw_bracket_command(stage, how)
    screens.tournaments.draws.ask_about_order(desk, command, name)
    screens.effects.record(desk, command, name)
    if desk.settings.is_for_people:  # the hint costs scoring the whole tournament
        screens.tournaments.standings.print_recut_hint(desk, desk.office.tournaments.scores(name), stage)


@tournament.command("walk-over", cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@click.argument("team", metavar="CONTESTANT")
@click.option("--against", required=True, metavar="CONTESTANT", help="Who did not come, withdrew, or gave up.")
@click.option("--conceded", is_flag=True, help="It gave up a match that had begun.")
@reason_option
@TOURNAMENT
def walk_over(desk: Desk, stage: str, team: str, against: str, conceded: bool, reason: str, named: str | None) -> None:
    """Send a contestant through without a full match: its opponent did not come, or gave up.

    \b
    Examples:
      bridge-ledger tournament walk-over knockout Norway --against Wales --reason "Wales withdrew"
      bridge-ledger tournament walk-over knockout Malta --against Iceland --conceded --reason "after segment 1"
    """
    _record_winner(desk, named, stage, team, against, "conceded" if conceded else "walk-over", reason)


@tournament.command(cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@click.argument("team", metavar="CONTESTANT")
@click.option("--against", required=True, metavar="CONTESTANT", help="Who does not go on.")
@reason_option
@TOURNAMENT
def winner(desk: Desk, stage: str, team: str, against: str, reason: str, named: str | None) -> None:
    """Record by the director's word who goes on from a match, whatever its boards say.

    \b
    Examples:
      bridge-ledger tournament winner knockout Norway --against Malta --reason "tied; led after segment 1"
    """
    _record_winner(desk, named, stage, team, against, "director", reason)


def _record_winner(
    desk: Desk, named: str | None, stage: str, team: str, against: str, how: HowDecided, reason: str
) -> None:
    from cli.desk import tournaments
    from ledger.subjects.brackets.facts import DecideKnockout

    name = desk.tournament_name(named)
    one, two = tournaments.spell_as_drawn(desk, name, stage, team, against)
    command = DecideKnockout(stage, one, two, how, reason)
    screens.effects.record(desk, command, name)
