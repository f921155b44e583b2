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


def _of(bounds: Bounds) -> Meta:
    return Meta(ge=bounds.least, le=bounds.most)


def _long(bounds: Bounds) -> Meta:
    return Meta(min_length=bounds.least, max_length=bounds.most)


# Of an event's envelope
EventNumber = Annotated[int, _of(NUMBER)]
Part = Annotated[int, _of(PART)]
Time = Annotated[int, _of(TIME)]
CommandId = Annotated[str, _long(COMMAND)]
Author = Annotated[str, _long(AUTHOR)]
Program = Annotated[str, _long(PROGRAM)]

# Of its body: decoders refuse numbers that other programs could not count, or dates could not show
BoardNumber = Annotated[int, _of(BOARD)]
RoundNumber = Annotated[int, _of(ROUND_SAID)]
Sitting = Annotated[int, _of(SITTING)]
TableNumber = Annotated[int, _of(TABLE)]
Sittings = Annotated[int, _of(SEGMENTS)]
InBracket = Annotated[int, Meta(ge=0, le=IN_BRACKET.most)]
Copies = Annotated[int, _of(COPIES)]
Results = Annotated[int, _of(RESULTS)]
SecondsAhead = Annotated[int, _of(CLOCK_WRONG)]
Minutes = Annotated[int, _of(PERIOD)]
PollLinks = Annotated[int, _of(POLL_LINKS)]
PlayerSeat = Annotated[int, _of(PLAYERS)]
Seed = Annotated[int, _of(SEED)]
Trick = Annotated[int, _of(TRICK)]
Played = Annotated[int, _of(PLAYED)]
GoingOn = Annotated[int, Meta(ge=0, le=QUALIFIERS.most)]
BestSessions = Annotated[int, _of(COUNTED)]
LeastSessions = Annotated[int, _of(LEAST_SESSIONS)]
Boards = Annotated[int, Meta(ge=0, le=BOARD.most)]
ImpsOfComparison = Annotated[int, _of(IMPS)]
AverageImps = Annotated[int, _of(AVERAGE_IMPS)]
Margin = Annotated[int, _of(MARGIN)]
Percent = Annotated[int, _of(PERCENT)]
EvidenceBytes = Annotated[int, _of(EVIDENCE)]
