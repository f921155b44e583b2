"""What the director finds of a match, in the imperative."""

from ledger.commands.rulings import Reopenable
from ledger.events.matches import PointsBeside


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


class FindMismatch(Reopenable, frozen=True, kw_only=True):
    """Say that a contestant met the wrong opponent, and who was right; where several draws were, all of them.

    `beside`: what the opponents had before the round that the session does not know, where it is of a Swiss stage
    (`ledger.overall.swiss_points`): the office finds it when the mismatch is decided.
    """

    contestant: str
    opponent: str
    round: int
    correct: tuple[str, ...]
    at_fault: bool
    beside: tuple[PointsBeside, ...] = ()
    reason: str = ""


MatchCommand = ShortenMatch | VoidMatch | FindMismatch
