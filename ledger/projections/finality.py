"""The finality of a session's scores: how long they may still change, and what is undecided; and outdated rulings.

Scores are final when the last period is over, including that of a ruling given late, and nothing is undecided. The
times of the periods come from `ledger.subjects.rulings.state`.

A ruling is outdated when its result, or the pair at the table, was corrected after the last look at the ruling. A
ruling stays in force all the same (Law 79C is no ruling): the director confirms, amends or withdraws it. A queue line
marked as done does not settle it, for any scorer may mark one.

`last_public_number` finds the events players may see: after a publication, decisions on its scores are seen as they are
recorded, while a new result or an added board, and everything after, waits for the next publication.
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
from ledger.subjects.participation.state import postponed_boards
from ledger.subjects.play.facts import BoardsAdded, ResultRecorded
from ledger.subjects.publications.facts import ScoresPublished, StandingPublished
from ledger.subjects.queue.state import waiting_lines
from ledger.subjects.rulings.facts import Judgement
from ledger.subjects.rulings.state import (
    PenaltyState,
    RulingState,
    appeal_deadline_of,
    appeal_to_rule_again,
    correction_deadline,
    is_decided,
    official_appeal_deadline,
    penalty_state,
    request_deadline,
    ruling_state,
    waits_for_notification,
)


class RulingGround(NamedTuple):
    """The facts a ruling on a table's board rests on: the result (None if none was recorded) and the pair."""

    result: Result | None
    pair: tuple[str, str]


class OutdatedRuling(NamedTuple):
    """A ruling whose result or pair was corrected after the last look at the ruling.

    `was`, `now`: result and pair at that look and now. `number`: the event of the correction. `looked`: the last look,
    'R-0001 was given'.
    """

    ruling: Ruling
    was: RulingGround
    now: RulingGround
    number: int
    looked: str

    @property
    def fact(self) -> str:
        """The change: 'R-0001 was given on 5HW-1, now 5HW-2'; for changed pairs 'on 3 v 4, now 4 v 3'."""
        changed = [map(_format_ground, each) for each in zip(self.was, self.now, strict=True) if each[0] != each[1]]
        old, new = map(all_of, zip(*changed, strict=True))
        return Phrase("%(looked)s on %(was)s, now %(now)s", looked=self.looked, was=old, now=new)

    @property
    def text(self) -> str:
        """The question put to the director: 'R-0001 was given on 5HW-1, now 5HW-2: does it still hold?'."""
        return f"{self.fact}: does it still hold?"


def _format_ground(ground: object) -> Phrase:
    if isinstance(ground, tuple):
        return Phrase("%(ns)s v %(ew)s", ns=ground[0], ew=ground[1])
    return Phrase("no result") if ground is None else Phrase("%(result)s", result=str(ground))


def outdated_rulings(session: Session) -> list[OutdatedRuling]:
    """Return the outdated rulings in force, board by board."""
    ruled = {ruling.board for ruling in session.rulings.values()}
    boards = (session.boards.get(board, {}) for board in sorted(ruled))
    return [outdated for board in boards for played in board.values() for outdated in outdated_at(session, played)]


def newly_outdated(before: Session, after: Session) -> list[OutdatedRuling]:
    """Return the rulings that a change made outdated, or outdated for another reason than before."""
    earlier = {(each.text, each.number) for each in outdated_rulings(before)}
    return [each for each in outdated_rulings(after) if (each.text, each.number) not in earlier]


def not_queued(session: Session) -> list[OutdatedRuling]:
    """Return the outdated rulings that no line in the queue puts to the director."""
    questions = {each.line.why for each in waiting_lines(session)}
    return [each for each in outdated_rulings(session) if each.text not in questions]


def outdated_at(session: Session, played: TableBoard) -> Iterator[OutdatedRuling]:
    """Yield the outdated rulings on one table's board."""
    outdated = (outdated_ruling_of(session, played, ruling) for ruling in session.rulings_of(played))
    yield from (each for each in outdated if each)


