"""The scores of a session's boards, each worked out when it is asked for: what matches and totals are made of."""

from fractions import Fraction
from typing import Self

from ledger.bridge import Side
from ledger.laws.regulations import BoardRounding, Totals
from ledger.projections.artificial import ArtificialScores, Beside
from ledger.projections.meetings import Meetings
from ledger.projections.session_scoring import SessionScoring
from ledger.scoring.board import BoardScores, Score, ScoredBoard
from ledger.scoring.line import Entry, Line
from ledger.session import Session, TableBoard


class ScoredSession:
    """Every side's score on every board of a session, and what its form of scoring states.

    `beside`: what contestants scored in other sessions of the stage, where Law 12C2(c) looks at these too; by itself a
    session knows its own boards alone.
    """

    def __init__(self, session: Session, beside: Beside | None = None) -> None:
        self.session = session
        self.regulations = session.regulations
        self.scoring = SessionScoring(session, beside)
        self._boards: dict[int, BoardScores] = {}

    # What the form of scoring states, for this session

    @property
    def form(self) -> type[ScoredBoard]:
        """The form of scoring."""
        return self.scoring.form

    @property
    def artificial(self) -> ArtificialScores:
        """What artificial awards are worth."""
        return self.scoring.artificial

    @property
    def meetings(self) -> Meetings:
        """Which boards belong to which match and round."""
        return self.scoring.meetings

    @property
    def unit(self) -> str:
        """What scores are in: 'MP', 'IMP', or 'points' at board-a-match."""
        return self.form.unit

    @property
    def totals(self) -> Totals:
        """How session totals are factored and rounded."""
        return self.form.totals(self.regulations)

    @property
    def rounding(self) -> BoardRounding:
        """How one contestant's score on one board is rounded."""
        return self.form.board_rounding(self.regulations)

    @property
    def teams(self) -> bool:
        """Whether contestants are teams, with two rooms to a board."""
        return self.form.teams()

    @property
    def in_matches(self) -> bool:
        """Whether contestants are ranked by their matches: teams, and pairs whose matches are converted."""
        return self.form.in_matches(self.regulations)

    @property
    def top(self) -> Fraction | None:
        """The top of a board, what the best possible score on it earns; None where scores are IMPs."""
        return self.artificial.top

    # Boards

    def board(self, number: int) -> BoardScores:
        """Both sides' scores at every table of a board."""
        if number not in self._boards:
            self._boards[number] = self.scoring.scored(self.session.boards[number])
        return self._boards[number]

    def datum(self, number: int) -> int | None:
        """The datum of a board at Butler, North–South's; None in other forms, and where versions have one each."""
        return self.board(number).datum

    @property
    def complete(self) -> bool:
        """Whether every board was worked out."""
        return self._boards.keys() == self.session.boards.keys()

    def completed(self) -> Self:
        """The same, with every board worked out."""
        for number in self.session.boards:
            self.board(number)
        return self

    # Tables

    def line(self, played: TableBoard) -> Line:
        """How a table's board counts: its result, or what a ruling made of it."""
        return self.board(played.board).line(played.seating)

    def counted(self, line: Line, side: Side) -> Entry:
        """How a line counts for the others of a side's field; nothing where it is outside."""
        return self.form.counted(line, side, self.regulations)

    def rooms(self, played: TableBoard) -> list[TableBoard]:
        """The tables whose results make this score: one, or both rooms of a team's board."""
        return self.meetings.rooms(played)

    def value(self, played: TableBoard, side: Side, contestant: str | None = None) -> Fraction:
        """The number of a side's score at a table on a board, or of one contestant's; none yet is 0."""
        return self.board(played.board).pairs[played.seating].of(side, contestant) or Fraction(0)

    def counts(self, played: TableBoard, side: Side = Side.NS) -> bool:
        """Whether a side has a score at a table on a board: not where the other room is missing, or it is no board."""
        return self.board(played.board).pairs[played.seating].of(side) is not None

    def score(self, played: TableBoard, side: Side, contestant: str | None = None) -> Score:
        """A side's score at a table on a board, or one contestant's of it.

        Of two individuals each may have a score of his own; the side's is the first one's.
        """
        scores = self.board(played.board)
        return scores.score_of(played.seating, side, contestant) if contestant else scores[played.seating][side]

    def own_scores(self, played: TableBoard, side: Side) -> list[Fraction | None]:
        """What a side has; of two individuals who differ, what each of them has. None where it cannot be scored yet."""
        pair, contestants = self.board(played.board).pairs[played.seating], played.seating.contestants(side)
        apart = any(whose in contestants for whose, _ in pair.beside)
        return [pair.of(side, each) for each in (contestants if apart else contestants[:1])]
