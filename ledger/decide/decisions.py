"""Decisions on appeals, at the first and at the next instances (Law 93): who heard it and so decides it, what the
decision says, checked as the director's own was, and what a body may not do.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ledger.decide.guards.offices import hearers, no_committee, one_of, typed
from ledger.decide.judging import checked, offender_of
from ledger.decide.penalties import check_amount
from ledger.decide.response import Actor, Handlers, ProposedEvent
from ledger.decide.steps import (
    check_in_force,
    check_not_above,
    check_one_subject,
    check_order,
    last_word,
    require_together,
    screening,
)
from ledger.errors import Refusal
from ledger.facts import Adjudication, DecideAppeal, ReviewDecision
from ledger.facts.appeals import (
    AppealDecided,
    AppealHeard,
    Body,
    DecisionReviewed,
    DepositFate,
    FurtherAppealLodged,
    Point,
)
from ledger.facts.office import office_text
from ledger.facts.rulings import RulingAmended
from ledger.laws.adjustment import Adjustment, Stands
from ledger.session import Appeal, Penalty, Ruling, Session
from ledger.session.case_numbers import require_appeal


def check_sat(
    command: DecideAppeal, appeals: Sequence[Appeal], body: Body, point: Point, session: Session, actor: Actor
) -> None:
    """Who sat is said once, and is not the chief director, who decides alone; who decides was among them."""
    heard = any(appeal.heard for appeal in appeals)
    if command.committee and (heard or body == "chief-director"):
        case, names = command.case, ", ".join(command.committee)
        why = "it was heard" if heard else "the chief director decides alone"
        otherwise = (
            f'where others sat: `appeal hear {case} --committee "{names}"`' if heard else _appoint(command.committee)
        )
        raise Refusal(
            "heard-already",
            f"--committee says who sat where no hearing was recorded, and {why}",
            f"leave it out; {otherwise}",
        )
    if body != "chief-director":
        check_among(appeals, command.committee, session, actor)
    elif point == "judgement":
        _check_alone(appeals, session, actor)


def check_among(appeals: Sequence[Appeal], named: tuple[str, ...], session: Session, actor: Actor) -> None:
    """Refuse a decision by one who did not hear the appeal, where it is known who did."""
    for appeal in appeals if session.officials else ():
        sat = appeal.heard.committee if appeal.heard else named
        if sat and actor.by.casefold() not in {name.casefold() for name in sat}:
            raise _heard_by(sat, appeal, session, actor)


def _check_alone(appeals: Sequence[Appeal], session: Session, actor: Actor) -> None:
    """Law 93A is for where there is no committee: what one has heard is for it to decide, not for the chief alone."""
    for appeal in appeals if session.officials else ():
        sat = appeal.heard.committee if appeal.heard else ()
        if [name for name in sat if name.casefold() != actor.by.casefold()]:
            raise _heard_by(sat, appeal, session, actor)


def _heard_by(sat: tuple[str, ...], appeal: Appeal, session: Session, actor: Actor) -> Refusal:
    judges = {name.casefold() for name in session.officials.holders("committee", "reviewer")}
    deciding = [name for name in sat if name.casefold() in judges]
    how = f"--by {' or '.join(deciding)}, who heard it" if deciding else _appoint(sat)
    return Refusal(
        "heard-by-others",
        f"{' and '.join(sat)} heard {appeal.case}, not {actor.by}: what a committee heard is for it to decide",
        f"{how}; recorded wrongly: `appeal hear {appeal.case} --committee …` records it anew",
    )


def _appoint(sat: tuple[str, ...]) -> str:
    """How one who sat comes to decide where officials were appointed: he is appointed too."""
    return f"those who sat decide: `official add {typed(sat[0])} --as committee`, then --by {typed(sat[0])}"


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


_LEAVES_TO_THE_DIRECTOR = ("upheld", "recommended")

_POINTS: dict[Point, str] = {"judgement": "a matter of judgement", "law": "a point of law or regulation"}

_BODIES: tuple[Body, ...] = ("committee", "reviewer", "chief-director")


def decide_appeal(command: DecideAppeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A decision of the first instance, on one appeal or on several against the same ruling or penalty.

    Who sat is recorded where somebody says it, by a hearing or with the decision.
    """
    appeals = require_together(session, (command.case, *command.together), actor)
    first = appeals[0]
    check_not_above(first.against, session)
    point = _point(command, appeals)
    admitted = [each for appeal in appeals for each in screening(appeal, point)]
    body = _body(command, point, session, actor)
    _check_competence(body, point, command.adjudication, session)
    _check_overrules(body, command.adjudication, first, session)
    _check_after_hearing(appeals, actor)
    check_sat(command, appeals, body, point, session, actor)
    said = adjudicated(command.adjudication, appeals, session)
    event = AppealDecided(**said, body=body, point=point, alone=_alone(body, point, session))
    sat = [ProposedEvent(AppealHeard(each.case, command.committee), (each.events[-1],)) for each in appeals]
    return *admitted, *(sat if command.committee else ()), ProposedEvent(event, _answers(appeals, session))


