"""Which events of a log are wanted: by board, kind, official, contestant, law, words and time, and all of them at once.

Nothing is scored for it: an event is asked what it says itself, and its case what that is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from ledger.errors import Misuse, Refusal
from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.kernel.free_text import has_texts, is_gone, texts_in
from ledger.labels import members
from ledger.laws.adjustment import law_of
from ledger.laws.citation import parse_law
from ledger.session import Session, Stream
from ledger.session.moment import happened_at, span
from ledger.session.places import known
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.clocks.facts import with_right_times
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
"""What else belongs to a subject than what begins with its word."""
_SINGLE = ("ns", "ew", "contestant", "opponent", "met")
_SEVERAL = ("contestants", "teams", "at_fault")
_PART_OF_LAW = re.compile(r"\d+|[A-Za-z]+")


class CaseSubject(NamedTuple):
    """What a case is about: its board, where it has one, and who is in it."""

    board: int | None = None
    whose: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Filters:
    """What is asked for, as typed; None: whichever."""

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
    """The filters of a log, each by its words on the command line; `cases` grows as events pass by."""

    tests: dict[str, Callable[[Envelope], bool]]
    stream: Stream | None = None
    cases: dict[str, CaseSubject] = field(default_factory=dict)

    def has(self, envelope: Envelope) -> bool:
        """Whether an event passes every filter."""
        event = envelope.event
        case = getattr(event, "case", None)
        if case and case not in self.cases:
            self.cases[case] = self.about(event)
        return all(test(envelope) for test in self.tests.values())

    def counts(self, log: Iterable[Envelope]) -> Iterator[str]:
        """How many events each filter by itself would leave: '--type ruling (3)'."""
        events = list(log)
        for words, test in self.tests.items():
            yield f"{words} ({sum(map(test, events)) or 'none'})"

    def about(self, event: Event) -> CaseSubject:
        """The board and the contestants an event is about: by itself, by its case, or by what an appeal is against."""
        if isinstance(event, TakenBack):
            what = taken_back_by(event, self.stream)
            return self.about(what) if what else self.cases.get(event.case, CaseSubject())
        case = self.cases.get(getattr(event, "case", None) or "", CaseSubject())
        against = self.cases.get(event.against, CaseSubject()) if isinstance(event, AppealLodged) else CaseSubject()
        board: int | None = getattr(event, "board", None)
        return CaseSubject(board or case.board or against.board, _named(event) | case.whose | against.whose)


def wanted(asked: Filters, stream: Stream | None) -> LogFilter:
    """The filters asked for; refused where one could let nothing through: no such kind, law, contestant or time.

    A time of day is of the evening: the day of the session's last event. Without a session (all of them are followed)
    contestants are as they are typed, and times those of now.
    """
    found = LogFilter({}, stream, _cases(stream) if isinstance(stream, Session) else {})
    now = stream.recorded_at if stream else 0
    if asked.board is not None:
        found.tests[f"--board {asked.board}"] = lambda each: found.about(each.event).board == asked.board
    if asked.kinds is not None:
        found.tests[f"--type {asked.kinds}"] = _of_kinds(asked.kinds)
    if asked.by is not None:
        found.tests[f"--by {asked.by}"] = lambda each: each.by == asked.by
    if asked.contestant is not None:
        label = _entered(stream, asked.contestant)
        found.tests[f"--contestant {label}"] = lambda each: label in found.about(each.event).whose
    if asked.law is not None:
        found.tests[f"--law {asked.law}"] = _of_law(parse_law(asked.law))
    if asked.text is not None:
        found.tests[f'--text "{asked.text}"'] = _with_words(asked.text)
    wrong = stream.wrong_clocks if stream else {}
    if asked.since is not None:
        first = happened_at(asked.since, now)
        found.tests[f"--since {asked.since}"] = lambda each: with_right_times(each, wrong).occurred_at >= first
    if asked.until is not None:
        last = happened_at(asked.until, now) + span(asked.until) // timedelta(microseconds=1)
        found.tests[f"--until {asked.until}"] = lambda each: with_right_times(each, wrong).occurred_at < last
    return found


def _of_kinds(kinds: str) -> Callable[[Envelope], bool]:
    """Of these kinds ('result,ruling'); refused where there is none: an empty log would say that nothing happened."""
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


def _of_law(law: str) -> Callable[[Envelope], bool]:
    """Citing a Law, or a paragraph of what is cited: 16B finds 16B1 too, 1 does not find 12."""
    parts = _PART_OF_LAW.findall(law)

    def cites(envelope: Envelope) -> bool:
        event = envelope.event
        adjustment = getattr(event, "adjustment", None)
        own: tuple[str, ...] = getattr(event, "laws", ())
        cited = [*own, law_of(adjustment) or ""] if adjustment is not None else own
        return any(_PART_OF_LAW.findall(each)[: len(parts)] == parts for each in cited)

    return cites


def _with_words(words: str) -> Callable[[Envelope], bool]:
    """With words in what somebody wrote or said, in capitals or not; what was erased says nothing."""
    sought = words.casefold()

    def says(envelope: Envelope) -> bool:
        event = envelope.event
        if not has_texts(type(event)):
            return False
        return any(sought in text.casefold() for _, text in texts_in(event) if not is_gone(text))

    return says


def _entered(stream: Stream | None, contestant: str) -> str:
    if stream is None:
        return contestant
    session = session_of(stream)
    label = known(session, contestant.strip())
    if label not in session.contestants:
        hint = "`standings` lists the contestants"
        raise Refusal("no-such-contestant", f"contestant {contestant} is not entered", hint)
    return label


def _named(event: Event) -> frozenset[str]:
    names = [each for name in _SINGLE for each in members(getattr(event, name, None) or "")]
    names += [each for name in _SEVERAL for each in getattr(event, name, ())]
    for table in getattr(event, "tables", ()):
        seatings = (table.was, table.now) if hasattr(table, "was") else (table,)
        names += [each for seating in seatings for each in seating.everyone]
    return frozenset(names)


def _cases(session: Session) -> dict[str, CaseSubject]:
    found = {case: CaseSubject(each.board, frozenset(each.seating.everyone)) for case, each in session.rulings.items()}
    for case, call in session.calls.items():
        found[case] = CaseSubject(call.called.board, _named(call.called))
    for case, penalty in session.penalties.items():
        found[case] = CaseSubject(None, frozenset((penalty.imposed.contestant,)))
    for case, appeal in session.appeals.items():
        found[case] = found.get(appeal.against, CaseSubject())
    return found
