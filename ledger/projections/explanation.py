"""Why a score is what it is: what happened on the table's board, and the derivation the score carries; and, of an
artificial score that gives way to a better assigned one, the two that were compared, and which was taken.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from ledger.bridge import Side
from ledger.facts import Envelope
from ledger.facts.register import KIND_OF
from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Weighted
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.projections.scored_session import SessionScoring
from ledger.scoring.board import Score
from ledger.scoring.derivation import Derivation
from ledger.session import ScoreInForce, Session, SupposedRuling, TableBoard, evolve, if_ruled, together


@dataclass(frozen=True, slots=True)
class Milestone:
    """An event that moved a score: what it was before (None: there was none) and after."""

    envelope: Envelope
    before: Fraction | None
    after: Fraction | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A contestant's score on a table's board: its derivation, and the events that made and moved it.

    Of a side of two individuals the contestant is one of them where he was asked for, else the side: '1+2'.
    """

    played: TableBoard
    side: Side
    derivation: Derivation
    top: Fraction | None
    milestones: tuple[Milestone, ...]
    contestant: str


def explain(
    log: Iterable[Envelope], session_id: str, played: TableBoard, side: Side, contestant: str | None = None
) -> Explanation:
    """Explain a score at the end of a log: the table's own events, and what moved it from elsewhere.

    That is every ruling, correction or amendment at another table. Results recorded at other tables move everybody's
    score all evening; they are left out.
    """
    own, milestones, session = set(played.events), [], Session(session_id)
    for before, envelope, after in _moments(log, session, own):
        was, now = (_value(each, played, side, contestant) for each in (before, after))
        if envelope.number in own or was != now:
            milestones.append(Milestone(envelope, was, now))
        session = after
    scoreboard = Scoreboard(session)
    derivation = scoreboard.score(played, side, contestant).derivation()
    whose = contestant or played.seating.contestant(side)
    return Explanation(played, side, derivation, top_at(scoreboard, played), tuple(milestones), whose)


def _moments(log: Iterable[Envelope], session: Session, own: set[int]) -> Iterator[tuple[Session, Envelope, Session]]:
    """The session before and after each event that may have moved the score; the rest goes by in between."""
    passing: list[Envelope] = []
    for envelope in log:
        if envelope.number in own or not _passes(envelope):
            before = evolve(session, *passing)
            session = evolve(before, envelope)
            passing = []
            yield before, envelope, session
        else:
            passing.append(envelope)
    if passing:
        last = evolve(session, *passing)
        yield last, passing[-1], last


def _passes(envelope: Envelope) -> bool:
    """Whether it is left out unless it is the table's own: results coming in move everybody all evening.

    So is what settles nobody's score, such as a query; not a result that is recorded because of another event.
    """
    return not (KIND_OF[type(envelope.event)].settles or envelope.because)


def _value(session: Session, played: TableBoard, side: Side, contestant: str | None) -> Fraction | None:
    then = session.boards.get(played.board, {}).get(played.seating_at(session.number))
    if then is None:
        return None
    score = Scoreboard(session).score(then, side, contestant)
    return score.value if score.counts else None


class UnlessComparison(NamedTuple):
    """What the side with more of an artificial score has by it, and by what may take its place (Law 86B2(b)).

    `assigned` is None where that cannot be worked out: the other room is not there to compare it with.
    """

    case: str
    side: Side
    artificial: Artificial
    instead: Adjustment
    by_award: Fraction
    assigned: Fraction | None

    @property
    def gives_way(self) -> bool:
        """Whether the assigned score is the better one, and so counts for both sides."""
        return self.assigned is not None and self.assigned > self.by_award


def compared(scoreboard: Scoreboard, played: TableBoard) -> UnlessComparison | None:
    """The comparison behind a table's score; None where nothing in force there has an `unless`."""
    for ruled in together(scoreboard.session, played).all:
        if isinstance(ruled.adjustment, Artificial) and ruled.adjustment.unless:
            return _compared(scoreboard, played, ruled, ruled.adjustment)
    return None


def _compared(scoreboard: Scoreboard, played: TableBoard, ruled: ScoreInForce, award: Artificial) -> UnlessComparison:
    plain = structs.replace(award, unless=())
    instead = Weighted(award.unless) if len(award.unless) > 1 else Assigned(award.unless[0].result)
    artificial, assigned = (_scores(scoreboard, played, ruled, each) for each in (plain, instead))
    side = max(Side, key=lambda side: artificial[side].value)
    other = assigned[side].value if assigned[side].counts else None
    return UnlessComparison(ruled.case, side, plain, instead, artificial[side].value, other)


def _scores(
    scoreboard: Scoreboard, played: TableBoard, ruled: ScoreInForce, adjustment: Adjustment
) -> Mapping[Side, Score]:
    """What both sides would have if this were all that the ruling said; other awards are worth what they are."""
    ruling = SupposedRuling(ruled.case, adjustment, ruled.offender, ruled.laws)
    supposed = if_ruled(scoreboard.session, played.board, played.seating, ruling)
    scores = SessionScoring(supposed).scored(supposed.boards[played.board], scoreboard.artificial.share)
    return scores[played.seating]
