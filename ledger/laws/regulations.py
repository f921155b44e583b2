"""Regulations: everything the arithmetic depends on that the Laws leave to the organiser. They are data.

What each of them means, what each of its values does, and where it comes from is said once, in `regulations.toml`,
which `ledger.laws.profile_loader` reads. Here are the types, the defaults, and what follows of them alone;
and what a penalty may be in.

A profile is a TOML file of these tables, and states only what differs from the defaults, which stand here and nowhere
else. `SessionOpened` pins the *resolved* values, all of them, so an old session keeps its numbers when a profile or a
default changes: these tables are never recorded without their defaults.

Times are microseconds UTC. A period includes its last moment, and while nothing has begun it, it has no end.

The rules of stages say how the scores of a stage's sessions come together, and what a contestant brings into a stage
from the one it qualified from.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import (
    AverageImps,
    BestSessions,
    BoardNumber,
    Boards,
    ImpsOfComparison,
    LeastSessions,
    Margin,
    Minutes,
    Percent,
)
from ledger.bridge.scales import PercentLine
from ledger.digests import REGULATIONS
from ledger.laws.rounding import Rounding

_MICROSECONDS_A_MINUTE = 60_000_000


def deadline(start: int | None, minutes: int) -> int | None:
    """When a period that began then ends; None while it has not begun.

    >>> deadline(0, 30), deadline(None, 30)
    (1800000000, None)
    """
    return None if start is None else start + minutes * _MICROSECONDS_A_MINUTE


def in_time(at: int, ends: int | None) -> bool:
    """Whether something comes within a period (golden D35, D44).

    >>> in_time(30, 30), in_time(31, 30), in_time(31, None)
    (True, False, True)
    """
    return ends is None or at <= ends


class Matchpoints(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 78A: the scale, boards with fewer results, and what others see of a weighted score."""

    scale: Literal["2/1/0", "1/0.5/0", "ascherman"] = "2/1/0"
    fewer_results: Literal["neuberg", "small-groups", "acbl-groups", "shrink", "own-top", "proportion"] = "neuberg"
    weighted_field: Literal["fractional", "excluded", "heaviest"] = "fractional"

    @property
    def tie(self) -> Fraction:
        """Matchpoints for a tie; a win is worth twice that."""
        return Fraction(1, 2) if self.scale == "1/0.5/0" else Fraction(1)

    @property
    def with_itself(self) -> int:
        """What a result earns against itself: 1 in Ascherman's scale (golden D33)."""
        return 1 if self.scale == "ascherman" else 0


class BoardRounding(Struct, frozen=True, forbid_unknown_fields=True):
    """Rounding of one contestant's score on one board: 'exact', or a unit such as '0.1'."""

    unit: str = "exact"
    rounding: Rounding = Rounding.HALF_AWAY_FROM_AVERAGE


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """The session total: carried up for boards not played, then rounded."""

    factoring: Literal["field", "session", "none"] = "field"
    sum_unit: str = "exact"
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP


class Percentages(Struct, frozen=True, forbid_unknown_fields=True):
    """The percentage: of what it is, and how it is rounded."""

    of: Literal["exact-sum", "rounded-total"] = "exact-sum"
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP


class Imps(Struct, frozen=True, forbid_unknown_fields=True):
    """The rounding of IMPs on a board, `board` of teams and `last` of pairs, and of their total."""

    board: BoardRounding = BoardRounding()
    last: BoardRounding = BoardRounding()
    total: Totals = Totals()


class Butler(Struct, frozen=True, forbid_unknown_fields=True):
    """The datum: how many results it leaves out at each end, and the rounding of their mean."""

    trim: Literal["0", "1", "2", "5%"] = "0"
    unit: str = "10"
    rounding: Rounding = Rounding.HALF_AWAY_FROM_AVERAGE


class CrossImps(Struct, frozen=True, forbid_unknown_fields=True):
    """By what the sum of the comparisons is divided, and what one comparison can be."""

    divisor: Literal["none", "comparisons", "results"] = "comparisons"
    fewer_results: Literal["comparisons", "results"] = "comparisons"
    most: ImpsOfComparison = 24


class PointABoard(Struct, frozen=True, forbid_unknown_fields=True):
    """Board-a-match: what a board won, tied and lost is worth to a team."""

    scale: Literal["1/0.5/0", "2/1/0"] = "1/0.5/0"


Average = Literal["A+", "A", "A-"]


