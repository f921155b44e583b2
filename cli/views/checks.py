"""What wants a person before scores are given out, what of it was worked off, and lines that wait for somebody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from cli.views.answers import Answer, microseconds
from cli.views.tables import AnswerColumn, AnswerTable, Part, Text
from cli.words.next_steps import look_again_step
from cli.words.times import clock
from ledger.projections.checking import CheckReport
from ledger.projections.concerns import Concern, ConcernCode
from ledger.projections.finality import waiting_reasons
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.moment import iso
from ledger.subjects.queue.state import decided_by, waiting


class OpenConcern(Struct, frozen=True):
    """Something to look at, and where; `confirmed_by` are the sides that confirm the result it is about."""

    code: ConcernCode
    board: int | None
    table: str | None
    round: int | None
    ns: str | None
    ew: str | None
    case: str | None
    text: str
    confirmed_by: tuple[str, ...]
    where: str

    @property
    def says(self) -> str:
        """The text, and the side that confirms the result, where the other does not."""
        return self.text + (f"; {self.confirmed_by[0]} confirms it" if len(self.confirmed_by) == 1 else "")

    @property
    def state(self) -> str:
        """That it is open."""
        return "open"


class WorkedOffConcern(OpenConcern, frozen=True):
    """Something that was worked off: how, and by which event."""

    how: str
    event: int

    @property
    def settled(self) -> str:
        """How, and by which event."""
        return f"{self.how} (#{self.event})"

    @property
    def state(self) -> str:
        """By which event it was worked off."""
        return f"worked off by #{self.event}"


_COLUMNS = (AnswerColumn("code", "what"), AnswerColumn("where"), AnswerColumn("says"))


class ChecksAnswer(Answer, frozen=True):
    """What is to be looked at before the scores are given out, and what of it was worked off."""

    schema: ClassVar = "check/1"

    open: tuple[OpenConcern, ...]
    worked_off: tuple[WorkedOffConcern, ...]

    @property
    def still_open(self) -> AnswerTable:
        """What is open."""
        return AnswerTable(self.open, _COLUMNS, cards=True)

    @property
    def done(self) -> AnswerTable:
        """What was worked off."""
        return AnswerTable(self.worked_off, (*_COLUMNS, AnswerColumn("settled")), "Worked off", cards=True)

    @property
    def everything(self) -> AnswerTable:
        """Both in one table, for other programs."""
        return AnswerTable((*self.open, *self.worked_off), (AnswerColumn("state"), *_COLUMNS))


def checks_value(found: CheckReport, session: Session) -> ChecksAnswer:
    """What was found of a session."""
    settled = [(*_fields(each.concern, session), each.how, each.number) for each in found.worked_off]
    return ChecksAnswer(open_concerns(found.open, session), tuple(WorkedOffConcern(*each) for each in settled))


def open_concerns(concerns: Sequence[Concern], session: Session) -> tuple[OpenConcern, ...]:
    """What is open of a session."""
    return tuple(OpenConcern(*_fields(each, session)) for each in concerns)


def _fields(concern: Concern, session: Session) -> tuple[Any, ...]:
    sat, played = concern.seating, concerned(concern, session)
    seats = (sat.round, sat.ns, sat.ew) if sat else (None, None, None)
    sides = tuple(sorted(played.confirmed_by)) if played else ()
    return concern.code, concern.board, concern.table, *seats, concern.case, concern.text, sides, place_text(concern)


def concerned(concern: Concern, session: Session) -> TableBoard | None:
    """The play of a board that a concern is about; None where it is about none."""
    return session.boards.get(concern.board or 0, {}).get(concern.seating) if concern.seating else None


def place_text(concern: Concern) -> str:
    """'board 7 table 3, 5NS v 2EW', 'C-0001, board 7'; '–' where it is about a round."""
    parts = [concern.case or ""]
    if concern.board:
        parts.append(f"board {concern.board}" + (f" table {concern.table}" if concern.table else ""))
    elif concern.table:
        parts.append(f"table {concern.table}")
    if concern.seating:
        parts.append(str(concern.seating))
    return ", ".join(part for part in parts if part) or "–"


class QueueRow(Struct, frozen=True, kw_only=True):
    """A line that was set aside; `settled`: resolved, skipped, put-right or decided, null where it waits."""

    number: int
    since: str
    where: str
    why: str
    settled: str | None
    settled_by: int | None
    reason: str


class QueueAnswer(Answer, frozen=True):
    """Lines that wait for a person (settled: null), and those that were settled (by an event)."""

    schema: ClassVar = "queue/1"

    lines: tuple[QueueRow, ...]


def queue_value(session: Session) -> QueueAnswer:
    """The lines that were set aside in a session."""
    rows = []
    for each in session.queue.lines:
        settled, decided = each.settled, 0 if each.settled else decided_by(session, each)
        row = QueueRow(
            number=each.number,
            since=iso(each.at),
            where=each.line.place,
            why=each.line.why,
            settled=settled.outcome if settled else "decided" if decided else None,
            settled_by=each.settled_by or decided or None,
            reason=settled.reason if settled else "",
        )
        rows.append(row)
    return QueueAnswer(tuple(rows))


def queue_parts(scoreboard: Scoreboard, value: QueueAnswer) -> Iterator[Part]:
    """What a screen shows of the lines that wait: why, and how each is seen to."""
    lines, numbered = waiting(scoreboard.session), {row.number: row for row in value.lines}
    rows, reasons = [numbered[each.number] for each in lines], waiting_reasons(scoreboard, lines)
    whys = {row.number: why.text for row, why in zip(rows, reasons, strict=True)}
    columns = (
        AnswerColumn("line", say=lambda row: f"#{row.number}"),
        AnswerColumn("since", say=lambda row: clock(microseconds(row.since))),
        *(AnswerColumn("where"), AnswerColumn("why", say=lambda row: whys[row.number])),
    )
    yield AnswerTable(rows, columns, without="no line waits for a person")
    if rows:
        number, again = rows[0].number, (each.found for each in reasons if each.found)
        seen_to = f'Seen to: `import queue resolve {number}`   Left out: `import queue skip {number} --reason "…"`'
        yield Text("hint", ("", seen_to, *(look_again_step(scoreboard.session, found) for found in again)))
