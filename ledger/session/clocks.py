"""How a correction of a clock changes the state: whatever is known of when an event was, is known anew.

A time stands in the state beside the number of its event, so that it is found; what a person said of it stays.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ledger.facts import Envelope
from ledger.facts.clocks import ClockCorrected, ClockCorrectionRecalled
from ledger.session.cases import Appeal, EventTime, Penalty, Ruling
from ledger.session.state import Session
from ledger.session.stream import Evolving, Stream
from ledger.session.tables import TableBoard

_When = Callable[[int, int], int]
"""When an event happened, by its number and what was known of it."""


def _correct(stream: Stream, envelope: Envelope, event: ClockCorrected) -> None:
    stream.wrong_clocks = {**stream.wrong_clocks, envelope.number: event}
    _move(stream, event, -event.ahead)


def _recall(stream: Stream, envelope: Envelope, event: ClockCorrectionRecalled) -> None:
    for number in envelope.because:
        recalled = stream.wrong_clocks[number]
        stream.wrong_clocks = {each: said for each, said in stream.wrong_clocks.items() if each != number}
        _move(stream, recalled, recalled.ahead)


def _move(stream: Stream, of: ClockCorrected, by: int) -> None:
    """The times of these events moved by so much."""

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
        _move_tables(stream, when)
        _move_cases(stream, when)


def _move_tables(session: Session, when: _When) -> None:
    for board, lines in session.boards.items():
        moved = {seating: _table(played, when) for seating, played in lines.items()}
        if moved != lines:
            session.boards[board] = moved
            session.owns((board,))
    session.voided = {number: _table(played, when) for number, played in session.voided.items()}
    session.queue = session.queue.each(lambda line: replace(line, at=when(line.number, line.at)))


def _table(played: TableBoard, when: _When) -> TableBoard:
    results = tuple(replace(each, at=when(each.number, each.at)) for each in played.results)
    queries = tuple(each._replace(at=when(each.number, each.at)) for each in played.queries)
    return replace(played, results=results, queries=queries)


def _move_cases(session: Session, when: _When) -> None:
    session.calls = {case: replace(call, at=when(call.number, call.at)) for case, call in session.calls.items()}
    session.rulings = {case: _ruling(ruling, when) for case, ruling in session.rulings.items()}
    session.penalties = {case: _penalty(penalty, when) for case, penalty in session.penalties.items()}
    session.appeals = {case: _appeal(appeal, when) for case, appeal in session.appeals.items()}
    session.memos = {case: replace(memo, at=when(memo.number, memo.at)) for case, memo in session.memos.items()}


def _moved(time: EventTime, when: _When) -> EventTime:
    return EventTime(time.number, when(*time))


def _ruling(ruling: Ruling, when: _When) -> Ruling:
    versions = tuple(each._replace(at=when(each.number, each.at)) for each in ruling.versions)
    told = ruling.told and _moved(ruling.told, when)
    return replace(ruling, versions=versions, back=ruling.back and _moved(ruling.back, when), told=told)


def _penalty(penalty: Penalty, when: _When) -> Penalty:
    return replace(penalty, put_in_force=_moved(penalty.put_in_force, when))


def _appeal(appeal: Appeal, when: _When) -> Appeal:
    decisions = tuple(each._replace(at=when(each.number, each.at)) for each in appeal.decisions)
    last_at = when(appeal.events[-1], appeal.last_at)
    return replace(appeal, at=when(appeal.number, appeal.at), last_at=last_at, decisions=decisions)


EVOLVE: Evolving = {ClockCorrected: _correct, ClockCorrectionRecalled: _recall}
