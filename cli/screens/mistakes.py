"""What went wrong, on stderr: the message, the place, and what to type; and the exit code that says it to scripts."""

import shutil
import sys
import tempfile
import traceback
from dataclasses import dataclass, replace
from difflib import get_close_matches

import click
from click.exceptions import BadOptionUsage, MissingParameter, NoSuchCommand, NoSuchOption

from cli.desk import output
from cli.options import usage
from cli.terminal import screen
from cli.terminal.overview import PROGRAM
from cli.terminal.screen import joined, put_aside, put_json, red
from cli.terminal.settings import Settings
from cli.terminal.tables import drawn, folded_aside
from cli.words.times import moment_text, span_text
from ledger.bridge.notation import Unreadable
from ledger.errors import Conflict, Misuse, Problem, Refusal
from ledger.errors.visible import is_plain

_ALIKE = 75 / 100
"""How much of two names must be the same for one to be taken for the other."""


def told_of_usage(error: click.UsageError) -> tuple[str, str]:
    """What is wrong, and one line of how it is typed."""
    match error:
        case NoSuchCommand():
            group = error.ctx.command if error.ctx else None
            named = group.list_commands(error.ctx) if error.ctx and isinstance(group, click.Group) else []
            begun = [name for name in named if name.startswith(error.command_name)]
            near = error.possibilities or begun or get_close_matches(error.command_name, named, n=1)
            return error.message.rstrip("."), f"did you mean {' or '.join(near)}?" if near else _help_of(error.ctx)
        case NoSuchOption():
            return f"there is no option {error.option_name}", _the_nearest_option(error)
        case MissingParameter(param=click.Option() as option):
            return f"{option.opts[0]} is missing", f"{usage.names(option)}: {usage.meaning(option)}"
        case MissingParameter(param=click.Argument() as argument, ctx=click.Context() as context):
            return f"{argument.make_metavar(context)} is missing", _as_written(context)
        case click.BadParameter(param=click.Option() as option) if isinstance(option.type, click.Choice):
            return _no_choice(error.message, option), _the_nearest_choice(error.message, option)
        case click.BadParameter(param=click.Argument() as argument) if isinstance(argument.type, click.Choice):
            return _no_choice(error.message, argument), _the_nearest_choice(error.message, argument)
        case click.BadParameter(param=click.Option() as option) if isinstance(option.type, click.types.IntParamType):
            return f"{option.opts[0]} {_no_number(option)}", f"{usage.names(option)}: {usage.meaning(option)}"
        case click.BadParameter(param=click.Argument() as argument, ctx=click.Context() as context) if isinstance(
            argument.type, click.types.IntParamType
        ):
            said = error.message.partition(" is not ")[0]
            return f"{argument.make_metavar(context)} {_no_number(argument)}, not {said}", _as_written(context)
        case BadOptionUsage(ctx=click.Context() as context):
            if "does not take a value" in error.message:
                return f"{error.option_name} takes no value", _an_option(context, error.option_name)
            return f"{error.option_name} wants a value after it", _an_option(context, error.option_name)
        case click.UsageError(ctx=click.Context() as context) if type(error) is click.UsageError:
            return error.message.rstrip("."), _as_written(context)
    return error.format_message().replace("\n\t", " ").rstrip("."), _help_of(error.ctx)  # click lists choices so


def _help_of(context: click.Context | None) -> str:
    return f"`{context.command_path if context else PROGRAM} --help`"


def _the_nearest_option(error: NoSuchOption) -> str:
    """The option that was probably meant, with what it says."""
    options = [each for each in _options(error.ctx) if not each.hidden]
    near = get_close_matches(
        error.option_name.casefold(), [name for each in options for name in each.opts], n=1, cutoff=_ALIKE
    )
    return f"did you mean {_an_option(error.ctx, near[0])}" if near else _help_of(error.ctx)


def _an_option(context: click.Context | None, name: str) -> str:
    found = next((each for each in _options(context) if name in each.opts), None)
    return f"{usage.names(found)}: {usage.meaning(found)}" if found else _help_of(context)


def _options(context: click.Context | None) -> list[click.Option]:
    params = context.command.get_params(context) if context else []
    return [each for each in params if isinstance(each, click.Option)]


def _no_choice(message: str, parameter: click.Parameter) -> str:
    """'XX' is no value of --offender; 'cmd' is no SHELL."""
    said = message.partition(" is not ")[0]
    if isinstance(parameter, click.Option):
        return f"{said} is no value of {parameter.opts[0]}"
    return f"{said} is no {(parameter.metavar or parameter.opts[0].upper()).strip('[]')}"


def _the_nearest_choice(message: str, parameter: click.Parameter) -> str:
    """The choice that was probably meant; where none is near, what there is to choose from."""
    typed = message.partition("'")[2].partition("'")[0]
    choices = [str(each) for each in parameter.type.choices] if isinstance(parameter.type, click.Choice) else []
    if near := get_close_matches(typed.casefold(), choices, n=1):
        return f"did you mean {near[0]}?"
    told_of_usage = (
        f"{usage.names(parameter)}: {usage.meaning(parameter)}" if isinstance(parameter, click.Option) else ""
    )
    if told_of_usage and all(each in told_of_usage for each in choices):
        return told_of_usage
    return f"one of {', '.join(choices)}"


def _no_number(parameter: click.Parameter) -> str:
    between = (
        f" from {parameter.type.min} to {parameter.type.max}" if isinstance(parameter.type, click.IntRange) else ""
    )
    return f"wants a number{between}"


def _as_written(context: click.Context) -> str:
    written = " ".join([context.command_path.removeprefix(f"{PROGRAM} "), *usage.pieces(context.command, context)])
    return f"{written}; examples: `{context.command_path} --help`"


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
        said, beneath = error.message, list[str]()
        if isinstance(error, Refusal) and error.timed:  # told by the office's own clock
            text, moment, now = error.timed
            time, ago = moment_text(moment, now, exact=True), span_text(now - moment)
            said = f"{said}: {text.format(time=time, ago=ago)}"
        if isinstance(error, Refusal) and error.table:
            headings, *rows = error.table
            beneath += drawn(headings, rows, shutil.get_terminal_size().columns, indent=2)
        return Mistake(error.code, said, error.hint, error.exit_code, tuple(beneath))
    if isinstance(error, Unreadable):
        return Mistake(error.code, error.message, error.hint, NOT_UNDERSTOOD, _excerpt(error))
    if isinstance(error, click.UsageError):
        message, hint = told_of_usage(error)
        return Mistake("usage", message, hint, NOT_UNDERSTOOD)
    if verbose:
        put_aside(*"".join(traceback.format_exception(error)).rstrip("\n").split("\n"))
    with tempfile.NamedTemporaryFile("w", prefix="bridge-ledger-", suffix=".txt", delete=False) as report:
        traceback.print_exception(error, file=report)
    hint = f"please send us {report.name}; `verify` tells whether the ledger is sound"
    return Mistake("bug", f"this is our mistake, not yours ({type(error).__name__})", hint, OUR_MISTAKE)


def _excerpt(error: Unreadable) -> tuple[str, ...]:
    """The text, and a mark under the place; nothing where the text is too long, or not shown as it is."""
    if not error.marks or len(error.text) > _LONGEST_EXCERPT or not error.text.strip() or not is_plain(error.text):
        return ()
    carets = [" "] * len(error.text)
    for start, end in error.marks:
        carets[start:end] = "^" * (end - start)
    return f"  {error.text}", f"  {''.join(carets).rstrip()}"
