"""Decide which lines of a device's file are set aside for a person, and how they are settled; and undo these."""

from collections.abc import Iterable, Iterator

from ledger.errors import Refusal
from ledger.guards.seats import typed_seats
from ledger.kernel.at_table import Where
from ledger.kernel.free_text import is_gone
from ledger.session.cases import WaitingLine
from ledger.session.places import label_address
from ledger.session.response import Actor, ProposedEvent, Remark, Undoing
from ledger.session.state import Session
from ledger.subjects.queue.facts import LineSetAside, LineSettled, SettleLine
from ledger.subjects.queue.state import decided_by
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.sheets import ImportSheet


def queue_events(
    session: Session, opened: Session, command: ImportSheet, remarks: Iterable[Remark]
) -> Iterator[ProposedEvent]:
    """Yield the events that set lines of a device's file aside, or settle lines corrected on the device.

    `opened`: the session after its opening, if the file opens it. A line is set aside only once for one reason, unless
    it was put right on the device since. A `partial` file settles no line that it lacks.
    """
    current, places = list(dict.fromkeys(remarks)), {line.place for line in command.lines}
    about = {line.place: line.where for line in command.lines} | dict(command.about)
    put_right = {line.place for line in command.lines if not line.undecided}
    of_file = [each for each in session.queue.lines if each.line.place.startswith(f"{command.device} ")]
    for remark in current:
        if not any(_is_about(each, remark) for each in of_file):
            yield ProposedEvent(_set_aside(opened, remark, about.get(remark.where)))
    for waiting in of_file:
        gone = not command.partial or waiting.line.place in places
        settled = waiting.settled or (decided_by(session, waiting) and waiting.line.place not in put_right)
        if gone and not settled and not any(_is_about(waiting, remark) for remark in current):
            yield ProposedEvent(LineSettled(waiting.number, "put-right"), (waiting.number,))


def queue_for_director(
    session: Session, opened: Session, command: ImportSheet, remarks: Iterable[Remark]
) -> Iterator[ProposedEvent]:
    """Yield the events that set lines of a file typed by hand aside for the director, one for each new reason."""
    about = {line.place: line.where for line in command.lines}
    reasons = {
        each.line.why for each in session.queue.lines if not (each.settled and each.settled.outcome == "put-right")
    }
    for remark in dict.fromkeys(remarks):
        if remark.why not in reasons:
            yield ProposedEvent(_set_aside(opened, remark, about.get(remark.where)))


def _set_aside(session: Session, remark: Remark, about: Where | None) -> LineSetAside:
    if about is None:
        return LineSetAside(*remark)
    where = label_address(session, about)
    return LineSetAside(*remark, where.board, typed_seats(where))


def not_queued(session: Session, remarks: Iterable[Remark]) -> list[Remark]:
    """Return the remarks that stop an import: those about which no line waits or was settled by a person."""
    lines = session.queue.lines
    return [remark for remark in remarks if not any(_is_about(each, remark) for each in lines)]


def _is_about(waiting: WaitingLine, remark: Remark) -> bool:
    """Return whether a line was set aside for the reason in a remark; a line put right on the device was not."""
    if waiting.settled and waiting.settled.outcome == "put-right":
        return False
    same = is_gone(waiting.line.why) or waiting.line.why == remark.why  # an erased reason may be any
    return waiting.line.place == remark.where and same


def settle_line(command: SettleLine, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Settle a line that waits for a person; refused if the line is not waiting."""
    waiting = next((each for each in session.queue.lines if each.number == command.of), None)
    if waiting is None:
        raise Refusal("not-waiting", f"#{command.of} is not a waiting line", "`import queue` lists the waiting lines")
    number, listed = waiting.number, "`import queue` lists the waiting lines"
    if settled := waiting.settled:
        taken_back = f"`undo {waiting.settled_by}` lets it wait again; {listed}"
        hint = listed if settled.outcome == "put-right" else taken_back
        raise Refusal("not-waiting", f"#{number} waits no longer: {settled.outcome} (#{waiting.settled_by})", hint)
    if decided := decided_by(session, waiting):
        raise Refusal("not-waiting", f"#{number} waits no longer: #{decided} settled its board", listed)
    return (ProposedEvent(LineSettled(command.of, command.outcome, command.reason), (command.of,)),)


def _wait_no_longer(event: LineSetAside, command: Undo, session: Session, actor: Actor) -> LineSettled:
    number = command.target.number
    if number in session.queue.taken_back:
        raise Refusal("undo-nothing", f"#{number} waits no longer", "`import queue` lists the lines that wait")
    return LineSettled(number, "skipped", command.reason)


def _wait_again(event: LineSettled, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    again = session.queue.taken_back[event.of].fact.line
    if any(each.line == again for each in session.queue.facts.values()):
        raise Refusal("undo-nothing", f"{again.place} waits again", "`import queue` lists the lines that wait")
    return (ProposedEvent(again, (command.target.number,)),)


UNDO: Undoing = {LineSetAside: _wait_no_longer, LineSettled: _wait_again}
