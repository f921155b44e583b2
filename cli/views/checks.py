"""Concerns about a session's scores, open or worked off, and lines of files that wait for a person."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from cli.views.answers import Answer, microseconds
from cli.views.tables import AnswerColumn, AnswerTable, Part, Text
from cli.words.next_steps import outdated_ruling_step
from cli.words.times import clock
from ledger.projections.checking import CheckReport
from ledger.projections.concerns import Concern, ConcernCode
from ledger.projections.finality import waiting_reasons
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.moment import iso
from ledger.subjects.queue.state import decided_by, waiting_lines


class OpenConcern(Struct, frozen=True):
    """A concern with its board, table or case; `confirmed_by`: the sides that confirm the doubtful result."""

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
        """The text of the concern; if only one side confirms the result, with that side."""
        return self.text + (f"; {self.confirmed_by[0]} confirms it" if len(self.confirmed_by) == 1 else "")

    @property
    def state(self) -> str:
        """The word 'open'."""
        return "open"


class WorkedOffConcern(OpenConcern, frozen=True):
    """A concern that an official has dealt with: in which way, and by which event."""

    how: str
    event: int

    @property
    def settled(self) -> str:
        """The way the concern was dealt with, and the event: 'corrected to 4SN= (#12)'."""
        return f"{self.how} (#{self.event})"

    @property
    def state(self) -> str:
        """The words 'worked off by', with the number of the event."""
        return f"worked off by #{self.event}"


_COLUMNS = (AnswerColumn("code", "what"), AnswerColumn("where"), AnswerColumn("says"))


class ChecksAnswer(Answer, frozen=True):
    """The concerns about a session's scores: those to look at before publication, and those worked off."""

    schema: ClassVar = "check/1"

    open: tuple[OpenConcern, ...]
    worked_off: tuple[WorkedOffConcern, ...]

    @property
    def still_open(self) -> AnswerTable:
        """The open concerns as a table."""
        return AnswerTable(self.open, _COLUMNS, cards=True)

    @property
    def done(self) -> AnswerTable:
        """The concerns that were worked off, as a table."""
        return AnswerTable(self.worked_off, (*_COLUMNS, AnswerColumn("settled")), "Worked off", cards=True)

    @property
    def everything(self) -> AnswerTable:
        """Open and worked-off concerns in one table, for other programs."""
        return AnswerTable((*self.open, *self.worked_off), (AnswerColumn("state"), *_COLUMNS))


def checks_value(report: CheckReport, session: Session) -> ChecksAnswer:
    """Return a report of concerns as an answer."""
    settled = [(*_fields(each.concern, session), each.how, each.number) for each in report.worked_off]
    return ChecksAnswer(open_concerns(report.open, session), tuple(WorkedOffConcern(*each) for each in settled))


def open_concerns(concerns: Sequence[Concern], session: Session) -> tuple[OpenConcern, ...]:
    """Return concerns as rows of an answer."""
    return tuple(OpenConcern(*_fields(each, session)) for each in concerns)


def _fields(concern: Concern, session: Session) -> tuple[Any, ...]:
    sat, played = concern.seating, play_of_concern(concern, session)
    seats = (sat.round, sat.ns, sat.ew) if sat else (None, None, None)
    sides = tuple(sorted(played.confirmed_by)) if played else ()
    return concern.code, concern.board, concern.table, *seats, concern.case, concern.text, sides, place_text(concern)


def play_of_concern(concern: Concern, session: Session) -> TableBoard | None:
    """Return the play of a board that a concern is about; None if it is about a round or a case."""
    return session.boards.get(concern.board or 0, {}).get(concern.seating) if concern.seating else None


def place_text(concern: Concern) -> str:
    """Format the address of a concern: 'board 7 table 3, 5NS v 2EW'; '–' if it has no board, table or case."""
    parts = [concern.case or ""]
    if concern.board:
        parts.append(f"board {concern.board}" + (f" table {concern.table}" if concern.table else ""))
    elif concern.table:
        parts.append(f"table {concern.table}")
    if concern.seating:
        parts.append(str(concern.seating))
    return ", ".join(part for part in parts if part) or "–"


class QueueRow(Struct, frozen=True, kw_only=True):
    """A line of an imported file, set aside for a person; `settled`: how he dealt with it, null while it waits."""

    number: int
    since: str
    where: str
    why: str
    settled: str | None
    settled_by: int | None
    reason: str


class QueueAnswer(Answer, frozen=True):
    """The lines of imported files that were set aside for a person, those already settled included."""

    lines: tuple[QueueRow, ...]


def queue_value(session: Session) -> QueueAnswer:
    """Return the lines of imported files that were set aside in a session, those already settled included."""
    rows = []
    for waiting_line in session.queue.lines:
        settled = waiting_line.settled
        decided = 0 if settled else decided_by(session, waiting_line)
        row = QueueRow(
            number=waiting_line.number,
            since=iso(waiting_line.at),
            where=waiting_line.line.place,
            why=waiting_line.line.why,
            settled=settled.outcome if settled else "decided" if decided else None,
            settled_by=waiting_line.settled_by or decided or None,
            reason=settled.reason if settled else "",
        )
        rows.append(row)
    return QueueAnswer(tuple(rows))


def queue_parts(scoreboard: Scoreboard, value: QueueAnswer) -> Iterator[Part]:
    """Yield the waiting lines for a screen, each with the reason why it waits, and the commands to settle them."""
    lines, numbered = waiting_lines(scoreboard.session), {row.number: row for row in value.lines}
    rows, reasons = [numbered[each.number] for each in lines], waiting_reasons(scoreboard, lines)
    whys = {row.number: why.text for row, why in zip(rows, reasons, strict=True)}
    columns = (
        AnswerColumn("line", say=lambda row: f"#{row.number}"),
        AnswerColumn("since", say=lambda row: clock(microseconds(row.since))),
        *(AnswerColumn("where"), AnswerColumn("why", say=lambda row: whys[row.number])),
    )
    yield AnswerTable(rows, columns, without="no line waits for a person")
    if rows:
        number, outdated = rows[0].number, (each.found for each in reasons if each.found)
        leave_out = f"`import queue skip {number} --reason TEXT`"
        settle = f"Dealt with: `import queue resolve {number}`   To leave out: {leave_out}"
        yield Text("hint", ("", settle, *(outdated_ruling_step(scoreboard.session, ruling) for ruling in outdated)))
