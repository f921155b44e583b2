"""The effect of a clock correction on a session or tournament: the times in its state move.

Each time in the state has the number of its event; times that a person stated stay.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ledger.kernel.fact import CHIEF, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.session.cases import Appeal, EventTime, Ruling
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.session.tables import TableBoard
from ledger.subjects.clocks.facts import ClockCorrected

_When = Callable[[int, int], int]
"""A function from an event's number and its time to its corrected time."""


def _correct(stream: Stream, envelope: Envelope, event: ClockCorrected) -> None:
    stream.set_clock_corrections({**stream.wrong_clocks, envelope.number: event})
    _move(stream, event, -event.ahead)


def _recall(stream: Stream, envelope: Envelope[TakenBack], event: ClockCorrected) -> None:
    of = envelope.event.of
    stream.set_clock_corrections(
        {number: correction for number, correction in stream.wrong_clocks.items() if number != of}
    )
    _move(stream, event, event.ahead)


def _move(stream: Stream, of: ClockCorrected, by: int) -> None:
    def corrected(number: int, at: int) -> int:
        return at + by if of.corrects_event(number) else at

    def when(number: int, at: int) -> int:
        return at if number in stream.stated_times else corrected(number, at)

    stream.opened_at = when(1, stream.opened_at)
    stream.settled = {number: when(number, at) for number, at in stream.settled.items()}
    stream.publications = tuple(
        each._replace(at=when(each.number, each.at), recorded_at_time=corrected(each.number, each.recorded_at_time))
        for each in stream.publications
    )
    stream.signed_regulations = tuple(
        each._replace(at=when(each.number, each.at)) for each in stream.signed_regulations
    )
    if isinstance(stream, Session):
        for board, lines in stream.boards.items():
            moved = {seating: _table(played, when) for seating, played in lines.items()}
            if moved != lines:
                stream.boards[board] = moved
                stream.owns((board,))
        stream.voided = {number: _table(played, when) for number, played in stream.voided.items()}
        stream.queue = stream.queue.each(lambda line: replace(line, at=when(line.number, line.at)))
        stream.calls = {case: replace(call, at=when(call.number, call.at)) for case, call in stream.calls.items()}
        stream.rulings = {case: _ruling(ruling, when) for case, ruling in stream.rulings.items()}
        stream.penalties = {
            case: replace(penalty, put_in_force=_moved(penalty.put_in_force, when))
            for case, penalty in stream.penalties.items()
        }
        stream.appeals = {case: _appeal(appeal, when) for case, appeal in stream.appeals.items()}


def _table(played: TableBoard, when: _When) -> TableBoard:
    results = tuple(replace(each, at=when(each.number, each.at)) for each in played.results)
    queries = tuple(each._replace(at=when(each.number, each.at)) for each in played.queries)
    return replace(played, results=results, queries=queries)


def _moved(time: EventTime, when: _When) -> EventTime:
    return EventTime(time.number, when(*time))


def _ruling(ruling: Ruling, when: _When) -> Ruling:
    versions = tuple(each._replace(at=when(each.number, each.at)) for each in ruling.versions)
    back, notified = (time and _moved(time, when) for time in (ruling.back, ruling.told))
    return replace(ruling, versions=versions, back=back, told=notified)


def _appeal(appeal: Appeal, when: _When) -> Appeal:
    decisions = tuple(each._replace(at=when(each.number, each.at)) for each in appeal.decisions)
    last_at = when(appeal.events[-1], appeal.last_at)
    return replace(appeal, at=when(appeal.number, appeal.at), last_at=last_at, decisions=decisions)


KINDS = (Kind(ClockCorrected, CHIEF, _correct, "office", Reversal(_recall)),)
