"""casebook subject, comment: what rulings and appeals are about, and what is thought of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import ledger
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.commands import RecordingCommand, Verbs
from cli.options.declared import case_argument
from cli.screens import effects
from cli.words import vocabulary

if TYPE_CHECKING:
    from ledger.laws.subjects import Subject


@click.group(cls=Verbs, guide="casebook")
def casebook() -> None:
    """Say what rulings, appeals and penalties are about, and comment on them; `report casebook` makes the book."""


@casebook.command(cls=RecordingCommand)
@case_argument
@click.argument(
    "subjects",
    nargs=-1,
    required=True,
    metavar="SUBJECT…",
    type=click.Choice(list(vocabulary.SUBJECTS), case_sensitive=False),
)
@click.pass_context
def subject(context: click.Context, case: str, subjects: tuple[Subject, ...]) -> None:
    """Say what a case is about, in place of what the Laws it cites say. `help casebook` has the subjects.

    \b
    Examples:
      bridge-ledger casebook subject R-0001 hesitation
      bridge-ledger casebook subject R-0001 misinformation alerting
    """
    effects.record(Desk(context, writing=True), ledger.facts.ClassifyCase(case, subjects))


@casebook.command(cls=RecordingCommand)
@case_argument
@click.argument("words")
@click.option("--commentator", required=True, metavar="NAME", help="Whose comment it is; he need be no official.")
@click.pass_context
def comment(context: click.Context, case: str, words: str, commentator: str) -> None:
    """Comment on a ruling, an appeal or a penalty, at any time: also when the session is closed. It changes no score.

    \b
    Examples:
      bridge-ledger casebook comment R-0001 "The poll was too small." --commentator "J. Roe"
      bridge-ledger casebook comment R-0001 "I agree." --commentator "Ek" -n
    """
    who = notation.require_text("the commentator", commentator, '--commentator "J. Roe": a comment is signed')
    said = notation.require_text("the comment", words)
    effects.record(Desk(context, writing=True), ledger.facts.CommentCase(case, who, said))