def outdated_ruling_of(session: Session, played: TableBoard, ruling: Ruling) -> OutdatedRuling | None:
    """Return why a ruling is outdated since a director or committee last looked at it; None if it is not.

    An award by a result file is no ruling; and the first result of a table contradicts nothing.
    """
    if ruling.by_file:
        return None
    case = ruling.case
    # undoing an amendment restores the version before it, which rests on the result and pair of its first statement
    at = len(ruling.versions) - 1
    while at >= 2 and _are_equal(ruling.versions[at], ruling.versions[at - 2]):
        at -= 2
    looks = [(ruling.versions[at].number, Phrase("%(case)s was given", case=case))]
    looks += [(number, Phrase("%(case)s was confirmed", case=case)) for number in ruling.confirmed]
    looks += [
        (each.number, Phrase("%(appeal)s decided %(case)s", appeal=each.decision.case, case=case))
        for each in session.decisions_on(case)
    ]
    since, looked = max(looks)
    before = [each.result for each in played.results if each.number < since]
    current = RulingGround(played.result, played.seating.pair)
    was = RulingGround(before[-1] if before and played.results else current.result, played.seating_at(since).pair)
    if was == current:
        return None
    results = played.results[-1].number if was.result != current.result else 0
    seats = played.reseated[-1].number if was.pair != current.pair else 0
    return OutdatedRuling(ruling, was, current, max(results, seats), looked)


def _are_equal(one: Version, other: Version) -> bool:
    """Return whether two versions of a ruling differ at most in the reason, which may explain an undo."""
    fields = (name for name in Judgement.__struct_fields__ if name not in ("reason", "imported"))
    return all(getattr(one.judgement, name) == getattr(other.judgement, name) for name in fields)


def cases_resting_on(session: Session, found: OutdatedRuling) -> list[str]:
    """Return the cases that depend on an outdated ruling: its open appeals, and its penalties (A-0001, P-0001)."""
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
    """A case, or a result of a board, that is still undecided; the codes are those of `check`."""

    code: UndecidedCode
    case: str
    board: int | None


class PeriodEnds(NamedTuple):
    """The ends of the periods that run from the publication of scores, in µs UTC.

    `corrections`: the last moment to correct a score (Law 79C1); `requests`: to ask for a ruling (Law 92B); `appeals`:
    to appeal a ruling given before the publication (Law 92B), never after `requests`. `later_appeals`: the later ends
    of cases that may be appealed longer.
    """

    corrections: int
    requests: int
    appeals: int
    later_appeals: dict[str, int]

    @property
    def moments(self) -> set[int]:
        """The ends of all periods, as a set."""
        return {self.corrections, self.requests, self.appeals, *self.later_appeals.values()}

    @property
    def last(self) -> int:
        """The latest end of a period (µs UTC)."""
        return max(self.moments)


class Finality(NamedTuple):
    """The periods and undecided cases that keep a session's scores from being final.

    `periods`: None before publication. `untold`: rulings whose appeal period, `minutes` long, has not begun. `board`:
    the board, if it is the finality of that one's scores.
    """

    stream: str
    periods: PeriodEnds | None
    untold: tuple[str, ...]
    minutes: int
    undecided: tuple[Undecided, ...]
    board: int | None = None

    @property
    def published(self) -> bool:
        """True if the scores are published."""
        return self.periods is not None

    @property
    def at(self) -> int | None:
        """The moment after which the scores are final (µs UTC); None while unknown."""
        return self.periods.last if self.periods and not (self.untold or self.undecided) else None

    def of_board(self, board: int, cases: Collection[str]) -> "Finality":
        """Return the finality of one board's scores; `cases`: the rulings on the board."""
        periods = self.periods
        later = {case: end for case, end in periods.later_appeals.items() if case in cases} if periods else {}
        return self._replace(
            periods=periods and periods._replace(later_appeals=later),
            untold=tuple(case for case in self.untold if case in cases),
            undecided=tuple(each for each in self.undecided if each.board == board),
            board=board,
        )

    def state(self, now: int) -> ScoresState:
        """Return whether the scores are unpublished, provisional or final at a time (µs UTC)."""
        if not self.published:
            return "unpublished"
        return "provisional" if in_time(now, self.at) else "final"


