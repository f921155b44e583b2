"""The top of a board at a table, which may be less than the session's."""

from fractions import Fraction

from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard


def top_at(scoreboard: Scoreboard, played: TableBoard) -> Fraction | None:
    """The top of a board at a table: less than the session's where it keeps its own; None where scores are IMPs."""
    lacking = scoreboard.board(played.board).short.get(played.seating, 0)
    return scoreboard.top if scoreboard.top is None else scoreboard.top * (1 - lacking)
