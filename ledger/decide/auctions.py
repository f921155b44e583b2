"""What a table bid and played: recorded, corrected, as a result file says it, and taken back."""

from collections.abc import Iterator
from itertools import zip_longest

from msgspec import structs

from ledger.bridge import dealer
from ledger.bridge.auction import Auction
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.facts import CorrectAuction, RecordAuction, Undo
from ledger.facts.auctions import AuctionRecorded, AuctionWithdrawn, PlayRecord
from ledger.facts.free_text import is_gone
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import require_table


def record_auction(command: RecordAuction, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The auction of a table; refused where it has one already."""
    played = require_table(session, command.where)
    if played.record.auction:
        number = played.auctions[-1].number
        raise Refusal(
            "auction-exists", f"{played.name} has an auction already (#{number})", '`auction correct … --reason "…"`'
        )
    return (_said(played, command.auction, command.notes, ""),)


def correct_auction(command: CorrectAuction, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Another auction instead of the one recorded; the play stays. Refused where there is none."""
    played = require_table(session, command.where)
    if played.record.auction is None:
        raise Refusal("no-auction", f"{played.name} has no auction recorded", "`auction add` records one")
    if (played.record.auction, played.record.notes) == (command.auction, command.notes):
        raise Refusal("nothing-to-change", f"{played.name} has this auction already", "`board … --auction` shows it")
    return (_said(played, command.auction, command.notes, command.reason),)


def _said(played: TableBoard, auction: Auction, notes: tuple[str, ...], reason: str) -> ProposedEvent:
    """The event, where dealer and notes are those of the board and of the calls."""
    deals = dealer(played.board)
    if auction.calls[0].seat is not deals:
        message = (
            f"board {played.board} is dealt by {deals.value}, the auction begins with {auction.calls[0].seat.value}"
        )
        raise Refusal("other-dealer", message, f"begin with {deals.value}'s call")
    marked = {call.note for call in auction.calls if call.note}
    if marked != set(range(1, len(notes) + 1)):
        message = f"{len(notes)} notes are given, and the calls name {', '.join(map(str, sorted(marked))) or 'none'}"
        raise Refusal("other-notes", message, 'mark the call, and say its note: "1NT=1= P P P" --note "12–14"')
    record = PlayRecord(auction, played.record.play, notes)
    because = tuple(each.number for each in played.auctions[-1:])
    event = AuctionRecorded(played.board, *played.seating.pair, record, reason, **played.seating.place)
    return ProposedEvent(event, because)


class ManualOverride(Exception):
    """A person recorded another auction or play than the file has."""


def of_sheet(
    board: int, seating: Seating, played: TableBoard | None, record: PlayRecord | None
) -> Iterator[ProposedEvent]:
    """What a line of a file says of the auction and the play, as far as it is news; ByHand where a person's stays."""
    history = played.auctions if played else ()
    said = next((each.record for each in reversed(history) if each.imported), None)
    now = history[-1].record if history else None
    if record is None or any(_same(record, each) for each in (said, now) if each):
        return
    if history and not history[-1].imported:
        raise ManualOverride
    because = tuple(each.number for each in history[-1:])
    reason = "the file was changed" if history else ""
    yield ProposedEvent(AuctionRecorded(board, *seating.pair, record, reason, **seating.place, imported=True), because)


def _same(one: PlayRecord, other: PlayRecord) -> bool:
    """Whether both say the same; a note that was erased may have been any."""
    notes = all(here == there or is_gone(there or "") for here, there in zip_longest(one.notes, other.notes))
    return notes and structs.replace(one, notes=()) == structs.replace(other, notes=())


HANDLERS: Handlers = {RecordAuction: record_auction, CorrectAuction: correct_auction}


def _unrecord(event: AuctionRecorded, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    played = _line(session, event.board, command.target.number)
    gone = AuctionWithdrawn(event.board, *played.seating.pair, command.reason, **played.seating.place)
    return (ProposedEvent(gone, (command.target.number,)),)


def _unwithdraw(event: AuctionWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    played = _line(session, event.board, command.target.number)
    record = played.auctions[-2].record
    if record is None:
        number = command.target.number
        raise Refusal("undo-nothing", f"nothing stood before #{number}", f"`log --board {event.board}`")
    kept = structs.replace(record, notes=tuple("" if is_gone(note) else note for note in record.notes))
    again = AuctionRecorded(event.board, *played.seating.pair, kept, command.reason, **played.seating.place)
    return (ProposedEvent(again, (command.target.number,)),)


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
