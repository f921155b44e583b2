"""The cards of a board, and the auction and play of a table: recorded, corrected, imported, taken back.

Dealer and vulnerability follow from the number of the board (Law 2). An auction belongs to the play of its table and
follows corrections of the seating.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from msgspec import structs

from ledger.bounds.types import BoardNumber
from ledger.bridge import dealer
from ledger.bridge.auction import Auction
from ledger.bridge.board import Deal
from ledger.errors import Refusal
from ledger.kernel.at_table import AtTable, PlayRecord, Where
from ledger.kernel.fact import SCORERS, Command, Envelope, Stated, TakenBack
from ledger.kernel.free_text import FreeText, is_gone
from ledger.kernel.kind import Kind, Reversal
from ledger.labels import boards_text, counted
from ledger.scoring.line import Seating
from ledger.session.places import require_board, require_table, shortest_address
from ledger.session.response import Actor, ProposedEvent, Remark, Response, Undoing
from ledger.session.state import Session
from ledger.session.tables import RecordedDeal, RecordedPlay, TableBoard
from ledger.subjects.rulings.facts import Undo


class DealRecorded(Stated, frozen=True):
    """The cards of a board were recorded as dealt for the session, not as they were in a fouled version (Law 87)."""

    board: BoardNumber
    deal: Deal


class DealCorrected(Stated, frozen=True):
    """The recorded cards of a board were corrected."""

    board: BoardNumber
    deal: Deal
    reason: FreeText = ""


class RecordDeal(DealRecorded, Command, frozen=True):
    """Record the cards of a board that has none yet."""


class RecordDeals(Command, frozen=True):
    """Record the cards of many boards from a file of deals."""

    deals: tuple[tuple[int, Deal], ...]


class CorrectDeal(DealCorrected, Command, frozen=True):
    """Correct the recorded cards of a board."""


class AuctionRecorded(AtTable, frozen=True):
    """A table's auction and card play were recorded, as far as known, in place of those recorded before."""

    record: PlayRecord
    reason: FreeText = ""


class RecordAuction(Command, frozen=True):
    """Record the auction of a table that has none; `notes`: the meanings of the calls marked '=1=', '=2=' …."""

    where: Where
    auction: Auction
    notes: tuple[str, ...] = ()


class CorrectAuction(Command, frozen=True):
    """Correct the recorded auction of a table."""

    where: Where
    auction: Auction
    notes: tuple[str, ...] = ()
    reason: str = ""


def _record(session: Session, envelope: Envelope, event: DealRecorded | DealCorrected) -> None:
    recorded = RecordedDeal(envelope.number, event.deal, event.imported)
    session.deals[event.board] = (*session.deals.get(event.board, ()), recorded)


def _take_back_deal(session: Session, envelope: Envelope[TakenBack], event: DealRecorded) -> None:
    history = session.deals[event.board]
    if history[-1].number != envelope.event.of:
        raise ValueError(f"#{history[-1].number} was said of the cards since")
    session.deals[event.board] = (*history, RecordedDeal(envelope.number, None, imported=False))


def _record_auction(session: Session, envelope: Envelope, event: AuctionRecorded) -> None:
    if played := session.line(event.board, event.seating):
        auctions = (*played.auctions, RecordedPlay(envelope.number, event.record, event.imported))
        session.put(structs.replace(played, auctions=auctions))


def _take_back_auction(session: Session, envelope: Envelope[TakenBack], event: AuctionRecorded) -> None:
    lines = session.boards[event.board].values()  # its seats may have been corrected since
    played = next(each for each in lines if each.auctions and each.auctions[-1].number == envelope.event.of)
    before = played.auctions[-2].record if len(played.auctions) > 1 else None
    auctions = (*played.auctions, RecordedPlay(envelope.number, before, imported=False))
    session.put(structs.replace(played, auctions=auctions))


KINDS = (
    Kind(DealRecorded, SCORERS, _record, "hall", Reversal(_take_back_deal)),
    Kind(DealCorrected, SCORERS, _record, "hall", DealCorrected),
    Kind(AuctionRecorded, SCORERS, _record_auction, "hall", Reversal(_take_back_auction)),
)


_FEW = 2
"""A file may always correct this many deals; if it differs in more, and in over half, it is of another evening."""


