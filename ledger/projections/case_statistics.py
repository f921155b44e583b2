"""Statistics of rulings and appeals: how many, of what, by whom, changed by which decisions, deposits, time taken.

Each figure keeps the cases behind it. Withdrawn cases count nowhere. A board counts once for each table with a result.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from ledger.labels import natural
from ledger.laws.adjustment import Split, Weighted, Weighting
from ledger.laws.citation import Subject
from ledger.projections.case_search import CHANGED
from ledger.projections.casework import CaseFile, CaseStep
from ledger.session import Session
from ledger.subjects.appeals.state import DepositState
from ledger.subjects.rulings.state import verdict_on

FEW = 3
"""The fewest cases of one director shown by name: fewer would judge a person, and only the chief director sees them."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class CaseAt(NamedTuple):
    """A case number with its session."""

    session: str
    case: str


class RecordedCases(NamedTuple):
    """A session, its cases to count, and the steps in which these cases got their scores."""

    session: Session
    cases: Sequence[CaseFile]
    steps: Mapping[int, CaseStep]

    def at(self, case: CaseFile) -> CaseAt:
        """Return a case's number with its session."""
        return CaseAt(self.session.id, case.case)


class CaseTally(NamedTuple):
    """The cases of one kind, each once: all, those appealed, those changed by a decision."""

    cases: tuple[CaseAt, ...] = ()
    appealed: tuple[CaseAt, ...] = ()
    changed: tuple[CaseAt, ...] = ()


class Measured(NamedTuple):
    """A case with a measured value: a time (µs), the number of answers to a poll, or the size of a score change."""

    case: CaseAt
    value: Fraction


@dataclass(frozen=True, slots=True)
class CaseStatistics:
    """Figures over the cases of some sessions.

    `boards` counts each table's result on a board. `all`: every case; `rulings`, `penalties`: each kind.
    `penalties_beside`: for each standing penalty given with a ruling or an appeal, the case. `appeals` are grouped by
    the last verdict, without one by state. `moved`: by form of scoring, the size of the change a decision made to the
    score at the table ruled on, in that form's unit. `asked`: for each poll, how many players answered. `weights`:
    weighted cases by largest weight. `after_publication`: cases ruled, decided or penalised after the first publication
    of scores; `corrected_after`: how many results were corrected after it.
    """

    sessions: int
    boards: int
    all: CaseTally
    rulings: CaseTally
    penalties: CaseTally
    penalties_beside: tuple[CaseAt, ...]
    by_subject: Mapping[Subject, CaseTally]
    by_law: Mapping[str, CaseTally]
    by_director: Mapping[str, CaseTally]
    by_committee: Mapping[str, CaseTally]
    appeals: Mapping[str, tuple[CaseAt, ...]]
    moved: Mapping[str, tuple[Measured, ...]]
    deposits: Mapping[DepositState, tuple[CaseAt, ...]]
    until_ruled: tuple[Measured, ...]
    until_decided: tuple[Measured, ...]
    asked: tuple[Measured, ...]
    weights: Mapping[Fraction, tuple[CaseAt, ...]]
    after_publication: tuple[CaseAt, ...]
    corrected_after: int

    def per_thousand(self, count: int) -> Fraction | None:
        """Return a count per thousand boards; None if no board was played."""
        return Fraction(1000 * count, self.boards) if self.boards else None


def case_statistics(records: Iterable[RecordedCases]) -> CaseStatistics:
    """Return statistics of the cases of some sessions; withdrawn cases are left out."""
    counted = [each._replace(cases=[case for case in each.cases if not case.withdrawn]) for each in records]
    cases = [(each, case) for each in counted for case in each.cases]
    appeals = [(each.at(case), file) for each, case in cases for file in case.appeals]
    return CaseStatistics(
        sessions=len(counted),
        boards=sum(played.result is not None for each in counted for played in each.session.table_boards()),
        all=_merge_tallies(_tally(each, case) for each, case in cases),
        rulings=_merge_tallies(_tally(each, case) for each, case in cases if case.ruling),
        penalties=_merge_tallies(_tally(each, case) for each, case in cases if not case.ruling),
        penalties_beside=tuple(
            each.at(case) for each, case in cases for penalty in case.beside if not penalty.withdrawn
        ),
        by_subject=_tally_by(counted, lambda case: case.subjects),
        by_law=_sorted_by_name(_tally_by(counted, lambda case: case.laws_now)),
        by_director=_sorted_by_name(_tally_by(counted, lambda case: case.directors)),
        by_committee=_sorted_by_name(_tally_by(counted, _yield_committees)),
        appeals=_group(
            (file.appeal.decision.verdict if file.appeal.decision and not file.appeal.withdrawn else file.state, at)
            for at, file in appeals
        ),
        moved=_group(each for record, case in cases for each in _yield_score_changes(record, case)),
        deposits=_group(
            (state, at) for at, file in appeals for state in (file.deposit, *file.further_deposits) if state != "none"
        ),
        until_ruled=_list_spans((each.at(case), case.until_ruled) for each, case in cases),
        until_decided=_list_spans((at, file.until_decided) for at, file in appeals),
        asked=tuple(
            Measured(each.at(case), Fraction(answers))
            for each, case in cases
            for answers in (len(poll.answers) for poll in (case.call.polls if case.call else ()))
        ),
        weights=dict(
            sorted(_group((weight, each.at(case)) for each, case in cases for weight in _largest_weight(case)).items())
        ),
        after_publication=tuple(
            each.at(case)
            for each, case in cases
            for first in each.session.publications[:1]
            if any(number > first.number for number in case.scored_by)
        ),
        corrected_after=sum(_count_corrected_after_publication(each.session) for each in counted),
    )


