"""Advisories: the ruling is recorded, and the office is told what the Laws and their commentators warn of."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.events.rulings import RulingAmended, RulingGiven, offending_sides
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    Split,
    Stands,
    stated_weightings,
)
from ledger.laws.advice import SPLIT_LAWS, fits, of_misleading, says_severity, transfers_tricks
from ledger.laws.disallowed import disallowed_call
from ledger.projections.session_scoring import scores_if
from ledger.session import Session, Supposed, TableBoard

_MOST_OUTCOMES = 4
_PLUS, _MINUS = Grade("A+").flat, Grade("A-").flat


class Judged(NamedTuple):
    """A judgement on a table's board; `offender_said`: that nobody offended was said, not only left unsaid."""

    judgement: RulingAmended | RulingGiven
    played: TableBoard | None
    session: Session
    offender_said: bool = True

    @property
    def offenders(self) -> frozenset[Side]:
        """The sides that offended."""
        return offending_sides(self.judgement.offender)

    @property
    def artificial(self) -> Artificial | None:
        """The score, where it is artificial."""
        return self.judgement.adjustment if isinstance(self.judgement.adjustment, Artificial) else None


def advise(judged: Judged) -> tuple[str, ...]:
    """The codes of the advice a judgement draws."""
    return tuple(code for code, draws in _ADVICE.items() if draws(judged))


def _unusually_split(judged: Judged) -> bool:
    """A split without a cause for one."""
    said = judged.judgement
    return isinstance(said.adjustment, Split) and said.offender != "both" and not set(said.laws) & set(SPLIT_LAWS)


def _over_100(judged: Judged) -> bool:
    """More than 100% between two sides of which one is at fault, or neither was said not to be."""
    score, said = judged.artificial, judged.judgement
    innocent = said.offender == "outside" or (said.offender == "none" and judged.offender_said) or "82C" in said.laws
    return score is not None and score.ns.flat + score.ew.flat > 1 and not innocent


def _fault_reversed(judged: Judged) -> bool:
    """Average plus to a side at fault, or average minus to one that is not (Law 12C2(a))."""
    score = judged.artificial
    if score is None or judged.judgement.offender == "none":
        return False
    return any(
        score.of(side).flat >= _PLUS if side in judged.offenders else _is_minus(score.of(side))
        for side in Side
        if not score.of(side).nobody
    )


def _minus_without_fault(judged: Judged) -> bool:
    """Average minus, and it was said that nobody is at fault, or that there was no infraction (Law 12C2(a))."""
    score, said = judged.artificial, judged.judgement
    faultless = said.offender == "none" and (judged.offender_said or said.infraction is False)
    return score is not None and faultless and any(_is_minus(score.of(side)) for side in Side)


def _is_minus(grade: Grade) -> bool:
    return not grade.nobody and grade.flat <= _MINUS


def _offender_under_82c(judged: Judged) -> bool:
    """A side that offended, in an adjustment that puts a director's error right (Law 82C)."""
    said = judged.judgement
    return bool(judged.offenders) and "82C" in said.laws and not isinstance(said.adjustment, Stands)


def _without_damage(judged: Judged) -> bool:
    """A result that is changed though no damage was found (Law 12B1); what cannot be played is not about damage."""
    said = judged.judgement
    changed = not isinstance(said.adjustment, Stands | Claim | Awarded)
    return said.damage is False and changed and bool(judged.played and judged.played.result)


def _as_at_table(judged: Judged) -> bool:
    """The table result, assigned."""
    score, played = judged.judgement.adjustment, judged.played
    return isinstance(score, Assigned) and played is not None and score.result == played.result


def _rectified(judged: Judged) -> bool:
    """A result assigned for what Law 64A gives by itself."""
    said = judged.judgement
    return isinstance(said.adjustment, Assigned) and any(map(transfers_tricks, said.laws))


def _unknown_percent(judged: Judged) -> bool:
    """A percentage that is neither 60, 50 nor 40."""
    grades = [judged.artificial.of(side) for side in Side] if judged.artificial else []
    return not all(grade.letter or grade.nobody for grade in grades)


