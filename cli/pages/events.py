"""The log as a page shows it, and the head that every page has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cli.pages.table import Cell, PageTable, TableRow
from cli.words.events import event_text, later_text, wrong_clock_text
from cli.words.times import moment_text
from ledger.facts import Envelope, Event
from ledger.facts.clocks import with_right_times
from ledger.facts.evidence import EvidenceFiled, EvidenceWithdrawn
from ledger.facts.memos import MemoFiled, MemoGranted, MemoWithdrawn
from ledger.facts.people import TextErased
from ledger.session import Session, Stream


class Head(NamedTuple):
    """What every page says at its head: whose scores these are, and of which moment.

    `heads`: of a tournament, up to which event of each of its streams: 'spring #7, friday #12'.
    """

    title: str
    session: str
    number: int
    time: str
    digest: str
    heads: str = ""


def head_of(session: Session) -> Head:
    """The head of a page of a session."""
    opening = session.opening
    when = moment_text(session.recorded_at, 0)
    return Head(opening.title or session.id, session.id, session.number, when, session.digest.hex()[:16])


_OUTSIDE = {
    *("play", "movement", "seating", "participation", "matches", "deals", "auctions"),
    *("rulings", "appeals", "publications", "tournaments", "draws", "brackets", "qualifying"),
}
"""The subjects of which everybody in the hall may read. Not of them: calls, queries, lines that wait, clocks, who is an
official; and who plays, for there numbers of members stand.
"""


def events_table(
    envelopes: Iterable[Envelope], stream: Stream, *, named: bool = True, outside: bool = False
) -> PageTable:
    """Events, oldest first; each has its number for a name, `#e207`, where it is not told a second time.

    `outside`: for readers who are not of the office; of its own matters only that there is an event is told.
    """
    told = (each for each in envelopes if is_told(each.event, stream))
    rows = [TableRow(_cells(each, stream, outside=outside), f"e{each.number}" if named else "") for each in told]
    return PageTable("Log", [">event", "time", "by", "what"], rows)


def is_for_all(event: Event) -> bool:
    """Whether everybody in the hall may read an event."""
    if isinstance(event, EvidenceFiled | EvidenceWithdrawn):
        return event.public
    return type(event).__module__.rpartition(".")[2] in _OUTSIDE


def is_told(event: Event, stream: Stream | None = None) -> bool:
    """Whether pages tell of an event: evidence is the office's, unless it was said to be public, and a memo its
    readers'; nor is it told of such that it was withdrawn, or, where the session is known, erased.
    """
    if isinstance(event, EvidenceFiled | EvidenceWithdrawn):
        return event.public
    if isinstance(event, MemoFiled | MemoGranted | MemoWithdrawn):
        return False
    if isinstance(event, TextErased) and isinstance(stream, Session):
        filed = {each.number for call in stream.calls.values() for each in call.evidence if not each.filed.public}
        memos = {number for memo in stream.memos.values() for number in memo.events}
        return not {each.event for each in event.texts} <= filed | memos
    return True


def _cells(envelope: Envelope, stream: Stream, *, outside: bool) -> list[Cell]:
    told = with_right_times(envelope, stream.wrong_clocks)
    if outside and not is_for_all(envelope.event):
        return [Cell(str(envelope.number), f"#e{envelope.number}"), Cell(""), Cell(""), Cell("–")]
    said = event_text(envelope.event) + _answers(envelope) + later_text(told) + wrong_clock_text(envelope, told)
    return [
        Cell(str(envelope.number), f"#e{envelope.number}"),
        Cell(moment_text(told.occurred_at, stream.recorded_at)),
        Cell(envelope.by, name=True),
        Cell(said),
    ]


def _answers(envelope: Envelope) -> str:
    return f" ({', '.join(f'#{number}' for number in envelope.because)})" if envelope.because else ""
