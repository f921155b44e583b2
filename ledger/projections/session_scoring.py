"""How the boards of a session are scored, one at a time: by form, regulations, and what rulings made of tables."""

from fractions import Fraction

from ledger.bridge import Side
from ledger.laws.adjustment import Adjustment
from ledger.projections.absent_lines import absent_line, cancelled_line
from ledger.projections.artificial import ArtificialScores
from ledger.projections.lines import fields, plain_line, ruled_line
from ledger.scoring.board import score_board
from ledger.scoring.board_scores import BoardScores
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Line
from ledger.session import Board, Session, TableBoard, if_ruled
from ledger.session.participation import is_cancelled


class SessionScoring:
    """Works out any board of a session. It keeps none; `artificial` remembers the averages it had to find."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.expected = session.expected
        self.cancelled = session.cancelled
        self.form = FORMS[session.opening.scoring]
        self.artificial = ArtificialScores(session, self.form, self.expected, self.scored)

    def scored(self, board: Board) -> BoardScores:
        """A board, or some tables of it: one field, or one for each version of a fouled board."""
        expected, regulations = self.expected, self.session.regulations
        parts = (
            score_board(self.form, field, expected, regulations) for field in fields(board, self.line, self.cancelled)
        )
        return BoardScores(*parts)

    def line(self, played: TableBoard) -> Line:
        """How a table's board goes to the form of scoring: its result, or what a ruling made of it."""
        if is_cancelled(played, self.cancelled):
            return cancelled_line(played, self.session, self.cancelled)
        if ruling := self.session.ruling_of(played):
            return ruled_line(self.session, played, ruling, self.artificial.share)
        if played.absent:
            return absent_line(self.session, played, self.artificial.share, self.artificial.average)
        return plain_line(played)


def scores_if(session: Session, played: TableBoard, adjustment: Adjustment) -> dict[Side, Fraction]:
    """What both sides of a table would have for its board if this score were in force. No other board is worked out."""
    supposed = if_ruled(session, played.board, played.seating, adjustment)
    scores = SessionScoring(supposed).scored(supposed.boards[played.board])
    return {side: score.value for side, score in scores[played.seating].items()}
