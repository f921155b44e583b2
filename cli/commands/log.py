"""log: the events of a session, as they are or as they come."""

from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.desk.options import Looking, Options, option, takes
from cli.screens import following, logs
from ledger.errors import Misuse


class LogOptions(Options):
    """Which events, how many, and how they are shown."""

    limit: int | None = option(
        "-n", "--number", type=click.IntRange(1), help="At most so many events [default: 30; with --json all]."
    )
    board: int | None = option("--board", type=int, help="Only events of this board.")
    kinds: str | None = option(
        "--type", metavar="result,ruling", help="Only events of these kinds: session, contestants, result, ruling …"
    )
    by: str | None = option("--by", metavar="NAME", help="Only what this official recorded.")
    reverse: bool = option("--reverse", is_flag=True, help="Oldest first.")
    patch: bool = option("--patch", is_flag=True, help="Each event with its ripple.")


class FollowingOptions(Options):
    """Whether to go on with what is recorded, and from where."""

    follow: bool = option("--follow", is_flag=True, help="Go on with what is recorded from now on, until Ctrl-C.")
    after: int | None = option(
        "--after",
        type=click.IntRange(0),
        metavar="NUMBER",
        help="With --follow: from just after this event on [default: now].",
    )
    position: Path | None = option(
        "--position",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="With --follow: go on from where this file says, and keep there how far was printed.",
    )
    everywhere: bool = option("--all", is_flag=True, help="With --follow: every session, also those opened later.")


@click.command(cls=Looking)
@takes(asked=LogOptions, onward=FollowingOptions)
@click.pass_context
def log(context: click.Context, asked: LogOptions, onward: FollowingOptions) -> None:
    """The events of the session, newest first. With -v, their bodies.

    \b
    Examples:
      bridge-ledger log --board 23 -n 4
      bridge-ledger log --type ruling --patch
      bridge-ledger log --follow --after 207
      bridge-ledger log --follow --all --json --position seen.json

    With --position, who starts again is given every event since, once: nothing is lost, whenever it was stopped, and at
    most the last quarter of a second is printed again. Exit 3 where the log is no longer the one that was printed.
    """
    desk = Desk(context)
    wanted = following.Wanted(asked.board, asked.kinds, asked.by)
    if onward.follow:
        following.follow_log(desk, wanted, onward.after, onward.position, everywhere=onward.everywhere)
    if onward.after is not None or onward.everywhere or onward.position:
        raise Misuse("usage", "--after, --position and --all go with --follow", "log --follow --after 207")
    logs.print_log(desk, wanted, asked.limit, reverse=asked.reverse, patch=asked.patch)
