"""`verify`: the named checks of what a log says, event by event and at its end. Pure; each finds or is silent.

That the log is as it was recorded is for the chain to say (`ledger.store.chain`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.decide.guards.offices import judging_own_case, may_record
from ledger.decide.guards.periods import lateness, reopens
from ledger.errors import Corrupt
from ledger.facts import Envelope, Event
from ledger.facts.appeals import (
    AppealConfirmed,
    AppealDecided,
    AppealLodged,
    Decision,
    DecisionReviewed,
    FurtherAppealLodged,
)
from ledger.facts.calls import DirectorCalled
from ledger.facts.casebook import DifferenceStated
from ledger.facts.memos import MemoFiled
from ledger.facts.play import ResultRecorded, SessionOpened
from ledger.facts.publications import ScoresPublished
from ledger.facts.reopening import BoardReopened
from ledger.facts.rulings import Judgement, PenaltyImposed, RulingGiven
from ledger.facts.tournaments import TournamentOpened
from ledger.laws.adjustment import stated_weightings
from ledger.laws.regulations import in_time
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import numbers_digest, standings, total_derivation
from ledger.scoring.derivation import recomputed
from ledger.session import Session, Stream, clashing, session_of
from ledger.session.rulings import contestable_until


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something wrong: the check that found it (or a code), the first event wrong (None: not one), and what to do."""

    code: str
    number: int | None
    text: str
    hint: str = ""


def discrepancy(error: Corrupt) -> Discrepancy:
    """What a reader stopped at, as a discrepancy."""
    return Discrepancy(error.code, error.number, error.message, error.hint)


class Transition(NamedTuple):
    """An event of a log: the session or tournament just before it, and the event before it."""

    envelope: Envelope
    before: Stream
    earlier: Event | None


EnvelopeCheck = Callable[[Envelope], Iterable[Discrepancy]]

TransitionCheck = Callable[[Transition], Iterable[Discrepancy]]

SessionCheck = Callable[[Session], Iterable[Discrepancy]]


def is_plain(envelope: Envelope, before: Stream) -> bool:
    """Whether nothing can be wrong with an event by itself.

    Until scores are out and somebody is appointed, a table's result is neither late nor anybody's office.
    """
    return (
        type(envelope.event) is ResultRecorded
        and not envelope.because
        and not before.given_out
        and not before.officials.held
        and envelope.number > 1
    )


def opened_once(envelope: Envelope) -> Iterator[Discrepancy]:
    """The log begins with the opening of its session or tournament, and has no other."""
    if isinstance(envelope.event, SessionOpened | TournamentOpened) != (envelope.number == 1):
        yield Discrepancy("opening", envelope.number, "a session or a tournament is opened once, by its first event")


def answers_backwards(envelope: Envelope) -> Iterator[Discrepancy]:
    """An event answers only events before it."""
    if any(not 0 < number < envelope.number for number in envelope.because):
        text = f"#{envelope.number} answers {envelope.because}, which are not before it"
        yield Discrepancy("answers", envelope.number, text)


def weights_sum(envelope: Envelope) -> Iterator[Discrepancy]:
    """Every weighting sums to one exactly (Law 12C1(c))."""
    if isinstance(envelope.event, Judgement):
        for what, weighting in stated_weightings(envelope.event.adjustment).items():
            total = sum((part.weight for part in weighting), Fraction(0))
            if total != 1:
                yield Discrepancy("weights", envelope.number, f"the weights for {what} sum to {total}")


class CaseOrderCheck:
    """Every decision has an appeal before it, every appeal a ruling, every event of a case the case's beginning."""

    def __init__(self) -> None:
        self._begun: set[str] = set()
        self._decided: set[str] = set()
        self._further: set[str] = set()

    def __call__(self, envelope: Envelope) -> Iterator[Discrepancy]:
        """What an event rests on that is not before it."""
        event, number = envelope.event, envelope.number
        for case in (event.case, *event.together) if isinstance(event, DecisionReviewed) else ():
            if case not in self._decided & self._further:
                yield Discrepancy("cases", number, f"{case} was reviewed before it was decided and taken further")
        for needed in _needed(event):
            if needed not in self._begun:
                yield Discrepancy(
                    "cases", number, f"{envelope.name} rests on {needed}, which is not in the log before it"
                )
        self._note(event)

    def _note(self, event: Event) -> None:
        case = getattr(event, "case", None)
        if case:
            self._begun.add(case)
        if isinstance(event, AppealDecided):
            self._decided.update((event.case, *event.together))
        if isinstance(event, FurtherAppealLodged):
            self._further.add(event.case)


def _needed(event: Event) -> Iterator[str]:
    """The cases that must have begun before an event."""
    match event:
        case RulingGiven(call=call, supersedes=supersedes, order=order):
            yield from (each for each in (call, supersedes, order) if each)
        case AppealLodged(against=against):
            yield against
        case PenaltyImposed(beside=beside):
            yield from (beside,) if beside else ()
        case Decision(case=decided, together=together):
            yield from (decided, *together)
        case AppealConfirmed(case=confirmed, ruling=ruling):
            yield from (confirmed, ruling)
        case DifferenceStated(case=here, other=there, session=""):
            yield from (here, there)
        case DirectorCalled() | MemoFiled():
            return
        case _ if own := getattr(event, "case", None):
            yield own


