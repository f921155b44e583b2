"""The draw of a Swiss round, in the imperative."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from ledger.events.draws import DrawnMatch


class StageKnown(Struct, frozen=True):
    """What the sessions of a stage say before a round is drawn.

    `order`: who can be drawn, by the standing after the round before, or by seeds. `gone`: who cannot, and why. `met`:
    who met before, two by two. `missing`: what is still to come of the rounds before, in words. `played`: the last
    round that has results.
    """

    order: tuple[str, ...] = ()
    gone: Mapping[str, str] = {}
    met: frozenset[frozenset[str]] = frozenset()
    missing: tuple[str, ...] = ()
    played: int = 0


class DrawRound(Struct, frozen=True, kw_only=True):
    """Draw a round of a stage, the next where it is 0: by the rule, or as `matches`, `bye`, `triangle` say, `by_hand`.

    `odd`: what becomes of an odd field, where not as the rules of the stage say. `known` is what the office finds out
    when it is decided.
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
    reason: str = ""
