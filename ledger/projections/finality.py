"""The finality of a session's scores: until when they may still change, and what is still to be decided.

Every page, screen and file that tells this asks here. The times of the periods are those of
`ledger.subjects.rulings.state`. The scores are final when the last period is over, that of a ruling given late
included, and nothing is left to decide.

Further what hangs on a correction beneath a ruling (who moves, which appeals and penalties rest on it too), and which
events may be told to players: from a publication on, what is decided about the scores that were given out is told as it
is recorded. A result that comes in, or a board that is added, waits for the next publication, and what follows it too.

A ruling is overtaken when the result it was given on, or the pair at the table, was corrected since, and nobody looked
again. A ruling stays in force whatever becomes of the result beneath it (Law 79C is no ruling). Whether it still holds
is for the director: he confirms it, states it anew or takes it back. That a line in the queue was seen to says nothing
of it: any scorer may say that.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import structs

from ledger.bridge import Result, Side
from ledger.kernel.fact import Envelope, StreamHead, TakenBack
from ledger.labels import Phrase, all_of, joined
from ledger.laws.regulations import in_time
from ledger.laws.rounding import short_text
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Penalty, RecordedResult
from ledger.session.case_numbers import provisional_rulings
from ledger.session.cases import Call, Ruling, Version, WaitingLine
from ledger.session.state import Session
from ledger.session.tables import Query, TableBoard
from ledger.subjects.calls.state import is_open
from ledger.subjects.matches.facts import MatchScored
from ledger.subjects.participation.state import still_to_play
from ledger.subjects.play.facts import BoardsAdded, ResultRecorded
from ledger.subjects.publications.facts import ScoresPublished, StandingPublished
from ledger.subjects.queue.state import waiting
from ledger.subjects.rulings.facts import Judgement
from ledger.subjects.rulings.state import (
    PenaltyState,
    RulingState,
    contestable_until,
    correction_deadline,
    is_decided,
    is_untold,
    official_appeal_deadline,
    order,
    penalty_state,
    request_deadline,
    ruling_state,
)


class RestsOn(NamedTuple):
    """What a ruling on a table's board rests on: the result there, None where there was none, and who met."""

    result: Result | None
    pair: tuple[str, str]


class OutdatedRuling(NamedTuple):
    """A ruling, what it was given on, what is there now, by which event; `looked`: 'R-0001 was given', or how else."""

    ruling: Ruling
    was: RestsOn
    now: RestsOn
    number: int
    looked: str

    @property
    def fact(self) -> str:
        """'R-0001 was given on 5HW-1, now 5HW-2'; of other pairs, 'on 3 v 4, now 4 v 3'."""
        changed = [map(_rested_on, each) for each in zip(self.was, self.now, strict=True) if each[0] != each[1]]
        was, now = map(all_of, zip(*changed, strict=True))
        return Phrase("%(looked)s on %(was)s, now %(now)s", looked=self.looked, was=was, now=now)

    @property
    def text(self) -> str:
        """What is put to the director."""
        return f"{self.fact}: does it still hold?"


def _rested_on(what: object) -> Phrase:
    if isinstance(what, tuple):
        return Phrase("%(ns)s v %(ew)s", ns=what[0], ew=what[1])
    return Phrase("no result") if what is None else Phrase("%(result)s", result=str(what))


def outdated_rulings(session: Session) -> list[OutdatedRuling]:
    """The rulings in force on what changed since, board by board, until somebody looked at them again."""
    ruled = {ruling.board for ruling in session.rulings.values()}
    boards = (session.boards.get(board, {}) for board in sorted(ruled))
    return [found for board in boards for played in board.values() for found in outdated_at(session, played)]


def newly_outdated(before: Session, after: Session) -> list[OutdatedRuling]:
    """Those that were not to be looked at before, or on something else."""
    already = {(each.text, each.number) for each in outdated_rulings(before)}
    return [each for each in outdated_rulings(after) if (each.text, each.number) not in already]


def not_queued(session: Session) -> list[OutdatedRuling]:
    """Those of them that no line in the queue puts to the director."""
    asked = {each.line.why for each in waiting(session)}
    return [each for each in outdated_rulings(session) if each.text not in asked]


def outdated_at(session: Session, played: TableBoard) -> Iterator[OutdatedRuling]:
    """Those on one table's board."""
    found = (found_at(session, played, ruling) for ruling in session.rulings_of(played))
    yield from (each for each in found if each)


