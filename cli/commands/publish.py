"""publish: make the official score available."""

import click

import ledger
from cli.desk.desk import Desk
from cli.desk.options import Writing
from cli.screens import effects


@click.command(cls=Writing)
@click.option("--note", default="", help="What to keep with it: where it was posted.")
@click.pass_context
def publish(context: click.Context, note: str) -> None:
    """Make the official score available: the correction and appeal periods run from now, or from --at.

    The digest of every number given out is kept, and `verify` works them out again. Where the office has a key (`seal
    --new-key`), the log is sealed too: print the seal on the results.

    \b
    Example:  bridge-ledger publish --at 22:40 --note "on the board and on the web"
    """
    desk = Desk(context, writing=True, seals=True)
    effect = desk.submit(ledger.commands.PublishScores(note))
    effects.report(desk, effect, seal=str(effect.seal) if effect.seal else None)
    if effect.unsealed:
        raise effect.unsealed  # the publication is recorded, whatever became of the seal
    if effect.seal and not (desk.settings.json or desk.settings.quiet):
        desk.say(f"\n{effect.seal}".rstrip())
