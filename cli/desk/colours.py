"""Whether to paint, and with what: sixteen colours, which every terminal has and shows on light and on dark alike.

A colour never says what the words do not: what rose has a plus, what fell a minus, a suit its symbol.
"""

import os
import re
from typing import Literal, TextIO

from cli.desk.screen import BOLD, GREEN, MAGENTA, RED, Shown, painted, shown

Ink = Literal["gain", "loss", "strong"]
_BY_SIGN: dict[str, Ink] = {"+": "gain", "-": "loss"}
_INKS: dict[Ink, str] = {"gain": GREEN, "loss": RED, "strong": BOLD}
_PICKED_OUT = re.compile(r"[♥♦]|(?<![\w-])[RACP]-\d{4,}(?!\w)")


class Inked(str):
    """A text that is painted where there are colours; still somebody's text, escaped before it is shown."""

    __slots__ = ("ink",)
    ink: Ink | None

    def __new__(cls, text: str, ink: Ink | None) -> "Inked":
        """The text, with its ink."""
        made = super().__new__(cls, text)
        made.ink = ink
        return made


def signed(text: str) -> Inked:
    """A difference in the colour of its sign: '+3.20' green, '-0.60' red."""
    return Inked(text, _BY_SIGN.get(text[:1]))


def inked(text: str, ink: Ink | None) -> Shown:
    """A text painted."""
    return painted(text, _INKS[ink]) if ink else shown(text)


def picked_out(line: str) -> Shown:
    """A line with its hearts and diamonds in red, as cards have them, and its case numbers in a colour of their own."""
    line = shown(line)
    if line.isascii() and "-0" not in line:
        return line
    return Shown(_PICKED_OUT.sub(lambda found: painted(found[0], RED if found[0] in "♥♦" else MAGENTA), line))


def wanted(stream: TextIO, asked: str = "auto") -> bool:
    """Whether to paint on a stream: --color; NO_COLOR, FORCE_COLOR (no-color.org, force-color.org); a terminal."""
    if asked != "auto":
        return asked == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
