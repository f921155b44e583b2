"""A board of a team match has one award, whichever room it was given in. A guard that every command passes."""

from collections.abc import Sequence

from ledger.decide.response import Uncommitted
from ledger.errors import Refusal
from ledger.events import Envelope
from ledger.events.register import KIND_OF
from ledger.laws.adjustment import Artificial, Awarded, SelfInflicted
from ledger.scoring.forms import FORMS
from ledger.scoring.teams import other_room, same_way_room
from ledger.session import Board, Ruling, Session, TableBoard, evolve

_AWARDS = (Artificial, Awarded, SelfInflicted)


def check_one_award(session: Session, uncommitted: Sequence[Uncommitted]) -> None:
    """Refuse what would leave both rooms of a team's board with an award: each says what the board is worth."""
    if session.opened is None or not FORMS[session.opening.scoring].teams():
        return
    if not any(KIND_OF[type(each.event)].settles for each in uncommitted):
        return
    supposed = [
        Envelope(session.id, session.number + at, "", each.event, "", 0, 0, 0, "", each.because)
        for at, each in enumerate(uncommitted, start=1)
    ]
    after = evolve(session, *supposed)
    for number, board in after.boards.items():
        if board is not session.boards.get(number):
            _check_board(after, board)


def _check_board(session: Session, board: Board) -> None:
    awards = {seating: _award(session, played) for seating, played in board.items()}
    for seating, ruling in awards.items():
        other = other_room(awards, seating) or same_way_room(awards, seating)
        if ruling and other and other.number < ruling.number:
            raise Refusal(
                "already-ruled",
                f"{other.case} says what the board is worth, in the other room",
                f"`ruling amend {other.case} …`",
            )


def _award(session: Session, played: TableBoard) -> Ruling | None:
    """The ruling in force on a table's board, where its score is an award."""
    ruling = session.ruling_of(played)
    return ruling if ruling and isinstance(session.in_force(ruling).adjustment, _AWARDS) else None
