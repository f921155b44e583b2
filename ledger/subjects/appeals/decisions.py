"""Decide appeals (Law 93): which body may decide, what its decision contains, and what it may not do.

Also the checks before any step of an appeal: `require_undecided`, `check_in_force`, and more.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.guards.judging import advised_judgement, check_amount, offender_of, recorded_matters
from ledger.guards.offices import hearers, no_committee, official_to_type, quote_name
from ledger.guards.periods import check_order
from ledger.laws.adjustment import Adjustment, Stands
from ledger.laws.edition import Edition
from ledger.session.case_numbers import require_appeal
from ledger.session.cases import Appeal, Penalty, Ruling
from ledger.session.response import Actor, ProposedEvent
from ledger.session.state import Session
from ledger.subjects.appeals import facts
from ledger.subjects.office.facts import office_text
from ledger.subjects.rulings.facts import RulingAmended
from ledger.subjects.rulings.state import is_decided, is_decided_by_authority

_Lodging = facts.LodgeAppeal | facts.AppealLodged | facts.FurtherAppealLodged


def how_to_decide(case: str, step: str = "decide") -> str:
    """Return what to type to record a decision, or its review: '`appeal decide A-0001 --upheld`, …'."""
    return f"`appeal {step} {case} --upheld`, --varied or --overturned"


def require_undecided(session: Session, case: str, actor: Actor, *, confirmed: bool = True) -> Appeal:
    """Return an undecided appeal; refused if withdrawn or decided, or (`confirmed`) if its ruling is not in force."""
    appeal = require_appeal(session, case)
    if appeal.withdrawn:
        raise Refusal("case-withdrawn", f"{case} was withdrawn (#{appeal.events[-1]})", f"`show {case}`")
    if appeal.decisions:
        number = appeal.decisions[-1].number
        hint = f"to go on: `appeal further {case} --to WHOM --grounds TEXT`; if recorded wrongly: `undo {number}`"
        if appeal.awaiting:
            hint = f"to record how the next instance decides: {how_to_decide(case, 'review')}"
        raise Refusal("decided-already", f"{case} was decided (#{number})", hint)
    if confirmed:
        check_in_force(session, appeal)
    check_order(actor, appeal.at, f"{case} was lodged")
    return appeal


def require_together(
    session: Session, cases: tuple[str, ...], actor: Actor, *, below: facts.Instance | None = None
) -> list[Appeal]:
    """Return the appeals to be heard or decided together; refused if one is not pending, or if on two cases.

    `below`: an appeal that was taken further to this instance may be among them.
    """
    appeals = []
    for case in dict.fromkeys(cases):
        waiting = session.appeals[case].awaiting if case in session.appeals else None
        if waiting and waiting.instance == below:
            appeals.append(session.appeals[case])
            check_in_force(session, appeals[-1])
        else:
            appeals.append(require_undecided(session, case, actor))
    check_one_subject(appeals)
    return appeals


def check_one_subject(appeals: Sequence[Appeal]) -> None:
    """Refuse to decide appeals together that are against different rulings or penalties."""
    first = appeals[0]
    for further in appeals[1:]:
        if further.against != first.against:
            message = f"{further.case} is against {further.against}, and {first.case} against {first.against}"
            raise Refusal("not-together", message, "each is decided by itself")


def check_in_force(session: Session, appeal: Appeal, instead: str = "") -> None:
    """Refuse a step of an appeal if the appealed ruling or penalty was withdrawn or superseded.

    `instead`: the hint, with `{by}` for the superseding ruling.
    """
    case, subject = appeal.against, session.subject(appeal)
    if isinstance(subject, Ruling) and (by := subject.superseded_by):
        confirm = (
            f"if the appellant appeals against {by} too: `appeal confirm {appeal.case}`; "
            f"if not: `appeal withdraw {appeal.case}`"
        )
        message = f"{case}, which {appeal.case} is against, was superseded by {by}"
        raise Refusal("ruling-superseded", message, instead.format(by=by) or confirm)
    if subject.withdrawn:
        message = f"{case}, which {appeal.case} is against, was withdrawn"
        raise Refusal("case-withdrawn", message, "lodge a new appeal against the ruling now in force, if there is one")


def check_not_appealed(lodged: _Lodging, against: Ruling | Penalty, session: Session) -> None:
    """Refuse an appeal by a side or player who already has an open one against the ruling or penalty."""
    case = against.imposed.case if isinstance(against, Penalty) else against.case
    for appeal in session.appeals_of(case):
        if appeal.open and is_one_appellant(appeal.lodged, lodged, against):
            who = against.imposed.contestant if isinstance(against, Penalty) else lodged.appellant
            message = f"{who} has appealed {case}: {appeal.case} (#{appeal.number})"
            raise Refusal("appealed-already", message, f"`show {appeal.case}`")


def is_one_appellant(earlier: _Lodging, lodged: _Lodging, against: Ruling | Penalty) -> bool:
    """Return whether two appeals come from one party; two individuals at one side are two parties."""
    if earlier.appellant != lodged.appellant:
        return False
    if isinstance(against, Penalty) or lodged.appellant not in ("NS", "EW"):
        return True
    alone = len(against.seating.contestants(Side(lodged.appellant))) > 1
    return not alone or bool(set(lodged.signed) & set(earlier.signed))


def check_not_decided(lodged: _Lodging, against: Ruling | Penalty, session: Session) -> None:
    """Refuse an appeal against a ruling or penalty that was decided on appeal or taken to the next instance.

    The opposing side, if its own appeal was not decided, may appeal the director's ruling until its time is over:
    nothing else ends that right (Laws 92A, 92B).
    """
    case = against.imposed.case if isinstance(against, Penalty) else against.case
    check_not_taken_further(case, session)
    heard = [each.lodged for each in session.appeals_of(case) if each.decisions]
    was_heard = lodged.appellant == "director" or any(is_one_appellant(each, lodged, against) for each in heard)
    if is_decided(session, case) and (was_heard or is_decided_by_authority(session, case)):
        decided = session.decisions_on(case)[-1].decision.case
        message = f"{case} was decided on appeal: {decided}"
        raise Refusal("final", message, f"the next instance: `appeal further {decided}`")


def check_not_taken_further(case: str, session: Session) -> None:
    """Refuse an appeal or decision on a case if another appeal has taken the case to the next instance."""
    for appeal in session.appeals_of(case):
        if appeal.awaiting:
            message = f"{appeal.case} took {case} to {appeal.awaiting.to}: no lower instance decides now"
            hint = f"the next instance hears both sides; to record its decision: {how_to_decide(appeal.case, 'review')}"
            raise Refusal("final", message, hint)


def check_goes_on(appeal: Appeal, session: Session) -> None:
    """Refuse to restore a withdrawn or rejected appeal if it could not be lodged now."""
    subject = session.subject(appeal)
    if isinstance(subject, Penalty) or not subject.superseded_by:
        check_in_force(session, appeal)
    check_not_appealed(appeal.lodged, subject, session)
    check_not_decided(appeal.lodged, subject, session)


def require_admitted(appeal: Appeal) -> None:
    """Refuse a step of an appeal that the screening rejected as inadmissible."""
    if appeal.screened and not appeal.screened.admitted:
        message = f"{appeal.case} was rejected as inadmissible"
        raise Refusal("appeal-rejected", message, f"`appeal screen {appeal.case} --admit`, if that was wrong")


def screening_event(appeal: Appeal, point: facts.Point | None = None) -> tuple[ProposedEvent, ...]:
    """Return the event that admits an appeal when heard or decided, or none if admitted before; refused if rejected."""
    require_admitted(appeal)
    if appeal.screened:
        return ()
    return (
        ProposedEvent(
            facts.AppealScreened(appeal.case, admitted=True, point=point or "judgement"), (appeal.events[-1],)
        ),
    )


def last_statement(subject: Ruling | Penalty) -> int:
    """Return the number of the event that imposed a penalty, or that gave or last amended a ruling."""
    return subject.number if isinstance(subject, Penalty) else subject.versions[-1].number


def check_committee_list(
    command: facts.DecideAppeal,
    appeals: Sequence[Appeal],
    body: facts.Body,
    point: facts.Point,
    session: Session,
    actor: Actor,
) -> None:
    """Refuse a list of members if a hearing has one or the chief director decides; refuse a decider who did not sit."""
    heard = any(appeal.heard for appeal in appeals)
    if command.committee and (heard or body == "chief-director"):
        case, names = command.case, ", ".join(command.committee)
        why = "one was recorded" if heard else "the chief director decides alone"
        hint = f'if others sat: `appeal hear {case} --committee "{names}"`' if heard else _appoint(command.committee)
        message = f"--committee names those who sat if no hearing was recorded, but {why}"
        raise Refusal("heard-already", message, f"leave --committee out; {hint}")
    if body != "chief-director":
        check_heard_by(appeals, command.committee, session, actor)
    elif point == "judgement" and session.officials:
        # Law 93A applies without a committee; what a committee has heard, it decides
        for appeal in appeals:
            sat = appeal.heard.committee if appeal.heard else ()
            if [name for name in sat if name.casefold() != actor.by.casefold()]:
                raise _heard_by(sat, appeal, session, actor)


def check_heard_by(appeals: Sequence[Appeal], named: tuple[str, ...], session: Session, actor: Actor) -> None:
    """Refuse a decision by an official who did not sit on the committee that heard the appeal."""
    for appeal in appeals if session.officials else ():
        sat = appeal.heard.committee if appeal.heard else named
        if sat and actor.by.casefold() not in {name.casefold() for name in sat}:
            raise _heard_by(sat, appeal, session, actor)


def _heard_by(sat: tuple[str, ...], appeal: Appeal, session: Session, actor: Actor) -> Refusal:
    judges = {name.casefold() for name in session.officials.holders("committee", "reviewer")}
    deciding = [name for name in sat if name.casefold() in judges]
    how = f"--by {' or '.join(deciding)}" if deciding else _appoint(sat)
    message = f"{' and '.join(sat)} heard {appeal.case}, not {actor.by}: those who heard an appeal decide it"
    hint = f"{how}; if the committee was recorded wrongly: `appeal hear {appeal.case} --committee NAMES`"
    return Refusal("heard-by-others", message, hint)


def _appoint(sat: tuple[str, ...]) -> str:
    return f"those who sat decide: `official add {quote_name(sat[0])} --as committee`, then --by {quote_name(sat[0])}"


_CHANGES = ("varied", "overturned")

_KEPT = ("verdict", "legal_route", "findings", "reason", "merit", "dissent", "recommendation", "laws")


def _decision_fields(adjudication: facts.Adjudication, appeals: Sequence[Appeal], session: Session) -> dict[str, Any]:
    """Return the fields that the events of a first decision and of a review have in common."""
    first, subject = appeals[0], session.subject(appeals[0])
    if isinstance(subject, Penalty):
        contents = _of_penalty(adjudication, subject, session)
    else:
        contents = _of_ruling(adjudication, subject, session)
    earlier = session.decisions_on(first.against)
    stood = earlier[-1].decision.case if earlier else None
    cases = tuple(appeal.case for appeal in appeals)
    # Deposits of further appeals; a review leaves the first deposit unless it states its fate
    deposit = adjudication.deposit if any(appeal.lodged.deposit for appeal in appeals) else None
    if any((appeal.awaiting or appeal.lodged).deposit for appeal in appeals):
        deposit = adjudication.deposit or ("forfeited" if adjudication.merit == "without" else "returned")
    return {name: getattr(adjudication, name) for name in _KEPT} | {
        **contents,
        "matters": recorded_matters(adjudication.laws, session.regulations.edition),
        "case": first.case,
        "together": cases[1:],
        "after": None if stood in cases else stood,
        "deposit": deposit,
    }


def _of_ruling(adjudication: facts.Adjudication, ruling: Ruling, session: Session) -> dict[str, Any]:
    if adjudication.amount is not None:
        raise Refusal("one-kind", f"{ruling.case} is no penalty", "one of --result --weighted --split --artificial")
    adjustment, in_force = _score(adjudication), session.in_force(ruling)
    offender = offender_of(adjudication.laws, adjudication.offender, in_force.offender, session.regulations.edition)
    same = (adjustment, offender) == (in_force.adjustment, in_force.offender)
    if adjudication.verdict in _CHANGES and same:
        raise Refusal("nothing-to-change", f"{adjustment!r} is the score in force", "--upheld leaves it in force")
    if adjustment is None:
        return {"offender": offender}
    # Grounds that the decision does not state stay as ruled: Laws, disallowed calls, legal route
    judged = RulingAmended(
        case=ruling.case,
        adjustment=adjustment,
        offender=offender,
        laws=adjudication.laws or in_force.laws,
        disallowed=adjudication.disallowed or ruling.judgement.disallowed,
        legal_route=adjudication.legal_route or ruling.judgement.legal_route,
        reason=adjudication.reason,
    )
    played = session.boards[ruling.board].get(ruling.seating)
    stated = adjudication.offender is not None
    advice = advised_judgement(judged, ruling.given, played, session, offender_said=stated).advice
    return {"adjustment": adjustment, "offender": offender, "disallowed": judged.disallowed, "advice": advice}


def _of_penalty(adjudication: facts.Adjudication, penalty: Penalty, session: Session) -> dict[str, Any]:
    if adjudication.adjustment is not None or adjudication.verdict == "table-result-restored":
        message = "an appeal against a penalty gives nobody a score"
        raise Refusal("one-kind", message, "--varied --penalty 10%, or --overturned, which removes the penalty")
    if adjudication.verdict != "varied":
        if adjudication.amount is not None:
            message = f"an appeal that is {adjudication.verdict} states no amount"
            raise Refusal("one-kind", message, "leave --penalty out, or --varied")
        return {}
    if adjudication.amount is None or adjudication.unit is None:
        raise Refusal("one-kind", "varied to which penalty?", "--penalty 10%, 3MP, 1VP; a warning: --penalty 0%")
    varied = replace(penalty.imposed, amount=adjudication.amount, unit=adjudication.unit)
    check_amount(session, varied.unit, varied.amount, varied.opponent)
    current = session.penalty_in_force(varied.case)
    if current and current.imposed == varied:
        message = f"{varied.case} has this amount already"
        raise Refusal("nothing-to-change", message, "--upheld leaves it in force")
    return {"amount": varied.amount, "unit": varied.unit}


def _score(adjudication: facts.Adjudication) -> Adjustment | None:
    if adjudication.verdict == "table-result-restored":
        if adjudication.adjustment is not None:
            message = "--table-result restores the score of the table: no other score is stated"
            raise Refusal("one-kind", message, "leave the score out, or --varied")
        return Stands()
    if adjudication.verdict in _CHANGES:
        if adjudication.adjustment is None:
            message = f"{adjudication.verdict} to which score?"
            raise Refusal("one-kind", message, "one of --result --weighted --split --artificial, or --table-result")
        return adjudication.adjustment
    if adjudication.adjustment is not None:
        message = f"an appeal that is {adjudication.verdict} leaves the score in force"
        raise Refusal("one-kind", message, "leave the score out, or --varied")
    return None


_LEAVES_TO_THE_DIRECTOR = ("upheld", "recommended")

_POINTS: dict[facts.Point, str] = {"judgement": "a matter of judgement", "law": "a point of law or regulation"}

_BODIES: tuple[facts.Body, ...] = ("committee", "reviewer", "chief-director")


def decide_appeal(command: facts.DecideAppeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Decide one or several appeals on one case in the first instance; refused if the official may not decide them."""
    appeals = require_together(session, (command.case, *command.together), actor)
    first = appeals[0]
    check_not_taken_further(first.against, session)
    # The point of the appeals: as screened, else as the decision states
    screened: list[facts.Point] = [each.screened.point for each in appeals if each.screened]
    point: facts.Point = command.point or (screened[0] if screened else "judgement")
    for appeal in appeals:
        if appeal.screened and appeal.screened.point != point:
            hint = f"`appeal screen {appeal.case} --admit --point {point}` first, if that was wrong"
            raise Refusal("screened-otherwise", f"{appeal.case} was admitted as {_POINTS[appeal.screened.point]}", hint)
    admitted = [each for appeal in appeals for each in screening_event(appeal, point)]
    body = _body(command, point, session, actor)
    _check_competence(body, point, command, session)
    # Law 93B3: a committee does not overrule the director in his powers of discipline (Law 91).
    subject, edition = session.subject(first), session.regulations.edition
    discipline = isinstance(subject, Penalty) and edition.cites(subject.imposed.laws, "discipline")
    if body != "chief-director" and discipline and command.adjudication.verdict not in _LEAVES_TO_THE_DIRECTOR:
        raise _overruling(f"in his powers of discipline{edition.law('discipline', ' under Law %s')}", edition)
    _check_after_hearing(appeals, actor)
    check_committee_list(command, appeals, body, point, session, actor)
    contents = _decision_fields(command.adjudication, appeals, session)
    # The chief director rules alone because there is no committee (Law 93A), and not on law alone (Law 93B1)
    alone = body == "chief-director" and (point == "judgement" or no_committee(session))
    event = facts.AppealDecided(**contents, body=body, point=point, alone=alone)
    sat = [ProposedEvent(facts.AppealHeard(each.case, command.committee), (each.events[-1],)) for each in appeals]
    return *admitted, *(sat if command.committee else ()), ProposedEvent(event, _answers(appeals, session))


