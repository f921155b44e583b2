"""Undo, for lines that were set aside and settled."""

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.queue import LineSetAside, LineSettled
from ledger.session import Session


def _wait_no_longer(event: LineSetAside, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    number = command.target.number
    if number in session.queue.taken_back:
        raise Refusal("undo-nothing", f"#{number} waits no longer", "`import queue` lists the lines that wait")
    return (Uncommitted(LineSettled(number, "skipped", command.reason), (number,)),)


def _wait_again(event: LineSettled, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    again = session.queue.taken_back[event.of].fact.line
    if any(each.line == again for each in session.queue.facts.values()):
        raise Refusal("undo-nothing", f"{again.place} waits again", "`import queue` lists the lines that wait")
    return (Uncommitted(again, (command.target.number,)),)


UNDO: Undoing = {LineSetAside: _wait_no_longer, LineSettled: _wait_again}
