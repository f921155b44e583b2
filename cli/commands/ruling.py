"""ruling add, amend, notify, withdraw, show, list."""

from collections.abc import Callable
from typing import Any, get_args

import click

from cli.commands.report import ruling_json, state_text
from cli.desk.desk import Desk
from cli.desk.notation import adjustment, reopening, reopening_options, seat, where, where_options
from cli.desk.settings import Looking, Writing
from cli.screens.recorded import report, submit
from cli.screens.story import show_case
from cli.screens.telling import kind_text
from ledger.commands import AmendRuling, GiveRuling, Grounds, NotifySides, WithdrawRuling
from ledger.errors import Misuse
from ledger.events.rulings import Cause
from ledger.laws.citation import parse_law
from ledger.session.ruling_states import register

_KINDS = ("result", "weighted", "split", "artificial", "awarded", "self_inflicted", "claim", "stands")


@click.group()
def ruling() -> None:
    """Give, amend, withdraw and show rulings."""


def score_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The kinds of score, one of which a ruling or a decision gives."""
    for decorate in reversed(
        (
            click.option("--result", metavar="RESULT", help="Assigned: one result for both sides (Law 12C1)."),
            click.option("--weighted", metavar="WEIGHTING", help='Weighted (12C1(c)): "60% 4SN=, 40% 4SN-1".'),
            click.option("--split", metavar="SIDES", help='Split: "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1".'),
            click.option("--artificial", metavar="NS/EW", help="Artificial (12C2): A+/A-, A/A, 60/40."),
            click.option("--awarded", metavar="NS/EW", help="Scores given outright, in matchpoints: 23/11."),
            click.option(
                "--field",
                type=click.Choice(["keep", "out"]),
                help="With --awarded: does the table result stay in the field [default: keep]?",
            ),
            click.option(
                "--unless",
                metavar="RESULT",
                help="With --artificial: this result or weighting instead, where it is better for the side with more (fielded psyche, 86B2(b)).",
            ),
            click.option(
                "--self-inflicted", metavar="B-AND-C", help='12C1(e): "B: 4SN=; C: 5HE-1"; A is the table result.'
            ),
            click.option("--claim", metavar="RESULT", help="A contested claim (Law 70): one result, both sides."),
            click.option("--stands", is_flag=True, help="The table result stands, infraction or not."),
            click.option(
                "--declarer",
                type=click.Choice(list("NESW"), case_sensitive=False),
                help="Who declares, where the results do not say.",
            ),
        )
    ):
        command = decorate(command)
    return command


def _grounds_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for decorate in reversed(
        (
            click.option(
                "--offender", type=click.Choice(["NS", "EW", "both", "none", "outside"]), help="The offending side."
            ),
            click.option("--law", "laws", multiple=True, metavar="LAW", help="The Law applied: 16B (can be repeated)."),
            click.option("--infraction/--no-infraction", default=None, help="Was there an infraction?"),
            click.option("--damage/--no-damage", default=None, help="Was there damage (Law 12B1)?"),
            click.option("--findings", metavar="TEXT", help="What the director found."),
            click.option(
                "--alternative",
                "alternatives",
                multiple=True,
                metavar="CALL",
                help="A logical alternative (Law 16B1; can be repeated).",
            ),
            click.option(
                "--disallowed",
                multiple=True,
                metavar="CALL",
                help='A call or result that may not be in a weighting: "4SN" (can be repeated).',
            ),
            click.option(
                "--legal-route", metavar="TEXT", help="How a disallowed outcome is reached without the infraction."
            ),
            click.option("--facts", metavar="TEXT", help="What happened."),
            click.option(
                "--consulted", multiple=True, metavar="NAME", help="A director who was asked (can be repeated)."
            ),
            click.option("--reason", metavar="TEXT", help="Why this ruling."),
            click.option("--notified", is_flag=True, help="Both sides were told."),
            click.option(
                "--told-of-appeal", is_flag=True, help="Both sides were told, and of the right to appeal (Law 83)."
            ),
            click.option(
                "--provisional", is_flag=True, help="The score for now; the ruling follows, by `ruling amend`."
            ),
        )
    ):
        command = decorate(command)
    return score_options(command)


def asked_scores(options: dict[str, Any]) -> dict[str, Any]:
    """The kinds of score asked for, each with what its reader needs."""
    field = options["field"]
    if field and not options["awarded"]:
        raise Misuse("usage", "--field goes with --awarded", "--awarded 23/11 --field out")
    if options["unless"] and not options["artificial"]:
        raise Misuse("usage", "--unless goes with --artificial", '--artificial A+/A- --unless "4SN="')
    asked = {name: options[name] for name in _KINDS}
    needs = {"awarded": field or "keep", "artificial": options["unless"], "self_inflicted": options["offender"]}
    return {name: (value, needs[name]) if value and name in needs else value for name, value in asked.items()}


def _grounds(options: dict[str, Any]) -> Grounds:
    """What was said of the grounds; None for what was not."""
    laws = tuple(dict.fromkeys(parse_law(law) for law in options["laws"]))
    return Grounds(
        offender=options["offender"],
        laws=laws or None,
        disallowed=options["disallowed"] or None,
        legal_route=options["legal_route"],
        facts=options["facts"],
        findings=options["findings"],
        infraction=options["infraction"],
        damage=options["damage"],
        alternatives=options["alternatives"] or None,
        consulted=options["consulted"] or None,
        reason=options["reason"],
    )


def _told(options: dict[str, Any]) -> dict[str, bool]:
    """Whether both sides were told, and of the right to appeal; telling the one tells the other."""
    of_appeal = options["told_of_appeal"]
    return {"notified": options["notified"] or of_appeal, "right_to_appeal": of_appeal}


@ruling.command(cls=Writing)
@where_options
@_grounds_options
@click.option("--call", "call", metavar="CASE", help="The call it answers: C-0001.")
@reopening_options
@click.pass_context
def add(
    context: click.Context,
    /,
    board: tuple[int, str | None],
    table: str | None,
    ns: str | None,
    ew: str | None,
    round_: int | None,
    call: str | None,
    **options: Any,
) -> None:
    """Rule on a table's board; one kind of score, and the grounds for it.

    \b
    Examples:
      bridge-ledger ruling add 23/1 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B --call C-0001
      bridge-ledger ruling add 7 --ns 3NS --artificial A+/A- --offender EW --reason "arrived late"
      bridge-ledger ruling add 9/2 --stands --provisional --reason "to be looked at after the round"
    """
    desk = Desk(context, writing=True)
    wanted = adjustment(asked_scores(options), seat(options["declarer"]))
    if wanted is None:
        raise Misuse(
            "one-kind",
            "which score?",
            "one of --result --weighted --split --artificial --awarded --self-inflicted --claim --stands",
        )
    command = GiveRuling(
        where(board, table, ns, ew, round_),
        wanted,
        _grounds(options),
        call.upper() if call else None,
        options["provisional"],
        **_told(options),
        reopening=reopening(options),
    )
    report(desk, submit(desk, desk.session_id, command))


@ruling.command(cls=Writing)
@click.argument("case")
@_grounds_options
@click.option(
    "--cause",
    type=click.Choice(get_args(Cause)),
    help="Why another ruling takes its place, once scores are out: second thoughts, an error of the director (82C), an order.",
)
@click.option("--order", metavar="CASE", help="With --cause order: the decision that orders it, A-0001.")
@reopening_options
@click.pass_context
def amend(context: click.Context, /, case: str, cause: Cause | None, order: str | None, **options: Any) -> None:
    """State a ruling anew; what is not mentioned stays as it was. With --cause, a new ruling supersedes it.

    \b
    Examples:
      bridge-ledger ruling amend R-0001 --facts "about ten seconds, not five"
      bridge-ledger ruling amend R-0001 --weighted "1/3 4SN=, 2/3 4SN-1" --cause second-thoughts
    """
    desk = Desk(context, writing=True)
    command = AmendRuling(
        case.upper(),
        adjustment(asked_scores(options), seat(options["declarer"])),
        _grounds(options),
        cause,
        order.upper() if order else None,
        options["provisional"],
        **_told(options),
        reopening=reopening(options),
    )
    report(desk, submit(desk, desk.session_id, command))


@ruling.command(cls=Writing)
@click.argument("case")
@click.option("--told-of-appeal", is_flag=True, help="And of the right to appeal (Law 83).")
@click.pass_context
def notify(context: click.Context, case: str, told_of_appeal: bool) -> None:
    """Record that both sides were told of a ruling, now or (--at) when.

    \b
    Example:  bridge-ledger ruling notify R-0001 --told-of-appeal --at 22:50
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, NotifySides(case.upper(), told_of_appeal)))


