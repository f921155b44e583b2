"""publish: make the official score available, and the site with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import ledger
from cli.desk.desk import Desk
from cli.json import play
from cli.options.commands import RecordingCommand
from cli.options.declared import PageOptions, takes, tiles_option
from cli.screens import checks, effects, publishing
from ledger.errors import Misuse

if TYPE_CHECKING:
    from cli.pages.desk_sites import SiteToCome


@click.command(cls=RecordingCommand)
@click.option("--note", default="", help="What to keep with it: where it was posted.")
@click.option(
    "--site", "folder", metavar="DIR", type=click.Path(path_type=Path), help="Write the site there too: `help pages`."
)
@tiles_option("Put the log there too, as tiles with the seal: `help tiles`.")
@click.option("--running", is_flag=True, help="Not yet: let `serve` show places and totals while play goes on.")
@takes(look=PageOptions)
@click.pass_context
def publish(
    context: click.Context, note: str, folder: Path | None, tiled: Path | None, running: bool, look: PageOptions
) -> None:
    """Make the official score available: the correction and appeal periods run from now, or from --at.

    What `check` has open is shown first, and it is asked whether to publish all the same. With --yes it is published,
    and said what is open; with --no-input, or where there is no terminal, --yes is needed.

    The digest of every number given out is kept, and `verify` works them out again. Where the office has a key (`seal
    --new-key`), the log is sealed too: print the seal on the results.

    With --site the pages of `report site` are written too, and this publication gets a folder of its own there. A
    folder that cannot take them is refused before anything is recorded.

    With --running nothing is published, and no period begins: `serve` shows places and totals as they are. It is
    recorded, of a session or a tournament; `undo` hides them again.

    \b
    Examples:
      bridge-ledger publish --note "on the board and on the web"
      bridge-ledger publish --at 22:40 --site /srv/www/thursday
      bridge-ledger publish --running
    """
    from cli.screens.publishing import publish_tournament, standing_site
    from ledger.projections.checking import check  # with the log: a Tab does not wait for it
    from ledger.session import session_of

    desk = Desk(context, writing=True, seals=True)
    if running:
        if note or folder or tiled:
            raise Misuse("usage", "running scores are no publication", "leave --note, --site and --tiles out")
        effects.record(desk, ledger.facts.ShowRunningScores())
        return
    if desk.office.tournaments.is_one(desk.session_id):
        name = desk.session_id
        site_to_come = standing_site(desk, name, folder, look)
        publish_tournament(desk, name, note, site=site_to_come, tiles=publishing.tiles_to_come(desk, name, tiled))
        return
    site, tiles = _site(desk, folder, look), publishing.tiles_to_come(desk, desk.session_id, tiled)
    command = ledger.facts.PublishScores(note)
    scoreboard = desk.office.scoreboard(desk.session_id)
    unlike = checks.unlike_elsewhere(desk, scoreboard.session)
    open_ = check(scoreboard, beside=checks.undrawn_concerns(desk), unlike=unlike).open
    told = desk.settings.yes or desk.settings.dry_run
    asked = bool(open_) and not (told or desk.recorded_already())
    if asked:
        desk.submit(command, dry_run=True)  # what is refused need not be asked
        desk.hint(*([] if desk.settings.json else checks.open_lines(open_)))
        desk.confirm("What `check` has open is still open. Publish the scores all the same?")
    effect = effects.submit(desk, command, consented=asked)
    if desk.settings.json:
        concerns = [play.concern_json(each, session_of(effect.after)) for each in open_]
        publishing.report_as_json(desk, effect, concerns, site, tiles)
    else:
        effects.report(desk, effect)
        if open_ and not asked and not desk.settings.quiet:
            desk.hint(*checks.open_lines(open_))
        publishing.say_seal_and_site(desk, effect, site, tiles)
    if effect.unsealed:
        raise effect.unsealed  # the publication is recorded, whatever became of the seal


def _site(desk: Desk, folder: Path | None, look: PageOptions) -> SiteToCome | None:
    """The site to write, where one is; refused while nothing is recorded."""
    publishing.check_language(folder, look)
    if folder is None:
        return None
    from cli.pages.desk_sites import SiteToCome  # with the templates: nobody waits for them who has no site

    return SiteToCome(desk, desk.session_id, folder, look)
