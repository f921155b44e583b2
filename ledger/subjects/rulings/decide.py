"""Decide rulings (given, amended, superseded, withdrawn, notified) and penalties (Laws 90, 91); and undo them."""

from typing import Any

from msgspec import structs

from ledger.errors import Refusal
from ledger.guards.entering import enter_new
from ledger.guards.judging import advised_judgement, check_amount, check_needs_result, check_unplayed, offender_of
from ledger.guards.periods import check_order
from ledger.guards.seats import check_free, new_seating, seating_without_opponents
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial
from ledger.laws.citation import SUBJECTS
from ledger.laws.edition import Edition
from ledger.laws.penalty_amount import parse_amount
from ledger.projections.finality import outdated_ruling_of
from ledger.scoring.forms import FORMS
from ledger.session import places
from ledger.session.case_numbers import no_such_case, require_case, require_open_call, require_penalty, require_standing
from ledger.session.cases import Call, Ruling
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.casebook import CaseClassified
from ledger.subjects.rulings import facts
from ledger.subjects.rulings.state import appeal_to_rule_again


def impose_penalty(command: facts.ImposePenalty, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Impose a penalty in a unit that the form of scoring has; refused without the match if the unit needs one."""
    command = _as_named(session, command)
    if "+" in command.contestant and places.sits_at_one_table(session):
        message = "in an individual event the offender alone is penalised"
        raise Refusal("penalty-for-partner", message, f"name one player: {command.contestant.partition('+')[0]}")
    contestant = places.require_contestant(session, command.contestant)
    opponent = places.require_contestant(session, command.opponent) if command.opponent else None
    check_amount(session, command.unit, command.amount, opponent)
    round_ = command.round
    # Two may meet again, so the match needs a round; a knockout is one match over all rounds
    if opponent is not None:
        met = places.require_one_round(session, (contestant, opponent), round_)
        if not met:
            message = f"{contestant} has no match against {opponent}"
            raise Refusal("no-such-match", message, "`standings` lists the matches")
        round_ = round_ if FORMS[session.opening.scoring].one_match else met.pop()
    case = f"P-{len(session.penalties) + 1:04d}"
    event = event_of(facts.PenaltyImposed, command, case=case, contestant=contestant, opponent=opponent, round=round_)
    if command.beside is None:
        return (ProposedEvent(event),)
    beside = session.rulings.get(command.beside) or session.appeals.get(command.beside)
    if beside is None:
        raise no_such_case(session, command.beside, "R", "A")
    return (ProposedEvent(event, (beside.number,)),)


def _as_named(session: Session, command: facts.ImposePenalty) -> facts.ImposePenalty:
    """Fill in the amount of a named penalty from the regulations; VPs come first unless a match is named."""
    if command.named is None:
        return command
    named = dict(session.regulations.penalties.named)
    if command.named not in named:
        known = f"its penalties: {', '.join(named)}" if named else "no penalty has a name in these regulations"
        message = f"{session.regulations.profile} has no penalty called {command.named}"
        raise Refusal("no-such-penalty", message, f"{known}; or type an amount: 25%, 3MP, 6IMP, 1VP")
    units = FORMS[session.opening.scoring].units_of_penalties(session.regulations)
    amounts = {unit: amount for amount, unit in map(parse_amount, named[command.named]) if unit in units}
    wanted = sorted(amounts, key=lambda unit: (unit == "VP") is bool(command.opponent))
    wanted = [unit for unit in wanted if unit != "VP" or places.converts_matches(session)]
    if not wanted:
        message = f"the {command.named} penalty has no amount for {session.opening.scoring}"
        raise Refusal("wrong-unit", message, f"write one: {', '.join(units)}")
    return structs.replace(command, amount=amounts[wanted[0]], unit=wanted[0])


def withdraw_penalty(command: facts.WithdrawPenalty, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Withdraw a penalty; refused while an appeal against the penalty is open."""
    penalty = require_penalty(session, command.case)
    if penalty.withdrawn:
        message = f"{command.case} was withdrawn already (#{penalty.events[-1]})"
        raise Refusal("case-withdrawn", message, "`penalty list`")
    if appeal := next((each for each in session.appeals_of(command.case) if each.open), None):
        hint = f"withdraw it first: `undo {appeal.case}`; or `appeal decide {appeal.case} --overturned`"
        raise Refusal("has-dependants", f"{appeal.case} (#{appeal.number}) was lodged against {command.case}", hint)
    return (ProposedEvent(facts.PenaltyWithdrawn(command.case, command.reason), (penalty.number,)),)


def give_ruling(command: facts.GiveRuling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Give a ruling on a table's board; refused for a call to another board or table, or beyond the Laws' limits."""
    where, played = places.resolve_address(session, command.where)
    call = require_open_call(session, command.call) if command.call else None
    if call and call.called.board not in (None, where.board):
        message = f"{call.case} was about board {call.called.board}, not {where.board}"
        raise Refusal("wrong-call", message, f"`show {call.case}`")
    score = command.adjustment
    if played:
        seating = played.seating
    elif isinstance(score, Artificial) and score.alone:  # an award for one contestant alone (Law 15B)
        seating = seating_without_opponents(session, where, score.alone)
    else:
        check_unplayed(command, session)
        seating = new_seating(session, where)
    event = facts.RulingGiven(
        case=_new_case(session),
        board=where.board,
        **structs.asdict(seating),
        adjustment=command.adjustment,
        **_stated(command.grounds),
        provisional=command.provisional,
        call=command.call,
    )
    if call:
        called = call.called
        tables = called.table and event.table and called.table != event.table
        pairs = called.ns and called.ew and (called.ns, called.ew) != (event.ns, event.ew)
        if tables or pairs:
            at = f"table {called.table}" if called.table else f"{called.ns} v {called.ew}"
            raise Refusal("wrong-call", f"{called.case} was about {at}", f"`show {called.case}`")
        check_order(actor, call.at, f"{call.case} was made")
    entering = () if played else enter_new(seating.everyone, session)
    offender_said = command.grounds.offender is not None
    event = advised_judgement(event, event, played, session, offender_said=offender_said)
    given = ProposedEvent(event, _because(played, call))
    subjects = tuple(each for each in SUBJECTS if each in command.subjects)
    about = (ProposedEvent(CaseClassified(event.case, subjects)),) if subjects else ()
    return *entering, given, *about, *_notified(event.case, command)


def amend_ruling(command: facts.AmendRuling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Amend a ruling; grounds and score that the command does not state stay as they were.

    After publication or an appeal the score changes only for a cause: a new ruling supersedes the old one.
    """
    ruling = require_standing(session, command.case)
    check_order(actor, ruling.versions[-1].at, f"{ruling.case} was given")
    old = ruling.judgement
    if command.provisional and (command.cause or not old.provisional):
        message = f"{ruling.case} was given: no score is provisional after that"
        raise Refusal("not-provisional", message, "leave --provisional out")
    if command.table:
        return _move_to_table(command, ruling, session, actor)
    if command.cause:
        return _supersede(command, ruling, session, actor)
    return _restate(command, ruling, session)


def _new_case(session: Session) -> str:
    return f"R-{len(session.rulings) + 1:04d}"


def _move_to_table(
    command: facts.AmendRuling, ruling: Ruling, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """Withdraw a ruling that was entered at a wrong table, and give it at the right table under a new number."""
    played = places.require_table(session, Where(ruling.board, command.table, round=ruling.seating.round))
    if played.seating == ruling.seating:
        raise Refusal("nothing-to-change", f"{ruling.case} is on {played.name}", f"`show {ruling.case}`")
    old = ruling.judgement
    reason = command.grounds.reason or f"entered at the wrong table: it is of {played.name}"
    withdrawn = withdraw_ruling(facts.WithdrawRuling(ruling.case, reason), session, actor)
    event = facts.RulingGiven(
        case=_new_case(session),
        board=ruling.board,
        **structs.asdict(played.seating),
        adjustment=command.adjustment or old.adjustment,
        provisional=old.provisional,
        **_restate_grounds(command, old, old.offender, session.regulations.edition),
    )
    given = advised_judgement(event, event, played, session, offender_said=_states_offender(command, old))
    because = (ruling.versions[-1].number, *_because(played, None))
    return *withdrawn, ProposedEvent(given, tuple(sorted(because))), *_notified(event.case, command)


def _restate(command: facts.AmendRuling, ruling: Ruling, session: Session) -> tuple[ProposedEvent, ...]:
    old = ruling.judgement
    score = command.adjustment or old.adjustment
    provisional = command.provisional or (old.provisional and command.adjustment is None)
    edition = session.regulations.edition
    event = facts.RulingAmended(
        case=ruling.case,
        adjustment=score,
        provisional=provisional,
        **_restate_grounds(command, old, old.offender, edition),
    )
    played = session.boards[ruling.board][ruling.seating]
    event = advised_judgement(event, ruling.given, played, session, offender_said=_states_offender(command, old))
    if (*_judged(event), event.provisional) == (*_judged(old), old.provisional):
        raise Refusal("nothing-to-change", f"{ruling.case} has this content already", f"`show {ruling.case}`")
    return ProposedEvent(event, (ruling.versions[-1].number,)), *_notified(event.case, command)


def _states_offender(command: facts.AmendRuling, old: facts.Judgement) -> bool:
    """Return whether an amendment settles the offender: it states one, or keeps the score that was not in doubt."""
    unsettled = command.adjustment is not None or "OVER_100_NEEDS_OUTSIDE_AGENCY" in old.advice
    return command.grounds.offender is not None or not unsettled


def _notified(case: str, command: facts.GiveRuling | facts.AmendRuling) -> tuple[ProposedEvent, ...]:
    return (ProposedEvent(facts.SidesNotified(case, command.right_to_appeal)),) if command.notified else ()


def _supersede(command: facts.AmendRuling, ruling: Ruling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Give a new ruling in place of another: for a cause such as second thoughts (Law 82C), or by order."""
    given, old, current = ruling.given, ruling.judgement, session.in_force(ruling)
    _check_ordered(command, ruling, session, actor)
    event = facts.RulingGiven(
        case=_new_case(session),
        board=given.board,
        **structs.asdict(ruling.seating),
        call=given.call,
        adjustment=command.adjustment or current.adjustment,
        supersedes=ruling.case,
        cause=command.cause,
        order=command.order,
        **_restate_grounds(command, old, current.offender, session.regulations.edition),
    )
    played = session.boards[ruling.board][ruling.seating]
    event = advised_judgement(event, event, played, session, offender_said=_states_offender(command, old))
    if (event.adjustment, event.offender) == (current.adjustment, current.offender):
        hint = f"without --cause, `ruling amend {ruling.case}` states its grounds anew"
        raise Refusal("nothing-to-change", f"{current.case} already gives that score", hint)
    ordered = (session.appeals[command.order].decisions[-1].number,) if command.order else ()
    return ProposedEvent(event, (ruling.versions[-1].number, *ordered)), *_notified(event.case, command)


def _check_ordered(command: facts.AmendRuling, ruling: Ruling, session: Session, actor: Actor) -> None:
    """Refuse a new ruling by order if no decision ordered it, and one without the order if a decision did."""
    ordering = appeal_to_rule_again(session, ruling.case)
    if ordering and command.cause != "order":
        message = f"{ordering.case} asks the director to rule again: the cause of this ruling is that order"
        raise Refusal("needs-cause", message, f"--cause order --order {ordering.case}")
    if command.order and command.cause != "order":
        raise Refusal("needs-cause", f"--order {command.order} needs the cause 'order'", "--cause order")
    if command.cause != "order" or (command.reopening and not command.order):
        return
    if ordering is None or command.order != ordering.case:
        above = session.appeals.get(command.order or "")
        if above and above.open and above.awaiting:
            raise Refusal("no-order", f"{above.case} was taken to {above.awaiting.to}", "the next instance decides it")
        message = f"{command.order} does not order" if command.order else "no decision orders"
        hint = f"--order {ordering.case}" if ordering else "if an authority did: --reopen authority --authority WHO"
        raise Refusal("no-order", f"{message} a new ruling instead of {ruling.case}", hint)
    check_order(actor, ordering.last_at, f"{ordering.case} was decided")


def withdraw_ruling(command: facts.WithdrawRuling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Withdraw a ruling; refused if an appeal against the ruling is open or decided."""
    ruling = require_standing(session, command.case)
    check_order(actor, ruling.versions[-1].at, f"{ruling.case} was given")
    if appeals := [appeal for appeal in session.appeals_of(ruling.case) if appeal.open or appeal.decisions]:
        last = appeals[-1]
        undo = (
            f"`undo {last.decisions[-1].number}` takes back its decision; then `undo {last.case}`"
            if last.decisions
            else f"withdraw the appeal first: `undo {last.case}`"
        )
        better = f"`ruling amend {ruling.case} --result RESULT --cause CAUSE`"
        hint = f"{undo}; to give a better ruling instead: {better}"
        message = f"{last.case} (#{last.number}) was lodged against {ruling.case}"
        if (first := last.lodged.against) != ruling.case:  # maintained when this ruling superseded the first
            message = f"{last.case} (#{last.number}), lodged against {first}, is kept up against {ruling.case}"
        raise Refusal("has-dependants", message, hint)
    return (ProposedEvent(facts.RulingWithdrawn(ruling.case, command.reason), (ruling.versions[-1].number,)),)


def notify_sides(command: facts.NotifySides, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record that both sides were told of a ruling; refused if the log says so already."""
    ruling = require_standing(session, command.case)
    check_order(actor, ruling.scored.at, f"{ruling.case} was given")
    if ruling.notified_at is not None and ruling.right_to_appeal >= command.right_to_appeal:
        raise Refusal("nothing-to-change", f"both sides were told of {ruling.case} already", f"`show {ruling.case}`")
    event = facts.SidesNotified(ruling.case, command.right_to_appeal or ruling.right_to_appeal)
    return (ProposedEvent(event, (ruling.versions[-1].number,)),)


def confirm_ruling(command: facts.ConfirmRuling, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Confirm a ruling after a correction of its result or seating; refused if none came since it was last judged."""
    ruling = require_standing(session, command.case)
    correction = outdated_ruling_of(session, session.boards[ruling.board][ruling.seating], ruling)
    if correction is None:
        hint = f"`ruling amend {ruling.case}` changes its grounds; `show {ruling.case}` prints them"
        message = f"nothing that {ruling.case} rests on was corrected since a director last judged it"
        raise Refusal("nothing-to-change", message, hint)
    because = tuple(sorted({ruling.versions[-1].number, correction.number}))
    return (ProposedEvent(facts.RulingConfirmed(ruling.case, command.reason), because),)


def _stated(grounds: facts.Grounds) -> dict[str, Any]:
    return {name: value for name, value in structs.asdict(grounds).items() if value is not None}


def _restate_grounds(
    command: facts.AmendRuling, old: facts.Judgement, before: facts.Offender, edition: Edition
) -> dict[str, Any]:
    """Return the grounds of a ruling, replaced where an amendment states others."""
    offender = offender_of(command.grounds.laws or (), command.grounds.offender, before, edition)
    return {**_grounds_of(old), **_stated(command.grounds), "offender": offender}


def _grounds_of(judgement: facts.Judgement) -> dict[str, Any]:
    return {name: getattr(judgement, name) for name in facts.Grounds.__struct_fields__}


def _judged(judgement: facts.Judgement) -> tuple[object, ...]:
    return (judgement.adjustment, *_grounds_of(judgement).values(), judgement.advice)


def _because(played: TableBoard | None, call: Call | None) -> tuple[int, ...]:
    result = (played.results[-1].number,) if played and played.results else ()
    return tuple(sorted((*result, *((call.number,) if call else ()))))


def _ungive(
    event: facts.RulingGiven | facts.RulingWithdrawn, command: facts.Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    if not (command.whole_case and isinstance(event, facts.RulingGiven)):
        _check_latest(require_case(session, event.case), command.target.number)
    return withdraw_ruling(facts.WithdrawRuling(event.case, command.reason), session, actor)


def _unamend(
    event: facts.RulingAmended, command: facts.Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    ruling = require_standing(session, event.case)
    _check_latest(ruling, command.target.number)
    latest, before = ruling.versions[-1], ruling.versions[-2].judgement
    grounds = {
        name: getattr(before, name) for name in facts.Judgement.__struct_fields__ if name not in ("reason", "imported")
    }
    again = facts.RulingAmended(case=ruling.case, reason=command.reason or before.reason, **grounds)
    return (ProposedEvent(again, (latest.number,)),)


def _reinstate(event: facts.RulingWithdrawn, command: facts.Undo, session: Session, actor: Actor) -> None:
    ruling = require_case(session, event.case)
    _check_latest(ruling, command.target.number)
    played = session.line(ruling.board, ruling.seating)
    check_needs_result(ruling.judgement.adjustment, ruling.given, played, session)
    if played is None:
        check_free(session, ruling.board, ruling.seating)


def _check_latest(ruling: Ruling, number: int) -> None:
    latest = ruling.stated
    if latest != number:
        message = f"#{latest} came after #{number} in {ruling.case}"
        raise Refusal("has-dependants", message, f"undo {latest} first, or the whole case: `undo {ruling.case}`")


def _unnotify(event: facts.SidesNotified, command: facts.Undo, session: Session, actor: Actor) -> None:
    case, number = event.case, command.target.number
    ruling = require_standing(session, case)
    if ruling.notified_at is None or session.appeals_of(case):
        raise Refusal("has-dependants", f"{case} was appealed, or told anew, since #{number}", f"`show {case}`")


def _unconfirm(event: facts.RulingConfirmed, command: facts.Undo, session: Session, actor: Actor) -> None:
    ruling, number = require_standing(session, event.case), command.target.number
    if number not in ruling.confirmed:
        raise Refusal("undo-nothing", f"#{number} was taken back already", f"`show {ruling.case}`")
    if number != ruling.confirmed[-1]:
        latest = ruling.confirmed[-1]
        raise Refusal("has-dependants", f"#{latest} confirmed {ruling.case} since #{number}", f"undo {latest} first")


def _unpenalise(
    event: facts.PenaltyImposed | facts.PenaltyWithdrawn, command: facts.Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    if not require_penalty(session, event.case).withdrawn:  # a second withdrawal is refused below
        _check_latest_penalty(session, event.case, command.target.number)
    return withdraw_penalty(facts.WithdrawPenalty(event.case, command.reason), session, actor)


def _penalise_again(event: facts.PenaltyWithdrawn, command: facts.Undo, session: Session, actor: Actor) -> None:
    _check_latest_penalty(session, event.case, command.target.number)
    imposed = session.penalties[event.case].imposed
    check_amount(session, imposed.unit, imposed.amount, imposed.opponent)


def _check_latest_penalty(session: Session, case: str, number: int) -> None:
    latest = require_penalty(session, case).events[-1]
    if latest != number:
        raise Refusal("has-dependants", f"#{latest} came after #{number} in {case}", f"undo {latest} first")


AGAIN: Undoing = {facts.RulingWithdrawn: _ungive, facts.PenaltyWithdrawn: _unpenalise}


UNDO: Undoing = {
    facts.RulingGiven: _ungive,
    facts.RulingAmended: _unamend,
    facts.RulingWithdrawn: _reinstate,
    facts.SidesNotified: _unnotify,
    facts.RulingConfirmed: _unconfirm,
    facts.PenaltyImposed: _unpenalise,
    facts.PenaltyWithdrawn: _penalise_again,
}
