"""The cards of a board, and the auction and play of a table."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from cli.views.answers import Answer, fill_row
from cli.words.deals import strain_of
from ledger.bridge import Seat, Vulnerability, dealer, vulnerability
from ledger.bridge.board import SUITS, Deal
from ledger.bridge.double_dummy import Tricks, par, points
from ledger.bridge.result import STRAINS
from ledger.session import TableBoard


class PlayedRow(Struct, frozen=True, kw_only=True):
    """A table with its auction and its play; a field is null if it was not recorded."""

    board: int
    table: str | UnsetType | None = UNSET
    ns: str | UnsetType | None = UNSET
    ew: str | UnsetType | None = UNSET
    auction: str | UnsetType | None = UNSET
    contract: str | UnsetType | None = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET
    play: str | UnsetType | None = UNSET
    tricks: tuple[dict[str, str | None], ...] | UnsetType = UNSET


class AuctionAnswer(Answer, PlayedRow, frozen=True, kw_only=True):
    """The auction and play of a table (`board --auction`)."""


class ParRow(Struct, frozen=True):
    """The score if both sides bid and play double dummy: North–South's, and the results with it; none if all pass."""

    score: int
    results: tuple[str, ...]


class DealAnswer(Answer, PlayedRow, frozen=True, kw_only=True):
    """The cards of a board (`board --deal`), points, double-dummy tricks, par, and a table's auction and play."""

    dealer: Seat
    vulnerable: Vulnerability
    deal: str
    hands: dict[str, dict[str, str]]
    points: dict[str, int]
    double_dummy: dict[str, dict[str, int]] | UnsetType = UNSET
    par: ParRow | UnsetType = UNSET


def record_fields(played: TableBoard) -> dict[str, Any]:
    """Return the fields for a table's auction and play: both in notation, the notes, and the tricks with winners."""
    record, strain, tricks = played.record, strain_of(played), []
    if record.play:
        won = record.play.winners(strain) if strain else [None] * len(record.play.tricks)
        for trick, who in zip(record.play.tricks, won, strict=True):
            tricks.append({**{seat.value: trick.get(seat) for seat in Seat}, "won_by": who.value if who else None})
    return {
        "auction": str(record.auction) if record.auction else None,
        "contract": str(record.auction.contract) if record.auction and record.auction.contract else None,
        "notes": record.notes,
        "play": str(record.play) if record.play else None,
        "tricks": tuple(tricks),
    }


def auction_answer(played: TableBoard) -> AuctionAnswer:
    """Return the auction and play of a table as an answer."""
    return fill_row(AuctionAnswer, played, played.seating, **record_fields(played))


def deal_value(board: int, deal: Deal, tricks: Tricks | None, played: TableBoard | None) -> DealAnswer:
    """Return the cards of a board as an answer, with double-dummy tricks, par and the play of a table, if given."""
    hands = {seat.value: dict(zip(SUITS, hand, strict=True)) for seat, hand in deal.hands.items()}
    fields: dict[str, Any] = {"deal": str(deal), "hands": hands}
    if tricks:
        by_seat = {seat.value: {f"{it}T" if it == "N" else it: tricks[it, seat] for it in STRAINS} for seat in Seat}
        fields |= {"double_dummy": by_seat, "par": ParRow(*par(tricks, board))}
    fields["points"] = {seat.value: number for seat, number in points(deal).items()}
    fields |= record_fields(played) if played else {}
    facts = (played, played.seating) if played else ()
    return fill_row(DealAnswer, *facts, board=board, dealer=dealer(board), vulnerable=vulnerability(board), **fields)
