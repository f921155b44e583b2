"""Artificial scores (Law 12C2): the worth of A+, A and A−, and the match and round each table's board belongs to.

An artificial score may depend on a contestant's other boards: on the boards where it has a result, and on how many it
has none (Law 12C2(c), (d)).

An artificial award may give way to an assigned score that is better (`unless`), and is then compared like any result.
The awards that give way are settled in steps. Step one compares each award with an average over the boards without any
artificial award. Awards that gave way count as results in the next step, until no further award gives way. A later
average never restores an award, so no average depends on itself (golden W10, W11).
"""

from collections.abc import Callable, Set
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase
from ledger.laws.adjustment import FLAT_PERCENT, Artificial, Grade, weight_text
from ledger.scoring.board import BoardScores, ScoredBoard
from ledger.scoring.derivation import Derivation, Rule, derive, leaf
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating, Share
from ledger.scoring.teams import same_way_rooms
from ledger.session import Board, Session, TableBoard
from ledger.session.state import all_play_all, is_unscored_play
from ledger.subjects.participation.facts import BoardNotPlayed, SatOut
from ledger.subjects.rulings.state import combine_rulings

Teams = tuple[str, str]
MatchKey = tuple[int, Teams]
"""A match: its round (0 if unknown, or if the match spans all rounds), and its two contestants in order of name."""


class Meetings:
    """A lookup of the rooms, the round and the match that each table's board in a session belongs to."""

    def __init__(self, session: Session, form: type[ScoredBoard]) -> None:
        self.session = session
        self.form = form

    def rooms(self, played: TableBoard) -> list[TableBoard]:
        """Return the tables whose results make up one score: the table itself, and in team play all its rooms."""
        return [played, *self.form.other_tables(self.session.boards[played.board], played.seating)]

    def round_of(self, played: TableBoard) -> int | None:
        """Return the round of a table's board: as recorded, or the only one in which its contestants met; else None."""
        recorded = (room.round for room in self.rooms(played) if room.round)
        return next(recorded, self._only_rounds.get(played.seating.match))

    def match_of(self, played: TableBoard) -> MatchKey:
        """Return the match a table's board belongs to: its contestants and round; a knockout match has round 0."""
        return self.match_between(played.seating.pair, self.round_of(played))

    def match_between(self, pair: tuple[str, str], round_: int | None) -> MatchKey:
        """Return the match of two contestants in a round (None: the only round in which they met)."""
        known = None if self.form.one_match else round_ or self._only_rounds.get(frozenset(pair))
        one, two = sorted(pair)
        return known or 0, (one, two)

    def order(self, played: TableBoard) -> tuple[bool, int, int]:
        """Return the sort key for boards in order of play: by round, then by number, unknown rounds last."""
        round_ = self.round_of(played)
        return round_ is None, round_ or 0, played.board

    @cached_property
    def _only_rounds(self) -> dict[frozenset[str], int]:
        met: dict[frozenset[str], set[int]] = {}
        for played in self.session.table_boards():
            if played.round:
                met.setdefault(played.seating.match, set()).add(played.round)
        return {match: rounds.pop() for match, rounds in met.items() if len(rounds) == 1}


def boards_seated_same_way(session: Session) -> list[TableBoard]:
    """Return one room of each board that a team played North–South in both rooms (Law 86B2); [] without two rooms."""
    if FORMS[session.opening.scoring].rooms != 2:
        return []
    rooms = []
    for board in session.boards.values():
        opposite = same_way_rooms(board)
        rooms += [board[room] for room, second in opposite.items() if room.order < second.order]
    return rooms


ShareOf = Callable[[Grade, TableBoard, Side], tuple[Derivation, ...]]
"""Computes the worth of an artificial award for each contestant of a side at a table (Law 12C2)."""


class OnBoards(NamedTuple):
    """A contestant's scores on boards with a result: the number of boards, the sum of scores, the sum of tops."""

    boards: int = 0
    total: Fraction = Fraction(0)
    tops: Fraction = Fraction(0)

    def with_more_boards(self, more: "OnBoards") -> "OnBoards":
        """Return these sums with those of more boards of the contestant added."""
        return OnBoards(self.boards + more.boards, self.total + more.total, self.tops + more.tops)


ScoresElsewhere = Callable[[str, TableBoard], OnBoards]
"""Returns a contestant's scores in further sessions that an award at a table may rest on (White Book 8.80.6.1)."""

_Table = tuple[int, Seating]
"""A table's play of a board: the board number and the seating."""

_NOT_PLAYED = Artificial(Grade("A"), Grade("A"))


