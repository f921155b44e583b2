"""A case on a page: where it stands, and its story from the call at the table to the last instance."""

from collections.abc import Iterator

from cli.desk.desk import Desk
from cli.screens.awards import kind_text, offender_text, played_line
from cli.screens.deals import diagram, heading
from cli.screens.dockets import against_json
from cli.screens.event_pages import page_lines
from cli.screens.event_texts import event_text
from cli.screens.event_texts.appeals import who_appeals
from cli.screens.event_texts.calls import called_where
from cli.screens.events import event_json
from cli.screens.penalties import penalty_in_force_text
from cli.screens.table_records import record_json, record_lines
from cli.screens.times import RECORDED_LATER, moment_text, span_text, until_text
from ledger.events import Envelope
from ledger.events.free_text import has_texts
from ledger.projections.timeline import related_cases, related_events
from ledger.session import Appeal, Call, Penalty, Ruling, Session, beside, together
from ledger.session.appeal_states import appeal_state, deposit_state, further_deposit_states
from ledger.session.call_states import call_state
from ledger.session.case_numbers import require_appeal, require_case, require_open_call, require_penalty
from ledger.session.penalty_states import penalty_state
from ledger.session.ruling_states import appeal_deadline, penalty_deadline, ruling_state


def show_case(desk: Desk, name: str) -> None:
    """Print the whole story a case belongs to, its own state first."""
    session, case = desk.session(), name.upper()
    _require(session, case)
    log = related_events(session, desk.office.log(session.id, session.number), case)
    if desk.settings.json:
        desk.json_at("case/1", session, _json(session, case, log, desk.now(session)))
    else:
        _print(desk, session, case, log)


def _require(session: Session, case: str) -> None:
    if case not in session.calls:  # one that was withdrawn has its story too
        first_event(session, case)


def first_event(session: Session, case: str) -> int:
    """The number of the event that began a case; refused where there is none, or where a call was withdrawn."""
    match case[:1]:
        case "R":
            return require_case(session, case).number
        case "A":
            return require_appeal(session, case).number
        case "P":
            return require_penalty(session, case).number
        case _:
            return require_open_call(session, case).number


def _print(desk: Desk, session: Session, case: str, log: list[Envelope]) -> None:
    now = desk.now(session)
    for each in sorted(related_cases(session, case), key=lambda each: (each != case, "CRAP".index(each[0]), each)):
        for line in state_lines(session, each, now, desk.symbols):
            desk.say(line)
        if each in session.rulings:
            for line in _hand_lines(session, session.rulings[each], desk.symbols):
                desk.say(line)
    for envelope in log:
        desk.say("", f"#{envelope.number}  {_when(envelope, now)}  {envelope.by}")
        in_own_words = has_texts(type(envelope.event))  # those are shown as they were written
        for line in page_lines(envelope.event, session, desk.symbols):
            desk.say(f"  {line if in_own_words else desk.in_suits(line)}")


def _when(envelope: Envelope, now: int) -> str:
    happened = moment_text(envelope.occurred_at, now)
    later = envelope.recorded_at - envelope.occurred_at
    return f"{happened} (recorded {span_text(later)} later)" if later >= RECORDED_LATER else happened


# Where each case stands


def state_lines(session: Session, case: str, now: int, symbols: bool) -> Iterator[str]:
    """Where a case stands, in a few lines."""
    if case in session.rulings:
        yield from _ruling_lines(session, session.rulings[case], now, symbols)
    elif case in session.appeals:
        yield _appeal_line(session, session.appeals[case])
    elif case in session.calls:
        yield _call_line(session, session.calls[case])
    else:
        yield from _penalty_lines(session, session.penalties[case], now)


def _appeal_line(session: Session, appeal: Appeal) -> str:
    deposit = f", deposit {deposit_state(appeal)}" if appeal.lodged.deposit else ""
    further = [state for state in further_deposit_states(appeal) if state != "none"]
    deposit += f", deposit of the further appeal {', '.join(further)}" if further else ""
    against = f"against {appeal.against}, by {who_appeals(appeal, session)}"
    return f"{appeal.case}   {against}   {appeal_state(session, appeal)}{deposit}"