def finality(session: Session) -> Finality:
    """Return what keeps a session's scores from being final: periods and, in an open session, undecided cases."""
    open_still = not session.closed  # nothing more is decided in a session that was closed
    corrections, requests = correction_deadline(session), request_deadline(session)
    appeals, periods = official_appeal_deadline(session), None
    if corrections is not None and requests is not None and appeals is not None:
        later = {case: end for case, end in _appeal_ends(session).items() if end is not None and end > appeals}
        periods = PeriodEnds(corrections, requests, appeals, later)
    untold = tuple(case for case, end in _appeal_ends(session).items() if end is None) if periods and open_still else ()
    minutes = session.regulations.periods.appeal_minutes
    return Finality(session.id, periods, untold, minutes, tuple(_yield_undecided(session)) if open_still else ())


def _appeal_ends(session: Session) -> dict[str, int | None]:
    rulings = {case: ruling for case, ruling in _in_force(session) if not ruling.judgement.provisional}
    penalties = {case: penalty for case, penalty in session.penalties.items() if not penalty.withdrawn}
    subjects: dict[str, Ruling | Penalty] = {**rulings, **penalties}
    contestable = {case: subject for case, subject in subjects.items() if not is_decided(session, case)}
    return {case: appeal_deadline_of(session, subject) for case, subject in contestable.items()}


def _yield_undecided(session: Session) -> Iterator[Undecided]:
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
        if is_open(session, call) and _is_in_time(session, call, requests):
            yield Undecided("open-call", case, call.called.board)
    for played in session.table_boards():
        if any(_is_in_time(session, query, corrections) for query in played.open_queries):
            yield Undecided("queried", "", played.board)
    for line in waiting_lines(session):
        if _is_in_time(session, line, corrections):
            yield Undecided("set-aside", "", line.line.board)
    for played in postponed_boards(session):
        yield Undecided("to-play", "", played.board)


def _is_in_time(session: Session, matter: Call | Query | WaitingLine, ends: int | None) -> bool:
    return in_time(session.happened_at(matter.number, matter.at), ends)


def _is_ordered(session: Session, ruling: Ruling) -> bool:
    if not ruling.is_in_force or appeal_to_rule_again(session, ruling.case) is None:
        return False
    ordered = session.decisions_on(ruling.case)[-1].number
    return max(ruling.versions[-1].number, *ruling.confirmed, 0) < ordered


def own_cases(session: Session, contestant: str) -> dict[str, Ruling | Penalty]:
    """Return the rulings in force at a contestant's own table, and its own penalties."""
    rulings = {case: each for case, each in _in_force(session) if contestant in each.seating.everyone}
    penalties = {
        case: penalty
        for case, penalty in session.penalties.items()
        if not penalty.withdrawn and penalty.imposed.contestant == contestant
    }
    return {**rulings, **penalties}


def board_cases(session: Session, board: int) -> dict[str, Ruling]:
    """Return the rulings in force on a board."""
    return {case: ruling for case, ruling in _in_force(session) if ruling.board == board}


def _in_force(session: Session) -> Iterator[tuple[str, Ruling]]:
    yield from (each for each in session.rulings.items() if each[1].is_in_force)


class CaseFinality(NamedTuple):
    """The state of a ruling or a penalty at a time, and the end of its appeal period.

    'untold': the appeal period, of `minutes`, begins when both sides are notified; 'ordered': the director must rule
    again. `appeals`: the open appeals against the case. `ends` is in µs UTC, None while the period has not begun.
    """

    state: RulingState | PenaltyState | Literal["untold", "ordered"]
    ends: int | None
    minutes: int
    appeals: tuple[str, ...]


def case_finality(session: Session, subject: Ruling | Penalty, now: int) -> CaseFinality:
    """Return the state of a ruling or a penalty at a time (µs UTC), and the end of its appeal period."""
    ends = appeal_deadline_of(session, subject)
    state: RulingState | PenaltyState | Literal["untold", "ordered"]
    if isinstance(subject, Penalty):
        case, state = subject.imposed.case, penalty_state(session, subject, now)
    else:
        case, state = subject.case, ruling_state(session, subject, now)
        if state == "standing":
            state = (
                "ordered"
                if _is_ordered(session, subject)
                else "untold"
                if waits_for_notification(session, subject)
                else state
            )
    appeals = tuple(each.case for each in session.appeals_of(case) if each.open)
    return CaseFinality(state, ends, session.regulations.periods.appeal_minutes, appeals)


