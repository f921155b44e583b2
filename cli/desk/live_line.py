"""A line at the foot of a terminal that says how things stand, and is written over as they change."""

import sys

from cli.desk.screen import Shown, put_aside, shown

_FROM_THE_LEFT, _CLEARED = "\r", "\x1b[K"


class LiveLine:
    """How things stand, on stderr where that is a terminal; elsewhere nothing."""

    def __init__(self) -> None:
        self._on = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """The line as it is from now on."""
        if self._on:
            put_aside(Shown(f"{_FROM_THE_LEFT}{shown(text)}{_CLEARED}"), end="")

    def clear(self) -> None:
        """Make room for lines that stay."""
        if self._on:
            put_aside(Shown(f"{_FROM_THE_LEFT}{_CLEARED}"), end="")
