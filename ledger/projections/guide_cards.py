"""What stands on the guide card of a table and on the slip of a contestant: who sits where, and where they go next."""

from typing import NamedTuple

from ledger.errors import Refusal
from ledger.labels import LABEL, letters_of, members, natural, table_order
from ledger.movements.plan import PlannedTable
from ledger.session import Session
from ledger.session.movement import MovementPlan, plan_of


def require_plan(session: Session) -> MovementPlan:
    """What is planned for a session; refused where no movement was laid down."""
    if plan := plan_of(session):
        return plan
    raise no_movement()


def no_movement() -> Refusal:
    """There is nothing to be shown or changed."""
    return Refusal("no-movement", "no movement was laid down for this session", "`movement set`, which proposes some")


class NextSeat(NamedTuple):
    """Where somebody sits next: the round, the table, and 'NS' or 'EW'."""

    round: int
    table: str
    side: str


class GuideLine(NamedTuple):
    """A round of a guide card; where each side sits next, None where the movement is over for it.

    `boards_to` is the table the boards are played at in the next round: '' where they are at none, or at several.
    """

    planned: PlannedTable
    ns_next: NextSeat | None
    ew_next: NextSeat | None
    boards_to: str


def guide_card(plan: MovementPlan, table: str) -> tuple[GuideLine, ...]:
    """The card that lies on a table."""
    return tuple(_line(plan, each) for each in plan.tables if each.table == table)


def card_tables(plan: MovementPlan) -> tuple[str, ...]:
    """The tables there are, in their order."""
    return tuple(sorted({each.table for each in plan.tables}, key=table_order))


def sitting(plan: MovementPlan) -> tuple[str, ...]:
    """Everybody who sits somewhere: by section, those of North–South first, in the order of their numbers."""
    return tuple(sorted(plan.contestants, key=listed))


def listed(contestant: str) -> tuple[str, str, tuple[int, str]]:
    """Sort key: contestants by section, by their direction where they have one, and by number."""
    found = LABEL.fullmatch(contestant)
    return (found[1], {"EW": "2"}.get(found[3], "1"), natural(found[2])) if found else ("", "", natural(contestant))


def side_of(planned: PlannedTable, contestant: str) -> str:
    """The side on which a contestant sits at a table."""
    return "NS" if contestant in members(planned.ns) else "EW"


def next_seat(plan: MovementPlan, contestant: str, planned: PlannedTable) -> NextSeat | None:
    """Where a contestant sits after this; a team, which sits at two tables, on the same side where it can."""
    later = [each for each in plan.of(contestant) if each.round > planned.round]
    first = [each for each in later if each.round == later[0].round]
    side = side_of(planned, contestant)
    found = next((each for each in first if side_of(each, contestant) == side), first[0] if first else None)
    return NextSeat(found.round, found.table, side_of(found, contestant)) if found else None


def sits_out(plan: MovementPlan, contestant: str) -> tuple[int, ...]:
    """The rounds in which a contestant plays against nobody."""
    plays = {each.round for each in plan.of(contestant) if each.played}
    return tuple(each for each in plan.rounds if each not in plays)


def _line(plan: MovementPlan, planned: PlannedTable) -> GuideLine:
    ns, ew = (next_seat(plan, members(side)[0], planned) if side else None for side in (planned.ns, planned.ew))
    return GuideLine(planned, ns, ew, _boards_to(plan, planned))


def _boards_to(plan: MovementPlan, planned: PlannedTable) -> str:
    """Where the same boards are in the next round, in the same section."""
    after = [each for each in plan.of_round(planned.round + 1) if planned.boards and each.boards == planned.boards]
    there = [each.table for each in after if letters_of(each.table) == letters_of(planned.table)]
    return there[0] if len(there) == 1 else ""
