"""What the office decided, event by event, and who moved by it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cli.pages.table import Cell, Row, Table
from cli.screens.events import case_of
from cli.screens.ripples import difference_text, in_order_of, place_text
from cli.screens.scores import score_text
from ledger.events import Envelope
from ledger.events.register import KIND_OF
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, evolve, replay

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
    return KIND_OF[type(envelope.event)].settles or bool(envelope.because)


def steps(log: Iterable[Envelope], session_id: str) -> list[Step]:
    """Every such event of a log with its ripple; results that come in between go by together."""
    session, passing, found = replay((), session_id), list[Envelope](), list[Step]()
    last: Scoreboard | None = None
    for envelope in log:
        if session.opened is None or not is_settling(envelope):
            passing.append(envelope)
            session = session if session.opened else _evolved(session, passing)
            continue
        before = Scoreboard(_evolved(session, passing), last).completed()
        session = evolve(before.session, envelope)
        last = Scoreboard(session, before).completed()
        found.append(Step(envelope, ripple(before, last)))
    return found


def _evolved(session: Session, passing: list[Envelope]) -> Session:
    """The session after what has gone by since, which is then forgotten."""
    session = evolve(session, *passing) if passing else session
    passing.clear()
    return session


def changes_table(moved: Ripple, envelopes: Iterable[Envelope] = ()) -> Table | None:
    """Who has another score, those at the table first; None where nobody has."""
    changes = in_order_of(moved.changes, list(envelopes))
    if not changes:
        return None
    rows = [
        Row(
            [
                Cell(str(each.board)),
                Cell(each.table or "–"),
                Cell(each.contestant, name=True),
                Cell(score_text(each.before)),
                Cell(score_text(each.after), changed=True),
                Cell(difference_text(each)),
            ]
        )
        for each in changes[:_ROWS_SHOWN]
    ]
    columns = [">board", "table", "contestant", ">before", ">after", ">change"]
    left = len(changes) - len(rows)
    return Table("Who moved", columns, rows, f"+ {left}" if left else "")


def places_text(moved: Ripple) -> str:
    """Whose place changed: '1NS 7 → 5, 4EW 5 → 6'."""
    shown = ", ".join(place_text(change, "→") for change in moved.ranks[:_ROWS_SHOWN])
    left = len(moved.ranks) - _ROWS_SHOWN
    return f"{shown} + {left}" if left > 0 else shown
