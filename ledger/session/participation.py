"""Who takes part, as far as it has been stated: which boards were not played for it, and how it changes the session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec import structs

from ledger.facts import Envelope
from ledger.facts.participation import AtTableFact, ParticipationRecalled, ParticipationRestored, SatOut, TakingPart
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.state import Session
from ledger.session.stream import Evolving
from ledger.session.tables import Absence, TableBoard

NOBODY = "nobody"
"""Who sits opposite a contestant that sits out, where the movement has no number for it."""


def still_to_play(session: Session) -> list[TableBoard]:
    """The boards that tables are still to play, by board."""
    return [played for played in session.table_boards() if played.pending]


def absent_from(session: Session, fact: TakingPart) -> Iterator[tuple[int, Seating]]:
    """The boards, and the seats there, that a fact says were not played; a team sits out a match, not its boards."""
    if isinstance(fact, AtTableFact):
        yield fact.board, fact.seating
    elif isinstance(fact, SatOut) and not FORMS[session.opening.scoring].teams():
        for board in fact.boards:
            if board in session.boards:
                yield board, sat_out_seating(fact)


def sat_out_seating(fact: SatOut) -> Seating:
    """Where a contestant that sits out is written down: North–South, or as its number says."""
    opposite = fact.opponent or NOBODY
    pair = (opposite, fact.contestant) if fact.contestant.endswith("EW") else (fact.contestant, opposite)
    return Seating(*pair, fact.round)


def _state(session: Session, envelope: Envelope, event: TakingPart) -> None:
    session.participation.state(envelope, event)
    _put_absent(session, envelope.number, event, envelope.number)


def _recall(session: Session, envelope: Envelope, event: ParticipationRecalled) -> None:
    session.participation.take_back(envelope)
    for board, seating in absent_from(session, session.participation.taken_back[event.of].fact):
        played = session.line(board, seating)
        if played and played.absence and played.absence.number == event.of:
            earlier = _said_before(session, played)
            _take_off(session, structs.replace(played, absence=earlier, events=(*played.events, envelope.number)))


def _restore(session: Session, envelope: Envelope, event: ParticipationRestored) -> None:
    session.participation.take_back(envelope)
    _put_absent(session, event.of, session.participation.facts[event.of], envelope.number)


def _put_absent(session: Session, number: int, fact: TakingPart, at: int) -> None:
    """Write a fact down on the lines of those who do not play.

    A result that is there is left as it is, and so is what was said later: a fact that is restored gives way to it.
    """
    if not isinstance(fact, AtTableFact | SatOut):
        return
    for board, seating in absent_from(session, fact):
        old = session.line(board, seating) or TableBoard(board, seating, seating.table, seating.round)
        later = old.absence if old.absence and old.absence.number > number else None
        events = tuple(sorted({*old.events, at}))
        session.put(structs.replace(old, absence=later or Absence(number, fact), events=events))


def _said_before(session: Session, played: TableBoard) -> Absence | None:
    """What else was said of the same table's board, and holds: that it was to be played later, say."""
    for number, fact in reversed(session.participation.facts.items()):
        lines = (session.line(*at) for at in absent_from(session, fact))
        if isinstance(fact, AtTableFact | SatOut) and any(line is played for line in lines):
            return Absence(number, fact)
    return None


def _take_off(session: Session, played: TableBoard) -> None:
    if played.results or played.cases or played.absence:
        session.put(played)
    else:
        del session.own_board(played.board)[played.seating]


EVOLVE: Evolving = {
    **dict.fromkeys(get_args(TakingPart), _state),
    ParticipationRecalled: _recall,
    ParticipationRestored: _restore,
}
