"""Artificial scores (Law 12C2): what an A+, A or A− is worth; and who met whom, and when.

An artificial score may depend on the contestant's other boards: what it scored where it has a result, and where it has
none (Law 12C2(c), (d)).

An artificial award may give way to an assigned score that is better (`unless`), and is then a result like any other.
Which do is settled in steps. In the first, each is held against an average over the boards nobody has an artificial
award on at all. Those that give way are results in the next, for the awards that are left, until no other gives way.
An award that gave way has done so for good, whatever the average became by later steps. So of two such awards neither
waits for the other, every average counts all the results there are, and nothing depends on itself (golden W10, W11).
"""

from collections.abc import Callable, Set
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase
from ledger.laws.adjustment import FLAT_PERCENT, Artificial, Grade, weight_text
from ledger.scoring.board import BoardScores, ScoredBoard
from ledger.scoring.derivation import Derivation, Rule, derived, given
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating, Share
from ledger.scoring.teams import same_way_rooms
from ledger.session import Board, Session, TableBoard
from ledger.session.state import all_play_all, is_no_board
from ledger.subjects.participation.facts import BoardNotPlayed, SatOut
from ledger.subjects.rulings.state import together

Teams = tuple[str, str]
MatchKey = tuple[int, Teams]
"""A match: its round (0 where none is known, or where it goes over all rounds), and the two by name."""


class Meetings:
    """The meetings of a session, also of two who are only named; a round not said is the only one in which they met."""

    def __init__(self, session: Session, form: type[ScoredBoard]) -> None:
        self.session = session
        self.form = form

    def rooms(self, played: TableBoard) -> list[TableBoard]:
        """The tables whose results make a score: one, or all rooms of a team's board."""
        return [played, *self.form.other_tables(self.session.boards[played.board], played.seating)]

    def round_of(self, played: TableBoard) -> int | None:
        """The round of a table's board, said of it or of its other room, or the only one in which the two met."""
        said = (room.round for room in self.rooms(played) if room.round)
        return next(said, self._only_rounds.get(played.seating.match))

    def match_of(self, played: TableBoard) -> MatchKey:
        """The match of a table's board: the two in their round; in a knockout all that the two play."""
        return self.match_between(played.seating.pair, self.round_of(played))

    def match_between(self, pair: tuple[str, str], round_: int | None) -> MatchKey:
        """The match two play in a round; where that was not said, in the only one in which they met."""
        known = None if self.form.one_match else round_ or self._only_rounds.get(frozenset(pair))
        one, two = sorted(pair)
        return known or 0, (one, two)

    def order(self, played: TableBoard) -> tuple[bool, int, int]:
        """Sort key: boards in order of play, by round and within it by number; those of an unknown round come last."""
        round_ = self.round_of(played)
        return round_ is None, round_ or 0, played.board

    @cached_property
    def _only_rounds(self) -> dict[frozenset[str], int]:
        met: dict[frozenset[str], set[int]] = {}
        for played in self.session.table_boards():
            if played.round:
                met.setdefault(played.seating.match, set()).add(played.round)
        return {match: rounds.pop() for match, rounds in met.items() if len(rounds) == 1}


def same_way_round(session: Session) -> list[TableBoard]:
    """Boards of a match where a team sat North–South in both rooms, one room of each; ruled on or not (Law 86B2)."""
    if FORMS[session.opening.scoring].rooms != 2:
        return []
    found = []
    for board in session.boards.values():
        twos = same_way_rooms(board)
        found += [board[one] for one, other in twos.items() if one.order < other.order]
    return found


ShareOf = Callable[[Grade, TableBoard, Side], tuple[Derivation, ...]]
"""What an artificial award to a side at a table is worth to each contestant of it (Law 12C2)."""


