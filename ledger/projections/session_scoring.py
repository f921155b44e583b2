"""How the boards of a session are scored, one at a time: by form, regulations, and what rulings made of tables."""

from fractions import Fraction

from ledger.bridge import Side
from ledger.projections.absent_lines import absent_line, cancelled_line
from ledger.projections.artificial import ArtificialScores
from ledger.projections.lines import fields, plain_line, ruled_line
from ledger.projections.meetings import Meetings
from ledger.projections.other_boards import ShareOf
from ledger.scoring.board_scores import BoardScores
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Line
from ledger.scoring.settling import score_board
from ledger.session import Board, Session, Supposed, TableBoard, if_ruled
from ledger.session.participation import is_cancelled


class SessionScoring:
    """Works out any board of a session. It keeps none; `artificial` remembers the averages it had to find."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.cancelled = session.cancelled
        self.expected = session.expected_without(self.cancelled)
        self.form = FORMS[session.opening.scoring]
        self.meetings = Meetings(session, self.form)
        self.artificial = ArtificialScores(self.meetings, self.expected, self.scored)

    def scored(self, board: Board, share: ShareOf | None = None) -> BoardScores:
        """A board, or some tables of it: one field, or one for each version of a fouled board.

        `share` says what artificial awards are worth, where that is not the whole truth.
        """
        expected, regulations = self.expected, self.session.regulations
        made = fields(board, lambda played: self._line(played, share or self.artificial.share), self.cancelled)
        return BoardScores(*(score_board(self.form, field, expected, regulations) for field in made))

    def line(self, played: TableBoard) -> Line:
        """How a table's board goes to the form of scoring: its result, or what rulings made of it."""
        return self._line(played, self.artificial.share)

    def _line(self, played: TableBoard, share: ShareOf) -> Line:
        if is_cancelled(played, self.cancelled):
            return cancelled_line(played, self.session, self.cancelled)
        if played.absent:
            return absent_line(self.session, played, share, self.artificial.average)
        return ruled_line(self.session, played, share) if played.cases else plain_line(played)


def scores_if(session: Session, played: TableBoard, supposed_ruling: Supposed) -> dict[Side, Fraction]:
    """What both sides of a table would have for its board if this were ruled. No other board is worked out."""
    supposed = if_ruled(session, played.board, played.seating, supposed_ruling)
    scores = SessionScoring(supposed).scored(supposed.boards[played.board])
    return {side: score.value for side, score in scores[played.seating].items()}
