"""The hands of boards on pages: points, double-dummy tricks, par, links to a viewer and as PBN; auctions and plays."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from cli.pages.history import head_of
from cli.pages.links import OnePage
from cli.pages.printing import Press, in_press_language
from cli.words.deals import hands_of, heading, makeable_text, par_text, record_lines, tricks_rows
from cli.words.language import say
from cli.words.notation import SYMBOLS, result_text, seating_text
from ledger.bridge import Vulnerability, dealer, vulnerability
from ledger.bridge.board import SUITS, Deal
from ledger.bridge.double_dummy import par, points
from ledger.bridge.result import STRAINS
from ledger.errors import Refusal
from ledger.exchange.given_out import ExportedSession
from ledger.exchange.pbn.write import write_hands
from ledger.kernel.fact import Envelope
from ledger.projections.checking import results_to_come
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.solved_deals import SolvedDeal
from ledger.session import TableBoard
from ledger.subjects.deals import DealCorrected, DealRecorded

VIEWER = "https://www.bridgebase.com/tools/handviewer.html?n={n}&e={e}&s={s}&w={w}&d={dealer}&v={vulnerable}&b={board}"
"""The viewer of hands that a page links to, if the club's file names no other."""

_VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.BOTH: "b"}

Solved = Mapping[Deal, SolvedDeal]

FILE = "hands.pbn"
"""The file of all hands on a site."""


class HandView(NamedTuple):
    """The hand of a board for a template; without tricks `rows` is empty, `par` and `makes` are ''."""

    board: int
    facts: str
    deal: Deal
    hands: dict[str, list[str]]
    points: dict[str, int]
    strains: Sequence[str]
    pbn: str
    rows: Sequence[tuple[str, list[int]]] = ()
    par: str = ""
    makes: str = ""

    def viewer(self, template: str) -> str:
        """Return the address of the hand in a viewer; `template`: the club's, '' for the usual one."""
        cards = {
            seat.value.lower(): "".join(suit + ranks for suit, ranks in zip(SUITS, hand, strict=True))
            for seat, hand in self.deal.hands.items()
        }
        facts = {"dealer": dealer(self.board).value.lower(), "vulnerable": _VULNERABLE[vulnerability(self.board)]}
        address = template or VIEWER
        for name, text in {**cards, **facts, "board": str(self.board), "deal": quote(self.deal, safe="")}.items():
            address = address.replace(f"{{{name}}}", text)
        return address


def hand_view(scoreboard: Scoreboard, board: int, solved: Solved) -> HandView | None:
    """Return the hand of a board; None if its cards are not recorded."""
    if (deal := scoreboard.session.deal(board)) is None:
        return None
    held = {seat.value: number for seat, number in points(deal).items()}
    strains = [say("NT") if strain == "N" else strain.translate(SYMBOLS) for strain in STRAINS]
    pbn = f"data:application/x-pbn;base64,{b64encode(hands_pbn(scoreboard, [board], solved).encode()).decode()}"
    view = HandView(board, heading(board), deal, hands_of(deal), held, strains, pbn)
    if not (found := solved.get(deal)):
        return view
    best, makes = par_text(par(found.tricks, board), symbols=True), makeable_text(found.tricks, symbols=True)
    return view._replace(rows=tricks_rows(found.tricks), par=best, makes=makes)


def records_of(lines: Iterable[TableBoard]) -> list[tuple[str, list[str]]]:
    """Return each table's auction and play, as far as recorded: what was played where, and the lines."""
    records = []
    for played in lines:
        if shown := record_lines(played, symbols=True):
            result = f": {result_text(played.result, True)}" if played.result else ""
            records.append((f"{name_table(played)}{result}", shown[1:]))
    return records


def name_table(played: TableBoard) -> str:
    """Name a table: 'table 3', or who sat at it."""
    return say("table %(table)s", table=played.table) if played.table else seating_text(played.seating)


def deals_in(log: Iterable[Envelope]) -> set[Deal]:
    """Return the deals that a log records."""
    return {each.event.deal for each in log if isinstance(each.event, DealRecorded | DealCorrected)}


def boards_over(scoreboard: Scoreboard) -> list[int]:
    """Return the boards whose cards, auctions and plays readers may see, sorted: nobody is still to play them."""
    to_come = {concern.board for concern in results_to_come(scoreboard)}
    tables = scoreboard.session.boards
    played = (board for board, lines in tables.items() if any(each.results or each.cases for each in lines.values()))
    return [] if None in to_come else sorted(board for board in played if board not in to_come)


def boards_to_show(scoreboard: Scoreboard) -> list[int]:
    """Return the boards whose cards are recorded and may be seen, sorted."""
    return [*filter(scoreboard.session.deal, boards_over(scoreboard))]


def hands_pbn(scoreboard: Scoreboard, boards: Sequence[int], solved: Solved) -> str:
    """Return the hands of boards as PBN, with their double-dummy tables."""
    deals = {board: scoreboard.session.deal(board) for board in boards}
    tricks = {board: solved[deal].tricks for board, deal in deals.items() if deal and deal in solved}
    return write_hands(ExportedSession(scoreboard, names=False, texts=False, tricks=tricks), boards)


def hands_of_session(scoreboard: Scoreboard, boards: Sequence[int], solved: Solved) -> list[HandView]:
    """Return the hands of these boards, for one sheet."""
    return [view for board in boards if (view := hand_view(scoreboard, board, solved))]


def require_boards(scoreboard: Scoreboard) -> list[int]:
    """Return the boards whose hands may be shown. Refusal (no-deal): no cards recorded, or still in play."""
    if boards := boards_to_show(scoreboard):
        return boards
    if any(map(scoreboard.session.deal, scoreboard.session.boards)):
        raise Refusal("no-deal", "every board with cards is still to be played somewhere", "`check` says where")
    raise Refusal("no-deal", "no board has its cards recorded", "`import hands.pbn` records those of a dealt set")


@in_press_language
def hands_report(press: Press, scoreboard: Scoreboard, boards: Sequence[int], solved: Solved) -> str:
    """Return the page with the hands of these boards, many to a sheet of paper."""
    session = scoreboard.session
    view = {"head": head_of(session), "sheet": hands_of_session(scoreboard, boards, solved), "file": ""}
    return press.page("hands.html", OnePage(session), view)
