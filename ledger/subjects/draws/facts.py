"""The draw of a Swiss round: who is to meet whom, at which table.

The actual meetings are events of the sessions; a meeting that was not drawn is noticed and judged there.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import RoundNumber, TableNumber
from ledger.kernel.fact import DecideAcrossStreams, DecidedAcrossStreams, Fact
from ledger.kernel.free_text import FreeText


class DrawnMatch(Fact, frozen=True):
    """A match in the draw of a Swiss round, with its table; by rule, the contestant higher in standing is first."""

    at_table: TableNumber
    teams: tuple[str, str]


class RoundDrawn(DecidedAcrossStreams, frozen=True, kw_only=True):
    """A Swiss round was drawn, by the rules of its stage or `by_hand`.

    `bye`: the contestant without opponent, '' if none. `triangle`: three who meet one another in half matches.
    `repeats`: opponents may meet again. `early`: drawn while results up to the standing used were missing.
    `after_round`: drawn in arrears, by the standing after this round; None: after the round before.
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
        """The round after which the standing decided the draw; 0: the seeds decided it."""
        return self.round - 1 if self.after_round is None else self.after_round


class StageFacts(Struct, frozen=True):
    """The facts about the sessions of a Swiss stage that a draw of its next round needs.

    `order`: the contestants to draw, by standing or seeds. `gone`: the contestants who cannot be drawn, each with the
    reason. `met`: pairs of contestants who have met. `missing`: results still missing up to the standing used, in
    words. `played`: the last round with results.
    """

    order: tuple[str, ...] = ()
    gone: Mapping[str, str] = {}
    met: frozenset[frozenset[str]] = frozenset()
    missing: tuple[str, ...] = ()
    played: int = 0


class DrawRound(DecideAcrossStreams, frozen=True, kw_only=True):
    """Draw a Swiss round (0: the next) by the rules of its stage, or record one drawn `by_hand`.

    `matches`, `bye`, `triangle`: the draw made by hand. `odd`: how to treat an odd field, if not by the rules.
    `after_round`: draw by the standing after this round (0: by seeds), not after the round before. `repeat`: opponents
    may meet again. `early`: draw though results are missing. The office fills in `known`.
    """

    stage: str
    round: int = 0
    known: StageFacts = StageFacts()
    by_hand: bool = False
    matches: tuple[DrawnMatch, ...] = ()
    bye: str = ""
    triangle: tuple[str, ...] = ()
    odd: Literal["bye", "triangle"] | None = None
    repeat: bool = False
    early: bool = False
    after_round: int | None = None
    reason: str = ""
