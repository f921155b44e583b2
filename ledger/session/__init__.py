"""What the log so far amounts to: the state of a session, and what a session and a tournament share.

A session shares every board that did not change with the session it evolved from (`ledger.subjects.evolving`), so
projections can tell by identity which boards an event touched.
"""

from ledger.session.cases import Appeal, Call, DecidedAppeal, Officials, Penalty, PenaltyInForce, Ruling, ScoreInForce
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.session.tables import Board, Query, RecordedDeal, RecordedResult, TableBoard, in_order

__all__ = [
    "Appeal",
    "Board",
    "Call",
    "DecidedAppeal",
    "Officials",
    "Penalty",
    "PenaltyInForce",
    "Query",
    "RecordedDeal",
    "RecordedResult",
    "Ruling",
    "ScoreInForce",
    "Session",
    "Stream",
    "TableBoard",
    "in_order",
]
