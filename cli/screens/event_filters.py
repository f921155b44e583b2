"""Filters for events of a log: by board, kind, official, contestant, law, words and time.

Nothing is scored: an event is judged by its own fields and by the subject of its case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from ledger.errors import Misuse
from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.kernel.free_text import has_texts, is_gone, texts_in
from ledger.labels import members
from ledger.laws.adjustment import matter_of
from ledger.laws.edition import finds, parse_now
from ledger.projections.case_search import CaseFilter
from ledger.session import Session, Stream
from ledger.session.moment import parse_time, span
from ledger.session.places import require_contestant
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.register import KINDS, taken_back_by
from ledger.subjects.tournaments.state import session_of

_ALSO_CALLED = {
    "call": ("director-called", "facts-stated", "poll-", "evidence-"),
    "appeal": ("late-appeal-", "further-appeal-", "decision-"),
    "query": ("result-queried",),
    "publication": ("scores-published", "standing-published"),
    "draw": ("round-drawn",),
    "finding": ("match-", "mismatch-"),
}
"""The beginnings of event names that `--type WORD` finds besides WORD itself."""
_SINGLE = ("ns", "ew", "contestant", "opponent", "met")
_SEVERAL = ("contestants", "teams", "at_fault")


class CaseSubject(NamedTuple):
    """The board of a case, if it has one, and the contestants in it."""

    board: int | None = None
    whose: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a log as typed; None in a field filters nothing."""

    board: int | None = None
    kinds: str | None = None
    by: str | None = None
    contestant: str | None = None
    law: str | None = None
    text: str | None = None
    since: str | None = None
    until: str | None = None


@dataclass(slots=True)
class LogFilter:
    """The tests for a log's events, by the filter as typed; `cases` has the board and contestants of each case."""

    tests: dict[str, Callable[[Envelope], bool]]
    stream: Stream | None = None
    cases: dict[str, CaseSubject] = field(default_factory=dict)

    def has(self, envelope: Envelope) -> bool:
        """Return True if an event passes every filter."""
        event = envelope.event
        case = getattr(event, "case", None)
        if case and case not in self.cases:
            self.cases[case] = self.about(event)
        return all(test(envelope) for test in self.tests.values())

    def counts(self, log: Iterable[Envelope]) -> Iterator[str]:
        """Yield, for each filter, how many events it alone lets through: '--type ruling (3)'."""
        events = list(log)
        for words, test in self.tests.items():
            yield f"{words} ({sum(map(test, events)) or 'none'})"

    def about(self, event: Event) -> CaseSubject:
        """Return the board and contestants of an event: its own, those of its case, or those an appeal is against."""
        if isinstance(event, TakenBack):
            what = taken_back_by(event, self.stream)
            return self.about(what) if what else self.cases.get(event.case, CaseSubject())
        case = self.cases.get(getattr(event, "case", None) or "", CaseSubject())
        against = self.cases.get(event.against, CaseSubject()) if isinstance(event, AppealLodged) else CaseSubject()
        board: int | None = getattr(event, "board", None)
        return CaseSubject(board or case.board or against.board, _contestants_in(event) | case.whose | against.whose)


def parse_filters(typed: Filters, stream: Stream | None) -> LogFilter:
    """Return the tests for the filters as typed; Misuse or Refusal for a value that no event can match.

    A time of day means the day of the session's last event. Without a session (all sessions followed) contestants are
    taken as typed, and times count from now.
    """
    log_filter = LogFilter({}, stream, _case_subjects(stream) if isinstance(stream, Session) else {})
    latest = stream.recorded_at if stream else 0
    if typed.board is not None:
        log_filter.tests[f"--board {typed.board}"] = lambda each: log_filter.about(each.event).board == typed.board
    if typed.kinds is not None:
        log_filter.tests[f"--type {typed.kinds}"] = _kind_test(typed.kinds)
    if typed.by is not None:
        log_filter.tests[f"--by {typed.by}"] = lambda each: each.by == typed.by
    if typed.contestant is not None:
        label = require_contestant(session_of(stream), typed.contestant.strip()) if stream else typed.contestant
        log_filter.tests[f"--contestant {label}"] = lambda each: label in log_filter.about(each.event).whose
    if typed.law is not None:
        log_filter.tests[f"--law {typed.law}"] = _law_test(typed.law, log_filter)
    if typed.text is not None:
        log_filter.tests[f'--text "{typed.text}"'] = _words_test(typed.text)
    wrong = stream.wrong_clocks if stream else {}
    if typed.since is not None:
        first = parse_time(typed.since, latest)
        log_filter.tests[f"--since {typed.since}"] = lambda each: with_corrected_times(each, wrong).occurred_at >= first
    if typed.until is not None:
        last = parse_time(typed.until, latest) + span(typed.until) // timedelta(microseconds=1)
        log_filter.tests[f"--until {typed.until}"] = lambda each: with_corrected_times(each, wrong).occurred_at < last
    return log_filter


