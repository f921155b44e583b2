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
    """Draw a round of a stage: by the rule, or as `matches`, `bye` and `triangle` say where `by_hand`.

    `odd`: what becomes of an odd field, where not as the rules of the stage say.
    """

    stage: str
    round: int
    known: StageKnown
    by_hand: bool = False
    matches: tuple[DrawnMatch, ...] = ()
    bye: str = ""
    triangle: tuple[str, ...] = ()
    odd: Literal["bye", "triangle"] | None = None
    repeat: bool = False
    early: bool = False
    reason: str = ""
