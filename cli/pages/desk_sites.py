"""Writing sites: a folder of pages, with a folder for each publication, and for each session of a tournament."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cli.desk.desk import Desk
from cli.options.declared import PageOptions
from cli.pages.folder import SESSIONS, Folder, delete_pages, has_site_of, require_room
from cli.pages.hands import deals_in
from cli.pages.made_from import SourceDigest
from cli.pages.printing import Press
from cli.pages.site import SessionSitePress
from cli.pages.tournaments.site import TournamentSitePress
from cli.terminal.keys import own_key
from cli.terminal.progress import poll_until_interrupted, show_progress
from cli.views.answers import as_json
from cli.views.overall import heads_of
from cli.words.vocabulary import counted
from ledger.errors import Problem
from ledger.files import require_no_link
from ledger.kernel.fact import Envelope
from ledger.office import Office
from ledger.subjects.tournaments.facts import changes_names
from ledger.trust.seal import PublicKey, Seal

if TYPE_CHECKING:
    from ledger.office import Office
    from ledger.recording.effect import Effect
    from ledger.store.store import Subscription


POLLS_A_SECOND = 2


class WrittenSite(NamedTuple):
    """The outcome of writing a site: the last event it shows, its page count, and the names of pages new or changed.

    `heads`: for a tournament, the last event read of each of its streams.
    """

    folder: Path
    number: int
    pages: int
    written: list[str]
    heads: Sequence[dict[str, object]] = ()

    def as_json(self) -> dict[str, object]:
        """Return the outcome of writing the site as JSON."""
        heads = {"heads": list(self.heads)} if self.heads else {}
        site = {"folder": str(self.folder), "as_of": self.number, "pages": self.pages, "written": self.written}
        return {**site, **heads}

    def __str__(self) -> str:
        as_of = ", ".join(f"{each['session']} #{each['number']}" for each in self.heads) or f"#{self.number}"
        pages = f"{counted(self.pages, 'page')} as of {as_of}, {len(self.written)} written"
        return f"{self.folder}: {pages}; open {self.folder / 'index.html'}"


def write_session_site(desk: Desk, folder: Path, look: PageOptions, *, follow: bool) -> None:
    """Write the site of a session; with `follow`, write changes as they are recorded, until interrupted."""
    presses = Press.in_languages(look)

    def begin() -> tuple[FollowedSite, WrittenSite]:
        session = desk.session()
        site = session_site(folder, session.id, presses)
        return site, site.bring_up(desk.office.log(session.id, session.number), desk.office)

    write(desk, folder, begin, follow=follow)


def write(desk: Desk, path: Path, begin: Begin, *, follow: bool) -> None:
    """Write a site; with `follow`, update it at each new event or seal of its streams, until interrupted."""
    if not follow:
        _begin_site(desk, path, begin)
        return
    subscription = desk.office.follow()
    poll_until_interrupted(_SiteUpdater(desk, begin, _begin_site(desk, path, begin), subscription).look, POLLS_A_SECOND)


def _begin_site(desk: Desk, path: Path, begin: Begin) -> FollowedSite:
    with show_progress(f"writing {path}"):
        site, written = begin()
    say_written(desk, written)
    return site


class FollowedSite(Protocol):
    """A site in a folder, updated when new events are recorded."""

    @property
    def heads(self) -> Mapping[str, int]:
        """The number of the last event that was read from each stream, by the stream's name."""

    def was_sealed(self, office: Office) -> bool:
        """Return True if the office has seals that the pages do not show yet."""

    def bring_up(self, events: Iterable[Envelope], office: Office) -> WrittenSite:
        """Write the pages that new events change, and return what was written."""


Begin = Callable[[], tuple[FollowedSite, WrittenSite]]
"""Writes a whole site, and returns it with the outcome."""


class LanguageSites:
    """The site of a session or tournament in several languages; all but the first have a folder within the first's."""

    def __init__(self, path: Path, name: str, presses: Collection[Press], make: MakeSite) -> None:
        """Open the site in each language; pages in a language no longer asked for are deleted, for they may name."""
        self._sites = dict[str, FollowedSite]()
        for press in presses:
            require_no_link(path / press.folder, path)
            self._sites[press.folder] = make(path / press.folder, press)
        for former in former_languages(path, presses):
            if has_site_of(former, name):
                delete_pages(former)

    @property
    def heads(self) -> Mapping[str, int]:
        """The number of the last event that was read from each stream, by the stream's name."""
        return self._sites[""].heads

    def was_sealed(self, office: Office) -> bool:
        """Return True if the office has seals that the pages do not show yet."""
        return any(each.was_sealed(office) for each in self._sites.values())

    def bring_up(self, events: Iterable[Envelope], office: Office) -> WrittenSite:
        """Write the pages that new events change in every language, and return what was written."""
        further = list(events)
        outcomes = {folder: site.bring_up(further, office) for folder, site in reversed(self._sites.items())}
        written = [f"{folder}{name}" for folder, outcome in outcomes.items() for name in outcome.written]
        return outcomes[""]._replace(pages=sum(each.pages for each in outcomes.values()), written=written)


