"""The bracket of a knockout stage, in the imperative."""

from typing import NamedTuple

from msgspec import Struct

from ledger.events.brackets import HowDecided, ThreeWayBy


class KnownMeeting(NamedTuple):
    """Two who are to meet, or met, in a match of a bracket: which, on how many boards, and who leads there."""

    match: str
    teams: tuple[str, str]
    boards: int
    leads: str | None


class DrawBracket(Struct, frozen=True):
    """Draw the bracket of a stage: by seeds, the best first, or as it was drawn elsewhere, its first round.

    Of the first round each match is said with how many go on from it; one alone has a bye. `three_way`: what counts
    among three; by seeds it has some matches be of three, instead of byes, where the field is no power of two.
    Where neither is said, the office finds the `seeds` when it is decided: the places in the stage `source`, of which
    only so many, the `best`, where that is not 0; or as contestants were entered.
    """

    stage: str
    seeds: tuple[str, ...] = ()
    first_round: tuple[tuple[tuple[str, ...], int], ...] = ()
    segments: tuple[int, ...] = ()
    three_way: ThreeWayBy | None = None
    source: str = ""
    best: int = 0


class DecideKnockout(Struct, frozen=True):
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