class OtherBoards:
    """The scores of contestants on the boards that count for an artificial award at another board.

    `score` computes a board from its tables and the worth of artificial awards: `share` looks at other boards for that
    worth, `flat` does not.
    """

    def __init__(
        self, meetings: Meetings, score: Callable[[Board, ShareOf], BoardScores], share: ShareOf, flat: ShareOf
    ) -> None:
        self.meetings = meetings
        self.session = meetings.session
        self.window = award_window(meetings)
        self._score = score
        self._share = share
        self._flat = flat
        expected = self.session.results_due(self.session.cancelled)
        self._top = meetings.form.top(expected, self.session.regulations) or Fraction(0)
        self._cancels = meetings.form.cancels_lone_results(expected, self.session.regulations)
        self._unaided: dict[tuple[int, frozenset[Seating]], BoardScores] = {}
        self._steps: dict[_Table, int] | None = None

    def reuse_from(self, before: "OtherBoards") -> None:
        """Take over the computed scores of boards that are unchanged and have no award that may give way."""
        for key, scores in before._unaided.items():
            board = self.session.boards.get(key[0])
            if board is before.session.boards[key[0]] and not any(map(self._may_give_way, board.values())):
                self._unaided[key] = scores

    def scores(self, contestant: str, at: TableBoard) -> OnBoards:
        """Return a contestant's scores on the boards that count for an award at a table; two rooms count once."""
        match = self.meetings.match_of
        return self._sum_scores(
            contestant, self._results_for(at), lambda played: self.window != "match" or match(played) == match(at)
        )

    def scores_for_other_session(self, contestant: str, opponent: str | None) -> OnBoards:
        """Return a contestant's scores that an award in another session averages: all, or those against `opponent`."""
        against = {contestant, opponent}
        wanted = (lambda played: {*played.seating.pair} == against) if opponent else (lambda played: True)
        return self._sum_scores(contestant, self._settle_awards().keys(), wanted)

    def _sum_scores(self, contestant: str, results: Set[_Table], wanted: Callable[[TableBoard], bool]) -> OnBoards:
        """Sum a contestant's scores on the `wanted` boards with a result; awards are left out of comparisons."""
        once = {
            (played.board, frozenset(room.seating for room in self.meetings.rooms(played))): (played, side)
            for side, played in self.session.boards_of(contestant)
            if wanted(played) and not self._has_no_result(played, side, results)
        }
        scores = OnBoards()
        for played, side in once.values():
            # where one side alone has an artificial score, the score of its opponents counts
            board = self._score_board(played.board, results)
            if (score := board[played.seating][side]).counts:
                top = self._top * (1 - board.part(played.seating).short)  # a board may keep its own (golden D45)
                scores = scores.with_more_boards(OnBoards(1, score.value, top))
        return scores

    def without_result_before(self, contestant: str, at: TableBoard) -> int:
        """Return how many boards without a result a contestant played before the board `at` (golden W13)."""
        order, results = self.meetings.order, self._results_for(at)
        earlier = ((side, played) for side, played in self.session.boards_of(contestant) if order(played) < order(at))
        return len(
            {
                order(played)
                for side, played in earlier
                if self._has_no_result(played, side, results) and not is_unscored_play(played)
            }
        )

    def _has_no_result(self, played: TableBoard, side: Side, results: Set[_Table]) -> bool:
        """Return whether a side's score is artificial: by a ruling in either room, or for lack of any comparison."""
        awarded = any(
            self._find_award(room, side if room is played else side.other) is not None
            and (room.board, room.seating) not in results
            for room in self.meetings.rooms(played)
        )
        if awarded or not self._cancels:
            return awarded
        line = self._score_board(played.board, results).line(played.seating)
        return isinstance(line.of(side).award, Share)

    def _find_award(self, played: TableBoard, side: Side) -> Artificial | None:
        if isinstance(played.absent, BoardNotPlayed | SatOut):
            return _NOT_PLAYED
        score = combine_rulings(self.session, played).of(side) if played.cases else None
        return score.adjustment if score and isinstance(score.adjustment, Artificial) else None

    def _is_compared(self, played: TableBoard) -> bool:
        return any(self._find_award(played, side) is None for side in Side)

    def _may_give_way(self, played: TableBoard) -> bool:
        if not (played.cases or played.absent):  # as nearly every table: nothing was awarded there
            return False
        awards = (self._find_award(played, side) for side in Side)
        return any(award is not None and award.unless for award in awards)

    def _results_for(self, at: TableBoard) -> Set[_Table]:
        """Return the tables whose award gave way in an earlier step, and so counts as a result for this table."""
        steps = self._settle_awards()
        own_step = steps.get((at.board, at.seating), len(steps))  # an award that never gives way sees all of them
        return {table for table, step in steps.items() if step < own_step}

    def _settle_awards(self) -> dict[_Table, int]:
        """Return the tables whose award gave way, each with the step; during the settling, those found so far."""
        if self._steps is None:
            self._steps = {}
            step = 0
            while further := self._find_giving_way() - self._steps.keys():
                self._steps |= dict.fromkeys(further, step)
                step += 1
        return self._steps

    def _find_giving_way(self) -> set[_Table]:
        tables_giving_way: set[_Table] = set()
        for number, board in self.session.boards.items():
            if may := {seating for seating, played in board.items() if self._may_give_way(played)}:
                tables = {key: played for key, played in board.items() if key in may or self._is_compared(played)}
                scores = self._score(tables, self._settling_share)
                tables_giving_way |= {(number, seating) for seating in may if scores.line(seating).award is None}
        return tables_giving_way

    def _settling_share(self, grade: Grade, played: TableBoard, side: Side) -> tuple[Derivation, ...]:
        # an award that never gives way is flat here: no average rests on another in a circle
        return self._share(grade, played, side) if self._may_give_way(played) else self._flat(grade, played, side)

    def _score_board(self, number: int, results: Set[_Table]) -> BoardScores:
        giving_way = frozenset(seating for board, seating in results if board == number)
        if (key := (number, giving_way)) not in self._unaided:
            board = self.session.boards[number].items()
            plain = {seating: played for seating, played in board if self._is_compared(played) or seating in giving_way}
            self._unaided[key] = self._score(plain, self._earlier_share)
        return self._unaided[key]

    def _earlier_share(self, grade: Grade, played: TableBoard, side: Side) -> tuple[Derivation, ...]:
        # only earlier steps decide an award that gave way; any other is flat, as in _settling_share
        gave_way = (played.board, played.seating) in self._settle_awards()
        return self._share(grade, played, side) if gave_way else self._flat(grade, played, side)


