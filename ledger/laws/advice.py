"""Advisory codes: what the Laws and their commentators warn of, though the ruling may stand."""

import re

from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Awarded, SelfInflicted, Split, Stands, Weighted

ADVICE: dict[str, str] = {
    "SPLIT_UNUSUAL": "a split score wants a reason in the Laws: 12C1(e), 82C, 79B3, 11A, or both sides offending",
    "OS_GAINS": "the offending side scores more than it did at the table",
    "OVER_100_NEEDS_OUTSIDE_AGENCY": (
        "more than 100% between them: only where neither side is at fault at all (--offender outside, or none)"
    ),
    "FAULT_REVERSED": (
        "average minus is for a side directly at fault, average plus for one in no way at fault (Law 12C2(a)): "
        "is it the other way round?"
    ),
    "MINUS_WITHOUT_FAULT": (
        "average minus is only for a side directly at fault, and nobody is (Law 12C2(a)): A or A+, or say who is by "
        "--offender"
    ),
    "OFFENDER_UNDER_82C": (
        "where a director's error is put right, both sides are non-offending (Law 82C): leave --offender out"
    ),
    "NO_DAMAGE_NO_ADJUSTMENT": (
        "no damage was found, and without damage an infraction does not change the score (Law 12B1): did you mean "
        "--stands?"
    ),
    "SAME_AS_AT_TABLE": "what is assigned is the table result: did you mean --stands?",
    "RECTIFICATION_NOT_ADJUSTMENT": (
        "tricks transferred under Law 64A are a rectification: they belong in the table result; a score is adjusted "
        "where they are not enough (Law 64C)"
    ),
    "PERCENT_NOT_IN_THE_LAWS": (
        "the Laws know 60, 50 and 40% (Law 12C2(a)); for less, 40% and a procedural penalty (Law 90A)"
    ),
    "CONSIDER_ARTIFICIAL_12C1D": "with more than four outcomes an artificial score may be simpler (Law 12C1(d))",
    "DISALLOWED_NOT_CHECKED": (
        "what was disallowed is kept with the ruling, but no outcome could be compared with it (Law 12C1(c))"
    ),
    "TAINTED_RESULT": (
        "the table result, reached by the infraction, is in the weighting (Law 12C1(c)): leave it out, or say by "
        "--legal-route how it is reached without"
    ),
    "ARTIFICIAL_BUT_RESULT_OBTAINABLE": (
        "the board was played: an assigned score is the rule, an artificial one the last resort (Law 12C2)"
    ),
    "SEVERITY_NO_GROUND": (
        "no score is adjusted because a rectification was unduly severe or advantageous (Law 12B2): there must be "
        "another ground"
    ),
    "LAW_AND_SCORE": "a law that is cited gives another kind of score than this one (`help laws` says which)",
}

SPLIT_LAWS = ("12C1(e)", "82C", "79B3", "11A")

_ASSIGNED = (Assigned, Weighted, Split)
_SCORES_UNDER: tuple[tuple[str, tuple[type[Adjustment], ...]], ...] = (
    ("12C1(a)", _ASSIGNED),
    ("12C1(b)", _ASSIGNED),
    ("12C1(c)", _ASSIGNED),
    ("12C1(d)", (Artificial,)),
    ("12C1(e)", (SelfInflicted, Split)),
    ("12C2", (Artificial,)),
    ("86B1", _ASSIGNED),
    ("88", (Artificial,)),
    ("12", (*_ASSIGNED, Artificial, SelfInflicted)),
)
"""The kinds of score a law gives, the nearest paragraph first. A claim is none of Law 12's: it is a ruling of fact."""

_MISLED = ("20F", "21", "40", "47E", "73D", "73E", "75")
_SEVERITY = re.compile(
    r"\b(?:too|unduly|overly|excessively)\s+(?:severe|harsh|lenient|generous|strict|mild|advantageous)\b", re.IGNORECASE
)


def fits(law: str, adjustment: Adjustment) -> bool:
    """Whether a law gives that kind of score; of laws that say no kind, and of what was given outright, any does.

    >>> from ledger.bridge import Result
    >>> fits("12C2(a)", Assigned(Result("4SN="))), fits("16B", Assigned(Result("4SN=")))
    (False, True)
    """
    if isinstance(adjustment, Awarded | Stands):
        return True
    return next((isinstance(adjustment, kinds) for paragraph, kinds in _SCORES_UNDER if _is_of(law, paragraph)), True)


def of_misleading(law: str) -> bool:
    """Whether a law is about opponents who were misinformed or deceived, not about what a side found out."""
    return any(_is_of(law, each) for each in _MISLED)


def transfers_tricks(law: str) -> bool:
    """Whether a law moves tricks after a revoke by itself: 64A, and not 64C, which restores equity.

    >>> transfers_tricks("64A2"), transfers_tricks("64C1")
    (True, False)
    """
    return _is_of(law, "64A")


def says_severity(text: str) -> bool:
    """Whether a reason is that a rectification was too hard, or too soft (Law 12B2).

    >>> says_severity("two tricks were too harsh"), says_severity("a harsh contract")
    (True, False)
    """
    return _SEVERITY.search(text) is not None


def _is_of(law: str, paragraph: str) -> bool:
    """Whether a citation is a paragraph, or a part of it: 12C2(a) is of 12C2, and 120 is not of 12."""
    rest = law.removeprefix(paragraph)
    return law.startswith(paragraph) and not (paragraph[-1].isdigit() and rest[:1].isdigit())
