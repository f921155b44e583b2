"""Why a score is what it is: what happened on the table's board, and the derivation the score carries."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from ledger.bridge import Side
from ledger.events import Envelope
from ledger.events.play import (
    BoardsAdded,
    ContestantsEntered,
    ResultRecorded,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import Derivation
from ledger.session import Session, TableBoard, evolve, replay

_PASSING = (ResultRecorded, ContestantsEntered, BoardsAdded, SessionOpened, SessionClosed, SessionReopened)
"""Events an explanation leaves out unless they are the table's own: results coming in move everybody all evening."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """An event that moved a score: what it was before (None: there was none) and after."""

    envelope: Envelope
    before: Fraction | None
    after: Fraction | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """One side's score at one table's board: its derivation, and the events that made and moved it."""

    played: TableBoard
    side: Side
    derivation: Derivation
    top: Fraction | None
    milestones: tuple[Milestone, ...]

    @property
    def contestant(self) -> str:
        """Whose score it is."""
        return self.played.seating.contestant(self.side)


def explain(log: Iterable[Envelope], session_id: str, played: TableBoard, side: Side) -> Explanation:
    """Explain a score at the end of a log: the table's own events, and what moved it from elsewhere.

    That is every ruling, correction or amendment at another table. Results recorded at other tables move everybody's
    score all evening; they are left out.
    """
    own, milestones, session = set(played.events), [], replay((), session_id)
    for before, envelope, after in _moments(log, session, own):
        was, now = _value(before, played, side), _value(after, played, side)
        if envelope.number in own or was != now:
            milestones.append(Milestone(envelope, was, now))
        session = after
    scoreboard = Scoreboard(session)
    return Explanation(played, side, scoreboard.score(played, side).derivation(), scoreboard.top, tuple(milestones))


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
    return isinstance(envelope.event, _PASSING) and not envelope.because


def _value(session: Session, played: TableBoard, side: Side) -> Fraction | None:
    then = session.boards.get(played.board, {}).get(played.seating_at(session.number))
    if then is None:
        return None
    score = Scoreboard(session).score(then, side)
    return score.value if score.counts else None
