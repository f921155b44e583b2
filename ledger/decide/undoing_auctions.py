"""Undo, for what tables bid and played."""

from msgspec import structs

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.auctions import AuctionRecorded, AuctionWithdrawn
from ledger.events.free_text import is_gone
from ledger.session import Session, TableBoard


def _unrecord(event: AuctionRecorded, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    played = _line(session, event.board, command.target.number)
    gone = AuctionWithdrawn(event.board, *played.seating.pair, command.reason, **played.seating.place)
    return (Uncommitted(gone, (command.target.number,)),)


def _unwithdraw(event: AuctionWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    played = _line(session, event.board, command.target.number)
    record = played.auctions[-2].record
    if record is None:
        number = command.target.number
        raise Refusal("undo-nothing", f"nothing stood before #{number}", f"`log --board {event.board}`")
    kept = structs.replace(record, notes=tuple("" if is_gone(note) else note for note in record.notes))
    again = AuctionRecorded(event.board, *played.seating.pair, kept, command.reason, **played.seating.place)
    return (Uncommitted(again, (command.target.number,)),)


def _line(session: Session, board: int, number: int) -> TableBoard:
    """The table whose auction the event is the last word on; refused where it is not."""
    lines = session.boards[board].values()
    played = next((each for each in lines if number in [said.number for said in each.auctions]), None)
    if played is None:
        message = f"the table of #{number} is no longer there: its result was voided"
        raise Refusal("has-dependants", message, f"`log --board {board}`")
    if (latest := played.auctions[-1].number) != number:
        raise Refusal("has-dependants", f"#{latest} was said of the auction since #{number}", f"undo {latest} first")
    return played


UNDO: Undoing = {AuctionRecorded: _unrecord, AuctionWithdrawn: _unwithdraw}
