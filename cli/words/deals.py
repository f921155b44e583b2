"""How the cards of a board are said: that they were recorded, and the four hands as a diagram."""

from cli.words.event_text import event_text
from cli.words.vocabulary import because
from ledger.bridge import Seat, dealer, vulnerability
from ledger.bridge.deal import SUITS, Deal, Hand
from ledger.errors import Refusal
from ledger.facts.deals import DealCorrected, DealRecorded, DealWithdrawn
from ledger.session import Session
from ledger.session.places import require_board


@event_text.register
def _(event: DealRecorded) -> str:
    return f"board {event.board}: dealt {event.deal}"


@event_text.register
def _(event: DealCorrected) -> str:
    return f"board {event.board}: dealt {event.deal}, not as recorded" + because(event.reason)


@event_text.register
def _(event: DealWithdrawn) -> str:
    return f"board {event.board}: its cards taken back" + because(event.reason)


_SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))

_COMPASS = ("", "  N  ", "W   E", "  S  ")

_VOID = "–"


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
