"""Print errors on stderr: the message, the place, and what to type; and choose the exit code."""

import re
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
from cli.terminal import overview, screen
from cli.terminal.overview import PROGRAM
from cli.terminal.screen import join_parts, put_json, put_on_stderr, red
from cli.terminal.settings import Settings
from cli.terminal.tables import draw_table, fold_for_stderr
from cli.words.times import moment_text, span_text
from ledger.bridge.notation import Unreadable
from ledger.errors import Conflict, Misuse, Problem, Refusal
from ledger.errors.visible import is_plain

_ALIKE = 75 / 100
"""The similarity (0 to 1) from which a typed command or option is taken for a misspelt known one."""

_MOST_VERBS = 8
"""So many commands with the same verb are listed; `list` and `show` have more."""


def usage_message(error: click.UsageError) -> tuple[str, str]:
    """Return the message of a usage error, and a hint: how the command is typed, or what was probably meant."""
    match error:
        case NoSuchCommand():
            group = error.ctx.command if error.ctx else None
            named = group.list_commands(error.ctx) if error.ctx and isinstance(group, click.Group) else []
            begun = [name for name in named if name.startswith(error.command_name)]
            elsewhere = _verbs_called(error.command_name, error.ctx)
            near = error.possibilities or begun or elsewhere or get_close_matches(error.command_name, named, 1, _ALIKE)
            return error.message.rstrip("."), f"did you mean {' or '.join(near)}?" if near else _help_hint(error.ctx)
        case NoSuchOption():
            options = [each for each in _options(error.ctx) if not each.hidden]
            names = [name for each in options for name in each.opts]
            alike = get_close_matches(error.option_name.casefold(), names, n=1, cutoff=_ALIKE)
            hint = f"did you mean {_option_help(error.ctx, alike[0])}" if alike else _help_hint(error.ctx)
            return f"there is no option {error.option_name}", hint
        case MissingParameter(param=click.Option() as option):
            return f"{option.opts[0]} is missing", f"{usage.names(option)}: {usage.meaning(option)}"
        case MissingParameter(param=click.Argument() as argument, ctx=click.Context() as context):
            return f"{argument.make_metavar(context)} is missing", _usage_hint(context)
        case click.BadParameter(param=click.Option() as option) if isinstance(option.type, click.Choice):
            return _choice_message(error.message, option), _choice_hint(error.message, option)
        case click.BadParameter(param=click.Argument() as argument) if isinstance(argument.type, click.Choice):
            return _choice_message(error.message, argument), _choice_hint(error.message, argument)
        case click.BadParameter(param=click.Option() as option) if isinstance(option.type, click.types.IntParamType):
            return f"{option.opts[0]} {_number_wanted(option)}", f"{usage.names(option)}: {usage.meaning(option)}"
        case click.BadParameter(param=click.Argument() as argument, ctx=click.Context() as context) if isinstance(
            argument.type, click.types.IntParamType
        ):
            value = error.message.partition(" is not ")[0]
            return f"{argument.make_metavar(context)} {_number_wanted(argument)}, not {value}", _usage_hint(context)
        case BadOptionUsage(ctx=click.Context() as context):
            if "does not take a value" in error.message:
                return f"{error.option_name} takes no value", _option_help(context, error.option_name)
            return f"{error.option_name} wants a value after it", _option_help(context, error.option_name)
        case click.UsageError(ctx=click.Context() as context) if type(error) is click.UsageError:
            extra = re.fullmatch(r"Got unexpected extra argument \(([\w.-]+)\)\.?", error.message)
            if extra and not any(isinstance(each, click.Argument) for each in context.command.params):
                path = context.command_path.removeprefix(f"{PROGRAM} ")
                hint = f"if that is the session: `{path} --session {extra[1]}`; {_help_hint(context)}"
                return f"{path} takes no words, and {extra[1]} was typed", hint
            return error.message.rstrip("."), _usage_hint(context)
    # click puts each choice on a line of its own
    return error.format_message().replace("\n\t", " ").rstrip("."), _help_hint(error.ctx)


def _verbs_called(name: str, context: click.Context | None) -> list[str]:
    """Return the commands with this verb under another noun: `tournament draw` for a typed `draw`."""
    if context is None:
        return []
    nouns = ((each, overview.command(each)) for each in overview.COMMANDS)
    groups = ((noun, group) for noun, group in nouns if isinstance(group, click.Group) and group is not context.command)
    found = [f"{noun} {name}" for noun, group in groups if group.get_command(context, name)]
    return found if len(found) <= _MOST_VERBS else []


def _help_hint(context: click.Context | None) -> str:
    return f"`{context.command_path if context else PROGRAM} --help`"


def _option_help(context: click.Context | None, name: str) -> str:
    option = next((each for each in _options(context) if name in each.opts), None)
    return f"{usage.names(option)}: {usage.meaning(option)}" if option else _help_hint(context)


def _options(context: click.Context | None) -> list[click.Option]:
    params = context.command.get_params(context) if context else []
    return [each for each in params if isinstance(each, click.Option)]


def _choice_message(message: str, parameter: click.Parameter) -> str:
    value = message.partition(" is not ")[0]
    if isinstance(parameter, click.Option):
        return f"{value} is no value of {parameter.opts[0]}"
    return f"{value} is no {(parameter.metavar or parameter.opts[0].upper()).strip('[]')}"


