"""The draw of a Swiss round: who is to meet whom, at which table, and that it was taken back.

The sessions say who really met; a meeting that was not drawn is seen and judged there.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import RoundNumber, TableNumber
from ledger.kernel.fact import DecidedOn, DecideOn, Fact
from ledger.kernel.free_text import FreeText


class DrawnMatch(Fact, frozen=True):
    """Two who are to meet, and the number of their table; the first is the one that stands higher, where one does."""

    at_table: TableNumber
    teams: tuple[str, str]


class RoundDrawn(DecidedOn, frozen=True, kw_only=True):
    """A round of a stage was drawn, by the rule, or `by_hand` from outside.

    `bye`: who meets nobody, '' where everybody meets somebody. `triangle`: three who meet one another in half matches.
    `repeats`: who met before may meet again. `early`: drawn although results of the round before were missing.
    `after_round`: by the standing after which round it was drawn, in arrears; None: after the one before, as is usual.
    """

    stage: str
    round: RoundNumber
    matches: tuple[DrawnMatch, ...]
    bye: str = ""
    triangle: tuple[str, ...] = ()
    by_hand: bool = False
    repeats: bool = False
    early: bool = False
    after_round: RoundNumber | None = None
    reason: FreeText = ""

    @property
    def by_round(self) -> int:
        """The round after which the standing was that it was drawn by; 0: by seeds."""
        return self.round - 1 if self.after_round is None else self.after_round


class StageKnown(Struct, frozen=True):
    """What the sessions of a stage say before a round is drawn.

    `order`: who can be drawn, by the standing it is drawn by, or by seeds. `gone`: who cannot, and why. `met`: who met
    before, two by two. `missing`: what is still to come of the round that this standing is after, in words. `played`:
    the last round that has results.
    """

    order: tuple[str, ...] = ()
    gone: Mapping[str, str] = {}
    met: frozenset[frozenset[str]] = frozenset()
    missing: tuple[str, ...] = ()
    played: int = 0


class DrawRound(DecideOn, frozen=True, kw_only=True):
    """Draw a round of a stage, the next where it is 0: by the rule, or as `matches`, `bye`, `triangle` say, `by_hand`.

    `odd`: what becomes of an odd field, where not as the rules of the stage say. `after_round`: by the standing after
    which round, 0 by seeds, where not after the one before. `known` is what the office finds out when it is decided.
    """

    stage: str
    round: int = 0
    known: StageKnown = StageKnown()
    by_hand: bool = False
    matches: tuple[DrawnMatch, ...] = ()
    bye: str = ""
    triangle: tuple[str, ...] = ()
    odd: Literal["bye", "triangle"] | None = None
    repeat: bool = False
    early: bool = False
    after_round: int | None = None
    reason: str = ""
