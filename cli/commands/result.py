"""result, enter: results of the tables."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from cli import screens
from cli.desk.asked import Asked, AskingCommand
from cli.desk.commands import RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import addresses, declared, notation
from cli.options.addresses import Address, Addresses, BoardArgument, BoardsArgument
from cli.words import vocabulary
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.subjects.rulings.facts import Offender


LINES = "-"
"""Typed instead of a board if the slips come on standard input."""
_LEAD = click.option("--lead", metavar="CARD", help="The opening lead: SA, HT.")
_RESULT = click.argument("result_", metavar="RESULT")
_NOT_PLAYED = ("np", "not-played", "not played", "unplayed", "notplayed")
_ARTIFICIAL = re.compile(r"(A[+-]?|A?[0-9]{2}%?)/(A[+-]?|A?[0-9]{2}%?)", re.IGNORECASE)
_MINUS_IS_NO_OPTION = {"ignore_unknown_options": True}
"""For commands whose RESULT may be a bare score for East–West, which begins with a minus."""


@click.group(cls=Verbs, guide="first-evening")
def result() -> None:
    """Record, correct and void table results."""


class BoardOrLines(BoardArgument):
    """The argument for a board and its table, which also accepts `-`: slips from standard input."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Parse the address of a board and table; return `-` unchanged."""
        return LINES if value and tuple(value) == (LINES,) else super().type_cast_value(ctx, value)


@result.command(
    cls=AskingCommand,
    context_settings=_MINUS_IS_NO_OPTION,
    asks=(
        Asked("board", "Which board and table? 23/1", needed=True),
        Asked("ns"),
        Asked("ew"),
        Asked("result_", "Which result? 4SN=, 3NTE+1, PASS, or North–South's score: +620, -50", needed=True),
    ),
)
@click.argument("board", cls=BoardOrLines, required=False)
@declared.takes(seats=declared.SeatsOptions)
@click.argument("result_", metavar="RESULT", required=False)
@declared.declarer_option
@_LEAD
@declared.switched_option
@declared.takes(late=declared.ReopeningOptions)
def add(
    desk: Desk,
    board: Address | str | None,
    seats: declared.SeatsOptions,
    result_: str | None,
    declarer: str | None,
    lead: str | None,
    switched: bool,
    late: declared.ReopeningOptions,
) -> int:
    """Record a table's result: 4SN= 3NTE+1 5HXE-1 PASS, or a bare score +620.

    \b
    Examples:
      bridge-ledger result add 23/1 4SN= --ns 1NS --ew 14EW
      bridge-ledger result add 24/1 4SN= --ns 14EW --ew 1NS --switched
    """
    from ledger.subjects.play.facts import RecordResult

    if (board is None or isinstance(board, str)) and result_ in (None, LINES):
        from cli.entry import taken_lines

        given = [name for name, value in desk.context.params.items() if value and value != LINES and name != "board"]
        if given:
            name = given[0].strip("_").replace("_", "-")
            raise Misuse("usage", f"{name} belongs in the lines: type it with each slip", "`help entering`")
        if desk.context.params["board"] is None and sys.stdin.isatty():
            raise Misuse("usage", "which board?", "`result add 23/1 4SN=`; slips one after the other: `enter`")
        return taken_lines.record_slips(desk)
    if board is None or isinstance(board, str) or result_ is None:
        raise Misuse("usage", "RESULT is missing", "`result add 23/1 4SN=`; slips one after the other: `enter`")
    at = "/".join(filter(None, (str(board.board), board.table)))
    if result_.casefold() in _NOT_PLAYED:
        recorded = f"`result not-played {at}`, with --ns, --ew and --fault"
        raise Misuse("bad-result", f"{result_} is no result", recorded)
    if _ARTIFICIAL.fullmatch(result_):
        award = f"`ruling add {at} --artificial {result_.upper()}`"
        raise Misuse("bad-result", f"{result_} is no result: an artificial score is a ruling", award)
    where, read = notation.where(board, seats, switched=switched), notation.result(result_, declarer)
    card = notation.lead(lead)
    screens.effects.record(desk, RecordResult(where, read, card, reopening=notation.reopening(late)))
    return 0


