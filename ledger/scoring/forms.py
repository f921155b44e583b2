"""The list of the forms of scoring, by their names."""

from typing import Literal

from ledger.laws.edition import Edition
from ledger.scoring.board import ScoredBoard
from ledger.scoring.imps import ButlerBoard, CrossImpBoard
from ledger.scoring.matchpoints import MatchpointBoard
from ledger.scoring.teams import BoardAMatch, KnockoutBoard, TeamBoard, TotalPointsBoard
from ledger.scoring.teams_of_eight import EightBoard

FormName = Literal[
    "matchpoints", "butler", "cross-imps", "teams", "board-a-match", "total-points", "knockout", "teams-of-eight"
]

FORMS: dict[FormName, type[ScoredBoard]] = {
    "matchpoints": MatchpointBoard,
    "butler": ButlerBoard,
    "cross-imps": CrossImpBoard,
    "teams": TeamBoard,
    "board-a-match": BoardAMatch,
    "total-points": TotalPointsBoard,
    "knockout": KnockoutBoard,
    "teams-of-eight": EightBoard,
}


def forms_of(law: str, edition: Edition) -> list[FormName]:
    """Return the forms of scoring that a Law is about; [] for a Law that applies to every form.

    >>> from ledger.laws.edition import load_edition
    >>> [forms_of(law, load_edition("2017")) for law in ("12C4", "16B")]
    [['knockout'], []]
    """
    return [name for name, form in FORMS.items() if any(edition.deals_with(law, each) for each in form.matters)]