def outdated_text(scoreboard: Scoreboard, found: OutdatedRuling) -> str:
    """Format 'R-0002 was given on 5HW-1, now 5HW-2: +3 MP for NS, -3 MP for EW; A-0001 rests on it'."""
    moves, cases = "", cases_resting_on(scoreboard.session, found)
    if found.was.pair == found.now.pair:  # where others sat there, the two are not compared
        changes = ((side, change) for side, change in change_by_ruling(scoreboard, found).items() if change)
        moved_sides = [
            f"{'+' if change > 0 else ''}{short_text(change)} {scoreboard.unit} for {side.value}"
            for side, change in changes
        ]
        moves = ", ".join(moved_sides) or "no score moves"
    dependents = f"; {joined(cases)} {'rests' if len(cases) == 1 else 'rest'} on it" if cases else ""
    return found.fact + (f": {moves}" if moves else "") + dependents


def change_by_ruling(scoreboard: Scoreboard, found: OutdatedRuling) -> dict[Side, Fraction]:
    """Return each side's score now, less its score on the result ruled on; sides without both are left out."""
    ruling = found.ruling
    board = scoreboard.session.boards[ruling.board]
    played = board[ruling.seating]
    if found.was.result is not None:
        was = RecordedResult(found.number, found.was.result, None, imported=False)
        played = structs.replace(played, results=(was,))
    earlier_board = {**board, ruling.seating: played}
    before = scoreboard.scoring.scored(earlier_board).pairs[ruling.seating]
    after = scoreboard.board(ruling.board).pairs[ruling.seating]
    sides = {Side.NS: (before.ns, after.ns), Side.EW: (before.ew, after.ew)}
    return {side: new - old for side, (old, new) in sides.items() if old is not None and new is not None}


class WaitingReason(NamedTuple):
    """The reason why a queue line waits for a person; `found`: the outdated ruling, if one is the reason."""

    text: str
    found: OutdatedRuling | None = None


def waiting_reasons(scoreboard: Scoreboard, lines: Sequence[WaitingLine]) -> list[WaitingReason]:
    """Return why each queue line waits; for an outdated ruling, with the cases that depend on the ruling."""
    again = {outdated.text: outdated for outdated in outdated_rulings(scoreboard.session)} if lines else {}
    reasons = ((str(each.line.why), again.get(each.line.why)) for each in lines)
    return [WaitingReason(outdated_text(scoreboard, ruling) if ruling else why, ruling) for why, ruling in reasons]


def last_public_number(log: Sequence[Envelope]) -> int:
    """Return the number of the last event that players may see; 0 without a publication in force."""
    published = list[int]()
    for envelope in log:
        if isinstance(envelope.event, ScoresPublished):
            published.append(envelope.number)
        elif isinstance(envelope.event, TakenBack) and envelope.event.kind in _PUBLICATIONS:
            del published[-1:]
    if not published:
        return 0
    for envelope in log[published[-1] :]:
        # new play ends what may be seen, a result stated again after an undo does not
        if isinstance(envelope.event, ResultRecorded | MatchScored | BoardsAdded) and not envelope.because:
            return envelope.number - 1
    return len(log)


def published_heads(log: Sequence[Envelope]) -> dict[str, int]:
    """Return, for each stream, the number of the last event that the published standings in force cover."""
    published = list[tuple[StreamHead, ...]]()
    for envelope in log:
        if isinstance(envelope.event, StandingPublished):
            published.append(envelope.event.heads)
        elif isinstance(envelope.event, TakenBack) and envelope.event.kind in _PUBLICATIONS:
            del published[-1:]
    last_numbers: dict[str, int] = {}
    for head in (head for heads in published for head in heads):
        last_numbers[head.session] = max(head.number, last_numbers.get(head.session, 0))
    return last_numbers
