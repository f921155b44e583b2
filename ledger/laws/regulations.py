"""Regulations: everything the arithmetic depends on that the Laws leave to the organiser. They are data.

Among them are the correction period and the appeal period (Laws 79C, 92B), when they end and what is in time; and what
a penalty may be in, and how an amount is read.

A profile is a TOML file of these tables, and states only what differs from the defaults, which stand here and nowhere
else. `SessionOpened` pins the *resolved* values, all of them, so an old session keeps its numbers when a profile or a
default changes: these tables are never recorded without their defaults.

Times are microseconds UTC. A period includes its last moment, and while nothing has begun it, it has no end.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bridge.scales import PercentLine
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
    """Law 78A: the scale is for a win, a tie and a loss against each other result.

    `fewer_results`: a board with fewer results than expected is carried up by the Neuberg formula, by the
    fixed percentages of small groups (of up to three, and at most a third of what is expected; in the ACBL's way of up
    to two, and of three beside a larger group; a result alone has 60% both ways, as an artificial score), or its top is
    lowered and its bottom raised, or it keeps its own smaller top, and percentages and totals are of the tops a
    contestant could have had; or it has the same share of the full top as of its own (`proportion`), and the percentage
    is the mean of those of the boards.
    `weighted_field`: a weighted score counts for the others with its fractions, not at all, or as its heaviest outcome.
    """

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
    """The session total: factored up for boards not played, then rounded.

    `factoring`: 'field' to the most boards any contestant of the same direction played, 'session' to the
    most any contestant at all played, 'none'. `sum_unit`: to what a sum is rounded before it is factored.
    """

    factoring: Literal["field", "session", "none"] = "field"
    sum_unit: str = "exact"
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP


class Percentages(Struct, frozen=True, forbid_unknown_fields=True):
    """The percentage: of the exact sum over the boards played, or of the rounded and factored total."""

    of: Literal["exact-sum", "rounded-total"] = "exact-sum"
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP


class Imps(Struct, frozen=True, forbid_unknown_fields=True):
    """The rounding of IMPs on one board, and their total.

    `board` is of teams, whose IMPs make a match or become victory points; `last` is of pairs, Butler and cross-IMPs,
    whose IMPs are the last there is and may have a lesser unit.
    """

    board: BoardRounding = BoardRounding()
    last: BoardRounding = BoardRounding()
    total: Totals = Totals()


class Butler(Struct, frozen=True, forbid_unknown_fields=True):
    """The datum: results cut off at each end ('0', '1', '2', or '5%' of them), and the rounding of their mean."""

    trim: Literal["0", "1", "2", "5%"] = "0"
    unit: str = "10"
    rounding: Rounding = Rounding.HALF_AWAY_FROM_AVERAGE


class CrossImps(Struct, frozen=True, forbid_unknown_fields=True):
    """By what the sum of the comparisons is divided: nothing, their number, or the number of results.

    `fewer_results`: a board with fewer results (A) than expected (E) is carried by its `comparisons`, (E − 1)/(A − 1),
    so that an average is over those there are; or by its `results`, E/A, and what it is divided by is that of a full
    board (White Book §4.2.4; RealBridge). A match of pairs that is converted by XIMPQ is not carried.
    `most`: as many IMPs as one comparison can be; 24, where the scale ends, cuts nothing off.
    """

    divisor: Literal["none", "comparisons", "results"] = "comparisons"
    fewer_results: Literal["comparisons", "results"] = "comparisons"
    most: int = 24


class PointABoard(Struct, frozen=True, forbid_unknown_fields=True):
    """Board-a-match: what a board won, tied and lost is worth to a team; EBUScore prints 2, 1 and 0."""

    scale: Literal["1/0.5/0", "2/1/0"] = "1/0.5/0"


Average = Literal["A+", "A", "A-"]


class Further(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Law 12C2(d): what an award is once the contestant had no result on so many boards before, in order of play."""

    award: Average
    boards: int
    then: Average


