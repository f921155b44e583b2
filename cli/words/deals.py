"""The cards of a board, an auction and a play in words: in a line, as a diagram, call by call."""

from cli.words.language import Wording, language_in_use, say, say_of
from cli.words.notation import SYMBOLS, call_text, card_text, ranks_text, side_text, with_symbols
from cli.words.play import at_table
from cli.words.vocabulary import VULNERABLE, counted
from ledger.bridge import Seat, dealer, vulnerability
from ledger.bridge.auction import CLOCKWISE, Auction, CardPlay
from ledger.bridge.board import SUITS, Deal, Hand
from ledger.bridge.double_dummy import Par, Tricks, makeable
from ledger.bridge.result import STRAINS
from ledger.errors import Refusal
from ledger.kernel.at_table import PlayRecord
from ledger.kernel.fact import Event
from ledger.session import Session, TableBoard
from ledger.session.places import require_board
from ledger.subjects.deals import AuctionRecorded, DealCorrected, DealRecorded


def event_text(event: Event) -> str | None:
    """Format an event on cards, an auction or a play in a line, without its reason; None for other events."""
    match event:
        case DealRecorded():
            return say_of(event, "board %(board)s: dealt %(deal)s", deal=_deal_text(event.deal))
        case DealCorrected():
            return say_of(event, "board %(board)s: dealt %(deal)s, not as recorded", deal=_deal_text(event.deal))
        case AuctionRecorded():
            return f"{at_table(event)}: {record_text(event.record)}"
    return None


_VOID = "–"


def _deal_text(deal: Deal) -> str:
    """Format four hands in one line: in English as typed, else with the ranks and seats of the page's language."""
    if language_in_use().tag == "en":
        return deal
    return "; ".join(
        f"{side_text(seat.value)} "
        + " ".join(
            f"{suit.translate(SYMBOLS)}{ranks_text(ranks) or _VOID}" for suit, ranks in zip(SUITS, hand, strict=True)
        )
        for seat, hand in deal.hands.items()
    )


def require_deal(session: Session, board: int) -> Deal:
    """Return the cards of a board; Refusal if its cards are not recorded (no-deal) or the board is unknown."""
    require_board(session, board)
    if deal := session.deal(board):
        return deal
    hint = say(
        "`deal add %(board)s DEAL` records them; `import hands.pbn` those of all boards; a result file may bring them",
        board=board,
    )
    raise Refusal("no-deal", f"board {board} has no cards recorded", hint)


def heading(board: int) -> str:
    """Format a board's heading: 'Board 7   dealer S, vulnerable Both'."""
    return say(
        "Board %(board)s   dealer %(dealer)s, vulnerable %(vulnerability)s",
        board=board,
        dealer=side_text(dealer(board).value),
        vulnerability=VULNERABLE[vulnerability(board).value],
    )


def diagram(deal: Deal, *, symbols: bool) -> list[str]:
    """Return the lines of a hand diagram, with the compass in the middle."""
    hands = {seat: hand_lines(hand, symbols=symbols) for seat, hand in deal.hands.items()}
    indent = max(len(line) for line in hands[Seat.W]) + 3
    middle = max(len(line) for seat in (Seat.N, Seat.S) for line in hands[seat])
    north, east, south, west = map(side_text, "NESW")
    compass_lines = ("", f"  {north}  ", f"{west}   {east}", f"  {south}  ")
    middle = max(middle, len(compass_lines[1])) + 3
    beside = zip(hands[Seat.W], compass_lines, hands[Seat.E], strict=True)
    return [
        *(" " * indent + line for line in hands[Seat.N]),
        *(f"{west:<{indent}}{compass.rstrip():<{middle}}{east}" for west, compass, east in beside),
        *(" " * indent + line for line in hands[Seat.S]),
    ]


def hands_of(deal: Deal | None) -> dict[str, list[str]]:
    """Return each hand as four lines, one for each suit, by its seat's letter; {} if the cards are unknown."""
    return {seat.value: hand_lines(hand, symbols=True) for seat, hand in deal.hands.items()} if deal else {}


def hand_lines(hand: Hand, *, symbols: bool) -> list[str]:
    """Return a hand as four lines, one for each suit: '♠ A K Q 3 2'."""
    void = _VOID if symbols else "-"
    suits = [suit.translate(SYMBOLS) if with_symbols(symbols) else suit for suit in SUITS]
    return [f"{suit} {ranks_text(ranks) or void}" for suit, ranks in zip(suits, hand, strict=True)]


def tricks_rows(tricks: Tricks) -> list[tuple[str, list[int]]]:
    """Return double-dummy tricks as rows: a declarer's letter, and the tricks in clubs, diamonds … notrump."""
    return [(side_text(seat), [tricks[strain, Seat(seat)] for strain in STRAINS]) for seat in "NSEW"]


