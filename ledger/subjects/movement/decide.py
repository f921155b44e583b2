"""Laying down who sits where in each round with which boards; refused where it cannot be played as it stands."""

from collections.abc import Sequence

from ledger.errors import Refusal
from ledger.guards.entering import check_label, enter
from ledger.kernel.fact import TakenBack
from ledger.labels import TABLE, boards_text, natural, typed_boards
from ledger.movements.plan import PlannedTable, faults
from ledger.session.places import require_board, require_contestant, sits_once
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing, taking_back
from ledger.session.state import Session
from ledger.subjects.movement.facts import MovementSet, SetMovement
from ledger.subjects.movement.state import movements, seats
from ledger.subjects.rulings.facts import Undo

_MOST_TOLD = 3


def set_movement(command: SetMovement, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A movement for the session, or for one section of it, in the place of the one before; whoever is new is entered.

    What was played is never asked: a play that is otherwise is told by `check`, and stays. Boards that were taken out
    of the session since may stay in it.
    """
    event = MovementSet(command.tables, command.section, command.name, command.copies, command.sharing, command.reason)
    before = {each.section: (number, each) for number, each in movements(session)}
    there = before.get(event.section)
    if there and command.instead_of not in (0, there[0]):
        said = f"the movement was changed meanwhile (#{there[0]})"
        raise Refusal("has-dependants", said, "`movement show`, and change it again")
    _check_sound(event, session)
    _check_apart(event, [each for section, (_, each) in before.items() if section != event.section])
    missing = sorted(_boards(event.tables) - set(session.boards) - _boards(there[1].tables if there else ()))
    if len(missing) == 1:
        require_board(session, missing[0])
    if missing:
        hint = f"`session add-boards {typed_boards(missing)}`"
        raise Refusal("no-such-board", f"{boards_text(missing)} are not in this session", hint)
    if there and (there[1].tables, there[1].copies, there[1].sharing) == (event.tables, event.copies, event.sharing):
        raise Refusal("nothing-to-change", "that is the movement already", "`movement show`")
    # Whoever the movement names is entered; where only those who were entered may score, they are refused instead
    everybody = sorted(_contestants(event.tables), key=natural)
    for who in everybody:
        check_label(who, session.opening)
    if session.opening.entry == "listed":
        for who in everybody:
            require_contestant(session, who)
    entering = enter([who for who in everybody if who not in session.contestants], session.opening)
    return *entering, ProposedEvent(event, (there[0],) if there else ())


def _check_sound(event: MovementSet, session: Session) -> None:
    """Refuse what nobody can play: somebody at two tables at once, a board twice, boards at two tables."""
    if not event.tables:
        raise Refusal("bad-movement", "a movement has at least one table", "`movement set howell --pairs 8`")
    if strange := [each.table for each in event.tables if not TABLE.fullmatch(each.table)]:
        raise Refusal("bad-movement", f"{strange[0][:40]!r} is no table", "tables are called 1, A3, open")
    sharing = [frozenset(each) for each in event.sharing]
    found = faults(event.tables, copies=event.copies, sharing=sharing, teams=not sits_once(session))
    if found:
        more = f"; and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
        hint = "put the rows right; tables that share boards: --sharing 1,6; boards in several copies: --copies 2"
        raise Refusal("bad-movement", "; ".join(found[:_MOST_TOLD]) + more, hint)


def _check_apart(event: MovementSet, others: Sequence[MovementSet]) -> None:
    own, who = {each.table for each in event.tables}, _contestants(event.tables)
    for other in others:
        twice = sorted(own & {each.table for each in other.tables}) or sorted(who & _contestants(other.tables))
        if twice:
            what = f"section {other.section}" if other.section else "the session as a whole"
            message = f"{twice[0]} is in the movement of {what} already"
            raise Refusal("bad-movement", message, "`movement show`; what was laid down is taken back by `undo`")


def _boards(tables: Sequence[PlannedTable]) -> set[int]:
    return {board for each in tables for board in each.boards}


def _contestants(tables: Sequence[PlannedTable]) -> set[str]:
    return {who for each in tables for who in seats(each).everyone}


def _recall(event: MovementSet, command: Undo, session: Session, actor: Actor) -> TakenBack:
    number = command.target.number
    if number not in session.movements.facts:
        raise Refusal("undo-nothing", f"the movement of #{number} was taken back already", "`movement show`")
    said = [(at, each) for at, each in session.movements.facts.items() if each.section == event.section]
    if (latest := said[-1][0]) != number:
        raise Refusal("has-dependants", f"#{latest} laid it down anew since", f"undo {latest} first")
    if len(said) > 1:
        others = [(at, each) for at, each in movements(session) if each.section != event.section]
        _check_apart(said[-2][1], [each for _, each in others])
    return taking_back(command)


HANDLERS: Handlers = {SetMovement: set_movement}


UNDO: Undoing = {MovementSet: _recall}
