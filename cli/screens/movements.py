"""Print a movement: by table, like its guide cards, by contestant, or by round; propose and list movements."""

from collections.abc import Collection, Iterable, Iterator

import click

from cli.desk.desk import Desk
from cli.desk.named_movements import MovementRequest, suitable_movements
from cli.desk.output import Output, complete_commands
from cli.options.movements import LookOptions
from cli.terminal import prompts
from cli.views.answers import fields
from cli.words.events import event_text
from cli.words.movement import (
    contestant_noun,
    movement_worth,
    seat_text,
    sharing_lines,
    sit_out_lines,
    size_text,
    stationary_lines,
    worth_lines,
)
from ledger.errors import Refusal
from ledger.labels import boards_text
from ledger.movements.kinds import KINDS
from ledger.movements.movement import Worth
from ledger.movements.plan import PlannedTable
from ledger.projections.names import names_of, with_names
from ledger.projections.planned import guide_card, guide_card_tables, order_contestants, require_plan, side_of
from ledger.session import Session
from ledger.session.places import find_contestants, require_contestant
from ledger.subjects.movement.state import MovementPlan, movements, shared_boards

_BY_TABLE = [">round", "NS", "EW", "boards", "NS go to", "EW go to", "boards go to"]
_BY_CONTESTANT = [">round", "table", "side", "against", "boards"]
_BY_ROUND = ["table", "NS", "EW", "boards"]


def show_movement(desk: Desk, look: LookOptions) -> None:
    """Print the session's movements, limited to the table, round or contestant asked for; Refusal if there is none."""
    session = desk.session()
    plan = require_plan(session)
    whose = ""
    if look.pair is not None:  # a contestant may be in the movement before it is entered
        called = find_contestants(session, look.pair, plan.contestants)
        whose = called[0] if called else require_contestant(session, look.pair)
    tables = [
        each
        for each in plan.tables
        if look.table in (None, each.table)
        and look.round in (None, each.round)
        and (not whose or each in plan.of(whose))
    ]
    if not tables:
        raise Refusal("bad-movement", "the movement has no such table or round", "`movement show --by round`")
    if desk.settings.json:
        worth_asked = {"worth": worth_json(movement_worth(session))} if look.worth else {}
        desk.print_json_of_state("movement/1", session, movement_json(session, tables) | worth_asked)
    elif desk.settings.plain:
        rows = [[str(each.round), each.table, each.ns, each.ew, _boards(each)] for each in tables]
        desk.table([">round", "table", "NS", "EW", "boards"], rows)
    else:
        for number, event in movements(session):
            desk.say(f"{event_text(event)} (#{number})")
            about = (size_text(event, session), *sharing_lines(event), *sit_out_lines(MovementPlan(event.tables)))
            desk.say(*(f"  {line}" for line in about))
        if look.worth:
            worth = movement_worth(session)
            desk.say("", *(f"  {line}" for line in (*worth_lines(worth, session), *stationary_lines(worth))))
        if look.worth and not (look.by or look.table or look.pair or look.round):
            return
        _print(desk, session, MovementPlan(tables), plan, look, whose)


def _print(desk: Desk, session: Session, part: MovementPlan, plan: MovementPlan, look: LookOptions, whose: str) -> None:
    names = names_of(session)
    match look.by or ("pair" if whose else "round" if look.round and not look.table else "table"):
        case "table":
            for table in guide_card_tables(part):
                desk.say("", f"Table {table}")
                sharing = shared_boards(session)
                desk.table(_BY_TABLE, list(_card_rows(plan, part, table, sharing)))
        case "pair":
            for contestant in [whose] if whose else order_contestants(part):
                desk.say("", f"{contestant_noun(session).capitalize()} {with_names(contestant, names)}")
                rows = []
                for planned in part.of(contestant):
                    side = side_of(planned, contestant)
                    against = planned.ew if side == "NS" else planned.ns
                    boards = _boards(planned) if against else "–"
                    rows.append([str(planned.round), planned.table, side, against or "sits out", boards])
                desk.table(_BY_CONTESTANT, rows)
        case "round":
            for round_ in part.rounds:
                desk.say("", f"Round {round_}")
                rows = [[each.table, *_sides(each), _boards(each)] for each in part.of_round(round_)]
                desk.table(_BY_ROUND, rows)


