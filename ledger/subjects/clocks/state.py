"""How a correction of a clock changes a session or a tournament: whatever is known of when an event was is known anew.

A time stands in the state beside the number of its event, so that it is found; what a person said of it stays.
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
"""When an event happened, by its number and what was known of it."""


def _correct(stream: Stream, envelope: Envelope, event: ClockCorrected) -> None:
    stream.put_clocks_right({**stream.wrong_clocks, envelope.number: event})
    _move(stream, event, -event.ahead)


def _recall(stream: Stream, envelope: Envelope[TakenBack], event: ClockCorrected) -> None:
    of = envelope.event.of
    stream.put_clocks_right({number: said for number, said in stream.wrong_clocks.items() if number != of})
    _move(stream, event, event.ahead)


def _move(stream: Stream, of: ClockCorrected, by: int) -> None:
    def said(number: int, at: int) -> int:
        return at + by if of.holds_of(number) else at

    def when(number: int, at: int) -> int:
        return at if number in stream.said_when else said(number, at)

    stream.opened_at = when(1, stream.opened_at)
    stream.settled = {number: when(number, at) for number, at in stream.settled.items()}
    stream.publications = tuple(
        each._replace(at=when(each.number, each.at), said_at=said(each.number, each.said_at))
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
    told = ruling.told and _moved(ruling.told, when)
    return replace(ruling, versions=versions, back=ruling.back and _moved(ruling.back, when), told=told)


def _appeal(appeal: Appeal, when: _When) -> Appeal:
    decisions = tuple(each._replace(at=when(each.number, each.at)) for each in appeal.decisions)
    last_at = when(appeal.events[-1], appeal.last_at)
    return replace(appeal, at=when(appeal.number, appeal.at), last_at=last_at, decisions=decisions)


KINDS = (Kind(ClockCorrected, "clock-corrected", CHIEF, _correct, "office", undone_by=Reversal(_recall)),)
