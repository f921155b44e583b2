"""A contestant's other boards (Law 12C2(c), (d)): what it scored where it has a result, and where it has none.

An artificial award may give way to an assigned score that is better (`unless`), and is then a result like any other.
Which do is settled in steps. In the first, each is held against an average over the boards nobody has an artificial
award on at all. Those that give way are results in the next, for the awards that are left, until no other gives way.
An award that gave way has done so for good, whatever the average became by later steps. So of two such awards neither
waits for the other, every average counts all the results there are, and nothing depends on itself (golden W10, W11).
"""

from collections.abc import Callable, Set

from ledger.bridge import Side
from ledger.events.participation import BoardNotPlayed, SatOut
from ledger.laws.adjustment import Artificial, Grade
from ledger.projections.meetings import Meetings
from ledger.scoring.board_scores import BoardScores
from ledger.scoring.derivation import Derivation
from ledger.scoring.line import Seating
from ledger.scoring.score import Score
from ledger.session import Board, TableBoard, together
from ledger.session.participation import is_no_board

ShareOf = Callable[[Grade, TableBoard, Side], tuple[Derivation, ...]]
"""What an artificial award to a side at a table is worth to each contestant of it (Law 12C2)."""

_Table = tuple[int, Seating]
"""A table's play of a board: its number, and who sat there."""

_NOT_PLAYED = Artificial(Grade("A"), Grade("A"))


class OtherBoards:
    """The boards of contestants, and what they scored on them.

    `score` works out a board from the tables given, and from what artificial awards are worth: `share` looks at other
    boards for that, `flat` does not.
    """

    def __init__(
        self, meetings: Meetings, score: Callable[[Board, ShareOf], BoardScores], share: ShareOf, flat: ShareOf
    ) -> None:
        self.meetings = meetings
        self.session = meetings.session
        self.window = meetings.session.regulations.artificial.window
        self._score = score
        self._share = share
        self._flat = flat
        self._unaided: dict[tuple[int, frozenset[Seating]], BoardScores] = {}
        self._steps: dict[_Table, int] | None = None

    def go_on_from(self, before: "OtherBoards") -> None:
        """Take the boards that nothing touched since, and on which no award may give way to another."""
        for key, scores in before._unaided.items():
            board = self.session.boards.get(key[0])
            if board is before.session.boards[key[0]] and not any(map(self._may_give_way, board.values())):
                self._unaided[key] = scores

    def scores(self, contestant: str, at: TableBoard) -> list[Score]:
        """What a contestant scored on the boards that count for an award at a table, a board in two rooms once.

        They are worked out without the artificial lines, which nobody is compared with. Of a table with an artificial
        score for one side only, the other side's score counts.
        """
        results = self._results_for(at)
        once = {
            (played.board, frozenset(room.seating for room in self.meetings.rooms(played))): (played, side)
            for side, played in self.session.boards_of(contestant)
            if not self._without_result(played, side, results) and self._in_window(played, at)
        }
        scores = (self._scores_of(played.board, results)[played.seating][side] for played, side in once.values())
        return [score for score in scores if score.counts]

    def without_result_before(self, contestant: str, at: TableBoard) -> int:
        """On how many boards a contestant had no result before this one, in order of play (golden W13)."""
        order, results = self.meetings.order, self._results_for(at)
        own = ((side, played) for side, played in self.session.boards_of(contestant) if order(played) < order(at))
        return len(
            {
                order(played)
                for side, played in own
                if self._without_result(played, side, results) and not is_no_board(played)
            }
        )

    def _in_window(self, played: TableBoard, at: TableBoard) -> bool:
        """Whether a board counts with another: all of the session do, or those of the match."""
        return self.window == "session" or self.meetings.match_of(played) == self.meetings.match_of(at)

    def _without_result(self, played: TableBoard, side: Side, results: Set[_Table]) -> bool:
        """Whether what a side has is artificial, by the ruling of either room of a team's board."""
        return any(
            self._award(room, side if room is played else side.other) is not None
            and (room.board, room.seating) not in results
            for room in self.meetings.rooms(played)
        )

    def _award(self, played: TableBoard, side: Side) -> Artificial | None:
        """The artificial score a side has at a table; one that was not played, or was sat out, has no result either."""
        if isinstance(played.absent, BoardNotPlayed | SatOut):
            return _NOT_PLAYED
        score = together(self.session, played).of(side) if played.cases else None
        return score.adjustment if score and isinstance(score.adjustment, Artificial) else None

    def _compared(self, played: TableBoard) -> bool:
        """Whether either side of a table has a score that is not artificial."""
        return any(self._award(played, side) is None for side in Side)

    def _may_give_way(self, played: TableBoard) -> bool:
        if not (played.cases or played.absent):  # as nearly every table: nothing was awarded there
            return False
        awards = (self._award(played, side) for side in Side)
        return any(award is not None and award.unless for award in awards)

    def _results_for(self, at: TableBoard) -> Set[_Table]:
        """The tables whose award is a result for the award at a table: those that gave way in an earlier step.

        Where that does not give way itself, all that did.
        """
        steps = self._settled()
        own = steps.get((at.board, at.seating), len(steps))
        return {table for table, step in steps.items() if step < own}

    def _settled(self) -> dict[_Table, int]:
        """The tables at which an award gave way, and in which step; while they are settled, as far as that is."""
        if self._steps is None:
            self._steps = {}
            step = 0
            while further := self._giving_way() - self._steps.keys():
                self._steps |= dict.fromkeys(further, step)
                step += 1
        return self._steps

    def _giving_way(self) -> set[_Table]:
        """The tables at which an award gives way by the results there are so far."""
        found: set[_Table] = set()
        for number, board in self.session.boards.items():
            if may := {seating for seating, played in board.items() if self._may_give_way(played)}:
                tables = {key: each for key, each in board.items() if key in may or self._compared(each)}
                scores = self._score(tables, self._settling_share)
                found |= {(number, seating) for seating in may if scores.line(seating).award is None}
        return found

    def _settling_share(self, grade: Grade, played: TableBoard, side: Side) -> tuple[Derivation, ...]:
        """An award as it decides whether it gives way; any other by itself: no average rests on another in a circle."""
        return self._share(grade, played, side) if self._may_give_way(played) else self._flat(grade, played, side)

    def _scores_of(self, number: int, results: Set[_Table]) -> BoardScores:
        """A board worked out without its artificial lines, except those that are results."""
        here = frozenset(seating for board, seating in results if board == number)
        if (key := (number, here)) not in self._unaided:
            board = self.session.boards[number].items()
            plain = {seating: each for seating, each in board if self._compared(each) or seating in here}
            self._unaided[key] = self._score(plain, self._earlier_share)
        return self._unaided[key]

    def _earlier_share(self, grade: Grade, played: TableBoard, side: Side) -> tuple[Derivation, ...]:
        """An award that gave way as it did, by earlier steps alone; any other by itself, as above."""
        gave_way = (played.board, played.seating) in self._settled()
        return self._share(grade, played, side) if gave_way else self._flat(grade, played, side)
