"""The only module that prints. Text from a log, a file or a name is escaped and cannot control the terminal.

Characters that would break a line, colour it or reverse it are shown as escapes (`\\n`, `\\x1b`, `\\u202e`). Our own
colours are added to text that is already escaped: a `SafeText`.
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

_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

BOLD, RED, GREEN, MAGENTA, ALARM = "1", "31", "32", "35", "31;1"
"""Paint codes (ECMA-48, select graphic rendition) that every terminal has, readable on light and on dark."""


class SafeText(str):
    """A text that is escaped already, and is printed as it is."""

    __slots__ = ()


def make_safe(text: str) -> SafeText:
    """Escape the control characters in a text."""
    return text if isinstance(text, SafeText) else SafeText(visible(text))


def paint(text: str, how: str) -> SafeText:
    """Return a text in the style of a terminal code `how`, such as bold or a colour."""
    return SafeText(f"\x1b[{how}m{make_safe(text)}\x1b[0m")


def bold(text: str) -> SafeText:
    """Return a text in bold."""
    return paint(text, BOLD)


def red(text: str) -> SafeText:
    """Return a text in bold red, for errors."""
    return paint(text, ALARM)


def join_parts(parts: Iterable[str], between: str = "") -> SafeText:
    """Join parts of a line by a separator; escape the parts, but not the separator."""
    return SafeText(between.join(map(make_safe, parts)))


def prepare() -> None:
    """Set up stdout and stderr so that neither an unprintable character nor a closed stream stops a command."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - until the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


class ReaderGone(Exception):
    """Raised to stop a command that only reads, after the reader of its stdout has gone."""


_finishing: list[bool] = []
"""Non-empty while a command runs that continues without a reader."""


@contextmanager
def continuing_without_reader() -> Iterator[None]:
    """Let a recording command in this context run to its end, even if the reader of stdout goes."""
    _finishing.append(True)
    try:
        yield
    finally:
        _finishing.pop()


@contextmanager
def _watching_the_reader() -> Iterator[None]:
    """Raise ReaderGone if the reader of stdout has gone; only warn on stderr if the command is recording."""
    try:
        yield
    except BrokenPipeError:
        silence()
        if not _finishing:
            raise ReaderGone from None
        put_on_stderr("nobody reads any more what is printed here; the command goes on, and records to its end")


def put(*lines: str, end: str = "\n") -> None:
    """Print lines on stdout; OSError if stdout cannot be written, ReaderGone if its reader has gone (see `flush`)."""
    with _watching_the_reader():
        _write(sys.stdout, lines, end)


def put_on_stderr(*lines: str, end: str = "\n") -> None:
    """Print lines on stderr; ignore errors, which could not be reported anywhere."""
    with suppress(OSError):
        _write(sys.stderr, lines, end)
        sys.stderr.flush()


def put_json(payload: object, *, aside: bool = False) -> None:
    """Print a JSON object in one line on stdout, or on stderr if `aside` is set."""
    text = SafeText(json_escaped(json.dumps(payload, ensure_ascii=False)))
    put_on_stderr(text) if aside else put(text)


def _write(stream: TextIO, lines: Iterable[str], end: str) -> None:
    write = partial(_pagers[-1].write, stream) if _pagers else stream.write
    for line in lines:
        write(make_safe(line) + end)


class PagerSink(Protocol):
    """A protocol for the pager that takes over all output."""

    def write(self, stream: TextIO, text: str) -> None:
        """Take a text that was to be written on a stream."""

    def close(self) -> None:
        """Print all texts taken so far."""


_pagers: list[PagerSink] = []


def hold(holder: PagerSink) -> None:
    """Send everything printed from now on to the pager `holder`."""
    _pagers.append(holder)


def has_pager() -> bool:
    """Return True if a pager takes what is printed."""
    return bool(_pagers)


def release_output() -> None:
    """Print what the pager holds, and print without a pager from now on."""
    if _pagers:
        _pagers.pop().close()


def flush() -> None:
    """Flush stdout; OSError if it cannot be written. ReaderGone if the reader has gone and the command only reads."""
    with _watching_the_reader():
        sys.stdout.flush()


def silence() -> None:
    """Print nothing more on stdout, because its reader has gone or it cannot be written."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        # Replace the descriptor: flushing the old stream at exit would fail again.
        os.dup2(nowhere, sys.stdout.fileno())  # buffered output goes there too
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - until the end
    finally:
        os.close(nowhere)


def output_lost_error(error: Exception) -> Misuse | None:
    """Return a Misuse (output-lost) for an error in writing stdout; None for any other error."""
    if not isinstance(error, OSError) or error.errno not in _UNWRITABLE or error.filename is not None:
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

_HIGHLIGHTED = re.compile(r"[♥♦]|(?<![\w-])[RACP]-\d{4,}(?!\w)")


class InkedText(str):
    """A text with the ink it is painted in where colours are shown; the text is not escaped yet."""

    __slots__ = ("ink",)
    ink: Ink | None

    def __new__(cls, text: str, ink: Ink | None) -> "InkedText":
        """Return the text with its ink."""
        inked_text = super().__new__(cls, text)
        inked_text.ink = ink
        return inked_text


def ink_by_sign(text: str) -> InkedText:
    """Colour a difference by its sign: '+3.20' green, '-0.60' red."""
    return InkedText(text, _BY_SIGN.get(text[:1]))


def ink_text(text: str, ink: Ink | None) -> SafeText:
    """Return a text painted in its ink, or only escaped if `ink` is None."""
    return paint(text, _INKS[ink]) if ink else make_safe(text)


def highlight(line: str) -> SafeText:
    """Colour hearts and diamonds in a line red, and case numbers magenta."""
    line = make_safe(line)
    if line.isascii() and "-0" not in line:
        return line
    return SafeText(_HIGHLIGHTED.sub(lambda found: paint(found[0], RED if found[0] in "♥♦" else MAGENTA), line))


def wants_colour(stream: TextIO, asked: str = "auto") -> bool:
    """Return True if output on a stream is to be coloured, by --color, NO_COLOR, FORCE_COLOR, or a terminal."""
    if asked != "auto":
        return asked == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
