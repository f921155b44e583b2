"""The site of a tournament: its folder, one in it for each publication, and one for each of its sessions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from cli.desk.desk import Desk
from cli.json.tournaments import heads_json
from cli.options.declared import PageOptions
from cli.pages.desk_sites import SiteFolder, SiteToCome, WrittenSite, write
from cli.pages.folder import SESSIONS, Folder, is_site_of
from cli.pages.printing import Press
from cli.pages.tournaments.site_press import TournamentSitePress
from cli.screens.seals import own_key
from ledger.facts import Envelope
from ledger.office import Office
from ledger.trust.seal import PublicKey, Seal


def write_tournament_site(desk: Desk, path: Path, look: PageOptions, *, sessions: bool, follow: bool) -> None:
    """Write the site of a tournament, with those of its sessions where that is asked; keep it up to date."""
    name, office, press = desk.session_id, desk.office, Press.of(look)

    def begin() -> tuple[TournamentFolder, WrittenSite]:
        site = TournamentFolder(path, name, press, own_key(), with_sessions=sessions, stays=follow)
        logs = office.tournaments.logs(name, desk.settings.as_of)
        return site, site.bring_up((each for log in logs.values() for each in log), office)

    write(desk, path, begin, follow=follow)


class TournamentSiteToCome(SiteToCome):
    """The site that a standing is published to."""

    stands = "the standing is published (#{}) and stays so"

    def written(self) -> WrittenSite:
        """Write the pages as everything now is."""
        site = TournamentFolder(self.path, self._name, self._press, own_key())
        logs = self._office.tournaments.logs(self._name)
        return site.bring_up((each for log in logs.values() for each in log), self._office)


class TournamentFolder:
    """A folder with the pages of a tournament as it is now, and in folders of their own as it was at each publication.

    `with_sessions`: the sites of its sessions are kept up to date too; else those that are there are only led to.
    `stays`: it is written again and again, so that pages of sessions on which something moved are kept.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        press: Press,
        key: PublicKey | None,
        *,
        with_sessions: bool = False,
        stays: bool = False,
    ) -> None:
        self.path, self.name = path, name
        self._folder = Folder(path, name)
        self._press, self._key, self._with_sessions, self._stays = press, key, with_sessions, stays
        self._site = TournamentSitePress(name, press, key)
        self._sites: dict[str, SiteFolder] = {}
        self._pages: dict[str, int] = {}
        self._seals: list[Seal] = []

    @property
    def heads(self) -> dict[str, int]:
        """The streams its pages are of, each as far as it was read."""
        return {each: self._site.number(each) for each in self._site.streams}

    def was_sealed(self, office: Office) -> bool:
        """Whether it, or a session whose site is kept up to date, has seals that their pages do not have."""
        return office.seals.of(self.name) != self._seals or any(
            each.was_sealed(office) for each in self._sites.values()
        )

    def bring_up(self, events: Iterable[Envelope], office: Office) -> WrittenSite:
        """Write what changed by these further events of its streams."""
        further = list(events)
        self._site.read(further, lambda: office.tournaments.logs(self.name))
        written = list(self._write_sessions(further, office)) if self._with_sessions else []
        self._seals = office.seals.of(self.name)
        made = self._site.made(self._seals, self._sessions_there())
        written += self._folder.put(made.all)
        pages = made.pages + sum(self._pages.values())
        scores = self._site.scores
        return WrittenSite(self.path, scores.tournament.number, pages, written, heads_json(scores))

    def _write_sessions(self, further: list[Envelope], office: Office) -> Iterator[str]:
        """Bring the sites of the sessions up to date, and of one that was taken out: what was erased is gone there."""
        new, scores = {each.session for each in further}, self._site.scores
        left = (each for each in scores.tournament.ever if is_site_of(self.path / SESSIONS / each, each))
        for name in dict.fromkeys((*scores.scoreboards, *left)):
            site = self._sites.get(name)
            if name in new or name not in self._pages or (site and site.was_sealed(office)):
                written = self._write_session(name, further, office)
                yield from (f"{SESSIONS}/{name}/{page}" for page in written)

    def _write_session(self, name: str, further: list[Envelope], office: Office) -> list[str]:
        """Bring the site of one up to date; which pages were written."""
        site = self._sites.get(name)
        own = [each for each in further if each.session == name] if site else self._site.log(name)
        if site is None:
            site = SiteFolder(Folder(self.path / SESSIONS / name, name), self._press, name, self._key)
            if self._stays:
                self._sites[name] = site
        made = site.bring_up(own, office)
        self._pages[name] = made.pages
        return made.written

    def _sessions_there(self) -> frozenset[str]:
        """The sessions that have a site here."""
        own = self._site.scores.scoreboards
        return frozenset(each for each in own if is_site_of(self.path / SESSIONS / each, each))
