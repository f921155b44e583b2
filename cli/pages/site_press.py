"""All pages of a session's site, as it is now and as it was at each publication; brought up to date with its log."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from cli.pages.changes import PublishedScores, changes_view, given_out
from cli.pages.checking import SealProof, sealed_state
from cli.pages.history import History
from cli.pages.links import Site
from cli.pages.printing import Press
from cli.pages.site import BANNER, Pages, State
from ledger.facts import Envelope
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.trust.seal import PublicKey, Seal


class MadePages(NamedTuple):
    """The pages of a site by their names: those of `now`, and in a folder for each publication those of `then`."""

    now: dict[str, str]
    then: dict[str, str]

    @property
    def all(self) -> dict[str, str]:
        """All of them; those of now come last, for they lead to the others."""
        return {**self.then, **self.now}

    @property
    def pages(self) -> int:
        """How many pages that are, without what they share."""
        return sum(name.endswith(".html") for name in (*self.then, *self.now))


class SessionSitePress:
    """Makes the pages of a session; from one time to the next only those on which something changed."""

    def __init__(self, press: Press, session_id: str, key: PublicKey | None, tournament: str = "") -> None:
        self._press, self._key = press, key
        self._pages = Pages(press, key, tournament)
        self._history, self._log = History(session_id), list[Envelope]()
        self._seals: Sequence[Seal] = ()
        self._published: dict[int, tuple[object, dict[str, str]]] = {}

    @property
    def number(self) -> int:
        """The last event they are made of."""
        return len(self._log)

    @property
    def scoreboard(self) -> Scoreboard:
        """The scores they are made of."""
        return self._history.scoreboard

    def bring_up(
        self, log: Iterable[Envelope], seals: Sequence[Seal], named: Callable[[Session], Session] | None = None
    ) -> MadePages:
        """The pages after these further events; `seals` are all that were given out.

        `named`: tells the names that other sessions have for who plays.
        """
        further, self._seals = list(log), seals
        self._log += further
        self._history.go_on(further)
        scoreboard = self._history.scoreboard
        if named:
            for each in (scoreboard, *self._history.published.values()):
                named(each.session)
        with self._press.speaking():
            ever = given_out(self._history, self._log)
            then = {each.number: self._as_published(each, ever) for each in ever}
            standing, recalled = _told_apart(ever)
            sealed = self._sealed(self._log)
            now = State(scoreboard, self._log, self._history.steps, standing, sealed, recalled=recalled)
            made = {name: page.replace(BANNER, "") for name, page in self._pages.of(now).items()}
            old = {name: page for each in ever for name, page in self._of(each, then[each.number], now, made)}
            return MadePages(made, old)

    def _as_published(self, publication: PublishedScores, published: Sequence[PublishedScores]) -> dict[str, str]:
        """The pages of what was published; they are made once, and again where it was sealed or taken back since."""
        number = publication.number
        log = self._log[:number]
        sealed, (before, pages) = self._sealed(log), self._published.get(number, (None, {}))
        standing, recalled = _told_apart([each for each in published if each.number <= number])
        made_from = (sealed, [each.number for each in recalled])
        if not pages or before != made_from:
            decided = [step for step in self._history.steps if step.envelope.number <= number]
            official = not publication.recalled
            pages = self._pages.of(
                State(publication.scoreboard, log, decided, standing, sealed, "../", recalled, official)
            )
            self._published[number] = made_from, pages
        return pages

    def _sealed(self, log: Sequence[Envelope]) -> SealProof | None:
        return sealed_state(log, self._seals, self._key)

    def _of(
        self, publication: PublishedScores, pages: dict[str, str], now: State, there: Container[str]
    ) -> Iterator[tuple[str, str]]:
        """The same pages, each with what has changed since at its head, and where it is told as it is now."""
        since = changes_view(now.scoreboard, now.steps, [publication], Site(now.scoreboard.session), "")
        for name, page in pages.items():
            view = {"publication": publication, "since": since, "now": f"../{name if name in there else 'index.html'}"}
            yield f"{publication.folder}/{name}", page.replace(BANNER, self._press.part("banner.html", view))


def _told_apart(published: Sequence[PublishedScores]) -> tuple[list[PublishedScores], list[PublishedScores]]:
    """What was published and still is, and what was taken back."""
    return [each for each in published if not each.recalled], [each for each in published if each.recalled]
