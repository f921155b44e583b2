"""Movements as typed: by name, from a file, row by row; and changes to the movement in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from cli.desk.desk import Desk
from cli.desk.named_movements import MovementRequest, boards_of, named_movement, parse_row, parse_sharing
from cli.options.addresses import parse_boards
from ledger.errors import Misuse, Refusal
from ledger.exchange.bridgemate.bws import movement_of
from ledger.exchange.movement_tables import read_movement_table
from ledger.kernel.at_table import Where
from ledger.labels import letters_of
from ledger.movements import plan
from ledger.movements.plan import PlannedTable, group_tables_with_same_boards
from ledger.overall.before_a_draw import AS_DRAWN, drawn_movement
from ledger.projections.planned import last_round_begun, no_movement
from ledger.session import Session
from ledger.session.places import find_contestants, label_address, label_as_entered
from ledger.subjects.movement.facts import MovementSet, SetMovement
from ledger.subjects.movement.state import MovementPlan, movements

if TYPE_CHECKING:
    from cli.options.movements import ChangeOptions


def movement_command(session: Session, typed: MovementRequest, reason: str) -> SetMovement:
    """Return the command that lays down the typed movement; Misuse (usage) if two of name, file and rows are typed."""
    whole, section = typed.whole, typed.section
    sources = [name for name, given in (("NAME", typed.name), ("--from", whole.source), ("--row", whole.rows)) if given]
    if len(sources) > 1:
        raise Misuse("usage", f"{' and '.join(sources)} each give a movement", "leave one of them out")
    if typed.name:
        return named_movement(session, typed, reason)
    tables = rows_of(session, whole.rows, section) if whole.rows else _from_file(session, typed)
    set_up = group_tables_with_same_boards(tables) if _is_device_file(whole.source) else ()
    return _with_sharing(SetMovement(tables, section, sharing=set_up, reason=reason), typed)


def drawn_movement_command(desk: Desk, typed: MovementRequest, reason: str) -> SetMovement:
    """Return the command for the movement drawn by the tournament; Misuse (usage) if another one is typed too."""
    session, whole = desk.before(), typed.whole
    if typed.name or whole.source or whole.rows or typed.section:
        raise Misuse("usage", "--draw lays down the movement of the whole session", "leave the other sources out")
    drawn = drawn_rounds_command(desk, session, boards_of(session, typed), typed.play.boards_each, reason)
    return _with_sharing(drawn, typed)


def drawn_rounds_command(
    desk: Desk, session: Session, boards: Sequence[int], boards_each: int | None = None, reason: str = ""
) -> SetMovement:
    """Return the command that lays down the rounds the tournament drew; Misuse (usage) without a tournament."""
    scores = desk.office.tournaments.around(session.id)
    if scores is None:
        message = f"--draw takes the rounds drawn in a tournament, and {session.id} belongs to none"
        raise Misuse("usage", message, f"add it to one first: `tournament add {session.id} --stage STAGE`")
    drawn = drawn_movement(scores, session, boards, boards_each)
    return SetMovement(drawn.tables, "", AS_DRAWN, drawn.copies, drawn.sharing, reason)


def _is_device_file(source: str | None) -> bool:
    """Return True for a file of table devices (.bws), which holds the movement that was played."""
    return bool(source) and Path(source or "").suffix.lower() == ".bws"


def _with_sharing(command: SetMovement, typed: MovementRequest) -> SetMovement:
    copies, sharing = typed.whole.copies or command.copies, parse_sharing(typed.whole.sharing) or command.sharing
    return replace(command, copies=copies, sharing=sharing)


def _from_file(session: Session, typed: MovementRequest) -> tuple[PlannedTable, ...]:
    path = Path(typed.whole.source or "")
    if _is_device_file(typed.whole.source):
        tables = movement_of(path, session.opening.winners)
        if not tables:
            raise Misuse("bad-file", f"{path} has no movement: its table RoundData is empty", "--row, or a .csv")
        tables_of_section = tuple(each for each in tables if letters_of(each.table) == typed.section)
        if typed.section and not tables_of_section:
            letters = ", ".join(sorted({letters_of(each.table) or "without a letter" for each in tables}))
            raise Misuse(
                "bad-section",
                f"the file has no section {typed.section}; those it has: {letters}",
                "leave --section out",
            )
        return tables_of_section if typed.section else tables
    return tuple(_as_entered(session, each, typed.section) for each in read_movement_table(path))


def rows_of(session: Session, rows: Sequence[str], section: str) -> tuple[PlannedTable, ...]:
    """Parse the rows of a movement, and convert their contestants to the session's labels."""
    return tuple(_as_entered(session, parse_row(text), section) for text in rows)


