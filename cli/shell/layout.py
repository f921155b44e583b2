"""An overview as the lines of a screen: urgent sections first, and all within the room available."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from cli.terminal.screen import make_safe

PLACES_ONCE, EVENTS_ONCE = 10, 5
"""The most places and events shown when an overview is printed once."""


class ScreenLine(NamedTuple):
    """A line of the screen; `heading`: the line is emphasised."""

    text: str
    heading: bool = False


class Section(NamedTuple):
    """A section of the screen: a heading and lines; `least`: the lines that it gets before any section gets more.

    `counted`: if lines are left out, their number is shown.
    """

    heading: str
    lines: Sequence[str]
    least: int = 1
    counted: bool = True


class OnScreen(Protocol):
    """A session or a tournament as the screen of `watch` shows it."""

    @property
    def head(self) -> str:
        """The first line of the screen."""

    def sections(self, width: int, *, whole: bool) -> list[Section]:
        """Return the sections, the most urgent first; `whole`: at full length, to be printed once."""


def lines(seen: OnScreen, width: int, height: int | None) -> list[ScreenLine]:
    """Return the lines of a screen of this width and height; all lines if the height is None."""
    sections = [each for each in seen.sections(width, whole=height is None) if each.lines]
    rooms = [len(each.lines) for each in sections] if height is None else _line_counts(sections, height - 2)
    screen_lines = [ScreenLine(cut(seen.head, width), heading=True), ScreenLine("")]
    for section, room in zip(sections, rooms, strict=True):
        if room:
            screen_lines.append(ScreenLine(cut(section.heading, width), heading=True))
            texts, omitted = [*section.lines[:room]], len(section.lines) - room
            if omitted > 0 and section.counted:
                texts[-1] = f"… and {omitted + 1} more"
            screen_lines += [ScreenLine(cut(text, width)) for text in texts]
            screen_lines += [ScreenLine("")] if height is None else []
    return screen_lines[:-1] if height is None else screen_lines[:height]


def _line_counts(sections: Sequence[Section], height: int) -> list[int]:
    """Return how many lines each section gets on a screen: its least number, then one more in turn."""
    rooms, free = [0] * len(sections), height
    for at, section in enumerate(sections):
        least = min(section.least, len(section.lines), free - 1)
        if least > 0:
            rooms[at], free = least, free - 1 - least
    while free > 0 and any(0 < room < len(each.lines) for room, each in zip(rooms, sections, strict=True)):
        for at, section in enumerate(sections):
            if free and 0 < rooms[at] < len(section.lines):
                rooms[at], free = rooms[at] + 1, free - 1
    return rooms


def cut(text: str, width: int) -> str:
    """Escape control characters in a text and cut it to the width of the screen."""
    safe = str(make_safe(text))
    return safe if len(safe) <= width else f"{safe[: max(width - 1, 0)]}…"
