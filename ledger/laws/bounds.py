"""How much a number can be that is said of a tournament: what the desk takes, and what is recorded, whoever says it."""

from typing import NamedTuple


class Bounds(NamedTuple):
    """The least and the most; what it is of, as a refusal names it."""

    what: str
    least: int
    most: int


SITTING = Bounds("a sitting", 1, 999)
ROUND = Bounds("a round", 1, 999)
DRAWN_AFTER = Bounds("the round a draw is after", 0, 998)
SEED = Bounds("a seed", 1, 9999)
TABLE = Bounds("a table's number", 1, 9999)
QUALIFIERS = Bounds("those who go on by place", 1, 9999)
IN_BRACKET = Bounds("those placed in a bracket", 2, 512)
SEGMENTS = Bounds("the sittings of a match", 1, 99)
COUNTED = Bounds("the sessions that count", 0, 999)
LEAST_SESSIONS = Bounds("the sessions that give a place", 0, 999)
BYE = Bounds("what a bye is worth", 0, 999)
CLOCK_WRONG = Bounds("what a clock was wrong by, in seconds,", -3_155_760_000, 3_155_760_000)
"""A hundred years: one whose battery is flat says 1970."""

MOMENT = Bounds("the moment an event was recorded at, in seconds since 1970,", 0, 253_402_214_400)
"""Until the last day of 9999: what can be told as a date, in any time zone."""

WINNERS = Bounds("the winners of a stage", 1, 2)
