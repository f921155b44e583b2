"""What is told of a match beside its boards: findings of the director, and the result where no boards were kept."""

from collections.abc import Collection
from fractions import Fraction
from typing import Literal

from ledger.bounds.types import BoardNumber, RoundNumber
from ledger.kernel.fact import DecidedOn, Fact, StreamHead
from ledger.kernel.free_text import FreeText
from ledger.subjects.reopening import Reopenable

MatchUnit = Literal["IMP", "VP", "points"]
"""In what a bare result is told."""


class _OfMatch(Fact, frozen=True):
    teams: tuple[str, str]
    boards: tuple[BoardNumber, ...]


class OfMatch(_OfMatch, frozen=True, kw_only=True):
    """What is about a match: the two teams or pairs, over which boards, in which round, and whose fault it was.

    `at_fault` are those of the two; `director`: it was the director's, or whoever's he answers for.
    """

    at_fault: tuple[str, ...] = ()
    director: bool = False
    round: RoundNumber | None = None
    reason: FreeText = ""

    @property
    def called_off(self) -> tuple[int, ...]:
        """The boards that count for nothing in the match, whether they were played or not."""
        return self.boards

    def is_of(self, teams: Collection[str], round_: int | None) -> bool:
        """Whether it is about the match of these two in a round; a round that nobody said may be any."""
        return {*teams} == {*self.teams} and (None in (round_, self.round) or round_ == self.round)


class MatchShortened(OfMatch, frozen=True, kw_only=True):
    """Boards were `removed` from a match of which at least half could be played."""

    removed: tuple[BoardNumber, ...]

    @property
    def called_off(self) -> tuple[int, ...]:
        """Those that were removed."""
        return self.removed


class MatchVoided(OfMatch, frozen=True, kw_only=True):
    """A match was void: less than half of it could be played; or `wrong_seating`: nobody sat where he should."""

    wrong_seating: bool = False


class MatchScored(OfMatch, frozen=True, kw_only=True):
    """The bare result of a match whose boards were not kept: what each of the two has, in the order of `teams`.

    In `IMP`, as won by each, or `VP` after the conversion; the points of board-a-match are in `points`.
    """

    scores: tuple[Fraction, Fraction]
    unit: MatchUnit = "IMP"

    def of(self, team: str) -> Fraction:
        """What one of the two has."""
        return self.scores[self.teams.index(team)]


class PointsBeside(Fact, frozen=True):
    """The victory points a contestant had before a round beside those of its matches in the session (less than 0: off).

    A bye, what it carried in, an earlier sitting, half of a half match: what the session does not know by itself.
    """

    contestant: str
    points: Fraction


class MismatchFound(DecidedOn, frozen=True, kw_only=True):
    """A contestant `met` the wrong opponent in a round; `correct` are those a right draw could have given it.

    `beside`: what the opponents had beside their matches in the session when it was found. A later ruling on a match of
    the session moves what the mismatch is worth; what is said here stays.
    """

    contestant: str
    met: str
    round: RoundNumber
    correct: tuple[str, ...]
    beside: tuple[PointsBeside, ...] = ()
    at_fault: bool = False
    reason: FreeText = ""


Finding = MatchShortened | MatchVoided | MatchScored | MismatchFound


class _AboutMatch(Reopenable, frozen=True):
    contestants: tuple[str, str]
    boards: tuple[int, ...]


class AboutMatch(_AboutMatch, frozen=True, kw_only=True):
    """What is about a match of two contestants over some boards; `fault`: theirs, or 'both', 'director', 'none'."""

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
    """Enter the bare result of a match: what each has, in IMPs (or points of board-a-match), or in victory points."""

    scores: tuple[Fraction, Fraction]
    in_points: bool = False


class FindMismatch(Reopenable, frozen=True, kw_only=True):
    """Say that a contestant met the wrong opponent, and who was right; where several draws were, all of them.

    `beside`: what the opponents had before the round that the session does not know, where it is of a Swiss stage
    (`ledger.overall.before_a_draw`), and the `heads` of the streams that say so: the office finds them when the
    mismatch is decided.
    """

    contestant: str
    opponent: str
    round: int
    correct: tuple[str, ...]
    at_fault: bool
    beside: tuple[PointsBeside, ...] = ()
    heads: tuple[StreamHead, ...] = ()
    reason: str = ""


MatchCommand = ShortenMatch | VoidMatch | ScoreMatch | FindMismatch
