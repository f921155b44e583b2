"""Decide the steps of an appeal but its decision (Laws 92, 93), from lodging to a further appeal; and undo them."""

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.guards.judging import check_claim
from ledger.guards.periods import check_order, lateness
from ledger.labels import direction
from ledger.scoring.forms import FORMS
from ledger.session.case_numbers import require_appeal, require_appealable
from ledger.session.cases import Appeal, Penalty, Ruling
from ledger.session.places import sits_at_one_table
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of
from ledger.session.state import Session
from ledger.subjects.appeals import decisions, facts
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.rulings.state import is_decided_by_authority, ruling_state


def check_concurrence(
    command: facts.LodgeAppeal | facts.AppealFurther, against: Ruling | Penalty, session: Session
) -> None:
    """Refuse an appeal by a party the case does not concern, or without the concurrence that Law 92D asks for.

    A side of the table appeals a ruling, the penalised contestant a penalty (Law 92A). A director needs no concurrence.
    """
    if command.appellant == "director":
        return
    if isinstance(against, Penalty):
        contestant = against.imposed.contestant
        if command.appellant != "contestant":
            message = f"a penalty is appealed by the contestant it was imposed on: {contestant}"
            raise Refusal("concurrence", message, f"leave --by-side out, or --by-side {contestant}")
        entered = (Side(letters),) if (letters := direction(contestant)) else tuple(Side)
        sat = tuple(dict.fromkeys(side for side, _ in session.boards_of(contestant))) or entered
        _check_seats(command.signed, "".join(side.value for side in sat), contestant)
        # Two individuals at a side: each appeals for himself
        alone = any(len(played.seating.contestants(Side.NS)) > 1 for played in session.table_boards())
        _check_concur(command, sat, session, alone=alone)
    elif command.appellant == "contestant":
        raise Refusal("concurrence", "a side of the table appeals a ruling", "--by-side NS, or EW")
    else:
        side = Side(command.appellant)
        _check_seats(command.signed, side.value, side.value)
        alone = sits_at_one_table(session) and len(against.seating.contestants(side)) > 1
        if alone and not command.signed:
            raise Refusal("concurrence", "nobody signed: which player appeals?", f"--signed {side.value[0]}")
        _check_concur(command, (side,), session, alone=alone)


def _check_seats(signed: tuple[str, ...], seats: str, who: str) -> None:
    strangers = [seat for seat in signed if seat not in seats]
    if strangers:
        message = f"{' and '.join(strangers)} {'does' if len(strangers) == 1 else 'do'} not sit {who}"
        raise Refusal("concurrence", message, f"who signs for {who}: --signed {','.join(seats[:2])}")


def _check_concur(
    command: facts.LodgeAppeal | facts.AppealFurther, sides: tuple[Side, ...], session: Session, *, alone: bool
) -> None:
    """Refuse an appeal that neither a team's captain nor both members of a pair support (Law 92D)."""
    law = session.regulations.edition.law
    if FORMS[session.opening.scoring].teams():
        if not command.captain:
            message = f"a team appeals with its captain's concurrence{law('captain-concurs')}"
            raise Refusal("concurrence", message, "--captain, once he concurs")
    elif not alone and not any(set(side.value) <= set(command.signed) for side in sides):
        signed = f"{' and '.join(command.signed)} alone" if command.signed else "nobody"
        message = f"{signed} signed: both members of a pair appeal together{law('partners-concur')}"
        raise Refusal("concurrence", message, f"--signed {','.join(sides[0].value)}, once both concur")


