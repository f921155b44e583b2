"""How things stand while a command goes on: on a terminal the last line, written over as they change."""

import sys

from cli.desk.screen import Shown, put_aside, shown

_FROM_THE_LEFT, _CLEARED = "\r", "\x1b[K"
_ENDS = "   Ctrl-C ends"


class LiveLine:
    """How things stand, on stderr. Elsewhere than on a terminal, where nothing is written over, a line a change."""

    def __init__(self) -> None:
        self._on = sys.stderr.isatty()
        self._text = ""

    def show(self, text: str) -> None:
        """The line as it is from now on."""
        if self._on:
            put_aside(Shown(f"{_FROM_THE_LEFT}{shown(text)}{_ENDS}{_CLEARED}"), end="")
        elif text != self._text:
            put_aside(text)
        self._text = text

    def clear(self) -> None:
        """Make room for lines that stay."""
        if self._on:
            put_aside(Shown(f"{_FROM_THE_LEFT}{_CLEARED}"), end="")