def former_languages(path: Path, presses: Iterable[Press]) -> list[Path]:
    """Return the folders named like a language in which no press writes pages any more."""
    written = {each.folder for each in presses}
    return [each for each in path.iterdir() if _LANGUAGE.fullmatch(each.name) and f"{each.name}/" not in written]


MakeSite = Callable[[Path, Press], FollowedSite]

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})*")


def session_site(path: Path, name: str, presses: Mapping[str, Press]) -> LanguageSites:
    """Return the site of a session in a folder, in the language of each press."""
    return LanguageSites(
        path, name, presses.values(), lambda folder, press: SiteFolder(Folder(folder, name), press, name, own_key())
    )


class _SiteUpdater:
    """Updates a site with --follow.

    The site is written anew after an update that failed halfway, and if a person is named or a text erased in any
    stream, since erased text may be kept nowhere.
    """

    def __init__(self, desk: Desk, begin: Begin, site: FollowedSite, subscription: Subscription) -> None:
        self._desk, self._begin, self._site, self._subscription = desk, begin, site, subscription
        self._whole = True

    def look(self) -> None:
        """Read new events and write the pages they change; Unavailable if the database cannot be read now."""
        whole, self._whole = self._whole, False
        further, heads = list(self._subscription.new()), self._site.heads
        unread = [each for each in further if each.number > heads.get(each.session, each.number)]
        written = None
        if not whole or changes_names(further):
            self._site, written = self._begin()
        elif unread or self._site.was_sealed(self._desk.office):
            written = self._site.bring_up(unread, self._desk.office)
        self._whole = True
        if written and (whole or written.written):
            say_written(self._desk, written)


def say_written(desk: Desk, written: WrittenSite) -> None:
    """Print the outcome of writing a site."""
    if desk.settings.json:
        desk.json("site/1", written.as_json())
    elif not desk.settings.quiet:
        desk.say(str(written))


class PublicationSite:
    """A session's site, to be written after a publication; an unusable folder is refused beforehand."""

    stands = "the scores are published (#{}) and stay so"

    def __init__(self, desk: Desk, name: str, path: Path, look: PageOptions) -> None:
        self._name, self.path, self._presses = name, path, Press.in_languages(look)
        self._office = desk.office
        require_room(path, name)

    def write(self, effect: Effect) -> WrittenSite:
        """Write the site after a publication; a Problem says that the publication stands without its site."""
        try:
            with show_progress(f"writing {self.path}"):
                return self.written()
        except Problem as problem:
            hint = problem.hint.partition(";")[0].partition(":")[0]
            message = f"{self.stands.format(effect.events[0].number)}; the site is not written: {problem.message}"
            again = f"report site {quote(str(self.path))} --session {quote(self._name)}"
            raise type(problem)(problem.code, message, f"{hint}, then `{again}`") from None

    def written(self) -> WrittenSite:
        """Write the pages of the session's present state, and return what was written."""
        return session_site(self.path, self._name, self._presses).bring_up(self._office.log(self._name), self._office)


class SiteFolder:
    """A folder with the present pages of a session, and a folder of pages for each publication."""

    def __init__(self, folder: Folder, press: Press, session_id: str, key: PublicKey | None) -> None:
        self._folder, self._id, self._press = folder, session_id, press
        self._made_from = SourceDigest(press, session_id, key, folder.tournament)
        self._site = SessionSitePress(press, session_id, key, folder.tournament)
        self._log, self._seals = list[Envelope](), list[Seal]()

    @property
    def heads(self) -> dict[str, int]:
        """The number of the last event that was read from the session's log, by the session's name."""
        return {self._id: len(self._log)}

    def was_sealed(self, office: Office) -> bool:
        """Return True if the session has seals that its pages do not show."""
        return office.seals.of(self._id) != self._seals

    def bring_up(self, events: Iterable[Envelope], office: Office) -> WrittenSite:
        """Write the pages that new events of the session change, and return what was written."""
        further, seals, add_names = list(events), office.seals.of(self._id), office.tournaments.add_names_for_pages
        self._log += further
        self._seals = seals
        self._made_from.go_on(further)
        solved = office.solved_deals.solve(deals_in(self._log))
        made_from = self._made_from.digest(seals, add_names, sorted(solved.items()))
        pages = self._folder.count_unchanged_pages(made_from)
        if pages is not None:
            return WrittenSite(self._folder.path, len(self._log), pages, [])
        site_pages = self._site.bring_up(self._log[self._site.number :], seals, add_names, solved)
        written = self._folder.put(self._press.with_languages(site_pages.all, self._folder.within), made_from)
        return WrittenSite(self._folder.path, self._site.number, site_pages.pages, written)


