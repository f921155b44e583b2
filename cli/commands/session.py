"""session open, list, show, amend, enter, remove-contestants, add-boards, remove-boards, carry-over, clock, close."""

import sys
from pathlib import Path

import click

from cli import screens
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options import addresses, notation
from cli.options.declared import ENTRIES, MEMBERS, ReopeningOptions, reason_option, takes
from cli.options.sessions import ClockOptions, OpeningOptions, parse_events
from ledger.errors import Misuse


@click.group(cls=Verbs, guide="first-evening")
def session() -> None:
    """Open, list, show and close sessions."""


@session.command("open", cls=RecordingCommand)
@click.argument("name")
@takes(opening=OpeningOptions)
def open_(desk: Desk, name: str, opening: OpeningOptions) -> None:
    """Open a session by hand.

    \b
    Examples:
      bridge-ledger session open thursday --boards 1-24 --contestants 1-14NS,1-14EW
      bridge-ledger session open teams --scoring teams --boards 1-24 --contestants Norway,Iceland
    """
    from cli.options import openings

    command = openings.opening(name, opening)
    screens.effects.record(desk, command, name)


@session.command("list", cls=WholeLedgerCommand)
def list_(desk: Desk) -> None:
    """List the sessions of the database.

    \b
    Examples:
      bridge-ledger session list
      bridge-ledger session list --json
    """
    screens.sessions.list_sessions(desk)


@session.command(cls=QueryCommand)
def show(desk: Desk) -> None:
    """Show a session: its boards, contestants, and the regulations it is scored by.

    \b
    Examples:
      bridge-ledger session show
      bridge-ledger session show --session thursday
    """
    screens.sessions.show_session(desk)


@session.command(cls=RecordingCommand)
@click.option("--profile", metavar="NAME|FILE.toml", help="The regulations from now on [default: as they are].")
@click.option(
    "--regulation", "changes", multiple=True, metavar="NAME=VALUE", help="Change one regulation; again for more."
)
@reason_option
@takes(late=ReopeningOptions)
def amend(desk: Desk, profile: str | None, changes: tuple[str, ...], reason: str, late: ReopeningOptions) -> None:
    """Change the regulations of a session in its course, one or all; the ripple shows what moves.

    `session show` names each of them, with its value; `help regulations` says what there is to choose.

    \b
    Examples:
      bridge-ledger session amend --profile ebu --reason "announced before round 3" --yes
      bridge-ledger session amend --regulation participation.sit_out=60% -n
    """
    from cli.options import openings
    from ledger.subjects.play.facts import AmendRegulations

    if not (profile or changes):
        raise Misuse(
            "usage", "what do you want to change?", "--regulation NAME=VALUE, one of them; --profile NAME, all"
        )
    session = desk.office.session(desk.session_id)
    current = openings.regulations(profile, day=session.opening.date) if profile else session.regulations
    command = AmendRegulations(openings.change_values(current, changes), reason, reopening=notation.reopening(late))
    screens.effects.ask_and_record(desk, command, "Amend the regulations?")


@session.command(cls=RecordingCommand)
@click.argument("contestants", required=False)
@click.argument("players", nargs=-1)
@ENTRIES
@MEMBERS
def enter(
    desk: Desk, contestants: str | None, players: tuple[str, ...], file: Path | None, members: Path | None
) -> None:
    """Enter contestants, with who they are: names in full, or a few letters of those on the club's list of members.

    Several with a number each, without names; one with its players, `&` between them, the number of the membership in
    brackets; all of an evening from a table. On a terminal, without any, they are asked one after the other. More:
    `help entries`.

    \b
    Examples:
      bridge-ledger session enter 15NS,15EW
      bridge-ledger session enter 16NS "Ann Bell (1234) & Carl Dunn" -n
      bridge-ledger session enter 15EW "bel an & dun c" --members members.csv
    """
    from cli.entry import entering
    from cli.terminal import prompts

    if contestants or file or not (prompts.can_ask_facts(desk.settings) and sys.stdout.isatty()):
        screens.entries.enter(desk, contestants, players, file, members)
    else:
        entering.enter_contestants(desk, members)


@session.command("remove-contestants", cls=RecordingCommand)
@click.argument("contestants")
@reason_option
def remove_contestants(desk: Desk, contestants: str, reason: str) -> None:
    """Take out contestants who were entered by mistake, with their names.

    Nothing may be recorded of them. Somebody who leaves withdraws: `contestant withdraw`.

    \b
    Examples:
      bridge-ledger session remove-contestants 15NS,15EW --reason "they play on Friday" -n
    """
    screens.entries.remove(desk, contestants, reason)


