"""Cases in brief, the search for cases, and the likeness of two cases.

Texts about people (facts, grounds, reasons) are not part of a case in brief: `case_words` returns those that are
readable and not erased. `CaseQuery.takes` tests everything but these texts, which the ledger's index searches.
`likeness` counts points, each with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from ledger.bridge import Result
from ledger.kernel.free_text import is_gone
from ledger.laws.adjustment import Adjustment, Rectified, RectifiedResult, list_weightings, matter_of_kind
from ledger.laws.citation import SUBJECTS, Subject, no_such_law
from ledger.laws.edition import SHIPPED, edition_of, editions, finds, newest_edition
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.session.moment import local
from ledger.subjects.appeals.facts import Merit, Verdict
from ledger.subjects.rulings.facts import Offender

if TYPE_CHECKING:
    from ledger.projections.casework import CaseFile


ScoreKind = Literal[
    "assigned",
    "rectified",
    "weighted",
    "split",
    "artificial",
    "awarded",
    "self-inflicted",
    "claim",
    "stands",
    "penalty",
]
"""The kind of score a case gives, or a penalty."""


class CaseFacets(Struct, frozen=True, array_like=True, kw_only=True):
    """The facets by which a case is searched. `case` is its name, `cases` every number that belongs to the case.

    `day` is the day of the session, or of the ruling if the session has none. `kind` is the score in force,
    `ruled_kind` the director's last score; `heaviest` the largest weight of an outcome in force, None if none is
    weighted. `verdicts` are those of its decisions, oldest first.
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
    edition: str = SHIPPED

    @property
    def laws_now(self) -> tuple[str, ...]:
        """The Laws of the case, as the newest edition has them."""
        return edition_of(self.edition).all_now(self.laws, ())

    @property
    def laws_found(self) -> tuple[str, ...]:
        """The Laws by which the case is found: those cited, and those that allow its scores."""
        kinds = (matter_of_kind(each, weighted=self.heaviest is not None) for each in (self.kind, self.ruled_kind))
        return edition_of(self.edition).all_now(self.laws, kinds)


class CaseSummary(CaseFacets, frozen=True, array_like=True, kw_only=True):
    """A case in brief: the score in force, the director's last score (`ruled`), and the penalty in force."""

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
    """The session of a case and its tournament, each by name and title."""

    session: str
    title: str
    tournament: str = ""
    tournament_title: str = ""


def score_kind(score: Adjustment | None) -> ScoreKind:
    """Return the kind of a score as the word users type ('weighted'); 'penalty' for None."""
    if score is None:
        return "penalty"
    tag: ScoreKind = score.__struct_config__.tag  # type: ignore[assignment]  # the tags are those names
    return tag


def find_largest_weight(score: Adjustment | None) -> Fraction | None:
    """Return the largest weight of an outcome of a score; None if the score is not weighted."""
    parts = [part.weight for each in list_weightings(score).values() for part in each] if score else []
    return max((weight for weight in parts if weight < 1), default=None)


def summary(file: CaseFile) -> CaseSummary:
    """Return a case in brief, taken from its full file."""
    penalty, imposed = file.penalty_in_force, file.penalty.imposed if file.penalty else None
    score = file.in_force.adjustment if file.in_force else file.ruled
    if isinstance(score, RectifiedResult):  # kept as it is recorded: its result follows from the table's
        score = Rectified(score.tricks)
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
        heaviest=find_largest_weight(score),
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
        edition=file.session.edition.name,
    )


def case_words(file: CaseFile) -> list[str]:
    """Return the texts of a case (facts, grounds, reasons, comments), each once, without erased and unreadable ones."""
    return [text for text in dict.fromkeys(_yield_words(file)) if text and not is_gone(text)]


def _yield_words(file: CaseFile) -> Iterator[str]:
    if file.call:
        yield file.call.called.alleged
        for stated in file.call.facts:
            yield stated.facts
            yield from (statement for _, statement in stated.statements)
        yield from (poll.question for poll in file.call.polls)
        yield from (answer.reason for answer in file.call.answers)
    for ruling in file.rulings:
        for version in ruling.versions:
            text = version.judgement
            yield from (text.facts, text.findings, text.legal_route, text.reason)
    for penalty in (*([file.penalty] if file.penalty else []), *file.beside):
        yield penalty.imposed.reason
    for appeal in (each.appeal for each in file.appeals):
        yield appeal.lodged.grounds
        yield from (further.lodged.grounds for further in appeal.furthers)
        yield from (event.reason for event in (appeal.screened, appeal.withdrawn) if event)
        for decided in appeal.decisions:
            words = decided.decision
            yield from (words.legal_route, words.findings, words.reason, words.dissent, words.recommendation)
    yield from (each.said.comment for each in file.comments)
    yield from (each.reason for each in file.differences)


