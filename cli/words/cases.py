"""How a case stands, in lines: a ruling, a penalty, a call, an appeal; and which event it began with."""

from collections.abc import Iterator

from cli.words.appeals import who_appeals
from cli.words.auctions import record_lines
from cli.words.calls import called_where
from cli.words.deals import diagram, heading
from cli.words.events import event_text
from cli.words.language import say, tell
from cli.words.memos import readers_text
from cli.words.notation import in_notation, side_text
from cli.words.registers import penalty_in_force_text
from cli.words.rulings import kind_text, offender_text, played_line
from cli.words.times import until_text
from cli.words.vocabulary import STATES, seated
from ledger.session import Appeal, Call, Penalty, Ruling, Session, beside, together
from ledger.session.appeals import appeal_state, deposit_state, further_deposit_states
from ledger.session.calls import call_state
from ledger.session.case_numbers import require_appeal, require_case, require_memo, require_open_call, require_penalty
from ledger.session.cases import Memo
from ledger.session.overtaken import overtaken
from ledger.session.rulings import appeal_deadline, penalty_deadline, penalty_state, ruling_state


def require_known_case(session: Session, case: str) -> None:
    """Refuse a case that is not in the session."""
    if case not in session.calls and case not in session.memos:  # one that was withdrawn has its story too
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
        case "M":
            return require_memo(session, case).number
        case _:
            return require_open_call(session, case).number


# Where each case stands


def state_lines(session: Session, case: str, now: int, symbols: bool, *, counting: bool = True) -> Iterator[str]:
    """Where a case stands, in a few lines; `counting`: with the time that is left of what runs."""
    if case in session.rulings:
        yield from _ruling_lines(session, session.rulings[case], now, symbols, counting)
    elif case in session.appeals:
        yield _appeal_line(session, session.appeals[case])
    elif case in session.calls:
        yield _call_line(session, session.calls[case])
    elif case in session.memos:
        yield _memo_line(session.memos[case])
    else:
        yield from _penalty_lines(session, session.penalties[case], now, counting)


def _appeal_line(session: Session, appeal: Appeal) -> str:
    deposit = say(", deposit %(state)s", state=STATES[deposit_state(appeal)]) if appeal.lodged.deposit else ""
    further = [STATES[state] for state in further_deposit_states(appeal) if state != "none"]
    deposit += say(", deposit of the further appeal %(further)s", further=", ".join(further)) if further else ""
    against = say("against %(against)s, by %(who)s", against=appeal.against, who=who_appeals(appeal, session))
    return f"{appeal.case}   {against}   {STATES[appeal_state(session, appeal)]}{deposit}"


def _call_line(session: Session, call: Call) -> str:
    return f"{call.case}   {called_where(call.called)}   {STATES[call_state(session, call)]}"


def _memo_line(memo: Memo) -> str:
    state = say("withdrawn") if memo.withdrawn else say("`memo show %(case)s` opens it", case=memo.case)
    return f"{memo.case}   {say('memo, for %(readers)s', readers=readers_text(memo.keys))}   {state}"


def _penalty_lines(session: Session, penalty: Penalty, now: int, counting: bool) -> Iterator[str]:
    """The penalty as imposed; what is in force of it, and until when it may be appealed."""
    state, ends = penalty_state(session, penalty, now), penalty_deadline(session, penalty)
    yield f"{event_text(penalty.imposed)}   {STATES[state]}"
    if state != "withdrawn":
        yield say("  in force: %(penalty)s", penalty=penalty_in_force_text(session, penalty))
    if state == "standing" and ends is not None:
        yield say("  appeal possible %(until)s", until=until_text(ends, now, counting=counting))


def _ruling_lines(session: Session, ruling: Ruling, now: int, symbols: bool, counting: bool) -> Iterator[str]:
    state = ruling_state(session, ruling, now)
    by = say(" by %(superseded_by)s", superseded_by=ruling.superseded_by) if ruling.superseded_by else ""
    yield say(
        "%(case)s   board %(board)s, %(seating)s   %(state)s%(by)s",
        case=ruling.case,
        board=ruling.board,
        seating=seated(*ruling.seating.pair),
        state=STATES[state],
        by=by,
    )
    if played := played_line(session, ruling, symbols):
        yield say("  table result: %(played)s", played=played)
    yield from (
        say("  to look at again: %(fact)s", fact=in_notation(tell(each.fact)))
        for each in overtaken(session)
        if each.ruling.case == ruling.case
    )
    if state not in ("withdrawn", "superseded"):
        yield from _in_force_lines(session, ruling, state, now, counting)


def hand_lines(session: Session, ruling: Ruling, symbols: bool) -> Iterator[str]:
    """The cards, the auction and the play, as far as they are known: what a committee has before it."""
    deal, played = session.deal(ruling.board), session.boards[ruling.board].get(ruling.seating)
    if deal:
        yield from ("", heading(ruling.board), "", *diagram(deal, symbols=symbols))
    if played:
        yield from record_lines(played, symbols=symbols)


def _in_force_lines(session: Session, ruling: Ruling, state: str, now: int, counting: bool) -> Iterator[str]:
    score, deadline = session.in_force(ruling), appeal_deadline(session, ruling)
    yield say(
        "  in force: %(kind)s (%(case)s #%(number)s)%(whose)s",
        kind=kind_text(score.adjustment),
        case=score.case,
        number=score.number,
        whose=_whose(session, ruling),
    )
    for other in beside(session, ruling):
        there = session.in_force(other)
        yield say(
            "  beside %(case)s: %(kind)s%(offender)s",
            case=other.case,
            kind=kind_text(there.adjustment),
            offender=offender_text(there.offender),
        )
    if state == "standing" and deadline is not None:
        yield say("  appeal possible %(until)s", until=until_text(deadline, now, counting=counting))


def _whose(session: Session, ruling: Ruling) -> str:
    """', for NS': whose score a ruling says, where both sides offended and each is ruled on by itself."""
    ruled = together(session, session.boards[ruling.board][ruling.seating])
    score = session.in_force(ruling)
    return (
        say(", for %(offender)s", offender=side_text(score.offender))
        if ruled.each_side and score in (ruled.ns, ruled.ew)
        else ""
    )
