"""penalty add, withdraw, list."""

import re
from fractions import Fraction
from typing import Any

import click

from cli.desk.desk import Desk, score_json
from cli.desk.notation import reopening, reopening_options
from cli.desk.settings import Looking, Writing
from cli.screens.recorded import report, submit
from cli.screens.telling import penalty_text
from ledger.bridge import Unreadable
from ledger.commands import ImposePenalty, WithdrawPenalty
from ledger.errors import Misuse
from ledger.events.rulings import PenaltyUnit
from ledger.laws.citation import parse_law

_AMOUNT = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*(%|MP|IMPS?|VPS?|POINTS?)")
_UNITS: dict[str, PenaltyUnit] = {"%": "%", "M": "MP", "I": "IMP", "V": "VP", "P": "points"}


@click.group()
def penalty() -> None:
    """Impose, withdraw and list penalties (Laws 90, 91)."""


@penalty.command(cls=Writing)
@click.argument("contestant")
@click.argument("amount", required=False)
@click.option("--warning", is_flag=True, help="A warning: a penalty of nothing, on record.")
@click.option("--law", "laws", multiple=True, metavar="LAW", help="The Law applied: 90B2 (can be repeated).")
@click.option("--against", metavar="TEAM", help="Teams: the match whose IMPs are taken, before its victory points.")
@click.option("--round", "round_", type=click.IntRange(1, 999), help="With --against: which of their matches.")
@click.option("--case", metavar="CASE", help="The ruling or appeal it is given with: R-0001.")
@click.option("--reason", default="", help="Why.")
@reopening_options
@click.pass_context
def add(
    context: click.Context,
    /,
    contestant: str,
    amount: str | None,
    warning: bool,
    laws: tuple[str, ...],
    against: str | None,
    round_: int | None,
    case: str | None,
    reason: str,
    **options: Any,
) -> None:
    """Penalise a contestant: 25% (of a top), 3MP, 6IMP, 1VP. Nobody else gains by it.

    \b
    Examples:
      bridge-ledger penalty add 7NS 25% --law 90B2 --reason "late, again"
      bridge-ledger penalty add Norway --warning --law 74B2
    """
    desk = Desk(context, writing=True)
    if bool(amount) is warning:
        raise Misuse("usage", "how much?", "an amount: 25%, 3MP, 6IMP, 1VP; or --warning")
    worth, unit = _amount(amount) if amount else (Fraction(0), "%")
    cited = tuple(parse_law(law) for law in laws)
    beside, late = case.upper() if case else None, reopening(options)
    command = ImposePenalty(contestant, worth, unit, cited, reason, against, round_, beside, reopening=late)
    report(desk, submit(desk, desk.session_id, command))


def _amount(text: str) -> tuple[Fraction, PenaltyUnit]:
    match = _AMOUNT.fullmatch(text.strip().upper())
    if not match:
        raise Unreadable(
            "bad-penalty",
            f"{text!r} is no penalty",
            text=text,
            marks=((0, len(text)),),
            hint="write 25%, 3MP, 6IMP, 1VP",
        )
    return Fraction(match[1]), _UNITS[match[2][0]]


@penalty.command(cls=Writing)
@click.argument("case")
@click.option("--reason", default="", help="Why.")
@reopening_options
@click.pass_context
def withdraw(context: click.Context, /, case: str, reason: str, **options: Any) -> None:
    """Take a penalty back.

    \b
    Example:  bridge-ledger penalty withdraw P-0001 --reason "they were not late"
    """
    desk = Desk(context, writing=True)
    report(desk, submit(desk, desk.session_id, WithdrawPenalty(case.upper(), reason, reopening=reopening(options))))


@penalty.command("list", cls=Looking)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the penalties of the session.

    \b
    Example:  bridge-ledger penalty list
    """
    desk = Desk(context)
    session = desk.session()
    found = list(session.penalties.values())
    if desk.settings.json:
        desk.json(
            "penalties/1",
            session,
            {
                "penalties": [
                    {
                        "case": each.imposed.case,
                        "contestant": each.imposed.contestant,
                        "amount": score_json(each.imposed.amount),
                        "unit": each.imposed.unit,
                        "laws": list(each.imposed.laws),
                        "reason": each.imposed.reason,
                        "against": each.imposed.opponent,
                        "withdrawn": each.withdrawn,
                        "events": list(each.events),
                    }
                    for each in found
                ]
            },
        )
        return
    rows = [
        [
            each.imposed.case,
            each.imposed.contestant,
            penalty_text(each.imposed.amount, each.imposed.unit),
            ", ".join(each.imposed.laws) or "–",
            "withdrawn" if each.withdrawn else "in force",
            each.imposed.reason,
        ]
        for each in found
    ]
    if rows or desk.settings.plain:
        desk.table(["case", "contestant", "what", "law", "state", "reason"], rows)
    else:
        desk.say("no penalties yet")
