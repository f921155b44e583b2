"""Reopening: the authority for a change after the periods have run out, as an event and as part of a command."""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber
from ledger.kernel.fact import Command, Fact
from ledger.kernel.free_text import FreeText
from ledger.scoring.line import Seating

ReopeningCause = Literal["scoring-error", "authority", "disciplinary"]
"""The grounds for reopening a final board: a scoring error, the regulating authority, or a disciplinary finding."""


class Reopening(Struct, frozen=True):
    """The ground for a change after the periods have ended, and the person or body that approved or ordered it."""

    cause: ReopeningCause
    authority: str
    beyond_doubt: bool = False


class Reopenable(Command, frozen=True, kw_only=True):
    """A command that may change a final score if its `reopening` covers the change."""

    reopening: Reopening | None = None


class BoardReopened(Fact, frozen=True):
    """A table's board was reopened after its periods had ended, for the events recorded just after this one.

    `cause`: a scoring error, with the organiser's approval and beyond reasonable doubt (Law 79C2), a decision of the
    regulating authority, or a disciplinary finding. `authority`: the person who approved or decided. Without `at` it
    reopens every table, without `board` the whole session (regulations, carry-over, a penalty).
    """

    cause: ReopeningCause
    authority: str
    board: BoardNumber | None = None
    at: Seating | None = None
    beyond_doubt: bool = False
    reason: FreeText = ""
