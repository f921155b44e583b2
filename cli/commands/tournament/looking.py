"""tournament list, show, standings, explain, lot, compare, diff, ripple, log, cross-table, publish."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import screens
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk.commands import QueryCommand, RecordingCommand, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options.declared import PageOptions, periods_from_option, reason_option, takes, tiles_option
from cli.options.tournaments import range_type
from ledger.bounds.tournaments import ROUND
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.overall.stage_standing import RankedBy


@tournament.command("list", cls=WholeLedgerCommand)
def list_(desk: Desk) -> None:
    """List the tournaments of the database.

    \b
    Examples:
      bridge-ledger tournament list
    """
    screens.tournaments.standings.list_tournaments(desk)


@tournament.command(cls=QueryCommand)
@TOURNAMENT
def show(desk: Desk, named: str | None) -> None:
    """Show a tournament: its stages and their sessions.

    Each stage says how its scores are added up.

    \b
    Examples:
      bridge-ledger tournament show
    """
    screens.tournaments.standings.show_tournament(desk, named)


@tournament.command("cross-table", cls=QueryCommand)
@click.argument("stage", metavar="STAGE")
@TOURNAMENT
def cross_table(desk: Desk, stage: str, named: str | None) -> None:
    """Show the cross-table of a stage over all its sessions: all scores against all, and unplayed matches.

    \b
    Examples:
      bridge-ledger tournament cross-table league
    """
    from cli.views.cross_tables import cross_table_of_stage

    screens.tournaments.standings.print_stage_answer(desk, named, stage, cross_table_of_stage)


@tournament.command(cls=QueryCommand)
@click.argument("stage", required=False, metavar="[STAGE]")
@click.option("--by", type=click.Choice(["section", "direction", "stratum"]), help="Each of them by itself.")
@click.option("--after-round", type=range_type(ROUND), help="As it was after a round of a Swiss, as scored now.")
@TOURNAMENT
def standings(desk: Desk, stage: str | None, by: RankedBy | None, after_round: int | None, named: str | None) -> None:
    """The standing over all sessions of a stage, or of every stage.

    Under it stands how equal totals were split, and who sat in whose stead. A score in brackets does not count.

    \b
    Examples:
      bridge-ledger tournament standings
      bridge-ledger tournament standings qualifying --by section
      bridge-ledger tournament standings swiss --after-round 3
    """
    screens.tournaments.standings.print_standings(desk, named, stage, by, after_round)


@tournament.command(cls=QueryCommand)
@click.argument("contestant")
@click.argument("stage", required=False, metavar="[STAGE]")
@click.option("--board", type=click.IntRange(1, 9999), help="Only this board, scored across the sections.")
@TOURNAMENT
def explain(desk: Desk, contestant: str, stage: str | None, board: int | None, named: str | None) -> None:
    """Why a total over all sessions is what it is, step by step.

    Where to look further stands below.

    \b
    Examples:
      bridge-ledger tournament explain 5NS
      bridge-ledger tournament explain A12 qualifying
      bridge-ledger tournament explain A12 qualifying --board 7
    """
    screens.tournaments.standings.explain_overall(desk, named, contestant, stage, board)


@tournament.command(cls=QueryCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("stage", required=False, metavar="[STAGE]")
@TOURNAMENT
def compare(desk: Desk, file: Path, stage: str | None, named: str | None) -> None:
    """Compare the totals a result file prints with the tournament's.

    A file of a later session often prints the event's totals beside its own: `import` records that session, this
    command tells whether all of them together come to the same.

    \b
    Examples:
      bridge-ledger tournament compare session5.pbn
    """
    screens.printed_figures.compare_with_file(desk, named, file, stage)


@tournament.command(cls=RecordingCommand)
@click.argument("stage")
@click.argument("contestants", nargs=-1, required=True, metavar="CONTESTANT...")
@reason_option
@TOURNAMENT
def lot(desk: Desk, stage: str, contestants: tuple[str, ...], reason: str, named: str | None) -> None:
    """Record how a lot orders contestants who are equal.

    The best stands first. The lot splits their tie where the rules of the stage come to it: `tournament stage amend
    STAGE --ties between,draw`.

    \b
    Examples:
      bridge-ledger tournament lot qualifying A5 B7 --reason "a card each before both captains"
    """
    from ledger.subjects.tournaments.facts import DrawLot

    name = desk.tournament_name(named)
    screens.effects.record(desk, DrawLot(stage, contestants, reason), name)


@tournament.command(cls=QueryCommand)
@click.option("-n", "--number", "limit", type=click.IntRange(1), help="At most so many events [default: 30].")
@click.option("--contestant", metavar="WHO", help="Only what concerns this contestant, with what it moved of it.")
@click.option("--reverse", is_flag=True, help="Oldest first.")
@click.option("--patch", is_flag=True, help="What settles a score, with what it moved over the tournament.")
@TOURNAMENT
def log(desk: Desk, named: str | None, limit: int | None, contestant: str | None, reverse: bool, patch: bool) -> None:
    """List the events of the tournament and its sessions.

    The newest stand first.

    \b
    Examples:
      bridge-ledger tournament log -n 10 --patch
      bridge-ledger tournament log --contestant 5NS  # what concerns it, in every session
    """
    screens.tournaments.moments.print_log(desk, named, limit, contestant, reverse=reverse, patch=patch)


@tournament.command(cls=QueryCommand)
@click.argument("earlier")
@click.argument("later")
@click.option("--exit-code", is_flag=True, help="Exit 1 where something differs.")
@TOURNAMENT
def diff(desk: Desk, named: str | None, earlier: str, later: str, exit_code: bool) -> int:
    """Show who moved over all sessions between two moments.

    A moment is a time, an event of the tournament, or one of a session of it.

    \b
    Examples:
      bridge-ledger tournament diff 22:00 @
      bridge-ledger tournament diff friday/R-0001- @  # since just before that ruling
    """
    if desk.settings.as_of:
        raise Misuse("usage", "diff takes its two moments as arguments", "tournament diff 22:00 23:00")
    differs = screens.tournaments.moments.print_difference(desk, named, earlier, later)
    return 1 if differs and exit_code else 0


@tournament.command(cls=QueryCommand)
@click.argument("what")
@click.option("--in", "session", metavar="SESSION", help="The session it is of [default: the tournament itself].")
@TOURNAMENT
def ripple(desk: Desk, named: str | None, what: str, session: str | None) -> None:
    """Show the effect of an event or a case on the standing.

    Everything else is as it is now.

    \b
    Examples:
      bridge-ledger tournament ripple R-0001 --in friday
      bridge-ledger tournament ripple 7
    """
    screens.tournaments.moments.print_event_ripple(desk, named, what, session)


@tournament.command(cls=RecordingCommand)
@click.argument("stage", required=False, metavar="[STAGE]")
@click.option("--note", default="", help="What to keep with it: where it was posted.")
@periods_from_option
@click.option(
    "--site", "folder", metavar="DIR", type=click.Path(path_type=Path), help="Write the site there too: `help pages`."
)
@tiles_option("Put the log and those of its sessions there too, as tiles with seals: `help tiles`.")
@takes(look=PageOptions)
@TOURNAMENT
def publish(
    desk: Desk,
    stage: str | None,
    named: str | None,
    note: str,
    from_then: str,
    folder: Path | None,
    tiled: Path | None,
    look: PageOptions,
) -> None:
    """Publish the standing of a stage, or of every stage.

    From then on no ruling or correction changes it without a question. The digest of every place and total is kept, and
    of which events of which session they come. Where the office has a key, the tournament's log is sealed too. `undo`
    takes it back; `tournament show` says when it is final.

    \b
    Examples:
      bridge-ledger tournament publish --note "on the board and on the web"
      bridge-ledger tournament publish qualifying
      bridge-ledger tournament publish --site /srv/www/spring
    """
    from ledger.subjects.publications.facts import PublishStanding

    desk.sealing = True
    name = desk.tournament_name(named)
    site = screens.publishing.site_to_write(desk, name, folder, look)
    tiles = screens.publishing.tiles_to_write(desk, name, tiled)
    command = PublishStanding(note, stage, from_then=from_then)
    screens.publishing.publish_tournament(desk, name, command, site=site, tiles=tiles)
