"""The forms of scoring there are: a row each, by the name the office gives them."""

from typing import Literal

from ledger.scoring.board import ScoredBoard
from ledger.scoring.imps import ButlerBoard, CrossImpBoard
from ledger.scoring.matchpoints import MatchpointBoard
from ledger.scoring.teams import BoardAMatch, EightBoard, KnockoutBoard, TeamBoard

FormName = Literal["matchpoints", "butler", "cross-imps", "teams", "board-a-match", "knockout", "teams-of-eight"]

FORMS: dict[FormName, type[ScoredBoard]] = {
    "matchpoints": MatchpointBoard,
    "butler": ButlerBoard,
    "cross-imps": CrossImpBoard,
    "teams": TeamBoard,
    "board-a-match": BoardAMatch,
    "knockout": KnockoutBoard,
    "teams-of-eight": EightBoard,
}


def forms_of(law: str) -> list[FormName]:
    """The forms a law is for; none where it fits every form.

    >>> forms_of("12C4"), forms_of("16B")
    (['knockout'], [])
    """
    return [name for name, form in FORMS.items() if any(law.startswith(own) for own in form.laws)]
