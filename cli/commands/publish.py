"""publish: make the official score available, and the site with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import pages, screens
from cli.desk.commands import RecordingCommand
from cli.desk.desk import Desk
from cli.options.declared import OnThisComputer, PageOptions, periods_from_option, takes, tiles_option
from ledger.errors import Misuse
from ledger.recording import TRIAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.pages.desk_sites import PublicationSite
    from cli.screens.seals import TileFolders
    from ledger.projections.concerns import Concern
    from ledger.recording.effect import Effect


@click.command(cls=RecordingCommand)
@click.option("--note", default="", help="What to keep with it: where it was posted.")
@periods_from_option
@click.option("--site", "folder", metavar="DIR", type=OnThisComputer(), help="Write the site there too: `help pages`.")
@tiles_option("Put the log there too, as tiles with the seal: `help tiles`.")
@click.option("--running", is_flag=True, help="Not yet: let `serve` show places and totals while play goes on.")
@takes(look=PageOptions)
def publish(
    desk: Desk, note: str, from_then: str, folder: Path | None, tiled: Path | None, running: bool, look: PageOptions
) -> None:
    """Make the official score available: the correction and appeal periods run from when that is recorded.

    That holds with --at too; from the time of --at they run if the chief director says why: --periods-from-at "why".

    Open concerns of `check` are shown first, with the question whether to publish all the same. --yes publishes without
    the question; with --no-input, or without a terminal, --yes is needed.

    The digest of every number given out is kept, and `verify` works them out again. Where the office has a key (`seal
    --new-key`), the log is sealed too: print the seal on the results.

    With --site the pages of `report site` are written too, and this publication gets a folder of its own there. A
    folder that cannot take them is refused before anything is recorded.

    With --running nothing is published, and no period begins: `serve` shows places and totals as they are. It is
    recorded, of a session or a tournament; `undo` hides them again.

    \b
    Examples:
      bridge-ledger publish --note "on the web" --site /srv/www/thursday
      bridge-ledger publish --at 22:40 --periods-from-at "on the wall since then" --by Ahlborn
      bridge-ledger publish --running
    """
    from ledger.projections.checking import check  # loads the log: `--help` and Tab do without
    from ledger.subjects.publications.facts import PublishScores, PublishStanding, ShowRunningScores

    desk.sealing = True
    if running:
        if note or from_then or folder or tiled:
            hint = "leave --note, --site, --tiles and --periods-from-at out"
            raise Misuse("usage", "running scores are no publication", hint)
        screens.effects.record(desk, ShowRunningScores())
        return
    if desk.office.tournaments.is_one(desk.session_id):
        name = desk.session_id
        site_to_come = screens.publishing.site_to_write(desk, name, folder, look)
        standing = PublishStanding(note, from_then=from_then)
        screens.publishing.publish_tournament(
            desk, name, standing, site=site_to_come, tiles=screens.publishing.tiles_to_write(desk, name, tiled)
        )
        return
    screens.publishing.check_language(folder, look)
    site = pages.desk_sites.PublicationSite(desk, desk.session_id, folder, look) if folder else None
    tiles = screens.publishing.tiles_to_write(desk, desk.session_id, tiled)
    command = PublishScores(note, from_then)
    scoreboard = desk.office.scoreboard(desk.session_id)
    unlike = screens.checks.unlike_rulings_elsewhere(desk, scoreboard.session)
    tricks = desk.office.solved_deals.by_board(scoreboard.session)
    outside = screens.checks.concerns_outside_scores(desk, scoreboard.session)
    open_ = check(scoreboard, tricks, outside, unlike).open
    is_settled = desk.settings.yes or desk.settings.dry_run
    has_asked = bool(open_) and not (is_settled or desk.recorded_already())
    if has_asked:
        desk.submit(command, how=TRIAL)  # a publication that is refused needs no question
        desk.hint(*([] if desk.settings.json else screens.checks.open_concern_lines(open_)))
        desk.confirm("`check` lists open concerns. Publish the scores all the same?")
    _report(desk, screens.effects.submit(desk, command, consented=has_asked), open_, site, tiles, has_asked=has_asked)


def _report(
    desk: Desk,
    effect: Effect,
    open_: Sequence[Concern],
    site: PublicationSite | None,
    tiles: TileFolders | None,
    *,
    has_asked: bool,
) -> None:
    """Print a publication and open concerns (unless shown before), write site and tiles; raise a failure to seal."""
    from cli.views.answers import as_json
    from cli.views.checks import open_concerns
    from ledger.subjects.tournaments.state import session_of

    if desk.settings.json:
        concerns = [as_json(each) for each in open_concerns(open_, session_of(effect.after))]
        screens.publishing.report_as_json(desk, effect, concerns, site, tiles)
    else:
        screens.effects.report(desk, effect)
        if open_ and not has_asked and not desk.settings.quiet:
            desk.hint(*screens.checks.open_concern_lines(open_))
        screens.publishing.say_seal_and_site(desk, effect, site, tiles)
    if effect.unsealed:
        raise effect.unsealed  # the publication is recorded, even if sealing failed
