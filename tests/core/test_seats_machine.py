"""Random evenings of corrected seats among late plays, sit-outs, queries, rulings, findings and undoing.

Statements about a play belong to its line, whoever is now recorded as sitting there.
"""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import structs

from ledger.bridge import Result, dealer
from ledger.bridge.auction import Auction
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Command, TakenBack
from ledger.laws.adjustment import Artificial, Assigned, Grade
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import Session, TableBoard
from ledger.subjects.deals import AuctionRecorded, CorrectAuction, RecordAuction
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.matches.facts import FindMismatch, ShortenMatch, VoidMatch
from ledger.subjects.participation.facts import LeaveUnplayed, PlayPostponed, PostponePlay, SatOut, SitOut
from ledger.subjects.participation.state import unplayed_seats
from ledger.subjects.play.facts import CorrectResult, RecordResult, VoidResult
from ledger.subjects.queries import ConfirmResult, QueryResult
from ledger.subjects.register import KIND_OF
from ledger.subjects.rulings.facts import GiveRuling, Grounds, Undo, WithdrawRuling
from ledger.subjects.seating.facts import CorrectSeating, SeatingCorrected
from tests.core.spec import Evening, blank
from tests.trust_checks import sound

BOARDS = (1, 2, 3)
PAIRS = tuple(map(str, range(1, 11)))
TEAMS = ("A", "B", "C", "D")
RESULTS = st.sampled_from([Result("4SN="), Result("4SN-1"), Result("3NTN="), Result("PASS")])
AWARDS = st.sampled_from([Artificial(Grade("A+"), Grade("A-")), Assigned(Result("4SN-1"))])
boards, tables, either = st.sampled_from(BOARDS), st.integers(0, 3), st.booleans()


