"""Artificial scores (Law 12C2): what an A+, A or A− is worth, which may depend on the contestant's other boards."""

from collections.abc import Callable

from ledger.bridge import Side
from ledger.events.participation import BoardNotPlayed, SatOut
from ledger.laws.adjustment import FLAT_PERCENT, Artificial, Grade
from ledger.laws.weighting import weight_text
from ledger.projections.meetings import Meetings
from ledger.projections.other_boards import OtherBoards, ShareOf
from ledger.scoring.board_scores import BoardScores
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session import Board, Session, TableBoard


class ArtificialScores:
    """What artificial awards of a session are worth.

    `score` works out a board from the tables it is given, and from what artificial awards there are worth.
    """

    def __init__(self, meetings: Meetings, expected: int, score: Callable[[Board, ShareOf], BoardScores]) -> None:
        self.meetings = meetings
        session, form = meetings.session, meetings.form
        self.session = session
        self.form = form
        self.rules = session.regulations.artificial
        self.top = form.top(expected, session.regulations)
        self.comparisons = form.comparisons(expected, session.regulations)
        self._other_boards = OtherBoards(meetings, score, self.share, self._flat_share)

    def go_on_from(self, before: "ArtificialScores") -> None:
        """Take what an earlier scoreboard worked out for the boards that nothing touched since."""
        self._other_boards.go_on_from(before._other_boards)

    def share(self, grade: Grade, played: TableBoard, side: Side) -> tuple[Derivation, ...]:
        """What a side is awarded, a fraction of the top or IMPs: one number, or one for each of two individuals.

        Each has the flat score, or by 12C2(c) the average on its own other boards where that counts.
        """
        if grade.nobody:
            return (given(0, "nobody sat there"),)
        meant = Grade(grade.letter) if self.rules.percents == "grades" and grade.letter else grade
        return tuple(self._own(meant, contestant, played) for contestant in played.seating.contestants(side))

    def _own(self, grade: Grade, contestant: str, played: TableBoard) -> Derivation:
        if varied := self._varied(grade, contestant, played):
            return varied
        flat = self.flat(grade)
        if not self._by_session(grade) or not (average := self.average(contestant, played)):
            return flat
        rule, better = (Rule.MAXIMUM, "better") if grade == "A+" else (Rule.MINIMUM, "worse")
        text = f"{grade}: the {better} of the flat score and the average on the other boards"
        return derived(rule, text, [flat, average], law="12C2(c)", unit=flat.unit)

    def average(self, contestant: str, at: TableBoard) -> Derivation | None:
        """The average on the boards without an artificial score: a fraction of their tops, or IMPs a board.

        `at` is where the award is given, which names the match where the regulations count only its boards. None where
        the contestant has no such board (Law 12C2(c); golden D07).
        """
        scores = self._other_boards.scores(contestant, at)
        if not scores or self.top == 0:
            return None
        unit, boards = self.form.unit, f"{len(scores)} other board{'' if len(scores) == 1 else 's'}"
        total = given(sum(score.value for score in scores), f"{unit} on {boards}", unit=unit)
        if self.top is None:
            parts = [total, given(len(scores), "boards")]
            return derived(Rule.QUOTIENT, "average on the other boards", parts, unit=unit)
        tops = given(self.top * len(scores), "their tops", unit=unit)
        return derived(Rule.QUOTIENT, "average on the other boards", [total, tops])

    def _by_session(self, grade: Grade) -> bool:
        only_plus = self.top is None and self.rules.session_imps == "plus"
        return grade == "A+" if only_plus else grade.by_session

    def _varied(self, grade: Grade, contestant: str, at: TableBoard) -> Derivation | None:
        """The award in its place where the contestant has had enough boards without a result (Law 12C2(d))."""
        lines = [line for line in self.rules.further if line.award == grade]
        if not lines:
            return None
        earlier = self._other_boards.without_result_before(contestant, at)
        reached = [line for line in lines if line.boards <= earlier]
        if not reached:
            return None
        last = max(reached, key=lambda line: line.boards)
        boards = f"{last.boards} board{'' if last.boards == 1 else 's'} without a result"
        text = f"{last.then} instead of {grade}, after {boards}"
        return self.flat(Grade(last.then)).saying(text, law="12C2(d)")

    def _flat_share(self, grade: Grade, played: TableBoard, side: Side) -> tuple[Derivation, ...]:
        """An award by itself, where only other sides' scores are asked for: no average rests on another in a circle."""
        return (self.flat(grade),)

    def flat(self, grade: Grade) -> Derivation:
        """Per cent of the top (12C2(a)), or IMPs a comparison by regulation (12C2(b))."""
        if self.top is not None:
            return given(grade.flat, _grade_text(grade), law="12C2(a)" if grade in FLAT_PERCENT else None)
        imps = {"A+": self.rules.imps_plus, "A": 0, "A-": self.rules.imps_minus}[grade.letter] * self.comparisons
        text = f"{grade}: {imps:+d} IMPs" if imps else f"{grade}: no IMPs"
        return given(imps, text, law="12C2(b)", unit=self.form.unit)

    def whole(self, grade: Grade) -> Derivation:
        """A flat award in the unit of a board's score, whoever has it."""
        flat = self.flat(grade)
        if self.top is None:
            return flat
        top = given(self.top, "top of the board", unit=self.form.unit)
        return derived(Rule.PRODUCT, "of the top", [flat, top], unit=self.form.unit)


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
        and (adjustment.ns.letter or adjustment.ew.letter)
    }


def _grade_text(grade: Grade) -> str:
    """An artificial award in words: 'A+: average plus, 60%'."""
    name = {"A+": "average plus", "A": "average", "A-": "average minus"}.get(grade)
    percent = weight_text(grade.flat)
    return f"{grade}: {name}, {percent}" if name else percent
