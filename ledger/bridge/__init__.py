"""The game of duplicate bridge: seats, boards, contracts, results and the Law 77 score.

Pure: it knows no ledger, no director and no database.
"""

from ledger.bridge.board import Vulnerability, dealer, is_vulnerable, vulnerability
from ledger.bridge.card import parse_card
from ledger.bridge.imp import imps
from ledger.bridge.result import AsPlayed, Declarer, Result, is_passed_out, parse_result
from ledger.bridge.score import can_be_scored, contract_score, ns_score
from ledger.bridge.seat import Seat, Side
from ledger.bridge.unreadable import Unreadable

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
    "imps",
    "is_passed_out",
    "is_vulnerable",
    "ns_score",
    "parse_card",
    "parse_result",
    "vulnerability",
]