def record_deal(command: RecordDeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the cards of a board; refused if the board has cards already."""
    require_board(session, command.board)
    history, current = session.deals.get(command.board, ()), session.deal(command.board)
    if current == command.deal:
        raise _same_cards(command.board)
    if current:
        message = f"board {command.board} has other cards already (#{history[-1].number})"
        raise Refusal("deal-exists", message, f"`deal correct {command.board} DEAL --reason TEXT`")
    return (ProposedEvent(DealRecorded(command.board, command.deal)),)


def record_deals(command: RecordDeals, session: Session, actor: Actor) -> Response:
    """Record cards of boards in the session; refused if a board has other cards, or no board is in the session."""
    different = [board for board, deal in command.deals if session.deal(board) not in (None, deal)]
    if different:
        number, more = session.deals[different[0]][-1].number, " …" if len(different) > 1 else ""
        message = f"the file has other cards for {boards_text(sorted(different))} than were recorded (#{number}{more})"
        hint = f"is this the file of this session? then `deal correct {different[0]} DEAL`, or `undo {number}`"
        raise Refusal("deal-exists", message, hint)
    elsewhere = sorted(board for board, _ in command.deals if board not in session.boards)
    if len(elsewhere) == len(command.deals):
        message = f"no board of the file is in session {session.id}: it has {boards_text(elsewhere)}"
        raise Refusal("no-such-board", message, f"the session has {boards_text(sorted(session.boards))}")
    notes = [Remark(boards_text(elsewhere), f"not in session {session.id}: left out")] if elsewhere else []
    news = [(board, deal) for board, deal in command.deals if board in session.boards and not session.deal(board)]
    recorded = (ProposedEvent(DealRecorded(board, deal, imported=True)) for board, deal in news)
    return Response(tuple(recorded), notes=tuple(notes))


def correct_deal(command: CorrectDeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Correct the cards of a board; refused if the board has no cards, or has these cards already."""
    require_board(session, command.board)
    current = session.deal(command.board)
    if current is None:
        raise Refusal("no-deal", f"board {command.board} has no cards recorded", f"`deal add {command.board} DEAL`")
    if current == command.deal:
        raise _same_cards(command.board)
    return (_corrected(session, command.board, command.deal, command.reason),)


def _same_cards(board: int) -> Refusal:
    return Refusal("nothing-to-change", f"board {board} has these cards already", f"`board {board} --deal`")


def _corrected(session: Session, board: int, deal: Deal, reason: str, *, imported: bool = False) -> ProposedEvent:
    because = (session.deals[board][-1].number,)
    return ProposedEvent(DealCorrected(board, deal, reason, imported=imported), because)


class SheetDeals:
    """The cards in a result file compared with the recorded ones: events to record, and remarks for the scorer."""

    def __init__(self, session: Session, deals: Iterable[tuple[int, Deal]]) -> None:
        self.session = session
        self._news = list[tuple[int, Deal]]()
        for board, deal in deals:
            imported = next((each.deal for each in reversed(session.deals.get(board, ())) if each.imported), None)
            if board in session.boards and deal not in (imported, session.deal(board)):
                self._news.append((board, deal))

    def uncommitted(self) -> list[ProposedEvent]:
        """Return the events that record the file's new cards, except for boards with cards typed by hand."""
        return [
            _corrected(self.session, board, deal, "the file was changed", imported=True)
            if self.session.deal(board)
            else ProposedEvent(DealRecorded(board, deal, imported=True))
            for board, deal in self._news
            if not self._by_hand(board)
        ]

    def notes(self) -> list[Remark]:
        """Return a remark for each board whose cards were typed by hand and differ from the file's."""
        stays = "the file has other cards; what was recorded here by hand stays"
        return [Remark(f"board {board}", stays) for board, _ in self._news if self._by_hand(board)]

    def check_same_evening(self) -> None:
        """Refuse a file whose cards differ on over two boards and most recorded deals: it is of another evening."""
        known = [board for board, history in self.session.deals.items() if history[-1].deal]
        different = [board for board, _ in self._news if self.session.deal(board)]
        if len(different) > _FEW and 2 * len(different) > len(known):
            raise Refusal(
                "other-event",
                f"the file has other cards for {len(different)} of the {len(known)} deals of session {self.session.id}",
                "--session NAME records it as a session of its own",
            )

    def _by_hand(self, board: int) -> bool:
        return any(not each.imported for each in self.session.deals.get(board, ())[-1:])


def _unrecord(event: DealRecorded, command: Undo, session: Session, actor: Actor) -> None:
    _history(session, event.board, command.target.number)


def _uncorrect(event: DealCorrected, command: Undo, session: Session, actor: Actor) -> DealCorrected:
    return DealCorrected(event.board, _before(event, command, session), command.reason)


def _record_deal_again(event: DealRecorded, command: Undo, session: Session, actor: Actor) -> DealRecorded:
    return DealRecorded(event.board, _before(event, command, session))


def _before(event: DealCorrected | DealRecorded, command: Undo, session: Session) -> Deal:
    number = command.target.number
    before = _history(session, event.board, number)[-2].deal
    if before is None:
        raise Refusal("undo-nothing", f"no cards were recorded before #{number}", f"`log --board {event.board}`")
    return before


def _history(session: Session, board: int, number: int) -> tuple[RecordedDeal, ...]:
    history = session.deals[board]
    if (latest := history[-1].number) != number:  # only the last statement of the cards can be undone
        raise Refusal("has-dependants", f"#{latest} changed the cards after #{number}", f"undo {latest} first")
    return history


def record_auction(command: RecordAuction, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the auction of a table; refused if the table has one, or if dealer or notes do not fit."""
    played = require_table(session, command.where)
    if played.record.auction:
        number = played.auctions[-1].number
        message = f"{played.name} has an auction already (#{number})"
        raise Refusal(
            "auction-exists", message, f"`auction correct {shortest_address(session, played)} CALLS --reason TEXT`"
        )
    return (_auction_event(played, command.auction, command.notes, ""),)


def correct_auction(command: CorrectAuction, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Correct a table's auction, not its card play; refused without an auction, or if dealer or notes do not fit."""
    played = require_table(session, command.where)
    if played.record.auction is None:
        hint = f"`auction add {shortest_address(session, played)} CALLS` records one"
        raise Refusal("no-auction", f"{played.name} has no auction recorded", hint)
    if (played.record.auction, played.record.notes) == (command.auction, command.notes):
        hint = f"`board {shortest_address(session, played)} --auction` shows it"
        raise Refusal("nothing-to-change", f"{played.name} has this auction already", hint)
    return (_auction_event(played, command.auction, command.notes, command.reason),)


def _auction_event(played: TableBoard, auction: Auction, notes: tuple[str, ...], reason: str) -> ProposedEvent:
    deals = dealer(played.board)
    if auction.calls[0].seat is not deals:
        message = (
            f"board {played.board} is dealt by {deals.value}, the auction begins with {auction.calls[0].seat.value}"
        )
        raise Refusal("other-dealer", message, f"begin with {deals.value}'s call")
    marked = {call.note for call in auction.calls if call.note}
    if marked != set(range(1, len(notes) + 1)):
        named = f"note{'s' * (len(marked) > 1)} {', '.join(map(str, sorted(marked)))}" if marked else "no note"
        message = f"{counted(len(notes), 'note', 'is')} given; the auction refers to {named}"
        hint = 'mark each call with the number of its note: "1NT=1= P P P" --note "12–14"'
        raise Refusal("other-notes", message, hint)
    record = PlayRecord(auction, played.record.play, notes)
    because = tuple(each.number for each in played.auctions[-1:])
    event = AuctionRecorded(played.board, *played.seating.pair, record, reason, **played.seating.place)
    return ProposedEvent(event, because)


class ManualOverride(Exception):
    """Raised if a person typed an auction or card play that differs from the file's."""


def auction_events(
    board: int, seating: Seating, played: TableBoard | None, record: PlayRecord | None
) -> Iterator[ProposedEvent]:
    """Yield the event that records a file's auction and card play, if new; ManualOverride if a person typed others."""
    history = played.auctions if played else ()
    imported = next((each.record for each in reversed(history) if each.imported), None)
    current = history[-1].record if history else None
    if record is None:
        return
    for earlier in filter(None, (imported, current)):  # an erased note equals any note
        notes = zip_longest(record.notes, earlier.notes)
        same_notes = all(new == old or is_gone(old or "") for new, old in notes)
        if same_notes and structs.replace(record, notes=()) == structs.replace(earlier, notes=()):
            return
    if history and not history[-1].imported:
        raise ManualOverride
    because = tuple(each.number for each in history[-1:])
    reason = "the file was changed" if history else ""
    yield ProposedEvent(AuctionRecorded(board, *seating.pair, record, reason, **seating.place, imported=True), because)


def _unrecord_auction(event: AuctionRecorded, command: Undo, session: Session, actor: Actor) -> None:
    _line(session, event.board, command.target.number)


def _record_auction_again(event: AuctionRecorded, command: Undo, session: Session, actor: Actor) -> AuctionRecorded:
    played = _line(session, event.board, command.target.number)
    record = played.auctions[-2].record
    if record is None:
        number = command.target.number
        raise Refusal("undo-nothing", f"no auction was recorded before #{number}", f"`log --board {event.board}`")
    kept = structs.replace(record, notes=tuple("" if is_gone(note) else note for note in record.notes))
    return AuctionRecorded(event.board, *played.seating.pair, kept, command.reason, **played.seating.place)


def _line(session: Session, board: int, number: int) -> TableBoard:
    lines = session.boards[board].values()
    played = next((each for each in lines if number in [recorded.number for recorded in each.auctions]), None)
    if played is None:
        message = f"the table of #{number} is no longer there: its result was voided"
        raise Refusal("has-dependants", message, f"`log --board {board}`")
    if (latest := played.auctions[-1].number) != number:
        raise Refusal("has-dependants", f"#{latest} changed the auction after #{number}", f"undo {latest} first")
    return played


UNDO: Undoing = {DealRecorded: _unrecord, DealCorrected: _uncorrect, AuctionRecorded: _unrecord_auction}

AGAIN: Undoing = {DealRecorded: _record_deal_again, AuctionRecorded: _record_auction_again}
