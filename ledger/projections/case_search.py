"""Which cases are looked for, and which are like another one.

`CaseQuery.takes` says of a case whether it is meant, by everything but its words, which the index of a ledger has.
`likeness` is a count of points, each with its reason: nothing is weighed that is not told.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from ledger.facts.appeals import Merit, Verdict
from ledger.laws.subjects import SUBJECTS
from ledger.projections.case_filter import CaseFilter
from ledger.projections.case_summary import CaseFacets, CasePlace, ScoreKind

CHANGED: frozenset[Verdict] = frozenset({"varied", "overturned", "table-result-restored"})
"""The verdicts after which another score is in force than the director gave."""


class CaseQuery(NamedTuple):
    """What a case has to have; nothing said of something: whatever it is.

    `scores` are kinds of the score in force, `ruled` of what the director gave; `weights` from and to, of the heaviest
    outcome. Names of people, sessions and tournaments are meant by any part of them, `session` in full.
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
        """Whether it is a case that is meant."""
        return (
            (self.withdrawn or not case.withdrawn)
            and self.only.fits(case.laws, case.subjects, case.day)
            and self._score_fits(case)
            and self._people_fit(case)
            and self._appeal_fits(case)
            and self._place_fits(place)
        )

    def _score_fits(self, case: CaseFacets) -> bool:
        return (
            (not self.scores or case.kind in self.scores)
            and (not self.ruled or case.ruled_kind in self.ruled)
            and (not self.weights or self._weighs(case.heaviest))
        )

    def _weighs(self, heaviest: Fraction | None) -> bool:
        least, most = self.weights or (Fraction(0), Fraction(1))
        return heaviest is not None and least <= heaviest <= most

    def _people_fit(self, case: CaseFacets) -> bool:
        return (
            _is_named(self.director, case.directors)
            and _is_named(self.committee, case.committee)
            and _is_named(self.chairman, case.chairmen)
        )

    def _appeal_fits(self, case: CaseFacets) -> bool:
        return (
            (not self.verdicts or bool(self.verdicts & set(case.verdicts)))
            and (not self.merit or self.merit in case.merits)
            and (not self.appealed or case.appealed)
        )

    def _place_fits(self, place: CasePlace) -> bool:
        return (not self.session or self.session in (place.session, place.tournament)) and _is_named(
            self.tournament, (place.tournament, place.tournament_title)
        )


def _is_named(wanted: str, names: Iterable[str]) -> bool:
    """Whether one of these is meant by a part of its name, in large or small letters."""
    part = wanted.casefold()
    return not part or any(part in name.casefold() for name in names)


def newest_first(case: CaseFacets) -> tuple[str, int, str]:
    """To sort by, from the end: the day, when it was ruled, the number."""
    return case.day, case.given_at, case.case


Aspect = Literal["law", "subject", "score", "weights"]


class LikeBecause(NamedTuple):
    """In what two cases are alike, how many points that is, and what they have in common: ('law', 3, '16B')."""

    aspect: Aspect
    points: int
    common: str


Likeness = tuple[LikeBecause, ...]
"""Everything in which a case is like another, in the order in which it is looked at."""

NEAR = Fraction(1, 10)
"""Weights that are no further apart are similar."""


def likeness(case: CaseFacets, other: CaseFacets) -> Likeness:
    """In what a case is like another; nothing where neither a Law nor a subject is the same.

    The same section of a Law 3 points, the same Law 1; of Law 12, which says only how a score is adjusted, none. The
    same subject 2. The same kind of score 2. Weights whose heaviest are no more than 10 % apart 2.
    """
    about = [each for each in (_same_law(case, other), _same_subject(case, other)) if each]
    given = [each for each in (_same_score(case, other), _near_weights(case, other)) if each]
    return (*about, *given) if about else ()


def points(alike: Likeness) -> int:
    """How much alike two cases are."""
    return sum(each.points for each in alike)


def _same_law(case: CaseFacets, other: CaseFacets) -> LikeBecause | None:
    for section, worth in ((_section, 3), (_number, 1)):
        if common := _common(section, case.laws, other.laws):
            return LikeBecause("law", worth, common)
    return None


def _common(section: Callable[[str], str], laws: Iterable[str], others: Iterable[str]) -> str:
    """The first Law, cut to its section, that both cite."""
    theirs = {section(law) for law in others}
    return next((cut for law in laws if (cut := section(law)) in theirs and cut and _number(law) != "12"), "")


def _number(law: str) -> str:
    """The number of a Law: '16' of '16B1(a)'."""
    return law[: next((at for at, sign in enumerate(law) if not sign.isdigit()), len(law))]


def _section(law: str) -> str:
    """The number with its letter: '16B' of '16B1(a)'; '' where there is none."""
    number = _number(law)
    return law[: len(number) + 1] if law[len(number) :][:1].isalpha() else ""


def _same_subject(case: CaseFacets, other: CaseFacets) -> LikeBecause | None:
    common = [each for each in SUBJECTS if each in case.subjects and each in other.subjects]
    return LikeBecause("subject", 2, ",".join(common)) if common else None


def _same_score(case: CaseFacets, other: CaseFacets) -> LikeBecause | None:
    return LikeBecause("score", 2, case.kind) if case.kind == other.kind else None


def _near_weights(case: CaseFacets, other: CaseFacets) -> LikeBecause | None:
    one, two = case.heaviest, other.heaviest
    if one is None or two is None or abs(one - two) > NEAR:
        return None
    return LikeBecause("weights", 2, f"{one} {two}")
