"""A clock that was wrong, as it is typed: at which events, and by how much."""

import re

from cli.options.declared import Options, option
from ledger.bounds.tournaments import CLOCK_WRONG
from ledger.bridge.notation import Unreadable
from ledger.errors import Misuse

_UNITS = {
    1: ("s", "sec", "secs", "second", "seconds"),
    60: ("m", "min", "mins", "minute", "minutes"),
    3_600: ("h", "hour", "hours"),
    86_400: ("d", "day", "days"),
}

_SECONDS = {unit: seconds for seconds, units in _UNITS.items() for unit in units}

_PIECE = re.compile(r"([0-9]{1,6}) *([a-z]+)[ ,]*", re.IGNORECASE)

_EVENTS = re.compile(r"#?([0-9]{1,15})(?:( *(?:-|to) *)#?([0-9]{1,15})?)?")


class ClockOptions(Options):
    """How wrong the clock was, one of them."""

    ahead: str | None = option("--ahead", metavar="TIME", help="It was ahead by so much: 1h, 90min, 1h30min, 120d.")
    behind: str | None = option("--behind", metavar="TIME", help="It was behind by so much.")

    @property
    def seconds(self) -> int:
        """How many seconds it was ahead; fewer than none, behind. Misuse (usage) where neither is said, or both."""
        if self.ahead and not self.behind:
            return seconds(self.ahead)
        if self.behind and not self.ahead:
            return -seconds(self.behind)
        raise Misuse("usage", "by how much was the clock wrong?", "--ahead 1h, or --behind 20min")


def seconds(text: str) -> int:
    """How many seconds a time spans. Raises Unreadable (bad-time; bad-number: more than a clock is wrong by).

    >>> seconds("1h"), seconds("1h30min"), seconds("2 days"), seconds("45 s")
    (3600, 5400, 172800, 45)
    """
    rest, found = text.strip(), 0
    while (piece := _PIECE.match(rest)) and piece[2].lower() in _SECONDS:
        found, rest = found + int(piece[1]) * _SECONDS[piece[2].lower()], rest[piece.end() :]
    span = ((0, len(text)),)
    if rest or not found:
        raise Unreadable("bad-time", f"{text!r} is no span of time", text=text, marks=span, hint="1h, 90min, 2d")
    if found > CLOCK_WRONG.most:
        most = f"{CLOCK_WRONG.most // _SECONDS['day']}d at most"
        raise Unreadable("bad-number", f"no clock was wrong by {text!r}", text=text, marks=span, hint=most)
    return found


def events(text: str, last: int) -> tuple[int, int]:
    """The numbers of the first and the last event of some. Raises Unreadable (usage).

    >>> events("6", 9), events("#6-#8", 9), events("6-", 9)
    ((6, 6), (6, 8), (6, 9))
    """
    found = _EVENTS.fullmatch(text.strip())
    if not found:
        span = ((0, len(text)),)
        raise Unreadable("usage", f"{text!r} are no events", text=text, marks=span, hint="6, 6-9, or 6- to the last")
    first = int(found[1])
    return first, int(found[3]) if found[3] else last if found[2] else first
