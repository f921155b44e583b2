"""What the record says of rulings and appeals: how many there were, of what and by whom, what decisions changed, what
became of deposits, how long it took. Every figure has the cases it is made of.

Cases that were withdrawn count in none. A board that was played at a table is a board: of a team match each is two.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from ledger.labels import natural
from ledger.laws.adjustment import Split, Weighted, Weighting
from ledger.laws.citation import Subject
from ledger.projections.casework import CaseFile, CaseStep
from ledger.session import Session
from ledger.subjects.appeals.facts import Verdict
from ledger.subjects.appeals.state import DepositState
from ledger.subjects.rulings.state import verdict_on

CHANGED: tuple[Verdict, ...] = ("varied", "overturned", "table-result-restored")
"""Verdicts by which another score counts than the one appealed against."""

FEW = 3
"""Of fewer cases about one director nobody but the chief director reads: they would say something of a person."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class CaseAt(NamedTuple):
    """A case by its number, and the session it is of."""

    session: str
    case: str


class RecordedCases(NamedTuple):
    """A session, its cases that are counted, and what the decisions on them came to: `ledger.projections.casework`."""

    session: Session
    cases: Sequence[CaseFile]
    steps: Mapping[int, CaseStep]

    def at(self, case: CaseFile) -> CaseAt:
        """How a case is named over several sessions."""
        return CaseAt(self.session.id, case.case)


class CaseTally(NamedTuple):
    """The cases of one kind, each once: all of them, those that were appealed, those a decision changed."""

    cases: tuple[CaseAt, ...] = ()
    appealed: tuple[CaseAt, ...] = ()
    changed: tuple[CaseAt, ...] = ()


class Measured(NamedTuple):
    """A case and a number that belongs to it: a time (µs), how many were asked, what a decision moved."""

    case: CaseAt
    value: Fraction


