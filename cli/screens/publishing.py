"""Giving out the scores of a session, or the standing of a tournament, with the seal and the pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.desk.tournaments import the_time
from cli.screens import effects
from cli.terminal.keys import own_sealing_key
from cli.words.finality import overall_finality_lines
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.overall.aspects import moved_since, overall_finality
from ledger.overall.before_a_draw import concerns_in
from ledger.overall.cross_table import matches_to_play
from ledger.overall.scores import TournamentScores
from ledger.projections.checking import CheckReport, check, unlike_between
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import TRIAL, Submission
from ledger.subjects.publications.facts import PublishStanding
from ledger.subjects.tournaments.state import tournament_of
from ledger.trust.said_in_time import said_in_time

if TYPE_CHECKING:
    from pathlib import Path

    from cli.options.declared import PageOptions
    from cli.pages.desk_sites import SiteToCome, TournamentSiteToCome
    from cli.screens.seals import TilesToCome
    from ledger.recording.effect import Effect


def check_language(folder: Path | None, look: PageOptions) -> None:
    """Misuse where a language is given, which is that of the site, and no folder for it."""
    if folder is None and look.language != "en":
        raise Misuse("usage", "--language is that of the site", "name its folder: --site DIR")


def tiles_to_come(desk: Desk, name: str, folder: Path | None) -> TilesToCome | None:
    """The tiles to write with a publication, where some are; refused while nothing is recorded."""
    if folder is None:
        return None
    from cli.screens.seals import TilesToCome  # with the seals: only for who has tiles

    return TilesToCome(desk, name, folder, own_sealing_key())


def report_as_json(
    desk: Desk, effect: Effect, open_: object, site: SiteToCome | None, tiles: TilesToCome | None
) -> None:
    """What came of it as one object, with what is open, the site and the tiles; without these where they fail."""
    more: dict[str, object] = {"seal": str(effect.seal) if effect.seal else None, "open": open_}
    try:
        more["site"] = site.write(effect).as_json() if site and not desk.settings.dry_run else None
        if tiles and effect.seal:
            more["tiles"] = [each.as_json() for each in tiles.write(effect.seal)]
    finally:
        effects.report(desk, effect, **more)


def say_seal_and_site(desk: Desk, effect: Effect, site: SiteToCome | None, tiles: TilesToCome | None) -> None:
    """The seal, the site, the tiles."""
    loud = not desk.settings.quiet
    if effect.seal and loud:
        desk.say("", *str(effect.seal).rstrip().split("\n"))
    if site and desk.settings.dry_run:
        desk.say(f"Would write {site.path}")
    elif site:
        written = site.write(effect)
        desk.say(*(["", str(written)] if loud else []))
    if tiles and desk.settings.dry_run:
        desk.say(f"Would write tiles to {tiles.path}")
    elif tiles and effect.seal:
        put = tiles.write(effect.seal)
        desk.say(*(["", *map(str, put)] if loud else []))


def standing_site(desk: Desk, name: str, folder: Path | None, look: PageOptions) -> TournamentSiteToCome | None:
    """The site to write with a publication, where one is; refused while nothing is recorded."""
    check_language(folder, look)
    if folder is None:
        return None
    from cli.pages.desk_sites import TournamentSiteToCome  # with the templates: only for who has a site

    return TournamentSiteToCome(desk, name, folder, look)


def publish_tournament(
    desk: Desk,
    name: str,
    command: PublishStanding,
    *,
    site: TournamentSiteToCome | None = None,
    tiles: TilesToCome | None = None,
) -> None:
    """Publish the standing as it is over all sessions; what is open in one of them is shown, and asked about, first."""
    scores = desk.office.tournaments.scores(name)
    found = {name: len(_checked(desk, scores, name, each).open) for name, each in scores.scoreboards.items()}
    open_ = {name: count for name, count in found.items() if count}
    told = desk.settings.yes or desk.settings.dry_run or bool(desk.office.recorded_with(name, desk.settings.command_id))
    asked = bool(open_) and not told
    shown = desk.submit(command, name, TRIAL) if asked else None  # what is refused need not be asked
    if asked:
        desk.hint(*([] if desk.settings.json else _open_lines(open_)))
        desk.confirm("Publish the standing all the same?")
    effect = desk.submit(command, name, Submission(shown=shown))
    if desk.settings.json:
        report_as_json(desk, effect, open_, site, tiles)
    else:
        effects.report(desk, effect)
        if not desk.settings.quiet:
            after = scores.said_otherwise(tournament_of(effect.after))
            desk.say(*overall_finality_lines(overall_finality(after), the_time(desk, after)))
            if open_ and not asked:
                desk.hint(*_open_lines(open_))
        if lines := list(_unplayed_lines(scores, command.stage)):
            desk.hint_aside(*lines)
        say_seal_and_site(desk, effect, site, tiles)
    if effect.unsealed:
        raise effect.unsealed  # the publication is recorded, whatever became of the seal


def _unplayed_lines(scores: TournamentScores, stage: str | None) -> Iterator[str]:
    """Yield a line for each all-play-all among the stages published that has matches to play: its standing is not the
    last. Nobody is asked about them: a league is published evening by evening.
    """
    for each in scores.tournament.stages:
        if stage in (None, each) and (count := len(matches_to_play(scores, each))):
            pairs = "1 pair has" if count == 1 else f"{count} pairs have"
            yield f"{each}: {pairs} still to meet (`tournament cross-table {each}` lists them)"


def _checked(desk: Desk, scores: TournamentScores, name: str, scoreboard: Scoreboard) -> CheckReport:
    others = (each.session for other, each in scores.scoreboards.items() if other != name)
    beside = [*concerns_in(scores, name), *said_in_time(desk.office.log(name), scoreboard.session)]
    return check(scoreboard, beside=beside, unlike=unlike_between(scoreboard.session, others))


def _open_lines(open_: dict[str, int]) -> list[str]:
    return [f"{name}: {counted(count, 'thing')} open (`check --session {name}`)" for name, count in open_.items()]


def say_publication(desk: Desk, scores: TournamentScores) -> None:
    """When the standing was given out, whether it has moved since, and when it is final."""
    published = scores.tournament.publications
    if not published:
        before = "Published, and taken back" if scores.tournament.given_out else "Not published"
        desk.hint(f"{before}: `tournament publish`")
        return
    now = the_time(desk, scores)
    last = published[-1]
    desk.say(f"Published #{last.number} at {moment_text(last.at, now)}")
    say_moved(desk, scores)
    desk.say(*overall_finality_lines(overall_finality(scores), now))


def say_moved(desk: Desk, scores: TournamentScores) -> None:
    """That a standing that was given out has moved since, and how to see by what."""
    for stage, number in {} if desk.settings.plain else moved_since(scores).items():
        diff = f"`tournament diff {number} @ --tournament {scores.tournament.id}`"
        desk.hint(f"{stage} has moved since it was published: {diff}")