def _as_entered(session: Session, planned: PlannedTable, section: str) -> PlannedTable:
    """Convert the labels of a row to the session's: '5' becomes '5NS' with two winners, 'A5' in section A."""
    ns, ew = (in_section(label, section) for label in (planned.ns, planned.ew))
    where = label_address(session, Where(1, ns=ns or None, ew=ew or None))
    return replace(planned, table=in_section(planned.table, section), ns=where.ns or "", ew=where.ew or "")


def in_section(label: str, section: str) -> str:
    """Return a label with the letter of its section in front: '5' becomes 'A5'."""
    return f"{section}{label}" if label[:1].isdigit() else label


# Changes to the movement in force


def change_command(session: Session, typed: MovementRequest, change: ChangeOptions, reason: str) -> SetMovement:
    """Return the command that changes the movement in force; Misuse (usage) for no change, or several at once."""
    number, event = _movement_in_force(session, typed.section)
    kind = _kind_of_change(typed, change)
    if kind == "another":
        return replace(_other_movement(session, typed, change, event, reason), instead_of=number)
    tables = event.tables
    match kind:
        case "without":
            whom = _planned_label(event, session, change.without or "")
            tables = plan.without(tables, whom, _first_round(session, event, change))
        case "seat":
            tables = _with_late_entry(session, event, change)
        case "boards":
            boards = parse_boards(typed.play.boards or "")
            table = in_section(change.table or "", event.section)
            tables = plan.with_boards(tables, change.round or 0, table, boards)
        case "rounds":
            if typed.play.switch and session.opening.winners == 2:
                no_switch = "the lines are ranked apart, so no round is arrow-switched"
                raise Misuse("usage", no_switch, "leave --switch out")
            last, begun = typed.play.rounds or 0, last_round_begun(session, MovementPlan(event.tables, [event.section]))
            if last < begun:  # results of that round would have no planned table
                voided = "`result void` if nothing was played in it, `result not-played` for a table that did not play"
                too_few = f"round {begun} was begun: it cannot end after round {last}"
                raise Refusal("bad-movement", too_few, f"--rounds {begun}; {voided}")
            tables = plan.turned(plan.shortened(event.tables, last), typed.play.switch or 0)
        case "row":
            tables = plan.with_rows(tables, rows_of(session, typed.whole.rows, event.section))
    sharing = plan.list_sharing_tables(tables, event.sharing) if kind == "seat" else event.sharing
    command = SetMovement(tables, event.section, _changed_name(event.name), event.copies, sharing, reason, number)
    return _with_sharing(command, typed)


def _changed_name(name: str) -> str:
    """Return the name for a changed movement: 'Mitchell, changed'; an earlier addition after a comma is replaced."""
    return f"{name.partition(',')[0]}, changed" if name else ""


_KindOfChange = Literal["without", "seat", "boards", "another", "row", "rounds"]


def _kind_of_change(typed: MovementRequest, change: ChangeOptions) -> _KindOfChange:
    changes: dict[_KindOfChange, object] = {
        "without": change.without,
        "seat": change.seat,
        "boards": change.round or change.table,
        "another": typed.name or typed.whole.source,
        "row": typed.whole.rows,
    }
    kinds = [kind for kind, given in changes.items() if given]
    if not kinds and typed.play.rounds:
        _check_goes_with("rounds", typed, change)
        return "rounds"
    if len(kinds) != 1 or (kinds != ["another"] and typed.play.rounds):
        text = "one change goes into one command" if kinds else "what do you want to change?"
        hint = "one of: --without 7; --seat 17; --rounds 8; --round 5 --table 3 --boards 13-15; --row ROW; a NAME"
        raise Misuse("usage", text, hint)
    _check_goes_with(kinds[0], typed, change)
    if kinds == ["boards"] and not (change.round and change.table and typed.play.boards):
        raise Misuse("usage", "which boards, in which round, at which table?", "--round 5 --table 3 --boards 13-15")
    return kinds[0]


