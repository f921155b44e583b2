"""appeal lodge, screen, confirm, withdraw, hear, decide, further, review, show, list."""

import re
from typing import Any, cast, get_args

import click

from cli.commands.report import print_docket
from cli.desk.desk import Desk
from cli.desk.findings import finding, finding_options
from cli.desk.notation import adjustment
from cli.desk.settings import Looking, Writing
from cli.screens.recorded import ask, report, submit
from cli.screens.story import show_case
from ledger.bridge import Side
from ledger.commands import (
    AppealFurther,
    ConfirmAppeal,
    DecideAppeal,
    HearAppeal,
    LodgeAppeal,
    ReviewDecision,
    ScreenAppeal,
    WithdrawAppeal,
)
from ledger.errors import Misuse
from ledger.events.appeals import Appellant, Body, DepositFate, Point
from ledger.session.places import known

_DEPOSIT = click.option("--deposit", type=click.Choice(get_args(DepositFate)), help="What becomes of the deposit.")


@click.group()
def appeal() -> None:
    """Lodge, hear and decide appeals (Laws 92, 93)."""


def _names(text: str) -> tuple[str, ...]:
    """'Berg, Dahl and Ek' → all three; a name is given once."""
    return tuple(dict.fromkeys(name.strip() for name in re.split(r"[,;&]|\band\b", text) if name.strip()))


def _seats(text: str) -> tuple[str, ...]:
    """'N,S' or 'NS' → the seats; Misuse where there are none of these."""
    seats = tuple(dict.fromkeys(letter for letter in text.upper() if letter not in ", "))
    if not set(seats) <= set("NESW"):
        raise Misuse("usage", f"{text!r} are no seats", "--signed N,S, the players who concur")
    return seats


def _side(desk: Desk, case: str, text: str) -> Appellant:
    """Who appeals: a side, or whoever sits there on the board in question; the director, where he refers it."""
    named = {"NS": "NS", "EW": "EW", "DIRECTOR": "director"}.get(text.strip().upper())
    session = desk.office.before(desk.session_id, desk.settings.command_id)
    against = session.appeals[case].ruling if case in session.appeals else case
    if named is None and (ruling := session.rulings.get(against)):
        label = known(session, text.strip())
        named = next((side.value for side in Side if label in ruling.seating.contestants(side)), None)
    if named not in get_args(Appellant):
        raise Misuse("usage", f"{text!r} is no side at that table", "--by-side NS, EW, or director")
    return cast(Appellant, named)


@appeal.command(cls=Writing)
@click.argument("ruling")
@click.option(
    "--by-side",
    "side",
    required=True,
    metavar="SIDE",
    help="Who appeals: NS, EW, the contestant's own label; 'director' where he refers it (Law 81C7).",
)
@click.option("--grounds", required=True, metavar="TEXT", help="Why the ruling is appealed.")
@click.option("--signed", default="", metavar="SEATS", help="Who concurs (Law 92D1): N,S.")
@click.option("--captain", is_flag=True, help="The captain concurs (Law 92D2).")
@click.option(
    "--through", default="", metavar="NAME", help="The director it came through (Law 92C), where another records it."
)
@click.option(
    "--claims", metavar="WEIGHTING", help='The score the appellant asks for: 4SN-1, or "60% 4SN=, 40% 4SN-1".'
)
@click.option("--deposit", default="", metavar="AMOUNT", help='What was paid: "20 GBP".')
@click.option("--accept-late", default="", metavar="WHY", help="Accept it though its time is over (Law 92B), and why.")
@click.pass_context
def lodge(
    context: click.Context,
    ruling: str,
    side: str,
    grounds: str,
    signed: str,
    captain: bool,
    through: str,
    claims: str | None,
    deposit: str,
    accept_late: str,
) -> None:
    """Lodge an appeal against a ruling: through the director, in time, both members or the captain concurring.

    \b
    Example:  bridge-ledger appeal lodge R-0001 --by-side EW --signed E,W --grounds "5H was never in doubt" --deposit "20 GBP"
    """
    desk = Desk(context, writing=True)
    if not grounds.strip():
        raise Misuse("usage", "the grounds are empty", "--grounds: why the ruling is appealed")
    claim = adjustment({"weighted": claims}, None) if claims else None
    appellant = _side(desk, ruling.upper(), side)
    command = LodgeAppeal(
        ruling.upper(), appellant, grounds, _seats(signed), captain, claim, deposit, through, accept_late
    )
    report(desk, submit(desk, desk.session_id, command))


@appeal.command(cls=Writing)
@click.argument("case")
@click.option("--admit/--reject", "admitted", default=None, help="Is it to be heard?")
@click.option(
    "--point", type=click.Choice(get_args(Point)), help="What it turns on: judgement, or a point of law or regulation."
)
@click.option("--reason", default="", help="Why.")
@_DEPOSIT
@click.pass_context
def screen(
    context: click.Context,
    case: str,
    admitted: bool | None,
    point: Point | None,
    reason: str,
    deposit: DepositFate | None,
) -> None:
    """Admit an appeal to be heard, or reject it; say whether it turns on judgement or on a point of law.

    \b
    Example:  bridge-ledger appeal screen A-0001 --admit --point judgement
    """
    desk = Desk(context, writing=True)
    if admitted is None:
        raise Misuse("usage", "is it to be heard?", "--admit or --reject")
    if admitted and deposit:
        raise Misuse("usage", "an appeal that is heard keeps its deposit until the decision", "leave --deposit out")
    report(desk, submit(desk, desk.session_id, ScreenAppeal(case.upper(), admitted, point, reason, deposit)))


