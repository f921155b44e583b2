"""What a result file prints of the scores it holds, as it prints it: kept apart, to be compared with ours."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ledger.exchange.shortening import shortened


class PrintedMatch(NamedTuple):
    """A match as a file prints it: on how many boards, the IMPs of the first team, the victory points of both."""

    boards: int
    imps: str
    victory_points: tuple[str, str]


class PrintedOverall(NamedTuple):
    """What a file prints of a contestant over all sessions of an event: on how many boards, total, percentage, place.

    Each is '' where it is not printed.
    """

    boards: str
    total: str
    percentage: str
    place: str


class Crossed(NamedTuple):
    """Cross-IMPs of a line of teams: of North–South and East–West, and the numbers of the two pairs."""

    ns: str
    ew: str
    ns_pair: str
    ew_pair: str


Unit = Literal["MP", "IMP", "VP", "%"]
"""What a figure of a contestant is in."""

MatchNames = tuple[int | None, str, str]
"""A match: its round, and the two as the file names them."""


@dataclass(slots=True)
class Figures:
    """The figures a file prints: of contestants by their labels, of lines by their places in the file.

    `lines` are what North–South and East–West have on a board, `datums` the datum of a board at Butler; `crossed` and
    `pairs` the cross-IMPs of pairs within teams, on a line and in all, the latter by the number of the pair; `overall`
    what is of several sessions of an event, of which the file is one; `unit` what totals are in, where that is printed.
    """

    totals: dict[str, str] = field(default_factory=dict)
    percentages: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    lines: dict[str, tuple[str, str]] = field(default_factory=dict)
    datums: dict[int, str] = field(default_factory=dict)
    matches: dict[MatchNames, PrintedMatch] = field(default_factory=dict)
    crossed: dict[str, Crossed] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=dict)
    overall: dict[str, PrintedOverall] = field(default_factory=dict)
    unit: Unit | None = None

    def of_contestant(self, label: str, *, total: str = "", percentage: str = "", place: str = "") -> None:
        """Keep what a file prints of a contestant, where it prints anything."""
        for kept, text in (
            (self.totals, total),
            (self.percentages, percentage.removesuffix("%").strip()),
            (self.places, place.strip("= ")),
        ):
            if text:
                kept[label] = shortened(text)

    def of_line(self, place: str, ns: str, ew: str) -> None:
        """Keep what a file prints on a line."""
        if ns or ew:
            self.lines[place] = shortened(ns), shortened(ew)
