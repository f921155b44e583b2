"""Findings of the director on matches, and bare results of matches whose boards were not kept."""

from collections.abc import Collection
from fractions import Fraction
from typing import Literal

from ledger.bounds.types import BoardNumber, RoundNumber
from ledger.kernel.fact import DecidedAcrossStreams, Fact, StreamHead
from ledger.kernel.free_text import FreeText
from ledger.subjects.reopening import Reopenable

MatchUnit = Literal["IMP", "VP", "points"]
"""The unit of a bare result."""


class _OfMatch(Fact, frozen=True):
    teams: tuple[str, str]
    boards: tuple[BoardNumber, ...]


class MatchFinding(_OfMatch, frozen=True, kw_only=True):
    """A director's finding on a match: the contestants, the boards, the round, and the side at fault.

    `at_fault`: one or both of the two contestants; `director`: the fault is the director's, or of staff he answers for.
    """

    at_fault: tuple[str, ...] = ()
    director: bool = False
    round: RoundNumber | None = None
    reason: FreeText = ""

    @property
    def called_off(self) -> tuple[int, ...]:
        """The boards of the match that count for nothing, played or not."""
        return self.boards

    def is_of(self, teams: Collection[str], round_: int | None) -> bool:
        """Return whether the finding is on a match of two teams in a round; an unstated round fits any."""
        return {*teams} == {*self.teams} and (None in (round_, self.round) or round_ == self.round)


class MatchShortened(MatchFinding, frozen=True, kw_only=True):
    """Boards were `removed` from a match; at least half of its boards remained to be played."""

    removed: tuple[BoardNumber, ...]

    @property
    def called_off(self) -> tuple[int, ...]:
        """The removed boards."""
        return self.removed


class MatchVoided(MatchFinding, frozen=True, kw_only=True):
    """A match was declared void: less than half could be played, or (`wrong_seating`) all sat wrongly."""

    wrong_seating: bool = False


class MatchScored(MatchFinding, frozen=True, kw_only=True):
    """The result of a match without its boards was recorded: two scores in the order of `teams`, in a `unit`.

    'IMP': the IMPs each side won; 'VP': the victory points; 'points': the points of board-a-match.
    """

    scores: tuple[Fraction, Fraction]
    unit: MatchUnit = "IMP"

    def of(self, team: str) -> Fraction:
        """Return a team's score in the match, in the unit of the recorded result."""
        return self.scores[self.teams.index(team)]


class OutsidePoints(Fact, frozen=True):
    """The victory points a contestant had before a round from elsewhere than the session's own matches.

    They come from a bye, a carry-forward, an earlier sitting, or a half match; a deduction is negative.
    """

    contestant: str
    points: Fraction


class MismatchFound(DecidedAcrossStreams, frozen=True, kw_only=True):
    """A contestant met a wrong opponent (`met`) in a round; `correct`: the opponents a right draw allowed.

    `beside`: the opponents' points from outside the session when the mismatch was found, which stay fixed. A later
    ruling on a match of the session does change the mismatch's score.
    """

    contestant: str
    met: str
    round: RoundNumber
    correct: tuple[str, ...]
    beside: tuple[OutsidePoints, ...] = ()
    at_fault: bool = False
    reason: FreeText = ""


Finding = MatchShortened | MatchVoided | MatchScored | MismatchFound


class AboutMatch(Reopenable, frozen=True):
    """A command on a match of two; `fault`: the contestant at fault, or 'both', 'director', 'none'."""

    contestants: tuple[str, str]
    boards: tuple[int, ...]
    fault: str = "none"
    round: int | None = None
    reason: str = ""


class ShortenMatch(AboutMatch, frozen=True, kw_only=True):
    """Remove boards from a match."""

    removed: tuple[int, ...]


class VoidMatch(AboutMatch, frozen=True, kw_only=True):
    """Declare a match void."""

    wrong_seating: bool = False


class ScoreMatch(AboutMatch, frozen=True, kw_only=True):
    """Record the result of a match without its boards, in IMPs or points, or (`in_points`) victory points."""

    scores: tuple[Fraction, Fraction]
    in_points: bool = False


class FindMismatch(Reopenable, frozen=True, kw_only=True):
    """Record that a contestant met a wrong opponent; `correct`: all opponents that a right draw allowed.

    For a Swiss stage the office fills in `beside`, the opponents' points from outside the session
    (`ledger.overall.before_a_draw`), and the `heads` of the streams they come from.
    """

    contestant: str
    opponent: str
    round: int
    correct: tuple[str, ...]
    at_fault: bool
    beside: tuple[OutsidePoints, ...] = ()
    heads: tuple[StreamHead, ...] = ()
    reason: str = ""
