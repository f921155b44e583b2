"""Evenings with wrong clocks and stated times: random commands, and those that the log shows to be late."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Command, Envelope, Event, TakenBack
from ledger.laws.adjustment import Stands
from ledger.laws.profile_loader import load_profile
from ledger.session import Session
from ledger.subjects.appeals.facts import AppealLodged, LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.clocks.facts import ClockCorrected, CorrectClock, is_time_stated, recorded_times
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.play.facts import CorrectResult, OpenSession, RecordResult, VoidResult
from ledger.subjects.publications.facts import PublishScores, ScoresPublished
from ledger.subjects.register import kind_of
from ledger.subjects.rulings.facts import GiveRuling, Grounds, RulingGiven, Undo

MINUTE = 60_000_000
BEGINS = 1_700_000_000_000_000
PERIOD = 30 * MINUTE
SCORES = ("scoring", "correction", "setting", "recall")
"""Of corrections, by the default regulations."""


class Attempt(NamedTuple):
    """A command to try: minutes later, by a clock this wrong, stated to have happened so many minutes ago."""

    later: int
    wrong: int
    ago: int | None
    by: str
    action: str


Submit = Callable[[Command, str, int, int | None], None]
"""Record a command: by whom, what the clock of the desk is at, and when it is said to have happened (µs UTC)."""


class Play:
    """An evening in progress: three results, a chief director, a director Dan and a scorer Sara."""

    def __init__(self, submit: Submit, session: Callable[[], Session], log: Callable[[], list[Envelope]]) -> None:
        self.submit, self.session, self.log = submit, session, log
        self.now, self.turn = BEGINS, 0
        self._do(OpenSession("Evening", None, (1, 2), 2, load_profile("default")), "Chief")
        for name, office in (("Chief", "chief-director"), ("Dan", "director"), ("Sara", "scorer")):
            self._do(AppointOfficial(name, office), "Chief")
        for table in ("1", "2", "3"):
            self._do(RecordResult(Where(1, table, f"{table}NS", f"{table}EW"), Result("4SN=")), "Sara")

    def _do(self, command: Command, by: str) -> None:
        self.now += MINUTE
        self.submit(command, by, self.now, None)

    def tries(self, attempt: Attempt) -> bool:
        """Return whether a command is recorded; a refused one leaves the log unchanged.

        Without a stated time, scores are accepted exactly while log and clock say that they may be corrected.
        """
        self.now += attempt.later * MINUTE
        self.turn += 1
        said = None if attempt.ago is None else self.now - attempt.ago * MINUTE
        before, clock = list(self.log()), self.now + attempt.wrong * MINUTE
        try:
            self.submit(ACTIONS[attempt.action](self), attempt.by, clock, said)
        except Refusal:
            assert list(self.log()) == before
        recorded = len(self.log()) > len(before)
        if said is None and attempt.action in ("correct", "add"):
            assert recorded == is_open_to_scores(before, clock)
        return recorded

    def another_result(self) -> Result:
        """Return a result that no table has yet."""
        return Result(f"{10 * self.turn:+d}")

    def right_clock(self) -> Command:
        """Return the correction that gives the last event the present clock."""
        last = self.log()[-1]
        return CorrectClock(last.number, last.number, (last.recorded_at - self.now) // 1_000_000)


ACTIONS: dict[str, Callable[[Play], Command]] = {
    "correct": lambda play: CorrectResult(Where(1, "2"), play.another_result(), "slip"),
    "add": lambda play: RecordResult(
        Where(2, f"{play.turn}", f"{play.turn}NS", f"{play.turn}EW"), play.another_result()
    ),
    "void": lambda play: VoidResult(Where(1, "3"), "another board"),
    "publish": lambda play: PublishScores(),
    "publish from then": lambda play: PublishScores(from_then="on the wall"),
    "undo": lambda play: Undo(play.log()[-1], "by mistake"),
    "call": lambda play: AddCall(Where(1, "1"), "slow", "N", "play"),
    "rule": lambda play: GiveRuling(Where(1, "1"), Stands(), Grounds(laws=("16B",))),
    "appeal": lambda play: LodgeAppeal("R-0001", "EW", "too much", ("E", "W")),
    "appeal by hand": lambda play: LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), through="Dan"),
    "clock": lambda play: play.right_clock(),
}

attempts = st.builds(
    Attempt,
    st.sampled_from([1, 1, 5, 20, 31, 90]),
    st.sampled_from([0, 0, 0, 0, 0, 5, -5, 45, -45, 600, -600]),
    st.one_of(st.none(), st.sampled_from([0, 5, 10, 20, 29, 40, 100, 10_000])),
    st.sampled_from(["Sara", "Sara", "Dan", "Chief"]),
    st.sampled_from([*ACTIONS, "correct", "correct", "correct", "add", "publish", "publish"]),
)
PUBLISHED = Attempt(5, 0, None, "Sara", "publish")
evenings = st.lists(attempts, min_size=6, max_size=25).flatmap(
    lambda evening: st.sampled_from([evening, [PUBLISHED, *evening]])
)
right_evenings = evenings.map(lambda evening: [each._replace(wrong=0, ago=None) for each in evening])


def is_recall(event: Event) -> bool:
    return isinstance(event, TakenBack) and event.kind == "scores-published"


def corrections_end(log: list[Envelope], times: list[int], *, recalling: bool = False) -> int | None:
    """Return the end of the correction period by a log and its times on record; None before it begins.

    A wrong `from_then` may be taken back for as long as if the periods ran from its recording.
    """
    published: list[Envelope] = []
    for envelope in log:
        if isinstance(envelope.event, ScoresPublished):
            published.append(envelope)
        elif is_recall(envelope.event):
            published.pop()
    if not published:
        return None
    first = published[0]
    said = first.event.from_then and not (recalling and len(published) == 1)
    return (first.occurred_at if said else times[first.number - 1]) + PERIOD


def late_scores(log: list[Envelope], *, as_known_then: bool) -> Iterator[Envelope]:
    """Return the events that change scores or recall a publication, recorded after the correction period.

    By the corrections of clocks in the log before each event (`as_known_then`), or by all of them.
    """
    for at, envelope in enumerate(log):
        times = recorded_times([*log[:at], envelope] if as_known_then else log)
        recalling = is_recall(envelope.event)
        end = corrections_end(log[:at], times, recalling=recalling)
        if end is not None and times[at] > end and kind_of(envelope.event).period in SCORES:
            yield envelope


def is_open_to_scores(log: list[Envelope], clock: int) -> bool:
    """Return whether scores may be corrected by a log and a desk's clock, if no time is stated."""
    times = recorded_times(log)
    end = corrections_end(log, times)
    return end is None or max(clock, times[-1]) <= end


