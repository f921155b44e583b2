"""Rulings: given, amended, superseded, withdrawn, notified; and undo, for them, who was told of them, and penalties."""

from typing import Any

from msgspec import structs

from ledger.decide.entering import enter
from ledger.decide.judging import check_needs_result, checked, offender_of
from ledger.decide.penalties import check_amount, withdraw_penalty
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.seats import check_free, lone_seating, new_seating, unentered
from ledger.decide.steps import check_order
from ledger.errors import Refusal
from ledger.facts import (
    AmendRuling,
    ConfirmRuling,
    GiveRuling,
    Grounds,
    NotifySides,
    Undo,
    Where,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.facts.casebook import CaseClassified
from ledger.facts.rulings import (
    Judgement,
    NotificationRecalled,
    Offender,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingConfirmationRecalled,
    RulingConfirmed,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
)
from ledger.laws.adjustment import Adjustment, Artificial
from ledger.laws.subjects import SUBJECTS, Subject
from ledger.scoring.line import Seating
from ledger.session import Appeal, Call, Ruling, Session, TableBoard
from ledger.session.case_numbers import require_case, require_open_call, require_penalty, require_standing
from ledger.session.overtaken import found_at
from ledger.session.places import meant, require_table
from ledger.session.rulings import order


def give_ruling(command: GiveRuling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A ruling on a table's board, beside those in force that it goes with; it may answer a call."""
    where, played = meant(session, command.where)
    call = _call_about(session, command.call, where.board) if command.call else None
    seating = played.seating if played else _seating(session, command.adjustment, where)
    event = RulingGiven(
        case=_new_case(session),
        board=where.board,
        **structs.asdict(seating),
        adjustment=command.adjustment,
        **_stated(command.grounds),
        provisional=command.provisional,
        call=command.call,
    )
    _check_same_table(event, call)
    if call:
        check_order(actor, call.at, f"{call.case} was made")
    entering = () if played else enter(unentered(session, seating), session.opening)
    offender_said = command.grounds.offender is not None
    event = checked(event, event, played, session, offender_said=offender_said)
    given = ProposedEvent(event, _because(played, call))
    return *entering, given, *_about(event, command.subjects), *_notified(event.case, command)


def _about(event: RulingGiven, subjects: tuple[Subject, ...]) -> tuple[ProposedEvent, ...]:
    """What the ruling is about, where somebody says so."""
    said = tuple(each for each in SUBJECTS if each in subjects)
    return (ProposedEvent(CaseClassified(event.case, said)),) if said else ()


def _seating(session: Session, score: Adjustment, where: Where) -> Seating:
    """The seats of a line that is not there yet: of one contestant, where it alone has an award (Law 15B)."""
    if isinstance(score, Artificial) and score.alone:
        return lone_seating(session, where, score.alone)
    return new_seating(session, where)


def amend_ruling(command: AmendRuling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """State a ruling anew; what the command leaves out stays as it was.

    Once scores are out, or the ruling was appealed, its score changes only for a cause: then a new ruling
    supersedes it.
    """
    ruling = require_standing(session, command.case)
    check_order(actor, ruling.versions[-1].at, f"{ruling.case} was given")
    old = ruling.judgement
    if command.provisional and (command.cause or not old.provisional):
        raise Refusal(
            "not-provisional", f"{ruling.case} was given: no score is provisional after that", "leave --provisional out"
        )
    if command.table:
        return _elsewhere(command, ruling, session, actor)
    if command.cause:
        return _supersede(command, ruling, session, actor)
    return _restate(command, ruling, session)


def _new_case(session: Session) -> str:
    """What the next ruling is called."""
    return f"R-{len(session.rulings) + 1:04d}"


def _elsewhere(command: AmendRuling, ruling: Ruling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The ruling withdrawn where it was entered, and given at the table it is of; both sides there are to be told."""
    played = require_table(session, Where(ruling.board, command.table, round=ruling.seating.round))
    if played.seating == ruling.seating:
        raise Refusal("nothing-to-change", f"{ruling.case} is on {played.name}", f"`show {ruling.case}`")
    old = ruling.judgement
    reason = command.grounds.reason or f"entered at the wrong table: it is of {played.name}"
    withdrawn = withdraw_ruling(WithdrawRuling(ruling.case, reason), session, actor)
    event = RulingGiven(
        case=_new_case(session),
        board=ruling.board,
        **structs.asdict(played.seating),
        adjustment=command.adjustment or old.adjustment,
        provisional=old.provisional,
        **{**_said(old), **_stated(command.grounds), **_offended(command, old.offender)},
    )
    given = checked(event, event, played, session, offender_said=_offender_said(command, old))
    because = (ruling.versions[-1].number, *_because(played, None))
    return *withdrawn, ProposedEvent(given, tuple(sorted(because))), *_notified(event.case, command)


def _restate(command: AmendRuling, ruling: Ruling, session: Session) -> tuple[ProposedEvent, ...]:
    """Another version of the same ruling."""
    old = ruling.judgement
    score = command.adjustment or old.adjustment
    provisional = command.provisional or (old.provisional and command.adjustment is None)
    event = RulingAmended(
        case=ruling.case,
        adjustment=score,
        provisional=provisional,
        **{**_said(old), **_stated(command.grounds), **_offended(command, old.offender)},
    )
    played = session.boards[ruling.board][ruling.seating]
    event = checked(event, ruling.given, played, session, offender_said=_offender_said(command, old))
    if (*_judged(event), event.provisional) == (*_judged(old), old.provisional):
        raise Refusal("nothing-to-change", f"{ruling.case} already says so", f"`show {ruling.case}`")
    return ProposedEvent(event, (ruling.versions[-1].number,)), *_notified(event.case, command)


def _offender_said(command: AmendRuling, old: Judgement) -> bool:
    """Whether it was said who offended, if only that nobody did: a score as it was keeps the advice it drew."""
    unsaid = command.adjustment is not None or "OVER_100_NEEDS_OUTSIDE_AGENCY" in old.advice
    return command.grounds.offender is not None or not unsaid


def _notified(case: str, command: GiveRuling | AmendRuling) -> tuple[ProposedEvent, ...]:
    """That both sides were told, where the ruling was given to both at once."""
    return (ProposedEvent(SidesNotified(case, command.right_to_appeal)),) if command.notified else ()


def _supersede(command: AmendRuling, ruling: Ruling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A new ruling in the place of another (second thoughts, Law 82C, or by order); the other stays in the log."""
    given, old, now = ruling.given, ruling.judgement, session.in_force(ruling)
    _check_ordered(command, ruling, session, actor)
    said = {**_said(old), **_stated(command.grounds), **_offended(command, now.offender)}
    event = RulingGiven(
        case=_new_case(session),
        board=given.board,
        **structs.asdict(ruling.seating),
        call=given.call,
        adjustment=command.adjustment or now.adjustment,
        supersedes=ruling.case,
        cause=command.cause,
        order=command.order,
        **said,
    )
    event = checked(event, event, session.boards[ruling.board][ruling.seating], session)
    if (event.adjustment, event.offender) == (now.adjustment, now.offender):
        raise Refusal(
            "nothing-to-change",
            f"{now.case} already gives that score",
            f"without --cause, `ruling amend {ruling.case}` states its grounds anew",
        )
    because = (ruling.versions[-1].number, *_order_number(command, session))
    return ProposedEvent(event, because), *_notified(event.case, command)


def _check_ordered(command: AmendRuling, ruling: Ruling, session: Session, actor: Actor) -> None:
    """An order is a decision that left the ruling to the director, or comes from above and reopens the board."""
    ordering = order(session, ruling.case)
    if ordering and command.cause != "order":
        message = f"{ordering.case} left it to the director: it is by order that he rules again"
        raise Refusal("needs-cause", message, f"--cause order --order {ordering.case}")
    if command.order and command.cause != "order":
        raise Refusal("needs-cause", f"{command.order} orders it, so that is the cause", "--cause order")
    if command.cause != "order" or (command.reopening and not command.order):
        return
    if ordering is None or command.order != ordering.case:
        raise _no_order(command.order, ordering, ruling, session)
    check_order(actor, ordering.last_at, f"{ordering.case} was decided")


def _no_order(named: str | None, ordering: Appeal | None, ruling: Ruling, session: Session) -> Refusal:
    above = session.appeals.get(named or "")
    if above and above.open and above.awaiting:
        return Refusal("no-order", f"{above.case} was taken to {above.awaiting.to}", "the next instance decides it")
    message = f"{named} does not order" if named else "no decision orders"
    hint = f"--order {ordering.case}" if ordering else "--reopen authority --authority WHO, for one from above"
    return Refusal("no-order", f"{message} a new ruling instead of {ruling.case}", hint)


def _order_number(command: AmendRuling, session: Session) -> tuple[int, ...]:
    return (session.appeals[command.order].decisions[-1].number,) if command.order else ()


def withdraw_ruling(command: WithdrawRuling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Take a ruling back; what was in force before it is again."""
    ruling = require_standing(session, command.case)
    check_order(actor, ruling.versions[-1].at, f"{ruling.case} was given")
    if appeals := [appeal for appeal in session.appeals_of(ruling.case) if appeal.open or appeal.decisions]:
        last = appeals[-1]
        undo = (
            f"`undo {last.decisions[-1].number}`, its decision, then withdraw it"
            if last.decisions
            else f"withdraw it first: `undo {last.case}`"
        )
        raise Refusal(
            "has-dependants",
            _appealed(last, ruling.case),
            f"{undo}; a better ruling takes its place by `ruling amend … --cause …`",
        )
    return (ProposedEvent(RulingWithdrawn(ruling.case, command.reason), (ruling.versions[-1].number,)),)


def _appealed(appeal: Appeal, case: str) -> str:
    """How an appeal comes to be against a ruling: lodged against it, or kept up when it took another's place."""
    if appeal.lodged.against == case:
        return f"{appeal.case} (#{appeal.number}) was lodged against {case}"
    return f"{appeal.case} (#{appeal.number}), lodged against {appeal.lodged.against}, is kept up against {case}"


def notify_sides(command: NotifySides, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Both sides were told of a ruling."""
    ruling = require_standing(session, command.case)
    check_order(actor, ruling.scored.at, f"{ruling.case} was given")
    if ruling.notified_at is not None and ruling.right_to_appeal >= command.right_to_appeal:
        raise Refusal("nothing-to-change", f"both sides were told of {ruling.case} already", f"`show {ruling.case}`")
    event = SidesNotified(ruling.case, command.right_to_appeal or ruling.right_to_appeal)
    return (ProposedEvent(event, (ruling.versions[-1].number,)),)


def confirm_ruling(command: ConfirmRuling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A ruling that holds, though what it rested on was corrected; refused where nothing was since it was looked at."""
    ruling = require_standing(session, command.case)
    found = found_at(session, session.boards[ruling.board][ruling.seating], ruling)
    if found is None:
        raise Refusal(
            "nothing-to-change",
            f"nothing was corrected beneath {ruling.case} since it was looked at",
            f"`ruling amend {ruling.case}` states its grounds anew; `show {ruling.case}`",
        )
    because = tuple(sorted({ruling.versions[-1].number, found.number}))
    return (ProposedEvent(RulingConfirmed(ruling.case, command.reason), because),)


def _call_about(session: Session, case: str, board: int) -> Call:
    """The call of that number, to a table with this board."""
    call = require_open_call(session, case)
    if call.called.board not in (None, board):
        raise Refusal("wrong-call", f"{case} was about board {call.called.board}, not {board}", f"`show {case}`")
    return call


def _check_same_table(event: RulingGiven, call: Call | None) -> None:
    called = call.called if call else None
    tables = called and called.table and event.table and called.table != event.table
    pairs = called and called.ns and called.ew and (called.ns, called.ew) != (event.ns, event.ew)
    if called and (tables or pairs):
        where = f"table {called.table}" if called.table else f"{called.ns} v {called.ew}"
        raise Refusal("wrong-call", f"{called.case} was about {where}", f"`show {called.case}`")


def _stated(grounds: Grounds) -> dict[str, Any]:
    """What the command says; the rest keeps what it was, or says nothing."""
    return {name: value for name, value in structs.asdict(grounds).items() if value is not None}


def _offended(command: AmendRuling, before: Offender) -> dict[str, Offender]:
    """Who offended, where a ruling is stated anew."""
    return {"offender": offender_of(command.grounds.laws or (), command.grounds.offender, before)}


def _said(judgement: Judgement) -> dict[str, Any]:
    return {name: getattr(judgement, name) for name in Grounds.__struct_fields__}


def _judged(judgement: Judgement) -> tuple[object, ...]:
    return (judgement.adjustment, *_said(judgement).values(), judgement.advice)


def _because(played: TableBoard | None, call: Call | None) -> tuple[int, ...]:
    result = (played.results[-1].number,) if played and played.results else ()
    return tuple(sorted((*result, *((call.number,) if call else ()))))


HANDLERS: Handlers = {
    GiveRuling: give_ruling,
    AmendRuling: amend_ruling,
    WithdrawRuling: withdraw_ruling,
    NotifySides: notify_sides,
    ConfirmRuling: confirm_ruling,
}


def _ungive(
    event: RulingGiven | RulingReinstated, command: Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """The ruling withdrawn; where only this event of it is meant, it is the last word of the case."""
    if not (command.whole_case and isinstance(event, RulingGiven)):
        _check_latest(require_case(session, event.case), command.target.number)
    return withdraw_ruling(WithdrawRuling(event.case, command.reason), session, actor)


def _unamend(event: RulingAmended, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    ruling = require_standing(session, event.case)
    _check_latest(ruling, command.target.number)
    latest, before = ruling.versions[-1], ruling.versions[-2].judgement
    said = {name: getattr(before, name) for name in Judgement.__struct_fields__ if name not in ("reason", "imported")}
    again = RulingAmended(case=ruling.case, reason=command.reason or before.reason, **said)
    return (ProposedEvent(again, (latest.number,)),)


def _reinstate(event: RulingWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    ruling = require_case(session, event.case)
    _check_latest(ruling, command.target.number)
    played, given = session.line(ruling.board, ruling.seating), ruling.given
    check_needs_result(ruling.judgement.adjustment, given, played, session)
    if played is None:
        check_free(session, ruling.board, ruling.seating)
    return (ProposedEvent(RulingReinstated(ruling.case, command.reason), (ruling.stated,)),)


def _check_latest(ruling: Ruling, number: int) -> None:
    latest = ruling.stated
    if latest != number:
        raise Refusal(
            "has-dependants",
            f"#{latest} came after #{number} in {ruling.case}",
            f"undo {latest} first, or the whole case: `undo {ruling.case}`",
        )


def _unnotify(event: SidesNotified, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    case, number = event.case, command.target.number
    ruling = require_standing(session, case)
    if ruling.notified_at is None or session.appeals_of(case):
        raise Refusal("has-dependants", f"{case} was appealed, or told anew, since #{number}", f"`show {case}`")
    return (ProposedEvent(NotificationRecalled(case, command.reason), (number,)),)


def _unconfirm(event: RulingConfirmed, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The ruling is to be looked at again; of several confirmations the last is taken back first."""
    ruling, number = require_standing(session, event.case), command.target.number
    if number not in ruling.confirmed:
        raise Refusal("undo-nothing", f"#{number} is taken back already", f"`show {ruling.case}`")
    if number != ruling.confirmed[-1]:
        latest = ruling.confirmed[-1]
        raise Refusal("has-dependants", f"#{latest} confirmed {ruling.case} since #{number}", f"undo {latest} first")
    return (ProposedEvent(RulingConfirmationRecalled(ruling.case, command.reason), (number,)),)


def _unpenalise(
    event: PenaltyImposed | PenaltyReinstated, command: Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    _check_latest_penalty(session, event.case, command.target.number)
    return withdraw_penalty(WithdrawPenalty(event.case, command.reason), session, actor)


def _penalise_again(
    event: PenaltyWithdrawn, command: Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    _check_latest_penalty(session, event.case, command.target.number)
    imposed = session.penalties[event.case].imposed
    check_amount(session, imposed.unit, imposed.amount, imposed.opponent)
    return (ProposedEvent(PenaltyReinstated(event.case, command.reason), (command.target.number,)),)


def _check_latest_penalty(session: Session, case: str, number: int) -> None:
    latest = require_penalty(session, case).events[-1]
    if latest != number:
        raise Refusal("has-dependants", f"#{latest} came after #{number} in {case}", f"undo {latest} first")


UNDO: Undoing = {
    RulingGiven: _ungive,
    RulingReinstated: _ungive,
    RulingAmended: _unamend,
    RulingWithdrawn: _reinstate,
    SidesNotified: _unnotify,
    RulingConfirmed: _unconfirm,
    PenaltyImposed: _unpenalise,
    PenaltyReinstated: _unpenalise,
    PenaltyWithdrawn: _penalise_again,
}
