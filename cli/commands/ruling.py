"""ruling add, amend, notify, withdraw, show, list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import ledger
from cli.desk import awards, notation
from cli.desk.desk import Desk
from cli.desk.options import (
    Looking,
    Options,
    ReopeningOptions,
    SeatsOptions,
    Writing,
    board_argument,
    case_argument,
    option,
    reason_option,
    switched_option,
    takes,
)
from cli.desk.score_options import ScoreOptions
from cli.screens import cases, effects, registers, vocabulary
from cli.screens import tricks as trick_tables

if TYPE_CHECKING:
    from ledger.events.rulings import Cause, Offender


@click.group()
def ruling() -> None:
    """Give, amend, withdraw and show rulings."""


class GroundsOptions(Options):
    """What a ruling rests on, who was told, and whether it is for now; None where nothing was said."""

    offender: Offender | None = option(
        "--offender", type=click.Choice(list(vocabulary.OFFENDERS)), help="The offending side."
    )
    laws: tuple[str, ...] = option(
        "--law", multiple=True, metavar="LAW", help="The Law applied: 16B (can be repeated)."
    )
    infraction: bool | None = option("--infraction/--no-infraction", default=None, help="Was there an infraction?")
    damage: bool | None = option("--damage/--no-damage", default=None, help="Was there damage (Law 12B1)?")
    findings: str | None = option("--findings", metavar="TEXT", help="What the director found.")
    alternatives: tuple[str, ...] = option(
        "--alternative", multiple=True, metavar="CALL", help="A logical alternative (Law 16B1; can be repeated)."
    )
    disallowed: tuple[str, ...] = option(
        "--disallowed",
        multiple=True,
        metavar="CALL",
        help='A call, play or result that may not be in a weighting: "4SN", "S 5H over slow double" (can be repeated).',
    )
    legal_route: str | None = option(
        "--legal-route", metavar="TEXT", help="How a disallowed outcome is reached without the infraction."
    )
    facts: str | None = option("--facts", metavar="TEXT", help="What happened.")
    consulted: tuple[str, ...] = option(
        "--consulted", multiple=True, metavar="NAME", help="A director who was asked (can be repeated)."
    )
    reason: str | None = option("--reason", metavar="TEXT", help="Why this ruling.")
    notified: bool = option("--notified", is_flag=True, help="Both sides were told.")
    told_of_appeal: bool = option(
        "--told-of-appeal", is_flag=True, help="Both sides were told, and of the right to appeal (Law 83)."
    )
    provisional: bool = option(
        "--provisional", is_flag=True, help="The score for now; the ruling follows, by `ruling amend`."
    )

    @property
    def both_notified(self) -> bool:
        """Whether both sides were told; who is told of the right to appeal is told of the ruling."""
        return self.notified or self.told_of_appeal

    def stated(self) -> ledger.commands.Grounds:
        """What was said of the grounds; None for what was not."""
        return ledger.commands.Grounds(
            offender=self.offender,
            laws=notation.parse_laws(self.laws) or None,
            disallowed=self.disallowed or None,
            legal_route=self.legal_route,
            facts=self.facts,
            findings=self.findings,
            infraction=self.infraction,
            damage=self.damage,
            alternatives=self.alternatives or None,
            consulted=self.consulted or None,
            reason=self.reason,
        )


@ruling.command(cls=Writing)
@board_argument
@takes(seats=SeatsOptions, score=ScoreOptions, grounds=GroundsOptions)
@switched_option
@click.option("--call", "call", metavar="CASE", help="The call it answers: C-0001.")
@click.option("--tricks", is_flag=True, help="Show the tricks at double dummy beside what is ruled.")
@takes(late=ReopeningOptions)
@click.pass_context
def add(
    context: click.Context,
    board: tuple[int, str | None],
    seats: SeatsOptions,
    score: ScoreOptions,
    grounds: GroundsOptions,
    call: str | None,
    tricks: bool,
    switched: bool,
    late: ReopeningOptions,
) -> None:
    """Rule on a table's board; one kind of score, and the grounds for it.

    \b
    Examples:
      bridge-ledger ruling add 23/1 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B --call C-0001
      bridge-ledger ruling add 7 --ns 3NS --artificial A+/A- --offender EW --reason "arrived late"
      bridge-ledger ruling add 9/2 --stands --provisional --reason "to be looked at after the round"
    """
    desk = Desk(context, writing=True)
    beside = trick_tables.board_tricks(desk, board[0]) if tricks else None
    command = ledger.commands.GiveRuling(
        adjustment=awards.require_adjustment(score, grounds.offender),
        where=notation.where(board, seats, switched=switched),
        grounds=grounds.stated(),
        call=call.upper() if call else None,
        provisional=grounds.provisional,
        notified=grounds.both_notified,
        right_to_appeal=grounds.told_of_appeal,
        reopening=notation.reopening(late),
    )
    effect = effects.record(desk, command)
    if beside:
        trick_tables.print_beside(desk, effect, beside)


@ruling.command(cls=Writing)
@case_argument
@takes(score=ScoreOptions, grounds=GroundsOptions)
@click.option(
    "--cause",
    type=click.Choice(list(vocabulary.CAUSES)),
    help="Why another ruling takes its place, once scores are out: second thoughts, an error of the director (82C), "
    "an order.",
)
@click.option("--order", metavar="CASE", help="With --cause order: the decision that orders it, A-0001.")
@takes(late=ReopeningOptions)
@click.pass_context
def amend(
    context: click.Context,
    case: str,
    score: ScoreOptions,
    grounds: GroundsOptions,
    cause: Cause | None,
    order: str | None,
    late: ReopeningOptions,
) -> None:
    """State a ruling anew; what is not mentioned stays as it was. With --cause, a new ruling supersedes it.

    \b
    Examples:
      bridge-ledger ruling amend R-0001 --facts "about ten seconds, not five"
      bridge-ledger ruling amend R-0001 --weighted "1/3 4SN=, 2/3 4SN-1" --cause second-thoughts
    """
    desk = Desk(context, writing=True)
    command = ledger.commands.AmendRuling(
        case=case.upper(),
        adjustment=awards.adjustment(score, grounds.offender or awards.offender_of(desk.before(), case.upper())),
        grounds=grounds.stated(),
        cause=cause,
        order=order.upper() if order else None,
        provisional=grounds.provisional,
        notified=grounds.both_notified,
        right_to_appeal=grounds.told_of_appeal,
        reopening=notation.reopening(late),
    )
    effects.record(desk, command)


@ruling.command(cls=Writing)
@case_argument
@click.option("--told-of-appeal", is_flag=True, help="And of the right to appeal (Law 83).")
@click.pass_context
def notify(context: click.Context, case: str, told_of_appeal: bool) -> None:
    """Record that both sides were told of a ruling, now or (--at) when.

    \b
    Example:  bridge-ledger ruling notify R-0001 --told-of-appeal --at 22:50
    """
    effects.record(Desk(context, writing=True), ledger.commands.NotifySides(case.upper(), told_of_appeal))


@ruling.command(cls=Writing)
@case_argument
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def withdraw(context: click.Context, case: str, reason: str, late: ReopeningOptions) -> None:
    """Take a ruling back: what was in force before it is again; the ruling stays in the log.

    \b
    Example:  bridge-ledger ruling withdraw R-0001 --reason "wrong table"
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.commands.WithdrawRuling(case.upper(), reason, reopening=notation.reopening(late)))


@ruling.command(cls=Looking)
@case_argument
@click.pass_context
def show(context: click.Context, case: str) -> None:
    """Show the whole story of a ruling.

    \b
    Example:  bridge-ledger ruling show R-0001
    """
    cases.show_case(Desk(context), case)


@ruling.command("list", cls=Looking)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the rulings of the session, with what is in force.

    \b
    Example:  bridge-ledger ruling list
    """
    registers.print_rulings(Desk(context))
