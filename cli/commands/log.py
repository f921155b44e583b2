"""log: the events of a session, as they are or as they come."""

from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.options.declared import Options, option, takes
from cli.screens import event_filters, following, logs
from ledger.errors import Misuse


class LogOptions(Options):
    """Which events, how many, and how they are shown."""

    limit: int | None = option(
        "-n", "--number", type=click.IntRange(1), help="At most so many events [default: 30; with --json all]."
    )
    board: int | None = option("--board", type=int, help="Only events of this board.")
    kinds: str | None = option(
        "--type", metavar="result,ruling", help="Only events of these kinds: session, result, call, ruling, appeal …"
    )
    by: str | None = option("--by", metavar="NAME", help="Only what this official recorded.")
    contestant: str | None = option(
        "--contestant",
        metavar="WHO",
        help="Only what is about this contestant: its tables, rulings, penalties, appeals.",
    )
    law: str | None = option("--law", metavar="LAW", help="Only what cites this Law: 16B finds 16B1 too.")
    text: str | None = option("--text", metavar="WORDS", help="Only where these words were written or said.")
    since: str | None = option("--since", metavar="TIME", help="Only what happened from then on: 21:00.")
    until: str | None = option("--until", metavar="TIME", help="Only what happened until then, that minute included.")
    reverse: bool = option("--reverse", is_flag=True, help="Oldest first.")
    patch: bool = option("--patch", is_flag=True, help="Each event with its ripple.")

    @property
    def filters(self) -> "event_filters.Filters":
        """Which events are asked for."""
        of_what = (self.board, self.kinds, self.by, self.contestant, self.law, self.text)
        return event_filters.Filters(*of_what, self.since, self.until)


class FollowingOptions(Options):
    """Whether to go on with what is recorded, and from where."""

    follow: bool = option("--follow", is_flag=True, help="Go on with what is recorded from now on, until Ctrl-C.")
    after: int | None = option(
        "--after",
        type=click.IntRange(0),
        metavar="NUMBER",
        help="With --follow: from just after this event on; 0 is the beginning [default: now].",
    )
    position: Path | None = option(
        "--position",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="With --follow: go on from where this file says, and keep there how far was printed.",
    )
    everywhere: bool = option("--all", is_flag=True, help="With --follow: every session, also those opened later.")


@click.command(cls=QueryCommand)
@takes(asked=LogOptions, onward=FollowingOptions)
@click.pass_context
def log(context: click.Context, asked: LogOptions, onward: FollowingOptions) -> None:
    """The events of the session, newest first. With -v, their bodies. What is asked for is what passes every filter.

    \b
    Examples:
      bridge-ledger log --board 23 -n 4
      bridge-ledger log --type ruling,appeal --contestant 7NS
      bridge-ledger log --law 16B --text hesitated --since 21:00
    """
    desk = Desk(context)
    if onward.follow:
        following.follow_log(desk, asked.filters, onward.after, onward.position, everywhere=onward.everywhere)
    if onward.after is not None or onward.everywhere or onward.position:
        raise Misuse("usage", "--after, --position and --all go with --follow", "log --follow --after 207")
    logs.print_log(desk, asked.filters, asked.limit, reverse=asked.reverse, patch=asked.patch)
