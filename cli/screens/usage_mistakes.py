"""A command line that is not understood: what is wrong with it, in an office's words, and how it is typed."""

from difflib import get_close_matches

import click
from click.exceptions import BadOptionUsage, MissingParameter, NoSuchCommand, NoSuchOption

from cli.options import usage
from cli.terminal.overview import PROGRAM

_ALIKE = 75 / 100
"""How much of two names must be the same for one to be taken for the other."""


def told(error: click.UsageError) -> tuple[str, str]:
    """What is wrong, and one line of how it is typed."""
    match error:
        case NoSuchCommand():
            return error.message.rstrip("."), _the_nearest_command(error)
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


def _the_nearest_command(error: NoSuchCommand) -> str:
    group = error.ctx.command if error.ctx else None
    named = group.list_commands(error.ctx) if error.ctx and isinstance(group, click.Group) else []
    begun = [name for name in named if name.startswith(error.command_name)]
    near = error.possibilities or begun or get_close_matches(error.command_name, named, n=1)
    return f"did you mean {' or '.join(near)}?" if near else _help_of(error.ctx)


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
    """'XX' is nothing --offender knows; 'cmd' is no SHELL."""
    said = message.partition(" is not ")[0]
    if isinstance(parameter, click.Option):
        return f"{said} is nothing {parameter.opts[0]} knows"
    return f"{said} is no {(parameter.metavar or parameter.opts[0].upper()).strip('[]')}"


def _the_nearest_choice(message: str, parameter: click.Parameter) -> str:
    """The choice that was probably meant; where none is near, what there is to choose from."""
    typed = message.partition("'")[2].partition("'")[0]
    choices = [str(each) for each in parameter.type.choices] if isinstance(parameter.type, click.Choice) else []
    if near := get_close_matches(typed.casefold(), choices, n=1):
        return f"did you mean {near[0]}?"
    told = f"{usage.names(parameter)}: {usage.meaning(parameter)}" if isinstance(parameter, click.Option) else ""
    if told and all(each in told for each in choices):
        return told
    return f"one of {', '.join(choices)}"


def _no_number(parameter: click.Parameter) -> str:
    between = (
        f" from {parameter.type.min} to {parameter.type.max}" if isinstance(parameter.type, click.IntRange) else ""
    )
    return f"wants a number{between}"


def _as_written(context: click.Context) -> str:
    """How the command is written, and where its examples are."""
    written = " ".join([context.command_path.removeprefix(f"{PROGRAM} "), *usage.pieces(context.command, context)])
    return f"{written}; examples: `{context.command_path} --help`"
