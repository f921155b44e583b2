"""Table results: recorded, corrected, voided."""

from ledger.commands import CorrectResult, RecordResult, VoidResult
from ledger.decide.opening import enter
from ledger.decide.proposal import Proposal
from ledger.decide.seats import find, new_seating, require_table, unentered
from ledger.events import ResultCorrected, ResultRecorded, ResultVoided
from ledger.refusal import Refusal
from ledger.session import Session, TableBoard


def record_result(command: RecordResult, session: Session) -> tuple[Proposal, ...]:
    """A result at a table that has none; an open entry takes in the contestants it names."""
    where, played = command.where, find(session, command.where)
    if played and played.result:
        raise Refusal(
            "result-exists", f"{played.name} already has {played.result} (#{played.results[-1].number})",
            "scoring error → `result correct …`; irregularity → `ruling add …`",
        )  # fmt: skip
    seating = played.seating if played else new_seating(session, where)
    recorded = ResultRecorded(
        where.board, seating.ns, seating.ew, command.result, where.table, command.round, command.lead
    )
    return *enter(unentered(session, seating), session.opening), Proposal(recorded)


def correct_result(command: CorrectResult, session: Session) -> tuple[Proposal, ...]:
    """Another result instead of the one recorded; a ruling on the table's board stays as it is."""
    played = require_result(require_table(session, command.where))
    lead = command.lead or played.lead
    if (command.result, lead) == (played.result, played.lead):
        raise Refusal(
            "nothing-to-change",
            f"{played.name} already has {played.result}",
            "`board` shows what is recorded",
        )
    event = ResultCorrected(played.board, *played.seating, command.result, lead, command.reason)
    return (Proposal(event, (played.results[-1].number,)),)


def void_result(command: VoidResult, session: Session) -> tuple[Proposal, ...]:
    """No result instead of the one recorded; refused while a ruling rests on it."""
    return (void(require_result(require_table(session, command.where)), command.reason),)


def void(played: TableBoard, reason: str) -> Proposal:
    """Void a table's result."""
    if played.case:
        raise Refusal(
            "has-dependants",
            f"{played.case} rules on {played.name}",
            f"`ruling withdraw {played.case}` first",
        )
    return Proposal(ResultVoided(played.board, *played.seating, reason), (played.results[-1].number,))


def require_result(played: TableBoard) -> TableBoard:
    """Refuse a table's board on which nothing was played."""
    if played.result is None:
        raise Refusal("no-result", f"{played.name} has no result, only {played.case}", "`result add` records one")
    return played
