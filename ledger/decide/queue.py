"""The queue: lines of a device's file that need a person are set aside, and settled when somebody saw to them."""

from collections.abc import Iterable, Iterator

from ledger.commands import ImportSheet, SettleLine
from ledger.decide.response import Actor, Handlers, Remark, Uncommitted
from ledger.errors import Refusal
from ledger.events.free_text import is_gone
from ledger.events.queue import LineSetAside, LineSettled
from ledger.session import Session
from ledger.session.queue import WaitingLine


def queued(session: Session, command: ImportSheet, remarks: Iterable[Remark]) -> Iterator[Uncommitted]:
    """What is set aside of a file, and what of it no longer waits because it was put right there, or decided here.

    The same line for the same reason is set aside once, whatever somebody made of it then. A file that holds only what
    is new says nothing of the lines it does not have.
    """
    wanted, told = list(dict.fromkeys(remarks)), {line.place for line in command.lines}
    of_file = [each for each in session.queue.values() if each.line.place.startswith(f"{command.device} ")]
    for remark in wanted:
        if not any(_is_about(each, remark) for each in of_file):
            yield Uncommitted(LineSetAside(*remark))
    for each in of_file:
        gone = not command.partial or each.line.place in told
        if gone and not each.settled and not any(_is_about(each, remark) for remark in wanted):
            yield Uncommitted(LineSettled(each.number, "put-right"), (each.number,))


def is_queued(session: Session, remark: Remark) -> bool:
    """Whether a line waits, or somebody saw to it: it need not stop anything any more."""
    return any(_is_about(each, remark) for each in session.queue.values())


def _is_about(waiting: WaitingLine, remark: Remark) -> bool:
    """Whether a line was set aside for this; one that had been put right meanwhile would be another time."""
    if waiting.settled and waiting.settled.outcome == "put-right":
        return False
    same = is_gone(waiting.line.why) or waiting.line.why == remark.why
    return waiting.line.place == remark.where and same


def settle_line(command: SettleLine, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """A line that waits no longer, and what became of it."""
    waiting = session.queue.get(command.of)
    if waiting is None:
        raise Refusal("not-waiting", f"#{command.of} is no line that waits", "`import queue` lists those that do")
    if waiting.settled:
        message = f"#{command.of} waits no longer: {waiting.settled.outcome}"
        raise Refusal("not-waiting", message, "`import queue` lists those that do")
    return (Uncommitted(LineSettled(command.of, command.outcome, command.reason), (command.of,)),)


HANDLERS: Handlers = {SettleLine: settle_line}
