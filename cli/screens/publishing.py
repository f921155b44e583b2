"""Giving out the scores of a session, or the standing of a tournament, with the seal and the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.desk.tournaments import the_time
from cli.screens import effects
from cli.terminal.keys import own_sealing_key
from cli.words.times import moment_text, until_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.facts import PublishStanding
from ledger.overall.publication import Finality, finality, moved_since
from ledger.overall.scores import TournamentScores
from ledger.overall.undrawn import undrawn_in
from ledger.projections.checking import CheckReport, check
from ledger.projections.like_rulings import unlike_between
from ledger.projections.scoreboard import Scoreboard
from ledger.session import tournament_of
from ledger.session.moment import iso

if TYPE_CHECKING:
    from pathlib import Path

    from cli.options.declared import PageOptions
    from cli.pages.desk_sites import SiteToCome
    from cli.pages.tournaments.desk_site import TournamentSiteToCome
    from cli.screens.tiles import TilesToCome
    from ledger.recording.effect import Effect


def check_language(folder: Path | None, look: PageOptions) -> None:
    """Misuse where a language is given, which is that of the site, and no folder for it."""
    if folder is None and look.language != "en":
        raise Misuse("usage", "--language is that of the site", "name its folder: --site DIR")


def tiles_to_come(desk: Desk, name: str, folder: Path | None) -> TilesToCome | None:
    """The tiles to write with a publication, where some are; refused while nothing is recorded."""
    if folder is None:
        return None
    from cli.screens.tiles import TilesToCome  # with the seals: only for who has tiles

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
    from cli.pages.tournaments.desk_site import TournamentSiteToCome  # with the templates: only for who has a site

    return TournamentSiteToCome(desk, name, folder, look)


def publish_tournament(
    desk: Desk,
    name: str,
    note: str,
    stage: str | None = None,
    *,
    site: TournamentSiteToCome | None = None,
    tiles: TilesToCome | None = None,
) -> None:
    """Publish the standing as it is over all sessions; what is open in one of them is shown, and asked about, first."""
    scores, command = desk.office.tournaments.scores(name), PublishStanding(note, stage)
    open_ = _open(scores)
    told = desk.settings.yes or desk.settings.dry_run or bool(desk.office.recorded_with(name, desk.settings.command_id))
    asked = bool(open_) and not told
    shown = desk.submit(command, session_id=name, dry_run=True) if asked else None  # what is refused need not be asked
    if asked:
        desk.hint(*([] if desk.settings.json else _open_lines(open_)))
        desk.confirm("Publish the standing all the same?")
    effect = desk.submit(command, session_id=name, shown=shown)
    if desk.settings.json:
        report_as_json(desk, effect, open_, site, tiles)
    else:
        effects.report(desk, effect)
        _say_more(desk, scores, effect, {} if asked else open_)
        say_seal_and_site(desk, effect, site, tiles)
    if effect.unsealed:
        raise effect.unsealed  # the publication is recorded, whatever became of the seal


def _say_more(desk: Desk, scores: TournamentScores, effect: Effect, open_: dict[str, int]) -> None:
    """When it is final, what is open."""
    if not desk.settings.quiet:
        after = scores.said_otherwise(tournament_of(effect.after))
        desk.say(_final_text(finality(after, desk.office.clock()), desk.office.clock()))
        if open_:
            desk.hint(*_open_lines(open_))


def _open(scores: TournamentScores) -> dict[str, int]:
    """How much `check` has open, by session."""
    found = {name: len(_checked(scores, name, each).open) for name, each in scores.scoreboards.items()}
    return {name: count for name, count in found.items() if count}


def _checked(scores: TournamentScores, name: str, scoreboard: Scoreboard) -> CheckReport:
    others = (each.session for other, each in scores.scoreboards.items() if other != name)
    undrawn = [other.concern for other in undrawn_in(scores, name)]
    return check(scoreboard, beside=undrawn, unlike=unlike_between(scoreboard.session, others))


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
    desk.say(_final_text(finality(scores, now), now))


def say_moved(desk: Desk, scores: TournamentScores) -> None:
    """That a standing that was given out has moved since, and how to see by what."""
    for stage, number in {} if desk.settings.plain else moved_since(scores).items():
        diff = f"`tournament diff {number} @ --tournament {scores.tournament.id}`"
        desk.hint(f"{stage} has moved since it was published: {diff}")


def _final_text(found: Finality, now: int) -> str:
    """'Final: until 23:10 (14 minutes left), the periods of saturday', or what it waits for."""
    if found.at:
        ends, name = found.at
        return f"Corrections, rulings and appeals: {until_text(ends, now)}, by the periods of {name}; then it is final."
    waits = [f"{name} is not published" for name in found.unpublished]
    waits += [f"{case} of {name} is open" for name, case in found.open_appeals]
    return f"Not final yet: {', '.join(waits)}."


def publication_json(desk: Desk, scores: TournamentScores) -> dict[str, object]:
    """The same for JSON."""
    published, found = scores.tournament.publications, finality(scores, the_time(desk, scores))
    return {
        "published": {"number": published[-1].number, "at": iso(published[-1].at)} if published else None,
        "moved_since": list(moved_since(scores)),
        "final_at": iso(found.at[0]) if found.at else None,
        "final_by": found.at[1] if found.at else None,
        "unpublished": list(found.unpublished),
        "open_appeals": [{"session": name, "case": case} for name, case in found.open_appeals],
    }
