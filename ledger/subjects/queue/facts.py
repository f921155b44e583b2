"""Lines of result files that wait for a person, and their settlement."""

from typing import Literal

from ledger.bounds.types import BoardNumber, EventNumber
from ledger.kernel.fact import Command, Fact
from ledger.kernel.free_text import FreeText
from ledger.scoring.line import Seating

Settlement = Literal["resolved", "skipped", "put-right"]
"""The outcome of a line set aside: a person resolved or skipped it, or it was put right on the device."""


class LineSetAside(Fact, frozen=True):
    """A line of a result file was set aside for a person: 'thursday.bws table A3, round 2, board 7', and why.

    The line could not be recorded as it stands, or it corrects a result that was ruled on. It waits until a person
    settles it. `board` and `seats`: the play it is about, None if unreadable; `seats` may hold the table alone.
    """

    place: str
    why: FreeText
    board: BoardNumber | None = None
    seats: Seating | None = None


class LineSettled(Fact, frozen=True):
    """A line that waited for a person was settled; `of`: the event that had set the line aside."""

    of: EventNumber
    outcome: Settlement
    reason: FreeText = ""


class SettleLine(LineSettled, Command, frozen=True):
    """Settle a line that waits for a person; `of`: the event that set the line aside."""
