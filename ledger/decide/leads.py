"""The opening lead, held against the result it was made against and the cards of the board."""

from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.session import Session, TableBoard


def check_lead(session: Session, board: int, result: Result, lead: str | None, played: TableBoard | None) -> None:
    """Refuse a lead to a board that was passed out, and a card that is in another hand than the leader's."""
    if lead is None or not (why := _wrong(session, board, result, lead, played)):
        return
    hint = (
        "leave --lead out"
        if result.played is None
        else "are the board, the declarer and the card right? wrong cards: `deal correct`"
    )
    raise Refusal("lead-not-held", why, hint)


def kept_lead(session: Session, result: Result, played: TableBoard) -> str | None:
    """The lead recorded before, where it can have been that to another result too."""
    lead = played.lead
    return None if lead and _wrong(session, played.board, result, lead, played) else lead


def _wrong(session: Session, board: int, result: Result, lead: str, played: TableBoard | None) -> str:
    """Why nobody can have led a card; '' where somebody can. A fouled board's cards are not those that are kept."""
    if result == "PASS":
        return f"board {board} was passed out: nobody led {lead}"
    deal = None if played and played.version else session.deal(board)
    contract = result.played
    if deal is None or contract is None or (holder := deal.holder(lead)) is contract.declarer.left:
        return ""
    leader = contract.declarer.left
    return f"{leader.value} leads against {result}, and {holder.value} has {lead} on board {board}"