@dataclass(frozen=True, slots=True)
class CaseStatistics:
    """Figures over the cases of some sessions.

    `boards`: how often a board was played at a table. `all`: every case; `rulings`, `penalties`: of each kind.
    `penalties_beside`: of each that was given with a ruling or an appeal, and stands, the case.
    `appeals` are by their outcome: the last verdict, else the state they are in. `moved`: by the form of scoring, by
    how much a decision changed the score at the table that was ruled on, in that form's unit, whichever the sign.
    `asked`: of each poll how many players answered. `weights`: cases with a weighted score by its largest weight.
    `after_publication`: cases ruled, decided or penalised after the scores were first given out; `corrected_after`:
    how many results were corrected then.
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
        """How many of something there were in a thousand boards; None where nothing was played."""
        return Fraction(1000 * count, self.boards) if self.boards else None


def case_statistics(records: Iterable[RecordedCases]) -> CaseStatistics:
    """The figures over the cases of these sessions."""
    found = [each._replace(cases=[case for case in each.cases if not case.withdrawn]) for each in records]
    cases = [(each, case) for each in found for case in each.cases]
    appeals = [(each.at(case), file) for each, case in cases for file in case.appeals]
    return CaseStatistics(
        sessions=len(found),
        boards=sum(played.result is not None for each in found for played in each.session.table_boards()),
        all=_sum(_tally(each, case) for each, case in cases),
        rulings=_sum(_tally(each, case) for each, case in cases if case.ruling),
        penalties=_sum(_tally(each, case) for each, case in cases if not case.ruling),
        penalties_beside=tuple(
            each.at(case) for each, case in cases for penalty in case.beside if not penalty.withdrawn
        ),
        by_subject=_tallies(found, lambda case: case.subjects),
        by_law=_in_order(_tallies(found, lambda case: case.laws)),
        by_director=_in_order(_tallies(found, lambda case: case.directors)),
        by_committee=_in_order(_tallies(found, _committees)),
        appeals=_grouped(
            (file.appeal.decision.verdict if file.appeal.decision and not file.appeal.withdrawn else file.state, at)
            for at, file in appeals
        ),
        moved=_grouped(each for record, case in cases for each in _moved(record, case)),
        deposits=_grouped(
            (state, at) for at, file in appeals for state in (file.deposit, *file.further_deposits) if state != "none"
        ),
        until_ruled=_spans((each.at(case), case.until_ruled) for each, case in cases),
        until_decided=_spans((at, file.until_decided) for at, file in appeals),
        asked=tuple(
            Measured(each.at(case), Fraction(asked))
            for each, case in cases
            for asked in (len(poll.answers) for poll in (case.call.polls if case.call else ()))
        ),
        weights=dict(
            sorted(
                _grouped((weight, each.at(case)) for each, case in cases for weight in _largest_weight(case)).items()
            )
        ),
        after_publication=tuple(
            each.at(case)
            for each, case in cases
            for first in each.session.publications[:1]
            if any(number > first.number for number in case.scored_by)
        ),
        corrected_after=sum(_corrected_after(each.session) for each in found),
    )


class Known(NamedTuple):
    """Tallies by name, and those of fewer cases than may be told of one person, as one; `few`: of how many people."""

    by_name: Mapping[str, CaseTally]
    others: CaseTally
    few: int


def without_few(tallies: Mapping[str, CaseTally]) -> Known:
    """The tallies of people with `FEW` cases at the least, and what is left."""
    known = {name: tally for name, tally in tallies.items() if len(tally.cases) >= FEW}
    others = [tally for name, tally in tallies.items() if name not in known]
    return Known(known, _sum(others), len(others))


def median(values: Sequence[Fraction]) -> Fraction | None:
    """The value in the middle; of an even number of them, the mean of the two. None of none.

    >>> median([Fraction(3), Fraction(1), Fraction(10), Fraction(2)])
    Fraction(5, 2)
    """
    ordered = sorted(values)
    middle = ordered[(len(ordered) - 1) // 2 : len(ordered) // 2 + 1]
    return sum(middle, Fraction(0)) / len(middle) if middle else None


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """The sum by the number of them; None of none."""
    return sum(values, Fraction(0)) / len(values) if values else None


def _tally(record: RecordedCases, case: CaseFile) -> CaseTally:
    at = (record.at(case),)
    subjects = [ruling.case for ruling in case.rulings] or [case.case]
    changed = any(verdict_on(record.session, subject) in CHANGED for subject in subjects)
    return CaseTally(at, at if case.appeals else (), at if changed else ())


def _sum(tallies: Iterable[CaseTally]) -> CaseTally:
    every = list(tallies)
    return CaseTally(*(tuple(dict.fromkeys(at for each in every for at in each[part])) for part in range(3)))


def _tallies(records: Iterable[RecordedCases], kinds: Callable[[CaseFile], Iterable[Key]]) -> dict[Key, CaseTally]:
    found: dict[Key, list[CaseTally]] = {}
    for record in records:
        for case in record.cases:
            for kind in kinds(case):
                found.setdefault(kind, []).append(_tally(record, case))
    return {kind: _sum(tallies) for kind, tallies in found.items()}


def _in_order(tallies: dict[str, CaseTally]) -> dict[str, CaseTally]:
    return dict(sorted(tallies.items(), key=lambda each: natural(each[0])))


def _grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, tuple[Value, ...]]:
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def _committees(case: CaseFile) -> Iterator[str]:
    for file in case.appeals:
        if heard := file.appeal.heard:
            yield ", ".join(dict.fromkeys(name for name in (heard.chairman, *heard.committee) if name))


def _moved(record: RecordedCases, case: CaseFile) -> Iterator[tuple[str, Measured]]:
    """By how much each decision changed the score of the table that was ruled on; of two scores, the larger."""
    for decided in case.decisions:
        step = record.steps.get(decided.number)
        changes = step.moved.changes if step else ()
        own = [abs(each.difference) for each in changes if (each.board, each.seating) == (case.board, case.seating)]
        if own:
            yield case.session.scoring, Measured(record.at(case), max(own))


def _spans(found: Iterable[tuple[CaseAt, int | None]]) -> tuple[Measured, ...]:
    return tuple(Measured(at, Fraction(span)) for at, span in found if span is not None)


def _largest_weight(case: CaseFile) -> Iterator[Fraction]:
    match case.in_force.adjustment if case.in_force else None:
        case Weighted(outcomes):
            yield _largest(outcomes)
        case Split(ns, ew):
            yield from (_largest(side) for side in (ns, ew) if len(side) > 1)


def _largest(outcomes: Weighting) -> Fraction:
    return max(outcome.weight for outcome in outcomes)


def _corrected_after(session: Session) -> int:
    if not session.publications:
        return 0
    first = session.publications[0].number
    played = (each for tables in session.boards.values() for each in tables.values())
    return sum(corrected.number > first for each in played for corrected in each.results[1:])