def _kind_test(kinds: str) -> Callable[[Envelope], bool]:
    """Return a test for events of the given kinds ('result,ruling'); Misuse for an unknown kind."""
    typed = [kind.strip() for kind in kinds.split(",")]
    for kind in typed:
        if not kind or not (kind in _ALSO_CALLED or any(each.name.startswith(kind) for each in KINDS)):
            beginnings = ", ".join(sorted({*_ALSO_CALLED, *(each.name.partition("-")[0] for each in KINDS)}))
            raise Misuse("usage", f"no event is called {kind!r}", f"events begin with {beginnings}")
    begin = tuple(start for kind in typed for start in (kind, *_ALSO_CALLED.get(kind, ())))

    def is_of(envelope: Envelope) -> bool:
        event = envelope.event
        return envelope.name.startswith(begin) or (isinstance(event, TakenBack) and event.kind.startswith(begin))

    return is_of


def _law_test(typed: str, log_filter: LogFilter) -> Callable[[Envelope], bool]:
    """Return a test for events that cite a Law or a part of it, as `cases --law`: 16B finds 16B1, 1 not 12."""
    stream, wanted = log_filter.stream, parse_now(typed)
    if stream and not wanted.endswith(f" of {stream.regulations.laws}"):
        CaseFilter([wanted]).check_editions()

    def cites(envelope: Envelope) -> bool:
        if not log_filter.stream:  # its events cite nothing
            return False
        edition = log_filter.stream.regulations.edition
        adjustment = getattr(envelope.event, "adjustment", None)
        matters = [matter_of(adjustment)] if adjustment is not None else []
        return any(finds(wanted, each) for each in edition.all_now(getattr(envelope.event, "laws", ()), matters))

    return cites


def _words_test(words: str) -> Callable[[Envelope], bool]:
    """Return a test for words in texts that people wrote, in upper or lower case; erased texts match nothing."""
    sought = words.casefold()

    def says(envelope: Envelope) -> bool:
        event = envelope.event
        if not has_texts(type(event)):
            return False
        return any(sought in text.casefold() for _, text in texts_in(event) if not is_gone(text))

    return says


def _contestants_in(event: Event) -> frozenset[str]:
    names = [each for name in _SINGLE for each in members(getattr(event, name, None) or "")]
    names += [each for name in _SEVERAL for each in getattr(event, name, ())]
    for table in getattr(event, "tables", ()):
        seatings = (table.was, table.now) if hasattr(table, "was") else (table,)
        names += [each for seating in seatings for each in seating.everyone]
    return frozenset(names)


def _case_subjects(session: Session) -> dict[str, CaseSubject]:
    subjects = {
        case: CaseSubject(each.board, frozenset(each.seating.everyone)) for case, each in session.rulings.items()
    }
    for case, call in session.calls.items():
        subjects[case] = CaseSubject(call.called.board, _contestants_in(call.called))
    for case, penalty in session.penalties.items():
        subjects[case] = CaseSubject(None, frozenset((penalty.imposed.contestant,)))
    for case, appeal in session.appeals.items():
        subjects[case] = subjects.get(appeal.against, CaseSubject())
    return subjects
