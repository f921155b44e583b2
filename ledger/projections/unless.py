"""An artificial score that gives way to a better assigned one: the two that were compared, and which was taken."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from ledger.bridge import Side
from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Weighted
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.session_scoring import SessionScoring
from ledger.scoring.score import Score
from ledger.session import InForce, Supposed, TableBoard, if_ruled, together


class Compared(NamedTuple):
    """What the side with more of an artificial score has by it, and by what may take its place (Law 86B2(b)).

    `assigned` is None where that cannot be worked out: the other room is not there to compare it with.
    """

    case: str
    side: Side
    artificial: Artificial
    instead: Adjustment
    by_award: Fraction
    assigned: Fraction | None

    @property
    def gives_way(self) -> bool:
        """Whether the assigned score is the better one, and so counts for both sides."""
        return self.assigned is not None and self.assigned > self.by_award


def compared(scoreboard: Scoreboard, played: TableBoard) -> Compared | None:
    """The comparison behind a table's score; None where nothing in force there has an `unless`."""
    for ruled in together(scoreboard.session, played).all:
        if isinstance(ruled.adjustment, Artificial) and ruled.adjustment.unless:
            return _compared(scoreboard, played, ruled, ruled.adjustment)
    return None


def _compared(scoreboard: Scoreboard, played: TableBoard, ruled: InForce, award: Artificial) -> Compared:
    plain = structs.replace(award, unless=())
    instead = Weighted(award.unless) if len(award.unless) > 1 else Assigned(award.unless[0].result)
    artificial, assigned = (_scores(scoreboard, played, ruled, each) for each in (plain, instead))
    side = max(Side, key=lambda side: artificial[side].value)
    other = assigned[side].value if assigned[side].counts else None
    return Compared(ruled.case, side, plain, instead, artificial[side].value, other)


def _scores(scoreboard: Scoreboard, played: TableBoard, ruled: InForce, adjustment: Adjustment) -> Mapping[Side, Score]:
    """What both sides would have if this were all that the ruling said; other awards are worth what they are."""
    ruling = Supposed(ruled.case, adjustment, ruled.offender, ruled.laws)
    supposed = if_ruled(scoreboard.session, played.board, played.seating, ruling)
    scores = SessionScoring(supposed).scored(supposed.boards[played.board], scoreboard.artificial.share)
    return scores[played.seating]
