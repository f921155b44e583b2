"""Advisories: the ruling is recorded, and the office is told what the Laws and their commentators warn of."""

from ledger.bridge import Side
from ledger.decide.disallowed import is_call
from ledger.events.rulings import RulingAmended, RulingGiven
from ledger.laws.adjustment import Artificial, Claim, Split, Stands, stated_weightings
from ledger.laws.advice import SPLIT_LAWS
from ledger.projections.session_scoring import scores_if
from ledger.session import Session, Supposed, TableBoard

_MOST_OUTCOMES = 4


def advise(judgement: RulingAmended | RulingGiven, played: TableBoard | None, session: Session) -> tuple[str, ...]:
    """The codes of the advice a judgement draws (spec §15)."""
    adjustment = judgement.adjustment
    found = []
    if isinstance(adjustment, Split) and judgement.offender != "both" and not set(judgement.laws) & set(SPLIT_LAWS):
        found.append("SPLIT_UNUSUAL")
    if isinstance(adjustment, Artificial):
        if (
            adjustment.ns.flat + adjustment.ew.flat > 1
            and judgement.offender != "outside"
            and "82C" not in judgement.laws
        ):
            found.append("OVER_100_NEEDS_OUTSIDE_AGENCY")
        if played and played.result:
            found.append("ARTIFICIAL_BUT_RESULT_OBTAINABLE")
    if any(not is_call(call) for call in judgement.disallowed):
        found.append("DISALLOWED_NOT_CHECKED")
    if any(len(weighting) > _MOST_OUTCOMES for weighting in stated_weightings(adjustment).values()):
        found.append("CONSIDER_ARTIFICIAL_12C1D")
    if played and played.result and _offender_gains(judgement, played, session):
        found.append("OS_GAINS")
    return tuple(found)


def _offender_gains(judgement: RulingAmended | RulingGiven, played: TableBoard, session: Session) -> bool:
    """Whether an offending side would have more than for the table result, or for what was ruled on a claim."""
    offenders = {"NS": [Side.NS], "EW": [Side.EW], "both": list(Side)}.get(judgement.offender, [])
    if not offenders:
        return False
    case = (isinstance(judgement, RulingGiven) and judgement.supersedes) or judgement.case
    laws = (*judgement.laws, "70") if isinstance(judgement.adjustment, Claim) else judgement.laws
    ruled, table_result = (
        scores_if(session, played, Supposed(case, each, judgement.offender, laws))
        for each in (judgement.adjustment, Stands())
    )
    return any(ruled[side] > table_result[side] for side in offenders)
