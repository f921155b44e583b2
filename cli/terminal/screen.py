"""The one place that prints. Whatever a log, a file or a name brings is shown here, and steers no terminal.

A line is a line: what would break it, colour it or turn it round is shown as an escape (`\\n`, `\\x1b`, `\\u202e`). Our
own colours are put into a line whose text is shown already: a `Shown`.
"""

import errno
import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Literal, Protocol, TextIO

from ledger.errors import Misuse
from ledger.errors.visible import json_escaped, visible

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

BOLD, RED, GREEN, MAGENTA, ALARM = "1", "31", "32", "35", "31;1"
"""Ways to paint (ECMA-48, select graphic rendition): only what every terminal has, readable on light and on dark."""


class SafeText(str):
    """A line, or a part of one, that is shown as it stands: nobody else's characters steer a screen in it."""

    __slots__ = ()


def shown(text: str) -> SafeText:
    """A text as it is shown."""
    return text if isinstance(text, SafeText) else SafeText(visible(text))


def painted(text: str, how: str) -> SafeText:
    """A text in bold or in a colour."""
    return SafeText(f"\x1b[{how}m{shown(text)}\x1b[0m")


def bold(text: str) -> SafeText:
    """A text in bold."""
    return painted(text, BOLD)


def red(text: str) -> SafeText:
    """A text in red, bold: something is wrong."""
    return painted(text, ALARM)


def joined(parts: Iterable[str], between: str = "") -> SafeText:
    """Parts of a line, each shown, with something of our own between them: tabs between the cells of --plain."""
    return SafeText(between.join(map(shown, parts)))


def prepare() -> None:
    """What a terminal cannot show must not stop what was recorded, nor that nobody listens."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - until the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


class NobodyReads(Exception):
    """Whoever read stdout has gone, and the command only looks: it need not go on."""


_to_the_end: list[bool] = []
"""Has an entry while a command runs that goes on when nobody reads what it prints."""


@contextmanager
def to_the_end() -> Iterator[None]:
    """Let what is done in here go on when whoever reads stdout goes: it records, and must not stop halfway."""
    _to_the_end.append(True)
    try:
        yield
    finally:
        _to_the_end.pop()


@contextmanager
def _noticing_who_reads() -> Iterator[None]:
    """Raise NobodyReads where whoever read stdout has gone; a command that records goes on, and says so on stderr."""
    try:
        yield
    except BrokenPipeError:
        silence()
        if not _to_the_end:
            raise NobodyReads from None
        put_aside("nobody reads any more what is printed here; the command goes on, and records to its end")


def put(*lines: str, end: str = "\n") -> None:
    """Print lines on stdout; OSError where they can be written nowhere: `lost` tells it. NobodyReads as `flush`."""
    with _noticing_who_reads():
        _write(sys.stdout, lines, end)


def put_aside(*lines: str, end: str = "\n") -> None:
    """Print lines on stderr; where they can be written nowhere, there is nobody to tell."""
    with suppress(OSError):
        _write(sys.stderr, lines, end)
        sys.stderr.flush()


def put_json(payload: object, *, aside: bool = False) -> None:
    """Print one object of JSON in a line."""
    text = SafeText(json_escaped(json.dumps(payload, ensure_ascii=False)))
    put_aside(text) if aside else put(text)


def _write(stream: TextIO, lines: Iterable[str], end: str) -> None:
    write = partial(_holding[-1].write, stream) if _holding else stream.write
    for line in lines:
        write(shown(line) + end)


class PagerSink(Protocol):
    """Who holds back what is printed, to print it otherwise: a pager."""

    def write(self, stream: TextIO, text: str) -> None:
        """Take what was to be written on a stream."""

    def close(self) -> None:
        """See that all of it is printed."""


_holding: list[PagerSink] = []


def hold(holder: PagerSink) -> None:
    """Hand over all that is printed from now on."""
    _holding.append(holder)


def is_held() -> bool:
    """Whether somebody has what is printed."""
    return bool(_holding)


def let_go() -> None:
    """Print straight again, what was held back first: before a question, and before what has no end."""
    if _holding:
        _holding.pop().close()


def flush() -> None:
    """See that what was printed is out; OSError where it can be written nowhere.

    NobodyReads where whoever read it has gone and the command only looks.
    """
    with _noticing_who_reads():
        sys.stdout.flush()


def silence() -> None:
    """Print nothing more on stdout: nobody reads it, or it can be written nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())  # what is still to be written goes there too
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - until the end
    finally:
        os.close(nowhere)


def lost(error: Exception) -> Misuse | None:
    """Misuse (output-lost) where an error says that stdout can be written nowhere: it names no file."""
    if not isinstance(error, OSError) or error.errno not in _NO_ROOM or error.filename is not None:
        return None
    silence()
    return Misuse(
        "output-lost",
        f"what was to be printed can be written nowhere: {error.strerror}",
        "make room, or print elsewhere; what was recorded is recorded: `log` shows it",
    )


Ink = Literal["gain", "loss", "strong"]

_BY_SIGN: dict[str, Ink] = {"+": "gain", "-": "loss"}

_INKS: dict[Ink, str] = {"gain": GREEN, "loss": RED, "strong": BOLD}

_PICKED_OUT = re.compile(r"[♥♦]|(?<![\w-])[RACP]-\d{4,}(?!\w)")


class InkedText(str):
    """A text that is painted where there are colours; still somebody's text, escaped before it is shown."""

    __slots__ = ("ink",)
    ink: Ink | None

    def __new__(cls, text: str, ink: Ink | None) -> "InkedText":
        """The text, with its ink."""
        made = super().__new__(cls, text)
        made.ink = ink
        return made


def signed(text: str) -> InkedText:
    """A difference in the colour of its sign: '+3.20' green, '-0.60' red."""
    return InkedText(text, _BY_SIGN.get(text[:1]))


def inked(text: str, ink: Ink | None) -> SafeText:
    """A text painted."""
    return painted(text, _INKS[ink]) if ink else shown(text)


def picked_out(line: str) -> SafeText:
    """A line with its hearts and diamonds in red, as cards have them, and its case numbers in a colour of their own."""
    line = shown(line)
    if line.isascii() and "-0" not in line:
        return line
    return SafeText(_PICKED_OUT.sub(lambda found: painted(found[0], RED if found[0] in "♥♦" else MAGENTA), line))


def wanted(stream: TextIO, asked: str = "auto") -> bool:
    """Whether to paint on a stream: --color; NO_COLOR, FORCE_COLOR (no-color.org, force-color.org); a terminal."""
    if asked != "auto":
        return asked == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
