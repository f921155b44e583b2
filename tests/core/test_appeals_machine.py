"""Random stories of one board: every state is in the diagrams, and the score in force is the obvious one.

The reference is a fold that a reader can check: of all scores stated, the last that was not taken back, on a ruling
neither withdrawn nor superseded, is in force.
"""

from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from ledger.bridge import ns_score
from ledger.errors import Refusal
from ledger.kernel.fact import Envelope, TakenBack
from ledger.laws.adjustment import Adjustment, Stands
from ledger.subjects.appeals.facts import AppealConfirmed, AppealDecided, AppealLodged, DecisionReviewed
from ledger.subjects.appeals.state import appeal_state, deposit_state
from ledger.subjects.calls.state import call_state
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.rulings.facts import RulingAmended, RulingGiven, RulingWithdrawn, Undo
from ledger.subjects.rulings.state import ruling_state
from ledger.trust.examination import examine
from tests.core.course import WORDS, Course
from tests.core.spec import MINUTE

CALL = {
    "open": {"facts agreed", "facts disputed", "play on", "referred", "no infraction", "ruled", "withdrawn"},
    "facts agreed": {"facts disputed", "play on", "referred", "no infraction", "ruled", "withdrawn"},
    "facts disputed": {"facts agreed", "play on", "referred", "no infraction", "ruled", "withdrawn"},
    "play on": {"referred", "no infraction", "ruled", "withdrawn"},
    "referred": {"play on", "no infraction", "ruled", "withdrawn"},
    "no infraction": {"play on", "referred", "ruled", "withdrawn"},
    "ruled": {"open", "facts agreed", "facts disputed", "play on", "referred", "no infraction"},  # the ruling withdrawn
    "withdrawn": set(),
}
RULING = {
    "provisional": {"standing", "withdrawn", "superseded"},
    "standing": {"under appeal", "superseded", "withdrawn", "final", "provisional"},  # the amendment undone in time
    "under appeal": {"standing", "superseded", "decided", "final"},
    "decided": {"under appeal", "superseded"},  # recalled, taken further; reopened from above
    "superseded": {"standing", "under appeal", "decided", "final", "provisional"},  # the later one withdrawn
    "withdrawn": {"standing", "provisional"},  # the withdrawal undone
    "final": {"under appeal", "superseded"},  # recalled, accepted late; reopened from above
}
APPEAL = {
    "lodged": {"screened", "rejected", "withdrawn", "to be confirmed"},
    "screened": {"rejected", "withdrawn", "to be confirmed", "heard", "decided", "resolved"},
    "rejected": {"screened", "to be confirmed"},
    "withdrawn": {"lodged", "screened", "heard", "to be confirmed"},  # the withdrawal undone
    "to be confirmed": {"lodged", "screened", "heard", "withdrawn", "further appeal", "decided", "resolved"},
    "heard": {"withdrawn", "to be confirmed", "decided", "resolved"},
    "decided": {"further appeal", "heard", "screened", "to be confirmed"},  # the decision recalled
    "resolved": {"further appeal", "heard", "screened", "to be confirmed"},
    "further appeal": {"reviewed", "decided", "resolved", "to be confirmed"},
    "reviewed": {"further appeal", "to be confirmed"},  # the review recalled
}
STEPS = [*sorted(WORDS), "wait", *("ruling", "lodge", "screen", "hear", "vary", "remit", "further", "review") * 3]


def in_force(log: list[Envelope]) -> Adjustment | None:
    """Return the score in force on the board by the slow reference; None: the table result."""
    gone: set[str] = set()  # rulings that are withdrawn
    against: dict[str, list[str]] = {}  # the cases each appeal is or was against
    said: list[tuple[str, str, Adjustment | None]] = []  # scores stated: by which case, on which ruling, the score
    for event in (envelope.event for envelope in log):
        match event:
            case RulingWithdrawn(case=case):
                gone.add(case)
            case TakenBack(kind="ruling-withdrawn", case=case):
                gone.discard(case)
            case AppealLodged(case=case, against=ruling) | AppealConfirmed(case=case, ruling=ruling):
                against.setdefault(case, []).append(ruling)
            case TakenBack(kind="appeal-confirmed", case=case):
                against[case].pop()
            case RulingGiven():
                said.append((event.case, event.case, event.adjustment))
            case RulingAmended():  # an amendment of the grounds alone states no score
                if event.adjustment != [score for case, _, score in said if case == event.case][-1]:
                    said.append((event.case, event.case, event.adjustment))
            case AppealDecided() | DecisionReviewed():
                said.append((event.case, against[event.case][-1], event.adjustment))
            case TakenBack(kind="appeal-decided" | "decision-reviewed", case=case):
                said.remove(next(score for score in reversed(said) if score[0] == case))
    return next((score for _, ruling, score in reversed(said) if score and _standing(ruling, gone, log)), None)


