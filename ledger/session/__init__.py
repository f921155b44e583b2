"""The state of a session or of a tournament: what the log so far amounts to.

    session = replay(recorded_events)          # from event 1
    later   = evolve(session, next_event)      # leaves `session` as it was

A session shares every board that did not change with the session it evolved from, so projections can
tell by identity which boards an event touched.
"""

from ledger.session.cases import (
    Appeal,
    Call,
    DecidedAppeal,
    FurtherAppeal,
    Officials,
    Penalty,
    PenaltyInForce,
    Publication,
    Ruling,
    ScoreInForce,
    Version,
)
from ledger.session.evolving import NOT_REPLAYED, SupposedRuling, evolve, if_ruled, replay, walk
from ledger.session.rulings import CombinedRulings, beside, clashing, together
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.session.tables import (
    Board,
    CarryOver,
    Confirmation,
    Query,
    RecordedDeal,
    RecordedResult,
    TableBoard,
    in_order,
)
from ledger.session.tournaments import Tournament, session_of, tournament_of

__all__ = [
    "NOT_REPLAYED",
    "Appeal",
    "Board",
    "Call",
    "CarryOver",
    "CombinedRulings",
    "Confirmation",
    "DecidedAppeal",
    "FurtherAppeal",
    "Officials",
    "Penalty",
    "PenaltyInForce",
    "Publication",
    "Query",
    "RecordedDeal",
    "RecordedResult",
    "Ruling",
    "ScoreInForce",
    "Session",
    "Stream",
    "SupposedRuling",
    "TableBoard",
    "Tournament",
    "Version",
    "beside",
    "clashing",
    "evolve",
    "if_ruled",
    "in_order",
    "replay",
    "session_of",
    "together",
    "tournament_of",
    "walk",
]
