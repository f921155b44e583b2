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
from ledger.session import Session, TableBoard, evolve

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
    """The columns of one log as it goes on: while nothing more is played, only what was decided since is worked out."""

    def __init__(self) -> None:
        self._played: list[Envelope] | None = None
        self._decided = list[Envelope]()
        self._columns = list[Moment]()
        self._scoreboard: Scoreboard | None = None

    def columns(self, log: Sequence[Envelope], session_id: str) -> tuple[list[Moment], dict[str, int] | None]:
        """The places after each round, and after each decision; and those after the last. None before it was opened."""
        played, decided = _apart(log)
        if played != self._played or decided[: len(self._decided)] != self._decided or self._scoreboard is None:
            session = evolve(Session(session_id), *played)
            if session.opened is None:
                return [], None
            self._played, self._decided = played, []
            self._columns = [Moment(label, None, ranks(Scoreboard(part))) for label, part in _rounds(session)]
            self._scoreboard = Scoreboard(session).completed()
        places = self._decide(decided[len(self._decided) :], self._scoreboard)
        return list(self._columns), places

    def _decide(self, further: Sequence[Envelope], scoreboard: Scoreboard) -> dict[str, int]:
        """A column for each decision that is a ruling or moves a place; the places after all of them."""
        places = ranks(scoreboard)
        for envelope in further:
            scoreboard = Scoreboard(evolve(scoreboard.session, envelope), scoreboard).completed()
            before, places = places, ranks(scoreboard)
            if before != places or isinstance(envelope.event, Judgement | Decision):
                label = case_of(envelope.event) or f"#{envelope.number}"
                self._columns.append(Moment(label, envelope.number, places))
        self._decided += further
        self._scoreboard = scoreboard
        return places


def moments(scoreboard: Scoreboard, log: Sequence[Envelope], rounds: PlayedRounds | None = None) -> list[Moment]:
    """The columns, oldest first; none while nobody has a place. `rounds`: what was kept of this log.

    `scoreboard`: the scores at its end.
    """
    found, places = (rounds or PlayedRounds()).columns(log, scoreboard.session.id)
    now = ranks(scoreboard)
    return found if places is None or places == now else [*found, Moment("=", log[-1].number, now)]


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
