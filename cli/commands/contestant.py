"""contestant sit-out, phantom, substitute, no-standing, withdraw, disqualify, list: who takes part."""

import re
from fractions import Fraction
from typing import Literal

import click

import ledger
from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.commands import QueryCommand, RecordingCommand, Verbs
from cli.options.declared import Options, ReopeningOptions, SeatChoice, law_option, option, reason_option, takes
from cli.options.names import parse_boards, parse_rounds
from cli.screens import effects, entries, lists
from ledger.errors import Misuse


@click.group(cls=Verbs, guide="taking-part")
def contestant() -> None:
    """Who takes part: pairs, teams and players who sit out, leave, or play in somebody's stead.

    Take one back with `undo` and the number of its event. More: `help taking-part`.
    """


@contestant.command("list", cls=QueryCommand)
@click.pass_context
def list_(context: click.Context) -> None:
    """List what was stated of who takes part, and the boards that are still to be played.

    \b
    Examples:
      bridge-ledger contestant list
      bridge-ledger contestant list --plain
    """
    lists.list_statements(Desk(context))


class SitOutOptions(Options):
    """When a contestant sits out, and whom it would have met."""

    round: int | None = option("--round", type=click.IntRange(1, 999), help="The round.")
    boards: str | None = option("--boards", metavar="5-6", help="The boards, where a sit-out has a score.")
    against: str | None = option("--against", metavar="CONTESTANT", help="Who withdrew, or is a phantom.")
    reason: str = option("--reason", default="", help="Why.")


@contestant.command("sit-out", cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@takes(asked=SitOutOptions, late=ReopeningOptions)
@click.pass_context
def sit_out(context: click.Context, who: str, asked: SitOutOptions, late: ReopeningOptions) -> None:
    """Say that a contestant sits out: no boards, or what the regulations give for them.

    Against a contestant that withdrew after half of the event, average plus on each of the boards.

    \b
    Examples:
      bridge-ledger contestant sit-out 7 --round 3
      bridge-ledger contestant sit-out 7 --round 6 --boards 11-12 --against 4
    """
    desk = Desk(context, writing=True)
    boards = parse_boards(asked.boards) if asked.boards else ()
    reopening = notation.reopening(late)
    effects.record(
        desk, ledger.facts.SitOut(who, boards, asked.against, asked.round, asked.reason, reopening=reopening)
    )


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def phantom(context: click.Context, who: str, reason: str, late: ReopeningOptions) -> None:
    """Say that nobody is a contestant: who meets it sits out, and boards that waited for it are cancelled.

    \b
    Examples:
      bridge-ledger contestant phantom 13 --reason "they never came"
      bridge-ledger contestant phantom 13EW -n
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.facts.DeclarePhantom(who, reason, reopening=notation.reopening(late)))


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
@click.pass_context
def substitute(context: click.Context, who: str, asked: SubstituteOptions) -> None:
    """Say who sat in a seat in somebody's stead (Laws 4, 34); refused where he sat elsewhere at the time.

    \b
    Examples:
      bridge-ledger contestant substitute 7NS --seat N --name "Jane Roe"
      bridge-ledger contestant substitute 7NS --seat S --name "Joe Doe" --rounds 3-4
    """
    from ledger.recording.people import find_substitute  # with the log: a Tab does not wait for it
    from ledger.session.places import known

    desk = Desk(context, writing=True)
    name = notation.require_text("--name", asked.name)
    session = desk.office.session(desk.session_id)
    whose = known(session, who)
    found = find_substitute(session, whose, name, asked.member.strip())
    rounds = parse_rounds(asked.rounds) if asked.rounds else ()
    seat = asked.seat
    player = found.named.seat
    command = ledger.facts.SeatSubstitute(
        whose, seat, player, rounds, found.elsewhere, asked.reason, named=(found.named,)
    )
    effects.report(desk, effects.submit(desk, command))


@contestant.command("no-standing", cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@click.option(
    "--cause", type=click.Choice(["stand-by", "emergency", "other"]), default="other", help="What it came in as."
)
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def no_standing(
    context: click.Context,
    who: str,
    cause: Literal["stand-by", "emergency", "other"],
    reason: str,
    late: ReopeningOptions,
) -> None:
    """Say that a contestant plays without standing: its opponents' scores count in full, its own give it no place.

    \b
    Examples:
      bridge-ledger contestant no-standing 14NS --cause stand-by
      bridge-ledger contestant no-standing 13NS --reason "plays for a missing pair"
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.facts.WithholdStanding(who, cause, reason, reopening=notation.reopening(late)))


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
@click.pass_context
def withdraw(context: click.Context, who: str, asked: WithdrawalOptions, late: ReopeningOptions) -> None:
    """Say that a contestant takes no further part.

    Before half of the event all scores against it are cancelled; after half they stand. In a Swiss they always do: each
    match is complete.

    \b
    Examples:
      bridge-ledger contestant withdraw 7 --after-round 3 --reason "unwell"
      bridge-ledger contestant withdraw 7NS --after-round 5 --good-reason -n
    """
    desk = Desk(context, writing=True)
    command = ledger.facts.WithdrawContestant(
        who,
        asked.after_round,
        asked.of,
        asked.good_reason,
        _percent(asked.fine),
        asked.reason,
        tournaments.is_swiss(desk, desk.session_id) if asked.stand is None else asked.stand,
        reopening=notation.reopening(late),
    )
    withdrawn = effects.ask_and_record(desk, command, "Withdraw this contestant?")
    entries.print_still_seated(desk, withdrawn, who)


def _percent(text: str) -> Fraction:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?%?", text):
        raise Misuse("usage", f"{text!r} is no percentage", "--fine 10")
    return Fraction(text.removesuffix("%"))


@contestant.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@click.option("--approved-by", required=True, metavar="WHO", help="Who approved it: the tournament organiser.")
@law_option
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def disqualify(
    context: click.Context, who: str, approved_by: str, laws: tuple[str, ...], reason: str, late: ReopeningOptions
) -> None:
    """Disqualify a contestant (Law 91B): it has no place, and its opponents' scores stand.

    \b
    Examples:
      bridge-ledger contestant disqualify 7 --law 91B --approved-by "the tournament organiser"
      bridge-ledger contestant disqualify 7NS --approved-by "the organiser" -n
    """
    desk = Desk(context, writing=True)
    command = ledger.facts.DisqualifyContestant(
        who, approved_by, notation.parse_laws(laws), reason, reopening=notation.reopening(late)
    )
    effects.ask_and_record(desk, command, "Disqualify this contestant?")
