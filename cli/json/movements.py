"""Movements as JSON: what is laid down for each section, and every table of every round."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.movements.plan import PlannedTable
from ledger.session import Session
from ledger.session.movement import movements


def movement_json(session: Session, tables: Iterable[PlannedTable]) -> dict[str, object]:
    """The movements in force, and the tables asked for."""
    return {
        "movements": [
            {
                "section": event.section,
                "name": event.name,
                "event": number,
                "copies": event.copies,
                "sharing": [list(each) for each in event.sharing],
            }
            for number, event in movements(session)
        ],
        "tables": [planned_json(each) for each in tables],
    }


def planned_json(planned: PlannedTable) -> dict[str, object]:
    """A table of a round; null where nobody sits."""
    return {
        "round": planned.round,
        "table": planned.table,
        "ns": planned.ns or None,
        "ew": planned.ew or None,
        "boards": list(planned.boards),
    }
