"""The pages of a session's site: of the present state and of each publication."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

from cli.pages import boards, cards, cases, hands, standings
from cli.pages.cards import SessionChanges
from cli.pages.chart import PlayedRounds, charts, moments
from cli.pages.checking import SealProof, check_page, seal_proof
from cli.pages.compare import COMPARE_PAGE, MOST_COMPARED, comparison_view, slug_of
from cli.pages.hands import Solved
from cli.pages.history import History, PublishedScores, Step, changes_view, events_table, head_of, list_publications
from cli.pages.links import EVENTS_A_PAGE, Links, Site, events_page
from cli.pages.periods import ScoresState, Spell
from cli.pages.printing import Press, as_data
from cli.words.language import language_in_use, say
from ledger.errors.visible import visible
from ledger.kernel.fact import Envelope
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.subjects.tournaments.state import players_to_show
from ledger.trust.seal import PublicKey, Seal

BANNER = "<!-- what became of these scores -->\n"
"""A placeholder on every page; pages of a publication show there what has changed since."""

_FIRST_PLACES = 60
"""The most places of a field on the first page; a larger field has a page of its own."""

_MOST_FOUND = 3000
"""The most contestants searched by name on the first page; a larger field is left to the browser's search."""

_MOST_RESULTS = 20_000
"""The most results on the page of boards, of all contestants together, from which its script chooses a reader's own."""

View = Mapping[str, object]

MakePage = Callable[[str, str, str, View], tuple[str, str]]
"""Makes a page from its name, its template, its page in the menu, and its view."""


class State(NamedTuple):
    """A state of a session: its scores, its log, and the decisions and publications so far.

    `home`: the relative address of the site's first folder. `recalled`: publications taken back as too early.
    `finality`: whether the scores are final; None for published scores, on which more may have been decided since.
    `before_last`: the scores before the last decision that changed any. `solved`: the known double-dummy tricks.
    """

    scoreboard: Scoreboard
    log: Sequence[Envelope]
    steps: Sequence[Step]
    published: Sequence[PublishedScores]
    sealed: SealProof | None = None
    home: str = ""
    recalled: Sequence[PublishedScores] = ()
    finality: ScoresState | None = None
    before_last: PublishedScores | None = None
    solved: Solved = MappingProxyType({})

    @property
    def state(self) -> list[Spell]:
        """The lines on whether the scores are final; none on the pages of a publication."""
        return self.finality.whole() if self.finality else []

    def of_board(self, board: int) -> list[Spell]:
        """Return the lines on whether a board's scores are final; none on the pages of a publication."""
        return self.finality.of_board(board) if self.finality else []


class Pages:
    """Makes the pages of successive states of a session; a page that did not change is not made again."""

    def __init__(self, press: Press, key: PublicKey | None = None, tournament: str = "") -> None:
        """Start without pages; `tournament`: the relative address of the enclosing tournament site's first page."""
        self._press, self._key, self._tournament = press, key, tournament
        self._kept: dict[str, tuple[tuple[object, ...], str]] = {}
        self._rounds = PlayedRounds()

    def of(self, state: State) -> dict[str, str]:
        """Return every page by its name; the first page comes last, after the pages it links to."""
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

        def page(name: str, template: str, active: str, view: View) -> tuple[str, str]:
            return name, self._press.page(template, links, {**beside, "here": active, **view})

        over = hands.boards_over(state.scoreboard)
        shown = tuple(filter(session.deal, over))
        yield from self._board_pages(state, links, over, around, page)
        first = next((each for each in state.published if each.number < session.number), None)
        changes = SessionChanges(state.scoreboard, state.steps, first, state.before_last) if first else None
        scorecards = cards.Cards(state.scoreboard, links, changes, state.finality)
        is_compared = not state.home and 1 < len(session.contestants) <= MOST_COMPARED
        for contestant in session.contestants:
            name, card = links.card(contestant) or "", scorecards.of(contestant)
            with_other = f"{COMPARE_PAGE}?a={slug_of(contestant, links)}" if is_compared else ""
            card_of = (tuple(card.values()), around, session.opening.title, with_other)
            card_view = {"card": card, "compare": with_other}
            yield self._kept_page(card_of, name, partial(page, name, "contestant.html", "index.html", card_view))
        if is_compared:
            compared = comparison_view(scorecards.scorecards, names_of(session), links, state.scoreboard)
            yield page(COMPARE_PAGE, COMPARE_PAGE, "index.html", compared)
        for name, template, view in _list_pages(state, links, self._rounds, shown):
            menu = "index" if name == "standings" else name
            yield page(f"{name}.html", f"{template}.html", f"{menu}.html", view)
        if shown:
            yield from self._hands_pages(state, shown, around, page)
        for name, view in log_pages(state.log, session):
            yield page(name, "events.html", "events-1.html", view)
        if not state.home:
            yield from self._press.shared.items()
        yield "check.html", check_page(self._press, self._key, {**beside, "here": "check.html"}, state.sealed)
        index = {
            "fields": standings.ranked_fields(state.scoreboard, links, _FIRST_PLACES),
            "find": search_entries(session.contestants, names_of(session), links, language_in_use().labels),
            "state": state.state,
            "changes": changes_view(state.scoreboard, state.steps, state.published, links, state.home),
            "published": state.published,
            "recalled": state.recalled,
            "home": state.home,
        }
        yield page("index.html", "index.html", "index.html", index)

    def _board_pages(
        self, state: State, links: Site, over: Collection[int], around: tuple[object, ...], page: MakePage
    ) -> Iterator[tuple[str, str]]:
        session = state.scoreboard.session
        known, top = tuple(sorted(session.boards)), str(state.scoreboard.top)
        names = tuple(players_to_show(session).items())
        for board in session.boards:
            # Unchanged rows and scores are the same objects, so comparing by identity suffices.
            deal = session.deal(board)
            made_from = (
                *(state.scoreboard.board(board), session.boards[board], deal, deal and state.solved.get(deal)),
                *(top, around, known, names, tuple(state.of_board(board)), board in over),
            )
            name = f"board-{board}.html"
            yield self._kept_page(made_from, name, partial(_board, state, links, board, over, page))

    def _hands_pages(
        self, state: State, shown: tuple[int, ...], around: tuple[object, ...], page: MakePage
    ) -> Iterator[tuple[str, str]]:
        scoreboard, session, name = state.scoreboard, state.scoreboard.session, "hands.html"
        solved = tuple((deal, deal and state.solved.get(deal)) for deal in map(session.deal, shown))
        made_from = (shown, solved, around, session.opening, session.regulations)

        def sheet() -> tuple[str, str]:
            content = {"sheet": hands.hands_of_session(scoreboard, shown, state.solved), "file": hands.FILE}
            return page(name, name, name, content)

        yield self._kept_page(made_from, name, sheet)
        yield self._kept_page(
            made_from, hands.FILE, lambda: (hands.FILE, hands.hands_pbn(scoreboard, shown, state.solved))
        )

    def _kept_page(
        self, made_from: tuple[object, ...], name: str, make: Callable[[], tuple[str, str]]
    ) -> tuple[str, str]:
        before, page = self._kept.get(name, ((), ""))
        if len(before) != len(made_from) or not all(
            old is new or (isinstance(old, str | int | tuple) and old == new)
            for old, new in zip(before, made_from, strict=True)
        ):
            _, page = make()
            self._kept[name] = made_from, page
        return name, page