def _obtainable(judged: Judged) -> bool:
    """An artificial score on a board that was played, and could be compared (Law 86B2 is for boards that cannot)."""
    incomparable = any(law.startswith("86B2") for law in judged.judgement.laws)
    return judged.artificial is not None and bool(judged.played and judged.played.result) and not incomparable


def _not_checked(judged: Judged) -> bool:
    """Something is disallowed in which no call was found: a play, or other words."""
    return any(disallowed_call(text) is None for text in judged.judgement.disallowed)


def _tainted(judged: Judged) -> bool:
    """The table result weighs in what should have happened without the infraction, and no legal route is stated.

    Opponents who were misinformed or deceived may often reach it all the same: then it is usual.
    """
    said = judged.judgement
    if not judged.offenders or said.legal_route or any(map(of_misleading, said.laws)):
        return False
    weighed = [weighting for name, weighting in stated_weightings(said.adjustment).items() if name != _AS_IT_WENT]
    result = judged.played.result if judged.played else None
    return any(len(each) > 1 and result in [component.result for component in each] for each in weighed)


_AS_IT_WENT = "C"
"""Of Law 12C1(e) the weighting with the infraction, which may well hold the table result."""


def _too_many(judged: Judged) -> bool:
    return any(len(each) > _MOST_OUTCOMES for each in stated_weightings(judged.judgement.adjustment).values())


def _severity(judged: Judged) -> bool:
    """An adjustment because a rectification was too hard or too soft (Law 12B2)."""
    said = judged.judgement
    return not isinstance(said.adjustment, Stands) and ("12B2" in said.laws or says_severity(said.reason))


def _misfit(judged: Judged) -> bool:
    return any(not fits(law, judged.judgement.adjustment) for law in judged.judgement.laws)


def _offender_gains(judged: Judged) -> bool:
    """Whether an offending side would have more than for the table result, or for what was ruled on a claim."""
    played = judged.played
    if not (judged.offenders and played and played.result):
        return False
    ruled, table_result = (_scores_if(judged, played, each) for each in (judged.judgement.adjustment, Stands()))
    return any(ruled[side] > table_result[side] for side in judged.offenders)


def _scores_if(judged: Judged, played: TableBoard, adjustment: Adjustment) -> dict[Side, Fraction]:
    """What both sides would have if the ruling gave this score; the other rulings on the board stay in force."""
    said = judged.judgement
    case = (isinstance(said, RulingGiven) and said.supersedes) or said.case
    laws = (*said.laws, "70") if isinstance(said.adjustment, Claim) else said.laws
    return scores_if(judged.session, played, Supposed(case, adjustment, said.offender, laws))


_ADVICE: dict[str, Callable[[Judged], bool]] = {
    "SPLIT_UNUSUAL": _unusually_split,
    "OVER_100_NEEDS_OUTSIDE_AGENCY": _over_100,
    "FAULT_REVERSED": _fault_reversed,
    "MINUS_WITHOUT_FAULT": _minus_without_fault,
    "OFFENDER_UNDER_82C": _offender_under_82c,
    "NO_DAMAGE_NO_ADJUSTMENT": _without_damage,
    "SAME_AS_AT_TABLE": _as_at_table,
    "RECTIFICATION_NOT_ADJUSTMENT": _rectified,
    "PERCENT_NOT_IN_THE_LAWS": _unknown_percent,
    "ARTIFICIAL_BUT_RESULT_OBTAINABLE": _obtainable,
    "LAW_AND_SCORE": _misfit,
    "SEVERITY_NO_GROUND": _severity,
    "DISALLOWED_NOT_CHECKED": _not_checked,
    "TAINTED_RESULT": _tainted,
    "CONSIDER_ARTIFICIAL_12C1D": _too_many,
    "OS_GAINS": _offender_gains,
}
"""What draws each advice, in the order it is given."""