@result.command(cls=RecordingCommand, context_settings=_MINUS_IS_NO_OPTION)
@declared.board_argument
@declared.takes(seats=declared.SeatsOptions)
@click.argument("result_", metavar="[RESULT]", required=False)
@declared.takes(really=declared.CorrectSeatingOptions)
@declared.declarer_option
@_LEAD
@declared.reason_option
@click.option("--agreed", metavar="SIDES", help="The sides that agree to it: NS,EW.")
@declared.takes(late=declared.ReopeningOptions)
def correct(
    desk: Desk,
    board: Address,
    seats: declared.SeatsOptions,
    result_: str | None,
    really: declared.CorrectSeatingOptions,
    declarer: str | None,
    lead: str | None,
    reason: str,
    agreed: str | None,
    late: declared.ReopeningOptions,
) -> None:
    """Put a scoring error right (Law 79C): the result, its board, or who sat there. An irregularity: `ruling add`.

    What was ruled and appealed at the table stays, and goes with those who sat there. A result that was entered on the
    wrong board goes to its own, --now-board 10; with --exchange what the table has there comes here.

    \b
    Examples:
      bridge-ledger result correct 23/1 4SN-1 --agreed NS,EW --reason "nine tricks, not ten"
      bridge-ledger result correct 9/2 --now-ns 6     # pair 6 sat North–South
      bridge-ledger result correct 9/3 --swapped      # who sat North–South was East–West
    """
    from ledger.subjects.play.facts import CorrectResult, MoveResult
    from ledger.subjects.seating.facts import CorrectSeating

    where, reopening = notation.where(board, seats), notation.reopening(late)
    if really.now_board:
        # Moving a result and correcting it are two events, and so two commands.
        seats_too = (really.now_ns, really.now_ew, really.now_table, really.now_round, really.swapped, really.switched)
        if result_ or declarer or lead or agreed or any(seats_too):
            hint = "move the result first, then correct it; if two results were typed on each other's board: --exchange"
            raise Misuse("usage", "a wrong board is corrected in a command of its own", hint)
        move = MoveResult(where, really.now_board, really.exchange, reason, reopening=reopening)
        screens.effects.record(desk, move)
        return
    seating = notation.read_correct_seating(board[0], really)
    command: CorrectResult | CorrectSeating
    if seating is None:
        read = notation.result(notation.require_result(result_), declarer)
        sides = addresses.parse_sides(agreed, "--agreed") if agreed else ()
        command = CorrectResult(where, read, notation.lead(lead), reason, sides, reopening=reopening)
    elif result_ or declarer or lead or agreed:
        raise Misuse("usage", "the result and who sat there are two corrections", "type a command for each")
    else:
        command = CorrectSeating(where, seating, really.swapped, really.exchange, reason, reopening=reopening)
    screens.effects.record(desk, command)


@result.command(cls=RecordingCommand)
@declared.board_argument
@declared.takes(seats=declared.SeatsOptions)
@declared.reason_option
@declared.takes(late=declared.ReopeningOptions)
def void(
    desk: Desk, board: Address, seats: declared.SeatsOptions, reason: str, late: declared.ReopeningOptions
) -> None:
    """Void a result that was never made: entered on the wrong board or at the wrong table.

    \b
    Examples:
      bridge-ledger result void 23/1 --reason "entered on the wrong board" --yes
      bridge-ledger result void 5/2 -n
    """
    from ledger.subjects.play.facts import VoidResult

    command = VoidResult(notation.where(board, seats), reason, reopening=notation.reopening(late))
    screens.effects.ask_and_record(desk, command, "Void this result?")


class FaultOptions(declared.Options):
    """Options for a board that was not played: the side at fault, or no score and the board played instead."""

    fault: Offender = declared.option(
        "--fault",
        type=declared.SideChoice(*vocabulary.FAULTS),
        default="none",
        help="Directly at fault: average minus.",
    )
    partly: Offender = declared.option(
        "--partly",
        type=declared.SideChoice("NS", "EW", "both", "none"),
        default="none",
        help="Only partly at fault: average. Who is in no way at fault has average plus.",
    )
    no_score: bool = declared.option(
        "--no-score", is_flag=True, help="No board for either side, as a scheduled sit-out; of teams, in both rooms."
    )
    replaced_by: int | None = declared.option(
        "--replaced-by", type=click.IntRange(1), metavar="BOARD", help="With --no-score: the board played in its place."
    )
    reason: str = declared.option("--reason", default="", help="Why.")


