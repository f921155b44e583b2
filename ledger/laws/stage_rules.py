"""What a regulation for an event says of its stages: how the scores of a stage's sessions come together, and what a
contestant brings into a stage from the one it qualified from.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BestSessions, LeastSessions
from ledger.laws.regulations import Standings
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


Added = Literal["percent", "matchpoints", "imps", "victory-points", "wins"]
"""What of each session is added up: its percentage, matchpoints, IMPs, victory points, or matches won."""

TieBreak = Literal[
    "between", "last-session", "wins", "imp-quotient", "common-opponents", "swiss-points", "draw", "shared", "again"
]
"""By what equal totals are split (White Book 2025 §3.2): what the tied had between them, their last session, …"""


class StageRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The regulations of one stage, all of them, as the event pins them.

    `weight`: a session's percentage weighs by its `boards`, every session the same (`equal`), or percentages are added
    up as they are (`sum`). `factored`: a session's total is carried to the largest `top` of a board of the stage, or
    to the most there is to have in any `session` of it. `session_unit`: to what that, or a session's percentage, is
    rounded before it is added up. `best`: only so many of a contestant's sessions count, the best; 0 counts all.
    `across`: a board played in several sections of one session is scored across the field, not in each section for
    itself. `per_board`: a contestant's IMPs, as they were scored and not carried up to the boards of the field, are
    divided by the boards it played. `unit`, `rounding`: of a total.
    `winners`: 2 ranks North–South and East–West apart. `least_boards`, `least_sessions`: how much gives a place, in
    boards ('24') or of the most boards ('50%'), and in sessions. `strata`: a stratum is ranked with those below it, or
    by itself. `ties`: what splits equal totals, in this order; what is left is shared. Where a rule has told some of
    the tied apart, those still level go on with the next one; where `again` ends the list, with the first one among
    themselves (federations differ; nobody verified what the White Book means).

    Of a Swiss draw: `bye` is what a round without a match is worth, in what the stage adds up, at most a match won
    where wins are. What a sit-out has is for regulations to say (White Book 2025 §2.4 names 60% for a match that is
    lost to a withdrawal): 12 is 60% of 20 victory points, and nobody verified that an event's byes are worth it. Of an
    `odd` field one has a bye, or three meet one another in half matches; in the `first_round` the upper half by seeds
    meets the lower one, or neighbours meet.
    """

    adds: Added = "percent"
    weight: Literal["boards", "equal", "sum"] = "boards"
    factored: Literal["none", "top", "session"] = "none"
    session_unit: str = "exact"
    best: BestSessions = 0
    across: bool = False
    per_board: bool = False
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP
    winners: Literal[1, 2] = 1
    least_boards: str = "50%"
    least_sessions: LeastSessions = 0
    strata: Literal["and-below", "own"] = "and-below"
    ties: tuple[TieBreak, ...] = ()
    bye: Fraction = Fraction(12)
    odd: Literal["bye", "triangle"] = "bye"
    first_round: Literal["halves", "neighbours"] = "halves"

    @property
    def places(self) -> int:
        """With how many decimals a total is printed: with two, or with as many as it is rounded to."""
        return max(2, len(self.unit.partition(".")[2]))

    @property
    def bye_worth(self) -> Fraction:
        """What a round without a match is worth: where wins are added up, not more than one."""
        return min(self.bye, Fraction(1)) if self.adds == "wins" else self.bye

    @property
    def least(self) -> Standings:
        """How many boards give a place."""
        return Standings(self.least_boards)


def usual_rules(format_: str) -> StageRules:
    """The rules of a stage of which nothing else is said: a Swiss adds up victory points, any other percentages."""
    return StageRules("victory-points") if format_ == "swiss" else StageRules()