def _standing(case: str, gone: set[str], log: list[Envelope]) -> bool:
    """Return whether a ruling is neither withdrawn nor superseded by a ruling in force."""
    later = [each.event.case for each in log if isinstance(each.event, RulingGiven) and each.event.supersedes == case]
    return case not in gone and all(each in gone for each in later)


class Boards(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.course = Course()
        self.seen: dict[str, str] = {}
        self.checked = 0

    @rule(word=st.sampled_from(STEPS))
    def say(self, word):
        before, moved = list(self.course.evening.log), word == "wait"
        try:
            self.course.say(word)
        except (Refusal, StopIteration):
            assert self.course.evening.log == before
        else:
            assert moved or len(self.course.evening.log) > len(before)

    @rule(data=st.data())
    def undo_anything(self, data):
        """Undo any event about the cases, in any order."""
        log = [
            each
            for each in self.course.evening.log
            if not each.name.startswith(("result-", "session-", "contestants-"))
        ]
        if log:
            self.course.minute += 1
            before = list(self.course.evening.log)
            try:
                target = data.draw(st.sampled_from(log), label="undo")
                self.course.evening.do(Undo(target, "wrong"), at=self.course.minute)
            except Refusal:
                assert self.course.evening.log == before

    @invariant()
    def an_open_appeal_is_against_a_ruling_that_is_not_withdrawn(self):
        session = self.course.evening.session
        assert not any(each.open and session.rulings[each.against].withdrawn for each in session.appeals.values())

    @invariant()
    def states_follow_the_diagrams(self):
        """Check the states event by event; a command that records three passes through those between."""
        log = self.course.evening.log
        for number in range(self.checked + 1, len(log) + 1):
            self._moved_to(replay(log[:number], "evening"), log[number - 1].occurred_at)
        self._moved_to(self.course.evening.session, self.course.minute * MINUTE)
        self.checked = len(log)

    def _moved_to(self, session, now):
        states = {case: call_state(session, call) for case, call in session.calls.items()}
        states |= {case: ruling_state(session, ruling, now) for case, ruling in session.rulings.items()}
        states |= {case: appeal_state(session, appeal) for case, appeal in session.appeals.items()}
        for case, state in states.items():
            diagram = {"C": CALL, "R": RULING, "A": APPEAL}[case[0]]
            assert state in diagram
            before = self.seen.get(case)
            assert before in (None, state) or state in diagram[before], f"{case}: {before} -> {state}"
        self.seen = states

    @invariant()
    def the_score_in_force_is_the_obvious_one(self):
        evening = self.course.evening
        played = evening.at(1, 1)
        (said,) = [evening.session.in_force(each).adjustment for each in evening.session.rulings_of(played)] or [None]
        assert said == in_force(evening.log)

    @invariant()
    def scores_balance_and_an_open_appeal_changes_none(self):
        evening = self.course.evening
        for table in (1, 2, 3):
            assert evening.score(1, table) + evening.score(1, table, "EW") == Fraction(4)
        if in_force(evening.log) in (None, Stands()):
            assert evening.score(1, 1) == _as_played(evening)

    @invariant()
    def deposits_are_accounted_for(self):
        for appeal in self.course.evening.session.appeals.values():
            over = bool(appeal.withdrawn or appeal.decisions or (appeal.screened and not appeal.screened.admitted))
            assert (deposit_state(appeal) != "held") == over

    @invariant()
    def any_split_replays_the_same_and_every_check_holds(self):
        log, half = self.course.evening.log, len(self.course.evening.log) // 2
        session = replay(log, "evening")
        assert evolve(replay(log[:half], "evening"), *log[half:]) == session
        assert not any(examine(log, "evening").values())


def _as_played(evening) -> Fraction:
    """Return table 1's matchpoints for its table result against the two results at further tables."""
    score = {1: evening.at(1, 1), 2: evening.at(1, 2), 3: evening.at(1, 3)}
    ours, *theirs = (ns_score(played.result, 1) for played in score.values())
    return Fraction(sum(2 * (ours > other) + (ours == other) for other in theirs))


Boards.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestBoards = Boards.TestCase
