"""tournament log, diff, ripple."""

import click

from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.screens.tournaments import moments
from ledger.errors import Misuse


@tournament.command(cls=QueryCommand)
@click.option("-n", "--number", "limit", type=click.IntRange(1), help="At most so many events [default: 30].")
@click.option("--contestant", metavar="WHO", help="Only what concerns this contestant, with what it moved of it.")
@click.option("--reverse", is_flag=True, help="Oldest first.")
@click.option("--patch", is_flag=True, help="What settles a score, with what it moved over the tournament.")
@TOURNAMENT
@click.pass_context
def log(
    context: click.Context, named: str | None, limit: int | None, contestant: str | None, reverse: bool, patch: bool
) -> None:
    """The events of all its streams, newest first.

    \b
    Examples:
      bridge-ledger tournament log -n 10 --patch
      bridge-ledger tournament log --contestant 5NS  # what concerns it, in every session
    """
    moments.print_log(Desk(context), named, limit, contestant, reverse=reverse, patch=patch)


@tournament.command(cls=QueryCommand)
@click.argument("earlier")
@click.argument("later")
@click.option("--exit-code", is_flag=True, help="Exit 1 where something differs.")
@TOURNAMENT
@click.pass_context
def diff(context: click.Context, named: str | None, earlier: str, later: str, exit_code: bool) -> None:
    """Who moved over all sessions between two moments.

    A moment is a time, an event of the tournament, or one of a session of it.

    \b
    Examples:
      bridge-ledger tournament diff 22:00 @
      bridge-ledger tournament diff friday/R-0001- @  # since just before that ruling
    """
    desk = Desk(context)
    if desk.settings.as_of:
        raise Misuse("usage", "diff takes its two moments as arguments", "tournament diff 22:00 23:00")
    if moments.print_difference(desk, named, earlier, later) and exit_code:
        context.exit(1)


@tournament.command(cls=QueryCommand)
@click.argument("what")
@click.option("--in", "session", metavar="SESSION", help="The session it is of [default: the tournament itself].")
@TOURNAMENT
@click.pass_context
def ripple(context: click.Context, named: str | None, what: str, session: str | None) -> None:
    """What an event or a case makes of the standing.

    Everything else is as it is now.

    \b
    Examples:
      bridge-ledger tournament ripple R-0001 --in friday
      bridge-ledger tournament ripple 7
    """
    moments.print_ripple_of(Desk(context), named, what, session)
