"""Bounds as types of what an event says: decoders see to them.

Apart from the tables, which a Tab reads too: it waits for no decoder.
"""

from typing import Annotated

from msgspec import Meta

from ledger.bounds import Bounds
from ledger.bounds.events import AUTHOR, COMMAND, NUMBER, PART, PROGRAM, TIME
from ledger.bounds.tournaments import (
    BOARD,
    CLOCK_WRONG,
    COPIES,
    IN_BRACKET,
    PERIOD,
    RESULTS,
    ROUND_SAID,
    SEGMENTS,
    SITTING,
    TABLE,
)


def _of(bounds: Bounds) -> Meta:
    return Meta(ge=bounds.least, le=bounds.most)


def _long(bounds: Bounds) -> Meta:
    return Meta(min_length=bounds.least, max_length=bounds.most)


EventNumber = Annotated[int, _of(NUMBER)]
Part = Annotated[int, _of(PART)]
Time = Annotated[int, _of(TIME)]
CommandId = Annotated[str, _long(COMMAND)]
Author = Annotated[str, _long(AUTHOR)]
Program = Annotated[str, _long(PROGRAM)]
"""What stands beside a body."""

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
"""What stands in it: a program counts as far as these say, or tells a date by them."""
