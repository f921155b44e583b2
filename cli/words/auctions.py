"""How an auction and a play are said: in a line, and call by call and trick by trick as a table."""

from cli.words.event_text import event_text
from cli.words.language import Wording, say, spoken
from cli.words.notation import call_text, card_text, side_text
from cli.words.play import at_table
from cli.words.vocabulary import because, counted
from ledger.bridge import Seat
from ledger.bridge.auction import CLOCKWISE, Auction, AuctionCall
from ledger.bridge.card_play import CardPlay
from ledger.errors import Refusal
from ledger.facts.auctions import AuctionRecorded, AuctionWithdrawn, PlayRecord
from ledger.session import TableBoard


@event_text.register
def _(event: AuctionRecorded) -> str:
    return f"{at_table(event)}: {record_text(event.record)}" + because(event.reason)


@event_text.register
def _(event: AuctionWithdrawn) -> str:
    return say("%(at_table)s: what was said of the auction taken back", at_table=at_table(event)) + because(
        event.reason
    )


def record_text(record: PlayRecord) -> str:
    """'auction N: 1C X 1S P …, play of 13 tricks'."""
    said = [say("auction %(auction)s", auction=_auction_text(record.auction))] if record.auction else []
    said += (
        [
            say(
                "play of %(tricks)s, lead %(lead)s",
                tricks=counted(len(record.play.tricks), "trick"),
                lead=record.play.lead,
            )
        ]
        if record.play
        else []
    )
    return ", ".join(said) or say("neither auction nor play")


_FROM_WEST = (Seat.W, Seat.N, Seat.E, Seat.S)

_STILL_TO_CALL = "?"

_WIDTH = 8


def require_record(played: TableBoard) -> None:
    """Refuse a table of which nobody said what it bid, nor what it played."""
    if not (played.record.auction or played.record.play):
        hint = "`auction add` records one, or a file brings it: PBN, LIN"
        raise Refusal("no-auction", f"{played.name} has no auction recorded", hint)


def record_lines(played: TableBoard, *, symbols: bool) -> list[str]:
    """The same, line by line; nothing where nothing is known."""
    record = played.record
    found = ["", *auction_lines(record.auction, symbols=symbols)] if record.auction else []
    found += [f"  {number}  {note}" for number, note in enumerate(record.notes, start=1) if note]
    if record.play:
        found += ["", *play_lines(record.play, strain_of(played), symbols=symbols)]
    return found


def _auction_text(auction: Auction) -> str:
    """A whole auction in a line, as it is typed; with symbols in another language."""
    if spoken().tag == "en":
        return str(auction)
    calls = (call_text(each.call, True) + mark_text(each.mark) for each in auction.calls)
    return f"{side_text(auction.calls[0].seat.value)}: {' '.join(calls)}"


def strain_of(played: TableBoard) -> str | None:
    """In what it was played; None where no contract is known."""
    bid = played.record.auction.contract if played.record.auction else None
    contract = (played.result.played if played.result else None) or bid
    return contract.strain if contract else None


def auction_lines(auction: Auction, *, symbols: bool) -> list[str]:
    """A column a player, from West, who is first in every diagram; '?' is whose call is next."""
    cells = [_irregular(call) + call_text(call.call, symbols) + mark_text(call.mark) for call in auction.calls]
    cells = [""] * _FROM_WEST.index(auction.calls[0].seat) + cells + ([] if auction.is_over else [_STILL_TO_CALL])
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    return [_row([_NAMES[seat.value] for seat in _FROM_WEST]), *map(_row, rows)]


_NAMES = Wording({"N": "North", "E": "East", "S": "South", "W": "West"})


def _irregular(call: AuctionCall) -> str:
    """'^' before a bid that was insufficient, as before nothing where a turn was passed over."""
    return "^" if call.insufficient else ""


def mark_text(mark: str) -> str:
    """What stands after a call: '!' where it was alerted, ' (1)' where the first of the notes explains it."""
    return f" ({mark.strip('=')})" if mark.startswith("=") else mark


def _row(cells: list[str]) -> str:
    return "".join(f"{cell:<{_WIDTH}}" for cell in cells).rstrip()


def play_lines(play: CardPlay, strain: str | None, *, symbols: bool) -> list[str]:
    """A line a trick: its cards from the hand that led first, and who won it, as long as that is known."""
    seats = _from(play.leader)
    won = play.winners(strain) if strain else [None] * len(play.tricks)
    heading = f"{say('trick'):<{_WIDTH}}" + _row([*(_NAMES[seat.value] for seat in seats), say("won by")])
    rows = [
        f"{number:>3}     "
        + _row([*(card_text(trick.get(seat), symbols) for seat in seats), side_text(who.value) if who else ""])
        for number, (trick, who) in enumerate(zip(play.tricks, won, strict=True), start=1)
    ]
    return [heading, *(row.rstrip() for row in rows)]


def _from(first: Seat) -> tuple[Seat, ...]:
    at = CLOCKWISE.index(first)
    return CLOCKWISE[at:] + CLOCKWISE[:at]
