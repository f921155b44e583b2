"""The forms of scoring there are, by the name the office gives them."""

from typing import Literal

from ledger.scoring.board import ScoredBoard
from ledger.scoring.butler import ButlerBoard
from ledger.scoring.cross_imps import CrossImpBoard
from ledger.scoring.matchpoints import MatchpointBoard
from ledger.scoring.teams import BoardAMatch, KnockoutBoard, TeamBoard

FormName = Literal["matchpoints", "butler", "cross-imps", "teams", "board-a-match", "knockout"]

FORMS: dict[FormName, type[ScoredBoard]] = {
    "matchpoints": MatchpointBoard,
    "butler": ButlerBoard,
    "cross-imps": CrossImpBoard,
    "teams": TeamBoard,
    "board-a-match": BoardAMatch,
    "knockout": KnockoutBoard,
}

TEAM_FORMS: tuple[FormName, ...] = ("teams", "board-a-match", "knockout")
"""Forms whose contestants are teams, each playing a board in two rooms."""