@ruling.command(cls=Writing)
@click.argument("case")
@click.option("--reason", default="", help="Why.")
@reopening_options
@click.pass_context
def withdraw(context: click.Context, /, case: str, reason: str, **options: Any) -> None:
    """Take a ruling back: what was in force before it is again; the ruling stays in the log.

    \b
    Example:  bridge-ledger ruling withdraw R-0001 --reason "wrong table"
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, WithdrawRuling(case.upper(), reason, reopening=reopening(options))))


@ruling.command(cls=Looking)
@click.argument("case")
@click.pass_context
def show(context: click.Context, case: str) -> None:
    """Show the whole story of a ruling.

    \b
    Example:  bridge-ledger ruling show R-0001
    """
    show_case(Desk(context), case)


@ruling.command("list", cls=Looking)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the rulings of the session, with what is in force.

    \b
    Example:  bridge-ledger ruling list
    """
    desk = Desk(context)
    session = desk.session()
    entries = register(session, desk.now(session))
    if desk.settings.json:
        desk.json("rulings/1", session, {"rulings": [ruling_json(entry) for entry in entries]})
        return
    rows = [
        [
            entry.ruling.case,
            str(entry.ruling.board),
            str(entry.ruling.seating),
            ", ".join(entry.ruling.judgement.laws) or "–",
            kind_text(entry.score.adjustment),
            state_text(entry),
            entry.ruling.judgement.reason,
        ]
        for entry in entries
    ]
    if rows or desk.settings.plain:
        desk.table(["case", ">board", "contestants", "law", "score", "state", "reason"], rows)
    else:
        desk.say("no rulings yet")
