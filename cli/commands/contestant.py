"""contestant sit-out, phantom, substitute, no-standing, withdraw, disqualify, list: who takes part."""

import re
from fractions import Fraction
from typing import Literal

import click

from cli import screens
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.addresses import parse_boards, parse_rounds
from cli.options.declared import LAWS, Options, ReopeningOptions, SeatChoice, option, reason_option, takes
from ledger.errors import Misuse


@click.group(cls=Verbs, guide="taking-part")
def contestant() -> None:
    """Record who takes part: sit-outs, substitutes, withdrawals and disqualifications of pairs, teams and players.

    Take one back with `undo` and the number of its event. More: `help taking-part`.
    """


@contestant.command("list", cls=QueryCommand)
def list_(desk: Desk) -> None:
    """List the recorded sit-outs, substitutes, withdrawals and the like, and the boards still to be played.

    \b
    Examples:
      bridge-ledger contestant list
      bridge-ledger contestant list --plain
    """
    from cli.views.participation import contestants_parts, contestants_value

    session = desk.session()
    value = contestants_value(session)
    desk.answer(value, contestants_parts(value, session), session)


class SitOutOptions(Options):
    """Options of a sit-out: its round, its boards, and the opponent who is missing."""

    round: int | None = option("--round", type=click.IntRange(1, 999), help="The round.")
    boards: str | None = option("--boards", metavar="5-6", help="The boards, where a sit-out has a score.")
    against: str | None = option("--against", metavar="CONTESTANT", help="Who withdrew, or is a phantom.")
    reason: str = option("--reason", default="", help="Why.")


