"""Decisions on appeals, at the first and at the next instance (Law 93), and what a body may not do."""

from typing import Any

from ledger.commands import Adjudication, DecideAppeal, ReviewDecision
from ledger.decide.judging import checked
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.steps import check_in_force, check_order, require_undecided, screening
from ledger.errors import Refusal
from ledger.events.appeals import AppealDecided, AppealHeard, Body, DecisionReviewed, DepositFate, Point
from ledger.events.rulings import RulingAmended
from ledger.laws.adjustment import Adjustment, Stands
from ledger.session import Appeal, Ruling, Session
from ledger.session.case_numbers import require_appeal

_CHANGES = ("varied", "overturned")
_LEAVES_TO_THE_DIRECTOR = ("upheld", "recommended")


def decide_appeal(command: DecideAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """A decision of the first instance, with the hearing where none was recorded before."""
    appeal = require_undecided(session, command.case, actor)
    before = screening(appeal, command.point)
    ruling = session.rulings[appeal.ruling]
    _check_not_above(appeal, session)
    body, point = _body(command, session, actor), _point(command, appeal)
    _check_competence(body, point, command.adjudication, session)
    if appeal.heard:
        check_order(actor, appeal.last_at, f"{appeal.case} was heard")
    sat = _sat(command, appeal, body, session, actor)
    event = AppealDecided(
        **_adjudicated(command.adjudication, appeal, ruling, session), case=appeal.case, body=body, point=point
    )
    because = (appeal.events[-1], ruling.versions[-1].number)
    if body != "chief-director" and not appeal.heard:
        before = (*before, Uncommitted(AppealHeard(appeal.case, sat), (appeal.events[-1],)))
    return *before, Uncommitted(event, tuple(sorted(because)))


def review_decision(command: ReviewDecision, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """What the next instance makes of a decision; nothing is above it."""
    appeal = require_appeal(session, command.case)
    if not appeal.decisions or not appeal.further:
        raise Refusal(
            "no-prior-appeal",
            f"{appeal.case} was not taken to the next instance",
            f"`appeal further {appeal.case} --to …`, once it is decided",
        )
    if len(appeal.decisions) > 1:
        raise Refusal(
            "decided-already", f"{appeal.case} was reviewed (#{appeal.decisions[-1].number})", f"`show {appeal.case}`"
        )
    check_in_force(session, appeal)
    check_order(actor, appeal.last_at, f"{appeal.case} was taken further")
    ruling = session.rulings[appeal.ruling]
    adjudication = _adjudicated(command.adjudication, appeal, ruling, session)
    event = DecisionReviewed(**adjudication, case=appeal.case, authority=command.authority or appeal.further.to)
    return (Uncommitted(event, (appeal.decisions[-1].number, appeal.events[-1])),)


def _body(command: DecideAppeal, session: Session, actor: Actor) -> Body:
    """The body that decides: as said, or as the official's office has it."""
    offices = session.officials.offices(actor.by)
    holds: list[Body] = [body for body in _BODIES if body in offices]
    if not session.officials:
        return command.body or "committee"
    if command.body and holds and command.body not in holds:
        raise Refusal("not-your-office", f"{actor.by} is {' and '.join(holds)}, not {command.body}", "leave --body out")
    return command.body or (holds[0] if holds else "committee")  # who holds none is refused by the guard of offices


_POINTS: dict[Point, str] = {"judgement": "a matter of judgement", "law": "a point of law or regulation"}
_BODIES: tuple[Body, ...] = ("committee", "reviewer", "chief-director")


def _check_not_above(appeal: Appeal, session: Session) -> None:
    """Refuse to decide where another side's appeal took the same ruling to the next instance."""
    for other in session.appeals_of(appeal.ruling):
        if other.further and other is not appeal:
            raise Refusal(
                "final",
                f"{other.case} took {appeal.ruling} to {other.further.to}: nothing is decided below it any more",
                f"`appeal withdraw {appeal.case}`; the next instance hears both sides",
            )


def _sat(command: DecideAppeal, appeal: Appeal, body: Body, session: Session, actor: Actor) -> tuple[str, ...]:
    """Who heard the appeal, among them who decides; the chief director decides alone."""
    if command.committee and (appeal.heard or body == "chief-director"):
        heard = "it was heard" if appeal.heard else "the chief director decides alone"
        raise Refusal(
            "heard-already", f"--committee says who sat where no hearing was recorded, and {heard}", "leave it out"
        )
    named = command.committee or ((actor.by,) if session.officials else ())
    sat = appeal.heard.committee if appeal.heard else named
    judging = session.officials and body != "chief-director"
    if judging and actor.by.casefold() not in {name.casefold() for name in sat}:
        raise Refusal(
            "heard-by-others",
            f"{actor.by} did not hear {command.case}: {' and '.join(sat)} did",
            "--by one who heard it; or record the hearing anew: `appeal hear`",
        )
    return sat


def _point(command: DecideAppeal, appeal: Appeal) -> Point:
    """What the appeal turns on: as it was screened, else as the decision says."""
    screened = appeal.screened.point if appeal.screened else None
    if screened and command.point not in (None, screened):
        raise Refusal(
            "screened-otherwise",
            f"{appeal.case} was admitted as {_POINTS[screened]}",
            f"`appeal screen {appeal.case} --admit --point {command.point}` first, if that was wrong",
        )
    return screened or command.point or "judgement"


def _check_competence(body: Body, point: Point, adjudication: Adjudication, session: Session) -> None:
    """Law 93B: points of law are the chief director's, judgement the committee's where there is one (93A)."""
    if body == "committee" and point == "law" and adjudication.verdict not in _LEAVES_TO_THE_DIRECTOR:
        raise Refusal(
            "committee-on-law",
            "a committee may not overrule the director on a point of law or regulation (Law 93B3)",
            '--recommended --recommendation "…": the chief director may follow it',
        )
    judges = session.officials.holders("committee", "reviewer")
    if body == "chief-director" and point == "judgement" and judges:
        raise Refusal(
            "not-your-office",
            "the chief director hears points of law (Law 93B1); judgement goes to the committee (93B2)",
            f"--by {judges[0]}; `appeal screen --point law` is for what turns on the Laws",
        )


def _adjudicated(adjudication: Adjudication, appeal: Appeal, ruling: Ruling, session: Session) -> dict[str, Any]:
    """The fields a decision of either instance shares, its score checked as the director's was."""
    adjustment, in_force = _score(adjudication), session.in_force(ruling)
    if adjustment is not None and adjudication.verdict in _CHANGES and adjustment == in_force.adjustment:
        raise Refusal("nothing-to-change", f"{adjustment!r} is the score in force", "--upheld, where it stays so")
    offender = adjudication.offender or in_force.offender
    judged = RulingAmended(
        case=ruling.case,
        adjustment=adjustment or in_force.adjustment,
        offender=offender,
        laws=adjudication.laws,
        disallowed=adjudication.disallowed or ruling.judgement.disallowed,
        legal_route=adjudication.legal_route,
    )
    played = session.boards[ruling.board].get(ruling.seating)
    said = adjudication.offender is not None
    advice = checked(judged, ruling.given, played, session, offender_said=said).advice if adjustment else ()
    return {
        "verdict": adjudication.verdict,
        "adjustment": adjustment,
        "offender": offender,
        "laws": adjudication.laws,
        "disallowed": judged.disallowed if adjustment else (),
        "legal_route": adjudication.legal_route,
        "findings": adjudication.findings,
        "reason": adjudication.reason,
        "merit": adjudication.merit,
        "deposit": _deposit(adjudication, appeal),
        "dissent": adjudication.dissent,
        "recommendation": adjudication.recommendation,
        "advice": advice,
    }


def _deposit(adjudication: Adjudication, appeal: Appeal) -> DepositFate | None:
    """What becomes of the deposit in question.

    The further appeal's own, or the first, which a review leaves unless it says.
    """
    if (appeal.further or appeal.lodged).deposit:
        return adjudication.deposit or ("returned" if adjudication.merit == "with" else "forfeited")
    return adjudication.deposit if appeal.lodged.deposit else None


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


HANDLERS: Handlers = {DecideAppeal: decide_appeal, ReviewDecision: review_decision}