class TalliesByName(NamedTuple):
    """The tallies of people with enough cases to be named, and one sum for the others; `few`: how many others."""

    by_name: Mapping[str, CaseTally]
    others: CaseTally
    few: int


def tallies_shown_by_name(tallies: Mapping[str, CaseTally]) -> TalliesByName:
    """Return tallies by name for people with at least `FEW` cases, and one sum for all other people."""
    known = {name: tally for name, tally in tallies.items() if len(tally.cases) >= FEW}
    unnamed = [tally for name, tally in tallies.items() if name not in known]
    return TalliesByName(known, _merge_tallies(unnamed), len(unnamed))


def median(values: Sequence[Fraction]) -> Fraction | None:
    """Return the middle value, or the mean of the two middle ones; None without values.

    >>> median([Fraction(3), Fraction(1), Fraction(10), Fraction(2)])
    Fraction(5, 2)
    """
    ordered = sorted(values)
    middle = ordered[(len(ordered) - 1) // 2 : len(ordered) // 2 + 1]
    return sum(middle, Fraction(0)) / len(middle) if middle else None


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """Return the mean; None without values."""
    return sum(values, Fraction(0)) / len(values) if values else None


def _tally(record: RecordedCases, case: CaseFile) -> CaseTally:
    at = (record.at(case),)
    subjects = [ruling.case for ruling in case.rulings] or [case.case]
    changed = any(verdict_on(record.session, subject) in CHANGED for subject in subjects)
    return CaseTally(at, at if case.appeals else (), at if changed else ())


def _merge_tallies(tallies: Iterable[CaseTally]) -> CaseTally:
    summands = list(tallies)
    return CaseTally(*(tuple(dict.fromkeys(at for each in summands for at in each[part])) for part in range(3)))


def _tally_by(records: Iterable[RecordedCases], kinds: Callable[[CaseFile], Iterable[Key]]) -> dict[Key, CaseTally]:
    grouped: dict[Key, list[CaseTally]] = {}
    for record in records:
        for case in record.cases:
            for kind in kinds(case):
                grouped.setdefault(kind, []).append(_tally(record, case))
    return {kind: _merge_tallies(tallies) for kind, tallies in grouped.items()}


def _sorted_by_name(tallies: dict[str, CaseTally]) -> dict[str, CaseTally]:
    return dict(sorted(tallies.items(), key=lambda each: natural(each[0])))


def _group(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, tuple[Value, ...]]:
    groups: dict[Key, list[Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in groups.items()}


def _yield_committees(case: CaseFile) -> Iterator[str]:
    for file in case.appeals:
        if heard := file.appeal.heard:
            yield ", ".join(dict.fromkeys(name for name in (heard.chairman, *heard.committee) if name))


def _yield_score_changes(record: RecordedCases, case: CaseFile) -> Iterator[tuple[str, Measured]]:
    """Yield how much each decision changed the score at the table ruled on, with the form of scoring."""
    for decision in case.decisions:
        step = record.steps.get(decision.number)
        changes = step.moved.changes if step else ()
        differences = [
            abs(each.difference) for each in changes if (each.board, each.seating) == (case.board, case.seating)
        ]
        if differences:
            yield case.session.scoring, Measured(record.at(case), max(differences))


def _list_spans(times: Iterable[tuple[CaseAt, int | None]]) -> tuple[Measured, ...]:
    return tuple(Measured(at, Fraction(span)) for at, span in times if span is not None)


def _largest_weight(case: CaseFile) -> Iterator[Fraction]:
    match case.in_force.adjustment if case.in_force else None:
        case Weighted(outcomes):
            yield _largest(outcomes)
        case Split(ns, ew):
            yield from (_largest(side) for side in (ns, ew) if len(side) > 1)


def _largest(outcomes: Weighting) -> Fraction:
    return max(outcome.weight for outcome in outcomes)


def _count_corrected_after_publication(session: Session) -> int:
    if not session.publications:
        return 0
    first = session.publications[0].number
    tables_played = (each for tables in session.boards.values() for each in tables.values())
    return sum(corrected.number > first for each in tables_played for corrected in each.results[1:])
