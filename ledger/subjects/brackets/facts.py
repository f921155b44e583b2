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
    """A side of a match: a contestant of the tournament, or a survivor of an earlier match, its `feeder`.

    `place`: 1 for that match's winner, 2 for the second survivor of a match of three.
    """

    entrant: str = ""
    feeder: str = ""
    place: InBracket = 1


class BracketMatch(Fact, frozen=True):
    """A match of a bracket: its name, its round (1 is the first), two or three sides, and how many go on."""

    name: str
    round: InBracket
    sides: tuple[BracketSide, ...]
    survivors: InBracket = 1


class BracketDrawn(DecidedAcrossStreams, frozen=True):
    """The bracket of a stage was drawn: its matches, by rounds.

    `segments`: the number of sittings of a match in each round; the last number holds for all later rounds. `by`: made
    from seeds, or drawn elsewhere. `three_way`: the first criterion in a match of three.
    """

    stage: str
    matches: tuple[BracketMatch, ...]
    segments: tuple[Sittings, ...] = ()
    by: Literal["seeds", "matches"] = "seeds"
    three_way: ThreeWayBy = "wins"


class KnockoutDecided(DecidedAcrossStreams, frozen=True, kw_only=True):
    """The winner of a match of a bracket was decided without regard to its boards."""

    stage: str
    match: str
    winner: str
    loser: str
    how: HowDecided
    reason: FreeText = ""


class KnownMeeting(NamedTuple):
    """A match of two in a bracket as known when deciding: its name, its boards so far, and who leads."""

    match: str
    teams: tuple[str, str]
    boards: int
    leads: str | None


class DrawBracket(DecideAcrossStreams, frozen=True):
    """Draw the bracket of a stage, by `seeds` with the best first, or from a `first_round` drawn elsewhere.

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
    """Decide which of two goes on: by a walk-over, a concession, or the director's word.

    The office fills in `meetings`: the known matches of the stage.
    """

    stage: str
    winner: str
    loser: str
    how: HowDecided
    reason: str = ""
    meetings: tuple[KnownMeeting, ...] = ()


BracketCommand = DrawBracket | DecideKnockout
