"""The bracket of a knockout stage, and matches decided without boards."""

from typing import Literal, NamedTuple

from ledger.bounds.types import InBracket, Sittings
from ledger.kernel.fact import DecideAcrossStreams, DecidedAcrossStreams, Fact
from ledger.kernel.free_text import FreeText

HowDecided = Literal["walk-over", "conceded", "director"]
"""The reason why boards do not decide: the loser did not appear or gave up, or the director decides."""

ThreeWayBy = Literal["wins", "imps"]
"""The first criterion in a match of three: matches won, or IMPs won less IMPs lost."""


class BracketSide(Fact, frozen=True):
    """One side of a knockout match: an entrant, or a survivor of an earlier match (`feeder`).

    `place`: 1 for that match's winner, 2 for the second survivor of a match of three.
    """

    entrant: str = ""
    feeder: str = ""
    place: InBracket = 1


class BracketMatch(Fact, frozen=True):
    """A knockout match: its name, its round (from 1), two or three sides, and how many of them go on."""

    name: str
    round: InBracket
    sides: tuple[BracketSide, ...]
    survivors: InBracket = 1


class BracketDrawn(DecidedAcrossStreams, frozen=True):
    """The bracket of a knockout stage was drawn: its matches, by rounds.

    `segments`: the number of sittings of a match in each round; the last number holds for all later rounds. `by`: the
    bracket was made from seeds, or drawn elsewhere. `three_way`: the first criterion in a match of three.
    """

    stage: str
    matches: tuple[BracketMatch, ...]
    segments: tuple[Sittings, ...] = ()
    by: Literal["seeds", "matches"] = "seeds"
    three_way: ThreeWayBy = "wins"


class KnockoutDecided(DecidedAcrossStreams, frozen=True, kw_only=True):
    """The winner of a knockout match was decided without regard to its boards, as by a walk-over."""

    stage: str
    match: str
    winner: str
    loser: str
    how: HowDecided
    reason: FreeText = ""


class KnownMeeting(NamedTuple):
    """A knockout match of two as known when it is decided: name, contestants, boards played, and who leads."""

    match: str
    teams: tuple[str, str]
    boards: int
    leads: str | None


class DrawBracket(DecideAcrossStreams, frozen=True):
    """Draw the bracket of a stage from `seeds`, the best first, or from a `first_round` drawn elsewhere.

    Each match of `first_round` comes with the number of its survivors; a contestant alone has a bye. `three_way`: the
    criterion in matches of three; with seeds it also replaces byes by such matches. Without seeds or first round the
    office fills in the seeds: the first `best` (0: all) of stage `source` by place; else the qualifiers; else the
    entrants.
    """

    stage: str
    seeds: tuple[str, ...] = ()
    first_round: tuple[tuple[tuple[str, ...], int], ...] = ()
    segments: tuple[int, ...] = ()
    three_way: ThreeWayBy | None = None
    source: str = ""
    best: int = 0


class DecideKnockout(DecideAcrossStreams, frozen=True):
    """Decide which of two contestants goes on: by a walk-over, a concession, or the director's word.

    The office fills in `meetings`: the known matches of the stage.
    """

    stage: str
    winner: str
    loser: str
    how: HowDecided
    reason: str = ""
    meetings: tuple[KnownMeeting, ...] = ()