def published_again(transition: Transition) -> Iterator[Discrepancy]:
    """The numbers that were given out are worked out again from the log as it was then, and are the same."""
    event, number = transition.envelope.event, transition.envelope.number
    if (
        isinstance(event, ScoresPublished)
        and numbers_digest(Scoreboard(session_of(transition.before))) != event.numbers
    ):
        yield Discrepancy("published", number, f"what was published at #{number} no longer comes out of the log")


def offices_held(transition: Transition) -> Iterator[Discrepancy]:
    """Nobody recorded what the offices held at the time did not allow, or decided on a ruling of his own."""
    envelope, before = transition.envelope, transition.before
    if not may_record(before, envelope.by, envelope.event):
        yield Discrepancy("offices", envelope.number, f"{envelope.by} had no office for {envelope.name} at the time")
    elif own := judging_own_case(before, envelope.by, envelope.event):
        yield Discrepancy("offices", envelope.number, f"{own.name} sat in judgement on what was his own")


class PeriodCheck:
    """What came after its period has the event beside it that says on whose authority; a late appeal was accepted."""

    def __init__(self) -> None:
        self._late_appeals: dict[str, int] = {}

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """That an event is late and no board was reopened for it; whether an appeal is accepted comes out later."""
        envelope, before, reopened = transition.envelope, transition.before, transition.earlier
        event, number = envelope.event, envelope.number
        late = before.opened and lateness(event, before, envelope.occurred_at)
        if late and not (isinstance(reopened, BoardReopened) and reopens(reopened, event, before, late)):
            yield Discrepancy(
                "periods", number, f"{envelope.name} came after its period, and nothing reopened the board for it"
            )
        if isinstance(event, AppealLodged):
            session = session_of(before)
            ends = contestable_until(session, session.subject(event))
            if not in_time(envelope.occurred_at, ends):
                self._late_appeals[event.case] = number

    def at_end(self, session: Session) -> Iterator[Discrepancy]:
        """The late appeals that nobody accepted."""
        for case, number in self._late_appeals.items():
            if not session.appeals[case].late:
                yield Discrepancy("periods", number, f"{case} came after its period, and nobody accepted it")


def one_in_force(session: Session) -> Iterator[Discrepancy]:
    """The rulings on every table's board are neither withdrawn nor superseded, and go together."""
    for played in session.table_boards():
        if not played.cases:
            continue
        rulings = session.rulings_of(played)
        for ruling in rulings:
            if ruling.withdrawn or ruling.superseded_by:
                yield Discrepancy("in-force", ruling.stated, f"{ruling.case} is on {played.name}, and is not in force")
        if two := clashing(session, rulings):
            one, other = two
            yield Discrepancy("in-force", other.stated, f"{one.case} and {other.case} cannot both be in force")


def scores_add_up(session: Session) -> Iterator[Discrepancy]:
    """On every board that was played and nobody ruled on, the scores balance: they share the top, or sum to no IMPs."""
    scoreboard = Scoreboard(session)
    balance = scoreboard.top or Fraction(0)
    for played in session.table_boards():
        if any(other.cases or other.absent for other in session.boards[played.board].values()):
            continue
        total = sum((scoreboard.value(played, side) for side in Side), Fraction(0))
        shared_out = scoreboard.board(played.board).shared_out(played.seating)
        if not scoreboard.counts(played) or not shared_out:
            continue
        if scoreboard.rounding.unit == "exact" and total != balance:
            text = f"{played.name}: the two sides have {total} {scoreboard.unit} instead of {balance}"
            yield Discrepancy("sums", played.results[-1].number, text)


def matches_agree(session: Session) -> Iterator[Discrepancy]:
    """Both rooms give a team one score for a board, and the ranked totals are what their derivations add up to."""
    scoreboard = Scoreboard(session)
    for played in session.table_boards():
        for room in scoreboard.rooms(played)[1:]:
            for side in Side:
                theirs = side.other if room.seating.ns == played.seating.ew else side
                if scoreboard.value(played, side) != scoreboard.value(room, theirs):
                    yield Discrepancy("totals", played.events[-1], f"{played.name}: the two rooms disagree")
    for field in standings(scoreboard):
        for row in (each for each in field.rows if each.boards):
            if recomputed(total_derivation(scoreboard, row.contestant)) != row.total:
                yield Discrepancy("totals", None, f"the total of {row.contestant} does not add up")


def derivations_hold(session: Session) -> Iterator[Discrepancy]:
    """Where a table was ruled on or did not play, the derivation of each score gives that score, node by node."""
    scoreboard = Scoreboard(session)
    boards = {ruling.board for ruling in session.rulings.values() if not ruling.withdrawn}
    boards |= {played.board for played in session.table_boards() if played.absent}
    for played in session.table_boards():
        for side in Side if played.board in boards else ():
            for contestant in played.seating.contestants(side):
                score = scoreboard.score(played, side, contestant)
                if recomputed(score.explain()) != score.value:
                    text = f"{played.name}, {contestant}: the derivation does not give {score.value}"
                    yield Discrepancy("derivations", played.events[-1], text)


BASIC: dict[str, SessionCheck] = {"in-force": one_in_force}

STRICT: dict[str, SessionCheck] = {"sums": scores_add_up, "derivations": derivations_hold, "totals": matches_agree}
