"""Advisories: the ruling is recorded, and the office is told what the Laws and their commentators warn of."""

from ledger.bridge import Side
from ledger.decide.disallowed import is_call
from ledger.events.rulings import Judgement, RulingGiven
from ledger.laws.adjustment import Adjustment, Artificial, Split, Stands, stated_weightings
from ledger.laws.advice import SPLIT_LAWS
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard, if_ruled

_MOST_OUTCOMES = 4


def advise(judgement: Judgement, given: RulingGiven, played: TableBoard | None, session: Session) -> tuple[str, ...]:
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
    if played and played.result and _offender_gains(judgement, adjustment, given, played, session):
        found.append("OS_GAINS")
    return tuple(found)


def _offender_gains(
    judgement: Judgement, adjustment: Adjustment, given: RulingGiven, played: TableBoard, session: Session
) -> bool:
    offenders = {"NS": [Side.NS], "EW": [Side.EW], "both": list(Side)}.get(judgement.offender, [])
    if not offenders:
        return False
    table_result = Scoreboard(if_ruled(session, given.board, played.seating, Stands()))
    before = table_result.board(given.board)[played.seating]
    ruled = Scoreboard(if_ruled(session, given.board, played.seating, adjustment), table_result)
    return any(ruled.score(played, side).value > before[side].value for side in offenders)
