"""All pages of a tournament's site, as it is now and as each standing was given out; brought up to date."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from cli.pages.checking import sealed_state
from cli.pages.printing import Press
from cli.pages.site import BANNER
from cli.pages.site_press import MadePages
from cli.pages.tournaments.changes import PublishedState, overall_changes, since_of
from cli.pages.tournaments.history import OverallHistory, StandingGivenOut
from cli.pages.tournaments.links import TournamentSite
from cli.pages.tournaments.site import TournamentPages, TournamentState
from ledger.facts import Envelope
from ledger.overall.history import Logs
from ledger.overall.scores import TournamentScores
from ledger.trust.seal import PublicKey, Seal


class TournamentSitePress:
    """Makes the pages of a tournament; from one time to the next only those on which something changed."""

    def __init__(self, name: str, press: Press, key: PublicKey | None) -> None:
        self.name = name
        self._press, self._key = press, key
        self._pages, self._history = TournamentPages(press, key), OverallHistory(name)
        self._published: dict[int, tuple[object, dict[str, str]]] = {}

    @property
    def scores(self) -> TournamentScores:
        """The scores they are made of."""
        return self._history.scores

    @property
    def streams(self) -> set[str]:
        """The streams they are of: the tournament's own, and the sessions that belong to it or did."""
        return {self.name, *self.scores.tournament.ever}

    def log(self, stream: str) -> list[Envelope]:
        """A stream as far as it was read."""
        return self._history.logs[stream]

    def number(self, stream: str) -> int:
        """Its last event that was read; 0 where nothing of it was."""
        return len(self._history.logs.get(stream, ()))

    def read(self, events: Iterable[Envelope], logs: Callable[[], Logs]) -> None:
        """Read on; from the beginning of the `logs` where events came in that belong before what was read."""
        further, known = list(events), {*self._history.logs}
        before, missed = self._history.read_up_to, self._history.missing
        self._history.go_on(further)
        joined = self.streams - known if before else set[str]()
        came = bool(joined) and any(logs().get(each) for each in joined)
        if came or any(each.recorded_at < before or each.session in missed for each in further):
            self._history = OverallHistory(self.name, (each for log in logs().values() for each in log))

    def made(self, seals: Sequence[Seal], there: frozenset[str]) -> MadePages:
        """The pages after what was read; `seals` are all that were given out, `there` the sessions with a site."""
        with self._press.speaking():
            scores, log = self.scores, self._history.logs[self.name]
            ever = [*self._history.published.values()]
            published = [each for each in ever if each.number in scores.tournament.published]
            given = [each for each in ever if each.scores]
            then = {each.number: self._as_published(each, published, seals, there) for each in given}
            now = PublishedState(scores, self._history.at, self._history.results, self._history.decided)
            state = TournamentState(now, log, published, seals, there, sealed_state(log, seals, self._key))
            made = {name: page.replace(BANNER, "") for name, page in self._pages.of(state).items()}
            old = {name: page for each in given for name, page in self._of(each, then[each.number], state, made)}
            return MadePages(made, old)

    def _as_published(
        self,
        given: StandingGivenOut,
        published: Sequence[StandingGivenOut],
        seals: Sequence[Seal],
        there: frozenset[str],
    ) -> dict[str, str]:
        """The pages of what was given out; they are made once, and again where it was sealed or taken back since."""
        number, log = given.number, self._history.logs[self.name][: given.number]
        own = [seal for seal in seals if seal.checkpoint.size <= number]
        standing = [each for each in published if each.number <= number]
        sealed, numbers = sealed_state(log, seals, self._key), [each.number for each in standing]
        made_from = (sealed, own, there, numbers)
        before, pages = self._published.get(number, (None, {}))
        if before != made_from:
            assert given.scores is not None
            then = PublishedState(given.scores, given.at, given.results, self._history.decided)
            state = TournamentState(then, log, standing, own, there, sealed, "../", number in numbers)
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
            view = {"publication": since_of(given, now.scores.tournament), "since": since, "now": to}
            yield f"{given.folder}/{name}", page.replace(BANNER, self._press.part("overall_banner.html", view))