def review_decision(command: ReviewDecision, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What the next instance makes of the last decision; nothing is above the regulating authority."""
    appeals = [require_appeal(session, case) for case in dict.fromkeys((command.case, *command.together))]
    further = _taken_further(appeals[0])
    check_one_subject(appeals)
    for appeal in appeals:
        if _taken_further(appeal).instance != further.instance:
            raise Refusal("not-together", f"{appeal.case} went to {_taken_further(appeal).to}", "each by itself")
        check_in_force(session, appeal)
    _check_after_hearing(appeals, actor)
    if further.instance == "committee":
        _check_second_instance(command.adjudication, appeals, session, actor)
    event = DecisionReviewed(
        **adjudicated(command.adjudication, appeals, session),
        authority=command.authority or further.to,
        instance=further.instance,
    )
    return (ProposedEvent(event, _answers(appeals, session)),)


def _taken_further(appeal: Appeal) -> FurtherAppealLodged:
    """How an appeal was taken to the next instance; refused where it was not, or has been decided there."""
    if appeal.awaiting:
        return appeal.awaiting
    if len(appeal.decisions) > 1:
        message = f"{appeal.case} was reviewed (#{appeal.decisions[-1].number})"
        raise Refusal("decided-already", message, f"`show {appeal.case}`")
    raise Refusal(
        "no-prior-appeal",
        f"{appeal.case} was not taken to the next instance",
        f"`appeal further {appeal.case} --to …`, once it is decided",
    )


def _answers(appeals: Sequence[Appeal], session: Session) -> tuple[int, ...]:
    """The numbers of the events a decision answers: of what is appealed, the decision that stood, the last steps."""
    earlier = [each.number for each in session.decisions_on(appeals[0].against)[-1:]]
    return tuple(sorted({last_word(session.subject(appeals[0])), *earlier, *(appeal.events[-1] for appeal in appeals)}))


def _check_after_hearing(appeals: Sequence[Appeal], actor: Actor) -> None:
    for appeal in appeals:
        what = "taken further" if appeal.awaiting else "heard" if appeal.heard else ""
        if what:
            check_order(actor, appeal.last_at, f"{appeal.case} was {what}")


# Which body decides


def _point(command: DecideAppeal, appeals: Sequence[Appeal]) -> Point:
    """What appeals turn on: as they were screened, else as the decision says."""
    screened: list[Point] = [each.screened.point for each in appeals if each.screened]
    said = command.point or (screened[0] if screened else "judgement")
    for appeal in appeals:
        if appeal.screened and appeal.screened.point != said:
            raise Refusal(
                "screened-otherwise",
                f"{appeal.case} was admitted as {_POINTS[appeal.screened.point]}",
                f"`appeal screen {appeal.case} --admit --point {said}` first, if that was wrong",
            )
    return said


def _body(command: DecideAppeal, point: Point, session: Session, actor: Actor) -> Body:
    """The body that decides: as said, or as the official's office has it; law is the chief director's (Law 93B1)."""
    order: list[Body] = sorted(_BODIES, key=lambda body: (body == "chief-director") is not (point == "law"))
    if not session.officials:
        return command.body or order[0]
    offices = session.officials.offices(actor.by)
    holds = [body for body in order if body in offices]
    if command.body and holds and command.body not in holds:
        held = " and ".join(map(office_text, holds))
        message = f"{actor.by} is {held}, and would decide as {office_text(command.body)}"
        raise Refusal(
            "not-your-office",
            message,
            f"--by {one_of(session, command.body)}; or leave --body out, and {actor.by} decides as {held}",
        )
    return command.body or (holds[0] if holds else "committee")  # who holds none is refused by the guard of offices


def _alone(body: Body, point: Point, session: Session) -> bool:
    """Whether the chief director rules because there is no committee (Law 93A), and not on law alone (Law 93B1)."""
    return body == "chief-director" and (point == "judgement" or no_committee(session))


def _check_competence(body: Body, point: Point, adjudication: Adjudication, session: Session) -> None:
    """Law 93B: points of law are the chief director's, judgement the committee's where there is one (93A)."""
    if body != "chief-director" and point == "law":
        how = "--by NAME, of one who is" if session.officials else "--body chief-director"
        message = "a point of law or regulation is for the chief director to rule on (Law 93B1)"
        then = 'his ruling may be appealed to the committee: `appeal further … --to "the committee"`'
        raise Refusal("committee-on-law", message, f"{how}; {then}")
    if body == "chief-director" and point == "judgement" and hearers(session):
        raise Refusal(
            "not-your-office",
            f"the chief director hears points of law (Law 93B1); judgement goes to {_those_who_hear(session)} (93B2)",
            "--by NAME, of one of them; `appeal screen --point law` is for what turns on the Laws",
        )
    if body == "chief-director" and adjudication.verdict == "recommended":
        message = "a recommendation is a committee's, to the chief director (Law 93B3)"
        raise Refusal("one-kind", message, "he decides: --upheld, --varied, --overturned, --table-result")


def _those_who_hear(session: Session) -> str:
    return "the committee" if session.officials.holders("committee") else "the reviewer"


def _check_overrules(body: Body, adjudication: Adjudication, appeal: Appeal, session: Session) -> None:
    """Law 93B3: a committee does not overrule the director in his powers of discipline (Law 91)."""
    subject = session.subject(appeal)
    discipline = isinstance(subject, Penalty) and any(law.startswith("91") for law in subject.imposed.laws)
    if body != "chief-director" and discipline and adjudication.verdict not in _LEAVES_TO_THE_DIRECTOR:
        raise _overruling("in his powers of discipline under Law 91")


def _check_second_instance(
    adjudication: Adjudication, appeals: Sequence[Appeal], session: Session, actor: Actor
) -> None:
    """The committee on the chief director's ruling on law: it upholds it, or recommends that he change it."""
    if adjudication.verdict not in _LEAVES_TO_THE_DIRECTOR:
        raise _overruling("on a point of law or regulation")
    check_among(appeals, (), session, actor)


def _overruling(how: str) -> Refusal:
    message = f"a committee may not overrule the director {how} (Law 93B3)"
    return Refusal("committee-on-law", message, '--upheld, or --recommended --recommendation "…", which he may follow')


HANDLERS: Handlers = {DecideAppeal: decide_appeal, ReviewDecision: review_decision}
