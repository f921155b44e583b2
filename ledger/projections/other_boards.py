"""A contestant's other boards (Law 12C2(c), (d)): what it scored where it has a result, and where it has none.

An artificial award may give way to an assigned score that is better (`unless`), and is then a result like any other.
Whether it does is settled first, by an award that looks at the boards nobody has an artificial award on at all. So of
two such awards neither waits for the other, an average counts every result there is, and nothing depends on itself
(golden W10, W11).
"""

from collections.abc import Callable

from ledger.laws.adjustment import Artificial
from ledger.projections.meetings import Meetings
from ledger.scoring.board_scores import BoardScores
from ledger.scoring.line import Score, Seating
from ledger.session import Board, TableBoard


class OtherBoards:
    """The boards of contestants, and what they scored on them. `score` works out a board from the tables given."""

    def __init__(self, meetings: Meetings, score: Callable[[Board], BoardScores]) -> None:
        self.meetings = meetings
        self.session = meetings.session
        self.window = meetings.session.regulations.artificial.window
        self._score = score
        self._unaided: dict[tuple[int, bool], BoardScores] = {}
        self._results: dict[int, frozenset[Seating]] = {}

    def go_on_from(self, before: "OtherBoards") -> None:
        """Take the boards that nothing touched since, and on which no award may give way to another."""
        for key, scores in before._unaided.items():
            board = self.session.boards.get(key[0])
            if board is before.session.boards[key[0]] and not any(map(self._may_give_way, board.values())):
                self._unaided[key] = scores

    def scores(self, contestant: str, at: TableBoard) -> list[Score]:
        """What a contestant scored on the boards that count for an award at a table, a board in two rooms once.

        They are worked out without the artificial lines, which nobody is compared with.
        """
        settling = self._may_give_way(at)
        once = {
            (played.board, frozenset(room.seating for room in self.meetings.rooms(played))): (played, side)
            for side, played in self.session.boards_of(contestant)
            if not self._without_result(played, settling) and self._in_window(played, at)
        }
        scores = (self._scores_of(played.board, settling)[played.seating][side] for played, side in once.values())
        return [score for score in scores if score.counts]

    def without_result_before(self, contestant: str, at: TableBoard) -> int:
        """On how many boards a contestant had no result before this one, in order of play (golden W13)."""
        order, settling = self.meetings.order, self._may_give_way(at)
        own = (played for _, played in self.session.boards_of(contestant) if order(played) < order(at))
        return len({order(played) for played in own if self._without_result(played, settling)})

    def _in_window(self, played: TableBoard, at: TableBoard) -> bool:
        """Whether a board counts with another: all of the session do, or those of the match."""
        return self.window == "session" or self.meetings.match_of(played) == self.meetings.match_of(at)

    def _without_result(self, played: TableBoard, settling: bool) -> bool:
        """Whether the score is artificial; while it is being settled which awards give way, none has."""
        return any(
            self._award(room) is not None and (settling or not self._gave_way(room))
            for room in self.meetings.rooms(played)
        )

    def _award(self, played: TableBoard) -> Artificial | None:
        ruling = self.session.ruling_of(played)
        adjustment = self.session.in_force(ruling).adjustment if ruling else None
        return adjustment if isinstance(adjustment, Artificial) else None

    def _may_give_way(self, played: TableBoard) -> bool:
        award = self._award(played)
        return award is not None and bool(award.unless)

    def _gave_way(self, played: TableBoard) -> bool:
        return self._may_give_way(played) and played.seating in self._results_on(played.board)

    def _results_on(self, number: int) -> frozenset[Seating]:
        """The tables of a board at which an award gave way to an assigned score."""
        if number not in self._results:
            board = self.session.boards[number]
            may = {seating for seating, played in board.items() if self._may_give_way(played)}
            scores = self._score({key: each for key, each in board.items() if key in may or self._award(each) is None})
            self._results[number] = frozenset(seating for seating in may if scores.line(seating).award is None)
        return self._results[number]

    def _scores_of(self, number: int, settling: bool) -> BoardScores:
        """A board worked out without its artificial lines."""
        key = number, settling
        if key not in self._unaided:
            board = self.session.boards[number].items()
            results = {} if settling else {seating: each for seating, each in board if self._gave_way(each)}
            plain = {seating: each for seating, each in board if self._award(each) is None or seating in results}
            self._unaided[key] = self._score(plain)
        return self._unaided[key]
