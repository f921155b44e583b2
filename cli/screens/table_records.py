"""The auction and the play of a table, as a committee reads them beside the hand."""

from collections.abc import Iterator

from cli.desk.desk import Desk
from ledger.bridge import Seat
from ledger.bridge.auction import CLOCKWISE, Auction
from ledger.bridge.card_play import UNKNOWN, CardPlay
from ledger.bridge.deal import SUITS
from ledger.errors import Refusal
from ledger.session import TableBoard

_FROM_WEST = (Seat.W, Seat.N, Seat.E, Seat.S)
_SYMBOLS = str.maketrans(dict(zip(SUITS, "♠♥♦♣", strict=True)))
_CALLS = {"P": "Pass"}
_STILL_TO_CALL = "?"
_WIDTH = 8


def require_record(played: TableBoard) -> None:
    """Refuse a table of which nobody said what it bid, nor what it played."""
    if not (played.record.auction or played.record.play):
        hint = "`auction add` records one, or a file brings it: PBN, LIN"
        raise Refusal("no-auction", f"{played.name} has no auction recorded", hint)


def print_record(desk: Desk, played: TableBoard) -> None:
    """The auction, its notes, and the play; each with an empty line before it."""
    if desk.settings.plain:
        _print_plain(desk, played)
    else:
        desk.say(*record_lines(played, symbols=desk.symbols))


def record_lines(played: TableBoard, *, symbols: bool) -> list[str]:
    """The same, line by line; nothing where nothing is known."""
    record = played.record
    found = ["", *auction_lines(record.auction, symbols=symbols)] if record.auction else []
    found += [f"  {number}  {note}" for number, note in enumerate(record.notes, start=1) if note]
    if record.play:
        found += ["", *play_lines(record.play, strain_of(played), symbols=symbols)]
    return found


def strain_of(played: TableBoard) -> str | None:
    """In what it was played; None where no contract is known."""
    bid = played.record.auction.contract if played.record.auction else None
    contract = (played.result.played if played.result else None) or bid
    return contract.strain if contract else None


def auction_lines(auction: Auction, *, symbols: bool) -> list[str]:
    """A column a player, from West, who is first in every diagram; '?' is whose call is next."""
    cells = [call_text(call.call, symbols) + mark_text(call.mark) for call in auction.calls]
    cells = [""] * _FROM_WEST.index(auction.calls[0].seat) + cells + ([] if auction.is_over else [_STILL_TO_CALL])
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    return [_row([_NAMES[seat] for seat in _FROM_WEST]), *map(_row, rows)]


_NAMES = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def call_text(call: str, symbols: bool) -> str:
    """A call as a diagram has it: '1♣', '1NT', 'Pass'."""
    if call[0].isdigit() and symbols and not call.endswith("NT"):
        return call[0] + call[1].translate(_SYMBOLS)
    return _CALLS.get(call, call)


def mark_text(mark: str) -> str:
    """What stands after a call: '!' where it was alerted, ' (1)' where the first of the notes explains it."""
    return f" ({mark.strip('=')})" if mark.startswith("=") else mark


def _row(cells: list[str]) -> str:
    return "".join(f"{cell:<{_WIDTH}}" for cell in cells).rstrip()


def play_lines(play: CardPlay, strain: str | None, *, symbols: bool) -> list[str]:
    """A line a trick: its cards from the hand that led first, and who won it, as long as that is known."""
    seats = _from(play.leader)
    won = play.winners(strain) if strain else [None] * len(play.tricks)
    heading = f"{'trick':<{_WIDTH}}" + _row([*(_NAMES[seat] for seat in seats), "won by"])
    rows = [
        f"{number:>3}     " + _row([*(card_text(trick.get(seat), symbols) for seat in seats), who.value if who else ""])
        for number, (trick, who) in enumerate(zip(play.tricks, won, strict=True), start=1)
    ]
    return [heading, *(row.rstrip() for row in rows)]


def _from(first: Seat) -> tuple[Seat, ...]:
    at = CLOCKWISE.index(first)
    return CLOCKWISE[at:] + CLOCKWISE[:at]


def card_text(card: str | None, symbols: bool) -> str:
    """A card as a diagram has it: '♥10', 'H10'; '?' where nobody knows it."""
    if card is None:
        return UNKNOWN
    return (card[0].translate(_SYMBOLS) if symbols else card[0]) + card[1].replace("T", "10")


def _print_plain(desk: Desk, played: TableBoard) -> None:
    record = played.record
    if record.auction:
        notes = dict(enumerate(record.notes, start=1))
        rows = [[each.seat.value, each.call, each.mark[:1], notes.get(each.note, "")] for each in record.auction.calls]
        desk.table(["seat", "call", "marked", "note"], rows)
    if record.play:
        tricks = [[str(at), *(trick.get(seat, "") for seat in Seat)] for at, trick in enumerate(record.play.tricks, 1)]
        desk.table(["trick", *(seat.value for seat in Seat)], tricks)


def record_json(played: TableBoard) -> dict[str, object]:
    """The same for a program: the notations, each call and each trick; None for what is not known."""
    record = played.record
    return {
        "auction": str(record.auction) if record.auction else None,
        "contract": str(record.auction.contract) if record.auction and record.auction.contract else None,
        "notes": list(record.notes),
        "play": str(record.play) if record.play else None,
        "tricks": list(_tricks_json(record.play, strain_of(played))) if record.play else [],
    }


def _tricks_json(play: CardPlay, strain: str | None) -> Iterator[dict[str, str | None]]:
    won = play.winners(strain) if strain else [None] * len(play.tricks)
    for trick, who in zip(play.tricks, won, strict=True):
        yield {**{seat.value: trick.get(seat) for seat in Seat}, "won_by": who.value if who else None}
