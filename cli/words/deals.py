"""How the cards of a board are said: that they were recorded, and the four hands as a diagram."""

from cli.words.event_text import event_text
from cli.words.language import say, spoken
from cli.words.notation import SYMBOLS, ranks_text, side_text, with_symbols
from cli.words.vocabulary import VULNERABLE, because
from ledger.bridge import Seat, dealer, vulnerability
from ledger.bridge.deal import SUITS, Deal, Hand
from ledger.errors import Refusal
from ledger.facts.deals import DealCorrected, DealRecorded, DealWithdrawn
from ledger.session import Session
from ledger.session.places import require_board


@event_text.register
def _(event: DealRecorded) -> str:
    return say("board %(board)s: dealt %(deal)s", board=event.board, deal=_deal_text(event.deal))


@event_text.register
def _(event: DealCorrected) -> str:
    dealt = say("board %(board)s: dealt %(deal)s, not as recorded", board=event.board, deal=_deal_text(event.deal))
    return dealt + because(event.reason)


@event_text.register
def _(event: DealWithdrawn) -> str:
    return say("board %(board)s: its cards taken back", board=event.board) + because(event.reason)


_VOID = "–"


def _deal_text(deal: Deal) -> str:
    """The four hands in a line: in English as they are typed, elsewhere with the letters of the language."""
    if spoken().tag == "en":
        return deal
    return "; ".join(
        f"{side_text(seat.value)} "
        + " ".join(
            f"{suit.translate(SYMBOLS)}{ranks_text(ranks) or _VOID}" for suit, ranks in zip(SUITS, hand, strict=True)
        )
        for seat, hand in deal.hands.items()
    )


def require_deal(session: Session, board: int) -> Deal:
    """The cards of a board; refused where they are not recorded."""
    require_board(session, board)
    if deal := session.deal(board):
        return deal
    hint = say(
        '`deal add %(board)s "N:…"` records them; `import hands.pbn` those of all boards; a result file may bring them',
        board=board,
    )
    raise Refusal("no-deal", f"board {board} has no cards recorded", hint)


def heading(board: int) -> str:
    """'Board 7   dealer S, vulnerable Both'."""
    return say(
        "Board %(board)s   dealer %(dealer)s, vulnerable %(vulnerability)s",
        board=board,
        dealer=side_text(dealer(board).value),
        vulnerability=VULNERABLE[vulnerability(board).value],
    )


def diagram(deal: Deal, *, symbols: bool) -> list[str]:
    """North above, South below, West and East beside the compass."""
    hands = {seat: hand_lines(hand, symbols=symbols) for seat, hand in deal.hands.items()}
    left = max(len(line) for line in hands[Seat.W]) + 3
    middle = max(len(line) for seat in (Seat.N, Seat.S) for line in hands[seat])
    north, east, south, west = map(side_text, "NESW")
    compass_lines = ("", f"  {north}  ", f"{west}   {east}", f"  {south}  ")
    middle = max(middle, len(compass_lines[1])) + 3
    beside = zip(hands[Seat.W], compass_lines, hands[Seat.E], strict=True)
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
    held = ranks_text(ranks) or (_VOID if symbols else "-")
    return f"{suit.translate(SYMBOLS) if with_symbols(symbols) else suit} {held}"
