"""Lines that wait for a person, in the imperative."""

from typing import Literal

from msgspec import Struct


class SettleLine(Struct, frozen=True):
    """Say what became of a line that was set aside; `of` is the number of the event that set it aside."""

    of: int
    outcome: Literal["resolved", "skipped"]
    reason: str = ""


QueueCommand = SettleLine
