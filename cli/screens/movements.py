"""A movement on the screen: by table, as its guide cards have it, by contestant, or by round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from cli.desk.desk import Desk
from cli.desk.named_movements import TypedMovement, fitting
from cli.desk.output import Output, filled
from cli.options.movements import LookOptions
from cli.terminal import prompts
from cli.views.answers import fields
from cli.words.events import event_text
from cli.words.movement import (
    seat_text,
    sharing_lines,
    sit_out_lines,
    size_text,
    staying_lines,
    whom,
    worth_lines,
    worth_of,
)
from ledger.errors import Refusal
from ledger.labels import boards_text
from ledger.movements.kinds import KINDS
from ledger.movements.plan import PlannedTable
from ledger.projections.names import names_of, with_names
from ledger.projections.planned import card_tables, guide_card, require_plan, side_of, sitting
from ledger.session import Session
from ledger.session.places import contestants_called, require_contestant
from ledger.subjects.movement.state import MovementPlan, movements

if TYPE_CHECKING:
    from ledger.movements.movement import Worth


_BY_TABLE = [">round", "NS", "EW", "boards", "NS go to", "EW go to", "boards go to"]

_BY_CONTESTANT = [">round", "table", "side", "against", "boards"]

_BY_ROUND = ["table", "NS", "EW", "boards"]


def show_movement(desk: Desk, look: LookOptions) -> None:
    """What is laid down, as far as it was asked for."""
    session = desk.session()
    plan = require_plan(session)
    whose = ""
    if look.pair is not None:  # he may be in the movement before he is entered
        called = contestants_called(session, look.pair, plan.contestants)
        whose = called[0] if called else require_contestant(session, look.pair)
    found = [
        each
        for each in plan.tables
        if look.table in (None, each.table)
        and look.round in (None, each.round)
        and (not whose or each in plan.of(whose))
    ]
    if not found:
        raise Refusal("bad-movement", "the movement has no such table or round", "`movement show --by round`")
    if desk.settings.json:
        told = movement_json(session, found)
        desk.json_at("movement/1", session, told | {"worth": worth_json(worth_of(session))} if look.worth else told)
    elif desk.settings.plain:
        rows = [[str(each.round), each.table, each.ns, each.ew, _boards(each)] for each in found]
        desk.table([">round", "table", "NS", "EW", "boards"], rows)
    else:
        for number, event in movements(session):
            desk.say(f"{event_text(event)} (#{number})")
            about = (size_text(event, session), *sharing_lines(event), *sit_out_lines(MovementPlan(event.tables)))
            desk.say(*(f"  {line}" for line in about))
        if look.worth:
            worth = worth_of(session)
            desk.say("", *(f"  {line}" for line in (*worth_lines(worth, session), *staying_lines(worth))))
        if look.worth and not (look.by or look.table or look.pair or look.round):
            return
        _print(desk, session, MovementPlan(found), plan, look, whose)


def _print(
    desk: Desk, session: Session, found: MovementPlan, plan: MovementPlan, look: LookOptions, whose: str
) -> None:
    """The lists, each under its heading; where each goes next is told by the whole plan."""
    names = names_of(session)
    match look.by or ("pair" if whose else "round" if look.round and not look.table else "table"):
        case "table":
            for table in card_tables(found):
                desk.say("", f"Table {table}")
                desk.table(_BY_TABLE, list(_card_rows(plan, found, table)))
        case "pair":
            for each in [whose] if whose else sitting(found):
                desk.say("", f"{whom(session).capitalize()} {with_names(each, names)}")
                rows = []
                for planned in found.of(each):
                    side = side_of(planned, each)
                    against = planned.ew if side == "NS" else planned.ns
                    boards = _boards(planned) if against else "–"
                    rows.append([str(planned.round), planned.table, side, against or "sits out", boards])
                desk.table(_BY_CONTESTANT, rows)
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


def _sides(planned: PlannedTable) -> list[str]:
    return [planned.ns or "–", planned.ew or "–"]


def _boards(planned: PlannedTable) -> str:
    return boards_text(list(planned.boards)).partition(" ")[2] or "–"


# What there is to choose from


def propose(desk: Desk, asked: TypedMovement) -> TypedMovement | None:
    """What fits, the best first, with what to type; on a terminal one of them is chosen, None where none was."""
    session = desk.before()
    found = fitting(session, asked)
    if not found:
        hint = "`movement list` has all; fewer rounds: --rounds; more boards: `session add-boards …`"
        raise Refusal("no-such-movement", "no movement fits these contestants and boards", hint)
    if desk.settings.json:
        proposals = [
            {
                "typed": each.typed,
                "movement": each.movement.name,
                "tables": each.movement.tables,
                "rounds": each.movement.rounds,
                "boards_each": each.boards_each,
            }
            for each in found
        ]
        desk.json_at("proposals/1", session, {"proposals": proposals})
        return None
    size, rows = _typed_size(asked), []
    for at, each in enumerate(found, start=1):
        command = filled(f"`{' '.join(filter(None, ('movement set', each.typed, size)))}`", desk.settings).strip("`")
        rows.append([str(at), each.movement.name, str(each.movement.rounds), str(each.boards_each), command])
    desk.table(["", "movement", ">rounds", ">boards each", "type"], rows)
    if not desk.can_ask:
        return None
    number = prompts.ask(f"Which? 1–{len(found)}, Enter for 1, Ctrl-C for none", click.IntRange(1, len(found)))
    return asked.as_proposed(found[(number or 1) - 1])


def _typed_size(asked: TypedMovement) -> str:
    size, play, whole = asked.size, asked.play, asked.whole
    said = {
        "--pairs": size.pairs,
        "--tables": size.tables,
        "--teams": size.teams,
        "--players": size.players,
        "--boards": play.boards,
        "--first-board": play.first_board,
        "--section": whole.section,
    }
    return " ".join(f"{name} {value}" for name, value in said.items() if value)


def list_movements(desk: Output) -> None:
    """Every movement there is by name; of no session."""
    if desk.settings.json:
        found = [
            {"name": name, "of": kind.field, "options": sorted(kind.takes), "text": kind.sentence}
            for name, kind in KINDS.items()
        ]
        desk.json("movements/1", {"movements": found})
        return
    desk.table(["name", "of", "what it is"], [[name, kind.field, kind.sentence] for name, kind in KINDS.items()])


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
        "tables": [
            {
                "round": each.round,
                "table": each.table,
                "ns": each.ns or None,
                "ew": each.ew or None,
                "boards": list(each.boards),
            }
            for each in tables
        ],
    }


def worth_json(found: Worth) -> dict[str, object]:
    """What a movement is worth; `spread_squared` is exact."""
    square = found.spread_squared
    return {
        "meetings": found.meetings._asdict(),
        "partners": found.partners._asdict() if found.partners else None,
        "spread": None if square is None else {"squared": str(square), "text": f"{found.spread:.2f}"},
        "sit_outs": {who: list(rounds) for who, rounds in found.sit_outs.items()},
        **fields(found, "boards", "stationary", "at_one_table"),
        "shared": [{"tables": list(each.tables), "rounds": list(each.rounds)} for each in found.shared],
    }
