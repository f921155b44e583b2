"""Bounds of numbers about a session or a tournament, at the desk as well as in events."""

from ledger.bounds import Bounds, events

BOARD = Bounds("a board", 1, 9999)
SITTING = Bounds("a sitting", 1, 999)
ROUND = Bounds("a round", 1, 999)
ROUND_SAID = Bounds("a round, as files and devices number it", 0, 9999)
DRAWN_AFTER = Bounds("the last round before a draw", 0, 998)
SEED = Bounds("a seed", 1, 9999)
TABLE = Bounds("a table's number", 1, 9999)
QUALIFIERS = Bounds("the contestants who qualify by place", 1, 9999)
IN_BRACKET = Bounds("the contestants in a bracket", 2, 512)
IN_MOVEMENT = Bounds("the contestants of a movement that is made by rule", 2, 400)
SEGMENTS = Bounds("the sittings of a match", 1, 99)
COUNTED = Bounds("the best sessions that are added up", 0, 999)
LEAST_SESSIONS = Bounds("the sessions needed for a place", 0, 999)
BYE = Bounds("what a bye is worth", 0, 999)
# a hundred years: a clock with a flat battery says 1970
CLOCK_WRONG = Bounds("what a clock was wrong by, in seconds,", -3_155_760_000, 3_155_760_000)
# a date in any time zone, even after the greatest correction of a clock
MOMENT = Bounds(
    "the moment an event was recorded at, in seconds since 1970,", events.TIME.least, events.TIME.most // 1_000_000
)
WINNERS = Bounds("the winners of a stage", 1, 2)
COPIES = Bounds("the copies of a board", 1, 999)
RESULTS = Bounds("the results a board should have", 2, 10_000)
PERIOD = Bounds("the minutes of a period for corrections or appeals", 1, 366 * 24 * 60)
PLAYERS = Bounds("the players of a contestant", 1, 99)
TRICK = Bounds("a trick", 1, 13)
PLAYED = Bounds("the boards or matches a contestant was to play", 1, 9999)
CALLED = Bounds("the characters of the name of a contestant, a tournament or a stage", 1, 60)
FINED = Bounds("the per cent of the top taken for a missed board", 0, 40)  # an average minus: no more can be taken
IMPS = Bounds("the IMPs of a comparison", 1, 24)
AVERAGE_IMPS = Bounds("the IMPs of an average", -24, 24)
MARGIN = Bounds("the IMPs a match is won by", 0, 9999)
POLL_LINKS = Bounds("the players a poll is open to", 1, 60)  # a team with all its substitutes
PERCENT = Bounds("a percentage", 0, 100)
WEIGHT = Bounds("the denominator of a weight", 1, 1_000_000)  # finer than any director judges
