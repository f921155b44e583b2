"""casebook, cases: subjects of cases, comments on them, and the search for cases."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import pages, screens
from cli.desk.commands import RecordingCommand, Verbs, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.addresses import AddressedCase, CaseOfAnySession, case_named
from cli.options.declared import LAWS_NOW, Heading, Options, PageOptions, case_argument, option, takes
from cli.terminal import pager
from cli.terminal.settings import DEFAULT_DB
from cli.words import vocabulary
from ledger import Misuse

if TYPE_CHECKING:
    from ledger import CaseQuery, Merit, ScoreKind, Subject, Verdict


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
def subject(desk: Desk, case: str, subjects: tuple[Subject, ...]) -> None:
    """Set the subjects of a case, which otherwise follow from the Laws it cites. `help casebook` lists the subjects.

    \b
    Examples:
      bridge-ledger casebook subject R-0001 hesitation
      bridge-ledger casebook subject R-0001 misinformation alerting
    """
    from ledger import ClassifyCase

    screens.effects.record(desk, ClassifyCase(case, subjects))


@casebook.command(cls=RecordingCommand)
@case_argument
@click.argument("words")
@click.option("--commentator", required=True, metavar="NAME", help="Whose comment it is; he need be no official.")
def comment(desk: Desk, case: str, words: str, commentator: str) -> None:
    """Comment on a ruling, an appeal or a penalty, at any time: also when the session is closed. It changes no score.

    \b
    Examples:
      bridge-ledger casebook comment R-0001 "The poll was too small." --commentator "J. Roe"
      bridge-ledger casebook comment R-0001 "I agree." --commentator "Ek" -n
    """
    from ledger import CommentCase

    who = notation.require_text("the commentator", commentator, '--commentator "J. Roe": a comment is signed')
    text = notation.require_text("the comment", words)
    screens.effects.record(desk, CommentCase(case, who, text))


_KIND = click.Choice(list(vocabulary.SCORE_KINDS), case_sensitive=False)
_VERDICT = click.Choice([*vocabulary.OUTCOMES, "changed"], case_sensitive=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


class WhichOptions(Options):
    """Options for the conditions that a case must meet to be found."""

    HEADING = Heading("Which cases", "searching")

    laws: tuple[str, ...] = option("--law", **LAWS_NOW, help="Under this Law; or another.")
    subjects: tuple[Subject, ...] = option(
        "--subject",
        multiple=True,
        metavar="SUBJECT",
        type=click.Choice(list(vocabulary.SUBJECTS), case_sensitive=False),
        help="About this: claim; or another.",
    )
    scores: tuple[ScoreKind, ...] = option(
        "--score", multiple=True, metavar="KIND", type=_KIND, help="In force is such a score: weighted, stands …"
    )
    ruled: tuple[ScoreKind, ...] = option(
        "--ruled", multiple=True, metavar="KIND", type=_KIND, help="Such a score was ruled, whatever came of it."
    )
    weight: str = option(
        "--weight", default="", metavar="FROM[-TO]", help="The heaviest outcome has so much, or more: 60%, 60%-75%."
    )
    director: str = option("--director", default="", metavar="NAME", help="Ruled by this director.")
    committee: str = option("--committee", default="", metavar="NAME", help="Heard by a committee with this member.")
    chairman: str = option("--chairman", default="", metavar="NAME", help="In the chair of the committee.")
    verdicts: tuple[str, ...] = option(
        "--verdict", multiple=True, metavar="VERDICT", type=_VERDICT, help="Decided so: upheld, varied …, or changed."
    )
    merit: Merit | None = option(
        "--merit", type=click.Choice(list(vocabulary.MERIT)), help="The appeal was found with merit, or without."
    )
    appealed: bool = option("--appealed", is_flag=True, help="Somebody appealed.")
    tournament: str = option("--tournament", default="", metavar="TOURNAMENT", help="Of the tournament with this name.")
    since: str = option("--from", default="", metavar="DATE", help="From this day on: 2025-01-01.")
    until: str = option("--to", default="", metavar="DATE", help="Up to this day.")
    withdrawn: bool = option("--withdrawn", is_flag=True, help="Those too that were withdrawn.")
    like: AddressedCase | None = option(
        "--like", metavar="CASE", type=CaseOfAnySession(), help="Like this one: R-0042, friday/R-0042."
    )

    def query(self, session: str) -> CaseQuery:
        """Return the search for these conditions (without --like), in a session or tournament only, or in all ('')."""
        from cli.options.openings import parse_day  # loads the log: `--help` and Tab do without
        from ledger import CHANGED, CaseFilter, CaseQuery

        days = [parse_day(day) if day else "" for day in (self.since, self.until)]
        verdicts: set[Verdict] = set()
        for verdict in self.verdicts:
            verdicts |= CHANGED if verdict == "changed" else {verdict}  # type: ignore[arg-type]  # click's choices
        return CaseQuery(
            CaseFilter(self.laws, self.subjects, *days),
            scores=self.scores,
            ruled=self.ruled,
            weights=notation.parse_weights(self.weight) if self.weight else None,
            director=self.director,
            committee=self.committee,
            chairman=self.chairman,
            verdicts=frozenset(verdicts),
            merit=self.merit,
            appealed=self.appealed,
            tournament=self.tournament,
            session=session,
            withdrawn=self.withdrawn,
        )


class WhereOptions(Options):
    """Options for the ledgers and bundles to search, and for the number of cases to show."""

    HEADING = Heading("Where, and how many")

    also: tuple[str, ...] = option("--also", multiple=True, metavar="FILE|URL", help="In this ledger too.")
    bundles: tuple[Path, ...] = option(
        "--bundles", multiple=True, metavar="DIR", type=_FOLDER, help="In the bundles of this folder too."
    )
    limit: int | None = option(
        "-n", "--number", type=click.IntRange(1), help="At most so many [default: 30; with --json and -o all]."
    )
    anew: bool = option("--anew", is_flag=True, help="Read every session again, whatever was read before.")


@click.command(cls=WholeLedgerCommand)
@click.argument("words", nargs=-1, metavar="[WORD…]")
@takes(which=WhichOptions, where=WhereOptions)
@click.option(
    "-o", "--out", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help="Write a page of them instead."
)
@takes(look=PageOptions)
def cases(
    desk: Desk, words: tuple[str, ...], which: WhichOptions, where: WhereOptions, out: Path | None, look: PageOptions
) -> None:
    """Find rulings, appeals and penalties over sessions, tournaments and years, newest first.

    WORDS are looked for in facts, grounds, reasons and comments, each as the beginning of a word. A case is listed if
    it fits every condition; without conditions, all are listed. --session is a session, or a tournament.

    \b
    Examples:
      bridge-ledger cases hesitat --law 16B --score stands
      bridge-ledger cases --verdict changed --director Ahlborn --from 2025-01-01
      bridge-ledger cases --like friday/R-0042 --also 2024.db --bundles archive
    """
    run = desk.settings
    most = where.limit or (0 if run.json or out else screens.case_search.MOST_SHOWN)
    # This folder's ledger is searched too, unless it does not exist and others are named.
    named = run.db or os.environ.get("BRIDGE_LEDGER_DB") or run.offices
    uses_ledger = named or not (where.also or where.bundles) or Path(DEFAULT_DB).exists()
    office = desk.office if uses_ledger else None
    like = which.like
    if like:
        if not case_named(like.case):
            raise Misuse("usage", f"{like.case[:40]!r} is no case", "--like R-0042, or --like friday/R-0042")
        if not like.session and not office:
            raise Misuse("usage", f"of which session is {like.case}?", f"--like SESSION/{like.case}")
        like = like if like.session or not office else AddressedCase(desk.session_id, like.case)
    wanted = screens.case_search.CaseSearch(which.query(run.session_named or ""), words, like, most)
    places = screens.case_search.SearchedArchives(where.also, where.bundles, where.anew)
    if out:
        pages.casebook.write_cases_found(desk, office, places, wanted, out, look)
    else:
        with pager.use_pager(run):
            screens.case_search.print_hits(desk, office, places, wanted)