def _call_line(session: Session, call: Call) -> str:
    return f"{call.case}   {called_where(call.called)}   {call_state(session, call)}"


def _penalty_lines(session: Session, penalty: Penalty, now: int) -> Iterator[str]:
    """The penalty as imposed; what is in force of it, and until when it may be appealed."""
    state, ends = penalty_state(session, penalty, now), penalty_deadline(session, penalty)
    yield f"{event_text(penalty.imposed)}   {state}"
    if state != "withdrawn":
        yield f"  in force: {penalty_in_force_text(session, penalty)}"
    if state == "standing" and ends is not None:
        yield f"  appeal possible {until_text(ends, now)}"


def _ruling_lines(session: Session, ruling: Ruling, now: int, symbols: bool) -> Iterator[str]:
    state = ruling_state(session, ruling, now)
    by = f" by {ruling.superseded_by}" if ruling.superseded_by else ""
    yield f"{ruling.case}   board {ruling.board}, {ruling.seating}   {state}{by}"
    if played := played_line(session, ruling, symbols):
        yield f"  table result: {played}"
    if state not in ("withdrawn", "superseded"):
        yield from _in_force_lines(session, ruling, state, now)


def _hand_lines(session: Session, ruling: Ruling, symbols: bool) -> Iterator[str]:
    """The cards, the auction and the play, as far as they are known: what a committee has before it."""
    deal, played = session.deal(ruling.board), session.boards[ruling.board].get(ruling.seating)
    if deal:
        yield from ("", heading(ruling.board), "", *diagram(deal, symbols=symbols))
    if played:
        yield from record_lines(played, symbols=symbols)


def _in_force_lines(session: Session, ruling: Ruling, state: str, now: int) -> Iterator[str]:
    score, deadline = session.in_force(ruling), appeal_deadline(session, ruling)
    yield f"  in force: {kind_text(score.adjustment)} ({score.case} #{score.number}){_whose(session, ruling)}"
    for other in beside(session, ruling):
        there = session.in_force(other)
        yield f"  beside {other.case}: {kind_text(there.adjustment)}{offender_text(there.offender)}"
    if state == "standing" and deadline is not None:
        yield f"  appeal possible {until_text(deadline, now)}"


def _whose(session: Session, ruling: Ruling) -> str:
    """', for NS': whose score a ruling says, where both sides offended and each is ruled on by itself."""
    ruled = together(session, session.boards[ruling.board][ruling.seating])
    score = session.in_force(ruling)
    return f", for {score.offender}" if ruled.each_side and score in (ruled.ns, ruled.ew) else ""


def _json(session: Session, case: str, log: list[Envelope], now: int) -> dict[str, object]:
    head: dict[str, object] = {"case": case, "story": sorted(related_cases(session, case))}
    return head | _state_json(session, case, now) | {"events": [event_json(envelope) for envelope in log]}


def _state_json(session: Session, case: str, now: int) -> dict[str, object]:
    if ruling := session.rulings.get(case):
        return _ruling_json(session, ruling, now)
    if appeal := session.appeals.get(case):
        return _appeal_json(session, appeal)
    if call := session.calls.get(case):
        return {"board": call.called.board, "table": call.called.table, "state": call_state(session, call)}
    penalty = session.penalties[case]
    return {"withdrawn": penalty.withdrawn, "state": penalty_state(session, penalty, now)}


def _ruling_json(session: Session, ruling: Ruling, now: int) -> dict[str, object]:
    deal, played = session.deal(ruling.board), session.boards[ruling.board].get(ruling.seating)
    return {
        "board": ruling.board,
        "ns": ruling.seating.ns,
        "ew": ruling.seating.ew,
        "withdrawn": ruling.withdrawn,
        "state": ruling_state(session, ruling, now),
        "beside": [other.case for other in beside(session, ruling)],
        "deal": str(deal) if deal else None,
        **(record_json(played) if played else {}),
    }


def _appeal_json(session: Session, appeal: Appeal) -> dict[str, object]:
    return {
        **against_json(appeal),
        "state": appeal_state(session, appeal),
        "deposit": deposit_state(appeal),
        "further_deposit": (further_deposit_states(appeal) or ("none",))[-1],
    }
