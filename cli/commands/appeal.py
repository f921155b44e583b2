"""appeal lodge, screen, confirm, withdraw, hear, decide, further, review, show, list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import screens
from cli.desk.asked import Asked, AskingCommand
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import addresses, appeals, notation
from cli.options.appeals import (
    VERDICTS,
    DecidingOptions,
    FurtherOptions,
    LodgingOptions,
    VerdictOptions,
    deposit_option,
    with_option,
)
from cli.options.declared import SCORES, ScoreOptions, case_argument, reason_option, takes
from cli.words import vocabulary
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.subjects.appeals.facts import Adjudication, DepositFate, Point


@click.group(cls=Verbs, guide="an-appeal")
def appeal() -> None:
    """Lodge, hear and decide appeals (Laws 92, 93)."""


@appeal.command(
    cls=AskingCommand,
    asks=(
        Asked("case", "Which ruling or penalty is appealed? R-0001, or r1", needed=True),
        Asked("side"),
        Asked("grounds", needed=True),
        Asked("signed captain"),
        Asked("claims"),
        Asked("deposit"),
    ),
)
@case_argument
@takes(lodging=LodgingOptions)
def lodge(desk: Desk, case: str, lodging: LodgingOptions) -> None:
    """Lodge an appeal against a ruling or a penalty: through the director, in time, both members or the captain
    concurring.

    \b
    Examples:
      bridge-ledger appeal lodge R-0001 --by-side EW --signed E,W --grounds "5H was clear"
      bridge-ledger appeal lodge P-0001 --signed N,S --grounds "we were not told of the time"
    """
    from ledger.subjects.appeals.facts import LodgeAppeal

    notation.require_text("the grounds", lodging.grounds, "--grounds: why the ruling is appealed")
    command = LodgeAppeal(
        case,
        appeals.appellant(desk.before(), case, lodging.side),
        lodging.grounds,
        lodging.signed,
        lodging.captain,
        lodging.claims,
        lodging.deposit,
        lodging.through,
        lodging.accept_late,
    )
    screens.effects.record(desk, command)


@appeal.command(cls=RecordingCommand)
@case_argument
@click.option("--admit/--reject", "admitted", default=None, help="Is it to be heard?")
@click.option(
    "--point",
    type=click.Choice(list(vocabulary.POINTS)),
    help="What it turns on: judgement, or a point of law or regulation.",
)
@reason_option
@deposit_option
def screen(
    desk: Desk, case: str, admitted: bool | None, point: Point | None, reason: str, deposit: DepositFate | None
) -> None:
    """Admit an appeal to be heard, or reject it; say whether it turns on judgement or on a point of law.

    \b
    Examples:
      bridge-ledger appeal screen A-0001 --admit --point judgement
      bridge-ledger appeal screen A-0002 --reject --reason "out of time"
    """
    from ledger.subjects.appeals.facts import ScreenAppeal

    if admitted is None:
        raise Misuse("usage", "is the appeal admitted or rejected?", "--admit or --reject")
    if admitted and deposit:
        raise Misuse("usage", "an appeal that is heard keeps its deposit until the decision", "leave --deposit out")
    screens.effects.record(desk, ScreenAppeal(case, admitted, point, reason, deposit))


@appeal.command(cls=RecordingCommand)
@case_argument
def confirm(desk: Desk, case: str) -> None:
    """Record that the appellant keeps up the appeal, although the ruling appealed was superseded by another.

    \b
    Examples:
      bridge-ledger appeal confirm A-0001
      bridge-ledger appeal confirm A-0001 -n
    """
    from ledger.subjects.appeals.facts import ConfirmAppeal

    screens.effects.record(desk, ConfirmAppeal(case))


@appeal.command(cls=RecordingCommand)
@case_argument
@click.option("--leave", default="", metavar="NAME", help="Who allowed it.")
@reason_option
@deposit_option
def withdraw(desk: Desk, case: str, leave: str, reason: str, deposit: DepositFate | None) -> None:
    """Withdraw an appeal, at the appellant's wish; the ruling stands.

    \b
    Examples:
      bridge-ledger appeal withdraw A-0001 --leave Ahlborn
      bridge-ledger appeal withdraw A-0001 --leave Ahlborn --reason "on seeing the poll"
    """
    from ledger.subjects.appeals.facts import WithdrawAppeal

    command = WithdrawAppeal(case, reason, leave, deposit)
    screens.effects.record(desk, command)


@appeal.command(cls=RecordingCommand)
@case_argument
@click.option("--committee", required=True, metavar="NAMES", help='Who heard it: "Berg, Dahl, Ek".')
@click.option("--chairman", default="", metavar="NAME", help="Which of them was in the chair.")
@click.option("--scribe", default="", metavar="NAME", help="Who wrote it down; he need not be of the committee.")
@click.option("--present", default="", metavar="NAMES", help="Who else was there: the players by seat, the director.")
@with_option
def hear(
    desk: Desk, case: str, committee: str, chairman: str, scribe: str, present: str, together: tuple[str, ...]
) -> None:
    """Record a hearing: the committee, who was present, and (--at) when; with --with, of both sides' appeals at once.

    \b
    Examples:
      bridge-ledger appeal hear A-0001 --committee "Berg, Dahl, Ek" --chairman Berg --scribe Ek
      bridge-ledger appeal hear A-0001 --committee "Berg, Ek" --present "N, S, Ahlborn" -n
    """
    from ledger.subjects.appeals.facts import HearAppeal

    heard_by, present_too = addresses.parse_names(committee), addresses.parse_names(present)
    command = HearAppeal(case, heard_by, present_too, chairman.strip(), scribe.strip(), together=together)
    screens.effects.record(desk, command)


@appeal.command(
    cls=AskingCommand,
    asks=(
        Asked("case", "Which appeal is decided? A-0001, or a1", needed=True),
        Asked(VERDICTS, one_of=True, needed=True),
        Asked(f"{' '.join(SCORES)} penalty", one_of=True, only_with="varied overturned"),
        Asked("recommendation", only_with="recommended"),
        *(Asked(name) for name in ("findings", "reason", "merit", "committee")),
    ),
)
@case_argument
@takes(verdict=VerdictOptions, score=ScoreOptions, deciding=DecidingOptions)
@with_option
def decide(
    desk: Desk,
    case: str,
    score: ScoreOptions,
    verdict: VerdictOptions,
    deciding: DecidingOptions,
    together: tuple[str, ...],
) -> None:
    """Decide an appeal: the verdict, its score, the deposit. Shows what moves, and asks; -n only shows.

    A point of law or regulation is the chief director's (93B1), judgement the committee's; without a committee the
    chief director decides all (93A). Where both sides appealed, --with decides both at once; else the second is decided
    on the score as the first left it.

    \b
    Examples:
      bridge-ledger appeal decide A-0001 --upheld --merit without --reason "clear on the facts" -n
      bridge-ledger appeal decide A-0001 --varied --weighted "30% 4SN=, 70% 4SN-1" --reason "often down" --yes
    """
    from ledger.subjects.appeals.facts import DecideAppeal

    adjudication = _adjudication(desk, case, verdict, score)
    command = DecideAppeal(case, adjudication, deciding.body, deciding.point, deciding.committee, together)
    screens.effects.ask_and_record(desk, command, f"Decide {case} so?")


@appeal.command(cls=RecordingCommand)
@case_argument
@takes(options=FurtherOptions)
def further(desk: Desk, case: str, options: FurtherOptions) -> None:
    """Take a decision to the next instance (Laws 93B1, 93C); the decision stays in force meanwhile.

    What goes there is the last decision on the ruling, whichever side appealed. The ledger keeps no time limit for this
    step: the next instance has its own.

    \b
    Examples:
      bridge-ledger appeal further A-0001 --by-side NS --signed N,S --to "the NA" --grounds "a principle"
    """
    from ledger.subjects.appeals.facts import AppealFurther

    command = AppealFurther(
        case,
        appeals.appellant(desk.before(), case, options.side),
        options.to,
        options.grounds,
        options.signed,
        options.captain,
        options.deposit,
        appeals.instance(options.to),
    )
    screens.effects.record(desk, command)


@appeal.command(cls=RecordingCommand)
@case_argument
@takes(verdict=VerdictOptions, score=ScoreOptions)
@click.option("--authority", default="", metavar="WHO", help="Who decided [default: whom it was taken to].")
@with_option
def review(
    desk: Desk, case: str, score: ScoreOptions, verdict: VerdictOptions, authority: str, together: tuple[str, ...]
) -> None:
    """Record what the next instance decided; nothing is above the regulating authority.

    A committee does not overrule the director on law (93B3): --upheld, or --recommended.

    \b
    Examples:
      bridge-ledger appeal review A-0001 --table-result --reason "no logical alternative" --yes
      bridge-ledger appeal review A-0001 --upheld --authority "the NA" -n
    """
    from ledger.subjects.appeals.facts import ReviewDecision

    command = ReviewDecision(case, _adjudication(desk, case, verdict, score), authority, together)
    screens.effects.ask_and_record(desk, command, f"Record this review of {case}?")


def _adjudication(desk: Desk, case: str, verdict: VerdictOptions, score: ScoreOptions) -> Adjudication:
    """Return the decision as typed; an offender not typed is that of the ruling, a declarer that of the table."""
    from ledger.session.case_numbers import require_appeal

    before = desk.before()
    offender = verdict.offender or notation.offender_of(before, require_appeal(before, case).against)
    read = notation.read(score, offender, lambda: notation.table_of(before, case))
    desk.note(read.note)
    return verdict.adjudication(read.score)


@appeal.command(cls=QueryCommand)
@case_argument
def show(desk: Desk, case: str) -> None:
    """Show the whole story of an appeal.

    \b
    Examples:
      bridge-ledger appeal show A-0001
      bridge-ledger appeal show A-0001 --json
    """
    screens.cases.show_case(desk, case)


@appeal.command("list", cls=QueryCommand)
def list_(desk: Desk) -> None:
    """List the appeals of the session, as `report docket` does.

    \b
    Examples:
      bridge-ledger appeal list
      bridge-ledger appeal list --json
    """
    screens.cases.print_docket(desk)
