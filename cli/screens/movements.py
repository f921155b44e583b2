"""A movement on the screen: by table, as its guide cards have it, by contestant, or by round."""

from __future__ import annotations

from collections.abc import Iterator

from cli.desk.desk import Desk
from cli.json.movements import movement_json
from cli.options.movements import LookOptions
from cli.words.event_text import event_text
from cli.words.movement_lines import seat_text, sharing_lines, sit_out_lines, size_text, whom
from ledger.errors import Refusal
from ledger.labels import boards_text
from ledger.movements.plan import PlannedTable
from ledger.projections.guide_cards import card_tables, guide_card, require_plan, side_of, sitting
from ledger.session import Session
from ledger.session.movement import MovementPlan, movements
from ledger.session.places import known, require_contestant

_BY_TABLE = [">round", "NS", "EW", "boards", "NS go to", "EW go to", "boards go to"]

_BY_CONTESTANT = [">round", "table", "side", "against", "boards"]

_BY_ROUND = ["table", "NS", "EW", "boards"]


def show_movement(desk: Desk, look: LookOptions) -> None:
    """What is laid down, as far as it was asked for."""
    session = desk.session()
    plan = require_plan(session)
    whose = _whose(session, plan, look.pair)
    found = [each for each in plan.tables if _asked(plan, each, look, whose)]
    if not found:
        raise Refusal("bad-movement", "the movement has no such table or round", "`movement show --by round`")
    if desk.settings.json:
        desk.json_at("movement/1", session, movement_json(session, found))
    elif desk.settings.plain:
        rows = [[str(each.round), each.table, each.ns, each.ew, _boards(each)] for each in found]
        desk.table([">round", "table", "NS", "EW", "boards"], rows)
    else:
        _print_head(desk, session)
        _print(desk, session, MovementPlan(found), plan, look, whose)


def _whose(session: Session, plan: MovementPlan, typed: str | None) -> str:
    """The contestant asked for, who may be in the movement before he is entered; '' where none is."""
    if typed is None:
        return ""
    for label in (known(session, typed), f"{typed}NS", f"{typed}EW"):
        if label in plan.contestants:
            return label
    return require_contestant(session, typed)


def _asked(plan: MovementPlan, planned: PlannedTable, look: LookOptions, whose: str) -> bool:
    return (
        look.table in (None, planned.table)
        and look.round in (None, planned.round)
        and (not whose or planned in plan.of(whose))
    )


def _print_head(desk: Desk, session: Session) -> None:
    for number, event in movements(session):
        desk.say(f"{event_text(event)} (#{number})")
        about = (size_text(event, session), *sharing_lines(event), *sit_out_lines(MovementPlan(event.tables)))
        desk.say(*(f"  {line}" for line in about))


def _print(
    desk: Desk, session: Session, found: MovementPlan, plan: MovementPlan, look: LookOptions, whose: str
) -> None:
    """The lists, each under its heading; where each goes next is told by the whole plan."""
    match look.by or ("pair" if whose else "round" if look.round and not look.table else "table"):
        case "table":
            for table in card_tables(found):
                desk.say("", f"Table {table}")
                desk.table(_BY_TABLE, list(_card_rows(plan, found, table)))
        case "pair":
            for each in [whose] if whose else sitting(found):
                desk.say("", f"{whom(session).capitalize()} {each}")
                desk.table(_BY_CONTESTANT, list(_own_rows(found, each)))
        case "round":
            for round_ in found.rounds:
                desk.say("", f"Round {round_}")
                rows = [[each.table, *_sides(each), _boards(each)] for each in found.of_round(round_)]
                desk.table(_BY_ROUND, rows)


def _card_rows(plan: MovementPlan, found: MovementPlan, table: str) -> Iterator[list[str]]:
    for line in guide_card(plan, table):
        planned = line.planned
        if planned not in found.tables:
            continue
        ns, ew = seat_text(line.ns_next, table, "NS"), seat_text(line.ew_next, table, "EW")
        to = "stay" if line.boards_to == table else f"table {line.boards_to}" if line.boards_to else "–"
        yield [str(planned.round), *_sides(planned), _boards(planned), ns, ew, to]


def _own_rows(plan: MovementPlan, contestant: str) -> Iterator[list[str]]:
    for planned in plan.of(contestant):
        side = side_of(planned, contestant)
        against = planned.ew if side == "NS" else planned.ns
        boards = _boards(planned) if against else "–"
        yield [str(planned.round), planned.table, side, against or "sits out", boards]


def _sides(planned: PlannedTable) -> list[str]:
    return [planned.ns or "–", planned.ew or "–"]


def _boards(planned: PlannedTable) -> str:
    """'7–9'."""
    return boards_text(list(planned.boards)).partition(" ")[2] or "–"


def propose(desk: Desk, asked):
    raise NotImplementedError


def list_movements(desk):
    raise NotImplementedError
