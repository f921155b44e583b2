"""What can be typed of an appeal: who lodges it or takes it further, who decides, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from cli.options.addresses import Case
from cli.options.declared import HeadedOption, Heading, Options, option
from cli.words import vocabulary

if TYPE_CHECKING:
    from ledger.facts.appeals import Body, Point


_GROUNDS = Heading("Its grounds")

_BODIES = [body for body in vocabulary.BODIES if body != "authority"]


def _cases(context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Cases by their numbers, each once."""
    return tuple(dict.fromkeys(texts))


deposit_option = click.option(
    "--deposit", type=click.Choice(list(vocabulary.DEPOSITS)), help="What becomes of the deposit."
)


class LodgingOptions(Options):
    """Who appeals, why, and how."""

    HEADING = Heading("Who appeals, and how")

    side: str | None = option(
        "--by-side",
        metavar="SIDE",
        help="Who appeals: NS, EW, a contestant; 'director' (Law 81C7). Of a penalty nobody need be named.",
    )
    grounds: str = option("--grounds", required=True, metavar="TEXT", help="Why the ruling is appealed.")
    signed: str = option("--signed", default="", metavar="SEATS", help="Who concurs (Law 92D1): N,S.")
    captain: bool = option("--captain", is_flag=True, help="The captain concurs (Law 92D2).")
    through: str = option(
        "--through",
        default="",
        metavar="NAME",
        help="The director it came through (Law 92C), where another records it.",
    )
    claims: str | None = option(
        "--claims", metavar="WEIGHTING", help='The score the appellant asks for: 4SN-1, or "60% 4SN=, 40% 4SN-1".'
    )
    deposit: str = option("--deposit", default="", metavar="AMOUNT", help='What was paid: "20 GBP".')
    accept_late: str = option(
        "--accept-late", default="", metavar="WHY", help="Accept it though its time is over (Law 92B), and why."
    )


class FurtherOptions(Options):
    """Who takes a decision further, to whom, and why."""

    side: str | None = option(
        "--by-side",
        metavar="SIDE",
        help="Who takes it further: NS, EW, or the contestant's own label; of a penalty, the contestant's.",
    )
    to: str = option(
        "--to",
        required=True,
        metavar="WHOM",
        help='The next instance: "the committee", after the chief director on law (93B1); the regulating authority.',
    )
    grounds: str = option("--grounds", required=True, metavar="TEXT", help="Why.")
    signed: str = option("--signed", default="", metavar="SEATS", help="Who concurs (Law 92D1): N,S.")
    captain: bool = option("--captain", is_flag=True, help="The captain concurs (Law 92D2).")
    deposit: str = option("--deposit", default="", metavar="AMOUNT", help='What was paid: "75 GBP".')


class DecidingOptions(Options):
    """Who decides an appeal, and on what it turns."""

    HEADING = Heading("Who decides")

    committee: str = option("--committee", default="", metavar="NAMES", help="Who sat, where no hearing was recorded.")
    body: Body | None = option(
        "--body",
        type=click.Choice(_BODIES),
        metavar="BODY",
        help="committee, chief-director or reviewer [default: by the office held].",
    )
    point: Point | None = option(
        "--point", type=click.Choice(list(vocabulary.POINTS)), help="What it turned on [default: as screened]."
    )


class VerdictOptions(Options):
    """What a deciding body says of an appeal: one verdict, and the grounds for it."""

    HEADING = Heading("The verdict, one of")

    upheld: bool = option("--upheld", is_flag=True, help="The ruling, or the penalty, stands.")
    varied: bool = option("--varied", is_flag=True, help="Another score, or another --penalty.")
    overturned: bool = option("--overturned", is_flag=True, help="The ruling was wrong: its score; or no penalty.")
    penalty: str | None = option("--penalty", metavar="AMOUNT", help="With --varied: what it is now: 10%, 3MP, 0%.")
    table_result: bool = option("--table-result", is_flag=True, help="The table result is restored.")
    remitted: bool = option("--remitted", is_flag=True, help="The director rules again, by order (help cases).")
    recommended: bool = option("--recommended", is_flag=True, help="It stands; a recommendation on a point of law.")
    offender: Literal["NS", "EW", "both", "none", "outside"] | None = option(
        "--offender",
        type=click.Choice(list(vocabulary.OFFENDERS), case_sensitive=False),
        metavar="SIDE",
        heading=_GROUNDS,
        help="NS, EW, both, none, outside [default: as ruled].",
    )
    laws: tuple[str, ...] = option(
        "--law", multiple=True, metavar="LAW", heading=_GROUNDS, help="The Law applied: 16B; again for more."
    )
    disallowed: tuple[str, ...] = option(
        "--disallowed", multiple=True, metavar="CALL", heading=_GROUNDS, help="Not to be weighted [default: as ruled]."
    )
    legal_route: str = option(
        "--legal-route", default="", metavar="TEXT", heading=_GROUNDS, help="How what is disallowed comes about."
    )
    findings: str = option("--findings", default="", metavar="TEXT", heading=_GROUNDS, help="What was found.")
    reason: str = option("--reason", default="", metavar="TEXT", heading=_GROUNDS, help="Why this decision.")
    merit: Literal["with", "without"] | None = option(
        "--merit",
        type=click.Choice(list(vocabulary.MERITS)),
        heading=_GROUNDS,
        help="Did the appeal have merit? Else nothing is recorded.",
    )
    deposit: Literal["returned", "forfeited"] | None = option(
        "--deposit",
        type=click.Choice(list(vocabulary.DEPOSITS)),
        heading=_GROUNDS,
        metavar="FATE",
        help="returned or forfeited [default: by the merit].",
    )
    dissent: str = option(
        "--dissent", default="", metavar="TEXT", heading=_GROUNDS, help="What a minority would have decided."
    )
    recommendation: str = option(
        "--recommendation",
        default="",
        metavar="TEXT",
        heading=_GROUNDS,
        help="To the chief director, on a point of law (93B3).",
    )


with_option = click.option(
    "--with",
    "together",
    type=Case(),
    multiple=True,
    metavar="CASE",
    callback=_cases,
    cls=HeadedOption,
    heading=DecidingOptions.HEADING,
    help="Another appeal against the same: A-0002; again for more.",
)
