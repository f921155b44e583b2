"""Movements as JSON: what is laid down for each section, and every table of every round."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.movements.by_name import Proposal
from ledger.movements.kinds import MovementKind
from ledger.movements.plan import PlannedTable
from ledger.movements.worth import Worth
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


def proposal_json(each: Proposal) -> dict[str, object]:
    """A movement that fits, as it is typed after `movement set`."""
    return {
        "typed": each.typed,
        "movement": each.movement.name,
        "tables": each.movement.tables,
        "rounds": each.movement.rounds,
        "boards_each": each.boards_each,
    }


def kind_json(name: str, kind: MovementKind) -> dict[str, object]:
    """A movement there is: its name, who plays it, and the options it takes."""
    return {"name": name, "of": kind.field, "options": sorted(kind.takes), "text": kind.sentence}


def worth_json(found: Worth) -> dict[str, object]:
    """What a movement is worth; `spread_squared` is exact."""
    square = found.spread_squared
    return {
        "meetings": found.meetings._asdict(),
        "partners": found.partners._asdict() if found.partners else None,
        "spread": None if square is None else {"squared": str(square), "text": f"{found.spread:.2f}"},
        "sit_outs": {who: list(rounds) for who, rounds in found.sit_outs.items()},
        "boards": found.boards,
        "stationary": list(found.stationary),
        "at_one_table": list(found.at_one_table),
        "shared": [{"tables": list(each.tables), "rounds": list(each.rounds)} for each in found.shared],
    }
