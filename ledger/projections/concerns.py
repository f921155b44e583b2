"""Concerns: what needs a person's look before scores are published; results that the table's own record contradicts.

Results that a slip of the pen explains better are found by `ledger.projections.doubts`.
"""

from collections.abc import Iterator
from typing import Literal, get_args

from msgspec import Struct

from ledger.bridge import Result, can_be_scored, vulnerability
from ledger.bridge.auction import Contract
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard

ConcernCode = Literal[
    "no-score",
    "no-sit-out",
    "to-play",
    "not-as-planned",
    "not-as-drawn",
    "pair-twice",
    "impossible-score",
    "boards-exchanged",
    "likely-slip",
    "other-contract",
    "other-tricks",
    "other-cards",
    "revoke",
    "sides-unbalanced",
    "nothing-to-compare",
    "queried",
    "provisional-ruling",
    "untold-ruling",
    "other-result",
    "ruled-otherwise",
    "open-call",
    "open-appeal",
    "set-aside",
    "said-in-time",
    "late-by-clock",
]
CONCERNS: tuple[ConcernCode, ...] = get_args(ConcernCode)
"""Every kind of concern, in the order they are listed."""


class Concern(Struct, frozen=True):
    """A matter for a person to look at, about a table's play of a board, or about the call, ruling or appeal `case`."""

    code: ConcernCode
    text: str
    board: int | None = None
    seating: Seating | None = None
    table: str | None = None
    case: str | None = None


def concern_about(code: ConcernCode, played: TableBoard, text: str) -> Concern:
    """Return a concern about a table's play of a board."""
    return Concern(code, text, played.board, played.seating, played.table)


def impossible_scores(session: Session) -> Iterator[Concern]:
    """Yield concerns about scores without a contract that no contract gives on their board."""
    for played in session.table_boards():
        if played.result and (text := impossible_text(played.result, played.board)):
            yield concern_about("impossible-score", played, text)


def impossible_text(result: Result, board: int) -> str:
    """Format 'no contract scores +620 …'; '' if some contract gives the score, or if the contract is recorded.

    >>> impossible_text(Result("+620"), 1), impossible_text(Result("+620"), 2)
    ('no contract scores +620 on board 1, vulnerable None', '')
    """
    score = result.bare_score
    if score is None or can_be_scored(score, board):
        return ""
    return f"no contract scores {score:+d} on board {board}, vulnerable {vulnerability(board).value}"


_ALL_TRICKS = 13


def played_otherwise(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about auctions and plays that contradict the result or the cards, and about revokes."""
    session = scoreboard.session
    for played in session.table_boards():
        deal = None if played.version else session.deal(played.board)  # a fouled version has unknown cards
        if played.result and played.auctions:
            auction, play, result = played.record.auction, played.record.play, played.result
            contract = result.played
            recorded = Contract.of(contract) if contract else None
            if auction and auction.is_over and result.bare_score is None and auction.contract != recorded:
                ends = f"the auction ends in {auction.contract}" if auction.contract else "nobody bid"
                yield concern_about("other-contract", played, f"{ends}, and {result} is recorded")
            if play is not None and contract is not None:
                won = [seat for seat in play.winners(contract.strain) if seat]
                ours = sum(1 for seat in won if seat.side is contract.declarer.side)
                # More of a side's tricks were played than the result has, or not all of them
                if ours > contract.tricks or len(won) - ours > _ALL_TRICKS - contract.tricks:
                    first = "" if len(won) == _ALL_TRICKS else "first "
                    took = f"declarer took {ours} of the {first}{len(won)} tricks as they were played"
                    yield concern_about("other-tricks", played, f"{took}, and {result} is {contract.tricks}")
            wrong = play.first_card_not_held(deal) if play and deal else None
            if deal and wrong:
                seat, card = wrong
                text = f"{seat.value} is said to have played {card}: {deal.holder(card).value} has the card"
                yield concern_about("other-cards", played, text)
            if play and deal and contract and not wrong:
                for trick, at, led, held in play.revokes(deal, contract.strain):  # Law 61
                    text = f"{at.value} played {led} to trick {trick}, and had {held}"
                    yield concern_about("revoke", played, text)