@appeal.command(cls=Writing)
@click.argument("case")
@click.pass_context
def confirm(context: click.Context, case: str) -> None:
    """The appellant keeps the appeal up against the ruling that superseded the one appealed.

    \b
    Example:  bridge-ledger appeal confirm A-0001
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, ConfirmAppeal(case.upper())))


@appeal.command(cls=Writing)
@click.argument("case")
@click.option("--leave", default="", metavar="NAME", help="Who allowed it.")
@click.option("--reason", default="", help="Why.")
@_DEPOSIT
@click.pass_context
def withdraw(context: click.Context, case: str, leave: str, reason: str, deposit: DepositFate | None) -> None:
    """The appellant gives the appeal up; the ruling stands.

    \b
    Example:  bridge-ledger appeal withdraw A-0001 --leave Ahlborn --reason "on seeing the poll"
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, WithdrawAppeal(case.upper(), reason, leave, deposit)))


@appeal.command(cls=Writing)
@click.argument("case")
@click.option("--committee", required=True, metavar="NAMES", help='Who heard it: "Berg, Dahl, Ek".')
@click.option("--present", default="", metavar="NAMES", help="Who else was there: the players by seat, the director.")
@click.pass_context
def hear(context: click.Context, case: str, committee: str, present: str) -> None:
    """Record a hearing: the committee, who was present, and (--at) when.

    \b
    Example:  bridge-ledger appeal hear A-0001 --committee "Berg, Dahl, Ek" --present "N, S, E, W, Ahlborn" --at 23:40
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, HearAppeal(case.upper(), _names(committee), _names(present))))


@appeal.command(cls=Writing)
@click.argument("case")
@finding_options
@click.option("--committee", default="", metavar="NAMES", help="Who sat, where no hearing was recorded.")
@click.option(
    "--body",
    type=click.Choice([body for body in get_args(Body) if body != "authority"]),
    help="Who decided [default: by the office held, else the committee].",
)
@click.option("--point", type=click.Choice(get_args(Point)), help="What it turned on [default: as screened].")
@click.pass_context
def decide(
    context: click.Context, /, case: str, committee: str, body: Body | None, point: Point | None, **options: Any
) -> None:
    """Decide an appeal: the verdict, its score, the deposit. Shows what moves, and asks; -n only shows.

    \b
    Examples:
      bridge-ledger appeal decide A-0001 --upheld --merit without --reason "clear on the facts"
      bridge-ledger appeal decide A-0001 --varied --weighted "30% 4SN=, 70% 4SN-1" --reason "more often down" --by Berg
    """
    desk = Desk(context, writing=True)
    session_id = desk.session_id
    command = DecideAppeal(case.upper(), finding(options), body, point, _names(committee))
    ask(desk, session_id, command, f"Decide {case.upper()} so?")
    report(desk, submit(desk, session_id, command))


@appeal.command(cls=Writing)
@click.argument("case")
@click.option(
    "--by-side",
    "side",
    required=True,
    metavar="SIDE",
    help="Who takes it further: NS, EW, or the contestant's own label.",
)
@click.option("--to", required=True, metavar="WHOM", help="The next instance: the regulating authority.")
@click.option("--grounds", required=True, metavar="TEXT", help="Why.")
@click.option("--signed", default="", metavar="SEATS", help="Who concurs (Law 92D1): N,S.")
@click.option("--captain", is_flag=True, help="The captain concurs (Law 92D2).")
@click.option("--deposit", default="", metavar="AMOUNT", help='What was paid: "75 GBP".')
@click.pass_context
def further(
    context: click.Context, case: str, side: str, to: str, grounds: str, signed: str, captain: bool, deposit: str
) -> None:
    """Take a decision to the next instance (Law 93C); the decision stays in force meanwhile.

    No time limit is kept for it: what the next instance asks is its own affair.

    \b
    Example:  bridge-ledger appeal further A-0001 --by-side NS --signed N,S --to "the National Authority" --grounds "a principle"
    """
    desk = Desk(context, writing=True)
    appellant = _side(desk, case.upper(), side)
    command = AppealFurther(case.upper(), appellant, to, grounds, _seats(signed), captain, deposit)
    report(desk, submit(desk, desk.session_id, command))


@appeal.command(cls=Writing)
@click.argument("case")
@finding_options
@click.option("--authority", default="", metavar="WHO", help="Who decided [default: whom it was taken to].")
@click.pass_context
def review(context: click.Context, /, case: str, authority: str, **options: Any) -> None:
    """Record what the next instance decided; nothing is above it.

    \b
    Example:  bridge-ledger appeal review A-0001 --table-result --reason "no logical alternative" --yes
    """
    desk = Desk(context, writing=True)
    session_id = desk.session_id
    command = ReviewDecision(case.upper(), finding(options), authority)
    ask(desk, session_id, command, f"Record this review of {case.upper()}?")
    report(desk, submit(desk, session_id, command))


@appeal.command(cls=Looking)
@click.argument("case")
@click.pass_context
def show(context: click.Context, case: str) -> None:
    """Show the whole story of an appeal.

    \b
    Example:  bridge-ledger appeal show A-0001
    """
    show_case(Desk(context), case)


@appeal.command("list", cls=Looking)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the appeals of the session, as `report docket` does.

    \b
    Example:  bridge-ledger appeal list
    """
    print_docket(Desk(context))
