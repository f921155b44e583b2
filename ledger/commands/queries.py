"""Asking about results, in the imperative."""

from msgspec import Struct

from ledger.commands.rulings import Where
from ledger.events.play import SideName


class QueryResult(Struct, frozen=True):
    """Ask whether a result is what happened."""

    where: Where
    question: str


class ConfirmResult(Struct, frozen=True):
    """Say which sides confirm a result."""

    where: Where
    sides: tuple[SideName, ...]
    reason: str = ""


QueryCommand = QueryResult | ConfirmResult
