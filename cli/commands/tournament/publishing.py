"""tournament publish."""

from pathlib import Path

import click

from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.options.commands import RecordingCommand
from cli.options.declared import PageOptions, takes, tiles_option
from cli.screens import publishing


@tournament.command(cls=RecordingCommand)
@click.argument("stage", required=False, metavar="[STAGE]")
@click.option("--note", default="", help="What to keep with it: where it was posted.")
@click.option(
    "--site", "folder", metavar="DIR", type=click.Path(path_type=Path), help="Write the site there too: `help pages`."
)
@tiles_option("Put the log and those of its sessions there too, as tiles with seals: `help tiles`.")
@takes(look=PageOptions)
@TOURNAMENT
@click.pass_context
def publish(
    context: click.Context,
    stage: str | None,
    named: str | None,
    note: str,
    folder: Path | None,
    tiled: Path | None,
    look: PageOptions,
) -> None:
    """Make the standing of stages available.

    From then on no ruling or correction changes it without a question. The digest of every place and total is kept,
    and of which events of which session they come. Where the office has a key, the tournament's log is sealed too.
    `undo` takes it back; `tournament show` says when it is final.

    \b
    Examples:
      bridge-ledger tournament publish --note "on the board and on the web"
      bridge-ledger tournament publish qualifying
      bridge-ledger tournament publish --site /srv/www/spring
    """
    desk = Desk(context, writing=True, seals=True)
    name = tournaments.the_tournament(desk, named)
    site = publishing.standing_site(desk, name, folder, look)
    tiles = publishing.tiles_to_come(desk, name, tiled)
    publishing.publish_tournament(desk, name, note, stage, site=site, tiles=tiles)
