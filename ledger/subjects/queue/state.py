"""Lines of devices' files that wait for a person, and how they change the session.

A line waits until somebody settles it, or says anything of its table by whichever command. Where that is taken back,
the line waits again.
"""

from collections.abc import Iterator

from ledger.kernel.fact import SCORERS, Envelope
from ledger.kernel.kind import Kind
from ledger.session.cases import WaitingLine
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.queue.facts import LineSetAside, LineSettled


def waiting(session: Session) -> list[WaitingLine]:
    """The lines that still wait, oldest first."""
    return [each for each in session.queue.facts.values() if not decided_by(session, each)]


def decided_by(session: Session, waiting: WaitingLine) -> int:
    """The number of the event that since says of a line's table what it is worth, or that it is nothing; 0 for none."""
    line, since = waiting.line, waiting.number
    here = [played for played in session.boards.get(line.board or 0, {}).values() if _is_at(played, line)]
    said = [number for played in here for number in _said(session, played, since)]
    if not any(played.results for played in here):
        gone = (number for number, it in session.voided.items() if it.board == line.board and _is_at(it, line))
        said += [number for number in gone if _said_at(session.voided[number], since)]
    return max((number for number in said if number > since), default=0)


def _is_at(played: TableBoard, line: LineSetAside) -> bool:
    """Whether a line is about this table's play of its board, so far as either names table, round and contestants."""
    seats = line.seats
    if seats is None or (played.round and seats.round and played.round != seats.round):
        return False
    if played.table and seats.table:
        return played.table == seats.table
    return seats.pair in (played.seating.pair, played.first_seating.pair)


def _said(session: Session, played: TableBoard, since: int) -> Iterator[int]:
    """The events by which a table has what it has, but for a result it had then already."""
    if played.absence:
        yield played.absence.number
    for ruling in session.rulings_of(played):
        yield from (ruling.stated, *ruling.confirmed)
        yield from (each.number for each in session.decisions_on(ruling.case))
    had = _said_at(played, since)
    if played.results and not (had and had[-1] == played.what_is_said):
        yield played.results[-1].number


def _said_at(played: TableBoard, number: int) -> list[object]:
    return [(each.result, each.lead) for each in played.results if each.number < number]


def _set_aside(session: Session, envelope: Envelope, event: LineSetAside) -> None:
    session.queue.state(envelope, WaitingLine(envelope.number, event, envelope.occurred_at))


def _settle(session: Session, envelope: Envelope, event: LineSettled) -> None:
    if not session.queue.take_back(envelope, envelope.because):
        raise KeyError(event.of)


KINDS = (
    Kind(LineSetAside, "line-set-aside", SCORERS, _set_aside, "office", undone_by=LineSettled),
    Kind(LineSettled, "line-settled", SCORERS, _settle, "office", undone_by=LineSetAside),
)
