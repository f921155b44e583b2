"""import queue: the lines of devices' files that wait for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.screens.times import clock
from cli.screens.vocabulary import counted
from ledger.session.moment import iso
from ledger.session.waiting import decided_by, waiting

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from ledger.session import Session
    from ledger.session.queue import WaitingLine


def print_queue(desk: Desk) -> None:
    """The lines that wait; with --json also those that were settled."""
    session = desk.session()
    if desk.settings.json:
        desk.json_at("queue/1", session, {"lines": [_json(session, each) for each in session.queue.lines]})
        return
    rows = [(f"#{each.number}", clock(each.at), each.line.place, str(each.line.why)) for each in waiting(session)]
    desk.table_or("no line waits for a person", ["line", "since", "where", "why"], rows)
    if rows and not desk.settings.plain:
        number = rows[0][0].removeprefix("#")
        desk.hint("", f'Seen to: `import queue resolve {number}`   Left out: `import queue skip {number} --reason "…"`')


def queue_line(session: Session) -> list[str]:
    """How many lines wait, and where to see them; nothing where none does."""
    found = waiting(session)
    return [f"{counted(len(found), 'line')} in the queue for a person: `import queue`"] if found else []


def _json(session: Session, each: WaitingLine) -> dict[str, object]:
    decided = 0 if each.settled else decided_by(session, each)
    return {
        "number": each.number,
        "since": iso(each.at),
        "where": each.line.place,
        "why": each.line.why,
        "settled": each.settled.outcome if each.settled else "decided" if decided else None,
        "settled_by": each.settled_by or decided or None,
        "reason": each.settled.reason if each.settled else "",
    }