class ArtificialRegulations(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 12C2: what A+ and A− are in IMPs, who has the average of 12C2(c) in IMPs and over which boards, and 12C2(d).

    `percents`: whether 60, 50 and 40% awarded to a side are just that, or another way to write A+, A and A−, which
    follow the average of 12C2(c). The European procedures write A60%/A40% and mean the latter ("with good software, the
    computer checks to see whether either score should be adjusted to session average"); elsewhere a director who writes
    a figure although there are A+ and A− wants the figure: `fixed`.
    `window`: the other boards of 12C2(c) are those of the `session` (as the Law has it), of the `match`, or of the
    whole `stage`. What of these was played in other sessions counts where the stage adds up, in its standing and its
    bracket: a session knows its own boards alone. `by-event`, the White Book's rule (8.80.6.1): the match in a Swiss
    and in a knockout, the stage where it is all-play-all (`participation.all_play_all`), elsewhere the session.
    `further`: in lines [award, boards, then], as ["A+", 3, "A"]: after three boards without a result A+ is A.
    """

    imps_plus: int = 3
    imps_minus: int = -3
    session_imps: Literal["both", "plus"] = "both"
    window: Literal["session", "match", "stage", "by-event"] = "session"
    percents: Literal["fixed", "grades"] = "fixed"
    further: tuple[Further, ...] = ()


class SelfInflictedDamage(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 12C1(e): are weighted outcomes weighed before the formula, and what does the field see?"""

    weighted: Literal["weight-first", "per-component"] = "weight-first"
    field: Literal["table-result", "assigned-b", "signed-mixture"] = "table-result"


class Knockout(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 12C4: is each team's score rounded 'before' the averaging, the average 'after', or 'never'?"""

    rounded: Literal["before", "after", "never"] = "never"


class Matches(Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points of a match of teams: the WBF's continuous scale, the discrete one, a table, or IMPs as they are.

    A `table` has lines of the largest margin and the two sides' victory points, smallest margin first; the last line is
    for every larger margin too. `half`: what a match of teams is worth of which each plays two in a round: `halved`,
    half of what a match of its boards is worth; or `doubled`, what twice the margin over twice the boards is worth,
    halved, in whole victory points by the discrete scale (EBU 10–0). `pairs`: whether matches of pairs are 'converted'
    too, cross-IMPs by the scale of teams (XIMPQ), matchpoints by the percentage of the match: lines of the most boards
    and the percentages up to which the match is drawn, won by one victory point more … (`percent_full`), fewest boards
    first; `percent_half` is for the half matches of one who meets two opponents in a round.
    """

    vp: Literal["continuous", "discrete", "table", "none"] = "continuous"
    table: tuple[tuple[int, str, str], ...] = ()
    half: Literal["halved", "doubled"] = "halved"
    pairs: Literal["none", "converted"] = "none"
    percent_full: tuple[PercentLine, ...] = ()
    percent_half: tuple[PercentLine, ...] = ()


class Penalties(Struct, frozen=True, forbid_unknown_fields=True):
    """Laws 90, 91: penalties with a name, each in the units there are: "standard" is '25%' of a top, '6IMP', '1VP'."""

    named: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """What directors may award. `skewed`: a weighting for the non-offenders, one result in full for the offenders."""

    skewed: bool = False


class Participation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a contestant has who sits out, and what becomes of the scores against one who withdraws.

    `sit_out`: what a scheduled sit-out is worth: no boards at all, 60%, an average, the contestant's own, or an average
    plus, the better of 60% and its own. In matches it is a whole one; of pairs that play a half match in the round and
    sit out the other boards of it, half of one.
    `all_play_all`: which events are advertised as such: matches of 'teams', all ('always'), or none ('never'). Where
    a withdrawal costs a contestant of one a match, it has at least `indemnity` per cent of the victory points; without
    victory points A+ on the first `indemnity_boards` boards and A on the rest.
    """

    sit_out: Literal["none", "60%", "average", "own-average", "average-plus"] = "none"
    all_play_all: Literal["teams", "always", "never"] = "teams"
    indemnity: int = 60
    indemnity_boards: int = 3


class Standings(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is ranked: with at least so many boards ('12'), or so many of the most ('50%'); in matches everybody.

    The most are those that anybody of the field has. '0' ranks everybody.
    """

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
    """How long scores may be corrected (Law 79C) and rulings asked for and appealed (Law 92B), in minutes.

    Both run from when the official score is first available, and include their last moment. A ruling given later has
    the appeal period for itself, from when it was `given` or when both sides were `notified`. `withdrawal`: whether
    an appeal is given up freely or with leave. `first_instance`: whether a `committee` hears appeals, if there is one
    (Law 93), or a `reviewer`; where it is a committee, a reviewer is of the regulating authority above.
    """

    correction_minutes: int = 30
    appeal_minutes: int = 30
    later_rulings: Literal["given", "notified"] = "given"
    withdrawal: Literal["with-leave", "free"] = "with-leave"
    first_instance: Literal["committee", "reviewer"] = "committee"


class Regulations(Struct, frozen=True, forbid_unknown_fields=True):
    """The resolved regulations of one session.

    `unverified` names values taken from memory or inference ('board.unit'), which `session show` marks.
    """

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