def award_window(meetings: Meetings) -> Literal["session", "match", "stage"]:
    """Return which boards Law 12C2(c) averages over: as the regulations say, or by the kind of event."""
    session, form = meetings.session, meetings.form
    window = session.regulations.artificial.window
    if window != "by-event":
        return window
    if form.one_match:
        return "match"
    if all_play_all(session):
        return "stage"
    return "match" if form.in_matches(session.regulations) else "session"


class ArtificialScores:
    """The worth of a session's artificial awards.

    `score` computes a board from its tables and the worth of the awards on it. `beside` returns contestants' scores in
    further sessions of the window of Law 12C2(c), which the session itself does not know.
    """

    def __init__(
        self,
        meetings: Meetings,
        expected: int,
        score: Callable[[Board, ShareOf], BoardScores],
        beside: ScoresElsewhere | None = None,
    ) -> None:
        self.meetings = meetings
        session, form = meetings.session, meetings.form
        self.session = session
        self.form = form
        self.rules = session.regulations.artificial
        self._cited = session.regulations.cited
        self.top = form.top(expected, session.regulations)
        self.comparisons = form.comparisons(expected, session.regulations)
        self.in_imps = "artificial-in-imps" in form.matters
        self._beside = beside
        # where only other sides' scores are asked for, an award is flat: no average rests on another in a circle
        self._other_boards = OtherBoards(meetings, score, self.share, lambda grade, *_: (self.flat(grade),))

    def reuse_from(self, before: "ArtificialScores") -> None:
        """Take over an earlier scoreboard's computations for boards that have not changed since."""
        self._other_boards.reuse_from(before._other_boards)

    def share(self, grade: Grade, played: TableBoard, side: Side) -> tuple[Derivation, ...]:
        """Return what an award is worth to a side, in parts of the top or IMPs: one number, or one an individual.

        An award is flat, or the better (A+) or worse (A-) of flat score and a contestant's average on its other boards
        (Law 12C2(c)). Where nobody sat, the award is worth 0.
        """
        if grade.nobody:
            return (leaf(0, "nobody sat there"),)
        counted = Grade(grade.letter) if self.rules.percents == "grades" and grade.letter else grade
        return tuple(self._derive_own(counted, contestant, played) for contestant in played.seating.contestants(side))

    def _derive_own(self, grade: Grade, contestant: str, played: TableBoard) -> Derivation:
        if varied := self._derive_replacement(grade, contestant, played):
            return varied
        flat = self.flat(grade)
        if self.top is None and not self.in_imps:
            return flat
        # In IMPs a regulation may look at the session for average plus alone
        only_plus = self.top is None and self.rules.session_imps == "plus"
        if not (grade == "A+" if only_plus else grade.by_session) or not (average := self.average(contestant, played)):
            return flat
        rule, better = (Rule.MAXIMUM, Phrase("better")) if grade == "A+" else (Rule.MINIMUM, Phrase("worse"))
        text = Phrase(
            "%(grade)s: the %(better)s of the flat score and the average on the other boards",
            grade=grade,
            better=better,
        )
        return derive(rule, text, [flat, average], law=self._cited("session-average"), unit=flat.unit)

    def average(self, contestant: str, at: TableBoard) -> Derivation | None:
        """Return a contestant's average on boards without an artificial score: in parts of the tops, or IMPs a board.

        `at` is the table of the award; its match matters where the regulations count only the boards of a match. Return
        None if the contestant has no board that counts (Law 12C2(c); golden D07).
        """
        scores = self._other_boards.scores(contestant, at)
        if self._beside:
            scores = scores.with_more_boards(self._beside(contestant, at))
        if not scores.boards or (self.top is not None and not scores.tops):
            return None
        unit, boards = (
            self.form.unit,
            Phrase.counted("%(number)s other board", "%(number)s other boards", scores.boards),
        )
        total = leaf(scores.total, Phrase("%(unit)s on %(boards)s", unit=Phrase(unit), boards=boards), unit=unit)
        if self.top is None:
            parts = [total, leaf(scores.boards, "boards")]
            return derive(Rule.QUOTIENT, "average on the other boards", parts, unit=unit)
        return derive(Rule.QUOTIENT, "average on the other boards", [total, leaf(scores.tops, "their tops", unit=unit)])

    def scores_for_other_session(self, contestant: str, opponent: str | None) -> OnBoards:
        """Return a contestant's scores that an award in another session averages: all, or those against `opponent`."""
        return self._other_boards.scores_for_other_session(contestant, opponent)

    def _derive_replacement(self, grade: Grade, contestant: str, at: TableBoard) -> Derivation | None:
        """Return the award that replaces `grade` after several boards without a result (Law 12C2(d)), or None."""
        lines = [line for line in self.rules.further if line.award == grade]
        if not lines:
            return None
        earlier = self._other_boards.without_result_before(contestant, at)
        reached = [line for line in lines if line.boards <= earlier]
        if not reached:
            return None
        last = max(reached, key=lambda line: line.boards)
        boards = Phrase.counted("%(number)s board without a result", "%(number)s boards without a result", last.boards)
        text = Phrase("%(then)s instead of %(grade)s, after %(boards)s", then=last.then, grade=grade, boards=boards)
        return self.flat(Grade(last.then)).saying(text, law=self._cited("further-awards"))

    def flat(self, grade: Grade) -> Derivation:
        """Return the award as per cent of the top (12C2(a)), or as IMPs a comparison by regulation (12C2(b))."""
        if self.top is not None:
            return leaf(
                grade.flat, _grade_text(grade), law=self._cited("artificial-grades") if grade in FLAT_PERCENT else None
            )
        if not self.in_imps:
            return leaf(0, Phrase("%(grade)s: no points", grade=grade), unit=self.form.unit)
        imps = {"A+": self.rules.imps_plus, "A": 0, "A-": self.rules.imps_minus}[grade.letter] * self.comparisons
        text = (
            Phrase("%(grade)s: %(imps)s IMPs", grade=grade, imps=f"{imps:+d}")
            if imps
            else Phrase("%(grade)s: no IMPs", grade=grade)
        )
        return leaf(imps, text, law=self._cited("artificial-in-imps"), unit=self.form.unit)

    def whole(self, grade: Grade) -> Derivation:
        """Return a flat award in the unit of a board's score: matchpoints or IMPs."""
        flat = self.flat(grade)
        if self.top is None:
            return flat
        top = leaf(self.top, "top of the board", unit=self.form.unit)
        return derive(Rule.PRODUCT, "of the top", [flat, top], unit=self.form.unit)


def boards_with_dependent_scores(session: Session) -> set[int]:
    """Return the boards not played, sat out or ruled A+, A or A-: their scores may depend on other boards."""
    facts = session.participation.facts.values()
    not_played = {fact.board for fact in facts if isinstance(fact, BoardNotPlayed)}
    sat_out = {board for fact in facts if isinstance(fact, SatOut) for board in fact.boards}
    return (
        not_played
        | sat_out
        | {
            ruling.board
            for ruling in session.rulings.values()
            if ruling.is_in_force
            and isinstance(adjustment := session.in_force(ruling).adjustment, Artificial)
            and (adjustment.ns.letter or adjustment.ew.letter)
        }
    )


def _grade_text(grade: Grade) -> str:
    percent = weight_text(grade.flat)
    match grade:
        case "A+":
            return Phrase("A+: average plus, %(percent)s", percent=percent)
        case "A":
            return Phrase("A: average, %(percent)s", percent=percent)
        case "A-":
            return Phrase("A-: average minus, %(percent)s", percent=percent)
        case _:
            return percent
