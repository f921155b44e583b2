"""Boards of teams that cannot be compared: both rooms sat the same way round."""

from ledger.projections.meetings import same_way_round
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.addresses import typed


def same_way_lines(scoreboard: Scoreboard, board: int | None = None) -> list[tuple[str, ...]]:
    """What to do about each board, or one, whose two rooms sat the same way round and that nobody has ruled on."""
    found = [played for played in same_way_round(scoreboard.session) if board in (None, played.board)]
    return [
        _lines(played, scoreboard.rooms(played)[1], scoreboard.session)
        for played in found
        if not scoreboard.counts(played)
    ]


def _lines(played: TableBoard, other: TableBoard, session: Session) -> tuple[str, ...]:
    ns, both = played.seating.ns, [room.table for room in (played, other) if room.table]
    tables = f" ({' and '.join(sorted(both))})" if both else ""
    where = typed(session, other)
    return (
        f"{ns} sat North–South in both rooms of board {played.board}{tables}: it does not count",
        f"  recorded wrongly: `bridge-ledger result correct {where} --swapped`, of the room that is wrong",
        f"  played so: rule on it (Law 86B2), by fault: "
        f"`bridge-ledger ruling add {where} --artificial A-/A- --law 86B2 --offender both`",
    )
