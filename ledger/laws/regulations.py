"""Regulations: everything the arithmetic depends on that the Laws leave to the organiser.

This module holds types, defaults and what follows from them alone; `regulations.toml` describes every value, and
`ledger.laws.profile_loader` reads both it and profiles (TOML files that state only differences from the defaults).
`SessionOpened` pins all resolved values, so that an old session keeps its numbers when a profile or default changes.
Times are microseconds UTC. A period includes its last moment; a period that has not begun has no end.
"""

from fractions import Fraction
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

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
from ledger.laws.edition import SHIPPED, Edition, edition_of
from ledger.laws.rounding import Rounding, read_decimal

_MICROSECONDS_A_MINUTE = 60_000_000


def deadline(start: int | None, minutes: int) -> int | None:
    """Return the end (µs) of a period of so many minutes from `start`; None if the period has not begun.

    >>> deadline(0, 30), deadline(None, 30)
    (1800000000, None)
    """
    return None if start is None else start + minutes * _MICROSECONDS_A_MINUTE


def in_time(at: int, ends: int | None) -> bool:
    """Return True if a time is not after the end of a period; `ends` is None while the period has not begun (D35, D44).

    >>> in_time(30, 30), in_time(31, 30), in_time(31, None)
    (True, False, True)
    """
    return ends is None or at <= ends


