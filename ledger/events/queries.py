"""What the scorer asked about results before they are given out, and what the players said."""

from ledger.events.free_text import FreeText
from ledger.events.play import AtTable, SideName


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