@result.command(
    "not-played",
    cls=AskingCommand,
    asks=(
        Asked("board", "Which board and table was not played? 7/4, or 16-18/6", needed=True),
        *(Asked(name) for name in ("ns", "ew", "fault", "reason")),
    ),
)
@click.argument("board", cls=BoardsArgument)
@declared.takes(seats=declared.SeatsOptions, blame=FaultOptions, late=declared.ReopeningOptions)
def not_played(
    desk: Desk, board: Addresses, seats: declared.SeatsOptions, blame: FaultOptions, late: declared.ReopeningOptions
) -> None:
    """Say that a table did not play a board: each side is scored by whether it was at fault (Law 12C2(a)).

    Several boards are said at once, 16-18/6: all of them are recorded, or none.

    \b
    Examples:
      bridge-ledger result not-played 7/4 --ns 7 --ew 8 --fault EW --reason "slow all round"
      bridge-ledger result not-played 8/4 --ns 7 --ew 8 --no-score
    """
    from ledger.subjects.participation.facts import LeaveUnplayed

    if blame.no_score and (blame.fault, blame.partly) != ("none", "none"):
        raise Misuse(
            "usage", "fault changes nothing where neither side has a score", "leave --no-score or the fault out"
        )
    where, scored = notation.where(board.first, seats), not blame.no_score
    command = LeaveUnplayed(
        where,
        blame.fault,
        blame.partly,
        scored,
        blame.reason,
        board.also,
        blame.replaced_by,
        reopening=notation.reopening(late),
    )
    screens.effects.record(desk, command)


@result.command("late-play", cls=RecordingCommand)
@declared.board_argument
@declared.takes(seats=declared.SeatsOptions)
@declared.reason_option
@declared.takes(late=declared.ReopeningOptions)
def late_play(
    desk: Desk, board: Address, seats: declared.SeatsOptions, reason: str, late: declared.ReopeningOptions
) -> None:
    """Say that a table plays a board later: it counts for nothing until `result add` records it.

    \b
    Examples:
      bridge-ledger result late-play 7/5 --ns 5 --ew 6
      bridge-ledger result late-play 8/5 --ns 5 --ew 6 --reason "fouled at table 2"
    """
    from ledger.subjects.participation.facts import PostponePlay

    where = notation.where(board, seats)
    screens.effects.record(desk, PostponePlay(where, reason, reopening=notation.reopening(late)))


@result.command(cls=RecordingCommand)
@declared.board_argument
@click.option(
    "--table",
    "tables",
    multiple=True,
    required=True,
    metavar="TABLE",
    help="A table that played this version (can be repeated).",
)
@click.option(
    "--version",
    required=True,
    metavar="NAME",
    help="What to call the version: B; an empty name is the board as it was.",
)
@click.option("--round", "round_", type=click.IntRange(1, 999), help="The round, where teams meet again.")
@declared.reason_option
@declared.takes(late=declared.ReopeningOptions)
def foul(
    desk: Desk,
    board: Address,
    tables: tuple[str, ...],
    version: str,
    round_: int | None,
    reason: str,
    late: declared.ReopeningOptions,
) -> None:
    """Say which tables played another version of a board (Law 87): each version is scored by itself.

    \b
    Examples:
      bridge-ledger result foul 9 --table 4 --table 5 --version B --reason "two cards turned"
    """
    from ledger.subjects.play.facts import FoulBoard

    reopening = notation.reopening(late)
    screens.effects.record(desk, FoulBoard(board[0], version, tables, reason, round_, reopening=reopening))


@click.command(cls=RecordingCommand)
@click.option("--board", "boards", metavar="BOARDS", help="These boards only: 5, 5-8.")
@click.option("--tables", metavar="TABLES", help="How many tables there are, or what they are called: 13, open,closed.")
@click.option("--section", metavar="NAME", default="", help="The tables of one section only: A for A1, A2, …")
@click.option("--by-round", is_flag=True, help="Table by table, the boards of a round together, as on round slips.")
@click.option(
    "--per-round", type=click.IntRange(1, 99), metavar="N", help="How many boards a round [default: as recorded]."
)
@click.option("--again", is_flag=True, help="Ask slips that are in, too: a second reading.")
def enter(
    desk: Desk, boards: str | None, tables: str | None, section: str, by_round: bool, per_round: int | None, again: bool
) -> None:
    """Enter slips one after the other, board by board, in the words scorers use: 4sn= sa, 3nn-1, p, -620.

    What is read of a line, and what it scores, stands above it while it is typed. Arrow up goes back to the slip
    before; ? shows what else can be typed. A slip that was acknowledged is recorded; starting again goes on with those
    that are missing. Lines from a file: `result add - < slips.txt`.

    \b
    Examples:
      bridge-ledger enter
      bridge-ledger enter --by-round --per-round 2 --tables 13
    """
    from cli.entry import running

    wanted = addresses.parse_boards(boards) if boards else ()
    plan = running.plan(wanted, tables, section.upper(), by_round=by_round, per_round=per_round, again=again)
    running.require_terminal(desk.settings)
    running.enter_slips(desk, plan)
