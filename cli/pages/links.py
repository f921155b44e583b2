"""Where things stand: the href of an event, a case, a score's derivation, on one page or on the pages of a site."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from ledger.bridge import Side
from ledger.session import Session, TableBoard

EVENTS_A_PAGE = 500
_TIDY = re.compile(r"[A-Za-z0-9]{1,12}")


class Links:
    """Where things stand; None where no page that is made here has them. By itself, of a page that leads nowhere."""

    def event(self, number: int, before: str = "") -> str | None:
        """An event in the log; `before`: the word before its number, which may name another stream."""

    def case(self, case: str, before: str = "") -> str | None:
        """A ruling, a penalty or an appeal; `before` as for an event."""

    def board(self, board: int) -> str | None:
        """The traveller of a board."""

    def score(self, played: TableBoard, side: Side) -> str | None:
        """The derivation of what a side has at a table."""

    def card(self, contestant: str) -> str | None:
        """The scorecard of a contestant."""

    def total(self, contestant: str) -> str | None:
        """The derivation of a contestant's total."""


def score_anchor(played: TableBoard, side: Side) -> str:
    """The name of a score's derivation on the page of its board: by the event that brought the table's result.

    It stays the same whatever is recorded at other tables.
    """
    first = played.events[0] if played.events else 0
    return f"b{played.board}-{first}-{side.value.lower()}"


def slugs(session: Session) -> dict[str, str]:
    """The names of contestants in addresses: a label that is short and plain, else by when it was entered."""
    known = enumerate(session.contestants, start=1)
    return {each: each if _TIDY.fullmatch(each) else f"_{at}" for at, each in known}


class OnePage(Links):
    """Everything on one page: an anchor where it stands there."""

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
        """An event, where the page has it."""
        return f"#e{number}" if number in self._events else None

    def case(self, case: str, before: str = "") -> str | None:
        """A case, where the page has it."""
        return f"#{case}" if case in self._cases else None

    def board(self, board: int) -> str | None:
        """A traveller, where the page has it."""
        return f"#board-{board}" if board in self._boards else None

    def score(self, played: TableBoard, side: Side) -> str | None:
        """A derivation, where the page has it."""
        anchor = score_anchor(played, side)
        there = anchor if played.board in self._boards else self._scores.get(anchor)
        return f"#{there}" if there else None

    def card(self, contestant: str) -> str | None:
        """The contestant's total, for one page has no scorecards."""
        return self.total(contestant)

    def total(self, contestant: str) -> str | None:
        """A total, where the page has them."""
        return f"#total-{self._slugs[contestant]}" if self._totals and contestant in self._slugs else None


class Site(Links):
    """The pages of a folder; `folder`: the way to it from where it is led to."""

    def __init__(self, session: Session, folder: str = "") -> None:
        self._session, self._slugs, self._folder = session, slugs(session), folder

    def event(self, number: int, before: str = "") -> str | None:
        """An event, on one of the pages of the log."""
        return f"{self._folder}{events_page(number)}#e{number}" if 0 < number <= self._session.number else None

    def case(self, case: str, before: str = "") -> str | None:
        """A ruling or a penalty, an appeal."""
        if case in self._session.appeals:
            return f"{self._folder}appeals.html#{case}"
        known = case in self._session.rulings or case in self._session.penalties
        return f"{self._folder}rulings.html#{case}" if known else None

    def board(self, board: int) -> str | None:
        """The page of a board."""
        return f"{self._folder}board-{board}.html" if board in self._session.boards else None

    def score(self, played: TableBoard, side: Side) -> str:
        """A derivation, on the page of its board."""
        return f"{self._folder}board-{played.board}.html#{score_anchor(played, side)}"

    def card(self, contestant: str) -> str | None:
        """The page of a contestant."""
        return f"{self._folder}contestant-{self._slugs[contestant]}.html" if contestant in self._slugs else None

    def total(self, contestant: str) -> str | None:
        """The total, on the page of the contestant."""
        card = self.card(contestant)
        return card and f"{card}#total"


def events_page(number: int) -> str:
    """The page of the log an event is on.

    >>> events_page(500), events_page(501)
    ('events-1.html', 'events-2.html')
    """
    return f"events-{(number - 1) // EVENTS_A_PAGE + 1}.html"