_OPTIONS_OF_KIND: Mapping[_KindOfChange, frozenset[str]] = {
    "without": frozenset({"without", "from_round"}),
    "seat": frozenset({"seat", "instead_of", "from_round"}),
    "boards": frozenset({"round", "table", "boards"}),
    "row": frozenset(),
    "rounds": frozenset({"rounds", "switch"}),
}
"""The options that go with each kind of change; 'another' is missing, as it takes all."""


def _check_goes_with(kind: _KindOfChange, typed: MovementRequest, change: ChangeOptions) -> None:
    """Raise Misuse (usage) for a typed option that has no effect on this kind of change."""
    given = [name for options in (change, typed.play, typed.size) for name, value in vars(options).items() if value]
    allowed = _OPTIONS_OF_KIND.get(kind)
    if allowed is not None and (useless := [name for name in given if name not in allowed]):
        option = f"--{useless[0].replace('_', '-')}"
        what = f"{option} does not go with this change"
        raise Misuse("usage", what, "one change after the other: `movement change --help`")


def _movement_in_force(session: Session, section: str) -> tuple[int, MovementSet]:
    """Return a section's movement with its event number; Refusal (no-movement) for none, or if no section is chosen."""
    events = {event.section: (number, event) for number, event in movements(session)}
    if not events:
        raise no_movement()
    if section in events or (not section and len(events) == 1):
        return events.get(section) or next(iter(events.values()))
    lettered = " or ".join(f"--section {each}" for each in events if each)
    if section:
        raise Refusal("no-movement", f"section {section} has no movement of its own", lettered or "leave --section out")
    raise Refusal("no-movement", "each section has a movement of its own", lettered)


def _first_round(session: Session, event: MovementSet, change: ChangeOptions) -> int:
    """Return the first round to change: as typed, or the round after the last one in which a board was played."""
    return change.from_round or last_round_begun(session, MovementPlan(event.tables, {event.section})) + 1


def _planned_label(event: MovementSet, session: Session, typed: str) -> str:
    """Return the full label of a contestant in a movement: '7' is '7NS' if no other contestant is called 7."""
    contestants = MovementPlan(event.tables).contestants
    fitting = sorted(find_contestants(session, in_section(typed, event.section), contestants))
    if len(fitting) == 1:
        return fitting[0]
    hint = f"say which: {' or '.join(fitting)}" if fitting else "`movement show --by pair`"
    raise Refusal("no-such-contestant", f"{typed} is not in the movement" if not fitting else f"who is {typed}?", hint)


def _with_late_entry(session: Session, event: MovementSet, change: ChangeOptions) -> tuple[PlannedTable, ...]:
    """Return the movement's tables with a late contestant in empty seats, or in the seats of one who left."""
    gone = _planned_label(event, session, change.instead_of) if change.instead_of else ""
    first = _first_round(session, event, change)
    label = in_section(label_as_entered(session, change.seat or ""), event.section)
    if session.opening.winners == 2 and label[-1:].isdigit():
        # A late pair joins the line with the empty seats at the half table.
        empty = next((each for each in event.tables if each.round >= first and not each.played), None)
        label += gone[-2:] if gone else "NS" if empty and not empty.ns else "EW"
    if session.opening.entry == "listed" and label not in session.contestants:
        raise Refusal("no-such-contestant", f"{label} is not entered", f"`session enter {label}`, then type this again")
    return plan.seated(event.tables, label, first, gone=gone)


def _other_movement(
    session: Session, typed: MovementRequest, change: ChangeOptions, event: MovementSet, reason: str
) -> SetMovement:
    whole = movement_command(session, typed, reason)
    tables = plan.from_round(event.tables, whole.tables, _first_round(session, event, change))
    return replace(
        whole,
        tables=tables,
        name=_changed_name(whole.name),
        section=event.section,
        copies=max(event.copies, whole.copies),
        sharing=tuple(dict.fromkeys([*event.sharing, *whole.sharing])),
    )