def review_decision(command: facts.ReviewDecision, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record how the next instance decided appeals that were taken to it from the last decision."""
    appeals = [require_appeal(session, case) for case in dict.fromkeys((command.case, *command.together))]
    further = _taken_further(appeals[0])
    check_one_subject(appeals)
    for appeal in appeals:
        if _taken_further(appeal).instance != further.instance:
            raise Refusal("not-together", f"{appeal.case} went to {_taken_further(appeal).to}", "decide each by itself")
        check_in_force(session, appeal)
    _check_after_hearing(appeals, actor)
    if further.instance == "committee":
        if command.adjudication.verdict not in _LEAVES_TO_THE_DIRECTOR:
            raise _overruling("on a point of law or regulation", session.regulations.edition)
        check_heard_by(appeals, (), session, actor)
    event = facts.DecisionReviewed(
        **_decision_fields(command.adjudication, appeals, session),
        authority=command.authority or further.to,
        instance=further.instance,
    )
    return (ProposedEvent(event, _answers(appeals, session)),)


def _taken_further(appeal: Appeal) -> facts.FurtherAppealLodged:
    if appeal.awaiting:
        return appeal.awaiting
    if len(appeal.decisions) > 1:
        message = f"{appeal.case} was reviewed (#{appeal.decisions[-1].number})"
        raise Refusal("decided-already", message, f"`show {appeal.case}`")
    message = f"{appeal.case} was not taken to the next instance"
    hint = f"`appeal further {appeal.case} --to WHOM --grounds TEXT`, once it is decided"
    raise Refusal("no-prior-appeal", message, hint)


def _answers(appeals: Sequence[Appeal], session: Session) -> tuple[int, ...]:
    earlier = [each.number for each in session.decisions_on(appeals[0].against)[-1:]]
    return tuple(
        sorted({last_statement(session.subject(appeals[0])), *earlier, *(appeal.events[-1] for appeal in appeals)})
    )


def _check_after_hearing(appeals: Sequence[Appeal], actor: Actor) -> None:
    for appeal in appeals:
        what = "taken further" if appeal.awaiting else "heard" if appeal.heard else ""
        if what:
            check_order(actor, appeal.last_at, f"{appeal.case} was {what}")


# Which body decides


def _body(command: facts.DecideAppeal, point: facts.Point, session: Session, actor: Actor) -> facts.Body:
    """Return the body that decides an appeal: as stated, or by the official's office (on law, chief director first)."""
    order: list[facts.Body] = sorted(_BODIES, key=lambda body: (body == "chief-director") is not (point == "law"))
    if not session.officials:
        return command.body or order[0]
    offices = session.officials.offices(actor.by)
    holds = [body for body in order if body in offices]
    if command.body and holds and command.body not in holds:
        held = " and ".join(map(office_text, holds))
        message = f"{actor.by} is {held}, and would decide as {office_text(command.body)}"
        hint = f"--by {official_to_type(session, command.body)}; or leave --body out, and {actor.by} decides as {held}"
        raise Refusal("not-your-office", message, hint)
    return command.body or (holds[0] if holds else "committee")  # a guard refuses a person without office


def _check_competence(body: facts.Body, point: facts.Point, command: facts.DecideAppeal, session: Session) -> None:
    """Refuse a committee that decides a point of law, or a chief director where a committee is to judge (Law 93)."""
    law = session.regulations.edition.law
    if body != "chief-director" and point == "law":
        how = "--by NAME" if session.officials else "--body chief-director"
        message = f"a point of law or regulation is for the chief director to rule on{law('point-of-law')}"
        further = f'`appeal further {command.case} --to "the committee" --grounds TEXT`'
        remedy = f"his decision may be appealed: {further}"
        raise Refusal("committee-on-law", message, f"let the chief director decide: {how}; {remedy}")
    if body == "chief-director" and point == "judgement" and hearers(session):
        who = "the committee" if session.officials.holders("committee") else "the reviewer"
        message = f"the chief director hears points of law{law('point-of-law')}; judgement goes to {who}"
        screen = f"`appeal screen {command.case} --admit --point law`"
        hint = f"let {who} decide: --by NAME; if the appeal turns on the Laws, {screen}"
        raise Refusal("not-your-office", message, hint)
    if body == "chief-director" and command.adjudication.verdict == "recommended":
        message = f"only a committee recommends: it asks the chief director to change his ruling{law('recommendation')}"
        hint = "the chief director decides: --upheld, --varied, --overturned, --table-result"
        raise Refusal("one-kind", message, hint)


def _overruling(how: str, edition: Edition) -> Refusal:
    message = f"a committee may not overrule the director {how}{edition.law('recommendation')}"
    return Refusal("committee-on-law", message, "--upheld, or --recommended --recommendation TEXT, which he may follow")
