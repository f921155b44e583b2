"""The pages of a session's site, as it is now and as it was at each publication.

Each page is made anew only where what is on it changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from cli.pages import boards, cards, cases, standings
from cli.pages.cards import ChangesOfAll
from cli.pages.chart import PlayedRounds, charts, moments
from cli.pages.checking import SealProof, check_page, sealed_state
from cli.pages.history import History, PublishedScores, Step, changes_view, events_table, given_out, head_of
from cli.pages.links import EVENTS_A_PAGE, Links, Site, events_page
from cli.pages.periods import ScoresState, Spell
from cli.pages.printing import Press, as_data
from cli.words.language import say, spoken
from ledger.errors.visible import visible
from ledger.kernel.fact import Envelope
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.subjects.tournaments.state import players_told
from ledger.trust.seal import PublicKey, Seal

BANNER = "<!-- what became of these scores -->\n"
"""Stands on every page where, in the folder of a publication, it is said what has changed since."""

_FIRST_PLACES = 60
"""So many places of a field stand on the first page; of a larger one all of them on a page of its own."""

_MOST_FOUND = 3000
"""Among so many one looks for a name on the first page; a larger field is searched by the browser."""

View = Mapping[str, object]

MakePage = Callable[[str, str, str, View], tuple[str, str]]
"""Makes a page by its name, its template, the page that leads to it, and what is on it."""


class State(NamedTuple):
    """One state of a session: the scores, the log up to it, what was decided, and what was published by then.

    `home`: the way from its pages to the first of the site, where the folders of publications are. `recalled`: what
    was published too early, and taken back. `finality`: whether the scores are final; None for scores as they were
    published, for more may have been decided since.
    """

    scoreboard: Scoreboard
    log: Sequence[Envelope]
    steps: Sequence[Step]
    published: Sequence[PublishedScores]
    sealed: SealProof | None = None
    home: str = ""
    recalled: Sequence[PublishedScores] = ()
    finality: ScoresState | None = None

    @property
    def state(self) -> list[Spell]:
        """Return whether the scores are final."""
        return self.finality.whole() if self.finality else []

    def of_board(self, board: int) -> list[Spell]:
        """Return whether the scores of a board are final."""
        return self.finality.of_board(board) if self.finality else []


class Pages:
    """Makes the pages of a state; of the next one only those on which something changed."""

    def __init__(self, press: Press, key: PublicKey | None = None, tournament: str = "") -> None:
        """`tournament`: the way from the first page of the site to that of the tournament it stands in."""
        self._press, self._key, self._tournament = press, key, tournament
        self._kept: dict[str, tuple[tuple[object, ...], str]] = {}
        self._rounds = PlayedRounds()

    def of(self, state: State) -> dict[str, str]:
        """Return every page by its name, the first page last: where it leads is there before it."""
        return dict(self._pages(state))

    def _pages(self, state: State) -> Iterator[tuple[str, str]]:
        links, session = Site(state.scoreboard.session), state.scoreboard.session
        nav, out = _nav(state), f"{state.home}{self._tournament}" if self._tournament else ""
        around = (state.home, out, *nav)
        beside = {
            "head": head_of(session),
            "nav": nav,
            "foot": _FOOT,
            "out": out,
            "site": True,
            "shared": state.home,
            "turns": not state.home,
            "banner": Markup(BANNER),
        }

        def page(name: str, template: str, here: str, view: View) -> tuple[str, str]:
            return name, self._press.page(template, links, {**beside, "here": here, **view})

        known, top = tuple(sorted(session.boards)), str(state.scoreboard.top)
        names = tuple(players_told(session).items())
        for board in session.boards:
            # Its lines and their scores are the same objects where nothing touched them.
            made_from = (
                *(state.scoreboard.board(board), session.boards[board], session.deal(board) or ""),
                *(top, around, known, names, tuple(state.of_board(board))),
            )
            name = f"board-{board}.html"
            yield self._kept_page(made_from, name, partial(_board, state, links, board, page))
        first = next((each for each in state.published if each.number < session.number), None)
        changes = ChangesOfAll(state.scoreboard, state.steps, first) if first else None
        shown = cards.Cards(state.scoreboard, links, changes, state.finality)
        for contestant in session.contestants:
            name, card = links.card(contestant) or "", shown.of(contestant)
            card_of = (tuple(card.values()), around, session.opening.title)
            yield self._kept_page(card_of, name, partial(page, name, "contestant.html", "index.html", {"card": card}))
        for name, template, view in _lists(state, links, self._rounds):
            here = "index" if name == "standings" else name
            yield page(f"{name}.html", f"{template}.html", f"{here}.html", view)
        for name, view in log_pages(state.log, session):
            yield page(name, "events.html", "events-1.html", view)
        if not state.home:
            yield from self._press.shared.items()
        yield "check.html", check_page(self._press, self._key, {**beside, "here": "check.html"}, state.sealed)
        index = {
            "fields": standings.ranked_fields(state.scoreboard, links, _FIRST_PLACES),
            "find": to_find(session.contestants, names_of(session), links, spoken().labels),
            "state": state.state,
            "changes": changes_view(state.scoreboard, state.steps, state.published, links, state.home),
            "published": state.published,
            "recalled": state.recalled,
            "home": state.home,
        }
        yield page("index.html", "index.html", "index.html", index)

    def _kept_page(
        self, made_from: tuple[object, ...], name: str, make: Callable[[], tuple[str, str]]
    ) -> tuple[str, str]:
        before, page = self._kept.get(name, ((), ""))
        if len(before) != len(made_from) or not all(
            one is other or (isinstance(one, str | int | tuple) and one == other)
            for one, other in zip(before, made_from, strict=True)
        ):
            _, page = make()
            self._kept[name] = made_from, page
        return name, page


def log_pages(log: Sequence[Envelope], stream: Stream) -> Iterator[tuple[str, View]]:
    """Yield the pages of a log for everybody: of the office's own matters only that there is an event."""
    firsts = range(0, len(log), EVENTS_A_PAGE)
    around = [(str(at), events_page(first + 1)) for at, first in enumerate(firsts, start=1)] if len(firsts) > 1 else []
    for first in firsts:
        table = events_table(log[first : first + EVENTS_A_PAGE], stream, outside=True)
        yield events_page(first + 1), {"log": table, "around": around}