class OnBoards(NamedTuple):
    """What a contestant scored on boards where it has a result: how many, their sum, and the sum of their tops."""

    boards: int = 0
    total: Fraction = Fraction(0)
    tops: Fraction = Fraction(0)

    def and_those(self, others: "OnBoards") -> "OnBoards":
        """With other boards of the same contestant."""
        return OnBoards(self.boards + others.boards, self.total + others.total, self.tops + others.tops)


Beside = Callable[[str, TableBoard], OnBoards]
"""What a contestant scored in other sessions of the window of an award at a table (White Book 8.80.6.1)."""

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
        self.window = window_of(meetings)
        self._score = score
        self._share = share
        self._flat = flat
        expected = self.session.expected_without(self.session.cancelled)
        self._top = meetings.form.top(expected, self.session.regulations) or Fraction(0)
        self._cancels = meetings.form.cancels_lone_results(expected, self.session.regulations)
        self._unaided: dict[tuple[int, frozenset[Seating]], BoardScores] = {}
        self._steps: dict[_Table, int] | None = None

    def go_on_from(self, before: "OtherBoards") -> None:
        """Take the boards that nothing touched since, and on which no award may give way to another."""
        for key, scores in before._unaided.items():
            board = self.session.boards.get(key[0])
            if board is before.session.boards[key[0]] and not any(map(self._may_give_way, board.values())):
                self._unaided[key] = scores

    def scores(self, contestant: str, at: TableBoard) -> OnBoards:
        """What a contestant scored on the boards that count for an award at a table, a board in two rooms once."""
        match = self.meetings.match_of
        return self._scores(
            contestant, self._results_for(at), lambda played: self.window != "match" or match(played) == match(at)
        )

    def seen_from_elsewhere(self, contestant: str, opponent: str | None) -> OnBoards:
        """What it scored on the boards that count for an award in another session: all, or those against somebody."""
        against = {contestant, opponent}
        wanted = (lambda played: {*played.seating.pair} == against) if opponent else (lambda played: True)
        return self._scores(contestant, self._settled().keys(), wanted)

    def _scores(self, contestant: str, results: Set[_Table], wanted: Callable[[TableBoard], bool]) -> OnBoards:
        """They are worked out without the artificial lines, which nobody is compared with.

        Of a table with an artificial score for one side only, the other side's score counts.
        """
        once = {
            (played.board, frozenset(room.seating for room in self.meetings.rooms(played))): (played, side)
            for side, played in self.session.boards_of(contestant)
            if wanted(played) and not self._without_result(played, side, results)
        }
        found = OnBoards()
        for played, side in once.values():
            board = self._scores_of(played.board, results)
            if (score := board[played.seating][side]).counts:
                top = self._top * (1 - board.part(played.seating).short)  # a board may keep its own (golden D45)
                found = found.and_those(OnBoards(1, score.value, top))
        return found

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

    def _without_result(self, played: TableBoard, side: Side, results: Set[_Table]) -> bool:
        """Whether what a side has is artificial: by the ruling of either room of a team's board, or as it was alone."""
        awarded = any(
            self._award(room, side if room is played else side.other) is not None
            and (room.board, room.seating) not in results
            for room in self.meetings.rooms(played)
        )
        if awarded or not self._cancels:
            return awarded
        line = self._scores_of(played.board, results).line(played.seating)
        return isinstance(line.of(side).award, Share)

    def _award(self, played: TableBoard, side: Side) -> Artificial | None:
        if isinstance(played.absent, BoardNotPlayed | SatOut):
            return _NOT_PLAYED
        score = together(self.session, played).of(side) if played.cases else None
        return score.adjustment if score and isinstance(score.adjustment, Artificial) else None

    def _compared(self, played: TableBoard) -> bool:
        return any(self._award(played, side) is None for side in Side)

    def _may_give_way(self, played: TableBoard) -> bool:
        if not (played.cases or played.absent):  # as nearly every table: nothing was awarded there
            return False
        awards = (self._award(played, side) for side in Side)
        return any(award is not None and award.unless for award in awards)

    def _results_for(self, at: TableBoard) -> Set[_Table]:
        """The tables whose award is a result for this one: those that gave way before it; all, if it never does."""
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