def where(teams: bool, board: int, table: int, full: bool) -> Where:
    """Return the seats planned at a table of a board, with or without the table's name."""
    if teams:
        pairs = (("A", "B"), ("C", "D")) if board < 3 else (("A", "C"), ("B", "D"))
        one, other = pairs[table // 2][:: -1 if table % 2 else 1]
        return Where(board, f"{'oc'[table % 2]}{table // 2}" if full else None, one, other, 1 if board < 3 else 2)
    return Where(board, str(table) if full else None, PAIRS[2 * table], PAIRS[(2 * table + 2 * board - 1) % 8], board)


def of_auction(event):
    return isinstance(event, TakenBack) and event.kind == "auction-recorded"


class Evenings(RuleBasedStateMachine):
    @initialize(form=st.sampled_from(["pairs", "swiss", "teams"]))
    def begin(self, form):
        self.teams = form == "teams"
        self.names = TEAMS if self.teams else PAIRS
        profile, scoring = "ebu-swiss-pairs" if form == "swiss" else "default", "teams" if self.teams else "matchpoints"
        self.evening = Evening(BOARDS, 1, profile, self.names, scoring)
        self.warm = Scoreboard(self.evening.session).completed()
        self.remembered: tuple[int, object] | None = None

    def attempt(self, command: Command) -> bool:
        before = list(self.evening.log)
        try:
            self.evening.do(command)
        except Refusal:
            assert self.evening.log == before
            return False
        return True

    def say_for_good(self, command: Command) -> None:
        """Record a statement that stays in the log, or undo one; the story starts afresh after it."""
        if self.attempt(command):
            self.remembered = None

    def there(self, data) -> TableBoard:
        return data.draw(st.sampled_from(list(self.evening.session.table_boards())))

    def contestant(self, data) -> str:
        return data.draw(st.sampled_from(self.names))

    @rule(board=boards, table=tables, full=either, result=RESULTS)
    def record(self, board, table, full, result):
        self.attempt(RecordResult(where(self.teams, board, table, full), result))

    @rule(board=boards, table=tables, full=either, turned=either, fault=st.sampled_from([None, "NS", "EW", "both"]))
    def not_played(self, board, table, full, turned, fault):
        at = where(self.teams, board, table, full)
        if turned:
            at = structs.replace(at, ns=at.ew, ew=at.ns)
        self.attempt(LeaveUnplayed(at, fault) if fault else PostponePlay(at))

    @rule(contestant=st.sampled_from(PAIRS[6:]), board=boards)
    def sit_out(self, contestant, board):
        self.attempt(SitOut(contestant, (board,), None, board))

    @precondition(lambda self: any(self.evening.session.boards.values()))
    @rule(data=st.data(), result=RESULTS, award=AWARDS)
    def say_something_of_a_line(self, data, result, award):
        played = [each for each in self.evening.session.table_boards() if not isinstance(each.absent, SatOut)]
        at = _at(data.draw(st.sampled_from(played)) if played else self.there(data))
        meant = [
            RecordResult(at, result),
            CorrectResult(at, result),
            QueryResult(at, "really?"),
            ConfirmResult(at, ("NS", "EW")),
            GiveRuling(at, award, Grounds(**{**blank(), "offender": "NS"})),
            LeaveUnplayed(at, "EW"),
            RecordAuction(at, Auction.of(dealer(at.board), ["1NT"])),
            CorrectAuction(at, Auction.of(dealer(at.board), ["P"])),
        ]
        self.attempt(data.draw(st.sampled_from(meant)))

    @precondition(lambda self: any(self.evening.session.boards.values()))
    @rule(data=st.data())
    def void(self, data):
        self.say_for_good(VoidResult(_at(self.there(data))))

    @precondition(lambda self: self.evening.session.rulings)
    @rule(data=st.data())
    def withdraw(self, data):
        self.say_for_good(WithdrawRuling(data.draw(st.sampled_from(list(self.evening.session.rulings)))))

    @precondition(lambda self: any(self.evening.session.boards.values()))
    @rule(data=st.data(), what=st.sampled_from(["ns", "ew", "round", "table", "swapped"]), exchange=either)
    def correct_seats(self, data, what, exchange):
        played = self.there(data)
        now: dict[str, object] = {}
        if what in ("ns", "ew"):
            now[what] = self.contestant(data)
        elif what != "swapped":
            now[what] = 3 if what == "round" else data.draw(st.sampled_from(["0", "1", "2", "7"]))
        self.attempt(CorrectSeating(_at(played), Where(played.board, **now), what == "swapped", exchange))

    @precondition(lambda self: any(self.evening.session.boards.values()))
    @rule(data=st.data(), round_=st.integers(1, 3))
    def find_something_of_a_match(self, data, round_):
        one, other = self.there(data).seating.pair
        kind = data.draw(st.sampled_from(["void", "shortened", "mismatch"]))
        if kind == "void":
            self.attempt(VoidMatch((one, other), BOARDS, fault=one, round=round_))
        elif kind == "shortened":
            self.attempt(ShortenMatch((one, other), BOARDS, removed=(3,), fault=other, round=round_))
        else:
            mismatch = {"round": round_, "correct": (self.names[-1],), "at_fault": False}
            self.attempt(FindMismatch(contestant=one, opponent=other, **mismatch))

    @precondition(lambda self: any(KIND_OF[type(each.event)].undone_by for each in self.evening.log))
    @rule(data=st.data())
    def undo(self, data):
        undoable = [each for each in self.evening.log if KIND_OF[type(each.event)].undone_by]
        self.say_for_good(Undo(data.draw(st.sampled_from(undoable)), "said wrongly"))

    @precondition(lambda self: len(self.evening.log) > 2)
    @rule()
    def undo_the_last_and_that_too(self):
        before, self.remembered = _scores(self.evening.session), None
        if self.attempt(Undo(self.evening.log[-1])) and KIND_OF[type(self.evening.log[-1].event)].undone_by:
            assert self.attempt(Undo(self.evening.log[-1]))
            assert _scores(self.evening.session) == before

    @rule()
    def remember(self):
        self.remembered = len(self.evening.log), _scores(self.evening.session)

    @precondition(lambda self: self.remembered)
    @rule()
    def undo_everything_said_since(self):
        """Undo all since, last first: every score and every seat is as it was."""
        begun, before = self.remembered
        for envelope in reversed(self.evening.log[begun:]):
            if KIND_OF[type(envelope.event)].undone_by and not self.attempt(Undo(envelope)):
                # A table moved into a match with a finding stays there until the finding is undone
                assert isinstance(envelope.event, SeatingCorrected)
                assert self.evening.session.findings.facts
                self.remembered = None
                return
        assert _scores(self.evening.session) == before
        self.remembered = None

    @invariant()
    def an_auction_is_on_one_line(self):
        """An auction is on its table's line wherever that moved, or on the voided one."""
        session = self.evening.session
        log = self.evening.log
        said = {each.number for each in log if isinstance(each.event, AuctionRecorded) or of_auction(each.event)}
        kept = [each.number for played in session.table_boards() for each in played.auctions]
        voided = {each.number for played in session.voided.values() for each in played.auctions}
        assert len(kept) == len(set(kept))
        assert said >= {*kept, *voided}
        gone = [each for each in self.evening.log if each.number in said - {*kept, *voided}]
        assert not gone or of_auction(gone[-1].event)  # a line disappears with the events taken back on it

    @invariant()
    def what_is_said_of_a_table_is_on_its_line(self):
        session = self.evening.session
        on_lines = {each.absence.number for each in session.table_boards() if each.absence}
        assert on_lines <= session.participation.facts.keys()
        for number, fact in session.participation.facts.items():
            for board, seating in unplayed_seats(session, fact):
                line = session.line(board, seating)
                assert line is not None
                assert line.absence is not None
                assert line.absence.number >= number
        for case, ruling in session.rulings.items():
            in_force = [each for each in session.table_boards() if case in each.cases]
            assert [each.seating for each in in_force] in ([], [ruling.seating])

    @invariant()
    def nobody_sits_twice_nor_where_it_sits_out(self):
        session = self.evening.session
        for board in session.boards.values():
            assert [key for key, played in board.items() if key != played.seating] == []
            everyone = [each for key in board for each in key.everyone if each != "nobody"]
            assert self.teams or len(set(everyone)) == len(everyone)
            facts = [played.absence.fact for played in board.values() if played.absence and played.results]
            assert all(isinstance(fact, PlayPostponed) for fact in facts)

    @invariant()
    def any_split_of_the_log_replays_the_same(self):
        log, half = self.evening.log, len(self.evening.log) // 2
        assert evolve(replay(log[:half], "evening"), *log[half:]) == self.evening.session

    @invariant()
    def a_scoreboard_that_goes_on_is_the_one_that_begins_anew(self):
        session = evolve(self.warm.session, *self.evening.log[self.warm.session.number :])
        self.warm = Scoreboard(session, self.warm).completed()
        anew = Scoreboard(self.evening.session)
        assert [dict(self.warm.board(board).pairs) for board in BOARDS] == [
            dict(anew.board(board).pairs) for board in BOARDS
        ]
        assert standings(self.warm) == standings(anew)

    def teardown(self):
        if hasattr(self, "evening"):
            assert sound(self.evening.session)


def _at(played: TableBoard) -> Where:
    return Where(played.board, played.table, *played.seating.pair, played.round)


def _scores(session: Session) -> object:
    scoreboard = Scoreboard(session)
    totals = [(each.contestant, each.exact, each.rank) for field in standings(scoreboard) for each in field.rows]
    return [_by_seats(scoreboard, board) for board in BOARDS], totals


def _by_seats(scoreboard: Scoreboard, board: int) -> object:
    """Return the results at a board's tables by contestants; round and table may be stated later."""
    return sorted(f"{seating}: {pair.ns}, {pair.ew}" for seating, pair in scoreboard.board(board).pairs.items())


Evenings.TestCase.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
TestEvenings = Evenings.TestCase
