"""The lines of devices' files that wait for a person.

A line waits until it is settled, or until a later event decides its table's board; if that event is undone, the line
waits again.
"""

from collections.abc import Iterator

from ledger.kernel.fact import SCORERS, Envelope
from ledger.kernel.kind import Kind
from ledger.session.cases import WaitingLine
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.queue.facts import LineSetAside, LineSettled


def waiting_lines(session: Session) -> list[WaitingLine]:
    """Return the lines of result files that still wait for a person, oldest first."""
    return [each for each in session.queue.facts.values() if not decided_by(session, each)]


def decided_by(session: Session, waiting: WaitingLine) -> int:
    """Return the number of the last event that decided a waiting line's play since it was set aside; 0 if none did."""
    line, since = waiting.line, waiting.number
    plays = [played for played in session.boards.get(line.board or 0, {}).values() if _is_at(played, line)]
    numbers = [number for played in plays for number in _deciding_events(session, played, since)]
    if not any(played.results for played in plays):
        gone = (number for number, it in session.voided.items() if it.board == line.board and _is_at(it, line))
        numbers += [number for number in gone if _results_before(session.voided[number], since)]
    return max((number for number in numbers if number > since), default=0)


def _is_at(played: TableBoard, line: LineSetAside) -> bool:
    """Return whether a line is about a play: table, round and contestants agree as far as both have them."""
    seats = line.seats
    if seats is None or (played.round and seats.round and played.round != seats.round):
        return False
    if played.table and seats.table:
        return played.table == seats.table
    return seats.pair in (played.seating.pair, played.first_seating.pair)


def _deciding_events(session: Session, played: TableBoard, since: int) -> Iterator[int]:
    """Yield the events that give a play its present score; a result older than the line does not count."""
    if played.absence:
        yield played.absence.number
    for ruling in session.rulings_of(played):
        yield from (ruling.stated, *ruling.confirmed)
        yield from (each.number for each in session.decisions_on(ruling.case))
    had = _results_before(played, since)
    if played.results and not (had and had[-1] == played.result_and_lead):
        yield played.results[-1].number


def _results_before(played: TableBoard, number: int) -> list[object]:
    return [(each.result, each.lead) for each in played.results if each.number < number]


def _set_aside(session: Session, envelope: Envelope, event: LineSetAside) -> None:
    session.queue.state(envelope, WaitingLine(envelope.number, event, envelope.occurred_at))


def _settle(session: Session, envelope: Envelope, event: LineSettled) -> None:
    if not session.queue.take_back(envelope, envelope.because):
        raise KeyError(event.of)


KINDS = (
    Kind(LineSetAside, SCORERS, _set_aside, "office", LineSettled),
    Kind(LineSettled, SCORERS, _settle, "office", LineSetAside),
)
