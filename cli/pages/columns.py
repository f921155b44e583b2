"""The columns of the bump chart: the places after each round as the tables played, then after each decision.

First everything is taken as it was played, whatever was ruled meanwhile, so that the rounds show the play alone; then
what the office decided is added in the order of the log, a column for each that is a ruling or an appeal, or that
moved a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from cli.pages.history import is_settling
from cli.words.events import case_of
from ledger.facts import Envelope
from ledger.facts.appeals import Decision
from ledger.facts.play import ResultRecorded
from ledger.facts.rulings import Judgement
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard, evolve, replay, session_of

MOST_ROUNDS = 14
"""Where no round is known, or there are more, several boards or rounds share a column."""

UP_TO = "≤"
"""Before the number in a label: the column is of all boards up to it, and of no round."""


class Moment(NamedTuple):
    """Everybody's place at one moment; `number` is the event that was decided then, None for a round."""

    label: str
    number: int | None
    places: dict[str, int]


class PlayedRounds:
    """The columns of what was played, kept while only decisions follow: of one log, as it goes on."""

    def __init__(self) -> None:
        self._of: tuple[int, bytes] | None = None
        self._columns = list[Moment]()

    def columns(self, played: Sequence[Envelope], session: Session) -> list[Moment]:
        """The places after each round."""
        of = len(played), played[-1].digest
        if of != self._of or not of[1]:
            self._of = of
            self._columns = [Moment(label, None, ranks(Scoreboard(part))) for label, part in _rounds(session)]
        return list(self._columns)


def moments(log: Sequence[Envelope], session_id: str, rounds: PlayedRounds | None = None) -> list[Moment]:
    """The columns, oldest first; none while nobody has a place. `rounds`: what was kept of this log."""
    played, decided = _apart(log)
    session = evolve(Session(session_id), *played)
    if session.opened is None:
        return []
    found = (rounds or PlayedRounds()).columns(played, session)
    scoreboard = Scoreboard(session).completed()
    places = ranks(scoreboard)
    for envelope in decided:
        scoreboard = Scoreboard(evolve(scoreboard.session, envelope), scoreboard).completed()
        before, places = places, ranks(scoreboard)
        if before != places or isinstance(envelope.event, Judgement | Decision):
            label = case_of(envelope.event) or f"#{envelope.number}"
            found.append(Moment(label, envelope.number, places))
    now = ranks(Scoreboard(session_of(replay(log, session_id))))
    return found if places == now else [*found, Moment("=", log[-1].number, now)]


def _apart(log: Iterable[Envelope]) -> tuple[list[Envelope], list[Envelope]]:
    """What was played, each table's first result; and what was decided of it."""
    played, decided, seen = list[Envelope](), list[Envelope](), set[tuple[int, Seating]]()
    for envelope in log:
        event = envelope.event
        again = isinstance(event, ResultRecorded) and (event.board, event.seating) in seen
        if isinstance(event, ResultRecorded):
            seen.add((event.board, event.seating))
        of_a_case = case_of(event) is not None  # a step on the way: it wants what settled the case before it
        (decided if again or of_a_case or is_settling(envelope) else played).append(envelope)
    return played, decided


def _rounds(session: Session) -> list[tuple[str, Session]]:
    """The session as it was after each round; by boards, where no rounds are known."""
    lines = list(session.table_boards())
    by_round = len({played.round for played in lines} - {None}) > 1 and all(played.round for played in lines)
    order = sorted({_at(played, by_round=by_round) for played in lines})
    size = -(-len(order) // MOST_ROUNDS) or 1
    ends = [group[-1] for group in (order[at : at + size] for at in range(0, len(order), size))]
    return [(f"{'' if by_round else UP_TO}{end}", _upto(session, end, by_round=by_round)) for end in ends]


def _at(played: TableBoard, *, by_round: bool) -> int:
    return (played.round or 0) if by_round else played.board


def _upto(session: Session, end: int, *, by_round: bool) -> Session:
    """The session with what was played until then, and nothing else."""
    boards = {
        board: {seating: played for seating, played in lines.items() if _at(played, by_round=by_round) <= end}
        for board, lines in session.boards.items()
    }
    return replace(session, boards=boards)
