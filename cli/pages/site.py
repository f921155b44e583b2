"""The pages of a site: one state of a session on pages of its own, each made anew only where what is on it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from cli.pages import boards, cards, cases, standings
from cli.pages.changes import PublishedScores, changes_view
from cli.pages.chart import charts
from cli.pages.checking import SealProof, check_page
from cli.pages.columns import PlayedRounds, moments
from cli.pages.events import events_table, head_of
from cli.pages.history import Step
from cli.pages.links import EVENTS_A_PAGE, Site, events_page
from cli.pages.own_changes import ChangesOfAll
from cli.pages.periods import state_view
from cli.pages.printing import Press, as_data
from cli.words.language import say, spoken
from ledger.errors.visible import visible
from ledger.facts import Envelope
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.scorecards import placed
from ledger.session import Session
from ledger.session.people import players_told
from ledger.trust.seal import PublicKey

BANNER = "<!-- what became of these scores -->\n"
"""Stands on every page where, in the folder of a publication, it is said what has changed since."""

_FIRST_PLACES = 60
"""So many places of a field stand on the first page; of a larger one all of them on a page of its own."""

MOST_FOUND = 3000
"""Among so many one looks for a name on the first page; a larger field is searched by the browser."""

View = Mapping[str, object]


class State(NamedTuple):
    """One state of a session: the scores, the log up to it, what was decided, and what was published by then.

    `home`: the way from its pages to the first of the site, where the folders of publications are. `recalled`: what
    was published too early, and taken back. `official`: these scores are not themselves such.
    """

    scoreboard: Scoreboard
    log: Sequence[Envelope]
    steps: Sequence[Step]
    published: Sequence[PublishedScores]
    sealed: SealProof | None = None
    home: str = ""
    recalled: Sequence[PublishedScores] = ()
    official: bool = True


class _MadePage(NamedTuple):
    """A page as it was made, and what it was made from."""

    made_from: tuple[object, ...]
    page: str


class Pages:
    """Makes the pages of a state; of the next one only those on which something changed."""

    def __init__(self, press: Press, key: PublicKey | None = None, tournament: str = "") -> None:
        """`tournament`: the way from the first page of the site to that of the tournament it stands in."""
        self._press, self._key, self._tournament = press, key, tournament
        self._kept: dict[str, _MadePage] = {}
        self._rounds = PlayedRounds()

    def of(self, state: State) -> dict[str, str]:
        """Every page by its name, the first page last: where it leads is there before it."""
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
            "banner": Markup(BANNER),
        }

        def page(name: str, template: str, here: str, view: View) -> tuple[str, str]:
            return name, self._press.page(template, links, {**beside, "here": here, **view})

        for board in session.boards:
            yield self._kept_page(
                _made_from_board(state, board, around), f"board-{board}.html", _board_of(state, links, board, page)
            )
        for card in cards.card_views(state.scoreboard, links, _own_changes(state)):
            name = links.card(card.contestant) or ""
            made_from = (card, around, session.opening.title)
            yield self._kept_page(made_from, name, partial(page, name, "contestant.html", "index.html", {"card": card}))
        yield from (
            page(f"{name}.html", f"{template}.html", "index.html" if name == "standings" else f"{name}.html", view)
            for name, template, view in _lists(state, links, self._rounds)
        )
        for first in range(0, len(state.log), EVENTS_A_PAGE):
            yield self._events(state, first, page)
        if not state.home:
            yield from self._press.shared.items()
        yield "check.html", check_page(self._press, self._key, {**beside, "here": "check.html"}, state.sealed)
        yield page("index.html", "index.html", "index.html", _index(state, links))

    def _events(
        self, state: State, first: int, page: Callable[[str, str, str, View], tuple[str, str]]
    ) -> tuple[str, str]:
        """A page of the log; one that is full is made once."""
        name, there = events_page(first + 1), state.log[first : first + EVENTS_A_PAGE]
        pages = [events_page(at + 1) for at in range(0, len(state.log), EVENTS_A_PAGE)]
        around = [(str(number), each) for number, each in enumerate(pages, start=1)] if len(pages) > 1 else []
        view = {"log": events_table(there, state.scoreboard.session, outside=True), "around": around}
        return page(name, "events.html", "events-1.html", view)

    def _kept_page(
        self, made_from: tuple[object, ...], name: str, make: Callable[[], tuple[str, str]]
    ) -> tuple[str, str]:
        """The page as it is, where everything it was made from is the same; else anew."""
        kept = self._kept.get(name)
        if kept is None or len(kept.made_from) != len(made_from) or not all(map(_same, kept.made_from, made_from)):
            self._kept[name] = kept = _MadePage(made_from, make()[1])
        return name, kept.page


def _own_changes(state: State) -> ChangesOfAll | None:
    """What changed for each contestant since the scores were first given out; None where they were not yet."""
    first = next((each for each in state.published if each.number < state.scoreboard.session.number), None)
    return ChangesOfAll(state.scoreboard, state.steps, first, dict(placed(state.scoreboard))) if first else None


def _same(one: object, other: object) -> bool:
    """Whether two are one object, or plain values that are equal."""
    return one is other or (isinstance(one, str | int | tuple) and one == other)


def _made_from_board(state: State, board: int, around: tuple[object, ...]) -> tuple[object, ...]:
    """What is on the page of a board: its lines and their scores are the same objects where nothing touched them."""
    session, top = state.scoreboard.session, str(state.scoreboard.top)
    known, names = tuple(sorted(session.boards)), tuple(players_told(session).items())
    return (state.scoreboard.board(board), session.boards[board], session.deal(board) or "", top, around, known, names)


def _board(number: int) -> str:
    return say("Board %(number)s", number=number)


def _board_of(
    state: State, links: Site, board: int, page: Callable[[str, str, str, View], tuple[str, str]]
) -> Callable[[], tuple[str, str]]:
    """How the page of a board is made."""

    def make() -> tuple[str, str]:
        known = sorted(state.scoreboard.session.boards)
        at = known.index(board)
        around = [(f"← {_board(each)}", f"board-{each}.html") for each in known[max(at - 1, 0) : at]]
        around += [(f"{_board(each)} →", f"board-{each}.html") for each in known[at + 1 : at + 2]]
        view = {"board": boards.board_view(state.scoreboard, board, links), "around": around, "cases": [], "log": None}
        return page(f"board-{board}.html", "board.html", "boards.html", view)

    return make


def _nav(state: State) -> list[tuple[str, str]]:
    """What every page leads to, in five words: who was found on the first page, his own page is remembered for."""
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
    """The pages there is one of: name, template, and what is on it."""
    scoreboard, session = state.scoreboard, state.scoreboard.session
    fields = standings.ranked_fields(scoreboard, links)
    drawn = charts(scoreboard, moments(scoreboard, state.log, rounds))
    yield "standings", "ranking", {"fields": fields, "charts": drawn}
    if scoreboard.in_matches:
        yield (
            "matches",
            "matches",
            {"table": standings.matches(scoreboard), "outlines": standings.match_outlines(scoreboard)},
        )
    yield "boards", "list", {"heading": "Boards", "table": boards.board_list(scoreboard, links)}
    given = cases.case_views(scoreboard, state.log, state.steps, [*session.rulings, *session.penalties], links)
    register = {"table": cases.register_table(session), "nothing": "No rulings.", "heading": "Rulings"}
    yield "rulings", "cases", {**register, "cases": given, "log": None}
    lodged = cases.case_views(scoreboard, state.log, state.steps, list(session.appeals), links)
    docket = {"table": cases.docket_table(session), "nothing": "No appeals.", "heading": "Appeals"}
    yield "appeals", "cases", {**docket, "cases": lodged, "log": None}
    yield "changes", "changes", {"changes": changes_view(scoreboard, state.steps, state.published, links, state.home)}


def _index(state: State, links: Site) -> View:
    """The first page: who leads, what was published, what has changed since, and until when it may change."""
    session = state.scoreboard.session
    fields = standings.ranked_fields(state.scoreboard, links, _FIRST_PLACES)
    return {
        "fields": fields,
        "find": as_data(_to_find(session, links)),
        "state": state_view(session, published=bool(state.published)) if state.official else [],
        "changes": changes_view(state.scoreboard, state.steps, state.published, links, state.home),
        "published": state.published,
        "recalled": state.recalled,
        "home": state.home,
    }


def _to_find(session: Session, links: Site) -> list[list[str]]:
    """Everybody's name, number and page, for who looks for himself."""
    names = names_of(session)
    known = session.contestants if len(session.contestants) <= MOST_FOUND else ()
    return [[visible(names.get(each, "")), visible(spoken().labels(each)), links.card(each) or ""] for each in known]
