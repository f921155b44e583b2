"""The game of duplicate bridge: seats, boards, contracts, results and the Law 77 score.

Pure: it knows no ledger, no director and no database.
"""

from ledger.bridge.board import Seat, Side, Vulnerability, dealer, parse_card, vulnerability
from ledger.bridge.notation import Unreadable
from ledger.bridge.result import (
    AsPlayed,
    Declarer,
    Result,
    can_be_scored,
    contract_score,
    is_passed_out,
    ns_score,
    parse_result,
)

__all__ = [
    "AsPlayed",
    "Declarer",
    "Result",
    "Seat",
    "Side",
    "Unreadable",
    "Vulnerability",
    "can_be_scored",
    "contract_score",
    "dealer",
    "is_passed_out",
    "ns_score",
    "parse_card",
    "parse_result",
    "vulnerability",
]
