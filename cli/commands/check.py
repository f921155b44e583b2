"""check, check query, check confirm, check differs, check figures."""

from pathlib import Path

import click

from cli import screens
from cli.desk.commands import QueryGroup, RecordingCommand, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options import addresses, notation
from cli.options.addresses import Address, AddressedCase, CaseOfAnySession
from cli.options.declared import SeatsOptions, board_argument, case_argument, reason_option, takes
from cli.options.sessions import ReadingOptions
from cli.terminal import pager
from cli.terminal.settings import settings
from ledger.errors import Misuse


@click.group(cls=QueryGroup, guide="publishing", invoke_without_command=True)
@click.option("--tricks", is_flag=True, help="Work out double dummy first, where the cards are known.")
@click.pass_context
def check(context: click.Context, tricks: bool) -> None:
    """What needs a decision before the scores are published, and what is settled already.

    Boards without a score, results that a slip explains better, contestants in two places, scores that do not add up,
    queries, provisional rulings, rulings on a result that was corrected since, open calls and appeals. Of a tournament:
    contestants who are other people in another session. `help checking` says by what rule.

    \b
    Examples:
      bridge-ledger check
      bridge-ledger check --tricks
    """
    if context.invoked_subcommand is None:
        desk = Desk(context)
        with pager.use_pager(settings(context)):
            if desk.office.tournaments.is_one(desk.session_id):
                screens.checks.print_tournament_checks(desk, desk.session_id)
            else:
                screens.checks.print_checks(desk, with_tricks=tricks)


@check.command(cls=RecordingCommand)
@board_argument
@takes(seats=SeatsOptions)
@click.argument("question")
def query(desk: Desk, board: Address, seats: SeatsOptions, question: str) -> None:
    """Question a result: `check` lists it until both sides confirm the result, or it is corrected.

    \b
    Examples:
      bridge-ledger check query 9/2 "both sides asked"
      bridge-ledger check query 23/1 "North writes nine tricks, East ten"
    """
    from ledger.subjects.queries import QueryResult

    text = notation.require_text("the question", question, 'what is asked: "both sides asked"')
    screens.effects.record(desk, QueryResult(notation.where(board, seats), text))


@check.command(cls=RecordingCommand)
@board_argument
@takes(seats=SeatsOptions)
@click.option("--by-sides", default="", metavar="SIDES", help="The sides that say so: NS,EW.")
@reason_option
def confirm(desk: Desk, board: Address, seats: SeatsOptions, by_sides: str, reason: str) -> None:
    """Record that a result is right as it stands: both sides say so, or --reason says how you saw it yourself.

    `check` lists it as settled then, with who said so, and no slip is told of it any more.

    \b
    Examples:
      bridge-ledger check confirm 9/2 --by-sides NS,EW
      bridge-ledger check confirm 9/3 --reason "the traveller has it so"
      bridge-ledger check confirm 23/1 --by-sides EW --reason "South could not be found"
    """
    from ledger.subjects.queries import ConfirmResult

    sides = addresses.parse_sides(by_sides, "--by-sides") if by_sides else ()
    if not (sides or reason.strip()):
        wrong = "neither --by-sides nor --reason says who confirms it"
        raise Misuse("usage", wrong, '--by-sides NS,EW; or what you saw: --reason "the traveller has it so"')
    screens.effects.record(desk, ConfirmResult(notation.where(board, seats), sides, reason))


@check.command(cls=RecordingCommand)
@case_argument
@click.argument("other", type=CaseOfAnySession())
@click.option("--reason", default="", metavar="TEXT", help="Why: what is not alike.")
def differs(desk: Desk, case: str, other: AddressedCase, reason: str) -> None:
    """Say why a ruling gives another score than OTHER for the same board, so that `check` no longer asks.

    OTHER may be of another session: friday-b/R-0003. Without --reason both are shown side by side, and nothing is
    recorded.

    \b
    Examples:
      bridge-ledger check differs R-0001 R-0002
      bridge-ledger check differs R-0001 R-0002 --reason "at table 2 the tempo was agreed"
      bridge-ledger check differs R-0001 friday-b/R-0003 --reason "there the poll was of experts"
    """
    from ledger.subjects.casebook import StateDifference

    if not reason:
        desk.writing = False
        screens.checks.compare_cases(desk, case, other)
        return
    why = notation.require_text("the reason", reason, "what is not alike at the two tables")
    screens.effects.record(desk, StateDifference(case, other.case, why, other.session))


@check.command(cls=WholeLedgerCommand)
@click.argument("file", type=click.Path(path_type=Path))
@takes(wishes=ReadingOptions)
def figures(desk: Desk, file: Path, wishes: ReadingOptions) -> None:
    """List the figures of another program's result file that differ from ours, with the rule that gives each.

    Scores of lines, datums, matches, totals, percentages and places of USEBIO, PBN, a table or an ACBL game are held
    against ours. Nothing is recorded, and no ledger is needed. `help figures` says which rules are tried.

    \b
    Examples:
      bridge-ledger check figures thursday.xml
      bridge-ledger check figures thursday.csv --scoring butler --profile ebu
    """
    screens.imports.explain_file(desk, file, wishes)
