"""Publish the scores of a session or the standings of a tournament, with the seal, the tiles and the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.desk.tournaments import reading_time
from cli.screens import effects
from cli.terminal.keys import office_sealing_key
from cli.words.finality import overall_finality_lines
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.labels import agreeing
from ledger.overall.aspects import moved_since, overall_finality
from ledger.overall.before_a_draw import concerns_in
from ledger.overall.cross_table import list_matches_to_play
from ledger.overall.scores import TournamentScores
from ledger.projections.checking import CheckReport, check, unlike_rulings_between
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import TRIAL, Submission
from ledger.recording.effect import Effect
from ledger.subjects.publications.facts import PublishStanding
from ledger.subjects.tournaments.state import tournament_of
from ledger.trust.said_in_time import said_in_time

if TYPE_CHECKING:
    from cli.options.declared import PageOptions
    from cli.pages.desk_sites import PublicationSite, TournamentPublicationSite
    from cli.screens.seals import TileFolders


def check_language(folder: Path | None, look: PageOptions) -> None:
    """Refuse `--language` without `--site`, whose language it sets (Misuse)."""
    if folder is None and look.language != "en":
        raise Misuse("usage", "--language is that of the site", "name its folder: --site DIR")


def tiles_to_write(desk: Desk, name: str, folder: Path | None) -> TileFolders | None:
    """Return the folders for the tiles of a publication; None without a folder; an unusable folder is refused."""
    if folder is None:
        return None
    from cli.screens.seals import TileFolders  # imported late: it loads the cryptography

    return TileFolders(desk, name, folder, office_sealing_key())


def report_as_json(
    desk: Desk, effect: Effect, open_: object, site: PublicationSite | None, tiles: TileFolders | None
) -> None:
    """Print a publication as JSON with its concerns, and with its site and tiles unless writing them failed."""
    more: dict[str, object] = {"seal": str(effect.seal) if effect.seal else None, "open": open_}
    try:
        # the publication is recorded by now: it is reported even if the site or the tiles fail
        more["site"] = site.write(effect).as_json() if site and not desk.settings.dry_run else None
        if tiles and effect.seal:
            more["tiles"] = [each.as_json() for each in tiles.write(effect.seal)]
    finally:
        effects.report(desk, effect, **more)


def say_seal_and_site(desk: Desk, effect: Effect, site: PublicationSite | None, tiles: TileFolders | None) -> None:
    """Print the seal of a publication; write its site and its tiles, and print where."""
    loud = not desk.settings.quiet
    if effect.seal and loud:
        why = "Give a copy away: it shows later whether the log was changed (`help trust`)."
        desk.say("", f"The seal of the log up to here. {why}", *str(effect.seal).rstrip().split("\n"))
    if site and desk.settings.dry_run:
        desk.say(f"Would write {site.path}")
    elif site:
        written = site.write(effect)
        desk.say(*(["", str(written)] if loud else []))
    if tiles and desk.settings.dry_run:
        desk.say(f"Would write tiles to {tiles.path}")
    elif tiles and effect.seal:
        written_tiles = tiles.write(effect.seal)
        desk.say(*(["", *map(str, written_tiles)] if loud else []))


def site_to_write(desk: Desk, name: str, folder: Path | None, look: PageOptions) -> TournamentPublicationSite | None:
    """Return the site to write with a publication, None without a folder; an unusable folder is refused."""
    check_language(folder, look)
    if folder is None:
        return None
    from cli.pages.desk_sites import TournamentPublicationSite  # imported late: it loads the templates

    return TournamentPublicationSite(desk, name, folder, look)


def publish_tournament(
    desk: Desk,
    name: str,
    command: PublishStanding,
    *,
    site: TournamentPublicationSite | None = None,
    tiles: TileFolders | None = None,
) -> None:
    """Publish a tournament's standings; ask first if sessions have open concerns; at the end, raise a failed seal."""
    scores = desk.office.tournaments.scores(name)
    counts = {name: len(_check_session(desk, scores, name, each).open) for name, each in scores.scoreboards.items()}
    open_ = {name: count for name, count in counts.items() if count}
    ask = bool(open_) and not effects.is_unasked(desk, name)
    effect_shown = desk.submit(command, name, TRIAL) if ask else None  # a command that will be refused asks nothing
    if ask:
        desk.hint(*([] if desk.settings.json else _open_lines(open_)))
        desk.confirm("Publish the standing all the same?")
    effect = desk.submit(command, name, Submission(shown=effect_shown))
    if desk.settings.json:
        report_as_json(desk, effect, open_, site, tiles)
    else:
        effects.report(desk, effect)
        if not desk.settings.quiet:
            after = scores.with_tournament(tournament_of(effect.after))
            desk.say(*overall_finality_lines(overall_finality(after), reading_time(desk, after)))
            if open_ and not ask:
                desk.hint(*_open_lines(open_))
        # no question about them: a league is published evening by evening
        if lines := list(_unplayed_lines(scores, command.stage)):
            desk.hint_aside(*lines)
        say_seal_and_site(desk, effect, site, tiles)
    if effect.unsealed:
        raise effect.unsealed  # the publication is recorded, whatever became of the seal


def _unplayed_lines(scores: TournamentScores, stage: str | None) -> Iterator[str]:
    """Yield a line for each published all-play-all stage that still has matches to play."""
    for name in scores.tournament.stages:
        if stage in (None, name) and (count := len(list_matches_to_play(scores, name))):
            pairs = f"{counted(count, 'pair')} {agreeing(count, 'has')}"
            yield f"{name}: {pairs} still to meet (`tournament cross-table {name}` lists them)"


def _check_session(desk: Desk, scores: TournamentScores, name: str, scoreboard: Scoreboard) -> CheckReport:
    sessions = (each.session for session, each in scores.scoreboards.items() if session != name)
    outside = [*concerns_in(scores, name), *said_in_time(desk.office.log(name), scoreboard.session)]
    tricks = desk.office.solved_deals.by_board(scoreboard.session)
    return check(scoreboard, tricks, beside=outside, unlike=unlike_rulings_between(scoreboard.session, sessions))


def _open_lines(open_: dict[str, int]) -> list[str]:
    return [f"{name}: {counted(count, 'thing')} open (`check --session {name}`)" for name, count in open_.items()]


def say_publication(desk: Desk, scores: TournamentScores) -> None:
    """Print when the standings were published, which of them changed since, and until when they may change."""
    published = scores.tournament.publications
    if not published:
        before = "Published, and taken back" if scores.tournament.given_out else "Not published"
        desk.hint(f"{before}: `tournament publish`")
        return
    moment = reading_time(desk, scores)
    last = published[-1]
    desk.say(f"Published #{last.number} at {moment_text(last.at, moment)}")
    print_moved_stages(desk, scores)
    desk.say(*overall_finality_lines(overall_finality(scores), moment))


def print_moved_stages(desk: Desk, scores: TournamentScores) -> None:
    """Print each stage whose standing has changed since publication, with the command that shows the change."""
    for stage, number in {} if desk.settings.plain else moved_since(scores).items():
        diff = f"`tournament diff {number} @ --tournament {scores.tournament.id}`"
        desk.hint(f"{stage} has moved since it was published: {diff}")
