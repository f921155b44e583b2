"""An overview as the lines of a screen: what waits comes first, and everything is given what room there is."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from cli.terminal.screen import shown

PLACES_ONCE, EVENTS_ONCE = 10, 5
"""So many places and events are told where they are printed once."""


class ScreenLine(NamedTuple):
    """A line of the screen; headings stand out."""

    text: str
    heading: bool = False


class Section(NamedTuple):
    """Lines under a heading, the first of them the most urgent; `least`: so many are shown before others have more.

    `counted`: where there is no room for all, it is said how many more there are.
    """

    heading: str
    lines: Sequence[str]
    least: int = 1
    counted: bool = True


class OnScreen(Protocol):
    """What is on the screen: a session, or a tournament."""

    @property
    def head(self) -> str:
        """Its first line."""

    def sections(self, width: int, *, whole: bool) -> list[Section]:
        """What there is to show, the most urgent first; `whole`: it is printed once, at any length."""


def lines(seen: OnScreen, width: int, height: int | None) -> list[ScreenLine]:
    """The lines of a screen of so many columns and rows; all there is to say, where it has no end."""
    found = [each for each in seen.sections(width, whole=height is None) if each.lines]
    rooms = [len(each.lines) for each in found] if height is None else _rooms(found, height - 2)
    told = [ScreenLine(cut(seen.head, width), heading=True), ScreenLine("")]
    for section, room in zip(found, rooms, strict=True):
        if room:
            told.append(ScreenLine(cut(section.heading, width), heading=True))
            texts, left = [*section.lines[:room]], len(section.lines) - room
            if left > 0 and section.counted:
                texts[-1] = f"… and {left + 1} more"
            told += [ScreenLine(cut(text, width)) for text in texts]
            told += [ScreenLine("")] if height is None else []
    return told[:-1] if height is None else told[:height]


def _rooms(found: Sequence[Section], height: int) -> list[int]:
    """How many lines each section has, beside its heading: first the least of each, then in turn one more."""
    rooms, left = [0] * len(found), height
    for at, section in enumerate(found):
        least = min(section.least, len(section.lines), left - 1)
        if least > 0:
            rooms[at], left = least, left - 1 - least
    while left > 0 and any(0 < room < len(each.lines) for room, each in zip(rooms, found, strict=True)):
        for at, section in enumerate(found):
            if left and 0 < rooms[at] < len(section.lines):
                rooms[at], left = rooms[at] + 1, left - 1
    return rooms


def cut(text: str, width: int) -> str:
    """A text that is not wider than the screen, and steers it nowhere."""
    safe = str(shown(text))
    return safe if len(safe) <= width else f"{safe[: max(width - 1, 0)]}…"
