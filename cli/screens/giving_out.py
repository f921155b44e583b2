"""What is said of a publication: the seal it gave out and the site that was written with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.screens import effects
from ledger.errors import Misuse

if TYPE_CHECKING:
    from pathlib import Path

    from cli.desk.desk import Desk
    from cli.pages.desk_sites import SiteToCome
    from ledger.recording.effect import Effect


def check_language(folder: Path | None, language: str) -> None:
    """Misuse where a language is given, which is that of the site, and no folder for it."""
    if folder is None and language != "en":
        raise Misuse("usage", "--language is that of the site", "name its folder: --site DIR")


def report_as_json(desk: Desk, effect: Effect, open_: object, site: SiteToCome | None) -> None:
    """What came of it as one object, with what is open and the site; the same without the site where that fails."""
    more: dict[str, object] = {"seal": str(effect.seal) if effect.seal else None, "open": open_}
    try:
        more["site"] = site.write(effect).as_json() if site and not desk.settings.dry_run else None
    finally:
        effects.report(desk, effect, **more)


def say_seal_and_site(desk: Desk, effect: Effect, site: SiteToCome | None) -> None:
    """The seal, the site."""
    loud = not desk.settings.quiet
    if effect.seal and loud:
        desk.say("", *str(effect.seal).rstrip().split("\n"))
    if site and desk.settings.dry_run:
        desk.say(f"Would write {site.path}")
    elif site:
        written = site.write(effect)
        desk.say(*(["", str(written)] if loud else []))