class Matchpoints(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of Law 78A: the scale, boards with too few results, and how other tables are compared with a weighting."""

    scale: Literal["2/1/0", "1/0.5/0", "ascherman"] = "2/1/0"
    fewer_results: Literal["neuberg", "small-groups", "acbl-groups", "shrink", "own-top", "proportion"] = "neuberg"
    weighted_field: Literal["fractional", "excluded", "heaviest"] = "fractional"

    @property
    def tie(self) -> Fraction:
        """The matchpoints for a tie; a win earns twice as many."""
        return Fraction(1, 2) if self.scale == "1/0.5/0" else Fraction(1)

    @property
    def with_itself(self) -> int:
        """The matchpoints of a result compared with itself: 1 in Ascherman's scale (golden D33), else 0."""
        return 1 if self.scale == "ascherman" else 0


class BoardRounding(Struct, frozen=True, forbid_unknown_fields=True):
    """The rounding of a contestant's score on one board: 'exact', or a unit ('0.1')."""

    unit: str = "exact"
    rounding: Rounding = Rounding.HALF_AWAY_FROM_AVERAGE


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a session total: how a contestant with fewer boards is factored, and how the total is rounded."""

    factoring: Literal["field", "session", "none"] = "field"
    sum_unit: str = "exact"
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP


class Percentages(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of a percentage: whether the exact or the rounded total is divided, and how the percentage is rounded."""

    of: Literal["exact-sum", "rounded-total"] = "exact-sum"
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP


class Imps(Struct, frozen=True, forbid_unknown_fields=True):
    """The rounding of IMPs: on a board of teams (`board`), on a board of pairs (`last`), and of the total."""

    board: BoardRounding = BoardRounding()
    last: BoardRounding = BoardRounding()
    total: Totals = Totals()


class Butler(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of the Butler datum: how many results are left out at each end, and how the mean is rounded."""

    trim: Literal["0", "1", "2", "5%", "1/7", "median"] = "0"
    unit: str = "10"
    rounding: Rounding = Rounding.HALF_AWAY_FROM_AVERAGE


class CrossImps(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of cross-IMPs: the divisor of a sum, boards with fewer results, and the maximum of one comparison."""

    divisor: Literal["none", "comparisons", "results"] = "comparisons"
    fewer_results: Literal["comparisons", "results"] = "comparisons"
    most: ImpsOfComparison = 24


class PointABoard(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of board-a-match: the points for a board won, tied and lost."""

    scale: Literal["1/0.5/0", "2/1/0"] = "1/0.5/0"


Average = Literal["A+", "A", "A-"]


class FurtherAward(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Law 12C2(d): after `boards` earlier boards without a result, the award `award` becomes `then`."""

    award: Average
    boards: BoardNumber
    then: Average


class ArtificialRegulations(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of Law 12C2: A+ and A− in IMPs, which boards Law 12C2(c) compares, and further awards (12C2(d))."""

    imps_plus: AverageImps = 3
    imps_minus: AverageImps = -3
    session_imps: Literal["both", "plus"] = "both"
    window: Literal["session", "match", "stage", "by-event"] = "session"
    percents: Literal["fixed", "grades"] = "fixed"
    further: tuple[FurtherAward, ...] = ()


class SelfInflictedDamage(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of Law 12C1(e): whether outcomes are weighted before the formula, and what others are compared with."""

    weighted: Literal["weight-first", "per-component"] = "weight-first"
    field: Literal["table-result", "assigned-b", "signed-mixture"] = "table-result"


class Knockout(Struct, frozen=True, forbid_unknown_fields=True):
    """Rule of Law 12C4: whether scores that do not balance are rounded before or after averaging, or never."""

    rounded: Literal["before", "after", "never"] = "never"


AlsoScoredAs = Literal["teams", "board-a-match", "total-points"]
"""A form of scoring whose margin, too, counts in a match."""


class Matches(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of victory points: a scale for matches of teams, and percentages for matches of pairs.

    `also`: further forms of scoring, each with the table by which its margin adds victory points (Patton, hybrid).
    """

    vp: Literal["continuous", "discrete", "table", "none"] = "continuous"
    table: tuple[tuple[Margin, str, str], ...] = ()
    half: Literal["halved", "doubled"] = "halved"
    pairs: Literal["none", "converted"] = "none"
    percent_full: tuple[PercentLine, ...] = ()
    percent_half: tuple[PercentLine, ...] = ()
    # not written where there is none: the digests of sessions without it stay as they are
    also: tuple[tuple[AlsoScoredAs, tuple[tuple[Margin, str, str], ...]], ...] | UnsetType = UNSET

    @property
    def further_forms(self) -> tuple[tuple[AlsoScoredAs, tuple[tuple[int, str, str], ...]], ...]:
        """The further forms of scoring with their tables; () for none."""
        return self.also if isinstance(self.also, tuple) else ()


def check_match_tables(matches: Matches) -> None:
    """Refuse tables of victory points (ValueError): margins that do not rise, a loser with more, a form twice."""
    for name, table in (
        ("matches.table", matches.table),
        *(("matches.also", table) for _, table in matches.further_forms),
    ):
        margins, of_vp = [margin for margin, _, _ in table], name == "matches.table"
        if bool(margins) != (matches.vp == "table" or not of_vp) or margins != sorted(set(margins)):
            expected = f"{name}: lines [largest margin, winner's VPs, loser's VPs], margins rising"
            raise ValueError(expected + ", with vp = 'table' only" * of_vp)
        for _, winner, loser in table:
            if read_decimal(winner) < read_decimal(loser):
                raise ValueError(f"{name}: the winner has {winner} and the loser {loser}")
    if len({form for form, _ in matches.further_forms}) < len(matches.further_forms):
        raise ValueError("matches.also: each form only once")


class Penalties(Struct, frozen=True, forbid_unknown_fields=True):
    """The named penalties (Laws 90, 91), each with an amount in several units: ('standard', ('25%', '6IMP'))."""

    named: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of awards allowed; `skewed`: a weighting for the non-offenders, one full result for the offenders."""

    skewed: bool = False


class Participation(Struct, frozen=True, forbid_unknown_fields=True):
    """Scores for sitting out, the validity of scores against a withdrawn contestant, indemnity points (Law 88)."""

    sit_out: Literal["none", "60%", "average", "own-average", "average-plus"] = "none"
    all_play_all: Literal["teams", "always", "never"] = "teams"
    indemnity: Percent = 60
    indemnity_boards: Boards = 3


class Standings(Struct, frozen=True, forbid_unknown_fields=True):
    """The fewest boards that give a place in the ranking: a number, or a per cent of the most boards anybody played."""

    least_boards: str = "50%"

    def least(self, most: int) -> Fraction:
        """Return the fewest boards that give a place in the ranking, never above `most`: a contestant's most boards.

        >>> Standings("50%").least(9), Standings("12").least(9)
        (Fraction(9, 2), Fraction(9, 1))
        """
        if self.least_boards.endswith("%"):
            return most * Fraction(self.least_boards[:-1]) / 100
        return Fraction(min(int(self.least_boards), most))

    def beyond(self, most: int) -> str:
        """Return a remark if the regulations require more boards than any contestant has (`most`); else ''.

        >>> Standings("500").beyond(24), Standings("12").beyond(24)
        ('500 boards are wanted for a place, and nobody has more than 24: so 24 will do', '')
        """
        if self.least_boards.endswith("%") or not 0 < most < int(self.least_boards):
            return ""
        wanted = int(self.least_boards)
        return f"{wanted} boards are wanted for a place, and nobody has more than {most}: so {most} will do"


class Periods(Struct, frozen=True, forbid_unknown_fields=True):
    """The periods for corrections (Law 79C), rulings and appeals (Law 92B); withdrawal and first hearing of appeals."""

    correction_minutes: Minutes = 30
    appeal_minutes: Minutes = 30
    later_rulings: Literal["given", "notified"] = "given"
    withdrawal: Literal["with-leave", "free"] = "with-leave"
    first_instance: Literal["committee", "reviewer"] = "committee"


class Regulations(Struct, frozen=True, forbid_unknown_fields=True):
    """The regulations of a session; `unverified`: the names of values that nobody has checked against a text.

    `laws`: the edition of the Laws; a citation means its paragraph.
    """

    profile: str
    title: str
    laws: str = SHIPPED
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
    def edition(self) -> Edition:
        """The edition of the Laws."""
        return edition_of(self.laws)

    def cited(self, matter: str) -> str | None:
        """Return the paragraph of the Laws about a matter, as it is printed; None if the edition has none."""
        return self.edition.cited(matter)

    def law(self, matter: str, text: str = " (Law %s)") -> str:
        """Return the paragraph about a matter within a text; '' if the edition has none."""
        return self.edition.law(matter, text)

    @property
    def digest(self) -> str:
        """The digest of the regulations, names and all values, as canonical JSON: 64 hexadecimal digits."""
        return REGULATIONS.of_value(self)


CarryBy = Literal["white-book", "over-average", "share", "table", "spread", "matches"]
"""The rule of a carry-forward.

`white-book`: ½ × SQ × (NumQ/MaxQ) × (MaxF/NumF), matchpoints into matchpoints (White Book §3.8); `over-average`: a
share of the score over average; `share`: a share of the score (half the victory points); `table`: figures by place;
`spread`: evenly from the first figure for the first qualifier to the second for the last; `matches`: what was scored
in the matches between those who qualified.
"""


class CarryRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules for the amount of a carry-forward, in the unit of the receiving stage.

    `share`: the part carried (the half of §3.8 is a regulation too); None: the usual part, see `part`. `figures`: of a
    table or a spread. `top`: the announced top of a board in the receiving stage; None: as its sessions have it.
    """

    by: CarryBy
    share: Fraction | None = None
    figures: tuple[Fraction, ...] = ()
    top: Fraction | None = None
    unit: str = "0.01"
    rounding: Rounding = Rounding.HALF_UP

    @property
    def part(self) -> Fraction:
        """The fraction of a score carried forward: as regulated, else all of matches, or half of any other score."""
        if self.share is not None:
            return self.share
        return Fraction(1) if self.by == "matches" else Fraction(1, 2)


Added = Literal["percent", "matchpoints", "imps", "victory-points", "wins"]
"""The figure of each session to add up: percentage, matchpoints, IMPs, victory points, or matches won."""

TieBreak = Literal[
    "between",
    "last-session",
    "wins",
    "wins-share",
    "imp-quotient",
    "net-imps",
    "count-back",
    "common-opponents",
    "swiss-points",
    "opponents-by-partners",
    "draw",
    "shared",
    "again",
]
"""The rules that split equal totals (White Book 2025 §3.2): results between the tied, their last session, …"""


class StageRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The regulations of one stage, as stated in its event.

    `weight`: a session's percentage weighs by its `boards`, equally (`equal`), or percentages are added up (`sum`).
    `factored`: totals of sessions are carried up to the largest `top` of a board of the stage, or to the most
    matchpoints available in any `session`. `session_unit`: the rounding of a session's factored total or percentage
    before adding up. `best`: the number of best sessions that count; 0 counts all. `across`: boards are scored across
    all sections. `per_board`: IMPs are divided by the boards played. `unit`, `rounding`: of a total.

    `winners`: 2 ranks North–South and East–West apart. `least_boards` ('24', or '50%' of the most boards),
    `least_sessions`: the minimum for a place. `strata`: a stratum is ranked with those below, or alone. `ties`: the
    rules for equal totals, in order; contestants a rule leaves level go on with the next rule, or with the first one
    again where `again` ends the list (federations differ; nobody verified the White Book's meaning).

    `bye`: the worth of a round without a match, at most one win where wins are added up. `odd`: the treatment
    of an odd field, a bye or a triangle of half matches. `first_round`: the upper half by seeds meets the lower one, or
    neighbours meet.
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
    # 60% of 20 VPs: White Book 2025 §2.4 has 60% for a match lost to a withdrawal; nobody verified it for byes
    bye: Fraction = Fraction(12)
    odd: Literal["bye", "triangle"] = "bye"
    first_round: Literal["halves", "neighbours"] = "halves"

    @property
    def places(self) -> int:
        """The number of decimals of a printed total: as many as its rounding has, at least two."""
        return max(2, len(self.unit.partition(".")[2]))

    @property
    def bye_worth(self) -> Fraction:
        """The score for a round without a match; at most 1 if the stage adds up wins."""
        return min(self.bye, Fraction(1)) if self.adds == "wins" else self.bye

    @property
    def least(self) -> Standings:
        """The rule for the fewest boards that give a place in the ranking."""
        return Standings(self.least_boards)


def usual_rules(format_: str) -> StageRules:
    """Return the default rules of a stage: a Swiss adds up victory points, any other format percentages."""
    return StageRules("victory-points") if format_ == "swiss" else StageRules()
