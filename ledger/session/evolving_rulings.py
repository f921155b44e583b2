"""How rulings and penalties change the session."""

from collections.abc import Iterable

from msgspec.structs import replace

from ledger.events import Envelope
from ledger.events.rulings import (
    BoardReopened,
    NotificationRecalled,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
)
from ledger.session.cases import Penalty, Ruling, Version
from ledger.session.state import Session
from ledger.session.stream import Evolving
from ledger.session.tables import TableBoard


def _withdraw(session: Session, envelope: Envelope, event: RulingWithdrawn) -> None:
    case = session.rulings[event.case]
    says = None if event.imported else case.file_says
    _take_off(session, replace(case, withdrawn=True, file_says=says, by_file=event.imported), envelope)


def _reinstate(session: Session, envelope: Envelope, event: RulingReinstated) -> None:
    case = replace(session.rulings[event.case], withdrawn=False, by_file=False, back_at=envelope.occurred_at)
    _supersede(session, case)
    _put_in_force(session, case, envelope.number)


def _notify(session: Session, envelope: Envelope, event: SidesNotified) -> None:
    case = session.rulings[event.case]
    first = envelope.occurred_at if case.notified_at is None else case.notified_at
    note(session, replace(case, notified_at=first, right_to_appeal=event.right_to_appeal), envelope.number)


def _recall_notification(session: Session, envelope: Envelope, event: NotificationRecalled) -> None:
    case = replace(session.rulings[event.case], notified_at=None, right_to_appeal=False)
    note(session, case, envelope.number)


def _reopen(session: Session, envelope: Envelope, event: BoardReopened) -> None:
    """Nothing changes: what is recorded just after it says what it was reopened for."""


def _penalise(session: Session, envelope: Envelope, event: PenaltyImposed) -> None:
    session.penalties[event.case] = Penalty(
        envelope.number, event, envelope.by, envelope.occurred_at, events=(envelope.number,)
    )


def _withdraw_penalty(session: Session, envelope: Envelope, event: PenaltyWithdrawn) -> None:
    _put_penalty(session, envelope, replace(session.penalties[event.case], withdrawn=True))


def _reinstate_penalty(session: Session, envelope: Envelope, event: PenaltyReinstated) -> None:
    penalty = session.penalties[event.case]
    _put_penalty(session, envelope, replace(penalty, withdrawn=False, since=envelope.occurred_at))


def _put_penalty(session: Session, envelope: Envelope, penalty: Penalty) -> None:
    session.penalties[penalty.imposed.case] = replace(penalty, events=(*penalty.events, envelope.number))


def note(session: Session, ruling: Ruling, number: int) -> None:
    """An event about a ruling that leaves it in force, or not, as it was."""
    session.rulings[ruling.case] = replace(ruling, events=(*ruling.events, number))
    played = session.boards[ruling.board].get(ruling.seating)
    if played:
        session.put(replace(played, events=(*played.events, number)))


def _give(session: Session, envelope: Envelope, event: RulingGiven) -> None:
    says = event.adjustment if event.imported else None
    version = Version(envelope.number, event, envelope.occurred_at, envelope.by)
    if event.supersedes:
        says = session.rulings[event.supersedes].file_says
    played = session.line(event.board, event.seating)
    seating = played.seating if played else event.seating
    case = Ruling(event.case, event.board, seating, (version,), file_says=says, by_file=event.imported)
    _supersede(session, case)
    before = envelope.because
    if event.call:
        call = session.calls[event.call]
        session.calls[event.call] = replace(call, rulings=(*call.rulings, event.case))
        before = (*before, *call.events)
    _put_in_force(session, case, envelope.number, before)


def _amend(session: Session, envelope: Envelope, event: RulingAmended) -> None:
    """Another version of a ruling; of a new score nobody has been told yet."""
    case = session.rulings[event.case]
    says = event.adjustment if event.imported else case.file_says
    version = Version(envelope.number, event, envelope.occurred_at, envelope.by)
    now = replace(case, versions=(*case.versions, version), file_says=says, by_file=event.imported)
    if now.scored is version:
        now = replace(now, notified_at=None, right_to_appeal=False)
    _put_in_force(session, now, envelope.number)


def _supersede(session: Session, case: Ruling) -> None:
    if earlier := case.given.supersedes:
        session.rulings[earlier] = replace(session.rulings[earlier], superseded_by=case.case, by_file=False)


def _put_in_force(session: Session, case: Ruling, number: int, before: tuple[int, ...] = ()) -> None:
    """Put a new or changed case in force on its table's board, beside what else is; `before` are events that led to it.

    What it supersedes no longer is. One that comes back finds the table's line, though a result has said more of it.
    """
    given, said = case.given, case.seating
    new = TableBoard(case.board, said, said.table or given.table, said.round or given.round)
    old = session.line(case.board, said) or new
    session.rulings[case.case] = replace(case, seating=old.seating, events=(*case.events, number), stated=number)
    events = tuple(sorted({*old.events, *before, number}))
    cases = _in_order({*old.cases, case.case} - {given.supersedes})
    session.put(replace(old, cases=cases, table=old.table or given.table, events=events))


def _in_order(cases: Iterable[str | None]) -> tuple[str, ...]:
    """Cases by number, so that it makes no difference which was put in force last."""
    return tuple(sorted((case for case in cases if case), key=lambda case: (len(case), case)))


def _take_off(session: Session, case: Ruling, envelope: Envelope) -> None:
    """Take a case off its table's board: what it superseded is in force again beside the others, or what was played."""
    number = envelope.number
    session.rulings[case.case] = replace(case, events=(*case.events, number), stated=number)
    earlier = case.given.supersedes
    if earlier:
        back = replace(session.rulings[earlier], superseded_by=None, back_at=envelope.occurred_at)
        session.rulings[earlier] = back
        earlier = None if back.withdrawn else earlier
    old = session.boards[case.board][case.seating]
    now = replace(old, cases=_in_order({*old.cases, earlier} - {case.case}), events=(*old.events, number))
    if not now.cases and now.result is None and now.absence is None:
        del session.own_board(case.board)[case.seating]
    else:
        session.put(now)


EVOLVE: Evolving = {
    RulingGiven: _give,
    RulingAmended: _amend,
    RulingWithdrawn: _withdraw,
    RulingReinstated: _reinstate,
    SidesNotified: _notify,
    NotificationRecalled: _recall_notification,
    BoardReopened: _reopen,
    PenaltyImposed: _penalise,
    PenaltyWithdrawn: _withdraw_penalty,
    PenaltyReinstated: _reinstate_penalty,
}
