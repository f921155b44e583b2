"""What the scorer asked about results before they are given out, and what the players said; and the same in the
imperative.
"""

from msgspec import Struct

from ledger.facts.at_table import AtTable, SideName, Where
from ledger.facts.fact import SCORERS, Kind
from ledger.facts.free_text import FreeText


class ResultQueried(AtTable, frozen=True):
    """Somebody doubts that a result is what happened, and asks: "both sides asked"."""

    question: FreeText


class ResultConfirmed(AtTable, frozen=True):
    """These sides say that the result recorded is what happened (Law 79A): each is asked apart."""

    sides: tuple[SideName, ...]
    reason: FreeText = ""


class QueryWithdrawn(AtTable, frozen=True):
    """The last query about a result was taken back: it was about another table."""

    reason: FreeText = ""


class ConfirmationWithdrawn(AtTable, frozen=True):
    """The last confirmation of a result was taken back: nobody said so."""

    reason: FreeText = ""


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


KINDS = (
    Kind(ResultQueried, "result-queried", SCORERS, undone_by=QueryWithdrawn),
    Kind(ResultConfirmed, "result-confirmed", SCORERS, undone_by=ConfirmationWithdrawn),
    Kind(QueryWithdrawn, "query-withdrawn", SCORERS),
    Kind(ConfirmationWithdrawn, "confirmation-withdrawn", SCORERS),
)
