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
    """Who takes part: pairs, teams and players who sit out, leave, or play in somebody's stead.

    Take one back with `undo` and the number of its event. More: `help taking-part`.
    """


@contestant.command("list", cls=QueryCommand)
def list_(desk: Desk) -> None:
    """List what was stated of who takes part, and the boards that are still to be played.

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
    """When a contestant sits out, and whom it would have met."""

    round: int | None = option("--round", type=click.IntRange(1, 999), help="The round.")
    boards: str | None = option("--boards", metavar="5-6", help="The boards, where a sit-out has a score.")
    against: str | None = option("--against", metavar="CONTESTANT", help="Who withdrew, or is a phantom.")
    reason: str = option("--reason", default="", help="Why.")


@contestant.command("sit-out", cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@takes(asked=SitOutOptions, late=ReopeningOptions)
def sit_out(desk: Desk, who: str, asked: SitOutOptions, late: ReopeningOptions) -> None:
    """Say that a contestant sits out: no boards, or what the regulations give for them.

    Against a contestant that withdrew after half of the event, average plus on each of the boards.

    \b
    Examples:
      bridge-ledger contestant sit-out 7 --round 3
      bridge-ledger contestant sit-out 7 --round 6 --boards 11-12 --against 4
    """
    from ledger.subjects.participation.facts import SitOut

    boards = parse_boards(asked.boards) if asked.boards else ()
    reopening = notation.reopening(late)
    screens.effects.record(desk, SitOut(who, boards, asked.against, asked.round, asked.reason, reopening=reopening))


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@reason_option
@takes(late=ReopeningOptions)
def phantom(desk: Desk, who: str, reason: str, late: ReopeningOptions) -> None:
    """Say that nobody is a contestant: who meets it sits out, and boards that waited for it are cancelled.

    \b
    Examples:
      bridge-ledger contestant phantom 13 --reason "they never came"
      bridge-ledger contestant phantom 13EW -n
    """
    from ledger.subjects.participation.facts import DeclarePhantom

    declared = screens.effects.record(desk, DeclarePhantom(who, reason, reopening=notation.reopening(late)))
    screens.entries.print_missed(desk, declared, who)


class SubstituteOptions(Options):
    """Who a substitute is, where he sat, and when."""

    seat: Literal["N", "E", "S", "W"] = option("--seat", required=True, type=SeatChoice(), help="The seat.")
    name: str = option("--name", required=True, metavar="NAME", help="His name: kept apart from the log, as all are.")
    member: str = option("--member", default="", metavar="NUMBER", help="The number of his membership.")
    rounds: str | None = option("--rounds", metavar="3-4", help="The rounds he sat there [default: all].")
    reason: str = option("--reason", default="", help="Why.")


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@takes(asked=SubstituteOptions)
def substitute(desk: Desk, who: str, asked: SubstituteOptions) -> None:
    """Say who sat in a seat in somebody's stead (Laws 4, 34); refused where he sat elsewhere at the time.

    \b
    Examples:
      bridge-ledger contestant substitute 7NS --seat N --name "Jane Roe"
      bridge-ledger contestant substitute 7NS --seat S --name "Joe Doe" --rounds 3-4
    """
    from ledger.recording.people import find_substitute  # with the log: a Tab does not wait for it
    from ledger.session.places import known
    from ledger.subjects.participation.facts import SeatSubstitute

    name = notation.require_text("--name", asked.name)
    session = desk.office.session(desk.session_id)
    whose = known(session, who)
    found = find_substitute(session, whose, name, asked.member.strip())
    rounds = parse_rounds(asked.rounds) if asked.rounds else ()
    seat = asked.seat
    player = found.named.seat
    command = SeatSubstitute(whose, seat, player, rounds, found.elsewhere, asked.reason, named=(found.named,))
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
    """When a contestant left, and for what reason."""

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
    fine: str = option("--fine", default="0", metavar="PERCENT", help="With --good-reason: less so much a board.")
    stand: bool | None = option(
        "--stand/--by-half",
        default=None,
        help="Scores against it stand; or only after half of the event [default: they stand in a Swiss stage].",
    )
    reason: str = option("--reason", default="", help="Why.")


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@takes(asked=WithdrawalOptions, late=ReopeningOptions)
def withdraw(desk: Desk, who: str, asked: WithdrawalOptions, late: ReopeningOptions) -> None:
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

    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?%?", asked.fine):
        raise Misuse("usage", f"{asked.fine!r} is no percentage", "--fine 10")
    command = WithdrawContestant(
        who,
        asked.after_round,
        asked.of,
        asked.good_reason,
        Fraction(asked.fine.removesuffix("%")),
        asked.reason,
        tournaments.is_swiss(desk, desk.session_id) if asked.stand is None else asked.stand,
        reopening=notation.reopening(late),
    )
    withdrawn = screens.effects.ask_and_record(desk, command, "Withdraw this contestant?")
    screens.entries.print_missed(desk, withdrawn, who)


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@click.option("--approved-by", required=True, metavar="WHO", help="Who approved it: the tournament organiser.")
@click.option("--law", "laws", **LAWS, help="The Law applied: 90B2 (can be repeated).")
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
    screens.entries.print_missed(desk, disqualified, who)
