"""The movement that was typed: by its name, from a file, row by row; or the one in force, changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from cli.desk.desk import Desk
from cli.desk.named_movements import TypedMovement, boards_of, named_movement, parse_row, parse_sharing
from cli.options.addresses import parse_boards
from ledger.errors import Misuse, Refusal
from ledger.exchange.bridgemate.bws import movement_of
from ledger.exchange.movement_tables import movement_table
from ledger.kernel.at_table import Where
from ledger.labels import letters_of
from ledger.movements import plan
from ledger.movements.plan import PlannedTable, together_at
from ledger.overall.before_a_draw import AS_DRAWN, drawn_movement
from ledger.projections.planned import last_begun, no_movement
from ledger.session import Session
from ledger.session.places import contestants_called, known, labelled
from ledger.subjects.movement.facts import MovementSet, SetMovement
from ledger.subjects.movement.state import MovementPlan, movements

if TYPE_CHECKING:
    from cli.options.movements import ChangeOptions


def laid_down(session: Session, asked: TypedMovement, reason: str) -> SetMovement:
    """The movement asked for, by the labels of the session; Misuse where it is said in two ways."""
    whole, section = asked.whole, asked.section
    said = [name for name, given in (("NAME", asked.name), ("--from", whole.source), ("--row", whole.rows)) if given]
    if len(said) > 1:
        raise Misuse("usage", f"{' and '.join(said)} each say a movement", "leave one of them out")
    if asked.name:
        return named_movement(session, asked, reason)
    tables = rows_of(session, whole.rows, section) if whole.rows else _from_file(session, asked)
    set_up = together_at(tables) if _is_device(whole.source) else ()
    return _with_sharing(SetMovement(tables, section, sharing=set_up, reason=reason), asked)


def laid_down_as_drawn(desk: Desk, asked: TypedMovement, reason: str) -> SetMovement:
    """The movement that the draw of its tournament makes of a session; Misuse where it plays in none."""
    session, whole = desk.before(), asked.whole
    if asked.name or whole.source or whole.rows or asked.section:
        raise Misuse("usage", "--draw says a movement, for the whole session", "leave the others out")
    return _with_sharing(as_drawn(desk, session, boards_of(session, asked), asked.play.boards_each, reason), asked)


def as_drawn(
    desk: Desk, session: Session, boards: Sequence[int], boards_each: int | None = None, reason: str = ""
) -> SetMovement:
    """The same of a session of which nothing was typed; rounds that are in its movement already keep their boards."""
    scores = desk.office.tournaments.around(session.id)
    if scores is None:
        raise Misuse("usage", f"{session.id} is in no tournament: nobody drew it", "`tournament add`")
    found = drawn_movement(scores, session, boards, boards_each)
    return SetMovement(found.tables, "", AS_DRAWN, found.copies, found.sharing, reason)


def _is_device(source: str | None) -> bool:
    """Whether it is the file of devices: as they were set up, so it was played."""
    return bool(source) and Path(source or "").suffix.lower() == ".bws"


def _with_sharing(command: SetMovement, asked: TypedMovement) -> SetMovement:
    copies, sharing = asked.whole.copies or command.copies, parse_sharing(asked.whole.sharing) or command.sharing
    return replace(command, copies=copies, sharing=sharing)


def _from_file(session: Session, asked: TypedMovement) -> tuple[PlannedTable, ...]:
    path = Path(asked.whole.source or "")
    if _is_device(asked.whole.source):
        tables = movement_of(path, session.opening.winners)
        if not tables:
            raise Misuse("bad-file", f"{path} has no movement: its table RoundData is empty", "--row, or a .csv")
        found = tuple(each for each in tables if letters_of(each.table) == asked.section)
        if asked.section and not found:
            there = ", ".join(sorted({letters_of(each.table) or "without a letter" for each in tables}))
            raise Misuse(
                "bad-section", f"the file has no section {asked.section}; those it has: {there}", "leave --section out"
            )
        return found if asked.section else tables
    return tuple(_as_entered(session, each, asked.section) for each in movement_table(path))


def rows_of(session: Session, rows: Sequence[str], section: str) -> tuple[PlannedTable, ...]:
    """The rows that were typed, by the labels of the session."""
    return tuple(_as_entered(session, parse_row(text), section) for text in rows)


def _as_entered(session: Session, planned: PlannedTable, section: str) -> PlannedTable:
    """A row by the labels of the session: 5 is 5NS where the directions are ranked apart, and A5 in section A."""
    ns, ew = (in_section(label, section) for label in (planned.ns, planned.ew))
    where = labelled(session, Where(1, ns=ns or None, ew=ew or None))
    return replace(planned, table=in_section(planned.table, section), ns=where.ns or "", ew=where.ew or "")


def in_section(label: str, section: str) -> str:
    """Return a label with the letter of its section: 5 is A5 in section A."""
    return f"{section}{label}" if label[:1].isdigit() else label


# One in force, changed


def changed(session: Session, asked: TypedMovement, change: ChangeOptions, reason: str) -> SetMovement:
    """The movement in force, with what is to be otherwise; Misuse (usage) where that is nothing, or several things."""
    number, event = _in_force(session, asked.section)
    kind = _kind(asked, change)
    if kind == "another":
        return replace(_another(session, asked, change, event, reason), instead_of=number)
    tables = event.tables
    match kind:
        case "without":
            whom = _sitting(event, session, change.without or "")
            tables = plan.without(tables, whom, _first(session, event, change))
        case "seat":
            tables = _seated(session, event, change)
        case "boards":
            boards = parse_boards(asked.play.boards or "")
            table = in_section(change.table or "", event.section)
            tables = plan.with_boards(tables, change.round or 0, table, boards)
        case "rounds":
            if asked.play.switch and session.opening.winners == 2:
                told = "nothing is switched where the lines are ranked apart"
                raise Misuse("usage", told, "leave --switch out")
            last, begun = asked.play.rounds or 0, last_begun(session, MovementPlan(event.tables, [event.section]))
            if last < begun:  # what was played in it would stand unplanned
                voided = "`result void` where nothing was played, `result not-played` where a table did not"
                told = f"round {begun} was begun: it cannot end after round {last}"
                raise Refusal("bad-movement", told, f"--rounds {begun}; {voided}")
            tables = plan.turned(plan.shortened(event.tables, last), asked.play.switch or 0)
        case "row":
            tables = plan.with_rows(tables, rows_of(session, asked.whole.rows, event.section))
    sharing = plan.shared_now(tables, event.sharing) if kind == "seat" else event.sharing
    return _with_sharing(
        SetMovement(tables, event.section, _changed_name(event.name), event.copies, sharing, reason, number), asked
    )


def _changed_name(name: str) -> str:
    """What a movement is called that is not as its name has it any more: who was missing, which round was turned."""
    return f"{name.partition(',')[0]}, changed" if name else ""


_Kind = Literal["without", "seat", "boards", "another", "row", "rounds"]


def _kind(asked: TypedMovement, change: ChangeOptions) -> _Kind:
    found: dict[_Kind, object] = {
        "without": change.without,
        "seat": change.seat,
        "boards": change.round or change.table,
        "another": asked.name or asked.whole.source,
        "row": asked.whole.rows,
    }
    said = [kind for kind, given in found.items() if given]
    if not said and asked.play.rounds:
        _check_goes_with("rounds", asked, change)
        return "rounds"
    if len(said) != 1 or (said != ["another"] and asked.play.rounds):
        told = "several things are to be otherwise" if said else "what is to be otherwise?"
        hint = "one of: --without 7; --seat 17; --rounds 8; --round 5 --table 3 --boards 13-15; --row …; a NAME"
        raise Misuse("usage", told, hint)
    _check_goes_with(said[0], asked, change)
    if said == ["boards"] and not (change.round and change.table and asked.play.boards):
        raise Misuse("usage", "which boards, in which round, at which table?", "--round 5 --table 3 --boards 13-15")
    return said[0]


_GOES_WITH: Mapping[_Kind, frozenset[str]] = {
    "without": frozenset({"without", "from_round"}),
    "seat": frozenset({"seat", "instead_of", "from_round"}),
    "boards": frozenset({"round", "table", "boards"}),
    "row": frozenset(),
    "rounds": frozenset({"rounds", "switch"}),
}
"""What may be typed beside each kind of change; another movement may be laid down as any is."""


def _check_goes_with(kind: _Kind, asked: TypedMovement, change: ChangeOptions) -> None:
    """Misuse (usage) where something is typed that such a change would leave out unsaid."""
    typed = [name for options in (change, asked.play, asked.size) for name, said in vars(options).items() if said]
    allowed = _GOES_WITH.get(kind)
    if allowed is not None and (useless := [name for name in typed if name not in allowed]):
        option = f"--{useless[0].replace('_', '-')}"
        raise Misuse("usage", f"{option} means nothing there", "one change after the other: `movement change --help`")


def _in_force(session: Session, section: str) -> tuple[int, MovementSet]:
    """The movement that is to be changed, with its number; refused where there is none, or where there are several."""
    there = {event.section: (number, event) for number, event in movements(session)}
    if not there:
        raise no_movement()
    if section in there or (not section and len(there) == 1):
        return there.get(section) or next(iter(there.values()))
    lettered = " or ".join(f"--section {each}" for each in there if each)
    if section:
        raise Refusal("no-movement", f"section {section} has no movement of its own", lettered or "leave --section out")
    raise Refusal("no-movement", "each section has a movement of its own", lettered)


def _first(session: Session, event: MovementSet, change: ChangeOptions) -> int:
    """From which round on it is: as was typed, else from the first of this movement of which nothing was played."""
    return change.from_round or last_begun(session, MovementPlan(event.tables, {event.section})) + 1


def _sitting(event: MovementSet, session: Session, typed: str) -> str:
    """A contestant of a movement, as it calls him: 7 is 7NS where nobody else is 7."""
    contestants = MovementPlan(event.tables).contestants
    fitting = sorted(contestants_called(session, in_section(typed, event.section), contestants))
    if len(fitting) == 1:
        return fitting[0]
    hint = f"say which: {' or '.join(fitting)}" if fitting else "`movement show --by pair`"
    raise Refusal("no-such-contestant", f"{typed} is not in the movement" if not fitting else f"who is {typed}?", hint)


def _seated(session: Session, event: MovementSet, change: ChangeOptions) -> tuple[PlannedTable, ...]:
    """Somebody late in the empty seats, or in those of another; he sits as his line does where two are ranked apart."""
    gone = _sitting(event, session, change.instead_of) if change.instead_of else ""
    first = _first(session, event, change)
    label = in_section(known(session, change.seat or ""), event.section)
    if session.opening.winners == 2 and label[-1:].isdigit():
        # The line of a late pair is of the side that is empty at the half table.
        empty = next((each for each in event.tables if each.round >= first and not each.played), None)
        label += gone[-2:] if gone else "NS" if empty and not empty.ns else "EW"
    if session.opening.entry == "listed" and label not in session.contestants:
        raise Refusal("no-such-contestant", f"{label} is not entered", f"`session enter {label}`, then the same again")
    return plan.seated(event.tables, label, first, gone=gone)


def _another(
    session: Session, asked: TypedMovement, change: ChangeOptions, event: MovementSet, reason: str
) -> SetMovement:
    whole = laid_down(session, asked, reason)
    tables = plan.from_round(event.tables, whole.tables, _first(session, event, change))
    return replace(
        whole,
        tables=tables,
        name=_changed_name(whole.name),
        section=event.section,
        copies=max(event.copies, whole.copies),
        sharing=tuple(dict.fromkeys([*event.sharing, *whole.sharing])),
    )
