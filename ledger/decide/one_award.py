"""A board of a team match has one award, whichever room it was given in. A guard that every command passes."""

from collections.abc import Iterable, Sequence

from ledger.decide.response import Uncommitted
from ledger.errors import Refusal
from ledger.events import Envelope
from ledger.events.appeals import AppealDecided, DecisionRecalled, DecisionReviewed
from ledger.events.rulings import RulingAmended, RulingGiven, RulingReinstated, RulingWithdrawn
from ledger.laws.adjustment import Artificial, Awarded, SelfInflicted
from ledger.scoring.forms import FORMS
from ledger.scoring.teams import other_room
from ledger.session import Ruling, Session, TableBoard, evolve

_AWARDS = (Artificial, Awarded, SelfInflicted)
_SCORING = (
    RulingGiven,
    RulingAmended,
    RulingWithdrawn,
    RulingReinstated,
    AppealDecided,
    DecisionReviewed,
    DecisionRecalled,
)


def check_rooms(session: Session, proposals: Sequence[Uncommitted]) -> None:
    """Refuse what would leave both rooms of a team's board with an award: each says what the board is worth."""
    if session.opened is None or not FORMS[session.opening.scoring].teams():
        return
    if not any(isinstance(proposal.event, _SCORING) for proposal in proposals):
        return
    supposed = [
        Envelope(session.id, session.number + at, "", proposal.event, "", 0, 0, 0, "", proposal.because)
        for at, proposal in enumerate(proposals, start=1)
    ]
    after = evolve(session, *supposed)
    for number, board in after.boards.items():
        if board is not session.boards.get(number):
            _check_board(after, board.values())


def _check_board(session: Session, tables: Iterable[TableBoard]) -> None:
    awards = {played.seating: ruling for played in tables if (ruling := _award(session, played))}
    for seating, ruling in awards.items():
        other = other_room(awards, seating)
        if other and other.number < ruling.number:
            raise Refusal(
                "already-ruled",
                f"{other.case} says what the board is worth, in the other room",
                f"`ruling amend {other.case} …`",
            )


def _award(session: Session, played: TableBoard) -> Ruling | None:
    """The ruling in force on a table's board, where its score is an award."""
    ruling = session.ruling_of(played)
    return ruling if ruling and isinstance(session.in_force(ruling).adjustment, _AWARDS) else None