def log_pages(log: Sequence[Envelope], stream: Stream) -> Iterator[tuple[str, View]]:
    """Yield the name and view of each page of the public log, which shows an internal event's number only."""
    firsts = range(0, len(log), EVENTS_A_PAGE)
    around = [(str(at), events_page(first + 1)) for at, first in enumerate(firsts, start=1)] if len(firsts) > 1 else []
    for first in firsts:
        table = events_table(log[first : first + EVENTS_A_PAGE], stream, outside=True)
        yield events_page(first + 1), {"log": table, "around": around}


def _board(state: State, links: Site, board: int, over: Collection[int], page: MakePage) -> tuple[str, str]:
    known = sorted(state.scoreboard.session.boards)
    at = known.index(board)
    before, after = known[max(at - 1, 0) : at], known[at + 1 : at + 2]
    around = [(f"← {say('Board %(number)s', number=each)}", f"board-{each}.html") for each in before]
    around += [(f"{say('Board %(number)s', number=each)} →", f"board-{each}.html") for each in after]
    board_content = boards.board_view(state.scoreboard, board, links, over, state.solved)
    view = {"board": board_content, "around": around, "state": state.of_board(board), "cases": [], "log": None}
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
"""The links at the foot of every page."""


def _list_pages(
    state: State, links: Site, rounds: PlayedRounds, shown: Sequence[int]
) -> Iterator[tuple[str, str, View]]:
    scoreboard, session = state.scoreboard, state.scoreboard.session
    fields = standings.ranked_fields(scoreboard, links)
    drawn = charts(scoreboard, moments(scoreboard, state.log, rounds))
    yield "standings", "ranking", {"fields": fields, "charts": drawn, "state": state.state}
    if scoreboard.in_matches:
        matches = {"table": standings.matches(scoreboard), "outlines": standings.match_outlines(scoreboard)}
        yield "matches", "matches", {**matches, "state": state.state}
    listed = {"heading": "Boards", "table": boards.board_list(scoreboard, links), "state": state.state}
    many = len(session.contestants) * len(session.boards)
    ours = as_data(boards.own_results(scoreboard, links)) if many <= _MOST_RESULTS else None
    yield "boards", "list", {**listed, "ours": ours, "file": hands.FILE if shown else ""}
    given = cases.case_views(scoreboard, state.log, state.steps, [*session.rulings, *session.penalties], links)
    register = {"heading": "Rulings", "table": cases.register_table(session, session.recorded_at)}
    yield "rulings", "cases", {**register, "nothing": "No rulings.", "state": state.state, "cases": given, "log": None}
    lodged = cases.case_views(scoreboard, state.log, state.steps, list(session.appeals), links)
    docket = {"heading": "Appeals", "table": cases.docket_table(session)}
    yield "appeals", "cases", {**docket, "nothing": "No appeals.", "state": state.state, "cases": lodged, "log": None}
    yield "changes", "changes", {"changes": changes_view(scoreboard, state.steps, state.published, links, state.home)}


