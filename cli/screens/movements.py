"""A movement on the screen: by table, as its guide cards have it, by contestant, or by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.desk.desk import Desk
from cli.desk.named_movements import TypedMovement, fitting
from cli.desk.output import Output, filled
from cli.json.movements import kind_json, movement_json, proposal_json, worth_json
from cli.options.movements import LookOptions
from cli.terminal import prompts
from cli.words.events import event_text
from cli.words.movement_lines import (
    seat_text,
    sharing_lines,
    sit_out_lines,
    size_text,
    staying_lines,
    whom,
    worth_lines,
    worth_of,
)
from ledger.errors import Misuse, Refusal
from ledger.labels import boards_text
from ledger.movements.by_name import Proposal
from ledger.movements.kinds import KINDS
from ledger.movements.plan import PlannedTable
from ledger.projections.guide_cards import card_tables, guide_card, require_plan, side_of, sitting
from ledger.projections.names import names_of, with_names
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
        told = movement_json(session, found)
        desk.json_at("movement/1", session, told | {"worth": worth_json(worth_of(session))} if look.worth else told)
    elif desk.settings.plain:
        rows = [[str(each.round), each.table, each.ns, each.ew, _boards(each)] for each in found]
        desk.table([">round", "table", "NS", "EW", "boards"], rows)
    else:
        _print_head(desk, session)
        if look.worth:
            _print_worth(desk, session)
        if look.worth and not (look.by or look.table or look.pair or look.round):
            return
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


def _print_worth(desk: Desk, session: Session) -> None:
    """What is laid down is worth, all sections together."""
    found = worth_of(session)
    desk.say("", *(f"  {line}" for line in (*worth_lines(found, session), *staying_lines(found))))


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


# What there is to choose from


def propose(desk: Desk, asked: TypedMovement) -> TypedMovement | None:
    """What fits, the best first, with what to type; on a terminal one of them is chosen, None where none was."""
    session = desk.before()
    found = fitting(session, asked)
    if not found:
        hint = "`movement list` has all; fewer rounds: --rounds; more boards: `session add-boards …`"
        raise Refusal("no-such-movement", "no movement fits these contestants and boards", hint)
    if desk.settings.json:
        desk.json_at("proposals/1", session, {"proposals": [proposal_json(each) for each in found]})
        return None
    size = _typed_size(asked)
    rows = [_proposal_row(desk, at, each, size) for at, each in enumerate(found, start=1)]
    desk.table(["", "movement", ">rounds", ">boards each", "type"], rows)
    return _chosen(asked, found) if desk.can_ask else None


def _proposal_row(desk: Desk, at: int, each: Proposal, size: str) -> list[str]:
    command = filled(f"`{' '.join(filter(None, ('movement set', each.typed, size)))}`", desk.settings)
    return [str(at), each.movement.name, str(each.movement.rounds), str(each.boards_each), command.strip("`")]


def _typed_size(asked: TypedMovement) -> str:
    """What was typed of the size and the boards, to be typed again with a name."""
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


def _chosen(asked: TypedMovement, found: Sequence[Proposal]) -> TypedMovement:
    """The one that is chosen by its number, with its options; Misuse where the number is of none."""
    said = prompts.line(f"Which? 1–{len(found)}, Enter for 1, Ctrl-C for none: ") or "1"
    if not (said.isascii() and said.isdigit() and len(said) < 4 and 1 <= int(said) <= len(found)):
        raise Misuse("usage", f"{said[:20]!r} is none of them", f"a number from 1 to {len(found)}")
    return asked.as_proposed(found[int(said) - 1])


def list_movements(desk: Output) -> None:
    """Every movement there is by name; of no session."""
    if desk.settings.json:
        desk.json("movements/1", {"movements": [kind_json(name, kind) for name, kind in KINDS.items()]})
        return
    desk.table(["name", "of", "what it is"], [[name, kind.field, kind.sentence] for name, kind in KINDS.items()])
