"""The sites a desk is asked for: a folder of pages, in it one for each publication and each session of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cli.desk.desk import Desk
from cli.options.declared import PageOptions
from cli.pages.folder import SESSIONS, Folder, is_site_of, require_room
from cli.pages.made_from import MadeFrom
from cli.pages.printing import Press
from cli.pages.site import SessionSitePress
from cli.pages.tournaments.site import TournamentSitePress
from cli.terminal.keys import own_key
from cli.terminal.progress import look_on, working
from cli.views.tournaments import heads_json
from cli.words.vocabulary import counted
from ledger.errors import Problem
from ledger.kernel.fact import Envelope
from ledger.office import Office
from ledger.subjects.tournaments.facts import changes_who_is_named
from ledger.trust.seal import PublicKey, Seal

if TYPE_CHECKING:
    from ledger.office import Office
    from ledger.recording.effect import Effect
    from ledger.store.store import Subscription


POLLS_A_SECOND = 2


class WrittenSite(NamedTuple):
    """What was written of a site: how many pages it has as of which event, and which of them are new or changed.

    `heads`: of a tournament, up to which event of each of its streams.
    """

    folder: Path
    number: int
    pages: int
    written: list[str]
    heads: Sequence[dict[str, object]] = ()

    def as_json(self) -> dict[str, object]:
        """Return what was written as JSON."""
        heads = {"heads": list(self.heads)} if self.heads else {}
        found = {"folder": str(self.folder), "as_of": self.number, "pages": self.pages, "written": self.written}
        return {**found, **heads}

    def __str__(self) -> str:
        own = ", ".join(f"{each['session']} #{each['number']}" for each in self.heads) or f"#{self.number}"
        pages = f"{counted(self.pages, 'page')} as of {own}, {len(self.written)} written"
        return f"{self.folder}: {pages}; open {self.folder / 'index.html'}"


def write_session_site(desk: Desk, folder: Path, look: PageOptions, *, follow: bool) -> None:
    """Write the site, and with `follow` write it anew whenever something was recorded, until interrupted."""
    press = Press.of(look)

    def begin() -> tuple[SiteFolder, WrittenSite]:
        session = desk.session()
        site = SiteFolder(Folder(folder, session.id), press, session.id, own_key())
        return site, site.bring_up(desk.office.log(session.id, session.number), desk.office)

    write(desk, folder, begin, follow=follow)


def write(desk: Desk, path: Path, begin: Begin, *, follow: bool) -> None:
    """Write a site, and with `follow` anew whenever something was recorded in one of its streams, or sealed."""
    if not follow:
        _begun(desk, path, begin)
        return
    subscription = desk.office.follow()
    look_on(_KeptUp(desk, begin, _begun(desk, path, begin), subscription).look, POLLS_A_SECOND)


def _begun(desk: Desk, path: Path, begin: Begin) -> FollowedSite:
    with working(f"writing {path}"):
        site, written = begin()
    say_written(desk, written)
    return site


class FollowedSite(Protocol):
    """A site that is kept up to date."""

    @property
    def heads(self) -> Mapping[str, int]:
        """Return the streams it is of, each as far as it was read."""

    def was_sealed(self, office: Office) -> bool:
        """Return whether there are seals that its pages do not have."""

    def bring_up(self, events: Iterable[Envelope], office: Office) -> WrittenSite:
        """Write what changed by these further events of its streams."""


Begin = Callable[[], tuple[FollowedSite, WrittenSite]]
"""Reads everything a site is made of, and writes it."""


class _KeptUp:
    """A site that is brought up to date at each look.

    It begins anew where somebody was named or a text erased, in whichever stream: what was erased is kept nowhere; and
    after a look that broke off, for then nobody knows how far it came.
    """

    def __init__(self, desk: Desk, begin: Begin, site: FollowedSite, subscription: Subscription) -> None:
        self._desk, self._begin, self._site, self._subscription = desk, begin, site, subscription
        self._whole = True

    def look(self) -> None:
        """Write what changed. Unavailable where it cannot be looked for now."""
        whole, self._whole = self._whole, False
        further, heads = list(self._subscription.new()), self._site.heads
        own = [each for each in further if each.number > heads.get(each.session, each.number)]
        written = None
        if not whole or changes_who_is_named(further):
            self._site, written = self._begin()
        elif own or self._site.was_sealed(self._desk.office):
            written = self._site.bring_up(own, self._desk.office)
        self._whole = True
        if written and (whole or written.written):
            say_written(self._desk, written)


def say_written(desk: Desk, written: WrittenSite) -> None:
    """Say what was written of a site."""
    if desk.settings.json:
        desk.json("site/1", written.as_json())
    elif not desk.settings.quiet:
        desk.say(str(written))


class SiteToCome:
    """The site that scores are published to: what cannot be written is refused before anything is recorded."""

    stands = "the scores are published (#{}) and stay so"

    def __init__(self, desk: Desk, name: str, path: Path, look: PageOptions) -> None:
        self._name, self.path, self._press = name, path, Press.of(look)
        self._office = desk.office
        require_room(path, name)

    def write(self, effect: Effect) -> WrittenSite:
        """Write it, with the folder of the publication; Problem where it cannot be: the publication stands."""
        try:
            with working(f"writing {self.path}"):
                return self.written()
        except Problem as problem:
            hint = problem.hint.partition(";")[0].partition(":")[0]
            said = f"{self.stands.format(effect.events[0].number)}; the site is not written: {problem.message}"
            again = f"report site {quote(str(self.path))} --session {quote(self._name)}"
            raise type(problem)(problem.code, said, f"{hint}, then `{again}`") from None

    def written(self) -> WrittenSite:
        """Write the pages as everything now is."""
        site = SiteFolder(Folder(self.path, self._name), self._press, self._name, own_key())
        return site.bring_up(self._office.log(self._name), self._office)


class SiteFolder:
    """A folder with the pages of a session as it is now, and in folders of their own as it was at each publication.

    None is made while those that are there are made from the same.
    """

    def __init__(self, folder: Folder, press: Press, session_id: str, key: PublicKey | None) -> None:
        self._folder, self._id = folder, session_id
        self._made_from = MadeFrom(press, session_id, key, folder.tournament)
        self._site = SessionSitePress(press, session_id, key, folder.tournament)
        self._log, self._seals = list[Envelope](), list[Seal]()

    @property
    def heads(self) -> dict[str, int]:
        """Return the session, as far as it was read."""
        return {self._id: len(self._log)}

    def was_sealed(self, office: Office) -> bool:
        """Return whether the session has seals that its pages do not have."""
        return office.seals.of(self._id) != self._seals

    def bring_up(self, events: Iterable[Envelope], office: Office) -> WrittenSite:
        """Write what changed by these further events of its log."""
        further, seals, tell_names = list(events), office.seals.of(self._id), office.tournaments.tell_names
        self._log += further
        self._seals = seals
        self._made_from.go_on(further)
        made_from = self._made_from.digest(seals, tell_names)
        pages = self._folder.pages_made_from(made_from)
        if pages is not None:
            return WrittenSite(self._folder.path, len(self._log), pages, [])
        made = self._site.bring_up(self._log[self._site.number :], seals, tell_names)
        written = self._folder.put(made.all, made_from)
        return WrittenSite(self._folder.path, self._site.number, made.pages, written)


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
        """Return the streams its pages are of, each as far as it was read."""
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
        own = self._site.scores.scoreboards
        sessions_there = frozenset(each for each in own if is_site_of(self.path / SESSIONS / each, each))
        made = self._site.made(self._seals, sessions_there)
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
                own = [each for each in further if each.session == name] if site else self._site.log(name)
                if site is None:
                    site = SiteFolder(Folder(self.path / SESSIONS / name, name), self._press, name, self._key)
                    if self._stays:
                        self._sites[name] = site
                made = site.bring_up(own, office)
                self._pages[name] = made.pages
                yield from (f"{SESSIONS}/{name}/{page}" for page in made.written)
