"""penalty add, withdraw, list."""

import click

from cli import screens
from cli.desk.asked import Asked, AskingCommand
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.addresses import Case
from cli.options.declared import LAWS, Options, ReopeningOptions, case_argument, option, reason_option, takes
from ledger.errors import Misuse
from ledger.laws.penalty_amount import parse_amount


@click.group(cls=Verbs, guide="cases")
def penalty() -> None:
    """Impose, withdraw and list penalties (Laws 90, 91)."""


class OccasionOptions(Options):
    """The offence that a penalty is for, the match it reduces, and the case it is given with."""

    warning: bool = option("--warning", is_flag=True, help="A warning: a penalty of nothing, on record.")
    laws: tuple[str, ...] = option("--law", **LAWS, help="The Law applied (can be repeated).")
    against: str | None = option(
        "--against", metavar="TEAM", help="The match whose IMPs or matchpoints are taken, before its victory points."
    )
    round: int | None = option("--round", type=click.IntRange(1, 999), help="With --against: which of their matches.")
    case: str | None = option(
        "--case", type=Case(), metavar="CASE", help="The ruling or appeal it is given with: R-0001."
    )
    reason: str = option("--reason", default="", help="Why.")


@penalty.command(
    cls=AskingCommand,
    asks=(
        Asked("contestant", "Who is penalised? 7NS", needed=True),
        Asked("amount warning", "How much? 25%, 3MP, 6IMP, 1VP; a warning is 0%", needed=True),
        Asked("laws"),
        Asked("reason"),
    ),
)
@click.argument("contestant")
@click.argument("amount", required=False)
@takes(occasion=OccasionOptions, late=ReopeningOptions)
def add(desk: Desk, contestant: str, amount: str | None, occasion: OccasionOptions, late: ReopeningOptions) -> None:
    """Penalise a contestant: 25% (of a top), 3MP, 6IMP, 1VP, or standard, as the regulations have it.

    Nobody else gains by it. Earlier warnings and penalties of the contestant, in all sessions of the tournament, are
    listed too.

    \b
    Examples:
      bridge-ledger penalty add 7NS 25% --law 90B2 --reason "late, again"
      bridge-ledger penalty add 6EW --warning --law 74B2
    """
    from ledger.subjects.rulings.facts import ImposePenalty

    if bool(amount) is occasion.warning:
        raise Misuse("usage", "how much?", "an amount: 25%, 3MP, 6IMP, 1VP; or --warning")
    named = amount.lower() if amount and amount.replace("-", "").isalpha() else None
    worth, unit = parse_amount("0%" if named or not amount else amount)
    command = ImposePenalty(
        contestant,
        worth,
        unit,
        occasion.laws,
        occasion.reason,
        occasion.against,
        occasion.round,
        occasion.case,
        named,
        reopening=notation.reopening(late),
    )
    effect = screens.effects.submit(desk, command)
    screens.effects.report(desk, effect, earlier=screens.cases.earlier_penalties_json(desk, effect))


@penalty.command(cls=RecordingCommand)
@case_argument
@reason_option
@takes(late=ReopeningOptions)
def withdraw(desk: Desk, case: str, reason: str, late: ReopeningOptions) -> None:
    """Take a penalty back.

    \b
    Examples:
      bridge-ledger penalty withdraw P-0001 --reason "they were not late" --yes
    """
    from ledger.subjects.rulings.facts import WithdrawPenalty

    screens.effects.record(desk, WithdrawPenalty(case, reason, reopening=notation.reopening(late)))


@penalty.command("list", cls=QueryCommand)
def list_(desk: Desk) -> None:
    """List the penalties of the session.

    \b
    Examples:
      bridge-ledger penalty list
      bridge-ledger penalty list --json
    """
    from cli.views.rulings import PenaltiesAnswer, penalty_row

    session = desk.session()
    moment = desk.now(session)
    penalties = PenaltiesAnswer(tuple(penalty_row(each, session, moment) for each in session.penalties.values()))
    desk.answer(penalties, [penalties.table], session)
