"""Rulings that were given on another result than their table now has: it was corrected since, and nobody looked again.

A ruling stays in force whatever becomes of the result beneath it (Law 79C is no ruling). Whether it still holds is for
the director: he states it anew, takes it back, or says in the queue that it stands all the same.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.bridge import Result
from ledger.session.cases import Ruling
from ledger.session.queue import waiting
from ledger.session.state import Session
from ledger.session.tables import TableBoard


class Overtaken(NamedTuple):
    """A ruling, the result it was given on, the one that is there now, and the number of the event that says so."""

    ruling: Ruling
    was: Result
    now: Result
    number: int

    @property
    def text(self) -> str:
        """What is put to the director."""
        return overtaken_text(self.ruling, self.was, self.now)


def overtaken_text(ruling: Ruling, was: Result, now: Result) -> str:
    """'R-0001 was given on 5HW-1, and the table has 5HW-2 now: does it still hold?'."""
    return f"{ruling.case} was given on {was}, and the table has {now} now: does it still hold?"


def overtaken(session: Session) -> list[Overtaken]:
    """The rulings in force on results that changed since, board by board, until somebody looked at them again."""
    return [found for played in session.table_boards() for found in _overtaken_at(session, played)]


def not_queued(session: Session) -> list[Overtaken]:
    """Those of them that no line in the queue puts to the director."""
    asked = {each.line.why for each in waiting(session)}
    return [each for each in overtaken(session) if each.text not in asked]


def _overtaken_at(session: Session, played: TableBoard) -> Iterator[Overtaken]:
    if not (played.cases and played.results):
        return
    last = played.results[-1]
    for ruling, was in given_on(session, played):
        found = Overtaken(ruling, was, last.result, last.number)
        if was != last.result and not _seen_to(session, found):
            yield found


def given_on(session: Session, played: TableBoard) -> Iterator[tuple[Ruling, Result]]:
    """The director's rulings in force on a table's board, each with the result that was there when it was looked at.

    What a result file awards is no ruling of his; and the first result a table has contradicts nothing.
    """
    for ruling in session.rulings_of(played):
        looked = max([ruling.stated, *(each.number for each in session.decisions_on(ruling.case))])
        before = [each.result for each in played.results if each.number < looked]
        if before and not ruling.by_file:
            yield ruling, before[-1]


def _seen_to(session: Session, found: Overtaken) -> bool:
    """Whether somebody said in the queue, since the result changed, that this was seen to."""
    settled = (each for each in session.queue.lines if each.settled and each.settled.outcome != "put-right")
    return any(each.line.why == found.text and each.number > found.number for each in settled)