@session.command("add-boards", cls=RecordingCommand)
@click.argument("boards")
def add_boards(desk: Desk, boards: str) -> None:
    """Add boards to a session. `undo` takes them out again while nothing is recorded on them.

    \b
    Examples:
      bridge-ledger session add-boards 25-27
      bridge-ledger session add-boards 28 -n
    """
    from ledger.subjects.play.facts import AddBoards

    screens.effects.record(desk, AddBoards(addresses.parse_boards(boards)))


@session.command("remove-boards", cls=RecordingCommand)
@click.argument("boards")
@reason_option
def remove_boards(desk: Desk, boards: str, reason: str) -> None:
    """Take boards out of a session that were not played, so that `check` does not list them as missing.

    Nothing may be recorded on them. `undo` puts them in again.

    \b
    Examples:
      bridge-ledger session remove-boards 27 --reason "we ended a round early" -n
    """
    from ledger.subjects.play.facts import RemoveBoards

    screens.effects.record(desk, RemoveBoards(addresses.parse_boards(boards), reason))


@session.command(cls=RecordingCommand)
@click.argument("results", metavar="N|most")
@reason_option
@takes(late=ReopeningOptions)
def expect(desk: Desk, results: str, reason: str, late: ReopeningOptions) -> None:
    """Set the number of results of every board, so that an extra result on one does not change the tops of all.

    Without it, as many as any board has: `most`. It is for matchpoints and cross-imps; `help scoring` says how boards
    with fewer results, and with more, are scored.

    \b
    Examples:
      bridge-ledger session expect 13 --reason "board 7 was played at table 14 by mistake"
      bridge-ledger session expect most
    """
    from cli.options import openings
    from ledger.subjects.play.facts import ExpectResults

    command = ExpectResults(openings.parse_results(results), reason, reopening=notation.reopening(late))
    screens.effects.record(desk, command)


@session.command("carry-over", cls=RecordingCommand)
@click.argument("team")
@click.argument("imps", metavar="IMPS")
@reason_option
@takes(late=ReopeningOptions)
def carry_over(desk: Desk, team: str, imps: str, reason: str, late: ReopeningOptions) -> None:
    """Say how many IMPs a team brings into its knockout match.

    A rule of the tournament (`tournament carry rule`) sets them for every match; IMPs set here for either of the two
    teams replace the rule's, for both.

    \b
    Examples:
      bridge-ledger session carry-over Norway 5.5 --reason "won by 16 in the qualifying"
      bridge-ledger session carry-over Norway 0 --reason "the two had not met"
    """
    from cli.options import openings
    from ledger.subjects.play.facts import SetCarryOver

    command = SetCarryOver(team, openings.parse_imps(imps), reason, reopening=notation.reopening(late))
    screens.effects.record(desk, command)


@session.command(cls=RecordingCommand)
@click.argument("events")
@takes(wrong=ClockOptions)
@reason_option
def clock(desk: Desk, events: str, wrong: ClockOptions, reason: str) -> None:
    """Correct the times of events that were recorded with a wrong clock: 6, 6-9, or 6- to the last.

    The events stay, in their order. Periods and everything else then go by the corrected times; a time typed with --at
    stays as it was typed. For a tournament's own events: --session with its name. `undo` takes it back.

    \b
    Examples:
      bridge-ledger session clock 6 --ahead 5s -n
      bridge-ledger session clock 3- --behind 5s --reason "its battery was flat" --yes
    """
    from ledger.subjects.clocks.facts import CorrectClock

    stream = desk.deciding_stream()
    first, last = parse_events(events, stream.number)
    command = CorrectClock(first, last, wrong.seconds, reason)
    screens.effects.ask_and_record(desk, command, screens.sessions.clock_question(desk, stream, command))


@session.command(cls=RecordingCommand)
@reason_option
def close(desk: Desk, reason: str) -> None:
    """Close the session: nothing more is recorded, until the closing is undone.

    \b
    Examples:
      bridge-ledger session close -n
      bridge-ledger session close --reason "all appeals decided" --yes
    """
    from cli.words import next_steps  # loads the session: `--help` and Tab do without
    from ledger.subjects.play.facts import CloseSession

    waiting = next_steps.list_open_calls(desk.office.stream(desk.session_id))
    still_open = f" Still open: {', '.join(waiting)}." if waiting else ""
    screens.effects.ask_and_record(desk, CloseSession(reason), f"Close the session?{still_open}")
