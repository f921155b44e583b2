"""The state of a session at one moment, and what sessions and tournaments share.

A session shares every unchanged board with the session it evolved from (`ledger.subjects.evolving`), so projections can
tell by identity which boards an event touched.
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
