"""`verify`: named checks over the whole log of a session. Pure over what is handed in; each finds or is silent.

The chain itself is checked by the store as it reads; these are the checks of what the log says.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.decide.offices import judging_own_case, may_record
from ledger.decide.periods import lateness, reopens
from ledger.events import Envelope, Event
from ledger.events.appeals import AppealConfirmed, AppealDecided, AppealLodged, DecisionReviewed, FurtherAppealLodged
from ledger.events.calls import DirectorCalled
from ledger.events.office import ScoresPublished
from ledger.events.play import ResultRecorded, SessionOpened
from ledger.events.rulings import BoardReopened, Judgement, PenaltyImposed, RulingGiven
from ledger.laws.adjustment import stated_weightings
from ledger.laws.periods import in_time
from ledger.projections.numbers import numbers_digest
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings, total_derivation
from ledger.scoring.derivation import Derivation, recomputed
from ledger.session import Session, walk
from ledger.session.ruling_states import appeal_deadline


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and at which event (None: not at one)."""

    number: int | None
    text: str


class Step(NamedTuple):
    """An event of a log: the session just before it, the event before it, and the session the log ends with."""

    envelope: Envelope
    before: Session
    earlier: Event | None
    last: Session


LogCheck = Callable[[Sequence[Envelope]], Iterable[Problem]]
StepCheck = Callable[[Step], Iterable[Problem]]
Check = Callable[[Session], Iterable[Problem]]


def opened_once(log: Sequence[Envelope]) -> Iterator[Problem]:
    """The log begins with the opening of its session, and has no other."""
    for envelope in log:
        if isinstance(envelope.event, SessionOpened) != (envelope.number == 1):
            yield Problem(envelope.number, "a session is opened once, by its first event")


def answers_backwards(log: Sequence[Envelope]) -> Iterator[Problem]:
    """An event answers only events before it."""
    for envelope in log:
        if any(not 0 < number < envelope.number for number in envelope.because):
            yield Problem(envelope.number, f"#{envelope.number} answers {envelope.because}, which are not before it")


def weights_sum(log: Sequence[Envelope]) -> Iterator[Problem]:
    """Every weighting sums to one exactly (Law 12C1(c))."""
    for envelope in log:
        if isinstance(envelope.event, Judgement):
            for what, weighting in stated_weightings(envelope.event.adjustment).items():
                total = sum((part.weight for part in weighting), Fraction(0))
                if total != 1:
                    yield Problem(envelope.number, f"the weights for {what} sum to {total}")


def cases_follow(log: Sequence[Envelope]) -> Iterator[Problem]:
    """Every decision has an appeal before it, every appeal a ruling, and every event of a case the case's beginning."""
    begun: set[str] = set()
    decided: set[str] = set()
    further: set[str] = set()
    for envelope in log:
        event = envelope.event
        if isinstance(event, DecisionReviewed) and event.case not in decided & further:
            yield Problem(envelope.number, f"{event.case} was reviewed before it was decided and taken further")
        decided |= {event.case} if isinstance(event, AppealDecided) else set()
        further |= {event.case} if isinstance(event, FurtherAppealLodged) else set()
        case = getattr(event, "case", None)
        for needed in _needed(event):
            if needed not in begun:
                yield Problem(envelope.number, f"{envelope.name} rests on {needed}, which is not in the log before it")
        if case:
            begun.add(case)


def _needed(event: Event) -> Iterator[str]:
    """The cases that must have begun before an event."""
    if isinstance(event, RulingGiven):
        yield from (case for case in (event.call, event.supersedes, event.order) if case)
    elif isinstance(event, AppealLodged):
        yield event.ruling
    elif isinstance(event, PenaltyImposed):
        yield from (case for case in (event.beside,) if case)
    elif isinstance(event, AppealConfirmed):
        yield from (event.case, event.ruling)
    elif not isinstance(event, DirectorCalled) and (case := getattr(event, "case", None)):
        yield case


def steps(session: Session, log: Sequence[Envelope]) -> Iterator[Step]:
    """Every event in its turn that may be wrong by itself; `session` is what the log ends with.

    Until scores are out and somebody is appointed, a table's result is neither late nor anybody's office.
    """
    earlier = None
    for before, envelope in walk(log, session.id):
        if before.given_out or before.officials.held or not isinstance(envelope.event, ResultRecorded):
            yield Step(envelope, before, earlier, session)
        earlier = envelope.event


