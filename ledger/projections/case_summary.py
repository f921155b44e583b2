"""A case in brief, as a card index has it: what it is looked for by, and what is shown of it where it is found.

The words about people, facts, grounds and reasons, are not in it: `case_words` gives them apart, those that are here to
be read and nobody erased. What a recorder's memo holds is in neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from ledger.bridge import Result
from ledger.facts.appeals import Merit, Verdict
from ledger.facts.free_text import is_gone
from ledger.facts.rulings import Offender
from ledger.laws.adjustment import Adjustment, stated_weightings
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.laws.subjects import Subject
from ledger.session import Call, Ruling
from ledger.session.moment import local

if TYPE_CHECKING:
    from ledger.projections.casework import AppealFile, CaseFile

ScoreKind = Literal[
    "assigned", "weighted", "split", "artificial", "awarded", "self-inflicted", "claim", "stands", "penalty"
]
"""What a case gives: a kind of score, or a penalty."""


class CaseFacets(Struct, frozen=True, array_like=True, kw_only=True):
    """What a case is looked for by. `case` is what it is called, `cases` every number that belongs to it.

    `day` is that of the session, or the day of the ruling where it has none. `kind` is what is in force, `ruled_kind`
    what the director gave last; `heaviest`: the largest weight of an outcome in force, None where none is weighted.
    `verdicts`: of the decisions on it, oldest first.
    """

    case: str
    cases: tuple[str, ...]
    day: str
    given_at: int
    laws: tuple[str, ...] = ()
    subjects: tuple[Subject, ...] = ()
    kind: ScoreKind = "penalty"
    ruled_kind: ScoreKind = "penalty"
    heaviest: Fraction | None = None
    directors: tuple[str, ...] = ()
    committee: tuple[str, ...] = ()
    chairmen: tuple[str, ...] = ()
    appealed: bool = False
    verdicts: tuple[Verdict, ...] = ()
    merits: tuple[Merit, ...] = ()
    withdrawn: bool = False


class CaseSummary(CaseFacets, frozen=True, array_like=True, kw_only=True):
    """A case in brief, as it is shown: where it was, and what it gave.

    `score` is what is in force, `ruled` what the director gave last, `amount` and `unit` what is in force of a penalty.
    """

    board: int | None = None
    table: str = ""
    ns: str = ""
    ew: str = ""
    contestant: str = ""
    score: Adjustment | None = None
    ruled: Adjustment | None = None
    amount: Fraction | None = None
    unit: PenaltyUnit | None = None
    table_result: Result | None = None
    offender: Offender = "none"
    state: str = ""


class CasePlace(NamedTuple):
    """The session a case is of, and the tournament that belongs to: each by its name and its title."""

    session: str
    title: str
    tournament: str = ""
    tournament_title: str = ""


def score_kind(score: Adjustment | None) -> ScoreKind:
    """What kind of score it is, as it is typed; without one it is a penalty's case."""
    if score is None:
        return "penalty"
    found: ScoreKind = score.__struct_config__.tag  # type: ignore[assignment]  # the tags are those names
    return found


def heaviest(score: Adjustment | None) -> Fraction | None:
    """The largest weight of an outcome of a score; None where it is not weighted."""
    parts = [part.weight for each in stated_weightings(score).values() for part in each] if score else []
    return max((weight for weight in parts if weight < 1), default=None)


def summary(file: CaseFile) -> CaseSummary:
    """A case in brief."""
    penalty, imposed = file.penalty_in_force, file.penalty.imposed if file.penalty else None
    score = file.in_force.adjustment if file.in_force else file.ruled
    seats = file.seating.pair if file.seating else ("", "")
    heard = [each.appeal.heard for each in file.appeals if each.appeal.heard]
    decisions = [each.decision for each in file.decisions]
    return CaseSummary(
        case=file.case,
        cases=file.cases,
        day=file.session.date or f"{local(file.given_at):%Y-%m-%d}",
        given_at=file.given_at,
        board=file.board,
        table=file.table,
        ns=seats[0],
        ew=seats[1],
        contestant=imposed.contestant if imposed else "",
        laws=file.laws,
        subjects=file.subjects,
        kind=score_kind(score),
        ruled_kind=score_kind(file.ruled),
        heaviest=heaviest(score),
        score=score,
        ruled=file.ruled,
        amount=penalty.imposed.amount if penalty else None,
        unit=penalty.imposed.unit if penalty else None,
        table_result=file.table_result,
        offender=file.in_force.offender if file.in_force else "none",
        directors=file.directors,
        committee=file.committee,
        chairmen=tuple(dict.fromkeys(each.chairman for each in heard if each.chairman)),
        appealed=bool(file.appeals),
        verdicts=tuple(each.verdict for each in decisions),
        merits=tuple(each.merit for each in decisions if each.merit),
        state=file.state,
        withdrawn=file.withdrawn,
    )


def case_words(file: CaseFile) -> list[str]:
    """The facts, grounds and reasons of a case that can be read, in its order; of a text that is gone nothing."""
    return [text for text in dict.fromkeys(_words(file)) if text and not is_gone(text)]


def _words(file: CaseFile) -> Iterator[str]:
    if file.call:
        yield from _of_call(file.call)
    for ruling in file.rulings:
        yield from _of_ruling(ruling)
    for penalty in (*([file.penalty] if file.penalty else []), *file.beside):
        yield penalty.imposed.reason
    for each in file.appeals:
        yield from _of_appeal(each)
    yield from (each.said.comment for each in file.comments)
    yield from (each.reason for each in file.differences)


def _of_call(call: Call) -> Iterator[str]:
    yield call.called.alleged
    for stated in call.facts:
        yield stated.facts
        yield from (said for _, said in stated.statements)
    yield from (poll.question for poll in call.polls)
    yield from (answer.reason for answer in call.answers)


def _of_ruling(ruling: Ruling) -> Iterator[str]:
    for version in ruling.versions:
        said = version.judgement
        yield from (said.facts, said.findings, said.legal_route, said.reason)


def _of_appeal(file: AppealFile) -> Iterator[str]:
    appeal = file.appeal
    yield appeal.lodged.grounds
    yield from (each.lodged.grounds for each in appeal.furthers)
    yield from (each.reason for each in (appeal.screened, appeal.withdrawn) if each)
    for decided in appeal.decisions:
        said = decided.decision
        yield from (said.legal_route, said.findings, said.reason, said.dissent, said.recommendation)
