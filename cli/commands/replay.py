"""replay: rebuild the scores from event 1."""

import click

from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.screens import replays


@click.command(cls=QueryCommand)
@click.option("--from", "from_", metavar="WHEN", help="Step from this moment on.")
@click.option("--to", metavar="WHEN", help="Replay up to this moment.")
@click.option("--step", is_flag=True, help="One event at a time: Enter next, b back, q quit (on a terminal).")
@click.pass_context
def replay(context: click.Context, from_: str | None, to: str | None, step: bool) -> None:
    """Rebuild the session from event 1, work out every score, and print the digest that stands for it all.

    \b
    Examples:
      bridge-ledger replay
      bridge-ledger replay --to R-0001              # event by event, with what each moved
    """
    replays.replay_session(Desk(context), from_, to, step=step)
