"""What belongs together: a call, the rulings that answer it, the appeals against them."""

from collections.abc import Iterable, Iterator

from ledger.facts import Envelope
from ledger.facts.reopening import BoardReopened
from ledger.session import Session, Stream
from ledger.session.casebook import beside_case


def related_cases(session: Session, case: str) -> set[str]:
    """All cases that belong to a case, and itself: its call, rulings before and after, appeals, penalties beside."""
    found, left = set[str](), [case]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left.extend(_neighbours(session, name))
    return found


def related_events(session: Session, log: Iterable[Envelope], case: str) -> list[Envelope]:
    """The events of a case and all that belong to it, from the table result to the last instance, in order."""
    numbers, found = _numbers(session, related_cases(session, case)), []
    reopenings: dict[int, Envelope] = {}
    for envelope in log:
        if isinstance(envelope.event, BoardReopened):
            reopenings[envelope.number] = envelope
        if envelope.number in numbers:
            found += [reopenings[number] for number in envelope.because if number in reopenings]
            found.append(envelope)
    return found


def _numbers(session: Session, cases: set[str]) -> set[int]:
    """The events of cases, of the results and seats they are about, and the first publication: periods follow it."""
    numbers = {number for name in cases for number in events_of(session, name)}
    for name in cases & set(session.rulings):
        ruling = session.rulings[name]
        played = session.boards[ruling.board].get(ruling.seating)
        if played:
            numbers |= {result.number for result in played.results} | {seats.number for seats in played.reseated}
    if cases & (set(session.rulings) | set(session.appeals)):
        numbers |= {publication.number for publication in session.publications[:1]}
    return numbers


def events_of(session: Session, case: str) -> tuple[int, ...]:
    """The numbers of a case's own events, of what is said of it beside it, and of what signed them."""
    for cases in (session.rulings, session.appeals, session.calls, session.penalties, session.memos):
        if case in cases:
            return with_signatures(session, (*cases[case].events, *beside_case(session, case)))
    return ()


def with_signatures(stream: Stream, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of events, and of what signed them, in order."""
    return tuple(sorted({*numbers, *(stream.signed[number] for number in numbers if number in stream.signed)}))


def _neighbours(session: Session, case: str) -> Iterator[str]:
    if ruling := session.rulings.get(case):
        yield from _named(ruling.given.call, ruling.given.supersedes)
        yield from (each.case for each in session.rulings.values() if each.given.supersedes == case)
        yield from (appeal.case for appeal in session.appeals.values() if case in appeal.subjects)
    if call := session.calls.get(case):
        yield from call.rulings
    if appeal := session.appeals.get(case):
        yield from appeal.subjects
    if penalty := session.penalties.get(case):
        yield from _named(penalty.imposed.beside)
        yield from (appeal.case for appeal in session.appeals_of(case))
    yield from (name for name, each in session.penalties.items() if each.imposed.beside == case)


def _named(*cases: str | None) -> Iterable[str]:
    return (case for case in cases if case)
