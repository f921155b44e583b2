"""A board of a team match has one award, whichever room it was given in. A guard that every command passes."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.decide.response import Uncommitted
from ledger.errors import Refusal
from ledger.events import Envelope
from ledger.events.participation import BoardNotPlayed
from ledger.events.register import KIND_OF
from ledger.laws.adjustment import Artificial, Awarded, SelfInflicted
from ledger.scoring.forms import FORMS
from ledger.scoring.teams import other_room
from ledger.session import Board, Session, TableBoard, evolve

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


class _Award(NamedTuple):
    """What says what a board is worth in a room: the number of the event, and how it is named and changed."""

    number: int
    name: str
    change: str


def _check_board(session: Session, board: Board) -> None:
    awards = {seating: _award(session, played) for seating, played in board.items()}
    for seating, award in awards.items():
        other = other_room(awards, seating)
        if award and other and other.number < award.number:
            message = f"{other.name} says what the board is worth, in the other room"
            raise Refusal("already-ruled", message, f"`{other.change}`")


def _award(session: Session, played: TableBoard) -> _Award | None:
    """The ruling in force on a table's board whose score is an award, or that it was not played."""
    if played.absence and isinstance(played.absent, BoardNotPlayed) and played.absent.scored:
        number = played.absence.number
        return _Award(number, f"#{number}", f"undo {number}")
    ruling = session.ruling_of(played)
    if ruling and isinstance(session.in_force(ruling).adjustment, _AWARDS):
        return _Award(ruling.number, ruling.case, f"ruling amend {ruling.case} …")
    return None