def write_tournament_site(desk: Desk, path: Path, look: PageOptions, *, sessions: bool, follow: bool) -> None:
    """Write the site of a tournament; `sessions`: with the sites of its sessions, `follow`: kept up to date."""
    name, office, presses = desk.session_id, desk.office, Press.in_languages(look)

    def begin() -> tuple[FollowedSite, WrittenSite]:
        site = _tournament_site(path, name, presses, sessions=sessions, stays=follow)
        logs = office.tournaments.logs(name, desk.settings.as_of)
        return site, site.bring_up((each for log in logs.values() for each in log), office)

    write(desk, path, begin, follow=follow)


def _tournament_site(
    path: Path, name: str, presses: Mapping[str, Press], *, sessions: bool = False, stays: bool = False
) -> LanguageSites:
    made = partial(TournamentFolder, name=name, key=own_key(), with_sessions=sessions, stays=stays)
    return LanguageSites(path, name, presses.values(), lambda folder, press: made(folder, press=press))


class TournamentPublicationSite(PublicationSite):
    """A tournament's site, to be written after a standing is published."""

    stands = "the standing is published (#{}) and stays so"

    def written(self) -> WrittenSite:
        """Write the pages of the tournament's present state, and return what was written."""
        site = _tournament_site(self.path, self._name, self._presses)
        logs = self._office.tournaments.logs(self._name)
        return site.bring_up((each for log in logs.values() for each in log), self._office)


class TournamentFolder:
    """A folder with the present pages of a tournament, and a folder of pages for each publication.

    `with_sessions`: the sites of its sessions are kept up to date too; False: existing ones are only linked. `stays`:
    the folder is written repeatedly, so the pages of changed sessions are kept in memory.
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
        """The number of the last event that was read from each stream, by the stream's name."""
        return {each: self._site.number(each) for each in self._site.streams}

    def was_sealed(self, office: Office) -> bool:
        """Return True if the tournament, or a session with a site here, has seals that the pages do not show."""
        return office.seals.of(self.name) != self._seals or any(
            each.was_sealed(office) for each in self._sites.values()
        )

    def bring_up(self, events: Iterable[Envelope], office: Office) -> WrittenSite:
        """Write the pages that new events of the tournament's streams change, and return what was written."""
        further = list(events)
        self._site.read(further, lambda: office.tournaments.logs(self.name))
        written = list(self._write_sessions(further, office)) if self._with_sessions else []
        self._seals = office.seals.of(self.name)
        scoreboards = self._site.scores.scoreboards
        sessions_there = frozenset(each for each in scoreboards if has_site_of(self.path / SESSIONS / each, each))
        site_pages = self._site.made(self._seals, sessions_there)
        written += self._folder.put(self._press.with_languages(site_pages.all))
        pages = site_pages.pages + sum(self._pages.values())
        scores = self._site.scores
        return WrittenSite(self.path, scores.tournament.number, pages, written, as_json(heads_of(scores)))

    def _write_sessions(self, further: list[Envelope], office: Office) -> Iterator[str]:
        """Write the changed sites of sessions, former ones included, and yield the names of the pages written."""
        new, scores = {each.session for each in further}, self._site.scores
        # a text erased in a session that has left the tournament must vanish from its pages too
        former = (each for each in scores.tournament.ever if has_site_of(self.path / SESSIONS / each, each))
        for name in dict.fromkeys((*scores.scoreboards, *former)):
            site = self._sites.get(name)
            if name in new or name not in self._pages or (site and site.was_sealed(office)):
                session_events = [each for each in further if each.session == name] if site else self._site.log(name)
                if site is None:
                    folder = Folder(self.path / SESSIONS / name, name, self.path)
                    site = SiteFolder(folder, self._press, name, self._key)
                    if self._stays:
                        self._sites[name] = site
                outcome = site.bring_up(session_events, office)
                self._pages[name] = outcome.pages
                yield from (f"{SESSIONS}/{name}/{page}" for page in outcome.written)
