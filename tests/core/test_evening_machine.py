"""Random evenings against the plainest model: a list of the results and rulings that should hold."""

from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Claim
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.play.facts import CorrectResult, RecordResult, VoidResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, Undo, WithdrawRuling
from tests.core.spec import Evening, blank
from tests.strategies import adjustments, results

tables = st.integers(1, 4)
boards = st.integers(1, 2)


def added_up(tally):
    """Return all contestants in order: the sum, its boards, how many were ruled on, and the total."""
    sums = tally.sums
    return [
        (each, sums.total(each), sums.boards[each], sums.ruled.get(each, 0), tally.total(each)) for each in sums.totals
    ]


class Evenings(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.evening = Evening(boards=(1, 2))
        self.results: dict[tuple[int, int], str] = {}  # the model: the result at each table
        self.rulings: dict[str, tuple[int, int]] = {}
        self.about: dict[str, str] = {}  # every ruling ever given: its offender, or 'claim'
        self.snapshots: list[tuple[int, object]] = []
        self.warm = Scoreboard(replay(self.evening.log, "evening")).completed()

    def attempt(self, command) -> bool:
        before = list(self.evening.log)
        try:
            self.evening.do(command)
        except Refusal:
            assert self.evening.log == before
            return False
        return True

    @rule(board=boards, table=tables, result=results)
    def record(self, board, table, result):
        done = self.attempt(RecordResult(self.evening.where(board, table), result))
        assert done == ((board, table) not in self.results)
        if done:
            self.results[board, table] = result

    @rule(board=boards, table=tables, result=results)
    def correct(self, board, table, result):
        done = self.attempt(CorrectResult(Where(board, str(table)), result))
        assert done == ((board, table) in self.results and self.results[board, table] != result)
        if done:
            self.results[board, table] = result

    @rule(board=boards, table=tables)
    def void(self, board, table):
        done = self.attempt(VoidResult(Where(board, str(table))))
        assert done == ((board, table) in self.results and (board, table) not in self.rulings.values())
        if done:
            del self.results[board, table]

    @rule(board=boards, table=tables, adjustment=adjustments, offender=st.sampled_from(["NS", "EW", "none"]))
    def give(self, board, table, adjustment, offender):
        about = "claim" if isinstance(adjustment, Claim) else offender
        beside = [self.about[case] for case, at in self.rulings.items() if at == (board, table)]
        together = all((each == "claim") != (about == "claim") or {each, about} == {"NS", "EW"} for each in beside)
        grounds = Grounds(**{**blank(), "offender": offender})
        if self.attempt(GiveRuling(self.evening.where(board, table), adjustment, grounds)):
            assert together
            case = self.evening.log[-1].event.case
            self.rulings[case], self.about[case] = (board, table), about

    @precondition(lambda self: self.rulings)
    @rule(data=st.data())
    def withdraw(self, data):
        case = data.draw(st.sampled_from(sorted(self.rulings)))
        done = self.attempt(WithdrawRuling(case))
        assert done or (
            self.about[case] == "claim" and self.rulings[case] not in self.results
        )  # a further ruling rests on it
        if done:
            del self.rulings[case]

    @rule(pair=st.integers(1, 8), amount=st.integers(1, 30))
    def penalise(self, pair, amount):
        self.attempt(ImposePenalty(str(pair), Fraction(amount), "%"))

    @precondition(lambda self: len(self.evening.log) > 1)
    @rule()
    def undo_and_undo_again(self):
        """Undoing the last event and undoing that leaves every score as it was."""
        before = self.column()
        if self.attempt(Undo(self.evening.log[-1])):
            assert self.attempt(Undo(self.evening.log[-1]))
            assert self.column() == before

    def column(self):
        board = Scoreboard(self.evening.session)
        return {
            (played.board, played.seating, side): board.score(played, side).value
            for played in self.evening.session.table_boards()
            for side in Side
        }

    @rule()
    def remember(self):
        self.snapshots.append((len(self.evening.log), self.column()))

    @invariant()
    def what_stands_is_what_the_model_says(self):
        session = self.evening.session
        standing = {
            (played.board, int(played.table)): played.result for played in session.table_boards() if played.result
        }
        assert standing == self.results
        ruled = {case: (played.board, int(played.table)) for played in session.table_boards() for case in played.cases}
        assert ruled == self.rulings

    @invariant()
    def any_split_of_the_log_replays_the_same(self):
        log, half = self.evening.log, len(self.evening.log) // 2
        assert evolve(replay(log[:half], "evening"), *log[half:]) == self.evening.session

    @invariant()
    def a_scoreboard_that_goes_on_is_the_one_that_begins_anew(self):
        """A scoreboard that recomputes only the changes equals one computed from the start."""
        session = evolve(self.warm.session, *self.evening.log[self.warm.session.number :])
        self.warm = Scoreboard(session, self.warm).completed()
        anew = Scoreboard(self.evening.session)
        for board in session.boards:
            assert dict(self.warm.board(board).pairs) == dict(anew.board(board).pairs)
        assert added_up(self.warm.tally) == added_up(anew.tally)
        assert self.warm.tally.places == anew.tally.places
        assert standings(self.warm) == standings(anew)

    @invariant()
    def every_past_moment_is_as_it_was(self):
        for number, column in self.snapshots[-1:]:
            now, self.evening.log = self.evening.log, self.evening.log[:number]
            assert self.column() == column
            self.evening.log = now


Evenings.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestEvenings = Evenings.TestCase