def _choice_hint(message: str, parameter: click.Parameter) -> str:
    """Return the choice that was probably intended, or all choices if none is similar."""
    typed = message.partition("'")[2].partition("'")[0]
    choices = [str(each) for each in parameter.type.choices] if isinstance(parameter.type, click.Choice) else []
    if near := get_close_matches(typed.casefold(), choices, n=1):
        return f"did you mean {near[0]}?"
    option_help = f"{usage.names(parameter)}: {usage.meaning(parameter)}" if isinstance(parameter, click.Option) else ""
    if option_help and all(each in option_help for each in choices):
        return option_help
    return f"one of {', '.join(choices)}"


def _number_wanted(parameter: click.Parameter) -> str:
    kind = parameter.type
    return f"wants a number{f' from {kind.min} to {kind.max}' if isinstance(kind, click.IntRange) else ''}"


def _usage_hint(context: click.Context) -> str:
    written = " ".join([context.command_path.removeprefix(f"{PROGRAM} "), *usage.pieces(context.command, context)])
    return f"{written}; examples: `{context.command_path} --help`"


EXIT_USAGE, EXIT_BUG = 2, 70
_LONGEST_EXCERPT = 300


@dataclass(frozen=True, slots=True)
class Mistake:
    """An error as printed: its stable code, message, hint and exit code.

    `excerpt`: lines between message and hint: the faulty input with carets under it, or a table of the rows concerned.
    """

    code: str
    message: str
    hint: str
    exit_code: int
    excerpt: tuple[str, ...] = ()


def report(error: Exception, arguments: list[str], settings: Settings) -> int:
    """Print an error with its hint, as text or JSON; return the exit code."""
    mistake = _mistake(error, verbose="-v" in arguments or "--verbose" in arguments)
    hint = error.hint_for_reader if isinstance(error, Problem) and not settings.records else mistake.hint
    mistake = replace(mistake, hint=output.complete_commands(hint, settings))
    if "--json" in arguments:
        value: dict[str, object] = {"code": mistake.code, "message": mistake.message, "hint": mistake.hint}
        if isinstance(error, Refusal) and error.table:
            value["table"] = error.table
        put_json({"error": value}, aside=True)
    else:
        in_colour = screen.wants_colour(sys.stderr, _color_value(arguments))
        put_on_stderr(*fold_for_stderr(lines(mistake, in_colour=in_colour)))
    return mistake.exit_code


def _color_value(arguments: list[str]) -> str:
    """Return the value of --color, even on a command line that could not be parsed."""
    for at, word in enumerate(arguments):
        name, _, value = word.partition("=")
        if name == "--color":
            return value or "".join(arguments[at + 1 : at + 2])
    return "auto"


def mistake_in_input(error: Exception, settings: Settings) -> Mistake:
    """Return the error in one of several inputs as a mistake, so that the next input is read; re-raise other errors."""
    if isinstance(error, Refusal | Misuse | Conflict | Unreadable | click.UsageError):
        mistake = _mistake(error, verbose=False)
        return replace(mistake, hint=output.complete_commands(mistake.hint, settings))
    raise error


def error_lines(error: Exception) -> list[str]:
    """Return an error as lines of text: message, excerpt, hint."""
    return lines(_mistake(error, verbose=False))


def lines(mistake: Mistake, *, in_colour: bool = False) -> list[str]:
    """Return a mistake as lines of text: message, excerpt, hint."""
    head = f"error[{mistake.code}]"
    if in_colour:
        head = red(head)
    hint = [f"hint: {mistake.hint}"] if mistake.hint else []
    return [join_parts([head, f": {mistake.message}"]), *mistake.excerpt, *hint]


def _mistake(error: Exception, *, verbose: bool) -> Mistake:
    if isinstance(error, Problem):
        message, beneath = error.message, list[str]()
        if isinstance(error, Refusal) and error.timed:  # times are printed as differences to the office's own clock
            text, moment, time_now = error.timed
            time, ago = moment_text(moment, time_now, exact=True), span_text(time_now - moment)
            message = f"{message}: {text.format(time=time, ago=ago)}"
        if isinstance(error, Refusal) and error.table:
            headings, *rows = error.table
            beneath += draw_table(headings, rows, shutil.get_terminal_size().columns, indent=2)
        return Mistake(error.code, message, error.hint, error.exit_code, tuple(beneath))
    if isinstance(error, Unreadable):
        return Mistake(error.code, error.message, error.hint, EXIT_USAGE, _excerpt(error))
    if isinstance(error, click.UsageError):
        message, hint = usage_message(error)
        return Mistake("usage", message, hint, EXIT_USAGE)
    if verbose:
        put_on_stderr(*"".join(traceback.format_exception(error)).rstrip("\n").split("\n"))
    with tempfile.NamedTemporaryFile("w", prefix="bridge-ledger-", suffix=".txt", delete=False) as report:
        traceback.print_exception(error, file=report)
    hint = f"please send us {report.name}; `verify` tells whether the ledger is sound"
    return Mistake("bug", f"this is our mistake, not yours ({type(error).__name__})", hint, EXIT_BUG)


def _excerpt(error: Unreadable) -> tuple[str, ...]:
    """Return the text and a line of carets under the fault; empty if the text is too long or not printable."""
    if not error.marks or len(error.text) > _LONGEST_EXCERPT or not error.text.strip() or not is_plain(error.text):
        return ()
    carets = [" "] * len(error.text)
    for start, end in error.marks:
        carets[start:end] = "^" * (end - start)
    return f"  {error.text}", f"  {''.join(carets).rstrip()}"
