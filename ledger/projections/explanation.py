"""Why a score is what it is: what happened on the table's board, and the derivation the score carries."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from ledger.bridge import Side
from ledger.events import Envelope
from ledger.events.register import KIND_OF
from ledger.projections.board_tops import top_at
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import Derivation
from ledger.session import Session, TableBoard, evolve


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
