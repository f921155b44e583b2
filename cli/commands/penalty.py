"""penalty add, withdraw, list."""

import click

import ledger
from cli.asking.asking_command import AskingCommand
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.addresses import Case
from cli.options.commands import QueryCommand, RecordingCommand, Verbs
from cli.options.declared import Options, ReopeningOptions, case_argument, option, reason_option, takes
from cli.screens import effects, lists, penalties
from ledger.errors import Misuse
from ledger.laws.penalty_amount import parse_amount


@click.group(cls=Verbs, guide="cases")
def penalty() -> None:
    """Impose, withdraw and list penalties (Laws 90, 91)."""


class OccasionOptions(Options):
    """What a penalty is for, and where it falls."""

    warning: bool = option("--warning", is_flag=True, help="A warning: a penalty of nothing, on record.")
    laws: tuple[str, ...] = option(
        "--law", multiple=True, metavar="LAW", help="The Law applied: 90B2 (can be repeated)."
    )
    against: str | None = option(
        "--against", metavar="TEAM", help="The match whose IMPs or matchpoints are taken, before its victory points."
    )
    round: int | None = option("--round", type=click.IntRange(1, 999), help="With --against: which of their matches.")
    case: str | None = option(
        "--case", type=Case(), metavar="CASE", help="The ruling or appeal it is given with: R-0001."
    )
    reason: str = option("--reason", default="", help="Why.")


@penalty.command(cls=AskingCommand)
@click.argument("contestant")
@click.argument("amount", required=False)
@takes(occasion=OccasionOptions, late=ReopeningOptions)
@click.pass_context
def add(
    context: click.Context, contestant: str, amount: str | None, occasion: OccasionOptions, late: ReopeningOptions
) -> None:
    """Penalise a contestant: 25% (of a top), 3MP, 6IMP, 1VP, or standard, as the regulations have it.

    Nobody else gains by it. What the contestant was warned or penalised for before, in all sessions of the tournament,
    is told beside it.

    \b
    Examples:
      bridge-ledger penalty add 7NS 25% --law 90B2 --reason "late, again"
      bridge-ledger penalty add 6EW --warning --law 74B2
    """
    desk = Desk(context, writing=True)
    if bool(amount) is occasion.warning:
        raise Misuse("usage", "how much?", "an amount: 25%, 3MP, 6IMP, 1VP; or --warning")
    named = amount.lower() if amount and amount.replace("-", "").isalpha() else None
    worth, unit = parse_amount("0%" if named or not amount else amount)
    command = ledger.facts.ImposePenalty(
        contestant,
        worth,
        unit,
        notation.parse_laws(occasion.laws),
        occasion.reason,
        occasion.against,
        occasion.round,
        occasion.case,
        named,
        reopening=notation.reopening(late),
    )
    effect = effects.submit(desk, command)
    effects.report(desk, effect, earlier=penalties.earlier_json(desk, effect))


@penalty.command(cls=RecordingCommand)
@case_argument
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def withdraw(context: click.Context, case: str, reason: str, late: ReopeningOptions) -> None:
    """Take a penalty back.

    \b
    Examples:
      bridge-ledger penalty withdraw P-0001 --reason "they were not late" --yes
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.facts.WithdrawPenalty(case, reason, reopening=notation.reopening(late)))


@penalty.command("list", cls=QueryCommand)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the penalties of the session.

    \b
    Examples:
      bridge-ledger penalty list
      bridge-ledger penalty list --json
    """
    lists.list_penalties(Desk(context))
