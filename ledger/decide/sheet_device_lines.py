"""Lines of devices that cannot be recorded: what a person may type of them."""

from ledger.commands import SheetLine
from ledger.decide.seats import check_free
from ledger.errors import Refusal
from ledger.scoring.line import Seating
from ledger.session import Session
from ledger.session.places import labelled

ELSEWHERE = ("played-already", "table-twice", "which-round")
"""What lines of another evening are refused for, where the same contestants met otherwise."""

_IN_THE_WAY = (*ELSEWHERE, "no-such-board", "bad-table")
"""For these what is typed is refused as the file is."""


def what_helps(session: Session, line: SheetLine, refusal: Refusal) -> str:
    """What a line says, why it cannot be recorded, and what records it: or what has to be put right first."""
    if not (line.result or line.adjustment):
        return refusal.message
    if refusal.code in _IN_THE_WAY:
        return f"it says {line.result or line.adjustment}, and {_with_hint(_in_the_way(session, line, refusal))}"
    add = f"result add {line.where.typed} {line.result}"
    rule = f"ruling add {line.where.typed} --artificial {line.adjustment}"
    why = _with_hint(refusal)
    return f"it says {line.result or line.adjustment}, and {why}; `{add if line.result else rule}` records it"


def _in_the_way(session: Session, line: SheetLine, refusal: Refusal) -> Refusal:
    """The refusal that the desk would have, which knows how to undo what is recorded; else the file's own."""
    where = labelled(session, line.where)
    try:
        if where.board in session.boards:
            check_free(session, where.board, Seating(where.ns or "", where.ew or "", where.round, where.table))
    except Refusal as recorded:
        return recorded
    return refusal


def _with_hint(refusal: Refusal) -> str:
    return f"{refusal.message}: {refusal.hint}" if refusal.hint else refusal.message
