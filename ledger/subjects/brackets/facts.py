"""The knockout stage of a tournament: who was placed where in its bracket, and matches nobody played to their end."""

from typing import Literal, NamedTuple

from ledger.bounds.types import InBracket, Sittings
from ledger.kernel.fact import DecidedOn, DecideOn, Fact
from ledger.kernel.free_text import FreeText

HowDecided = Literal["walk-over", "conceded", "director"]
"""Why boards did not decide: the other side did not appear, gave up, or the director says who goes on."""

ThreeWayBy = Literal["wins", "imps"]
"""What counts first among three of whom two or one go on: matches won, or IMPs won less IMPs lost."""


class BracketSide(Fact, frozen=True):
    """Who plays in a match: a contestant of the tournament, or who goes on from an earlier match.

    `place`: 1 the winner of that match; 2 who goes on beside it from a match of three.
    """

    entrant: str = ""
    feeder: str = ""
    place: InBracket = 1


class BracketMatch(Fact, frozen=True):
    """A match of a bracket: its name in it, its round (1 is the first), two sides or three, how many of them go on."""

    name: str
    round: InBracket
    sides: tuple[BracketSide, ...]
    survivors: InBracket = 1


class BracketDrawn(DecidedOn, frozen=True):
    """The bracket of a stage was drawn: its matches, in order of rounds.

    `segments`: in how many sittings a match of each round is played, as far as it was said; the last holds for all
    that follow. `by`: whether seeds made it, or it was drawn elsewhere. `three_way`: what counts first among three.
    """

    stage: str
    matches: tuple[BracketMatch, ...]
    segments: tuple[Sittings, ...] = ()
    by: Literal["seeds", "matches"] = "seeds"
    three_way: ThreeWayBy = "wins"


class KnockoutDecided(DecidedOn, frozen=True, kw_only=True):
    """Who of two goes on from a match of a bracket, whatever the boards say."""

    stage: str
    match: str
    winner: str
    loser: str
    how: HowDecided
    reason: FreeText = ""


class KnownMeeting(NamedTuple):
    """Two who are to meet, or met, in a match of a bracket: which, on how many boards, and who leads there."""

    match: str
    teams: tuple[str, str]
    boards: int
    leads: str | None


class DrawBracket(DecideOn, frozen=True):
    """Draw the bracket of a stage: by seeds, the best first, or as it was drawn elsewhere, its first round.

    Of the first round each match is said with how many go on from it; one alone has a bye. `three_way`: what counts
    among three; by seeds it has some matches be of three, instead of byes, where the field is no power of two.
    Where neither is said, the office finds the `seeds` when it is decided: the places in the stage `source`, of which
    only so many, the `best`, where that is not 0; else who qualified for the stage; else as contestants were entered.
    """

    stage: str
    seeds: tuple[str, ...] = ()
    first_round: tuple[tuple[tuple[str, ...], int], ...] = ()
    segments: tuple[int, ...] = ()
    three_way: ThreeWayBy | None = None
    source: str = ""
    best: int = 0


class DecideKnockout(DecideOn, frozen=True):
    """Say who of two goes on: by a walk-over, because the other gave up, or by the director's word.

    What the office finds out when it is decided: `meetings`, who meets whom in the stage, as far as is known.
    """

    stage: str
    winner: str
    loser: str
    how: HowDecided
    reason: str = ""
    meetings: tuple[KnownMeeting, ...] = ()


BracketCommand = DrawBracket | DecideKnockout
