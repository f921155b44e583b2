"""Undo, for what the tables played: results, fouled boards, carry-over."""

from fractions import Fraction

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.decide.results import corrected, void
from ledger.decide.seats import check_free
from ledger.errors import Refusal
from ledger.events.play import AtTable, BoardFouled, CarryOverSet, ResultCorrected, ResultRecorded, ResultVoided
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard


def _unrecord(event: ResultRecorded, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    return (void(_latest_result(session, event, command.target.number), command.reason),)


def _uncorrect(event: ResultCorrected, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    played = _latest_result(session, event, command.target.number)
    before = played.results[-2]
    return (corrected(played, before.result, before.lead, command.reason),)


def _latest_result(session: Session, event: AtTable, number: int) -> TableBoard:
    """The table's play of the board, where the event is the last word on its result."""
    found = (each for each in session.boards[event.board].values() if number in [said.number for said in each.results])
    played = next(found, None)
    if played is None:
        raise Refusal(
            "undo-nothing",
            f"the result of #{number} is no longer there: it was voided",
            f"`log --board {event.board}` tells how",
        )
    latest = played.results[-1].number
    if latest != number:
        raise Refusal(
            "has-dependants", f"#{latest} corrected the result of #{number}", f"undo {latest} first, or `result void`"
        )
    return played


def _unvoid(event: ResultVoided, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    number = command.target.number
    voided = session.voided[number]
    there = session.boards[voided.board].get(voided.seating)
    if not (there and there.pending):
        check_free(session, voided.board, voided.seating)
    seating, last = voided.seating, voided.results[-1]
    round_, table = seating.round or voided.round, seating.table or voided.table
    again = ResultRecorded(voided.board, *seating.pair, last.result, last.lead, round=round_, table=table)
    return (Uncommitted(again, (number,)),)


def _unfoul(event: BoardFouled, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """Every table back to the version it had before, one event for each such version."""
    number = command.target.number
    before: dict[str, list[Seating]] = {}
    for seating in event.tables:
        played = session.line(event.board, seating)
        versions = played.versions if played else ()
        if not versions or versions[-1] != event.version:
            raise Refusal(
                "has-dependants",
                f"the versions of board {event.board} were changed since #{number}",
                f"`log --board {event.board}`",
            )
        before.setdefault(versions[-2] if len(versions) > 1 else "", []).append(seating)
    return tuple(
        Uncommitted(BoardFouled(event.board, version, tuple(tables), command.reason), (number,))
        for version, tables in before.items()
    )


def _uncarry(event: CarryOverSet, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    history, number = session.carry_over[event.contestant], command.target.number
    if history[-1].number != number:
        raise Refusal("has-dependants", f"#{history[-1].number} set it anew since", f"undo {history[-1].number} first")
    earlier = history[-2].imps if len(history) > 1 else Fraction(0)
    return (Uncommitted(CarryOverSet(event.contestant, earlier, command.reason), (number,)),)


UNDO: Undoing = {
    ResultRecorded: _unrecord,
    ResultCorrected: _uncorrect,
    ResultVoided: _unvoid,
    BoardFouled: _unfoul,
    CarryOverSet: _uncarry,
}