def _board(state: State, links: Site, board: int, page: MakePage) -> tuple[str, str]:
    known = sorted(state.scoreboard.session.boards)
    at = known.index(board)
    before, after = known[max(at - 1, 0) : at], known[at + 1 : at + 2]
    around = [(f"← {say('Board %(number)s', number=each)}", f"board-{each}.html") for each in before]
    around += [(f"{say('Board %(number)s', number=each)} →", f"board-{each}.html") for each in after]
    told = boards.board_view(state.scoreboard, board, links)
    view = {"board": told, "around": around, "state": state.of_board(board), "cases": [], "log": None}
    return page(f"board-{board}.html", "board.html", "boards.html", view)


def _nav(state: State) -> list[tuple[str, str]]:
    in_matches = state.scoreboard.in_matches
    return [
        ("Scores", "index.html"),
        ("My page", "index.html#find"),
        *([("Matches", "matches.html")] if in_matches else []),
        ("Boards", "boards.html"),
        ("Rulings", "rulings.html"),
        *([] if in_matches else [_CHANGES]),
    ]


_CHANGES = ("Changes", "changes.html")

_FOOT = [_CHANGES, ("Appeals", "appeals.html"), ("Log", "events-1.html"), ("Check a receipt or a seal", "check.html")]
"""What every page leads to at its foot."""


def _lists(state: State, links: Site, rounds: PlayedRounds) -> Iterator[tuple[str, str, View]]:
    scoreboard, session = state.scoreboard, state.scoreboard.session
    fields = standings.ranked_fields(scoreboard, links)
    drawn = charts(scoreboard, moments(scoreboard, state.log, rounds))
    yield "standings", "ranking", {"fields": fields, "charts": drawn, "state": state.state}
    if scoreboard.in_matches:
        matches = {"table": standings.matches(scoreboard), "outlines": standings.match_outlines(scoreboard)}
        yield "matches", "matches", matches
    yield "boards", "list", {"heading": "Boards", "table": boards.board_list(scoreboard, links), "state": state.state}
    given = cases.case_views(scoreboard, state.log, state.steps, [*session.rulings, *session.penalties], links)
    register = {"heading": "Rulings", "table": cases.register_table(session, session.recorded_at)}
    yield "rulings", "cases", {**register, "nothing": "No rulings.", "state": state.state, "cases": given, "log": None}
    lodged = cases.case_views(scoreboard, state.log, state.steps, list(session.appeals), links)
    docket = {"heading": "Appeals", "table": cases.docket_table(session)}
    yield "appeals", "cases", {**docket, "nothing": "No appeals.", "state": state.state, "cases": lodged, "log": None}
    yield "changes", "changes", {"changes": changes_view(scoreboard, state.steps, state.published, links, state.home)}


