"""Undo, for who takes part: what was stated is recalled, unless something rests on it."""

from typing import get_args

from ledger.commands import Undo
from ledger.decide.participation import check_has_played, check_nobody
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.decide.seats import check_free
from ledger.decide.sitting_out import check_missed, check_not_there
from ledger.errors import Refusal
from ledger.events.participation import (
    ContestantWithdrew,
    ParticipationRecalled,
    ParticipationRestored,
    PhantomDeclared,
    PlayPostponed,
    SatOut,
    TakingPart,
)
from ledger.session import Session
from ledger.session.participation import absent_from


def _recall(event: TakingPart, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    return _recalled(command.target.number, command, session)


def _recall_again(
    event: ParticipationRestored, command: Undo, session: Session, actor: Actor
) -> tuple[Uncommitted, ...]:
    return _recalled(event.of, command, session)


def _recalled(number: int, command: Undo, session: Session) -> tuple[Uncommitted, ...]:
    fact = session.participation.facts.get(number)
    if fact is None:
        raise Refusal("undo-nothing", f"#{number} was taken back already", "`log` tells when")
    _check_nothing_rests_on(session, number, fact)
    return (Uncommitted(ParticipationRecalled(number, command.reason), (command.target.number,)),)


def _check_nothing_rests_on(session: Session, number: int, fact: TakingPart) -> None:
    """Refuse to take back what a ruling, a result or a sit-out rests on."""
    for board, seating in absent_from(session, fact):
        played = session.line(board, seating)
        if played and played.cases:
            case = played.cases[-1]
            raise Refusal("has-dependants", f"{case} rules on {played.name}", f"`ruling withdraw {case}` first")
        if played and played.results and isinstance(fact, PlayPostponed):
            last = played.results[-1].number
            raise Refusal("has-dependants", f"{played.name} was played since (#{last})", f"undo {last} first")
    if isinstance(fact, ContestantWithdrew | PhantomDeclared):
        for later, sat_out in session.participation.all(SatOut):
            if sat_out.opponent == fact.contestant:
                message = f"{sat_out.contestant} sits out for it (#{later})"
                raise Refusal("has-dependants", message, f"undo {later} first")


def _restore(event: ParticipationRecalled, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """What was stated holds again, beneath what was said later; refused where what was played since says otherwise."""
    gone = session.participation.taken_back.get(event.of)
    if gone is None:
        raise Refusal("undo-nothing", f"#{event.of} holds again already", "`log` tells since when")
    for board, seating in absent_from(session, gone.fact):
        played = session.line(board, seating)
        if played and (played.results or played.cases):
            message = f"{played.name} has {' and '.join(played.cases) or played.result} since"
            raise Refusal("has-dependants", message, f"`board {board}`")
        if played is None:
            check_free(session, board, seating)
    _check_still_so(session, gone.fact)
    return (Uncommitted(ParticipationRestored(event.of, command.reason), (command.target.number,)),)


def _check_still_so(session: Session, fact: TakingPart) -> None:
    """Refuse what nobody could state now: of somebody who has played since, or sits out for one who takes part."""
    if isinstance(fact, PhantomDeclared):
        check_nobody(session, fact.contestant)
    if isinstance(fact, ContestantWithdrew):
        check_has_played(session, fact.contestant, fact.after_round)
    if isinstance(fact, SatOut):
        if fact.opponent:
            check_not_there(session, fact.opponent)
        check_missed(session, fact)


UNDO: Undoing = {
    **dict.fromkeys(get_args(TakingPart), _recall),
    ParticipationRecalled: _restore,
    ParticipationRestored: _recall_again,
}
