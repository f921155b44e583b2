"""The cards of a board, as a newspaper prints them, and what a table bid and played."""

from cli.desk.desk import Desk
from cli.screens.awards import result_text
from cli.screens.table_records import print_record, record_json, require_record
from cli.screens.tricks import solved, tricks_json, tricks_table
from ledger.bridge import Seat, dealer, vulnerability
from ledger.bridge.deal import SUITS, Deal, Hand
from ledger.commands import Where
from ledger.errors import Refusal
from ledger.session import Session, TableBoard
from ledger.session.places import require_board, require_table

_SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))
_COMPASS = ("", "  N  ", "W   E", "  S  ")
_VOID = "–"


def print_deal(desk: Desk, where: Where, *, with_tricks: bool) -> None:
    """The four hands round the table, or as JSON; with the tricks they have. Refused where they are not recorded.

    Where a table is named, with what it bid and played.
    """
    session, board = desk.session(), where.board
    deal = require_deal(session, board)
    played = require_table(session, where) if where.table or where.ns or where.ew else None
    tricks = solved([deal])[0] if with_tricks else None
    if desk.settings.json:
        told: dict[str, object] = {} if tricks is None else {"tricks": tricks_json(tricks)}
        if played:
            told |= {**place_json(played), **record_json(played)}
        desk.json_at("deal/1", session, _json(board, deal) | told)
        return
    if desk.settings.plain:
        desk.table(["seat", *SUITS], [[seat.value, *hand] for seat, hand in deal.hands.items()])
    else:
        desk.say(heading(board), "", *diagram(deal, symbols=desk.symbols))
    if tricks is not None:
        if not desk.settings.plain:
            desk.say("", "Tricks at double dummy, by declarer")
        desk.table(*tricks_table(tricks))
    if played:
        print_record(desk, played)


def print_auction(desk: Desk, where: Where) -> None:
    """What a table bid and played; refused where nobody said."""
    session = desk.session()
    played = require_table(session, where)
    require_record(played)
    if desk.settings.json:
        told = {"board": played.board, **place_json(played), **record_json(played)}
        desk.json_at("auction/1", session, told)
        return
    if not desk.settings.plain:
        result = f"   {result_text(played.result, desk.symbols)}" if played.result else ""
        desk.say(f"{heading(played.board)}   {_who(played)}{result}")
    print_record(desk, played)


def _who(played: TableBoard) -> str:
    table = f"table {played.table}, " if played.table else ""
    return f"{table}{played.seating}"


def place_json(played: TableBoard) -> dict[str, object]:
    """Which table's play of the board it is."""
    return {"table": played.table, "ns": played.seating.ns or None, "ew": played.seating.ew or None}


def require_deal(session: Session, board: int) -> Deal:
    """The cards of a board; refused where they are not recorded."""
    require_board(session, board)
    if deal := session.deal(board):
        return deal
    hint = (
        f'`deal add {board} "N:…"` records them; `import hands.pbn` those of all boards; a result file may bring them'
    )
    raise Refusal("no-deal", f"board {board} has no cards recorded", hint)


def heading(board: int) -> str:
    """'Board 7   dealer S, vulnerable Both'."""
    return f"Board {board}   dealer {dealer(board).value}, vulnerable {vulnerability(board).value}"


def diagram(deal: Deal, *, symbols: bool) -> list[str]:
    """North above, South below, West and East beside the compass."""
    hands = {seat: hand_lines(hand, symbols=symbols) for seat, hand in deal.hands.items()}
    left = max(len(line) for line in hands[Seat.W]) + 3
    middle = max(len(line) for seat in (Seat.N, Seat.S) for line in hands[seat])
    middle = max(middle, len(_COMPASS[1])) + 3
    beside = zip(hands[Seat.W], _COMPASS, hands[Seat.E], strict=True)
    return [
        *(" " * left + line for line in hands[Seat.N]),
        *(f"{west:<{left}}{compass.rstrip():<{middle}}{east}" for west, compass, east in beside),
        *(" " * left + line for line in hands[Seat.S]),
    ]


def hands_of(deal: Deal | None) -> dict[str, list[str]]:
    """The suits of each hand by seat, as a page shows them; nothing where the cards are not known."""
    return {seat.value: hand_lines(hand, symbols=True) for seat, hand in deal.hands.items()} if deal else {}


def hand_lines(hand: Hand, *, symbols: bool) -> list[str]:
    """A hand, a suit a line: '♠ A K Q 3 2'."""
    return [_suit_text(suit, ranks, symbols) for suit, ranks in zip(SUITS, hand, strict=True)]


def _suit_text(suit: str, ranks: str, symbols: bool) -> str:
    held = " ".join(ranks).replace("T", "10") or (_VOID if symbols else "-")
    return f"{_SYMBOLS[suit] if symbols else suit} {held}"


def _json(board: int, deal: Deal) -> dict[str, object]:
    hands = {seat.value: dict(zip(SUITS, hand, strict=True)) for seat, hand in deal.hands.items()}
    return {
        "board": board,
        "dealer": dealer(board).value,
        "vulnerable": vulnerability(board).value,
        "deal": str(deal),
        "hands": hands,
    }