def par_text(par: Par, *, symbols: bool) -> str:
    """Format a par: 'Par +420: 4♠ NS =', the score North–South's; 'Par 0: all pass'."""
    declarers: dict[tuple[str, str], str] = {}
    for result in par.results:
        if played := result.played:
            margin = f"{played.margin:+d}" if played.margin else "="
            contract = f"{_contract_text(played.level, played.strain, symbols)}{played.doubling}", margin
            declarers[contract] = declarers.get(contract, "") + played.declarer.value
    contracts = [f"{contract} {side_text(seats)} {margin}" for (contract, margin), seats in declarers.items()]
    score = f"{par.score:+d}" if par.score else "0"
    return say("Par %(score)s: %(contracts)s", score=score, contracts=", ".join(contracts) or say("all pass"))


def makeable_text(tricks: Tricks, *, symbols: bool) -> str:
    """Format the highest contract each side makes in each strain: 'NS makes 2NT 4♠ 1♦, EW makes 1♥'."""
    sides = {side: " ".join(_contract_text(*each, symbols) for each in made) for side, made in makeable(tricks).items()}
    parts = [
        say("%(side)s makes %(contracts)s", side=side_text(side.value), contracts=contracts)
        for side, contracts in sides.items()
        if contracts
    ]
    return ", ".join(parts) or say("nobody makes anything")


def _contract_text(level: int, strain: str, symbols: bool) -> str:
    return call_text(f"{level}{'NT' if strain == 'N' else strain}", symbols)


def record_text(record: PlayRecord) -> str:
    """Format an auction and play in a line: 'auction N: 1C X 1S P …, play of 13 tricks'."""
    parts = []
    if record.auction:
        text = str(record.auction)
        if language_in_use().symbols:
            calls = (call_text(each.call, True) + call_mark_text(each.mark) for each in record.auction.calls)
            text = f"{side_text(record.auction.calls[0].seat.value)}: {' '.join(calls)}"
        parts.append(say("auction %(auction)s", auction=text))
    if record.play:
        tricks = counted(len(record.play.tricks), "trick")
        parts.append(say_of(record.play, "play of %(tricks)s, lead %(lead)s", tricks=tricks))
    return ", ".join(parts) or say("neither auction nor play")


_FROM_WEST = (Seat.W, Seat.N, Seat.E, Seat.S)

_STILL_TO_CALL = "?"

_WIDTH = 8


def record_lines(played: TableBoard, *, symbols: bool) -> list[str]:
    """Return the lines of a table's auction, its notes and its play; [] if none is recorded."""
    record = played.record
    lines = ["", *auction_lines(record.auction, symbols=symbols)] if record.auction else []
    lines += [f"  {number}  {note}" for number, note in enumerate(record.notes, start=1) if note]
    if record.play:
        lines += ["", *play_lines(record.play, strain_of(played), symbols=symbols)]
    return lines


def strain_of(played: TableBoard) -> str | None:
    """Return the strain of the contract, from the result or the auction; None if neither is known."""
    bid = played.record.auction.contract if played.record.auction else None
    contract = (played.result.played if played.result else None) or bid
    return contract.strain if contract else None


def auction_lines(auction: Auction, *, symbols: bool) -> list[str]:
    """Return an auction as lines: a column a player, West first; '?' for the next call of an unfinished auction."""
    # '^' marks an insufficient bid
    calls = ((call, "^" if call.insufficient else "") for call in auction.calls)
    cells = [before + call_text(call.call, symbols) + call_mark_text(call.mark) for call, before in calls]
    cells = [""] * _FROM_WEST.index(auction.calls[0].seat) + cells + ([] if auction.is_over else [_STILL_TO_CALL])
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    return [_row([_NAMES[seat.value] for seat in _FROM_WEST]), *map(_row, rows)]


_NAMES = Wording({"N": "North", "E": "East", "S": "South", "W": "West"})


def call_mark_text(mark: str) -> str:
    """Format the mark of a call: '!' for an alert, ' (1)' for a reference to the first note."""
    return f" ({mark.strip('=')})" if mark.startswith("=") else mark


def _row(cells: list[str]) -> str:
    return "".join(f"{cell:<{_WIDTH}}" for cell in cells).rstrip()


def play_lines(play: CardPlay, strain: str | None, *, symbols: bool) -> list[str]:
    """Return a play as lines, a trick a line: its cards from the opening hand on, and its winner if known."""
    at = CLOCKWISE.index(play.leader)
    seats = CLOCKWISE[at:] + CLOCKWISE[:at]
    won = play.winners(strain) if strain else [None] * len(play.tricks)
    heading = f"{say('trick'):<{_WIDTH}}" + _row([*(_NAMES[seat.value] for seat in seats), say("won by")])
    rows = [
        f"{number:>3}     "
        + _row([*(card_text(trick.get(seat), symbols) for seat in seats), side_text(who.value) if who else ""])
        for number, (trick, who) in enumerate(zip(play.tricks, won, strict=True), start=1)
    ]
    return [heading, *(row.rstrip() for row in rows)]
