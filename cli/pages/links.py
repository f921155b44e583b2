"""Links: the href of an event, a case or a derivation, on the same page or on another page of a site."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from ledger.bridge import Side
from ledger.session import Session, TableBoard

EVENTS_A_PAGE = 500
_TIDY = re.compile(r"[A-Za-z0-9]{1,12}")


class Links:
    """The addresses of events, cases, boards and contestants within a set of pages; in this base class all are None."""

    def event(self, number: int, before: str = "") -> str | None:
        """Return the address of an event; `before`: the word in front of its number, which may name a stream."""

    def case(self, case: str, before: str = "") -> str | None:
        """Return the address of a ruling, penalty or appeal; `before`: the word in front, which may name a stream."""

    def board(self, board: int) -> str | None:
        """Return the address of a board's traveller."""

    def score(self, played: TableBoard, side: Side) -> str | None:
        """Return the address of the derivation of a side's score at a table."""

    def card(self, contestant: str) -> str | None:
        """Return the address of a contestant's scorecard."""

    def total(self, contestant: str) -> str | None:
        """Return the address of the derivation of a contestant's total."""


def score_anchor(played: TableBoard, side: Side) -> str:
    """Return the anchor of a score's derivation; named after the table's first event, it never changes."""
    first = played.events[0] if played.events else 0
    return f"b{played.board}-{first}-{side.value.lower()}"


def slugs(session: Session) -> dict[str, str]:
    """Return each contestant's name for addresses: its label if short and plain, else '_' and its order of entry."""
    known = enumerate(session.contestants, start=1)
    return {each: each if _TIDY.fullmatch(each) else f"_{at}" for at, each in known}


class OnePage(Links):
    """Links to anchors within a single page."""

    def __init__(
        self,
        session: Session,
        *,
        events: Container[int] = (),
        cases: Container[str] = (),
        boards: Container[int] = (),
        scores: Mapping[str, str] | None = None,
        totals: bool = False,
    ) -> None:
        self._slugs = slugs(session)
        self._events, self._cases, self._boards = events, cases, boards
        self._scores, self._totals = scores or {}, totals

    def event(self, number: int, before: str = "") -> str | None:
        """Return the anchor of an event on the page."""
        return f"#e{number}" if number in self._events else None

    def case(self, case: str, before: str = "") -> str | None:
        """Return the anchor of a case on the page."""
        return f"#{case}" if case in self._cases else None

    def board(self, board: int) -> str | None:
        """Return the anchor of a board's traveller on the page."""
        return f"#board-{board}" if board in self._boards else None

    def score(self, played: TableBoard, side: Side) -> str | None:
        """Return the anchor of a score's derivation on the page."""
        anchor = score_anchor(played, side)
        known = anchor if played.board in self._boards else self._scores.get(anchor)
        return f"#{known}" if known else None

    def card(self, contestant: str) -> str | None:
        """Return the anchor of the contestant's total, since a single page has no scorecards."""
        return self.total(contestant)

    def total(self, contestant: str) -> str | None:
        """Return the anchor of a contestant's total, if the page derives totals."""
        return f"#total-{self._slugs[contestant]}" if self._totals and contestant in self._slugs else None


class Site(Links):
    """Links between the pages of a site; `folder`: the relative address of the site from the linking page."""

    def __init__(self, session: Session, folder: str = "") -> None:
        self._session, self._slugs, self._folder = session, slugs(session), folder

    def event(self, number: int, before: str = "") -> str | None:
        """Return the address of an event on a page of the log."""
        return f"{self._folder}{events_page(number)}#e{number}" if 0 < number <= self._session.number else None

    def case(self, case: str, before: str = "") -> str | None:
        """Return the address of a ruling, a penalty or an appeal."""
        if case in self._session.appeals:
            return f"{self._folder}appeals.html#{case}"
        known = case in self._session.rulings or case in self._session.penalties
        return f"{self._folder}rulings.html#{case}" if known else None

    def board(self, board: int) -> str | None:
        """Return the address of a board's page."""
        return f"{self._folder}board-{board}.html" if board in self._session.boards else None

    def score(self, played: TableBoard, side: Side) -> str:
        """Return the address of a score's derivation on the page of its board."""
        return f"{self._folder}board-{played.board}.html#{score_anchor(played, side)}"

    def card(self, contestant: str) -> str | None:
        """Return the address of a contestant's page."""
        return f"{self._folder}contestant-{self._slugs[contestant]}.html" if contestant in self._slugs else None

    def total(self, contestant: str) -> str | None:
        """Return the address of a contestant's total on the contestant's page."""
        card = self.card(contestant)
        return card and f"{card}#total"


def events_page(number: int) -> str:
    """Return the name of the log page that shows an event.

    >>> events_page(500), events_page(501)
    ('events-1.html', 'events-2.html')
    """
    return f"events-{(number - 1) // EVENTS_A_PAGE + 1}.html"
