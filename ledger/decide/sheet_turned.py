"""Tables that a device found later to have sat the other way round: their seats are corrected, the result stays."""

from collections.abc import Iterator

from ledger.commands import SheetLine
from ledger.decide.response import Uncommitted
from ledger.decide.seating import reseated
from ledger.scoring.line import Seating
from ledger.session import Session
from ledger.session.places import labelled

_TURNED = "sat the other way round, the device says"


def turned(session: Session, lines: tuple[SheetLine, ...]) -> Iterator[Uncommitted]:
    """The seats of each table that was recorded from the file the other way round than the file now says."""
    for line in (each for each in lines if each.where.switched and each.where.board in session.boards):
        where = labelled(session, line.where)
        before = Seating(where.ew or "", where.ns or "", where.round, where.table)
        played = session.boards[where.board].get(before)
        if played and not played.reseated and any(result.imported for result in played.results):
            yield reseated({played: Seating(where.ns or "", where.ew or "", played.round, played.table)}, _TURNED)
