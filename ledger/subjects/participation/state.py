"""The effect on the session of facts about who takes part: boards not played, sit-outs, withdrawals and others."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ledger.kernel.fact import DIRECTORS, SCORERS, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.settled import counts_for_nothing
from ledger.session.state import Session
from ledger.session.tables import Absence, TableBoard
from ledger.subjects.participation import facts

NOBODY = "nobody"
"""The label for the opponent of a contestant that sits out without a named opponent."""


def postponed_boards(session: Session) -> list[TableBoard]:
    """Return the postponed plays still to come, by board; cancelled plays are left out."""
    pending = (played for played in session.table_boards() if played.pending)
    return [played for played in pending if not counts_for_nothing(session, played)]


def unplayed_seats(session: Session, fact: facts.TakingPart) -> Iterator[tuple[int, Seating]]:
    """Yield (board, seating) for each play that a fact postpones or leaves unplayed; none for a team's sit-out."""
    if isinstance(fact, facts.AtTableFact):
        yield fact.board, fact.seating
    elif isinstance(fact, facts.SatOut) and not FORMS[session.opening.scoring].teams():
        for board in fact.boards:
            if board in session.boards:
                opposite = fact.opponent or NOBODY
                pair = (opposite, fact.contestant) if fact.contestant.endswith("EW") else (fact.contestant, opposite)
                yield board, Seating(*pair, fact.round)


def sit_outs_against(session: Session, board: int, opponent: str | None) -> list[TableBoard]:
    """Return the plays of a board that are sit-outs because the given opponent is absent."""
    lines = session.boards[board].values() if opponent else ()
    return [each for each in lines if isinstance(each.absent, facts.SatOut) and each.absent.opponent == opponent]


def _state(session: Session, envelope: Envelope, event: facts.TakingPart) -> None:
    session.participation.state(envelope, event)
    _put_absent(session, envelope.number, event, envelope.number)


def _recall(session: Session, envelope: Envelope[TakenBack], event: facts.TakingPart) -> None:
    number = envelope.event.of
    # The fact in force has the corrected seats, unlike the event
    for board, seating in unplayed_seats(session, session.participation.turn(envelope)):
        played = session.line(board, seating)
        if played and played.absence and played.absence.number == number:
            earlier = _earlier_absence(session, played)
            _take_off(session, structs.replace(played, absence=earlier, events=(*played.events, envelope.number)))


def _restore(session: Session, envelope: Envelope[TakenBack], event: facts.TakingPart) -> None:
    _put_absent(session, envelope.event.of, session.participation.turn(envelope), envelope.number)


def _put_absent(session: Session, number: int, fact: facts.TakingPart, at: int) -> None:
    """Store a fact as the reason why its boards are not played, unless a later fact gives a reason."""
    if not isinstance(fact, facts.AtTableFact | facts.SatOut):
        return
    for board, seating in unplayed_seats(session, fact):
        old = session.line(board, seating) or TableBoard(board, seating, seating.table, seating.round)
        later = old.absence if old.absence and old.absence.number > number else None
        events = tuple(sorted({*old.events, at}))
        session.put(structs.replace(old, absence=later or Absence(number, fact), events=events))


def _earlier_absence(session: Session, played: TableBoard) -> Absence | None:
    for number, fact in reversed(session.participation.facts.items()):
        lines = (session.line(*at) for at in unplayed_seats(session, fact))
        if isinstance(fact, facts.AtTableFact | facts.SatOut) and any(line is played for line in lines):
            return Absence(number, fact)
    return None


def _take_off(session: Session, played: TableBoard) -> None:
    if played.results or played.cases or played.absence:
        session.put(played)
    else:
        del session.own_board(played.board)[played.seating]


_BACK = Reversal(_recall, _restore)

KINDS = (
    Kind(facts.BoardNotPlayed, DIRECTORS, _state, "hall", _BACK, period="correction", settles=True),
    Kind(facts.PlayPostponed, SCORERS, _state, "hall", _BACK, period="correction", settles=True),
    Kind(facts.SatOut, SCORERS, _state, "hall", _BACK, period="correction", settles=True),
    Kind(facts.PhantomDeclared, SCORERS, _state, "hall", _BACK, period="correction", settles=True),
    Kind(facts.StandingWithheld, DIRECTORS, _state, "hall", _BACK, period="correction", settles=True),
    Kind(facts.ContestantDisqualified, DIRECTORS, _state, "hall", _BACK, period="correction", settles=True),
    Kind(facts.ContestantWithdrew, DIRECTORS, _state, "hall", _BACK, period="correction", settles=True),
    Kind(facts.SubstituteSeated, SCORERS, _state, "hall", Reversal(_recall, _restore, period="correction")),
)
