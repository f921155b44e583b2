"""What went wrong, on stderr: the message, the place, and what to type; and the exit code that says it to scripts."""

import shutil
import sys
import tempfile
import traceback
from dataclasses import dataclass, replace

import click

from cli.desk import output
from cli.screens import usage_mistakes
from cli.terminal import screen
from cli.terminal.screen import joined, put_aside, put_json, red
from cli.terminal.settings import Settings
from cli.terminal.tables import drawn, folded_aside
from cli.words.times import moment_text, span_text
from ledger.bridge.notation import Unreadable
from ledger.errors import Conflict, Misuse, Problem, Refusal
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


def report(error: Exception, arguments: list[str], asked: Settings) -> int:
    """Say what went wrong, and what to type, as this run was asked; the exit code."""
    mistake = _mistake(error, verbose="-v" in arguments or "--verbose" in arguments)
    hint = error.hint_looking if isinstance(error, Problem) and not asked.records else mistake.hint
    mistake = replace(mistake, hint=output.filled(hint, asked))
    if "--json" in arguments:
        said: dict[str, object] = {"code": mistake.code, "message": mistake.message, "hint": mistake.hint}
        if isinstance(error, Refusal) and error.table:
            said["table"] = error.table
        put_json({"error": said}, aside=True)
    else:
        put_aside(*folded_aside(lines(mistake, in_colour=screen.wanted(sys.stderr, _colour_asked(arguments)))))
    return mistake.exit_code


def _colour_asked(arguments: list[str]) -> str:
    """What --color says: also of a command line that was not understood."""
    for at, word in enumerate(arguments):
        name, _, value = word.partition("=")
        if name == "--color":
            return value or "".join(arguments[at + 1 : at + 2])
    return "auto"


def of_input(error: Exception, asked: Settings) -> Mistake:
    """What is wrong with one of several inputs, where the others go on, and what to type as this run was asked.

    What is no fault of the input is raised.
    """
    if isinstance(error, Refusal | Misuse | Conflict | Unreadable | click.UsageError):
        mistake = _mistake(error, verbose=False)
        return replace(mistake, hint=output.filled(mistake.hint, asked))
    raise error


def told(error: Exception) -> list[str]:
    """What was wrong with an answer, in the lines an error has."""
    return lines(_mistake(error, verbose=False))


def lines(mistake: Mistake, *, in_colour: bool = False) -> list[str]:
    """A mistake as it is told: what is wrong, the place, and what to type."""
    head = f"error[{mistake.code}]"
    if in_colour:
        head = red(head)
    hint = [f"hint: {mistake.hint}"] if mistake.hint else []
    return [joined([head, f": {mistake.message}"]), *mistake.excerpt, *hint]


def _mistake(error: Exception, *, verbose: bool) -> Mistake:
    if isinstance(error, Problem):
        return Mistake(error.code, _message(error), error.hint, error.exit_code, _table(error))
    if isinstance(error, Unreadable):
        return Mistake(error.code, error.message, error.hint, NOT_UNDERSTOOD, _excerpt(error))
    if isinstance(error, click.UsageError):
        message, hint = usage_mistakes.told(error)
        return Mistake("usage", message, hint, NOT_UNDERSTOOD)
    return _bug(error, verbose=verbose)


def _table(error: Problem) -> tuple[str, ...]:
    """What a refusal lists beneath its message."""
    if not (isinstance(error, Refusal) and error.table):
        return ()
    headings, *rows = error.table
    return tuple(drawn(headings, rows, shutil.get_terminal_size().columns, indent=2))


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


def _bug(error: Exception, *, verbose: bool) -> Mistake:
    if verbose:
        put_aside(*"".join(traceback.format_exception(error)).rstrip("\n").split("\n"))
    with tempfile.NamedTemporaryFile("w", prefix="bridge-ledger-", suffix=".txt", delete=False) as report:
        traceback.print_exception(error, file=report)
    hint = f"please send us {report.name}; `verify` tells whether the ledger is sound"
    return Mistake("bug", f"this is our mistake, not yours ({type(error).__name__})", hint, OUR_MISTAKE)
