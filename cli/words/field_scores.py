"""What the others did on a board, in a few words: the commonest scores, from one side of the table."""

from __future__ import annotations

from collections import Counter

from ledger.bridge import Side, ns_score
from ledger.projections.scoreboard import Scoreboard

_SHOWN = 3


class FieldScores:
    """The scores of a session, board by board; each board is counted once."""

    def __init__(self, scoreboard: Scoreboard) -> None:
        self._session = scoreboard.session
        self._texts: dict[tuple[int, Side], str] = {}

    def text(self, board: int, side: Side) -> str:
        """'+420 ×5, +450 ×2, −50': the commonest table results of a board for a side, the rest as '…'."""
        if (board, side) not in self._texts:
            self._texts |= {(board, each): self._text(self._of(board), each) for each in Side}
        return self._texts[board, side]

    def _text(self, found: list[tuple[int, int]], side: Side) -> str:
        sign = 1 if side is Side.NS else -1
        shown = [f"{sign * score:+d}" + (f" ×{times}" if times > 1 else "") for score, times in found[:_SHOWN]]
        return ", ".join([*shown, *(["…"] if len(found) > _SHOWN else [])])

    def _of(self, board: int) -> list[tuple[int, int]]:
        """Each score of North–South and how often it came, the commonest first."""
        lines = self._session.boards.get(board, {}).values()
        scores = Counter(ns_score(each.result, board) for each in lines if each.result)
        return sorted(scores.items(), key=lambda each: (-each[1], -each[0]))