def found_at(session: Session, played: TableBoard, ruling: Ruling) -> OutdatedRuling | None:
    """What changed beneath a ruling on a table's board since a director, or a committee, looked at it; None: nothing.

    What a result file awards is no ruling of his; and the first result a table has contradicts nothing.
    """
    if ruling.by_file:
        return None
    case = ruling.case
    # Who takes an amendment back says again what was said before it: that rests on what was there when it was
    # first said
    at = len(ruling.versions) - 1
    while at >= 2 and _same(ruling.versions[at], ruling.versions[at - 2]):
        at -= 2
    looks = [(ruling.versions[at].number, Phrase("%(case)s was given", case=case))]
    looks += [(number, Phrase("%(case)s was confirmed", case=case)) for number in ruling.confirmed]
    looks += [
        (each.number, Phrase("%(appeal)s decided %(case)s", appeal=each.decision.case, case=case))
        for each in session.decisions_on(case)
    ]
    since, looked = max(looks)
    before = [each.result for each in played.results if each.number < since]
    now = RestsOn(played.result, played.seating.pair)
    was = RestsOn(before[-1] if before and played.results else now.result, played.seating_at(since).pair)
    if was == now:
        return None
    results = played.results[-1].number if was.result != now.result else 0
    seats = played.reseated[-1].number if was.pair != now.pair else 0
    return OutdatedRuling(ruling, was, now, max(results, seats), looked)


def _same(one: Version, other: Version) -> bool:
    """Whether two versions of a ruling say the same; the reason may be why the one between them was taken back."""
    said = (name for name in Judgement.__struct_fields__ if name not in ("reason", "imported"))
    return all(getattr(one.judgement, name) == getattr(other.judgement, name) for name in said)


def rests_on(session: Session, found: OutdatedRuling) -> list[str]:
    """The open appeals and the penalties that rest on a ruling, by their cases: A-0001, P-0001."""
    rulings, case = [found.ruling.case], found.ruling.given.supersedes
    while case:  # a penalty stays with the ruling it was given with, though another took its place
        rulings.append(case)
        case = session.rulings[case].given.supersedes
    against = session.appeals_of(found.ruling.case)
    beside = {*rulings, *(each.case for each in against)}
    penalties = [each for each in session.penalties.values() if each.imposed.beside in beside and not each.withdrawn]
    return [
        *(each.case for each in against if each.open),
        *(each.imposed.case for each in penalties),
        *(appeal.case for each in penalties for appeal in session.appeals_of(each.imposed.case) if appeal.open),
    ]


_PUBLICATIONS = ("scores-published", "standing-published")

ScoresState = Literal["unpublished", "provisional", "final"]

UndecidedCode = Literal[
    "open-appeal",
    "provisional-ruling",
    "ordered-ruling",
    "other-result",
    "open-call",
    "queried",
    "set-aside",
    "to-play",
]


class Undecided(NamedTuple):
    """A case, or a result of a board, that somebody still has to decide; codes are those of `check`."""

    code: UndecidedCode
    case: str
    board: int | None


class PeriodEnds(NamedTuple):
    """The ends of the periods that run from the publication of scores, in µs UTC.

    `corrections`: until when a score may be corrected (Law 79C1); `requests`: until when a ruling may be asked for
    (Law 92B); `appeals`: until when a ruling given before the publication may be appealed (Law 92B), which is never
    after `requests`. `later_appeals`: the end for each case that may be appealed longer than that.
    """

    corrections: int
    requests: int
    appeals: int
    later_appeals: dict[str, int]

    @property
    def moments(self) -> set[int]:
        """Every end."""
        return {self.corrections, self.requests, self.appeals, *self.later_appeals.values()}

    @property
    def last(self) -> int:
        """The latest end."""
        return max(self.moments)


class Finality(NamedTuple):
    """What stands between the scores of a session and their being final.

    `periods`: None before the scores are published. `untold`: rulings whose appeal period, of `minutes`, begins when
    both sides are told.
    """

    stream: str
    periods: PeriodEnds | None
    untold: tuple[str, ...]
    minutes: int
    undecided: tuple[Undecided, ...]

    @property
    def published(self) -> bool:
        """Whether the scores are published."""
        return self.periods is not None

    @property
    def at(self) -> int | None:
        """The moment after which the scores are final (µs UTC); None while that is not known."""
        return self.periods.last if self.periods and not (self.untold or self.undecided) else None

    def of_board(self, board: int, cases: Collection[str]) -> "Finality":
        """The finality of the scores on one board, which has these rulings."""
        periods = self.periods
        later = {case: end for case, end in periods.later_appeals.items() if case in cases} if periods else {}
        return self._replace(
            periods=periods and periods._replace(later_appeals=later),
            untold=tuple(case for case in self.untold if case in cases),
            undecided=tuple(each for each in self.undecided if each.board == board),
        )

    def state(self, now: int) -> ScoresState:
        """Return the state of the scores at a time (µs UTC)."""
        if not self.published:
            return "unpublished"
        return "provisional" if in_time(now, self.at) else "final"