def _card_rows(
    plan: MovementPlan, part: MovementPlan, table: str, sharing: Collection[frozenset[str]]
) -> Iterator[list[str]]:
    for line in guide_card(plan, table, sharing):
        planned = line.planned
        if planned not in part.tables:
            continue
        ns, ew = seat_text(line.ns_next, table, "NS"), seat_text(line.ew_next, table, "EW")
        tables = f"table{'s' * (',' in line.boards_to)} {line.boards_to}"
        to = "stay" if line.boards_to == table else tables if line.boards_to else "–"
        to += f" in round {line.boards_round}" if line.boards_to and line.boards_round > planned.round + 1 else ""
        boards = _boards(planned) if planned.boards or not line.boards else f"({_text(line.boards)})"
        yield [str(planned.round), *_sides(planned), boards, ns, ew, to]


def _sides(planned: PlannedTable) -> list[str]:
    return [planned.ns or "–", planned.ew or "–"]


def _boards(planned: PlannedTable) -> str:
    return _text(planned.boards) or "–"


def _text(boards: tuple[int, ...]) -> str:
    return boards_text(list(boards)).partition(" ")[2]


def propose(desk: Desk, wishes: MovementRequest) -> MovementRequest | None:
    """Print the fitting movements and their commands, best first; Refusal if none. On a terminal, return the choice."""
    session = desk.before()
    proposals = suitable_movements(session, wishes)
    if not proposals:
        hint = "`movement list` has all; fewer rounds: --rounds; more boards: `session add-boards BOARDS`"
        raise Refusal("no-such-movement", "no movement fits these contestants and boards", hint)
    if desk.settings.json:
        values = []
        for each in proposals:
            numbers = {**fields(each.movement, "tables", "rounds"), "boards_each": each.boards_each}
            values.append({"typed": each.typed, "movement": each.movement.name, **numbers})
        desk.print_json_of_state("proposals/1", session, {"proposals": values})
        return None
    counts, play, whole = wishes.size, wishes.play, wishes.whole
    sizes = fields(counts, "pairs", "tables", "teams", "players") | fields(play, "boards", "first_board")
    sizes |= {"section": whole.section}
    size = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in sizes.items() if value)
    rows = []
    for at, proposal in enumerate(proposals, start=1):
        typed, movement = " ".join(filter(None, ("movement set", proposal.typed, size))), proposal.movement
        command = complete_commands(f"`{typed}`", desk.settings).strip("`")
        rows.append([str(at), movement.name, str(movement.rounds), str(proposal.boards_each), command])
    desk.table(["", "movement", ">rounds", ">boards each", "type"], rows)
    if not desk.can_ask:
        return None
    number = prompts.ask(f"Which? 1–{len(proposals)}, Enter for 1, Ctrl-C for none", click.IntRange(1, len(proposals)))
    return wishes.as_proposed(proposals[(number or 1) - 1])


def list_movements(desk: Output) -> None:
    """Print every kind of movement by name."""
    if desk.settings.json:
        kinds = [
            {"name": name, "of": kind.field, "options": sorted(kind.takes), "text": kind.sentence}
            for name, kind in KINDS.items()
        ]
        desk.json("movements/1", {"movements": kinds})
        return
    desk.table(["name", "of", "what it is"], [[name, kind.field, kind.sentence] for name, kind in KINDS.items()])


def movement_json(session: Session, tables: Iterable[PlannedTable]) -> dict[str, object]:
    """Return the movements in force, and the `tables` to show, as JSON."""
    in_force = []
    for number, event in movements(session):
        named = {**fields(event, "section", "name"), "event": number, "copies": event.copies}
        in_force.append({**named, "sharing": [list(each) for each in event.sharing]})
    shown = []
    for each in tables:
        sides = {"ns": each.ns or None, "ew": each.ew or None}
        shown.append({**fields(each, "round", "table"), **sides, "boards": list(each.boards)})
    return {"movements": in_force, "tables": shown}


def worth_json(worth: Worth) -> dict[str, object]:
    """Return the qualities of a movement as JSON; `spread_squared` is exact."""
    square = worth.spread_squared
    return {
        "meetings": worth.meetings._asdict(),
        "partners": worth.partners._asdict() if worth.partners else None,
        "spread": None if square is None else {"squared": str(square), "text": f"{worth.spread:.2f}"},
        "sit_outs": {who: list(rounds) for who, rounds in worth.sit_outs.items()},
        **fields(worth, "boards", "stationary", "at_one_table"),
        "shared": [{"tables": list(each.tables), "rounds": list(each.rounds)} for each in worth.shared],
    }
