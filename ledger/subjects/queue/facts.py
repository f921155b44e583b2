"""Lines of result files that wait for a person, and what became of them; and settling one, in the imperative."""

from typing import Literal

from ledger.bounds.types import BoardNumber, EventNumber
from ledger.kernel.fact import Fact
from ledger.kernel.free_text import FreeText
from ledger.scoring.line import Seating

Settlement = Literal["resolved", "skipped", "put-right"]
"""How a line stopped waiting: somebody saw to it, somebody left it out, or it was put right."""


class LineSetAside(Fact, frozen=True):
    """A line of a result file cannot be recorded as it stands: 'thursday.bws table A3, round 2, board 7', and why.

    Or it was recorded, and corrects what a ruling was given on. What else the file says is recorded; this waits until
    somebody says what became of it. `board` and `seats` are what it is about, None where that cannot be read; of the
    seats it may have the table alone.
    """

    place: str
    why: FreeText
    board: BoardNumber | None = None
    seats: Seating | None = None


class LineSettled(Fact, frozen=True):
    """A line that was set aside waits no longer; `of` is the number of the event that set it aside."""

    of: EventNumber
    outcome: Settlement
    reason: FreeText = ""


class SettleLine(LineSettled, frozen=True):
    """Say what became of a line that was set aside; `of` is the number of the event that set it aside."""


QueueCommand = SettleLine
