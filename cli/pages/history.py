"""What the office decided, event by event, and who moved by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from cli.pages.events import is_told
from cli.pages.links import Links, OtherFolderLinks
from cli.pages.table import Cell, PageTable, TableRow, person
from cli.words.events import case_of
from cli.words.scores import difference_text, in_order_of, place_text, score_text
from ledger.bridge import Side
from ledger.facts import Envelope
from ledger.facts.publications import ScoresPublished
from ledger.facts.register import KIND_OF
from ledger.projections.names import led_by_names, names_of
from ledger.projections.ripple import Change, Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, evolve

_ROWS_SHOWN = 60


class Step(NamedTuple):
    """An event that settled something, and what it moved."""

    envelope: Envelope
    moved: Ripple

    @property
    def label(self) -> str:
        """What it is called at the head of a column: its case, or its number."""
        return case_of(self.envelope.event) or f"#{self.envelope.number}"


def is_settling(envelope: Envelope) -> bool:
    """Whether an event settles somebody's score, beside the results that come in from the tables."""
    return KIND_OF[type(envelope.event)].settles or (bool(envelope.because) and is_told(envelope.event))


class History:
    """A log as far as it was read: what was decided, the scores as they were at each publication, and as they are now.

    Boards that nothing touched are the same objects in all of them.
    """

    def __init__(self, session_id: str, log: Iterable[Envelope] = ()) -> None:
        self.steps = list[Step]()
        self.published = dict[int, Scoreboard]()
        self._session = Session(session_id)
        self._passing = list[Envelope]()
        self._last: Scoreboard | None = None
        self.go_on(log)

    def go_on(self, log: Iterable[Envelope]) -> None:
        """Read on; results that come in between what is decided go by together."""
        for envelope in log:
            if self._session.opened is None:
                self._session = evolve(self._session, envelope)
            elif is_settling(envelope):
                self._decided(envelope)
            else:
                self._passing.append(envelope)
                if isinstance(envelope.event, ScoresPublished):
                    self.published[envelope.number] = self.scoreboard

    def _decided(self, envelope: Envelope) -> None:
        before = self.scoreboard
        self._passing.append(envelope)
        self.steps.append(Step(envelope, ripple(before, self.scoreboard)))

    @property
    def scoreboard(self) -> Scoreboard:
        """The scores after what was read; every board is worked out."""
        if self._passing or self._last is None:
            self._session = evolve(self._session, *self._passing)
            self._passing.clear()
            self._last = Scoreboard(self._session, self._last).completed()
        return self._last


def steps(log: Iterable[Envelope], session_id: str) -> list[Step]:
    """What was decided in a log, event by event, each with its ripple."""
    return History(session_id, log).steps


def changes_table(
    moved: Ripple,
    scoreboard: Scoreboard,
    links: Links,
    envelopes: Iterable[Envelope] = (),
    before: OtherFolderLinks | None = None,
) -> PageTable | None:
    """Who has another score, those at the table first; None where nobody has.

    What it is now leads to why, and with `before` what it was to why it was that.
    """
    changes = in_order_of(moved.changes, list(envelopes))
    if not changes:
        return None
    names = names_of(scoreboard.session)
    rows = [_changed(each, scoreboard, links, before, names) for each in changes[:_ROWS_SHOWN]]
    columns = [">board", "table", "contestant", ">before", ">after", ">change"]
    left = len(changes) - len(rows)
    note = f"+ {left}" if left else ""
    return PageTable("Who moved", columns, rows, note, aside=frozenset({"table", ">change"}), under="contestant")


def _changed(
    change: Change, scoreboard: Scoreboard, links: Links, before: OtherFolderLinks | None, names: Mapping[str, str]
) -> TableRow:
    """Who moved, and how far; the score then is explained as it is now, which a later event may have moved again."""
    played = scoreboard.session.boards.get(change.board, {}).get(change.seating)
    side = next((side for side in Side if change.contestant in change.seating.contestants(side)), None)
    was = before.score(played, side) if before and played and side and change.before is not None else None
    return TableRow(
        [
            Cell(str(change.board), links.board(change.board)),
            Cell(change.table or "–"),
            person(change.contestant, names, links.card(change.contestant)),
            Cell(score_text(change.before), was),
            Cell(score_text(change.after), links.score(played, side) if played and side else None, changed=True),
            Cell(difference_text(change)),
        ]
    )


def places_text(moved: Ripple, names: Mapping[str, str]) -> str:
    """Whose place changed: 'Jane Roe & J. O’Hara (1NS) 7 → 5, 4EW 5 → 6'."""
    shown = ", ".join(
        place_text(replace(change, contestant=led_by_names(change.contestant, names)), "→")
        for change in moved.ranks[:_ROWS_SHOWN]
    )
    left = len(moved.ranks) - _ROWS_SHOWN
    return f"{shown} + {left}" if left > 0 else shown
