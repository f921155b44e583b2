"""What a contestant brings into a stage from the one it qualified from: a regulation of the two stages."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.laws.rounding import Rounding

CarryBy = Literal["white-book", "over-average", "share", "table", "spread", "matches"]
"""By what is carried.

`white-book`: ½ × SQ × (NumQ/MaxQ) × (MaxF/NumF), matchpoints into matchpoints (White Book §3.8); `over-average`: a
share of the score over average; `share`: a share of the score (half the victory points); `table`: figures by place;
`spread`: evenly from the first figure for the first qualifier to the second for the last; `matches`: what was scored
in the matches between those who qualified.
"""


class CarryRules(Struct, frozen=True, forbid_unknown_fields=True):
    """How much is carried, in what the receiving stage adds up.

    `share`: which part (the half of §3.8 is a figure of the regulation too); None: the usual one, see `part`.
    `figures`: of a table or a spread. `top`: of a board in the receiving stage, where it is announced before
    that has results; None: as its sessions have it.
    """

    by: CarryBy
    share: Fraction | None = None
    figures: tuple[Fraction, ...] = ()
    top: Fraction | None = None
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP

    @property
    def part(self) -> Fraction:
        """Which part is carried: where nothing else is said all of the matches, of anything else the half."""
        if self.share is not None:
            return self.share
        return Fraction(1) if self.by == "matches" else Fraction(1, 2)
