"""The scoreboard: every contestant's score on every board at one moment, each with its derivation.

Where everybody sat is gone through once, board by board, for all the totals and cards. The top of a board at a table
may be less than the session's.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from ledger.bridge import Side
from ledger.laws.regulations import BoardRounding, Totals
from ledger.projections.artificial import ArtificialScores, Beside, graded_boards
from ledger.projections.matches import Match, worked_out
from ledger.projections.meetings import MatchKey, Meetings
from ledger.projections.missed_matches import MissedMatch, missed_matches
from ledger.projections.session_scoring import SessionScoring
from ledger.projections.tally import NOTHING, TableScores, Tally
from ledger.scoring.board import BoardScores, Score, ScoredBoard
from ledger.scoring.line import Entry, Line
from ledger.session import Session, TableBoard


class Scoreboard:
    """Scores of a session, worked out board by board when asked for.

    `before` may be an earlier scoreboard of the same session: boards that nothing touched since are
    taken from it instead of being worked out again. `beside`: what contestants scored in other sessions of the stage,
    where Law 12C2(c) looks at these too; by itself a session knows its own boards alone.
    """

    def __init__(self, session: Session, before: "Scoreboard | None" = None, beside: Beside | None = None) -> None:
        self.session = session
        self.regulations = session.regulations
        self.scoring = SessionScoring(session, beside)
        self._boards: dict[int, BoardScores] = {}
        self._tallied = _Tallied()
        if before:
            self.go_on_from(before)

    def go_on_from(self, before: "Scoreboard") -> None:
        """Take the scores of every board that nothing touched since and that does not rest on others.

        Nothing is taken where boards have another number of results now, the scores of others are cancelled, or the
        regulations are others.
        """
        was, now = before.scoring, self.scoring
        if (was.expected, was.cancelled, before.regulations) != (now.expected, now.cancelled, self.regulations):
            return
        self.artificial.go_on_from(before.artificial)
        graded = graded_boards(self.session) | graded_boards(before.session)
        same = {
            number: scores
            for number, scores in before._boards.items()
            if number not in graded and self.session.boards.get(number) is before.session.boards[number]
        }
        self._boards |= same
        for kept in ("matches", "missed_matches"):  # they rest on the scores that have just been taken over
            vars(self).pop(kept, None)
        if not self.in_matches and before.complete:
            self._tallied = _Tallied(before, frozenset(same))

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

    def completed(self) -> "Scoreboard":
        """This scoreboard, with every board worked out."""
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

    # Totals

    @cached_property
    def matches(self) -> dict[MatchKey, Match]:
        """Every match, in order of rounds and names; none where contestants are not ranked by them."""
        return worked_out(self) if self.in_matches else {}

    @cached_property
    def missed_matches(self) -> list[MissedMatch]:
        """Every match somebody could not play and has a score for."""
        return missed_matches(self) if self.in_matches else []

    @cached_property
    def tally(self) -> Tally:
        """What the scores of pairs and individuals sum to; only what changed is added up again."""
        changes = [
            (self._tallied.was(number), TableScores(board, self.board(number).pairs, self.board(number).short))
            for number, board in self.session.boards.items()
            if number not in self._tallied.same
        ]
        return Tally(self.session, self.totals, self.top, changes, self._tallied.tally)


class _Tallied:
    """An earlier scoreboard whose tally can be gone on from; `same` are the boards that nothing touched since."""

    def __init__(self, before: Scoreboard | None = None, same: frozenset[int] = frozenset()) -> None:
        self.same = same
        self.tally = before.tally if before else None
        self._boards = before.session.boards if before else {}
        self._scores = before._boards if before else {}

    def was(self, number: int) -> TableScores:
        """A board as it was in the earlier tally; nothing where there is none."""
        if number not in self._scores:
            return NOTHING
        scores = self._scores[number]
        return TableScores(self._boards[number], scores.pairs, scores.short)


def top_at(scoreboard: Scoreboard, played: TableBoard) -> Fraction | None:
    """The top of a board at a table: less than the session's where it keeps its own; None where scores are IMPs."""
    lacking = scoreboard.board(played.board).short.get(played.seating, 0)
    return scoreboard.top if scoreboard.top is None else scoreboard.top * (1 - lacking)


Sitting = tuple[Side, TableBoard]


def boards_of(scoreboard: Scoreboard, contestant: str) -> Sequence[Sitting]:
    """Where a contestant sat, in the order of the boards."""
    return _sittings(scoreboard).get(contestant, ())


@lru_cache(maxsize=1)
def _sittings(scoreboard: Scoreboard) -> dict[str, list[Sitting]]:
    found: dict[str, list[Sitting]] = {}
    for played in scoreboard.session.table_boards():
        for side in Side:
            for contestant in dict.fromkeys(played.seating.contestants(side)):
                found.setdefault(contestant, []).append((side, played))
    return found
