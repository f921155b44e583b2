"""ruling add, amend, withdraw, show, list."""

from collections.abc import Callable
from typing import Any

import click

from cli.desk import Desk
from cli.history import show_case
from cli.notation import adjustment, seat, where, where_options
from cli.recorded import report, submit
from cli.settings import Looking, Writing
from cli.wording import kind_text
from ledger.commands import AmendRuling, GiveRuling, Grounds, WithdrawRuling
from ledger.laws.citation import parse_law
from ledger.refusal import Misuse

_KINDS = ("result", "weighted", "split", "artificial", "awarded", "self_inflicted", "claim", "stands")


@click.group()
def ruling() -> None:
    """Give, amend, withdraw and show rulings."""


def _ruling_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for decorate in reversed((
        click.option("--result", metavar="RESULT", help="Assigned: one result for both sides (Law 12C1)."),
        click.option("--weighted", metavar="WEIGHTING", help='Weighted (12C1(c)): "60% 4SN=, 40% 4SN-1".'),
        click.option("--split", metavar="SIDES", help='Split: "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1".'),
        click.option("--artificial", metavar="NS/EW", help="Artificial (12C2): A+/A-, A/A, 60/40."),
        click.option("--awarded", metavar="NS/EW", help="Scores given outright, in matchpoints: 23/11."),
        click.option("--field", type=click.Choice(["keep", "out"]), help="With --awarded: does the table result stay in the field [default: keep]?"),
        click.option("--unless", metavar="RESULT", help="With --artificial: this result or weighting instead, where it is better for the side with more (fielded psyche, 86B2(b))."),
        click.option("--self-inflicted", metavar="B-AND-C", help='12C1(e): "B: 4SN=; C: 5HE-1"; A is the table result.'),
        click.option("--claim", metavar="RESULT", help="A contested claim (Law 70): one result, both sides."),
        click.option("--stands", is_flag=True, help="The table result stands, infraction or not."),
        click.option("--declarer", type=click.Choice(list("NESW"), case_sensitive=False), help="Who declares, where the results do not say."),
        click.option("--offender", type=click.Choice(["NS", "EW", "both", "none", "outside"]), help="The offending side."),
        click.option("--law", "laws", multiple=True, metavar="LAW", help="The Law applied: 16B (can be repeated)."),
        click.option("--disallowed", multiple=True, metavar="CALL", help='A call or result that may not be in a weighting: "4SN" (can be repeated).'),
        click.option("--legal-route", metavar="TEXT", help="How a disallowed outcome is reached without the infraction."),
        click.option("--facts", metavar="TEXT", help="What happened."),
        click.option("--reason", metavar="TEXT", help="Why this ruling."),
    )):  # fmt: skip
        command = decorate(command)
    return command


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    """The kinds of score asked for, each with what its reader needs."""
    field = options["field"]
    if field and not options["awarded"]:
        raise Misuse("usage", "--field goes with --awarded", "--awarded 23/11 --field out")
    if options["unless"] and not options["artificial"]:
        raise Misuse("usage", "--unless goes with --artificial", '--artificial A+/A- --unless "4SN="')
    asked = {name: options[name] for name in _KINDS}
    needs = {"awarded": field or "keep", "artificial": options["unless"], "self_inflicted": options["offender"]}
    return {name: (value, needs[name]) if value and name in needs else value for name, value in asked.items()}


def _grounds(options: dict[str, Any], *, new: bool) -> Grounds:
    laws = tuple(dict.fromkeys(parse_law(law) for law in options["laws"]))
    return Grounds(
        offender=options["offender"] or ("none" if new else None),
        laws=laws if laws or new else None,
        disallowed=options["disallowed"] if options["disallowed"] or new else None,
        legal_route=_text(options["legal_route"], new),
        facts=_text(options["facts"], new),
        reason=_text(options["reason"], new),
    )


def _text(value: str | None, new: bool) -> str | None:
    return "" if value is None and new else value


@ruling.command(cls=Writing)
@where_options
@_ruling_options
@click.pass_context
def add(
    context: click.Context,
    /,
    board: tuple[int, str | None],
    table: str | None,
    ns: str | None,
    ew: str | None,
    **options: Any,
) -> None:
    """Rule on a table's board; one kind of score, and the grounds for it.

    \b
    Examples:
      bridge-ledger ruling add 23/1 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B
      bridge-ledger ruling add 7 --ns 3NS --artificial A+/A- --offender EW --reason "arrived late"
    """
    desk = Desk(context, writing=True)
    wanted = adjustment(_asked(options), seat(options["declarer"]))
    if wanted is None:
        raise Misuse(
            "one-kind",
            "which score?",
            "one of --result --weighted --split --artificial --awarded --self-inflicted --claim --stands",
        )
    command = GiveRuling(where(board, table, ns, ew), wanted, _grounds(options, new=True))
    report(desk, submit(desk, desk.session_id, command))


@ruling.command(cls=Writing)
@click.argument("case")
@_ruling_options
@click.pass_context
def amend(context: click.Context, /, case: str, **options: Any) -> None:
    """Replace what a ruling says; what is not mentioned stays as it was.

    \b
    Example:  bridge-ledger ruling amend R-0001 --weighted "70% 4SN=, 30% 4SN-1" --reason "second thoughts"
    """
    desk = Desk(context, writing=True)
    command = AmendRuling(
        case.upper(), adjustment(_asked(options), seat(options["declarer"])), _grounds(options, new=False)
    )
    report(desk, submit(desk, desk.session_id, command))


@ruling.command(cls=Writing)
@click.argument("case")
@click.option("--reason", default="", help="Why.")
@click.pass_context
def withdraw(context: click.Context, case: str, reason: str) -> None:
    """Take a ruling back: the table result is in force again, the ruling stays in the log.

    \b
    Example:  bridge-ledger ruling withdraw R-0001 --reason "wrong table"
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, WithdrawRuling(case.upper(), reason)))


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
    if desk.settings.json:
        desk.json("rulings/1", session, {"rulings": [
            {
                "case": each.case, "board": each.board, "ns": each.seating.ns, "ew": each.seating.ew, "kind": each.judgement.adjustment.__struct_config__.tag,
                "text": repr(each.judgement.adjustment), "offender": each.judgement.offender, "laws": list(each.judgement.laws),
                "reason": each.judgement.reason, "withdrawn": each.withdrawn, "events": list(each.events),
            }
            for each in session.rulings.values()
        ]})  # fmt: skip
        return
    rows = [
        [
            each.case, str(each.board), " v ".join(each.seating), ", ".join(each.judgement.laws) or "–", kind_text(each.judgement.adjustment),
            "withdrawn" if each.withdrawn else "amended" if len(each.versions) > 1 else "in force", each.judgement.reason,
        ]
        for each in session.rulings.values()
    ]  # fmt: skip
    if rows or desk.settings.plain:
        desk.table(["case", ">board", "contestants", "law", "score", "state", "reason"], rows)
    else:
        desk.say("no rulings yet")
