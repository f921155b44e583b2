"""Table results: recorded, corrected, voided."""

from msgspec import structs

from ledger.bridge import Result
from ledger.commands import CorrectResult, FoulBoard, RecordResult, VoidResult, Where
from ledger.decide.leads import check_lead, kept_lead
from ledger.decide.opening import enter
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.seats import check_round, new_seating, unentered
from ledger.decide.steps import check_order
from ledger.errors import Refusal
from ledger.events.play import BoardFouled, ResultCorrected, ResultRecorded, ResultVoided, SideName
from ledger.session import Session, TableBoard
from ledger.session.places import meant, require_table, sits_once


def record_result(command: RecordResult, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """A result at a table that has none; an open entry takes in the contestants it names."""
    where, played = meant(session, command.where)
    if played and played.result:
        raise Refusal(
            "result-exists",
            f"{played.name} already has {played.result} (#{played.results[-1].number})",
            "scoring error → `result correct …`; irregularity → `ruling add …`"
            + _meeting_again(where, played, session),
        )
    if played and where.round and not played.round:
        check_round(session, where.board, structs.replace(played.seating, round=where.round), without=(played,))
    check_lead(session, where.board, command.result, command.lead, played)
    seating = played.seating if played else new_seating(session, where)
    place = seating.at(where.round, where.table).place
    event = ResultRecorded(where.board, *seating.pair, command.result, command.lead, **place)
    return *enter(unentered(session, seating), session.opening), Uncommitted(event)


def _meeting_again(where: Where, played: TableBoard, session: Session) -> str:
    """What to do where two teams meet again: say the round, of what was recorded without one first."""
    if sits_once(session):
        return ""
    if where.round and played.round is None:
        return "; they meet again → say its round first: `result correct … --now-round N`"
    return "; they meet again → --round N"


def correct_result(command: CorrectResult, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """Another result instead of the one recorded; a ruling on the table's board stays as it is."""
    played = require_result(require_table(session, command.where))
    check_order(actor, session.opened_at, "the session was opened")
    check_lead(session, played.board, command.result, command.lead, played)
    lead = command.lead or (None if command.no_lead else kept_lead(session, command.result, played))
    if (command.result, lead) == (played.result, played.lead):
        raise Refusal(
            "nothing-to-change", f"{played.name} already has {played.result}", "`board` shows what is recorded"
        )
    return (corrected(played, command.result, lead, command.reason, agreed=command.agreed),)


def void_result(command: VoidResult, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """No result instead of the one recorded; refused while a ruling rests on it."""
    check_order(actor, session.opened_at, "the session was opened")
    return (void(require_result(require_table(session, command.where)), command.reason),)


def foul_board(command: FoulBoard, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """These tables played another version: each version is scored by itself (Law 87)."""
    found = [require_table(session, Where(command.board, table, round=command.round)) for table in command.tables]
    if all(played.version == command.version for played in found):
        raise Refusal(
            "nothing-to-change",
            f"these tables of board {command.board} have version {command.version!r} already",
            f"`board {command.board}`",
        )
    because = tuple(sorted(played.results[-1].number for played in found if played.results))
    tables = tuple(played.seating for played in found)
    return (Uncommitted(BoardFouled(command.board, command.version, tables, command.reason), because),)


def corrected(
    played: TableBoard,
    result: Result,
    lead: str | None,
    reason: str,
    imported: bool = False,
    agreed: tuple[SideName, ...] = (),
) -> Uncommitted:
    """Another result for a table's board."""
    seating = played.seating
    event = ResultCorrected(
        played.board, *seating.pair, result, lead, reason, agreed, **seating.place, imported=imported
    )
    return Uncommitted(event, (played.results[-1].number,))


def void(played: TableBoard, reason: str, *, imported: bool = False) -> Uncommitted:
    """Void a table's result; refused while a ruling rests on it, unless the ruling goes with it by the same file."""
    if played.cases and not imported:
        rule = "rules" if len(played.cases) == 1 else "rule"
        message = f"{' and '.join(played.cases)} {rule} on {played.name}"
        raise Refusal("has-dependants", message, f"`ruling withdraw {played.cases[-1]}` first")
    seating = played.seating
    event = ResultVoided(played.board, *seating.pair, reason, **seating.place, imported=imported)
    return Uncommitted(event, (played.results[-1].number,))


def require_result(played: TableBoard) -> TableBoard:
    """Refuse a table's board on which nothing was played."""
    if played.result is None:
        number = played.absence.number if played.absence else 0
        instead = " and ".join(played.cases) or f"what #{number} says"
        back = f"`undo {played.cases[-1] if played.cases else number}` takes that back"
        add = "`result add` records one; " if all(played.seating.pair) else ""
        raise Refusal("no-result", f"{played.name} has no result, only {instead}", add + back)
    return played


HANDLERS: Handlers = {
    RecordResult: record_result,
    CorrectResult: correct_result,
    VoidResult: void_result,
    FoulBoard: foul_board,
}
