"""The site a desk is asked for: the folder of pages, a folder in it for each publication, kept up to date."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.options.declared import PageOptions
from cli.pages.folder import Folder, require_room
from cli.pages.printing import Press
from cli.pages.site_press import SessionSitePress
from cli.screens.seals import own_key
from cli.terminal.progress import working
from cli.terminal.screen import flush
from cli.words.vocabulary import counted
from ledger.errors import Problem
from ledger.facts import Envelope
from ledger.recording.effect import Effect
from ledger.session import Session
from ledger.trust.seal import PublicKey, Seal

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
        """The same as JSON."""
        heads = {"heads": list(self.heads)} if self.heads else {}
        found = {"folder": str(self.folder), "as_of": self.number, "pages": self.pages, "written": self.written}
        return {**found, **heads}

    def __str__(self) -> str:
        own = ", ".join(f"{each['session']} #{each['number']}" for each in self.heads) or f"#{self.number}"
        pages = f"{counted(self.pages, 'page')} as of {own}, {len(self.written)} written"
        return f"{self.folder}: {pages}; open {self.folder / 'index.html'}"


def write_session_site(desk: Desk, path: Path, look: PageOptions, *, follow: bool) -> None:
    """Write the site, and with `follow` write it anew whenever something was recorded, until interrupted."""
    session, press = desk.session(), Press.of(look)
    site = SiteFolder(Folder(path, session.id), press, session.id, own_key())
    seals = desk.office.seals.of(session.id)
    with working(f"writing {path}"):
        written = site.bring_up(desk.office.log(session.id, session.number), seals, desk.office.tournaments.tell_names)
    say_written(desk, written)
    if not follow:
        return
    subscription = desk.office.follow(session.id, {session.id: session.number})
    while True:
        flush()
        further, given_out = list(subscription.new()), desk.office.seals.of(session.id)
        if further or given_out != seals:
            seals = given_out
            say_written(desk, site.bring_up(further, seals, desk.office.tournaments.tell_names))
        time.sleep(1 / POLLS_A_SECOND)


def say_written(desk: Desk, written: WrittenSite) -> None:
    """What was written of a site."""
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
        office = self._office
        return site.bring_up(office.log(self._name), office.seals.of(self._name), office.tournaments.tell_names)


class SiteFolder:
    """A folder with the pages of a session as it is now, and in folders of their own as it was at each publication."""

    def __init__(self, folder: Folder, press: Press, session_id: str, key: PublicKey | None) -> None:
        self._folder = folder
        self._site = SessionSitePress(press, session_id, key, folder.tournament)

    def bring_up(
        self, log: Iterable[Envelope], seals: Sequence[Seal], named: Callable[[Session], Session] | None = None
    ) -> WrittenSite:
        """Write what changed by these further events; `seals` are all that were given out.

        `named`: tells the names that other sessions have for who plays.
        """
        made = self._site.bring_up(log, seals, named)
        written = self._folder.put(made.all)
        self._folder.clear(".", made.now)
        return WrittenSite(self._folder.path, self._site.number, made.pages, written)