class Further(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Law 12C2(d): what an award is once the contestant had no result on so many boards before, in order of play."""

    award: Average
    boards: BoardNumber
    then: Average


class ArtificialRegulations(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 12C2: what A+ and A− are in IMPs, what the other boards of 12C2(c) are, and 12C2(d)."""

    imps_plus: AverageImps = 3
    imps_minus: AverageImps = -3
    session_imps: Literal["both", "plus"] = "both"
    window: Literal["session", "match", "stage", "by-event"] = "session"
    percents: Literal["fixed", "grades"] = "fixed"
    further: tuple[Further, ...] = ()


class SelfInflictedDamage(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 12C1(e): are weighted outcomes weighed before the formula, and what does the field see?"""

    weighted: Literal["weight-first", "per-component"] = "weight-first"
    field: Literal["table-result", "assigned-b", "signed-mixture"] = "table-result"


class Knockout(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 12C4: when the scores of a board that does not balance are rounded."""

    rounded: Literal["before", "after", "never"] = "never"


class Matches(Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points of matches: of teams by a scale, of pairs by the percentage of the match."""

    vp: Literal["continuous", "discrete", "table", "none"] = "continuous"
    table: tuple[tuple[Margin, str, str], ...] = ()
    half: Literal["halved", "doubled"] = "halved"
    pairs: Literal["none", "converted"] = "none"
    percent_full: tuple[PercentLine, ...] = ()
    percent_half: tuple[PercentLine, ...] = ()


class Penalties(Struct, frozen=True, forbid_unknown_fields=True):
    """Laws 90, 91: penalties with a name, each in the units there are."""

    named: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """What directors may award."""

    skewed: bool = False


class Participation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a contestant has who sits out, and what becomes of the scores against one who withdraws."""

    sit_out: Literal["none", "60%", "average", "own-average", "average-plus"] = "none"
    all_play_all: Literal["teams", "always", "never"] = "teams"
    indemnity: Percent = 60
    indemnity_boards: Boards = 3


class Standings(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is ranked: with at least so many boards, or with that share of the most that anybody of the field has."""

    least_boards: str = "50%"

    def least(self, most: int) -> Fraction:
        """The fewest boards that give a place, where the most that anybody has are so many.

        >>> Standings("50%").least(9), Standings("12").least(9)
        (Fraction(9, 2), Fraction(9, 1))
        """
        if self.least_boards.endswith("%"):
            return most * Fraction(self.least_boards[:-1]) / 100
        return Fraction(min(int(self.least_boards), most))

    def beyond(self, most: int) -> str:
        """What is to be said where more boards are wanted than anybody has; '' where they are not.

        >>> Standings("500").beyond(24), Standings("12").beyond(24)
        ('500 boards are wanted for a place, and nobody has more than 24: so 24 will do', '')
        """
        if self.least_boards.endswith("%") or not 0 < most < int(self.least_boards):
            return ""
        wanted = int(self.least_boards)
        return f"{wanted} boards are wanted for a place, and nobody has more than {most}: so {most} will do"


class Periods(Struct, frozen=True, forbid_unknown_fields=True):
    """How long scores may be corrected (Law 79C) and rulings asked for and appealed (Law 92B); who hears appeals."""

    correction_minutes: Minutes = 30
    appeal_minutes: Minutes = 30
    later_rulings: Literal["given", "notified"] = "given"
    withdrawal: Literal["with-leave", "free"] = "with-leave"
    first_instance: Literal["committee", "reviewer"] = "committee"


class Regulations(Struct, frozen=True, forbid_unknown_fields=True):
    """The regulations of a session; `unverified` names values taken from memory, which `session show` marks."""

    profile: str
    title: str
    matchpoints: Matchpoints = Matchpoints()
    board: BoardRounding = BoardRounding()
    total: Totals = Totals()
    percent: Percentages = Percentages()
    imps: Imps = Imps()
    butler: Butler = Butler()
    cross_imps: CrossImps = CrossImps()
    board_a_match: PointABoard = PointABoard()
    knockout: Knockout = Knockout()
    matches: Matches = Matches()
    artificial: ArtificialRegulations = ArtificialRegulations()
    self_inflicted: SelfInflictedDamage = SelfInflictedDamage()
    rulings: Rulings = Rulings()
    penalties: Penalties = Penalties()
    participation: Participation = Participation()
    standings: Standings = Standings()
    periods: Periods = Periods()
    unverified: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Over what they are called and every value of them, as canonical JSON: 64 hexadecimal digits."""
        return REGULATIONS.of_value(self)


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