def to_find(
    contestants: Collection[str], names: Mapping[str, str], links: Links, label: Callable[[str], str] = str
) -> Markup:
    """Return who can be looked for on a first page: the names, the number as it is said there, and the page of each."""
    known = contestants if len(contestants) <= _MOST_FOUND else ()
    return as_data([[visible(names.get(each, "")), visible(label(each)), links.card(each) or ""] for each in known])


_Published = tuple[str, Mapping[str, str], Mapping[str, object]]
"""The folder of a publication, its pages, and what has changed since."""


class MadePages(NamedTuple):
    """The pages of a site by their names: those of `now`, and in a folder for each publication those of `then`."""

    now: dict[str, str]
    then: dict[str, str]

    @classmethod
    def of(cls, pages: Mapping[str, str], publications: Iterable[_Published], press: Press, template: str) -> MadePages:
        """Join the pages of now and those of publications, at whose heads the template says what changed since.

        Each of these leads to where the same is told as it is now.
        """
        now, then = {name: page.replace(BANNER, "") for name, page in pages.items()}, dict[str, str]()
        for folder, old, view in publications:
            for name, page in old.items():
                banner = press.part(template, {**view, "now": f"../{name if name in now else 'index.html'}"})
                then[f"{folder}/{name}"] = page.replace(BANNER, banner)
        return cls(now, then)

    @property
    def all(self) -> dict[str, str]:
        """Return all pages; those of now come last, for they lead to the others."""
        return {**self.then, **self.now}

    @property
    def pages(self) -> int:
        """Return how many pages there are, without the files they share."""
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
        """Return the number of the last event the pages are made of."""
        return len(self._log)

    @property
    def scoreboard(self) -> Scoreboard:
        """Return the scores the pages are made of."""
        return self._history.scoreboard

    def bring_up(
        self, log: Iterable[Envelope], seals: Sequence[Seal], named: Callable[[Session], Session] | None = None
    ) -> MadePages:
        """Make the pages after these further events; `seals` are all that were given out.

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
            then = [(each, self._as_published(each, ever)) for each in ever]
            standing, recalled = _told_apart(ever)
            sealed = sealed_state(self._log, seals, self._key)
            finality = ScoresState(scoreboard.session, scoreboard.session.recorded_at)
            now = State(scoreboard, self._log, self._history.steps, standing, sealed, "", recalled, finality)
            pages, links = self._pages.of(now), Site(scoreboard.session)
            since = partial(changes_view, scoreboard, self._history.steps, links=links, home="")
            old = [(each.folder, its, {"publication": each, "since": since([each])}) for each, its in then]
            return MadePages.of(pages, old, self._press, "banner.html")

    def _as_published(self, publication: PublishedScores, published: Sequence[PublishedScores]) -> dict[str, str]:
        """Make the pages of a publication once, and again where it was sealed or taken back since."""
        number = publication.number
        log = self._log[:number]
        sealed, (before, pages) = sealed_state(log, self._seals, self._key), self._published.get(number, (None, {}))
        standing, recalled = _told_apart([each for each in published if each.number <= number])
        made_from = (sealed, [each.number for each in recalled])
        if not pages or before != made_from:
            decided = [step for step in self._history.steps if step.envelope.number <= number]
            pages = self._pages.of(State(publication.scoreboard, log, decided, standing, sealed, "../", recalled))
            self._published[number] = made_from, pages
        return pages


def _told_apart(published: Sequence[PublishedScores]) -> tuple[list[PublishedScores], list[PublishedScores]]:
    """What was published and still is, and what was taken back."""
    return [each for each in published if not each.recalled], [each for each in published if each.recalled]