def late_appeals(log: list[Envelope], *, as_known_then: bool) -> Iterator[Envelope]:
    """Return the appeals against the first ruling recorded after its period, by the clocks as in `late_scores`."""
    for at, envelope in enumerate(log):
        if isinstance(envelope.event, AppealLodged):
            times = recorded_times([*log[:at], envelope] if as_known_then else log)
            given = next(each.number for each in log if isinstance(each.event, RulingGiven))
            end = corrections_end(log[:at], times)
            if end is not None and times[at] > max(end, times[given - 1] + PERIOD):
                yield envelope


def late(log: list[Envelope], *, as_known_then: bool) -> list[Envelope]:
    """Return the late scores and appeals."""
    return [*late_scores(log, as_known_then=as_known_then), *late_appeals(log, as_known_then=as_known_then)]


def stated_before_the_opening(log: list[Envelope]) -> list[Envelope]:
    """Return the events stated to have happened before the opening, by its clock as known then; none is expected.

    A correction of a clock may be: the clock of the opening may be what was wrong.
    """
    stated = [each for each in log if is_time_stated(each) and not isinstance(each.event, ClockCorrected)]
    return [each for each in stated if each.occurred_at < recorded_times(log[: each.number - 1])[0]]


def scorers_late(log: list[Envelope]) -> list[Envelope]:
    """Return a scorer's late events, as the log knew it at each; none is expected."""
    return [each for each in late(log, as_known_then=True) if each.by == "Sara"]
