"""The scoreboard: every contestant's score on every board at one moment, each with its derivation."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from msgspec import structs

from ledger.bridge import Side
from ledger.laws.adjustment import FLAT_PERCENT, Artificial, Awarded, Grade, SelfInflicted, Stands, law_of, weightings
from ledger.laws.regulations import BoardRounding, Totals
from ledger.projections.lines import entry, grade_text, plain_line
from ledger.projections.tally import NOTHING, Scored, Tally
from ledger.scoring.board import BoardScores, score_board
from ledger.scoring.butler import ButlerBoard
from ledger.scoring.cross_imps import CrossImpBoard
from ledger.scoring.derivation import Derivation, Rule, derived, given
from ledger.scoring.forms import FORMS, TEAM_FORMS
from ledger.scoring.line import Damage, Entry, GivenOutright, Line, Score, Share
from ledger.scoring.matchpoints import MatchpointBoard, board_top, counted
from ledger.scoring.teams import BoardAMatch
from ledger.session import Board, Ruling, Session, TableBoard

_OFFENDERS = {
    "NS": frozenset({Side.NS}),
    "EW": frozenset({Side.EW}),
    "both": frozenset(Side),
    "outside": frozenset[Side](),
    "none": frozenset[Side](),
}


class Scoreboard:
    """Scores of a session, worked out board by board when asked for.

    `before` may be an earlier scoreboard of the same session: boards that nothing touched since are
    taken from it instead of being worked out again.
    """

    def __init__(self, session: Session, before: "Scoreboard | None" = None) -> None:
        self.session = session
        self.regulations = session.regulations
        self.form = FORMS[session.opening.scoring]
        self.expected = max((len(board) for board in session.boards.values()), default=0)
        self._boards: dict[int, BoardScores] = {}
        self._unaided_boards: dict[int, BoardScores] = {}
        self._earlier: dict[int, tuple[Board, BoardScores]] = {}
        self._same: set[int] = set()
        self._tally_before: Tally | None = None
        if before:
            self.go_on_from(before)

    @cached_property
    def tally(self) -> Tally:
        """What the scores of pairs and individuals sum to; only what changed is added up again."""
        touched = {
            number: Scored(board, self.board(number).pairs)
            for number, board in self.session.boards.items()
            if self._tally_before is None or number not in self._same
        }
        changes = [(self._was(number), now) for number, now in touched.items()]
        return Tally(self.session, self.totals, self.top, changes, self._tally_before)

    def _was(self, number: int) -> Scored:
        """A board as it was in the earlier tally; nothing where there is none."""
        if self._tally_before is None or number not in self._earlier:
            return NOTHING
        played, scores = self._earlier[number]
        return Scored(played, scores.pairs)

    def go_on_from(self, before: "Scoreboard") -> None:
        """Take the scores of every board that nothing touched since and that does not rest on others, and the lines of the rest.

        Nothing is taken where boards have another number of results now, or the regulations are others.
        """
        if (before.expected, before.regulations) != (self.expected, self.regulations):
            return
        graded = _graded(self.session) | _graded(before.session)
        for number, scores in before._boards.items():
            played = before.session.boards[number]
            if self.session.boards.get(number) is played and number not in graded:
                self._boards[number] = scores
                self._same.add(number)
            else:
                self._earlier[number] = played, scores
        if not self.teams and before.complete:
            self._tally_before = before.tally
        self._unaided_boards = {
            number: scores
            for number, scores in before._unaided_boards.items()
            if self.session.boards.get(number) is before.session.boards[number]
        }

    @property
    def unit(self) -> str:
        """What scores are in: 'MP', 'IMP', or 'points' at board-a-match."""
        return self.form.unit

    @property
    def totals(self) -> Totals:
        """How session totals are factored and rounded."""
        return self.regulations.total if self.form is MatchpointBoard else self.regulations.imps.total

    @property
    def rounding(self) -> BoardRounding:
        """How one contestant's score on one board is rounded."""
        return self.regulations.board if self.form is MatchpointBoard else self.regulations.imps.board

    @property
    def teams(self) -> bool:
        """Whether contestants are teams, with two rooms to a board."""
        return self.session.opening.scoring in TEAM_FORMS

    @property
    def top(self) -> Fraction | None:
        """The top of a board, what the best possible score on it earns; None where scores are IMPs."""
        if self.form is BoardAMatch:
            return Fraction(1)
        return board_top(self.expected, self.regulations) if self.form is MatchpointBoard else None

    def board(self, number: int) -> BoardScores:
        """Both sides' scores at every table of a board."""
        if number not in self._boards:
            tables = self.session.boards[number].values()
            self._boards[number] = self._scored(tables, *self._earlier.get(number, ({}, None)))
        return self._boards[number]

    @property
    def complete(self) -> bool:
        """Whether every board was worked out."""
        return self._boards.keys() == self.session.boards.keys()

    def completed(self) -> "Scoreboard":
        """This scoreboard, with every board worked out."""
        for number in self.session.boards:
            self.board(number)
        return self

    def _scored(
        self, tables: Iterable[TableBoard], was: Board = MappingProxyType({}), scores: BoardScores | None = None
    ) -> BoardScores:
        """The scores of a board; of a fouled one, each version's tables by themselves (Law 87).

        What no ruling is on counts as it did where it `was` the same: its line is in the earlier `scores`.
        """
        versions: dict[str, list[Line]] = {}
        for played in tables:
            same = scores is not None and played.case is None and was.get(played.seating) is played
            line = scores.line(played.seating) if same and scores else self.line(played)
            versions.setdefault(played.version, []).append(line)
        return BoardScores(
            *(score_board(self.form, lines, self.expected, self.regulations) for lines in versions.values())
        )

    def counted(self, line: Line, side: Side) -> Entry:
        """How a line counts in a side's comparisons; nothing where it is outside the field."""
        if line.charts is None:
            return ()
        return counted(line, side, self.regulations.matchpoints) if self.form is MatchpointBoard else line.charts[side]

    def datum(self, number: int) -> int | None:
        """The datum of a board at Butler, in the North–South chart; None in other forms, and where versions have one each."""
        tables = self.session.boards[number].values()
        if self.form is not ButlerBoard or len({played.version for played in tables}) > 1:
            return None
        lines = [self.line(played) for played in self.session.boards[number].values()]
        return int(ButlerBoard(lines, self.expected, self.regulations).datums[Side.NS].value)

    def value(self, played: TableBoard, side: Side) -> Fraction:
        """The number of one side's score at one table on one board; none yet is 0."""
        return self.board(played.board).pairs[played.seating][side is Side.EW] or Fraction(0)

    def score(self, played: TableBoard, side: Side) -> Score:
        """One side's score at one table on one board."""
        return self.board(played.board)[played.seating][side]

    def line(self, played: TableBoard) -> Line:
        """How a table's board goes to the form of scoring: its result, or what a ruling made of it."""
        if not (ruling := self.session.ruling_of(played)):
            return plain_line(played)
        return self._ruled_line(played, ruling)

    def _ruled_line(self, played: TableBoard, ruling: Ruling) -> Line:
        score = self.session.in_force(ruling)
        adjustment, plain = score.adjustment, plain_line(played)
        line = Line(
            played.seating,
            played.table,
            None,
            None,
            law_of(adjustment),
            (score.number,),
            score.case,
            _OFFENDERS.get(score.offender),
        )
        match adjustment:
            case Stands():
                return structs.replace(plain, offenders=line.offenders)
            case Artificial(ns, ew, unless):
                share = Share(
                    self._share(ns, played, Side.NS), self._share(ew, played, Side.EW), entry(unless, played.board)
                )
                return structs.replace(line, award=share)
            case Awarded(ns, ew, field):
                return structs.replace(
                    line, charts=plain.charts if field == "keep" else None, award=GivenOutright(ns, ew)
                )
            case SelfInflicted(nos, b, c):
                (a,) = set((plain.charts or {}).values())
                damage = Damage(Side(nos), a, entry(b, played.board), entry(c, played.board))
                return structs.replace(line, charts=self._damaged_field(damage), award=damage)
            case _:
                charts = {side: entry(weighting, played.board) for side, weighting in weightings(adjustment).items()}
                return structs.replace(line, charts=charts)

    def _damaged_field(self, damage: Damage) -> dict[Side, Entry]:
        """What the others are compared with (golden D41, D42)."""
        match self.regulations.self_inflicted.field:
            case "table-result":
                seen = damage.a
            case "assigned-b":
                seen = damage.b
            case "signed-mixture":
                seen = (*damage.a, *damage.b, *(outcome._replace(weight=-outcome.weight) for outcome in damage.c))
        return {damage.nos: seen, damage.nos.other: damage.b}

    # Law 12C2: artificial scores

    def _share(self, grade: Grade, played: TableBoard, side: Side) -> Derivation:
        contestant = played.seating.contestant(side)
        flat = self._flat(grade)
        if any(self._beyond_first(grade, each, played.board) for each in played.seating.contestants(side)):
            then = Grade(self.regulations.artificial.then)
            return self._flat(then).saying(
                f"{then} instead of {grade}, after the first {self.regulations.artificial.first}", law="12C2(d)"
            )
        alone = len(played.seating.contestants(side)) == 1  # two individuals have two averages and one score
        if not alone or not self._by_session(grade) or not (average := self.session_average(contestant, played)):
            return flat
        rule = Rule.MAXIMUM if grade == "A+" else Rule.MINIMUM
        better = "better" if grade == "A+" else "worse"
        text = f"{grade}: the {better} of the flat score and the average on the other boards"
        return derived(rule, text, [flat, average], law="12C2(c)", unit=flat.unit)

    def _by_session(self, grade: Grade) -> bool:
        only_plus = self.top is None and self.regulations.artificial.session_imps == "plus"
        return grade == "A+" if only_plus else grade.by_session

    def _beyond_first(self, grade: Grade, contestant: str, board: int) -> bool:
        """Whether the regulations vary this A+, the contestant having had enough of them (Law 12C2(d))."""
        first = self.regulations.artificial.first
        if not first or grade != "A+":
            return False
        boards = {played.board for _, played in self.session.boards_of(contestant) if self._artificial(played)}
        return sum(1 for earlier in boards if earlier < board) >= first

    def _flat(self, grade: Grade) -> Derivation:
        if self.top is None:
            worth = self.regulations.artificial.imps * self.comparisons
            imps = {"A+": worth, "A": 0, "A-": -worth}[grade.letter]
            return given(
                imps, f"{grade}: {imps:+d} IMPs" if imps else f"{grade}: no IMPs", law="12C2(b)", unit=self.unit
            )
        return given(grade.flat, grade_text(grade), law="12C2(a)" if grade in FLAT_PERCENT else None)

    @property
    def comparisons(self) -> int:
        """What an average of 3 IMPs is times: the comparisons of a board where their sum is not divided (golden P17)."""
        undivided = self.form is CrossImpBoard and self.regulations.cross_imps.divisor == "none"
        return max(self.expected - 1, 1) if undivided else 1

    def session_average(self, contestant: str, at: TableBoard) -> Derivation | None:
        """The average on the boards without an artificial score: a fraction of their tops, or IMPs a board.

        `at` is where the award is given, which names the match where the regulations count only its boards.
        None where the contestant has no such board. Artificial scores stay out of every comparison, so
        this never depends on itself (Law 12C2(c); golden D07).
        """
        once = {
            (played.board, frozenset(played.seating)): self._unaided(played, side)
            for side, played in self.session.boards_of(contestant)
            if not self._artificial(played) and self._in_window(played, at)
        }
        scores = [score for score in once.values() if score.counts]
        if not scores or self.top == 0:
            return None
        boards = f"{len(scores)} other board{'' if len(scores) == 1 else 's'}"
        total = given(sum((score.value for score in scores), Fraction(0)), f"{self.unit} on {boards}", unit=self.unit)
        if self.top is None:
            return derived(
                Rule.QUOTIENT, "average on the other boards", [total, given(len(scores), "boards")], unit=self.unit
            )
        tops = given(self.top * len(scores), "their tops", unit=self.unit)
        return derived(Rule.QUOTIENT, "average on the other boards", [total, tops])

    def _in_window(self, played: TableBoard, at: TableBoard) -> bool:
        if self.regulations.artificial.window == "session":
            return True
        return {*played.seating} == {*at.seating} and at.round in (None, played.round)

    def rooms(self, played: TableBoard) -> list[TableBoard]:
        """The tables whose results make this score: one, or both rooms of a match of teams."""
        other = self.session.boards[played.board].get(played.seating.turned) if self.teams else None
        return [played, other] if other else [played]

    def _artificial(self, played: TableBoard) -> bool:
        rulings = [self.session.ruling_of(room) for room in self.rooms(played)]
        return any(ruling and isinstance(self.session.in_force(ruling).adjustment, Artificial) for ruling in rulings)

    def _unaided(self, played: TableBoard, side: Side) -> Score:
        """A score on a board worked out without its artificial lines, which nobody is compared with."""
        if played.board not in self._unaided_boards:
            others = self.session.boards[played.board].values()
            self._unaided_boards[played.board] = self._scored(other for other in others if not self._artificial(other))
        return self._unaided_boards[played.board][played.seating][side]


def _graded(session: Session) -> set[int]:
    """The boards on which a ruling in force makes a score depend on other boards (Law 12C2(c), (d))."""
    return {
        ruling.board
        for ruling in session.rulings.values()
        if not (ruling.withdrawn or ruling.superseded_by)
        and isinstance(adjustment := session.in_force(ruling).adjustment, Artificial)
        and (adjustment.ns.by_session or adjustment.ew.by_session)
    }