def finality(session: Session) -> Finality:
    """The finality of a session (`ledger.overall.aspects` has that of a tournament)."""
    open_still = not session.closed  # nothing more is decided in a session that was closed
    corrections, requests = correction_deadline(session), request_deadline(session)
    appeals, periods = official_appeal_deadline(session), None
    if corrections is not None and requests is not None and appeals is not None:
        later = {case: end for case, end in _appeal_ends(session).items() if end is not None and end > appeals}
        periods = PeriodEnds(corrections, requests, appeals, later)
    untold = tuple(case for case, end in _appeal_ends(session).items() if end is None) if periods and open_still else ()
    minutes = session.regulations.periods.appeal_minutes
    return Finality(session.id, periods, untold, minutes, tuple(_undecided(session)) if open_still else ())


def _appeal_ends(session: Session) -> dict[str, int | None]:
    rulings = {
        case: ruling
        for case, ruling in session.rulings.items()
        if not (ruling.withdrawn or ruling.superseded_by or ruling.judgement.provisional)
    }
    penalties = {case: penalty for case, penalty in session.penalties.items() if not penalty.withdrawn}
    subjects: dict[str, Ruling | Penalty] = {**rulings, **penalties}
    contestable = {case: subject for case, subject in subjects.items() if not is_decided(session, case)}
    return {case: contestable_until(session, subject) for case, subject in contestable.items()}


def _undecided(session: Session) -> Iterator[Undecided]:
    # Nothing follows, without a reopening, from a call too late for a ruling, or a query too late for a correction.
    corrections, requests = correction_deadline(session), request_deadline(session)
    for case, appeal in session.appeals.items():
        if appeal.open:
            subject = session.rulings.get(appeal.against)
            yield Undecided("open-appeal", case, subject.board if subject else None)
    for case in provisional_rulings(session):
        yield Undecided("provisional-ruling", case, session.rulings[case].board)
    for case, ruling in session.rulings.items():
        if _is_ordered(session, ruling):
            yield Undecided("ordered-ruling", case, ruling.board)
    for ruling, *_ in outdated_rulings(session):
        yield Undecided("other-result", ruling.case, ruling.board)
    for case, call in session.calls.items():
        if is_open(session, call) and _came_by(session, call, requests):
            yield Undecided("open-call", case, call.called.board)
    for played in session.table_boards():
        if any(_came_by(session, query, corrections) for query in played.open_queries):
            yield Undecided("queried", "", played.board)
    for line in waiting(session):
        if _came_by(session, line, corrections):
            yield Undecided("set-aside", "", line.line.board)
    for played in still_to_play(session):
        yield Undecided("to-play", "", played.board)


def _came_by(session: Session, matter: Call | Query | WaitingLine, ends: int | None) -> bool:
    return in_time(session.happened_at(matter.number, matter.at), ends)


def _is_ordered(session: Session, ruling: Ruling) -> bool:
    if ruling.withdrawn or ruling.superseded_by or order(session, ruling.case) is None:
        return False
    ordered = session.decisions_on(ruling.case)[-1].number
    return max(ruling.versions[-1].number, *ruling.confirmed, 0) < ordered


def own_cases(session: Session, contestant: str) -> dict[str, Ruling | Penalty]:
    """Return the rulings in force at a contestant's own table, and its own penalties."""
    rulings = {
        case: ruling
        for case, ruling in session.rulings.items()
        if not (ruling.withdrawn or ruling.superseded_by) and contestant in ruling.seating.everyone
    }
    penalties = {
        case: penalty
        for case, penalty in session.penalties.items()
        if not penalty.withdrawn and penalty.imposed.contestant == contestant
    }
    return {**rulings, **penalties}


class CaseFinality(NamedTuple):
    """The state of a ruling or a penalty at a time, and until when it may be appealed.

    'untold': its appeal period, of `minutes`, begins when both sides are told; 'ordered': the director rules on it
    again. `appeals`: the open appeals against it. `ends` is in µs UTC, None while the period has not begun.
    """

    state: RulingState | PenaltyState | Literal["untold", "ordered"]
    ends: int | None
    minutes: int
    appeals: tuple[str, ...]


