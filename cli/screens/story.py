"""The story of a case, from the call at the table to the last instance, as one page."""

from collections.abc import Iterator
from typing import Any

from cli.desk.desk import Desk
from cli.screens.event_lines import event_json
from cli.screens.telling import decided_by, instead, kind_text, poll_result, told, who_appeals
from cli.screens.times import RECORDED_LATER, moment_text, span_text, until_text
from cli.screens.wording import outcome_lines, played_line
from cli.screens.words import OFFENDERS, POINTS, SEATS, VERDICTS
from ledger.events import Envelope
from ledger.events.appeals import AppealDecided, AppealHeard, AppealLodged, Decision
from ledger.events.calls import DirectorCalled, FactsStated, PollTaken
from ledger.events.rulings import Judgement, RulingGiven
from ledger.laws.citation import law_title
from ledger.projections.timeline import related, story
from ledger.session import Ruling, Session
from ledger.session.appeal_states import appeal_state, deposit_state, further_deposit_state
from ledger.session.call_states import call_state
from ledger.session.case_numbers import require_appeal, require_case, require_open_call, require_penalty
from ledger.session.ruling_states import appeal_deadline, ruling_state


def show_case(desk: Desk, name: str) -> None:
    """Print the whole story a case belongs to, its own state first."""
    session, case = desk.session(), name.upper()
    _require(session, case)
    log = story(session, desk.office.log(session.id, session.number), case)
    if desk.settings.json:
        desk.json("case/1", session, _json(session, case, log, desk.now(session)))
        return
    cases = sorted(related(session, case), key=lambda each: (each != case, "CRAP".index(each[0]), each))
    for each in cases:
        for line in _state_lines(session, each, desk.now(session), desk.symbols):
            desk.say(line)
    for envelope in log:
        desk.say(f"\n#{envelope.number}  {_when(envelope, desk.now(session))}  {envelope.by}")
        for line in _lines(envelope, session, desk.symbols):
            desk.say(f"  {line}")


def _require(session: Session, case: str) -> None:
    match case[:1]:
        case "R":
            require_case(session, case)
        case "A":
            require_appeal(session, case)
        case "P":
            require_penalty(session, case)
        case _:
            if case not in session.calls:
                require_open_call(session, case)


def _when(envelope: Envelope, now: int) -> str:
    happened = moment_text(envelope.occurred_at, now)
    if envelope.recorded_at - envelope.occurred_at < RECORDED_LATER:
        return happened
    return f"{happened} (recorded {span_text(envelope.recorded_at - envelope.occurred_at)} later)"


# Where each case stands


def _state_lines(session: Session, case: str, now: int, symbols: bool) -> Iterator[str]:
    if case in session.rulings:
        yield from _ruling_lines(session, session.rulings[case], now, symbols)
    elif case in session.appeals:
        appeal = session.appeals[case]
        deposit = f", deposit {deposit_state(appeal)}" if appeal.lodged.deposit else ""
        further = further_deposit_state(appeal)
        deposit += f", deposit of the further appeal {further}" if further != "none" else ""
        against = f"against {appeal.ruling}, by {who_appeals(appeal, session)}"
        yield f"{case}   {against}   {appeal_state(session, appeal)}{deposit}"
    elif case in session.calls:
        call = session.calls[case]
        table = f" table {call.called.table}" if call.called.table else ""
        yield f"{case}   board {call.called.board}{table}   {call_state(session, call)}"
    else:
        penalty = session.penalties[case]
        yield f"{told(penalty.imposed)}   {'withdrawn' if penalty.withdrawn else 'in force'}"


def _ruling_lines(session: Session, ruling: Ruling, now: int, symbols: bool) -> Iterator[str]:
    state = ruling_state(session, ruling, now)
    by = f" by {ruling.superseded_by}" if ruling.superseded_by else ""
    yield f"{ruling.case}   board {ruling.board}, {ruling.seating}   {state}{by}"
    if played := played_line(session, ruling, symbols):
        yield f"  table result: {played}"
    if state in ("withdrawn", "superseded"):
        return
    score = session.in_force(ruling)
    yield f"  in force: {kind_text(score.adjustment)} ({score.case} #{score.number})"
    deadline = appeal_deadline(session, ruling)
    if state == "standing" and deadline is not None:
        yield f"  appeal possible {until_text(deadline, now)}"


# What each event says