def published_again(step: Step) -> Iterator[Problem]:
    """The numbers that were given out are worked out again from the log as it was then, and are the same."""
    event, number = step.envelope.event, step.envelope.number
    if isinstance(event, ScoresPublished) and numbers_digest(Scoreboard(step.before)) != event.numbers:
        yield Problem(number, f"what was published at #{number} no longer comes out of the log")


def one_in_force(session: Session) -> Iterator[Problem]:
    """The ruling on every table's board is neither withdrawn nor superseded."""
    for played in session.table_boards():
        ruling = session.ruling_of(played)
        if ruling and (ruling.withdrawn or ruling.superseded_by):
            yield Problem(ruling.stated, f"{ruling.case} is on {played.name}, and is not in force")


def offices_held(step: Step) -> Iterator[Problem]:
    """Nobody recorded what the offices held at the time did not allow, or decided on a ruling of his own."""
    envelope, before = step.envelope, step.before
    if not may_record(before, envelope.by, envelope.event):
        yield Problem(envelope.number, f"{envelope.by} had no office for {envelope.name} at the time")
    elif own := judging_own_case(before, envelope.by, envelope.event):
        yield Problem(envelope.number, f"{own.name} sat in judgement on what was his own")


def in_their_time(step: Step) -> Iterator[Problem]:
    """What came after its period has the event beside it that says on whose authority."""
    envelope, before, reopened = step.envelope, step.before, step.earlier
    event, number = envelope.event, envelope.number
    late = before.opened and lateness(event, before, envelope.occurred_at)
    if late and not (isinstance(reopened, BoardReopened) and reopens(reopened, event, before)):
        yield Problem(number, f"{envelope.name} came after its period, and nothing reopened the board for it")
    if isinstance(event, AppealLodged):
        ends = appeal_deadline(before, before.rulings[event.ruling])
        if not in_time(envelope.occurred_at, ends) and not step.last.appeals[event.case].late:
            yield Problem(number, f"{event.case} came after its period, and nobody accepted it")


def scores_add_up(session: Session) -> Iterator[Problem]:
    """On every board nobody ruled on, the two sides' scores balance: they share the top, or sum to no IMPs."""
    scoreboard = Scoreboard(session)
    balance = scoreboard.top or Fraction(0)
    for played in session.table_boards():
        if any(other.case for other in session.boards[played.board].values()):
            continue
        total = sum((scoreboard.score(played, side).value for side in Side), Fraction(0))
        if not scoreboard.score(played, Side.NS).counts or not scoreboard.form.balanced:
            continue
        if scoreboard.rounding.unit == "exact" and total != balance:
            told = f"{played.name}: the two sides have {total} {scoreboard.unit} instead of {balance}"
            yield Problem(played.results[-1].number, told)


def matches_agree(session: Session) -> Iterator[Problem]:
    """Both rooms give a team one score for a board, and the ranked totals are what their derivations add up to."""
    scoreboard = Scoreboard(session)
    for played in session.table_boards():
        for room in scoreboard.rooms(played)[1:]:
            for side in Side:
                if scoreboard.score(played, side).value != scoreboard.score(room, side.other).value:
                    yield Problem(played.events[-1], f"{played.name}: the two rooms disagree")
    for field in standings(scoreboard):
        for row in field.rows:
            if recomputed(total_derivation(scoreboard, row.contestant)) != row.total:
                yield Problem(None, f"the total of {row.contestant} does not add up")


def derivations_hold(session: Session) -> Iterator[Problem]:
    """On every board with a ruling, each score's derivation gives that score, node by node."""
    scoreboard = Scoreboard(session)
    boards = {ruling.board for ruling in session.rulings.values() if not (ruling.withdrawn or ruling.superseded_by)}
    for played in session.table_boards():
        for side in Side if played.board in boards else ():
            score = scoreboard.score(played, side)
            if recomputed(score.explain()) != score.value:
                yield Problem(
                    played.events[-1], f"{played.name}, {side.value}: the derivation does not give {score.value}"
                )


def holds(node: Derivation) -> bool:
    """Whether every number in a derivation is what its leaves make of it, worked out again."""
    return recomputed(node) == node.value and all(map(holds, node.parts))


STRUCTURE: dict[str, LogCheck] = {
    "opening": opened_once,
    "answers": answers_backwards,
    "weights": weights_sum,
    "cases": cases_follow,
}
STEPS: dict[str, StepCheck] = {"published": published_again, "offices": offices_held, "periods": in_their_time}
BASIC: dict[str, Check] = {"in-force": one_in_force}
STRICT: dict[str, Check] = {"sums": scores_add_up, "derivations": derivations_hold, "totals": matches_agree}
