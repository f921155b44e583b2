"""What went wrong, on stderr: the message, the place, and what to type; and the exit code that says it to scripts."""

import os
import sys
import tempfile
import traceback
from dataclasses import dataclass

import click

from cli.desk.screen import joined, put_aside, put_json, red
from cli.screens.times import moment_text, span_text
from ledger.bridge.unreadable import Unreadable
from ledger.errors import Problem, Refusal
from ledger.errors.visible import is_plain

NOT_UNDERSTOOD, OUR_MISTAKE = 2, 70
_LONGEST_EXCERPT = 300


@dataclass(frozen=True, slots=True)
class Mistake:
    """A message: its stable code, what is wrong, what to type, the text with marks under it, and the exit code."""

    code: str
    message: str
    hint: str
    exit_code: int
    excerpt: tuple[str, ...] = ()


def report(error: Exception, arguments: list[str]) -> int:
    """Say what went wrong; the exit code."""
    mistake = _mistake(error, verbose="-v" in arguments or "--verbose" in arguments)
    if "--json" in arguments:
        said = {"code": mistake.code, "message": mistake.message, "hint": mistake.hint}
        put_json({"error": said}, aside=True)
    else:
        put_aside(*_lines(mistake))
    return mistake.exit_code


def _lines(mistake: Mistake) -> list[str]:
    head = f"error[{mistake.code}]"
    if sys.stderr.isatty() and "NO_COLOR" not in os.environ:
        head = red(head)
    hint = [f"hint: {mistake.hint}"] if mistake.hint else []
    return [joined([head, f": {mistake.message}"]), *mistake.excerpt, *hint]


def _mistake(error: Exception, *, verbose: bool) -> Mistake:
    if isinstance(error, Problem):
        return Mistake(error.code, _message(error), error.hint, error.exit_code)
    if isinstance(error, Unreadable):
        return Mistake(error.code, error.message, error.hint, NOT_UNDERSTOOD, _excerpt(error))
    if isinstance(error, click.UsageError):
        return _usage(error)
    return _bug(error, verbose=verbose)


def _message(error: Problem) -> str:
    """The message, and after it the time a refusal speaks of, on the office's own clock."""
    if not (isinstance(error, Refusal) and error.timed):
        return error.message
    text, moment, now = error.timed
    return f"{error.message}: {text.format(time=moment_text(moment, now, exact=True), ago=span_text(now - moment))}"


def _excerpt(error: Unreadable) -> tuple[str, ...]:
    """The text, and a mark under the place; nothing where the text is too long, or not shown as it is."""
    if not error.marks or len(error.text) > _LONGEST_EXCERPT or not error.text.strip() or not is_plain(error.text):
        return ()
    carets = [" "] * len(error.text)
    for start, end in error.marks:
        carets[start:end] = "^" * (end - start)
    return f"  {error.text}", f"  {''.join(carets).rstrip()}"


def _usage(error: click.UsageError) -> Mistake:
    command = error.ctx.command_path if error.ctx else "bridge-ledger"
    if isinstance(error, click.exceptions.NoSuchCommand) and error.possibilities:
        hint = f"did you mean {' or '.join(error.possibilities)}?"
        return Mistake("usage", error.message.rstrip("."), hint, NOT_UNDERSTOOD)
    message = error.format_message().replace("\n\t", " ")  # click lists choices so
    return Mistake("usage", message.rstrip("."), f"{command} --help", NOT_UNDERSTOOD)


def _bug(error: Exception, *, verbose: bool) -> Mistake:
    if verbose:
        put_aside(*"".join(traceback.format_exception(error)).rstrip("\n").split("\n"))
    with tempfile.NamedTemporaryFile("w", prefix="bridge-ledger-", suffix=".txt", delete=False) as report:
        traceback.print_exception(error, file=report)
    hint = f"please send us {report.name}; `verify` tells whether the ledger is sound"
    return Mistake("bug", f"this is our mistake, not yours ({type(error).__name__})", hint, OUR_MISTAKE)