def _lines(envelope: Envelope, session: Session, symbols: bool) -> Iterator[str]:
    match envelope.event:
        case DirectorCalled() as event:
            yield told(event)
            yield from _labelled(laws=event.laws)
        case FactsStated() as event:
            yield f"{event.case} facts, {'agreed' if event.agreed else 'disputed: as the director finds them (Law 85)'}"
            yield f"  {event.facts}"
            yield from (f"  {SEATS[seat]}: {said}" for seat, said in event.statements)
            yield from _labelled(looked_at=", ".join(event.evidence))
        case PollTaken() as event:
            yield from _poll_lines(event)
        case Judgement() as event:
            yield from _judgement_lines(event, session, symbols)
        case AppealLodged() as event:
            yield from _lodged_lines(event)
        case AppealHeard() as event:
            yield told(event)
            yield from _labelled(present=", ".join(event.present))
        case Decision() as event:
            yield from _decision_lines(event, session, symbols)
        case _:
            yield told(envelope.event)


def _poll_lines(poll: PollTaken) -> Iterator[str]:
    among = f" of {poll.among}" if poll.among else ""
    yield f"{poll.case} poll{among}: {poll.question}"
    for answer in poll.answers:
        considered = f"   (considered {', '.join(answer.considered)})" if answer.considered else ""
        yield f"  {answer.chose}{considered}"
    yield f"  in sum: {poll_result(poll)}"


def _judgement_lines(event: Judgement, session: Session, symbols: bool) -> Iterator[str]:
    case = getattr(event, "case", "")
    offender = f", {OFFENDERS[event.offender]}" if OFFENDERS[event.offender] else ""
    verb = "" if isinstance(event, RulingGiven) else "amended: "
    provisional = "provisional: " if event.provisional else ""
    yield f"{case} {verb}{provisional}{kind_text(event.adjustment)}{offender}"
    yield from outcome_lines(event.adjustment, session.rulings[case].board, symbols)
    if isinstance(event, RulingGiven) and (superseding := instead(event)):
        yield f"  {superseding}"
    yield from (f"  Law {law}: {law_title(law)}" for law in event.laws)
    yield from _labelled(
        infraction=_yes_no(event.infraction),
        damage=_yes_no(event.damage),
        findings=event.findings,
        facts=event.facts,
        logical_alternatives=", ".join(event.alternatives),
        disallowed=", ".join(event.disallowed),
        legal_route=event.legal_route,
        consulted=", ".join(event.consulted),
        reason=event.reason,
        advice=", ".join(event.advice),
    )


def _lodged_lines(event: AppealLodged) -> Iterator[str]:
    yield told(event)
    signed = "the captain" if event.captain else " and ".join(SEATS[seat] for seat in event.signed)
    claim = repr(event.claim) if event.claim else ""
    yield from _labelled(concurring=signed, through=event.through, asks_for=claim)


def _decision_lines(event: Decision, session: Session, symbols: bool) -> Iterator[str]:
    yield f"{event.case} decided by {decided_by(event)}: {VERDICTS[event.verdict]}"
    if isinstance(event, AppealDecided):
        yield f"  {POINTS[event.point]}"
    if event.adjustment:
        offender = f", {OFFENDERS[event.offender]}" if OFFENDERS[event.offender] else ""
        yield f"  {kind_text(event.adjustment)}{offender}"
        board = session.rulings[session.appeals[event.case].ruling].board
        yield from outcome_lines(event.adjustment, board, symbols)
    yield from (f"  Law {law}: {law_title(law)}" for law in event.laws)
    yield from _labelled(
        findings=event.findings,
        reason=event.reason,
        merit=f"{event.merit} merit",
        deposit=event.deposit or "",
        dissent=event.dissent,
        recommendation=event.recommendation,
        advice=", ".join(event.advice),
    )


def _labelled(**values: str | tuple[str, ...]) -> Iterator[str]:
    for name, value in values.items():
        text = ", ".join(value) if isinstance(value, tuple) else value
        if text:
            yield f"  {name.replace('_', ' ')}: {text}"


def _yes_no(found: bool | None) -> str:
    return "" if found is None else "found" if found else "none found"


def _json(session: Session, case: str, log: list[Envelope], now: int) -> dict[str, Any]:
    head: dict[str, Any] = {"case": case, "story": sorted(related(session, case))}
    if ruling := session.rulings.get(case):
        head |= {
            "board": ruling.board,
            "ns": ruling.seating.ns,
            "ew": ruling.seating.ew,
            "withdrawn": ruling.withdrawn,
            "state": ruling_state(session, ruling, now),
        }
    elif appeal := session.appeals.get(case):
        head |= {"ruling": appeal.ruling, "state": appeal_state(session, appeal), "deposit": deposit_state(appeal)}
        head |= {"further_deposit": further_deposit_state(appeal)}
    elif call := session.calls.get(case):
        head |= {"board": call.called.board, "table": call.called.table, "state": call_state(session, call)}
    else:
        head |= {"withdrawn": session.penalties[case].withdrawn}
    return head | {"events": [event_json(envelope) for envelope in log]}