def lodge_appeal(command: facts.LodgeAppeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Lodge an appeal on a ruling or penalty; refused if provisional, decided or appealed, or without concurrence."""
    against = require_appealable(session, command.against)
    stated_at = against.since if isinstance(against, Penalty) else against.versions[-1].at
    check_order(actor, stated_at, f"{command.against} was given")
    if isinstance(against, Ruling) and ruling_state(session, against, actor.at) == "provisional":
        hint = f"`ruling amend {against.case} --result RESULT` gives it; then it can be appealed"
        raise Refusal("ruling-provisional", f"{against.case} is provisional: the ruling is still to come", hint)
    decisions.check_not_appealed(command, against, session)
    decisions.check_not_decided(command, against, session)
    check_concurrence(command, against, session)
    if command.claim is not None:
        if isinstance(against, Penalty):
            raise Refusal("one-kind", "a penalty gives no score that could be asked for", "say it in --grounds")
        check_claim(command.claim, against, session)
    event = event_of(facts.AppealLodged, command, case=f"A-{len(session.appeals) + 1:04d}")
    lodged = ProposedEvent(event, (decisions.last_statement(against),))
    if command.accept_late:
        if not lateness(event, session, actor.times(session)):
            raise Refusal("nothing-to-change", "the appeal is in time", "leave --accept-late out")
        return lodged, ProposedEvent(facts.LateAppealAccepted(event.case, command.accept_late))
    return (lodged,)


def screen_appeal(command: facts.ScreenAppeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Admit or reject an appeal before it is heard; a screened appeal may be screened anew until it is decided."""
    rejected = (appeal := require_appeal(session, command.case)).screened is not None and not appeal.open
    appeal = decisions.require_undecided(session, command.case, actor, confirmed=not rejected)
    if rejected and command.admitted:
        decisions.check_goes_on(appeal, session)
    if appeal.heard and not command.admitted:
        message = f"{appeal.case} was heard: an appeal that was heard cannot be rejected"
        hint = f"{decisions.how_to_decide(appeal.case)}; or `appeal withdraw {appeal.case}`"
        raise Refusal("heard-already", message, hint)
    before = appeal.screened
    point = command.point or (before.point if before else "judgement")
    deposit = None if command.admitted else _fate(appeal, command.deposit, "returned")
    event = facts.AppealScreened(appeal.case, command.admitted, point, command.reason, deposit)
    if event == before:
        raise Refusal(
            "nothing-to-change", f"{appeal.case} was already screened with this outcome", f"`show {appeal.case}`"
        )
    return (ProposedEvent(event, (appeal.events[-1],)),)


def confirm_appeal(command: facts.ConfirmAppeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Maintain an appeal against a superseding ruling; refused without one, or if the appellant has appealed it too."""
    appeal = require_appeal(session, command.case)
    ruling = session.rulings.get(appeal.against)
    if not appeal.open or not ruling or not ruling.superseded_by:
        over = (
            f"{appeal.against}, which {appeal.case} is against, was not superseded"
            if appeal.open
            else f"{appeal.case} is over"
        )
        raise Refusal("nothing-to-change", over, f"`show {appeal.case}`")
    latest = session.latest(ruling)
    check_order(actor, max(appeal.last_at, latest.scored.at), f"{latest.case} was given")
    decisions.check_not_appealed(appeal.lodged, latest, session)
    return (ProposedEvent(facts.AppealConfirmed(appeal.case, latest.case), (appeal.events[-1], latest.number)),)


def withdraw_appeal(command: facts.WithdrawAppeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Withdraw an appeal, or only a further appeal still undecided; refused without leave if regulations require it."""
    appeal = require_appeal(session, command.case)
    if session.regulations.periods.withdrawal != "free":
        leave, chiefs = command.leave, session.officials.holders("chief-director")
        if not leave or (chiefs and leave.casefold() not in {name.casefold() for name in chiefs}):
            message = "an appeal is withdrawn with the chief director's leave, by these regulations"
            raise Refusal("needs-leave", message, "type the name of the chief director who gave it: --leave NAME")
    if appeal.awaiting:
        check_order(actor, appeal.last_at, f"{appeal.case} was taken further")
        deposit = (command.deposit or "returned") if appeal.awaiting.deposit else None
        return (
            ProposedEvent(facts.FurtherAppealWithdrawn(appeal.case, command.reason, deposit), (appeal.events[-1],)),
        )
    appeal = decisions.require_undecided(session, command.case, actor, confirmed=False)
    decisions.require_admitted(appeal)
    event = facts.AppealWithdrawn(
        appeal.case, command.reason, command.leave, _fate(appeal, command.deposit, "returned")
    )
    return (ProposedEvent(event, (appeal.events[-1],)),)


def hear_appeal(command: facts.HearAppeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the committee that heard appeals on one case, and admit those not screened; refused without members."""
    if not command.committee:
        raise Refusal("no-committee", "who heard it?", '--committee "Berg, Dahl, Ek"')
    if command.chairman and command.chairman not in command.committee:
        message = f"{command.chairman} did not sit on the committee: {', '.join(command.committee)}"
        raise Refusal("no-committee", message, "--committee names all who sat, the chairman too")
    appeals = decisions.require_together(session, (command.case, *command.together), actor, below="committee")
    sat = command.committee, command.present, command.chairman, command.scribe
    hearings = [(appeal, facts.AppealHeard(appeal.case, *sat)) for appeal in appeals]
    if all(hearing == appeal.heard for appeal, hearing in hearings):
        message = f"{command.case} already has this hearing"
        raise Refusal("nothing-to-change", message, f"next: {decisions.how_to_decide(command.case)}")
    admitted = (each for appeal in appeals for each in decisions.screening_event(appeal))
    return *admitted, *(ProposedEvent(hearing, (appeal.events[-1],)) for appeal, hearing in hearings)


def appeal_further(command: facts.AppealFurther, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Take an appeal's last decision to the committee (Law 93B1) or authority (93C); refused if pending or final."""
    appeal = session.appeals.get(command.case)
    decided = session.decisions_on(appeal.against) if appeal and appeal.decisions else []
    if not appeal or not decided:
        message = f"{command.case} was not decided: the next instance hears only decided appeals"
        raise Refusal("no-prior-appeal", message, "`appeal lodge` and `appeal decide` come first")
    last = decided[-1]
    _check_nothing_pending(command, appeal, session)
    decisions.check_in_force(session, appeal, "`appeal lodge {by}`: that is the ruling in force")
    # The chief director's ruling on law goes to the committee, and only then further (Laws 93B1, 93C)
    decision = appeal.decision
    on_law = isinstance(decision, facts.AppealDecided) and decision.body == "chief-director" and not decision.alone
    if command.instance == "committee" and not on_law:
        message = f"{appeal.case} was not decided by the chief director on a point of law"
        hint = 'a decision of the committee goes to the regulating authority: --to "the national authority"'
        raise Refusal("other-instance", message, hint)
    if command.instance == "authority" and on_law and session.officials.holders("committee"):
        message = "the chief director's ruling on a point of law may be appealed to the committee first"
        raise Refusal("other-instance", message, '--to "the committee"')
    check_order(actor, max(appeal.last_at, last.at), f"{appeal.case} was decided, or given up")
    check_concurrence(command, session.subject(appeal), session)
    return (ProposedEvent(event_of(facts.FurtherAppealLodged, command), (last.number,)),)


def _check_nothing_pending(command: facts.AppealFurther, appeal: Appeal, session: Session) -> None:
    """Refuse a further appeal while an appeal on the case is undecided, or if the last instance has decided."""
    if appeal.awaiting:
        message = f"{appeal.case} went to {appeal.awaiting.to}, which has not decided"
        raise Refusal(
            "appealed-already", message, f"to record the decision: {decisions.how_to_decide(appeal.case, 'review')}"
        )
    for rival in session.appeals_of(appeal.against):
        earlier = rival.awaiting
        if earlier and decisions.is_one_appellant(earlier, command, session.subject(rival)):
            message = f"{command.appellant} has taken {rival.against} to {earlier.to}: {rival.case}"
            review = decisions.how_to_decide(rival.case, "review")
            hint = f"to record the decision: {review}; if the appeal is given up: `appeal withdraw {rival.case}`"
            raise Refusal("appealed-already", message, hint)
    if is_decided_by_authority(session, appeal.against):
        last = session.decisions_on(appeal.against)[-1].decision.case
        message = f"{appeal.against} was decided by the regulating authority ({last}): nothing is above it"
        raise Refusal("final", message, f"`show {last}`")
    for rival in session.appeals_of(appeal.against):
        if rival.open and not (rival.awaiting and rival.awaiting.instance == command.instance):
            step = "review" if rival.awaiting else "decide"
            raise Refusal(
                "appeal-open",
                f"{rival.case} against {appeal.against} is still to be decided",
                f"first {decisions.how_to_decide(rival.case, step)}, or `appeal withdraw {rival.case}`: "
                f"only the last decision on {appeal.against} is taken further",
            )


def _fate(appeal: Appeal, stated: facts.DepositFate | None, usual: facts.DepositFate) -> facts.DepositFate | None:
    return (stated or usual) if appeal.lodged.deposit else None


RECORDED_WRONGLY = "recorded wrongly"


def _unlodge(event: facts.AppealLodged, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    appeal = require_appeal(session, event.case)
    case = appeal.case
    if appeal.withdrawn:
        message = f"{case} was withdrawn (#{appeal.events[-1]})"
        raise Refusal("case-withdrawn", message, "`appeal lodge` lodges a new one")
    if appeal.screened or appeal.heard or appeal.decisions:
        decided = f"`undo {case}` takes back its decision first" if appeal.decisions else ""
        hint = decided or f"`appeal withdraw {case}`, where the appellant gives it up"
        raise Refusal("has-dependants", f"#{appeal.events[-1]} came after #{appeal.number} in {case}", hint)
    deposit: facts.DepositFate | None = "returned" if appeal.lodged.deposit else None
    withdrawn = facts.AppealWithdrawn(case, command.reason or RECORDED_WRONGLY, deposit=deposit)
    return (ProposedEvent(withdrawn, (appeal.number,)),)


def _unwithdraw(event: facts.AppealWithdrawn, command: Undo, session: Session, actor: Actor) -> None:
    appeal = require_appeal(session, event.case)
    _check_last(appeal, command, appeal.events[-1] if appeal.withdrawn else 0)
    decisions.check_goes_on(appeal, session)


def _unconfirm(event: facts.AppealConfirmed, command: Undo, session: Session, actor: Actor) -> None:
    appeal = require_appeal(session, event.case)
    _check_last(appeal, command, appeal.events[-1])


def _unfurther(
    event: facts.FurtherAppealLodged, command: Undo, session: Session, actor: Actor
) -> facts.FurtherAppealWithdrawn:
    appeal = require_appeal(session, event.case)
    _check_last(appeal, command, appeal.furthers[-1].number if appeal.awaiting else 0)
    deposit: facts.DepositFate | None = "returned" if event.deposit else None
    return facts.FurtherAppealWithdrawn(event.case, command.reason or RECORDED_WRONGLY, deposit)


def _undecide(
    event: facts.AppealDecided | facts.DecisionReviewed, command: Undo, session: Session, actor: Actor
) -> None:
    case, appeal = event.case, require_appeal(session, event.case)
    _check_last(appeal, command, appeal.decisions[-1].number if appeal.decisions else 0)
    decided, subject = appeal.decisions[-1], session.subject(appeal)
    last = session.decisions_on(decided.on)[-1]
    if last.number != decided.number:
        message = f"a later decision on {decided.on} is in {last.decision.case} (#{last.number})"
        raise Refusal("has-dependants", message, f"`undo {last.number}` first")
    # This appeal itself too: it may have been confirmed against a later ruling
    for dependant in (appeal, *session.appeals_of(decided.on)):
        if dependant.awaiting:
            hint = f"`undo` its further appeal, or `appeal withdraw {dependant.case}`, first"
            raise Refusal("has-dependants", f"{dependant.case} was taken to {dependant.awaiting.to}", hint)
    if isinstance(subject, Penalty) and subject.withdrawn:
        message = f"{decided.on} was withdrawn after the decision (#{subject.events[-1]})"
        raise Refusal("has-dependants", message, f"`undo {subject.events[-1]}` first")
    ordered = next((ruling.case for ruling in session.rulings.values() if ruling.given.order == case), None)
    if ordered and not session.rulings[ordered].withdrawn:
        raise Refusal("has-dependants", f"{ordered} was given on the order of {case}", f"`undo {ordered}` first")


def _check_last(appeal: Appeal, command: Undo, last: int) -> None:
    """Refuse to undo a step of an appeal unless it is event `last`, the last step of its kind."""
    if (number := command.target.number) != last:
        message = f"#{appeal.events[-1]} came after #{number} in {appeal.case}"
        raise Refusal("has-dependants", message, f"`show {appeal.case}`")


UNDO: Undoing = {
    facts.AppealLodged: _unlodge,
    facts.AppealWithdrawn: _unwithdraw,
    facts.AppealConfirmed: _unconfirm,
    facts.FurtherAppealLodged: _unfurther,
    facts.AppealDecided: _undecide,
    facts.DecisionReviewed: _undecide,
}
