"""The options of a decision on appeal: the verdict, its score, and the grounds."""

from collections.abc import Callable
from typing import Any, get_args

import click

from cli.commands.ruling import asked_scores, score_options
from cli.desk.notation import adjustment, seat
from ledger.commands import Finding
from ledger.errors import Misuse
from ledger.events.appeals import DepositFate, Merit, Verdict
from ledger.laws.citation import parse_law

_VERDICTS: tuple[tuple[str, Verdict, str], ...] = (
    ("--upheld", "upheld", "The ruling stands."),
    ("--varied", "varied", "Another score, stated by one of the kinds below."),
    ("--overturned", "overturned", "The ruling was wrong; the score is stated by one of the kinds below."),
    ("--table-result", "table-result-restored", "The table result is restored."),
    ("--remitted", "remitted", "The director rules again: `ruling amend … --cause order --order A-0001`."),
    ("--recommended", "recommended", "The score stands; a recommendation on a point of law (93B3)."),
)


def finding_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The verdict, its score, and the grounds of a decision."""
    verdicts = [
        click.option(name, verdict.replace("-", "_"), is_flag=True, help=text) for name, verdict, text in _VERDICTS
    ]
    grounds = (
        click.option(
            "--offender",
            type=click.Choice(["NS", "EW", "both", "none", "outside"]),
            help="The offending side [default: as ruled].",
        ),
        click.option("--law", "laws", multiple=True, metavar="LAW", help="The Law applied: 16B (can be repeated)."),
        click.option(
            "--disallowed",
            multiple=True,
            metavar="CALL",
            help="A call or result that may not be in a weighting [default: as ruled].",
        ),
        click.option(
            "--legal-route",
            default="",
            metavar="TEXT",
            help="How a disallowed outcome is reached without the infraction.",
        ),
        click.option("--findings", default="", metavar="TEXT", help="What was found."),
        click.option("--reason", default="", metavar="TEXT", help="Why this decision."),
        click.option(
            "--merit",
            type=click.Choice(get_args(Merit)),
            default="with",
            help="Did the appeal have merit [default: with]?",
        ),
        click.option(
            "--deposit",
            type=click.Choice(get_args(DepositFate)),
            help="What becomes of the deposit [default: forfeited without merit].",
        ),
        click.option("--dissent", default="", metavar="TEXT", help="What a minority would have decided."),
        click.option(
            "--recommendation", default="", metavar="TEXT", help="To the chief director, on a point of law (93B3)."
        ),
    )
    for decorate in reversed((*verdicts, *grounds)):
        command = decorate(command)
    return score_options(command)


def finding(options: dict[str, Any]) -> Finding:
    """What was decided; one verdict, and what it says."""
    verdicts = [verdict for _, verdict, _ in _VERDICTS if options[verdict.replace("-", "_")]]
    if len(verdicts) != 1:
        told = "what was decided?" if not verdicts else f"a decision has one verdict, not {' and '.join(verdicts)}"
        raise Misuse("usage", told, f"one of {' '.join(name for name, _, _ in _VERDICTS)}")
    verdict = verdicts[0]
    if (verdict == "recommended") is not bool(options["recommendation"]):
        raise Misuse("usage", "a recommendation is what --recommended recommends", '--recommended --recommendation "…"')
    return Finding(
        verdict,
        adjustment(asked_scores(options), seat(options["declarer"])),
        options["offender"],
        tuple(dict.fromkeys(parse_law(law) for law in options["laws"])),
        options["disallowed"],
        options["legal_route"],
        options["findings"],
        options["reason"],
        options["merit"],
        options["deposit"],
        options["dissent"],
        options["recommendation"],
    )
