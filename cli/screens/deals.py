"""The cards of a board, as a newspaper prints them."""

from cli.desk.desk import Desk
from cli.screens.tricks import solved, tricks_json, tricks_table
from ledger.bridge import Seat, dealer, vulnerability
from ledger.bridge.deal import SUITS, Deal, Hand
from ledger.errors import Refusal
from ledger.session import Session
from ledger.session.places import require_board

_SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))
_COMPASS = ("", "  N  ", "W   E", "  S  ")
_VOID = "–"


def print_deal(desk: Desk, board: int, *, with_tricks: bool) -> None:
    """The four hands round the table, or as JSON; with the tricks they have. Refused where they are not recorded."""
    session = desk.session()
    deal = require_deal(session, board)
    tricks = solved([deal])[0] if with_tricks else None
    if desk.settings.json:
        told = {} if tricks is None else {"tricks": tricks_json(tricks)}
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


def require_deal(session: Session, board: int) -> Deal:
    """The cards of a board; refused where they are not recorded."""
    require_board(session, board)
    if deal := session.deal(board):
        return deal
    hint = f'`deal add {board} "N:…"` records them; a result file may bring them'
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
