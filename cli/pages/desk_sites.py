"""The site a desk is asked for: the folder of pages, a folder in it for each publication, kept up to date."""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.progress import working
from cli.desk.screen import flush
from cli.pages.changes import Published, changes_view
from cli.pages.folder import Folder
from cli.pages.history import History
from cli.pages.links import Site
from cli.pages.printing import Press
from cli.pages.site import BANNER, Pages, State
from cli.screens.times import moment_text
from cli.screens.vocabulary import counted
from ledger.errors import Misuse
from ledger.events import Envelope
from ledger.projections.scoreboard import Scoreboard

_POLLS_A_SECOND = 2


def write_site(desk: Desk, path: Path, language: str, *, follow: bool) -> None:
    """Write the site, and with `follow` write it anew whenever something was recorded, until interrupted."""
    if desk.settings.as_of and follow:
        raise Misuse("usage", "--follow goes on from now", "leave --as-of out")
    session = desk.session()
    site = SiteFolder(Folder(path, session.id), Press(language), session.id)
    with working(f"writing {path}"):
        written = site.bring_up(desk.office.log(session.id, session.number))
    _say(desk, path, session.number, written, site.count)
    if not follow:
        return
    subscription = desk.office.follow(session.id, {session.id: session.number})
    while True:
        flush()
        if further := list(subscription.new()):
            _say(desk, path, further[-1].number, site.bring_up(further), site.count)
        time.sleep(1 / _POLLS_A_SECOND)


def _say(desk: Desk, path: Path, number: int, written: list[str], count: int) -> None:
    if desk.settings.json:
        desk.json("site/1", {"folder": str(path), "as_of": number, "pages": count, "written": written})
    elif not desk.settings.quiet:
        desk.say(
            f"{path}: {counted(count, 'page')} as of #{number}, {len(written)} written; open {path / 'index.html'}"
        )


class SiteFolder:
    """A folder with the pages of a session as it is now, and in folders of their own as it was at each publication."""

    def __init__(self, folder: Folder, press: Press, session_id: str) -> None:
        self.count = 0
        self._folder, self._press = folder, press
        self._pages, self._history, self._log = Pages(press), History(session_id), list[Envelope]()
        self._published: dict[int, dict[str, str]] = {}

    def bring_up(self, log: Iterable[Envelope]) -> list[str]:
        """Write what changed by these further events; the names of the pages that were written."""
        further = list(log)
        self._log += further
        self._history.go_on(further)
        scoreboard = self._history.scoreboard
        numbers = [publication.number for publication in scoreboard.session.publications]
        published = [_publication(number, self._history.published[number]) for number in numbers]
        then = {each.number: self._as_published(each, published) for each in published}
        now = State(scoreboard, self._log, self._history.steps, published)
        made = {name: page.replace(BANNER, "") for name, page in self._pages.of(now).items()}
        old = {name: page for each in published for name, page in self._of(each, then[each.number], now, made)}
        written = self._folder.put({**old, **made})
        self._folder.clear(".", made)
        self.count = len(old) + len(made)
        return written

    def _as_published(self, publication: Published, published: Sequence[Published]) -> dict[str, str]:
        """The pages of what was published; they are made once."""
        number = publication.number
        if number not in self._published:
            earlier = [each for each in published if each.number < number]
            decided = [step for step in self._history.steps if step.envelope.number <= number]
            state = State(publication.scoreboard, self._log[:number], decided, earlier)
            self._published[number] = self._pages.of(state)
        return self._published[number]

    def _of(
        self, publication: Published, pages: dict[str, str], now: State, there: Container[str]
    ) -> Iterator[tuple[str, str]]:
        """The same pages, each with what has changed since at its head, and where it is told as it is now."""
        since = changes_view(now.scoreboard, now.steps, [publication], Site(now.scoreboard.session))
        for name, page in pages.items():
            view = {"publication": publication, "since": since, "now": f"../{name if name in there else 'index.html'}"}
            yield f"{publication.folder}/{name}", page.replace(BANNER, self._press.part("banner.html", view))


def _publication(number: int, scoreboard: Scoreboard) -> Published:
    when = moment_text(scoreboard.session.recorded_at, 0)
    return Published(number, when, scoreboard, f"published-{number}")
