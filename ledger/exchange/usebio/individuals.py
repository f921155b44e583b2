"""Who sat at the tables of an individual event: four players to a line, or two lines to a table.

Programs made for pairs write a table as two lines: North with East, then South with West, every one beside a partner
there is not, numbered as himself with a 1 (North–South) or a 2 (East–West) behind: N 10, S 101, E 8, W 82.
"""

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from ledger.exchange.sheet import shortened
from ledger.exchange.usebio.document import text_of


class Seats(NamedTuple):
    """The four players of a line, by their numbers."""

    n: str
    s: str
    e: str
    w: str

    @property
    def is_half(self) -> bool:
        """Whether two of them are no players, but stand for partners who have a line of their own."""
        return bool(self.n and self.e) and self.s == f"{self.n}1" and self.w == f"{self.e}2"


def seats_of(line: Element) -> Seats:
    """Who sat there, as the line says."""
    return Seats(*(text_of(line, f"{seat}_PLAYER_NUMBER").upper() for seat in "NSEW"))


def in_halves(event: Element) -> bool:
    """Whether every line of the event is half a table."""
    lines = list(event.iter("TRAVELLER_LINE"))
    return bool(lines) and all(seats_of(line).is_half for line in lines)


def whole_table(lines: Sequence[Element]) -> Seats:
    """Who sat at the table that two lines tell; ValueError where they tell of different results."""
    if len(lines) != 2:
        raise ValueError("it is half a table, and the line with the partners is missing")
    (one, two), scores = map(seats_of, lines), {text_of(line, "SCORE").upper() for line in lines}
    if len(scores) != 1:
        one_score, two_score = sorted(map(shortened, scores))
        raise ValueError(f"the two lines of the table say {one_score} and {two_score}")
    return Seats(one.n, two.n, one.e, two.e)
