"""The site of a tournament: its folder, one in it for each publication, and one for each of its sessions."""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from cli.desk.desk import Desk
from cli.json.tournaments import heads_json
from cli.pages.checking import SealProof, sealed_state
from cli.pages.desk_sites import POLLS_A_SECOND, SiteFolder, SiteToCome, WrittenSite, say_written
from cli.pages.folder import Folder, is_site_of
from cli.pages.printing import Press
from cli.pages.site import BANNER
from cli.pages.tournaments.changes import PublishedState, overall_changes, since_of
from cli.pages.tournaments.history import OverallHistory, StandingGivenOut
from cli.pages.tournaments.links import SESSIONS, TournamentSite
from cli.pages.tournaments.site import TournamentPages, TournamentState
from cli.screens.seals import own_key
from cli.terminal.progress import working
from cli.terminal.screen import flush
from ledger.facts import Envelope
from ledger.facts.people import PlayersNamed, TextErased
from ledger.office import Office
from ledger.trust.seal import PublicKey, Seal


def write_tournament_site(desk: Desk, path: Path, language: str, *, sessions: bool, follow: bool) -> None:
    """Write the site of a tournament, with those of its sessions where that is asked; keep it up to date."""
    name = desk.session_id
    office = desk.office
    with working(f"writing {path}"):
        site = TournamentFolder(path, name, Press(language), own_key(), with_sessions=sessions)
        logs = office.tournaments.logs(name, desk.settings.as_of)
        written = site.bring_up((each for log in logs.values() for each in log), office)
    say_written(desk, written)
    if follow:
        _follow(desk, site, {each: len(log) for each, log in logs.items()})


def _follow(desk: Desk, site: TournamentFolder, heads: dict[str, int]) -> None:
    """Write it anew whenever something was recorded in one of its streams, or sealed, until interrupted."""
    office, given_out = desk.office, desk.office.seals.of(site.name)
    subscription = office.follow(None, {**office.follow().after, **heads})
    while True:
        flush()
        further, seals = list(subscription.new()), office.seals.of(site.name)
        own = [each for each in further if each.session in site.streams]
        if own or seals != given_out:
            given_out = seals
            say_written(desk, site.bring_up(own, office))
        time.sleep(1 / POLLS_A_SECOND)


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
    """

    def __init__(
        self, path: Path, name: str, press: Press, key: PublicKey | None, *, with_sessions: bool = False
    ) -> None:
        self.path, self.name = path, name
        self._folder = Folder(path, name)
        self._press, self._key, self._with_sessions = press, key, with_sessions
        self._pages, self._history = TournamentPages(press, key), OverallHistory(name)
        self._sites: dict[str, SiteFolder] = {}
        self._published: dict[int, tuple[object, dict[str, str]]] = {}

    @property
    def streams(self) -> set[str]:
        """The streams its pages are of: its own, and the sessions that belong to it or did."""
        return {self.name, *self._history.scores.tournament.ever}

    def bring_up(self, events: Iterable[Envelope], office: Office) -> WrittenSite:
        """Write what changed by these further events of its streams."""
        further = list(events)
        self._read(further, office)
        written = list(self._write_sessions(further, office)) if self._with_sessions else []
        seals = office.seals.of(self.name)
        scores = self._history.scores
        published = [each for each in self._history.published.values() if each.number in scores.tournament.published]
        there = self._sessions_there()
        then = {each.number: self._as_published(each, published, seals, there) for each in published if each.scores}
        now = PublishedState(scores, self._history.at, self._history.results, self._history.decided)
        log = self._history.logs[self.name]
        state = TournamentState(now, log, published, seals, there, self._sealed(log, seals))
        made = {name: page.replace(BANNER, "") for name, page in self._pages.of(state).items()}
        given = [each for each in published if each.scores]
        old = {name: page for each in given for name, page in self._of(each, then[each.number], state, made)}
        written += self._folder.put({**old, **made})
        self._folder.clear(".", made)
        pages = len(old) + len(made) + sum(each.pages for each in self._sites.values())
        return WrittenSite(self.path, scores.tournament.number, pages, written, heads_json(scores))

    def _read(self, further: list[Envelope], office: Office) -> None:
        """Read on; from the beginning where events came in that belong before what was read."""
        known = {*self._history.logs}
        before, missed = self._history.read_up_to, self._history.missing
        self._history.go_on(further)
        came = {each for each in self.streams if each not in known} if before else set[str]()
        if came or any(each.recorded_at < before or each.session in missed for each in further):
            logs = office.tournaments.logs(self.name)
            self._history = OverallHistory(self.name, (each for log in logs.values() for each in log))

    def _write_sessions(self, further: list[Envelope], office: Office) -> Iterator[str]:
        """Bring the sites of the sessions up to date."""
        named = any(isinstance(each.event, PlayersNamed | TextErased) for each in further)
        for name in self._history.scores.scoreboards:
            new = [each for each in further if each.session == name]
            site = self._sites.get(name)
            if site is None:
                folder = Folder(self.path / SESSIONS / name, name)
                site = self._sites[name] = SiteFolder(folder, self._press, name, self._key)
                new = self._history.logs[name]
            elif not (new or named):  # of who is named in one session others tell too
                continue
            made = site.bring_up(new, office.seals.of(name), office.tournaments.tell_names)
            yield from (f"{SESSIONS}/{name}/{page}" for page in made.written)

    def _sessions_there(self) -> frozenset[str]:
        """The sessions that have a site here."""
        own = self._history.scores.scoreboards
        return frozenset(each for each in own if is_site_of(self.path / SESSIONS / each, each))

    def _sealed(self, log: list[Envelope], seals: list[Seal]) -> SealProof | None:
        return sealed_state(log, seals, self._key)

    def _as_published(
        self, given: StandingGivenOut, published: list[StandingGivenOut], seals: list[Seal], there: frozenset[str]
    ) -> dict[str, str]:
        """The pages of what was given out; they are made once, and again where it was sealed since."""
        number, log = given.number, self._history.logs[self.name][: given.number]
        own = [seal for seal in seals if seal.checkpoint.size <= number]
        made_from = (self._sealed(log, seals), own, there)
        before, pages = self._published.get(number, (None, {}))
        if before != made_from:
            assert given.scores is not None
            earlier = [each for each in published if each.number <= number]
            then = PublishedState(given.scores, given.at, given.results, self._history.decided)
            state = TournamentState(then, log, earlier, own, there, made_from[0], "../")
            pages = TournamentPages(self._press, self._key).of(state)
            self._published[number] = made_from, pages
        return pages

    def _of(
        self, given: StandingGivenOut, pages: dict[str, str], now: TournamentState, there: Container[str]
    ) -> Iterator[tuple[str, str]]:
        """The same pages, each with what has changed since at its head, and where it is told as it is now."""
        links = TournamentSite(now.scores, now.sessions)
        since = overall_changes(now.then, [given], links, "", at_length=False)
        for name, page in pages.items():
            to = f"../{name if name in there else 'index.html'}"
            view = {"publication": since_of(given, now.scores.tournament.wrong_clocks), "since": since, "now": to}
            yield f"{given.folder}/{name}", page.replace(BANNER, self._press.part("overall_banner.html", view))
