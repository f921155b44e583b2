"""Decide the movement, the plan of tables, rounds and boards, and undo it."""

from collections.abc import Sequence

from ledger.errors import Refusal
from ledger.guards.entering import check_label, enter_new
from ledger.labels import TABLE, boards_text, natural, typed_boards
from ledger.movements.plan import PlannedTable, faults
from ledger.session.places import require_board, require_contestant, sits_at_one_table
from ledger.session.response import Actor, ProposedEvent, Undoing
from ledger.session.state import Session
from ledger.subjects.movement.facts import MovementSet, SetMovement
from ledger.subjects.movement.state import movements, seats
from ledger.subjects.rulings.facts import Undo

_MOST_LISTED = 3


def set_movement(command: SetMovement, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Set the movement of a session or a section in place of the earlier one, and enter its new contestants.

    Refused for faults of the plan, for boards not in the session (those of the earlier plan may stay), and for
    contestants who cannot be entered; not for plays that differ from the movement, which `check` reports.
    """
    event = MovementSet(command.tables, command.section, command.name, command.copies, command.sharing, command.reason)
    before = {each.section: (number, each) for number, each in movements(session)}
    current = before.get(event.section)
    if current and command.instead_of not in (0, current[0]):
        message = f"the movement was changed meanwhile (#{current[0]})"
        raise Refusal("has-dependants", message, "`movement show`, and change it again")
    if not event.tables:
        raise Refusal("bad-movement", "a movement has at least one table", "`movement set howell --pairs 8`")
    if strange := [each.table for each in event.tables if not TABLE.fullmatch(each.table)]:
        raise Refusal("bad-movement", f"{strange[0][:40]!r} is no table", "tables are called 1, A3, open")
    sharing = [frozenset(each) for each in event.sharing]
    if errors := faults(event.tables, copies=event.copies, sharing=sharing, teams=not sits_at_one_table(session)):
        more = f"; and {len(errors) - _MOST_LISTED} more" if len(errors) > _MOST_LISTED else ""
        hint = "put the rows right; tables that share boards: --sharing 1,6; boards in several copies: --copies 2"
        raise Refusal("bad-movement", "; ".join(errors[:_MOST_LISTED]) + more, hint)
    _check_apart(event, [each for section, (_, each) in before.items() if section != event.section])
    missing = sorted(_boards(event.tables) - set(session.boards) - _boards(current[1].tables if current else ()))
    if len(missing) == 1:
        require_board(session, missing[0])
    if missing:
        hint = f"`session add-boards {typed_boards(missing)}`"
        raise Refusal("no-such-board", f"{boards_text(missing)} are not in this session", hint)
    if current and (current[1].tables, current[1].copies, current[1].sharing) == (
        event.tables,
        event.copies,
        event.sharing,
    ):
        raise Refusal("nothing-to-change", "that is the movement already", "`movement show`")
    # New contestants of the movement are entered, or refused if the list of entries is closed
    everybody = sorted(_contestants(event.tables), key=natural)
    for who in everybody:
        check_label(who, session.opening)
    if session.opening.entry == "listed":
        for who in everybody:
            require_contestant(session, who)
    entering = enter_new(everybody, session)
    return *entering, ProposedEvent(event, (current[0],) if current else ())


def _check_apart(event: MovementSet, sections: Sequence[MovementSet]) -> None:
    tables, contestants = {each.table for each in event.tables}, _contestants(event.tables)
    for section in sections:
        tables_twice = sorted(tables & {each.table for each in section.tables})
        if twice := tables_twice or sorted(contestants & _contestants(section.tables)):
            what = f"section {section.section}" if section.section else "the session as a whole"
            message = f"{'table ' * bool(tables_twice)}{twice[0]} is in the movement of {what} already"
            raise Refusal("bad-movement", message, "`movement show`; `undo` takes a movement back")


def _boards(tables: Sequence[PlannedTable]) -> set[int]:
    return {board for each in tables for board in each.boards}


def _contestants(tables: Sequence[PlannedTable]) -> set[str]:
    return {who for each in tables for who in seats(each).everyone}


def _recall(event: MovementSet, command: Undo, session: Session, actor: Actor) -> None:
    number = command.target.number
    if number not in session.movements.facts:
        raise Refusal("undo-nothing", f"the movement of #{number} was taken back already", "`movement show`")
    versions = [(at, each) for at, each in session.movements.facts.items() if each.section == event.section]
    if (latest := versions[-1][0]) != number:
        raise Refusal("has-dependants", f"#{latest} set another movement since #{number}", f"`undo {latest}` first")
    if len(versions) > 1:
        other_sections = [(at, each) for at, each in movements(session) if each.section != event.section]
        _check_apart(versions[-2][1], [each for _, each in other_sections])


UNDO: Undoing = {MovementSet: _recall}
