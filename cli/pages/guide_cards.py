"""The papers of a movement: the guide cards that lie on the tables, and a slip for each contestant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cli.words.movement_lines import whom
from ledger.labels import boards_text, table_order
from ledger.movements.plan import PlannedTable
from ledger.projections.guide_cards import GuideLine, NextSeat, card_tables, guide_card, side_of, sits_out, sitting
from ledger.projections.names import names_of
from ledger.session import Session
from ledger.session.movement import MovementPlan, movements


class GoesTo(NamedTuple):
    """Where somebody goes next, or the boards: a table, and for who sits there the side; `stays` where they are.

    The table is '' where the movement is over for them.
    """

    table: str = ""
    side: str = ""
    stays: bool = False


class CardRow(NamedTuple):
    """A round of a card: who sits there with which boards; where each goes next."""

    round: int
    ns: str
    ew: str
    boards: str
    ns_next: GoesTo
    ew_next: GoesTo
    boards_next: GoesTo


class TableCard(NamedTuple):
    """The guide card of a table; `sharing`: with which tables it shares its boards."""

    table: str
    sharing: str
    rows: list[CardRow]


class SlipRow(NamedTuple):
    """A round of a slip: the table, the side, whom against ('' nobody: it sits out) and on which boards."""

    round: int
    table: str
    side: str
    against: str
    boards: str


class SeatSlip(NamedTuple):
    """What a contestant takes to its table; `whom`: whether it is a pair, a team or a player."""

    whom: str
    contestant: str
    players: str
    rows: list[SlipRow]


def table_cards(session: Session, plan: MovementPlan) -> list[TableCard]:
    """The card of every table."""
    sharing = {frozenset(group) for _, event in movements(session) for group in event.sharing}
    return [
        TableCard(table, _shares(table, sharing), [_row(each) for each in guide_card(plan, table)])
        for table in card_tables(plan)
    ]


def _shares(table: str, sharing: set[frozenset[str]]) -> str:
    others = {other for group in sharing if table in group for other in group - {table}}
    return ", ".join(sorted(others, key=table_order))


def _row(line: GuideLine) -> CardRow:
    planned, table = line.planned, line.planned.table
    return CardRow(
        planned.round,
        planned.ns,
        planned.ew,
        _boards(planned),
        _goes_to(line.ns_next, table, "NS"),
        _goes_to(line.ew_next, table, "EW"),
        GoesTo(line.boards_to, stays=line.boards_to == table),
    )


def _goes_to(seat: NextSeat | None, table: str, side: str) -> GoesTo:
    return GoesTo(seat.table, seat.side, (seat.table, seat.side) == (table, side)) if seat else GoesTo()


def seat_slips(session: Session, plan: MovementPlan) -> list[SeatSlip]:
    """The slip of everybody who sits somewhere."""
    kind, names = whom(session).capitalize(), names_of(session)
    return [SeatSlip(kind, each, names.get(each, ""), list(_slip_rows(plan, each))) for each in sitting(plan)]


def _slip_rows(plan: MovementPlan, contestant: str) -> Iterator[SlipRow]:
    out = sits_out(plan, contestant)
    at = {each.round: each for each in plan.of(contestant) if each.round in out}
    rows: list[tuple[int, PlannedTable | None]] = [(each.round, each) for each in plan.of(contestant)]
    rows += [(round_, None) for round_ in out if round_ not in at]
    for round_, planned in sorted(rows, key=lambda each: each[0]):
        yield _slip_row(planned, contestant) if planned else SlipRow(round_, "", "", "", "")


def _slip_row(planned: PlannedTable, contestant: str) -> SlipRow:
    side = side_of(planned, contestant)
    against = planned.ew if side == "NS" else planned.ns
    return SlipRow(planned.round, planned.table, side, against, _boards(planned) if against else "")


def _boards(planned: PlannedTable) -> str:
    return boards_text(list(planned.boards)).partition(" ")[2]
