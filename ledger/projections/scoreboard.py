"""The scoreboard: every contestant's score on every board at one moment, each with its derivation."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from ledger.bridge import Result, Side, ns_score
from ledger.derivation import Derivation, Rule, derived, given
from ledger.laws.adjustment import FLAT_PERCENT, Artificial, Awarded, Grade, SelfInflicted, Stands, law_of, weightings
from ledger.laws.regulations import BoardRounding, Totals
from ledger.laws.weighting import Weighting, weight_text
from ledger.scoring.board import score_board
from ledger.scoring.butler import ButlerBoard
from ledger.scoring.cross_imps import CrossImpBoard
from ledger.scoring.forms import FORMS, TEAM_FORMS
from ledger.scoring.line import BoardScores, Damage, Entry, GivenOutright, Line, Outcome, Score, Share
from ledger.scoring.matchpoints import MatchpointBoard, board_top, counted
from ledger.scoring.teams import BoardAMatch
from ledger.session import Ruling, Session, TableBoard, in_order

_OFFENDERS = {
    "NS": frozenset({Side.NS}), "EW": frozenset({Side.EW}), "both": frozenset(Side), "outside": frozenset[Side](), "none": frozenset[Side](),
}  # fmt: skip


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
        if before and self._scores_alike(before):
            self._boards = {
                number: scores for number, scores in before._boards.items()
                if session.boards.get(number) is before.session.boards.get(number)
            }  # fmt: skip

    def _scores_alike(self, before: "Scoreboard") -> bool:
        """Whether a board nothing touched is worth what it was: the same rules, and no board that rests on others."""
        same_rules = (before.expected, before.regulations) == (self.expected, self.regulations)
        return same_rules and not _graded(self.session) and not _graded(before.session)

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
            self._boards[number] = self._scored(in_order(self.session.boards[number]))
        return self._boards[number]

    def _scored(self, tables: Iterable[TableBoard]) -> BoardScores:
        """The scores of a board; of a fouled one, each version's tables by themselves (Law 87)."""
        versions: dict[str, list[Line]] = {}
        for played in tables:
            versions.setdefault(played.version, []).append(self.line(played))
        scored = (score_board(self.form, lines, self.expected, self.regulations) for lines in versions.values())
        return {seating: scores for board in scored for seating, scores in board.items()}

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

    def score(self, played: TableBoard, side: Side) -> Score:
        """One side's score at one table on one board."""
        return self.board(played.board)[played.seating][side]

    def line(self, played: TableBoard) -> Line:
        """How a table's board goes to the form of scoring: its result, or what a ruling made of it."""
        if not (ruling := self.session.ruling_of(played)):
            return _plain_line(played)
        return self._ruled_line(played, ruling)

    def _ruled_line(self, played: TableBoard, ruling: Ruling) -> Line:
        score = self.session.in_force(ruling)
        adjustment, plain = score.adjustment, _plain_line(played)
        line = Line(
            played.seating, played.table, None, None, law_of(adjustment), (score.number,), score.case,
            _OFFENDERS.get(score.offender),
        )  # fmt: skip
        match adjustment:
            case Stands():
                return replace(plain, offenders=line.offenders)
            case Artificial(ns, ew, unless):
                share = Share(
                    self._share(ns, played, Side.NS), self._share(ew, played, Side.EW), _entry(unless, played.board)
                )
                return replace(line, award=share)
            case Awarded(ns, ew, field):
                return replace(line, charts=plain.charts if field == "keep" else None, award=GivenOutright(ns, ew))
            case SelfInflicted(nos, b, c):
                (a,) = set((plain.charts or {}).values())
                damage = Damage(Side(nos), a, _entry(b, played.board), _entry(c, played.board))
                return replace(line, charts=self._damaged_field(damage), award=damage)
            case _:
                charts = {side: _entry(weighting, played.board) for side, weighting in weightings(adjustment).items()}
                return replace(line, charts=charts)

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
        return given(grade.flat, _grade_text(grade), law="12C2(a)" if grade in FLAT_PERCENT else None)

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
            others = in_order(self.session.boards[played.board])
            self._unaided_boards[played.board] = self._scored(other for other in others if not self._artificial(other))
        return self._unaided_boards[played.board][played.seating][side]


def _graded(session: Session) -> bool:
    """Whether any ruling in force makes one board depend on the others (Law 12C2(c))."""
    return any(
        isinstance(adjustment := session.in_force(ruling).adjustment, Artificial)
        and (adjustment.ns.by_session or adjustment.ew.by_session)
        for ruling in session.rulings.values()
        if not (ruling.withdrawn or ruling.superseded_by)
    )


def _plain_line(played: TableBoard) -> Line:
    """The table result as it is; outside the field where nothing was played."""
    if not played.result:
        return Line(played.seating, played.table, None)
    charts = dict.fromkeys(Side, (_outcome(played.result, played.board),))
    return Line(played.seating, played.table, charts, events=(played.results[-1].number,))


def _entry(weighting: Weighting, board: int) -> Entry:
    if len(weighting) == 1:
        return (_outcome(weighting[0].result, board),)
    return tuple(Outcome(part.weight, ns_score(part.result, board), str(part.result)) for part in weighting)


def _outcome(result: Result, board: int) -> Outcome:
    return Outcome(1, ns_score(result, board), "" if result.bare_score is not None else str(result))


def _grade_text(grade: Grade) -> str:
    name = {"A+": "average plus", "A": "average", "A-": "average minus"}.get(grade)
    percent = weight_text(grade.flat)
    return f"{grade}: {name}, {percent}" if name else percent
