"""Types of event fields with their bounds, which decoders enforce.

They are apart from the tables of bounds because completion by Tab reads those and should not wait for a decoder.
"""

from typing import Annotated

from msgspec import Meta

from ledger.bounds import Bounds
from ledger.bounds.events import AUTHOR, COMMAND, NUMBER, PART, PROGRAM, TIME
from ledger.bounds.files import EVIDENCE
from ledger.bounds.tournaments import (
    AVERAGE_IMPS,
    BOARD,
    CLOCK_WRONG,
    COPIES,
    COUNTED,
    IMPS,
    IN_BRACKET,
    LEAST_SESSIONS,
    MARGIN,
    PERCENT,
    PERIOD,
    PLAYED,
    PLAYERS,
    POLL_LINKS,
    QUALIFIERS,
    RESULTS,
    ROUND_SAID,
    SEED,
    SEGMENTS,
    SITTING,
    TABLE,
    TRICK,
)


def _between(bounds: Bounds) -> Meta:
    return Meta(ge=bounds.least, le=bounds.most)


def _of_length(bounds: Bounds) -> Meta:
    return Meta(min_length=bounds.least, max_length=bounds.most)


# Of an event's envelope
EventNumber = Annotated[int, _between(NUMBER)]
Part = Annotated[int, _between(PART)]
Time = Annotated[int, _between(TIME)]
CommandId = Annotated[str, _of_length(COMMAND)]
Author = Annotated[str, _of_length(AUTHOR)]
Program = Annotated[str, _of_length(PROGRAM)]

# Of its body: decoders refuse numbers that other programs could not count, or dates could not show
BoardNumber = Annotated[int, _between(BOARD)]
RoundNumber = Annotated[int, _between(ROUND_SAID)]
Sitting = Annotated[int, _between(SITTING)]
TableNumber = Annotated[int, _between(TABLE)]
Sittings = Annotated[int, _between(SEGMENTS)]
InBracket = Annotated[int, Meta(ge=0, le=IN_BRACKET.most)]
Copies = Annotated[int, _between(COPIES)]
Results = Annotated[int, _between(RESULTS)]
SecondsAhead = Annotated[int, _between(CLOCK_WRONG)]
Minutes = Annotated[int, _between(PERIOD)]
PollLinks = Annotated[int, _between(POLL_LINKS)]
PlayerSeat = Annotated[int, _between(PLAYERS)]
Seed = Annotated[int, _between(SEED)]
Trick = Annotated[int, _between(TRICK)]
Played = Annotated[int, _between(PLAYED)]
GoingOn = Annotated[int, Meta(ge=0, le=QUALIFIERS.most)]
BestSessions = Annotated[int, _between(COUNTED)]
LeastSessions = Annotated[int, _between(LEAST_SESSIONS)]
Boards = Annotated[int, Meta(ge=0, le=BOARD.most)]
ImpsOfComparison = Annotated[int, _between(IMPS)]
AverageImps = Annotated[int, _between(AVERAGE_IMPS)]
Margin = Annotated[int, _between(MARGIN)]
Percent = Annotated[int, _between(PERCENT)]
EvidenceBytes = Annotated[int, _between(EVIDENCE)]
