"""How a case stands, in lines: a ruling, a penalty, a call, an appeal; and which event it began with."""

from collections.abc import Iterator

from cli.words.appeals import who_appeals
from cli.words.auctions import record_lines
from cli.words.calls import called_where
from cli.words.deals import diagram, heading
from cli.words.events import event_text
from cli.words.registers import penalty_in_force_text
from cli.words.rulings import kind_text, offender_text, played_line
from cli.words.times import until_text
from ledger.session import Appeal, Call, Penalty, Ruling, Session, beside, together
from ledger.session.appeals import appeal_state, deposit_state, further_deposit_states
from ledger.session.calls import call_state
from ledger.session.case_numbers import require_appeal, require_case, require_open_call, require_penalty
from ledger.session.overtaken import overtaken
from ledger.session.rulings import appeal_deadline, penalty_deadline, penalty_state, ruling_state


def require_known_case(session: Session, case: str) -> None:
    """Refuse a case that is not in the session."""
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
    yield from (f"  to look at again: {each.fact}" for each in overtaken(session) if each.ruling.case == ruling.case)
    if state not in ("withdrawn", "superseded"):
        yield from _in_force_lines(session, ruling, state, now)


def hand_lines(session: Session, ruling: Ruling, symbols: bool) -> Iterator[str]:
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