def window_of(meetings: Meetings) -> Literal["session", "match", "stage"]:
    """The window of 12C2(c) in a session: as the regulations name it, or by how the event is played."""
    session, form = meetings.session, meetings.form
    said = session.regulations.artificial.window
    if said != "by-event":
        return said
    if form.one_match:
        return "match"
    if all_play_all(session):
        return "stage"
    return "match" if form.in_matches(session.regulations) else "session"


class ArtificialScores:
    """What artificial awards of a session are worth.

    `score` works out a board from the tables it is given, and from what artificial awards there are worth. `beside`:
    what contestants scored in other sessions that the window of 12C2(c) reaches into; a session knows of none itself.
    """

    def __init__(
        self,
        meetings: Meetings,
        expected: int,
        score: Callable[[Board, ShareOf], BoardScores],
        beside: Beside | None = None,
    ) -> None:
        self.meetings = meetings
        session, form = meetings.session, meetings.form
        self.session = session
        self.form = form
        self.rules = session.regulations.artificial
        self.top = form.top(expected, session.regulations)
        self.comparisons = form.comparisons(expected, session.regulations)
        self._beside = beside
        # where only other sides' scores are asked for, an award is flat: no average rests on another in a circle
        self._other_boards = OtherBoards(meetings, score, self.share, lambda grade, *_: (self.flat(grade),))

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
        return derived(rule, text, [flat, average], law="12C2(c)", unit=flat.unit)

    def average(self, contestant: str, at: TableBoard) -> Derivation | None:
        """The average on the boards without an artificial score: a fraction of their tops, or IMPs a board.

        `at` is where the award is given, which names the match where the regulations count only its boards. None where
        the contestant has no such board (Law 12C2(c); golden D07).
        """
        found = self._other_boards.scores(contestant, at)
        if self._beside:
            found = found.and_those(self._beside(contestant, at))
        if not found.boards or (self.top is not None and not found.tops):
            return None
        unit, boards = (
            self.form.unit,
            Phrase.counted("%(number)s other board", "%(number)s other boards", found.boards),
        )
        total = given(found.total, Phrase("%(unit)s on %(boards)s", unit=Phrase(unit), boards=boards), unit=unit)
        if self.top is None:
            parts = [total, given(found.boards, "boards")]
            return derived(Rule.QUOTIENT, "average on the other boards", parts, unit=unit)
        return derived(
            Rule.QUOTIENT, "average on the other boards", [total, given(found.tops, "their tops", unit=unit)]
        )

    def seen_from_elsewhere(self, contestant: str, opponent: str | None) -> OnBoards:
        """What a contestant scored here, for an award in another session: on all boards, or those against somebody."""
        return self._other_boards.seen_from_elsewhere(contestant, opponent)

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
        boards = Phrase.counted("%(number)s board without a result", "%(number)s boards without a result", last.boards)
        text = Phrase("%(then)s instead of %(grade)s, after %(boards)s", then=last.then, grade=grade, boards=boards)
        return self.flat(Grade(last.then)).saying(text, law="12C2(d)")

    def flat(self, grade: Grade) -> Derivation:
        """Per cent of the top (12C2(a)), or IMPs a comparison by regulation (12C2(b))."""
        if self.top is not None:
            return given(grade.flat, _grade_text(grade), law="12C2(a)" if grade in FLAT_PERCENT else None)
        imps = {"A+": self.rules.imps_plus, "A": 0, "A-": self.rules.imps_minus}[grade.letter] * self.comparisons
        text = (
            Phrase("%(grade)s: %(imps)s IMPs", grade=grade, imps=f"{imps:+d}")
            if imps
            else Phrase("%(grade)s: no IMPs", grade=grade)
        )
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
    return (
        not_played
        | sat_out
        | {
            ruling.board
            for ruling in session.rulings.values()
            if not (ruling.withdrawn or ruling.superseded_by)
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
