"""What allows a change after the periods have run out: in the log, and with a command that comes too late."""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber
from ledger.kernel.fact import Fact
from ledger.kernel.free_text import FreeText
from ledger.scoring.line import Seating

ReopeningCause = Literal["79C2", "authority", "disciplinary"]
"""What may reopen a board that is final: Law 79C2, the regulating authority, or a disciplinary finding."""


class Reopening(Struct, frozen=True):
    """What allows a change after the periods have run out, and who approved or decided it."""

    cause: ReopeningCause
    authority: str
    beyond_doubt: bool = False


class Reopenable(Struct, frozen=True, kw_only=True):
    """A command that may come after the periods, where something reopens what it changes."""

    reopening: Reopening | None = None


class BoardReopened(Fact, frozen=True):
    """A table's board was reopened after its periods had run out, for what was recorded just after this.

    `cause`: a scoring error, with the organiser's approval and beyond reasonable doubt (Law 79C2), a decision of
    the regulating authority, or a disciplinary finding. `authority`: who approved or decided. Without `at` it is every
    table's, without a board the whole session's (regulations, carry-over, a penalty).
    """

    cause: ReopeningCause
    authority: str
    board: BoardNumber | None = None
    at: Seating | None = None
    beyond_doubt: bool = False
    reason: FreeText = ""
