"""publish: make the official score available."""

import click

import ledger
from cli.desk.desk import Desk
from cli.desk.options import Writing
from cli.screens import checks, effects
from ledger.projections.checking import check


@click.command(cls=Writing)
@click.option("--note", default="", help="What to keep with it: where it was posted.")
@click.pass_context
def publish(context: click.Context, note: str) -> None:
    """Make the official score available: the correction and appeal periods run from now, or from --at.

    What `check` has open is shown first, and on a terminal it is asked whether to publish all the same; with --yes or
    --no-input, or where there is no terminal, it is published, and said what is open.

    The digest of every number given out is kept, and `verify` works them out again. Where the office has a key (`seal
    --new-key`), the log is sealed too: print the seal on the results.

    \b
    Example:  bridge-ledger publish --at 22:40 --note "on the board and on the web"
    """
    desk = Desk(context, writing=True, seals=True)
    command = ledger.commands.PublishScores(note)
    open_ = check(desk.office.scoreboard(desk.session_id)).open
    asked = bool(open_) and desk.can_ask and not (desk.settings.json or desk.recorded_already())
    if asked:
        desk.submit(command, dry_run=True)  # what is refused need not be asked
        desk.say(*checks.open_lines(open_))
        desk.confirm("Publish the scores all the same?")
    effect = desk.submit(command)
    listed = [checks.concern_json(each, effect.after) for each in open_]
    effects.report(desk, effect, seal=str(effect.seal) if effect.seal else None, open=listed)
    if open_ and not (asked or desk.settings.json or desk.settings.quiet):
        desk.say(*checks.open_lines(open_))
    if effect.unsealed:
        raise effect.unsealed  # the publication is recorded, whatever became of the seal
    if effect.seal and not (desk.settings.json or desk.settings.quiet):
        desk.say("", *str(effect.seal).rstrip().split("\n"))