class CaseFilter(NamedTuple):
    """Conditions on a case: one of the Laws, one of the subjects, first and last day; an empty field sets none."""

    laws: Sequence[str] = ()
    subjects: Sequence[Subject] = ()
    since: str = ""
    until: str = ""

    def takes(self, case: CaseFile) -> bool:
        """Return whether a case passes the filter."""
        return self.fits(case, case.session.date)

    def fits(self, case: CaseFile | CaseFacets, day: str) -> bool:
        """Return whether a case of this day passes the filter."""
        return (
            (not self.laws or any(finds(each, law) for law in case.laws_found for each in self.laws))
            and (not self.subjects or bool(set(self.subjects) & set(case.subjects)))
            and self.of_day(day)
        )

    def check_editions(self) -> None:
        """Refuse (no-such-law), for a search that found nothing, a Law of an edition that is not installed."""
        for law in self.laws:
            if (name := law.partition(" of ")[2]) and name not in editions():
                raise no_such_law(law, f"the editions installed here are {', '.join(editions())}")

    def of_day(self, day: str) -> bool:
        """Return whether a session's day lies within the filter's days; True for any day if the filter has none."""
        if not (self.since or self.until):
            return True
        return bool(day) and self.since <= day and (not self.until or day <= self.until)


CHANGED: frozenset[Verdict] = frozenset({"varied", "overturned", "table-result-restored"})
"""The verdicts that replace the director's score."""


class CaseQuery(NamedTuple):
    """The conditions a case must meet; an empty field sets no condition, but withdrawn cases need `withdrawn`.

    `scores` are kinds of the score in force, `ruled` of the director's score; `weights` are the least and the largest
    weight of the heaviest outcome. Names of people and tournaments match by any part; `session` is the full name of a
    session or tournament.
    """

    only: CaseFilter = CaseFilter()
    scores: Sequence[ScoreKind] = ()
    ruled: Sequence[ScoreKind] = ()
    weights: tuple[Fraction, Fraction] | None = None
    director: str = ""
    committee: str = ""
    chairman: str = ""
    verdicts: frozenset[Verdict] = frozenset()
    merit: Merit | None = None
    appealed: bool = False
    tournament: str = ""
    session: str = ""
    withdrawn: bool = False

    def takes(self, case: CaseFacets, place: CasePlace) -> bool:
        """Return whether a case meets the conditions; `place`: the session and tournament of the case."""
        least, most = self.weights or (Fraction(0), Fraction(1))
        return (
            (self.withdrawn or not case.withdrawn)
            and self.only.fits(case, case.day)
            and (not self.scores or case.kind in self.scores)
            and (not self.ruled or case.ruled_kind in self.ruled)
            and (not self.weights or (case.heaviest is not None and least <= case.heaviest <= most))
            and _is_named(self.director, case.directors)
            and _is_named(self.committee, case.committee)
            and _is_named(self.chairman, case.chairmen)
            and (not self.verdicts or bool(self.verdicts & set(case.verdicts)))
            and (not self.merit or self.merit in case.merits)
            and (not self.appealed or case.appealed)
            and (not self.session or self.session in (place.session, place.tournament))
            and _is_named(self.tournament, (place.tournament, place.tournament_title))
        )


def _is_named(wanted: str, names: Iterable[str]) -> bool:
    part = wanted.casefold()
    return not part or any(part in name.casefold() for name in names)


def case_sort_key(case: CaseFacets) -> tuple[str, int, str]:
    """Return the key that sorts cases newest first when reversed: day, time of the ruling, number."""
    return case.day, case.given_at, case.case


Aspect = Literal["law", "subject", "score", "weights"]


class Resemblance(NamedTuple):
    """A respect in which two cases are alike, its points, and the common item: ('law', 3, '16B')."""

    aspect: Aspect
    points: int
    common: str


Likeness = tuple[Resemblance, ...]
"""All respects in which two cases are alike: Law, subject, score, weights, in this order."""

NEAR = Fraction(1, 10)
"""The largest difference between two weights that count as alike."""


def likeness(case: CaseFacets, other: CaseFacets) -> Likeness:
    """Return the respects in which two cases are alike; none unless they share a Law or a subject.

    The same section of a Law gives 3 points, the same Law 1, but the Law of the director's powers none: it says only
    how a score is adjusted. The same subject gives 2, the same kind of score 2, heaviest weights no more than 10 %
    apart 2.
    """
    subjects = [each for each in SUBJECTS if each in case.subjects and each in other.subjects]
    same_subject = Resemblance("subject", 2, ",".join(subjects)) if subjects else None
    about = [each for each in (_find_same_law(case, other), same_subject) if each]
    given = [Resemblance("score", 2, case.kind)] if case.kind == other.kind else []
    one, two = case.heaviest, other.heaviest
    if one is not None and two is not None and abs(one - two) <= NEAR:
        given.append(Resemblance("weights", 2, f"{one} {two}"))
    return (*about, *given) if about else ()


def points(alike: Likeness) -> int:
    """Return the sum of the points of a likeness."""
    return sum(each.points for each in alike)


def _find_same_law(case: CaseFacets, other: CaseFacets) -> Resemblance | None:
    laws = [law for law in case.laws_now if not newest_edition().deals_with(law, "general-powers")]
    others = other.laws_now
    for section, worth in ((_law_section, 3), (_law_number, 1)):
        cited = {section(law) for law in others}
        if common := next((part for law in laws if (part := section(law)) in cited and part), ""):
            return Resemblance("law", worth, common)
    return None


def _law_number(law: str) -> str:
    return law[: next((at for at, sign in enumerate(law) if not sign.isdigit()), len(law))]


def _law_section(law: str) -> str:
    number = _law_number(law)
    return law[: len(number) + 1] if law[len(number) :][:1].isalpha() else ""
