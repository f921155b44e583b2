"""Advisories: the ruling is recorded, and the office is told what the Laws and their commentators warn of."""

from ledger.bridge import Side
from ledger.decide.disallowed import is_call
from ledger.events.rulings import Judgement, RulingGiven
from ledger.laws.adjustment import Adjustment, Artificial, Split, Stands, stated_weightings
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard, if_ruled

ADVICE: dict[str, str] = {
    "SPLIT_UNUSUAL": "a split score wants a reason in the Laws: 12C1(e), 82C, 79B3, 11A, or both sides offending",
    "OS_GAINS": "the offending side scores more than it did at the table",
    "OVER_100_NEEDS_OUTSIDE_AGENCY": "more than 100% between them: only where neither side is at fault at all (--offender outside)",
    "CONSIDER_ARTIFICIAL_12C1D": "with more than four outcomes an artificial score may be simpler (Law 12C1(d))",
    "DISALLOWED_NOT_CHECKED": "a disallowed call that is no notation (4S, 4SN, 4SN=) is kept, but nothing is checked by it",
    "ARTIFICIAL_BUT_RESULT_OBTAINABLE": "the board was played: an assigned score is the rule, an artificial one the last resort (Law 12C2)",
}
SPLIT_LAWS = ("12C1(e)", "82C", "79B3", "11A")
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
