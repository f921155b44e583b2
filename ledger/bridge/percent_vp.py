"""Victory points of a match of pairs at matchpoints: looked up by the percentage of the match (golden T01)."""

from fractions import Fraction

from msgspec import Struct

PercentLine = tuple[int, tuple[str, ...]]
"""At most so many boards; the percentages up to which a match is drawn, won by one victory point more, by two …"""

_AVERAGE = 50


class PercentScale(Struct, frozen=True):
    """The lines of a table, fewest boards first; a match longer than the last of them is read there.

    A line of ten limits is for 10–10 to 20–0, one of five for the half matches of 5–5 to 10–0.
    """

    lines: tuple[PercentLine, ...]

    @property
    def pool(self) -> int:
        """The victory points two pairs share.

        >>> PercentScale(((4, ("51", "55", "60", "66", "73")),)).pool
        10
        """
        return 2 * len(self.lines[0][1])

    def points(self, percentage: Fraction, boards: int) -> Fraction:
        """A pair's victory points for its own percentage; on a limit those nearer average.

        >>> five = PercentScale(((9, ("50.92", "52.81", "54.93", "57.45", "61.41")),))
        >>> five.points(Fraction("52.81"), 8), five.points(Fraction("47.18"), 8)
        (Fraction(6, 1), Fraction(3, 1))
        """
        limits = next((limits for most, limits in self.lines if boards <= most), self.lines[-1][1])
        away = sum(1 for limit in limits if abs(percentage - _AVERAGE) > Fraction(limit) - _AVERAGE)
        return Fraction(len(limits) + (away if percentage > _AVERAGE else -away))
