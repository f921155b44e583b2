"""ruling add, amend, notify, confirm, withdraw, show, list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import screens
from cli.desk.asked import Asked, AskingCommand
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import declared, notation
from cli.options.addresses import Address, Case
from cli.words import vocabulary

if TYPE_CHECKING:
    from ledger.laws.citation import Subject
    from ledger.subjects.rulings.facts import Cause, Grounds, Offender


@click.group(cls=Verbs, guide="a-ruling")
def ruling() -> None:
    """Give, amend, withdraw and show rulings."""


class GroundsOptions(declared.Options):
    """Options for the grounds of a ruling, whether both sides were told, and whether it is provisional."""

    HEADING = declared.Heading("The grounds")

    offender: Offender | None = declared.option(
        "--offender",
        type=declared.SideChoice(*vocabulary.OFFENDERS),
        metavar="SIDE",
        help="The offending side: NS, EW, both, none, outside.",
    )
    laws: tuple[str, ...] = declared.option("--law", **declared.LAWS, help="The Law applied; again for more.")
    infraction: bool | None = declared.option(
        "--infraction/--no-infraction", default=None, help="Was there an infraction?"
    )
    damage: bool | None = declared.option("--damage/--no-damage", default=None, help="Was there damage?")
    facts: str | None = declared.option("--facts", metavar="TEXT", help="What happened.")
    findings: str | None = declared.option("--findings", metavar="TEXT", help="What the director found.")
    reason: str | None = declared.option("--reason", metavar="TEXT", help="Why this ruling.")
    alternatives: tuple[str, ...] = declared.option(
        "--alternative", multiple=True, metavar="CALL", help="A logical alternative; again for more."
    )
    disallowed: tuple[str, ...] = declared.option(
        "--disallowed", multiple=True, metavar="CALL", help='Not to be weighted: "4SN", "S 5H over double".'
    )
    legal_route: str | None = declared.option(
        "--legal-route", metavar="TEXT", help="How a disallowed score is reached legally."
    )
    consulted: tuple[str, ...] = declared.option(
        "--consulted", multiple=True, metavar="NAME", help="A director who was asked; again for more."
    )
    provisional: bool = declared.option("--provisional", is_flag=True, help="For now; `ruling amend` gives the ruling.")
    notified: bool = declared.option(
        "--notified", is_flag=True, heading=declared.Heading("Who was told"), help="Both sides were told."
    )
    told_of_appeal: bool = declared.option(
        "--told-of-appeal",
        is_flag=True,
        heading=declared.Heading("Who was told"),
        help="Both sides, and of the right to appeal.",
    )

    @property
    def both_notified(self) -> bool:
        """True if both sides were told of the ruling, by --notified or by --told-of-appeal."""
        return self.notified or self.told_of_appeal

    def stated(self) -> Grounds:
        """Return the grounds of a ruling as typed; a ground that was not typed is None."""
        from ledger.subjects.rulings.facts import Grounds

        return Grounds(
            offender=self.offender,
            laws=self.laws or None,
            disallowed=self.disallowed or None,
            legal_route=self.legal_route,
            facts=self.facts,
            findings=self.findings,
            infraction=self.infraction,
            damage=self.damage,
            alternatives=self.alternatives or None,
            consulted=self.consulted or None,
            reason=self.reason,
        )


@ruling.command(
    cls=AskingCommand,
    asks=(
        Asked("board", "Which board and table? 23/1", needed=True),
        Asked("call"),
        Asked("facts"),
        Asked(" ".join(declared.SCORES), one_of=True, needed=True),
        *(Asked(name) for name in ("offender", "laws", "infraction", "damage", "findings", "alternatives")),
        *(Asked(name) for name in ("disallowed", "reason", "consulted")),
        Asked("notified told_of_appeal", one_of=True),
    ),
)
@declared.board_argument
@declared.takes(score=declared.ScoreOptions, grounds=GroundsOptions)
@click.option(
    "--call",
    "call",
    cls=declared.HeadedOption,
    type=Case(),
    heading=GroundsOptions.HEADING,
    metavar="CASE",
    help="The call it answers: C-0001.",
)
@click.option(
    "--subject",
    "subjects",
    cls=declared.HeadedOption,
    heading=GroundsOptions.HEADING,
    multiple=True,
    type=click.Choice(list(vocabulary.SUBJECTS), case_sensitive=False),
    metavar="SUBJECT",
    help="What it is about [default: by the Laws cited]; again for more: help casebook.",
)
@click.option("--tricks", is_flag=True, help="Show the tricks at double dummy beside it.")
@declared.takes(seats=declared.SeatsOptions)
@declared.switched_option
@declared.takes(late=declared.ReopeningOptions)
def add(
    desk: Desk,
    board: Address,
    seats: declared.SeatsOptions,
    score: declared.ScoreOptions,
    grounds: GroundsOptions,
    call: str | None,
    subjects: tuple[Subject, ...],
    tricks: bool,
    switched: bool,
    late: declared.ReopeningOptions,
) -> None:
    """Give a ruling on a board at a table: one kind of score, and the grounds for it.

    \b
    Examples:
      bridge-ledger ruling add 23/1 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B --call C-0001
      bridge-ledger ruling add 7 --ns 3NS --artificial A+/A- --offender EW --reason "arrived late"
    """
    from ledger.subjects.rulings.facts import GiveRuling

    beside = screens.boards.board_tricks(desk, board[0]) if tricks else None
    where = notation.where(board, seats, switched=switched)
    from ledger.session import places

    read = notation.read(score, grounds.offender, lambda: places.find(desk.before(), where))
    command = GiveRuling(
        adjustment=notation.require_score(read.score),
        where=where,
        grounds=grounds.stated(),
        call=call,
        provisional=grounds.provisional,
        notified=grounds.both_notified,
        right_to_appeal=grounds.told_of_appeal,
        subjects=subjects,
        reopening=notation.reopening(late),
    )
    desk.note(read.note)
    effect = screens.effects.record(desk, command)
    if beside:
        screens.boards.print_ruled_contract_tricks(desk, effect, beside)


@ruling.command(cls=RecordingCommand)
@declared.case_argument
@declared.takes(score=declared.ScoreOptions, grounds=GroundsOptions)
@click.option(
    "--cause", type=click.Choice(list(vocabulary.CAUSES)), help="Once scores are out: why another takes its place"
)
@click.option("--order", type=Case(), metavar="CASE", help="With --cause order: the decision that orders it, A-0001.")
@click.option("--table", metavar="TABLE", help="The table it is of, where it was entered at another: it moves there.")
@declared.takes(late=declared.ReopeningOptions)
def amend(
    desk: Desk,
    case: str,
    score: declared.ScoreOptions,
    grounds: GroundsOptions,
    cause: Cause | None,
    order: str | None,
    table: str | None,
    late: declared.ReopeningOptions,
) -> None:
    """Amend a ruling; what is not typed stays as it was. With --cause, a new ruling supersedes the old one.

    \b
    Examples:
      bridge-ledger ruling amend R-0001 --facts "about ten seconds, not five"
      bridge-ledger ruling amend R-0001 --weighted "1/3 4SN=, 2/3 4SN-1"
      bridge-ledger ruling amend R-0001 --table 5 -n    # it was entered at the wrong table
    """
    from ledger.subjects.rulings.facts import AmendRuling

    before = desk.before()
    offender = grounds.offender or notation.offender_of(before, case)
    read = notation.read(score, offender, lambda: notation.table_of(before, case))
    command = AmendRuling(
        case=case,
        adjustment=read.score,
        grounds=grounds.stated(),
        cause=cause,
        order=order,
        table=table,
        provisional=grounds.provisional,
        notified=grounds.both_notified,
        right_to_appeal=grounds.told_of_appeal,
        reopening=notation.reopening(late),
    )
    desk.note(read.note)
    screens.effects.record(desk, command)


@ruling.command(cls=RecordingCommand)
@declared.case_argument
@click.option("--told-of-appeal", is_flag=True, help="And of the right to appeal.")
def notify(desk: Desk, case: str, told_of_appeal: bool) -> None:
    """Record that both sides were told of a ruling, now or (--at) when.

    \b
    Examples:
      bridge-ledger ruling notify R-0001 --told-of-appeal
      bridge-ledger ruling notify R-0001 --at 22:50
    """
    from ledger.subjects.rulings.facts import NotifySides

    screens.effects.record(desk, NotifySides(case, told_of_appeal))


@ruling.command(cls=RecordingCommand)
@declared.case_argument
@declared.reason_option
def confirm(desk: Desk, case: str, reason: str) -> None:
    """Say that a ruling holds, although the result or the seating on which it rests was corrected since.

    It covers the appeals and the penalties that rest on the ruling. `check` lists what is to be looked at again.

    \b
    Examples:
      bridge-ledger ruling confirm R-0001 --reason "one trick more or fewer makes no difference"
    """
    from ledger.subjects.rulings.facts import ConfirmRuling

    screens.effects.record(desk, ConfirmRuling(case, reason))


@ruling.command(cls=RecordingCommand)
@declared.case_argument
@declared.reason_option
@declared.takes(late=declared.ReopeningOptions)
def withdraw(desk: Desk, case: str, reason: str, late: declared.ReopeningOptions) -> None:
    """Withdraw a ruling: what was in force before is in force again; the ruling stays in the log.

    \b
    Examples:
      bridge-ledger ruling withdraw R-0001 --reason "wrong table"
      bridge-ledger ruling withdraw R-0001 -n
    """
    from ledger.subjects.rulings.facts import WithdrawRuling

    screens.effects.record(desk, WithdrawRuling(case, reason, reopening=notation.reopening(late)))


@ruling.command(cls=QueryCommand)
@declared.case_argument
def show(desk: Desk, case: str) -> None:
    """Show the whole story of a ruling.

    \b
    Examples:
      bridge-ledger ruling show R-0001
      bridge-ledger ruling show R-0001 --json
    """
    screens.cases.show_case(desk, case)


@ruling.command("list", cls=QueryCommand)
def list_(desk: Desk) -> None:
    """List the rulings of the session, with what is in force.

    \b
    Examples:
      bridge-ledger ruling list
      bridge-ledger ruling list --as-of end-of-play
    """
    from cli.views.rulings import RulingsAnswer, ruling_row
    from ledger.subjects.rulings.state import register

    session = desk.session()
    edition = session.regulations.edition
    rulings = RulingsAnswer(tuple(ruling_row(entry, edition) for entry in register(session, desk.now(session))))
    desk.answer(rulings, [rulings.table], session)
