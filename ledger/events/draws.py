"""The draw of a Swiss round: who is to meet whom, at which table; and that it was taken back.

What was played is in the sessions. Who met somebody else than was drawn is seen there, and judged there.
"""

from ledger.events.fact import Fact
from ledger.events.free_text import FreeText


class DrawnMatch(Fact, frozen=True):
    """Two who are to meet, and the number of their table; the first is the one that stands higher, where one does."""

    at_table: int
    teams: tuple[str, str]


class RoundDrawn(Fact, frozen=True, kw_only=True):
    """A round of a stage was drawn, by the rule, or `by_hand` from outside.

    `bye`: who meets nobody, '' where everybody meets somebody. `triangle`: three who meet one another in half matches.
    `repeats`: who met before may meet again. `early`: drawn although results of the round before were missing.
    """

    stage: str
    round: int
    matches: tuple[DrawnMatch, ...]
    bye: str = ""
    triangle: tuple[str, ...] = ()
    by_hand: bool = False
    repeats: bool = False
    early: bool = False
    reason: FreeText = ""


class DrawRecalled(Fact, frozen=True):
    """The draw of a round was taken back; it can be drawn anew."""

    stage: str
    round: int
    reason: FreeText = ""
