"""The session as it would be if a table's board were ruled otherwise: nothing is recorded."""

from ledger.events import Envelope
from ledger.events.rulings import Offender, RulingGiven
from ledger.laws.adjustment import Adjustment
from ledger.scoring.line import Seating
from ledger.session.evolving import evolve
from ledger.session.state import Session


def if_ruled(
    session: Session, board: int, seating: Seating, adjustment: Adjustment, offender: Offender = "none"
) -> Session:
    """The session if this score were in force on a table's board, whatever was ruled and decided there."""
    played = session.boards[board].get(seating)
    supposed = RulingGiven(
        case=(played and played.case) or "R-supposed",
        board=board,
        ns=seating.ns,
        ew=seating.ew,
        round=seating.round,
        table=seating.table,
        adjustment=adjustment,
        offender=offender,
    )
    return evolve(session, Envelope(session.id, session.number + 1, "", supposed, "", 0, 0, 0, "", ()))
