"""What wants a person before scores are given out: one kind of concern after another, and what works it off."""

from typing import Literal, get_args

from msgspec import Struct

from ledger.scoring.line import Seating
from ledger.session import TableBoard

ConcernCode = Literal[
    "no-score",
    "to-play",
    "not-as-planned",
    "not-as-drawn",
    "pair-twice",
    "impossible-score",
    "far-from-field",
    "other-side-declares",
    "lead-elsewhere",
    "far-from-cards",
    "other-contract",
    "other-tricks",
    "other-cards",
    "revoke",
    "sides-unbalanced",
    "queried",
    "provisional-ruling",
    "other-result",
    "ruled-otherwise",
    "open-call",
    "open-appeal",
    "set-aside",
]
CONCERNS: tuple[ConcernCode, ...] = get_args(ConcernCode)
"""Every kind of concern, in the order they are listed."""


class Concern(Struct, frozen=True):
    """Something to look at: where it is, and the facts; `case` where it is about a call, a ruling or an appeal.

    `seating` and `table` are of the table's play of the board it is about, where it is about one.
    """

    code: ConcernCode
    text: str
    board: int | None = None
    seating: Seating | None = None
    table: str | None = None
    case: str | None = None


def concern_about(code: ConcernCode, played: TableBoard, text: str) -> Concern:
    """A concern about a table's play of a board."""
    return Concern(code, text, played.board, played.seating, played.table)