@contestant.command("sit-out", cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@takes(options=SitOutOptions, late=ReopeningOptions)
def sit_out(desk: Desk, who: str, options: SitOutOptions, late: ReopeningOptions) -> None:
    """Record a sit-out: the contestant has no boards, or for them the score that the regulations give.

    Against a contestant that withdrew after half of the event, average plus on each of the boards.

    \b
    Examples:
      bridge-ledger contestant sit-out 7 --round 3
      bridge-ledger contestant sit-out 7 --round 6 --boards 11-12 --against 4
    """
    from ledger.subjects.participation.facts import SitOut

    boards = parse_boards(options.boards) if options.boards else ()
    reopening = notation.reopening(late)
    screens.effects.record(
        desk, SitOut(who, boards, options.against, options.round, options.reason, reopening=reopening)
    )


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@reason_option
@takes(late=ReopeningOptions)
def phantom(desk: Desk, who: str, reason: str, late: ReopeningOptions) -> None:
    """Say that nobody plays as this contestant: its opponents sit out, and boards that waited for it are cancelled.

    \b
    Examples:
      bridge-ledger contestant phantom 13 --reason "they never came"
      bridge-ledger contestant phantom 13EW -n
    """
    from ledger.subjects.participation.facts import DeclarePhantom

    declared = screens.effects.record(desk, DeclarePhantom(who, reason, reopening=notation.reopening(late)))
    screens.entries.print_withdrawal_steps(desk, declared, who)


class SubstituteOptions(Options):
    """Options of a substitute: the name, the seat, and the rounds to play."""

    seat: Literal["N", "E", "S", "W"] = option("--seat", required=True, type=SeatChoice(), help="The seat.")
    name: str = option("--name", required=True, metavar="NAME", help="His name: kept apart from the log, as all are.")
    member: str = option("--member", default="", metavar="NUMBER", help="The number of his membership.")
    rounds: str | None = option("--rounds", metavar="3-4", help="The rounds he sat there [default: all].")
    reason: str = option("--reason", default="", help="Why.")


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@takes(options=SubstituteOptions)
def substitute(desk: Desk, who: str, options: SubstituteOptions) -> None:
    """Record a substitute in a seat (Laws 4, 34); refused if he sat at another table at the time.

    \b
    Examples:
      bridge-ledger contestant substitute 7NS --seat N --name "Jane Roe"
      bridge-ledger contestant substitute 7NS --seat S --name "Joe Doe" --rounds 3-4
    """
    from ledger.recording.people import find_substitute  # loads the log: `--help` and Tab do without
    from ledger.session.places import label_as_entered
    from ledger.subjects.participation.facts import SeatSubstitute

    name = notation.require_text("--name", options.name)
    session = desk.office.session(desk.session_id)
    whose = label_as_entered(session, who)
    person = find_substitute(session, whose, name, options.member.strip())
    rounds = parse_rounds(options.rounds) if options.rounds else ()
    seat = options.seat
    player = person.named.seat
    command = SeatSubstitute(whose, seat, player, rounds, person.elsewhere, options.reason, named=(person.named,))
    screens.effects.report(desk, screens.effects.submit(desk, command))


@contestant.command("no-standing", cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@click.option(
    "--cause", type=click.Choice(["stand-by", "emergency", "other"]), default="other", help="What it came in as."
)
@reason_option
@takes(late=ReopeningOptions)
def no_standing(
    desk: Desk, who: str, cause: Literal["stand-by", "emergency", "other"], reason: str, late: ReopeningOptions
) -> None:
    """Say that a contestant plays without standing: its opponents' scores count in full, its own give it no place.

    \b
    Examples:
      bridge-ledger contestant no-standing 14NS --cause stand-by
      bridge-ledger contestant no-standing 13NS --reason "plays for a missing pair"
    """
    from ledger.subjects.participation.facts import WithholdStanding

    screens.effects.record(desk, WithholdStanding(who, cause, reason, reopening=notation.reopening(late)))


class WithdrawalOptions(Options):
    """Options of a withdrawal: when, why, and what happens to the scores against the contestant."""

    after_round: int | None = option("--after-round", type=click.IntRange(1, 999), help="The last round it played.")
    of: int | None = option(
        "--of",
        type=click.IntRange(1, 9999),
        metavar="NUMBER",
        help="How many boards it was to play (matches, in an all-play-all) [default: all there are].",
    )
    good_reason: bool = option(
        "--good-reason", is_flag=True, help="It keeps its place, with average minus for what it missed."
    )
    fine: str = option("--fine", default="0", metavar="PERCENT", help="With --good-reason: so much off a board.")
    stand: bool | None = option(
        "--stand/--by-half",
        default=None,
        help="Scores against it stand; or only after half of the event [default: they stand in a Swiss stage].",
    )
    reason: str = option("--reason", default="", help="Why.")


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@takes(options=WithdrawalOptions, late=ReopeningOptions)
def withdraw(desk: Desk, who: str, options: WithdrawalOptions, late: ReopeningOptions) -> None:
    """Say that a contestant takes no further part.

    Before half of the event all scores against it are cancelled; after half they stand. In a Swiss they always do: each
    match is complete.

    \b
    Examples:
      bridge-ledger contestant withdraw 7 --after-round 3 --reason "unwell"
      bridge-ledger contestant withdraw 7NS --after-round 5 --good-reason -n
    """
    from cli.desk import tournaments
    from ledger.subjects.participation.facts import WithdrawContestant

    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?%?", options.fine):
        raise Misuse("usage", f"{options.fine!r} is no percentage", "--fine 10")
    command = WithdrawContestant(
        who,
        options.after_round,
        options.of,
        options.good_reason,
        Fraction(options.fine.removesuffix("%")),
        options.reason,
        tournaments.is_swiss(desk, desk.session_id) if options.stand is None else options.stand,
        reopening=notation.reopening(late),
    )
    withdrawn = screens.effects.ask_and_record(desk, command, "Withdraw this contestant?")
    screens.entries.print_withdrawal_steps(desk, withdrawn, who)


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@click.option("--approved-by", required=True, metavar="WHO", help="Who approved it: the tournament organiser.")
@click.option("--law", "laws", **LAWS, help="The Law applied (can be repeated).")
@reason_option
@takes(late=ReopeningOptions)
def disqualify(
    desk: Desk, who: str, approved_by: str, laws: tuple[str, ...], reason: str, late: ReopeningOptions
) -> None:
    """Disqualify a contestant (Law 91B): it has no place, and its opponents' scores stand.

    \b
    Examples:
      bridge-ledger contestant disqualify 7 --law 91B --approved-by "the tournament organiser"
      bridge-ledger contestant disqualify 7NS --approved-by "the organiser" -n
    """
    from ledger.subjects.participation.facts import DisqualifyContestant

    command = DisqualifyContestant(who, approved_by, laws, reason, reopening=notation.reopening(late))
    disqualified = screens.effects.ask_and_record(desk, command, "Disqualify this contestant?")
    screens.entries.print_withdrawal_steps(desk, disqualified, who)