def search_entries(
    contestants: Collection[str], names: Mapping[str, str], links: Links, label: Callable[[str], str] = str
) -> Markup:
    """Return as JSON the contestants that readers can search for: players, label, page; [] if there are too many."""
    known = contestants if len(contestants) <= _MOST_FOUND else ()
    return as_data([[visible(names.get(each, "")), visible(label(each)), links.card(each) or ""] for each in known])


_Published = tuple[str, Mapping[str, str], Mapping[str, object]]
"""The folder of a publication, its pages, and the view of its banner with the changes since."""


class SitePages(NamedTuple):
    """The pages of a site by name: the present ones (`now`), and those of each publication in its folder (`then`)."""

    now: dict[str, str]
    then: dict[str, str]

    @classmethod
    def of(cls, pages: Mapping[str, str], publications: Iterable[_Published], press: Press, template: str) -> SitePages:
        """Join the present pages with those of publications, each with a banner that links to its present page."""
        present, published = {name: page.replace(BANNER, "") for name, page in pages.items()}, dict[str, str]()
        for folder, old, view in publications:
            for name, page in old.items():
                banner = press.part(template, {**view, "now": f"../{name if name in present else 'index.html'}"})
                published[f"{folder}/{name}"] = page.replace(BANNER, banner)
        return cls(present, published)

    @property
    def all(self) -> dict[str, str]:
        """All pages by name, those of publications first, because the present ones link to them."""
        return {**self.then, **self.now}

    @property
    def pages(self) -> int:
        """The number of HTML pages, without the stylesheet and script they share."""
        return sum(name.endswith(".html") for name in (*self.then, *self.now))


class SessionSitePress:
    """Makes the pages of a session's site; each further call makes only those that changed."""

    def __init__(self, press: Press, session_id: str, key: PublicKey | None, tournament: str = "") -> None:
        self._press, self._key = press, key
        self._pages = Pages(press, key, tournament)
        self._history, self._log = History(session_id), list[Envelope]()
        self._seals: Sequence[Seal] = ()
        self._solved: Solved = {}
        self._published: dict[int, tuple[object, dict[str, str]]] = {}

    @property
    def number(self) -> int:
        """The number of the last event that the pages show."""
        return len(self._log)

    @property
    def scoreboard(self) -> Scoreboard:
        """The scores on the pages."""
        return self._history.scoreboard

    def bring_up(
        self,
        log: Iterable[Envelope],
        seals: Sequence[Seal],
        named: Callable[[Session], Session] | None = None,
        solved: Solved = MappingProxyType({}),
    ) -> SitePages:
        """Read further events and return all pages; `seals`: all seals; `named`: adds names from other sessions."""
        further, self._seals, self._solved = list(log), seals, solved
        self._log += further
        self._history.go_on(further)
        scoreboard = self._history.scoreboard
        if named:
            for board in (scoreboard, *self._history.published.values()):
                named(board.session)
        with self._press.speaking():
            all_published = list_publications(self._history, self._log)
            publications = [(each, self._as_published(each, all_published)) for each in all_published]
            standing, recalled = _by_validity(all_published)
            sealed = seal_proof(self._log, seals, self._key)
            finality = ScoresState(scoreboard.session, scoreboard.session.recorded_at)
            history = self._history
            decided = (history.steps, standing, sealed, "", recalled, finality, history.before_last, solved)
            state = State(scoreboard, self._log, *decided)
            pages, links = self._pages.of(state), Site(scoreboard.session)
            since = partial(changes_view, scoreboard, self._history.steps, links=links, home="")
            old = [(each.folder, its, {"publication": each, "since": since([each])}) for each, its in publications]
            return SitePages.of(pages, old, self._press, "banner.html")

    def _as_published(self, publication: PublishedScores, published: Sequence[PublishedScores]) -> dict[str, str]:
        """Return the pages of a publication, made again only if it was sealed or taken back since."""
        number = publication.number
        log = self._log[:number]
        sealed, (before, pages) = seal_proof(log, self._seals, self._key), self._published.get(number, (None, {}))
        standing, recalled = _by_validity([each for each in published if each.number <= number])
        made_from = (sealed, [each.number for each in recalled], dict(self._solved))
        if not pages or before != made_from:
            decided = [step for step in self._history.steps if step.envelope.number <= number]
            pages = self._pages.of(
                State(publication.scoreboard, log, decided, standing, sealed, "../", recalled, solved=self._solved)
            )
            self._published[number] = made_from, pages
        return pages


def _by_validity(published: Sequence[PublishedScores]) -> tuple[list[PublishedScores], list[PublishedScores]]:
    return [each for each in published if not each.recalled], [each for each in published if each.recalled]
