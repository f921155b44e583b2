"""The session as it would be if a table's board were ruled otherwise: nothing is recorded."""

from typing import NamedTuple

from ledger.events import Envelope
from ledger.events.rulings import Offender, RulingGiven
from ledger.laws.adjustment import Adjustment
from ledger.scoring.line import Seating
from ledger.session.evolving import evolve
from ledger.session.state import Session


class Supposed(NamedTuple):
    """What might be ruled, in the place of the ruling `case`; beside those there are where none has that number."""

    case: str
    adjustment: Adjustment
    offender: Offender = "none"
    laws: tuple[str, ...] = ()


def if_ruled(session: Session, board: int, seating: Seating, supposed: Supposed) -> Session:
    """The session if this were in force, whatever was decided on that ruling; the others at the table stay in force."""
    given = RulingGiven(
        case=supposed.case,
        board=board,
        ns=seating.ns,
        ew=seating.ew,
        round=seating.round,
        table=seating.table,
        adjustment=supposed.adjustment,
        offender=supposed.offender,
        laws=supposed.laws,
    )
    return evolve(session, Envelope(session.id, session.number + 1, "", given, "", 0, 0, 0, "", ()))