def case_finality(session: Session, subject: Ruling | Penalty, now: int) -> CaseFinality:
    """Return the state of a ruling or a penalty at a time (µs UTC), and until when it may be appealed."""
    ends = contestable_until(session, subject)
    state: RulingState | PenaltyState | Literal["untold", "ordered"]
    if isinstance(subject, Penalty):
        case, state = subject.imposed.case, penalty_state(session, subject, now)
    else:
        case, state = subject.case, ruling_state(session, subject, now)
        if state == "standing":
            state = "ordered" if _is_ordered(session, subject) else "untold" if is_untold(session, subject) else state
    appeals = tuple(each.case for each in session.appeals_of(case) if each.open)
    return CaseFinality(state, ends, session.regulations.periods.appeal_minutes, appeals)


def outdated_text(scoreboard: Scoreboard, found: OutdatedRuling) -> str:
    """'R-0002 was given on 5HW-1, now 5HW-2: +3 MP for NS, -3 MP for EW; A-0001 rests on it'."""
    moves, cases = "", rests_on(scoreboard.session, found)
    if found.was.pair == found.now.pair:  # where others sat there, the two are not compared
        changes = ((side, change) for side, change in moved(scoreboard, found).items() if change)
        told = [
            f"{'+' if change > 0 else ''}{short_text(change)} {scoreboard.unit} for {side.value}"
            for side, change in changes
        ]
        moves = ", ".join(told) or "no score moves"
    rest = f"; {joined(cases)} {'rests' if len(cases) == 1 else 'rest'} on it" if cases else ""
    return found.fact + (f": {moves}" if moves else "") + rest


def moved(scoreboard: Scoreboard, found: OutdatedRuling) -> dict[Side, Fraction]:
    """By how much each side's score on the board is another than it would be on the result of that time."""
    ruling = found.ruling
    board = scoreboard.session.boards[ruling.board]
    played = board[ruling.seating]
    if found.was.result is not None:
        was = RecordedResult(found.number, found.was.result, None, imported=False)
        played = structs.replace(played, results=(was,))
    then = {**board, ruling.seating: played}
    before, after = (
        each.pairs[ruling.seating] for each in (scoreboard.scoring.scored(then), scoreboard.board(ruling.board))
    )
    sides = {Side.NS: (before.ns, after.ns), Side.EW: (before.ew, after.ew)}
    return {side: now - was for side, (was, now) in sides.items() if was is not None and now is not None}


class WaitingReason(NamedTuple):
    """Why a line waits; and the ruling to look at again, where it is that."""

    text: str
    found: OutdatedRuling | None = None


def waiting_reasons(scoreboard: Scoreboard, lines: Sequence[WaitingLine]) -> list[WaitingReason]:
    """Why each of these lines waits: of a ruling to look at again with what hangs on it."""
    again = {found.text: found for found in outdated_rulings(scoreboard.session)} if lines else {}
    reasons = ((str(each.line.why), again.get(each.line.why)) for each in lines)
    return [WaitingReason(outdated_text(scoreboard, found) if found else why, found) for why, found in reasons]


def given_out(log: Sequence[Envelope]) -> int:
    """The last event of a session that may be told; 0 where no publication is in force."""
    published = list[int]()
    for envelope in log:
        if isinstance(envelope.event, ScoresPublished):
            published.append(envelope.number)
        elif isinstance(envelope.event, TakenBack) and envelope.event.kind in _PUBLICATIONS:
            del published[-1:]
    if not published:
        return 0
    for each in log[published[-1] :]:
        # further play, and nothing that was taken back and is said again
        if isinstance(each.event, ResultRecorded | MatchScored | BoardsAdded) and not each.because:
            return each.number - 1
    return len(log)


def heads_given_out(log: Sequence[Envelope]) -> dict[str, int]:
    """Up to which event of each stream the standings of a tournament were given out that are in force."""
    published = list[tuple[StreamHead, ...]]()
    for envelope in log:
        if isinstance(envelope.event, StandingPublished):
            published.append(envelope.event.heads)
        elif isinstance(envelope.event, TakenBack) and envelope.event.kind in _PUBLICATIONS:
            del published[-1:]
    found: dict[str, int] = {}
    for head in (head for heads in published for head in heads):
        found[head.session] = max(head.number, found.get(head.session, 0))
    return found
