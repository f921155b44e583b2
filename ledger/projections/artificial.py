"""Artificial scores (Law 12C2): what an A+, A or A− is worth, which may depend on the contestant's other boards."""

from collections.abc import Callable
from fractions import Fraction

from ledger.bridge import Side
from ledger.events.participation import BoardNotPlayed, SatOut
from ledger.laws.adjustment import FLAT_PERCENT, Artificial, Grade
from ledger.laws.weighting import weight_text
from ledger.scoring.board import ScoredBoard
from ledger.scoring.board_scores import BoardScores
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.line import Score
from ledger.scoring.rule import Rule
from ledger.scoring.teams import other_room
from ledger.session import Board, Session, TableBoard


class ArtificialScores:
    """What artificial awards of a session are worth. `score` works out a board from the tables it is given."""

    def __init__(
        self, session: Session, form: type[ScoredBoard], expected: int, score: Callable[[Board], BoardScores]
    ) -> None:
        self.session = session
        self.form = form
        self.rules = session.regulations.artificial
        self.top = form.top(expected, session.regulations)
        self.comparisons = form.comparisons(expected, session.regulations)
        self._score = score
        self._unaided_boards: dict[int, BoardScores] = {}

    def go_on_from(self, before: "ArtificialScores") -> None:
        """Take what an earlier scoreboard worked out for the boards that nothing touched since."""
        for number, scores in before._unaided_boards.items():
            if self.session.boards.get(number) is before.session.boards[number]:
                self._unaided_boards[number] = scores

    def share(self, grade: Grade, played: TableBoard, side: Side) -> Derivation:
        """A fraction of the top, or IMPs: the flat score, or by 12C2(c) the contestant's average where that counts."""
        contestants = played.seating.contestants(side)
        if any(self._beyond_first(grade, each, played.board) for each in contestants):
            then = Grade(self.rules.then)
            text = f"{then} instead of {grade}, after the first {self.rules.first}"
            return self._flat(then).saying(text, law="12C2(d)")
        flat = self._flat(grade)
        alone = len(contestants) == 1  # two individuals have two averages and one score
        if not alone or not self._by_session(grade) or not (average := self.average(contestants[0], played)):
            return flat
        rule, better = (Rule.MAXIMUM, "better") if grade == "A+" else (Rule.MINIMUM, "worse")
        text = f"{grade}: the {better} of the flat score and the average on the other boards"
        return derived(rule, text, [flat, average], law="12C2(c)", unit=flat.unit)

    def average(self, contestant: str, at: TableBoard) -> Derivation | None:
        """The average on the boards without an artificial score: a fraction of their tops, or IMPs a board.

        `at` is where the award is given, which names the match where the regulations count only its boards.
        None where the contestant has no such board. Artificial scores stay out of every comparison, so
        this never depends on itself (Law 12C2(c); golden D07).
        """
        scores = self._others(contestant, at)
        if not scores or self.top == 0:
            return None
        unit, boards = self.form.unit, f"{len(scores)} other board{'' if len(scores) == 1 else 's'}"
        total = given(sum((score.value for score in scores), Fraction(0)), f"{unit} on {boards}", unit=unit)
        if self.top is None:
            parts = [total, given(len(scores), "boards")]
            return derived(Rule.QUOTIENT, "average on the other boards", parts, unit=unit)
        tops = given(self.top * len(scores), "their tops", unit=unit)
        return derived(Rule.QUOTIENT, "average on the other boards", [total, tops])

    def _others(self, contestant: str, at: TableBoard) -> list[Score]:
        """What a contestant scored on the boards that count for its average, a board in two rooms once."""
        once = {
            (played.board, frozenset(room.seating for room in self.rooms(played))): self._unaided(played, side)
            for side, played in self.session.boards_of(contestant)
            if not self._artificial(played) and self._in_window(played, at)
        }
        return [score for score in once.values() if score.counts]

    def _in_window(self, played: TableBoard, at: TableBoard) -> bool:
        if self.rules.window == "session":
            return True
        return played.seating.match == at.seating.match and at.round in (None, played.round)

    def _by_session(self, grade: Grade) -> bool:
        only_plus = self.top is None and self.rules.session_imps == "plus"
        return grade == "A+" if only_plus else grade.by_session

    def _beyond_first(self, grade: Grade, contestant: str, board: int) -> bool:
        """Whether the regulations vary this A+, the contestant having had enough of them (Law 12C2(d))."""
        if not self.rules.first or grade != "A+":
            return False
        boards = {played.board for _, played in self.session.boards_of(contestant) if self._artificial(played)}
        return sum(1 for earlier in boards if earlier < board) >= self.rules.first

    def _flat(self, grade: Grade) -> Derivation:
        """Per cent of the top (12C2(a)), or 3 IMPs a comparison (12C2(b))."""
        if self.top is not None:
            return given(grade.flat, _grade_text(grade), law="12C2(a)" if grade in FLAT_PERCENT else None)
        worth = self.rules.imps * self.comparisons
        imps = {"A+": worth, "A": 0, "A-": -worth}[grade.letter]
        text = f"{grade}: {imps:+d} IMPs" if imps else f"{grade}: no IMPs"
        return given(imps, text, law="12C2(b)", unit=self.form.unit)

    def whole(self, grade: Grade) -> Derivation:
        """A flat award in the unit of a board's score, whoever has it."""
        flat = self._flat(grade)
        if self.top is None:
            return flat
        return derived(Rule.PRODUCT, f"{grade}", [flat, given(self.top, "top of the board")], unit=self.form.unit)

    def rooms(self, played: TableBoard) -> list[TableBoard]:
        """The tables whose results make a score: one, or both rooms of a team's board."""
        other = other_room(self.session.boards[played.board], played.seating) if self.form.teams() else None
        return [played, other] if other else [played]

    def _artificial(self, played: TableBoard) -> bool:
        rooms = self.rooms(played)
        rulings = map(self.session.ruling_of, rooms)
        return any(room.absent for room in rooms) or any(
            ruling and isinstance(self.session.in_force(ruling).adjustment, Artificial) for ruling in rulings
        )

    def _unaided(self, played: TableBoard, side: Side) -> Score:
        """A score on a board worked out without its artificial lines, which nobody is compared with."""
        number = played.board
        if number not in self._unaided_boards:
            board = self.session.boards[number]
            others = {seating: other for seating, other in board.items() if not self._artificial(other)}
            self._unaided_boards[number] = self._score(others)
        return self._unaided_boards[number][played.seating][side]


def graded_boards(session: Session) -> set[int]:
    """The boards on which a score depends on other boards (Law 12C2(c), (d)), by a ruling or as it was not played."""
    facts = session.participation.facts.values()
    not_played = {fact.board for fact in facts if isinstance(fact, BoardNotPlayed)}
    sat_out = {board for fact in facts if isinstance(fact, SatOut) for board in fact.boards}
    return not_played | sat_out | _ruled_by_grade(session)


def _ruled_by_grade(session: Session) -> set[int]:
    return {
        ruling.board
        for ruling in session.rulings.values()
        if not (ruling.withdrawn or ruling.superseded_by)
        and isinstance(adjustment := session.in_force(ruling).adjustment, Artificial)
        and (adjustment.ns.by_session or adjustment.ew.by_session)
    }


def _grade_text(grade: Grade) -> str:
    """An artificial award in words: 'A+: average plus, 60%'."""
    name = {"A+": "average plus", "A": "average", "A-": "average minus"}.get(grade)
    percent = weight_text(grade.flat)
    return f"{grade}: {name}, {percent}" if name else percent
