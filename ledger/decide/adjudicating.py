"""What a decision says, of a ruling or of a penalty, checked as the director's own was."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ledger.commands import Adjudication
from ledger.decide.judging import checked, offender_of
from ledger.decide.penalties import check_amount
from ledger.errors import Refusal
from ledger.events.appeals import DepositFate
from ledger.events.rulings import RulingAmended
from ledger.laws.adjustment import Adjustment, Stands
from ledger.session import Appeal, Penalty, Ruling, Session

_CHANGES = ("varied", "overturned")
_KEPT = ("verdict", "legal_route", "findings", "reason", "merit", "dissent", "recommendation", "laws")


def adjudicated(adjudication: Adjudication, appeals: Sequence[Appeal], session: Session) -> dict[str, Any]:
    """The fields a decision of any instance shares, on one appeal or on several against the same."""
    first, subject = appeals[0], session.subject(appeals[0])
    if isinstance(subject, Penalty):
        said = _of_penalty(adjudication, subject, session)
    else:
        said = _of_ruling(adjudication, subject, session)
    earlier = session.decisions_on(first.against)
    stood = earlier[-1].decision.case if earlier else None
    cases = tuple(appeal.case for appeal in appeals)
    return {name: getattr(adjudication, name) for name in _KEPT} | {
        **said,
        "case": first.case,
        "together": cases[1:],
        "after": None if stood in cases else stood,
        "deposit": _deposit(adjudication, appeals),
    }


def _of_ruling(adjudication: Adjudication, ruling: Ruling, session: Session) -> dict[str, Any]:
    """What becomes of the score on the board."""
    if adjudication.amount is not None:
        raise Refusal("one-kind", f"{ruling.case} is no penalty", "one of --result --weighted --split …")
    adjustment, in_force = _score(adjudication), session.in_force(ruling)
    if adjustment is not None and adjudication.verdict in _CHANGES and adjustment == in_force.adjustment:
        raise Refusal("nothing-to-change", f"{adjustment!r} is the score in force", "--upheld, where it stays so")
    offender = offender_of(adjudication.laws, adjudication.offender, in_force.offender)
    if adjustment is None:
        return {"offender": offender}
    judged = RulingAmended(
        case=ruling.case,
        adjustment=adjustment,
        offender=offender,
        laws=adjudication.laws,
        disallowed=adjudication.disallowed or ruling.judgement.disallowed,
        legal_route=adjudication.legal_route,
    )
    played = session.boards[ruling.board].get(ruling.seating)
    said = adjudication.offender is not None
    advice = checked(judged, ruling.given, played, session, offender_said=said).advice
    return {"adjustment": adjustment, "offender": offender, "disallowed": judged.disallowed, "advice": advice}


def _of_penalty(adjudication: Adjudication, penalty: Penalty, session: Session) -> dict[str, Any]:
    """What becomes of the penalty: another amount, none at all, or the one in force."""
    if adjudication.adjustment is not None or adjudication.verdict == "table-result-restored":
        message = "an appeal against a penalty gives nobody a score"
        raise Refusal("one-kind", message, "--varied --penalty 10%, or --overturned: there is none")
    if adjudication.verdict != "varied":
        _check_no_amount(adjudication)
        return {}
    if adjudication.amount is None or adjudication.unit is None:
        raise Refusal("one-kind", "varied to which penalty?", "--penalty 10%, 3MP, 1VP; a warning: --penalty 0%")
    varied = replace(penalty.imposed, amount=adjudication.amount, unit=adjudication.unit)
    check_amount(session, varied.unit, varied.amount, varied.opponent)
    now = session.penalty_in_force(varied.case)
    if now and now.imposed == varied:
        raise Refusal("nothing-to-change", f"that is what is in force of {varied.case}", "--upheld, where it stays so")
    return {"amount": varied.amount, "unit": varied.unit}


def _check_no_amount(adjudication: Adjudication) -> None:
    if adjudication.amount is not None:
        message = f"an appeal that is {adjudication.verdict} states no amount"
        raise Refusal("one-kind", message, "leave --penalty out, or --varied")


def _deposit(adjudication: Adjudication, appeals: Sequence[Appeal]) -> DepositFate | None:
    """What becomes of the deposits in question.

    Those of further appeals, or the first, which a review leaves unless it says.
    """
    if any((appeal.awaiting or appeal.lodged).deposit for appeal in appeals):
        return adjudication.deposit or ("forfeited" if adjudication.merit == "without" else "returned")
    return adjudication.deposit if any(appeal.lodged.deposit for appeal in appeals) else None


def _score(adjudication: Adjudication) -> Adjustment | None:
    """The score a verdict gives; refused where it lacks one, or states one it does not give."""
    if adjudication.verdict == "table-result-restored":
        if adjudication.adjustment is not None:
            raise Refusal(
                "one-kind", "the table result is restored: that is its score", "leave the score out, or --varied"
            )
        return Stands()
    if adjudication.verdict in _CHANGES:
        if adjudication.adjustment is None:
            raise Refusal(
                "one-kind",
                f"{adjudication.verdict} to which score?",
                "one of --result --weighted --split …, or --table-result",
            )
        return adjudication.adjustment
    if adjudication.adjustment is not None:
        raise Refusal(
            "one-kind",
            f"an appeal that is {adjudication.verdict} leaves the score in force",
            "leave the score out, or --varied",
        )
    return None
