"""The layout of `--help`: the purpose of a command, how it is typed, its own options, and common options in a line.

A page should fit the screen, so options shared by many commands are only named, and explained by `help options`.
"""

import inspect
import re
import shlex
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import click

from cli.options.declared import CommonOption, HeadedOption, Heading
from cli.terminal.overview import PROGRAM

Sections = dict[Heading, list[click.Option]]

SCREEN = 50
"""The number of lines that a page of help should not exceed."""

_EXAMPLES = re.compile(r"^\x08?\n?Examples?:\s*", re.MULTILINE)

_WIDEST_CHOICE = 22

_COMMON_SHOWN = ("-n", "--as-of", "--yes", "--at", "--by", "--session", "--json")

_NARROWEST_TEXT = 24

_wrap = partial(textwrap.wrap, break_on_hyphens=False)


def page(command: click.Command, context: click.Context, width: int) -> list[str]:
    """Return the lines of a command's help, none wider than `width` unless a single word is.

    While the help exceeds a screen, sets of options are reduced to a line, the last first.
    """
    by_heading: Sections = {}
    for option in own_options(command.get_params(context)):
        heading = option.heading if isinstance(option, HeadedOption) else Heading("Options")
        by_heading.setdefault(heading, []).append(option)
    sections = dict(sorted(by_heading.items(), key=lambda section: section[0].rare))  # rare options last
    in_a_line = [heading for heading in sections if heading.rare]
    may_follow = [heading for heading in sections if heading.topic and not heading.rare]
    while len(lines := _page_lines(command, context, sections, in_a_line, width)) > SCREEN and may_follow:
        in_a_line.append(may_follow.pop())
    return lines


def _page_lines(
    command: click.Command, context: click.Context, sections: Sections, in_a_line: Sequence[Heading], width: int
) -> list[str]:
    example_texts = examples(command)
    example_lines = [f"Example{'s' if example_texts[1:] else ''}:"] if example_texts else []
    example_lines += [line for each in example_texts for line in fold_command(each, width, "  ")]
    verbs = []
    if isinstance(command, click.Group):
        commands = ((name, command.get_command(context, name)) for name in command.list_commands(context))
        verbs = ["Commands:", *two_columns([(name, summary(each)) for name, each in commands if each], width)]
    option_parts = []
    for heading, options in sections.items():
        if heading in in_a_line:
            named = ", ".join(option.opts[0] for option in options)
            line = f"{heading.title}: {named} (help {heading.topic})"
            option_parts.append(_wrap(line, width, subsequent_indent="  "))
        else:
            option_parts.append([f"{heading.title}:", *list_options(options, width)])
    parts = [
        usage_lines(command, context, width),
        *_paragraphs(command, width),
        example_lines,
        verbs,
        *option_parts,
        _common_options_line(command.get_params(context), width),
        [f"The way through: {PROGRAM} help {guide}"] if (guide := getattr(command, "guide", "")) else [],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part).split("\n")


def usage_lines(command: click.Command, context: click.Context, width: int) -> list[str]:
    """Return the lines that show how to type a command: `appeal lodge CASE --grounds TEXT [OPTIONS]`."""
    typed = " ".join([context.command_path, *pieces(command, context)])
    return _wrap(f"Usage: {typed}", width, subsequent_indent="       ")


def pieces(command: click.Command, context: click.Context) -> list[str]:
    """Return the parts of a command line after the command's name: arguments, required options, COMMAND, [OPTIONS]."""
    params = command.get_params(context)
    needed = [option for option in own_options(params) if option.required]
    arguments = [each.make_metavar(context) for each in params if isinstance(each, click.Argument)]
    verb = ["COMMAND …"] if isinstance(command, click.Group) else []
    more = ["[OPTIONS]"] if len(needed) < len(own_options(params)) else []
    return [*arguments, *(f"{option.opts[0]} {metavar(option)}" for option in needed), *verb, *more]


def summary(command: click.Command) -> str:
    """Return the first paragraph of a command's help as one line."""
    return re.split(r"\n\s*\n|\x08", _help_text(command))[0].replace("\n", " ").strip()


def help_text(command: click.Command) -> str:
    """Return the help text of a command without its examples."""
    return _EXAMPLES.split(_help_text(command))[0].strip("\x08\n ")


def examples(command: click.Command) -> list[str]:
    """Return the examples of a command: command lines, some with a shell comment."""
    _, *after = _EXAMPLES.split(_help_text(command))
    return [line.strip() for line in "\n".join(after).splitlines() if line.strip().startswith(PROGRAM)]


def words(example: str) -> list[str]:
    """Return the arguments of an example command line, without the program's name and without redirections."""
    return shlex.split(re.split(r"\s[<>] ", example)[0], comments=True)[1:]


def _help_text(command: click.Command) -> str:
    return inspect.cleandoc(command.help or "")


def metavar(option: click.Option) -> str:
    """Return the placeholder for an option's value; '' for a flag."""
    if option.is_flag or option.count:
        return ""
    if option.metavar:
        return option.metavar
    if isinstance(option.type, click.Choice):
        choices = "|".join(map(str, option.type.choices))
        return choices if len(choices) <= _WIDEST_CHOICE else "WORD"
    return "NUMBER" if isinstance(option.type, click.types.IntParamType) else "TEXT"


def names(option: click.Option) -> str:
    """Return the names of an option as typed: '-n, --dry-run', '--lead CARD', '--[no-]damage'."""
    typed = [*option.opts, *option.secondary_opts]
    if option.secondary_opts == [f"--no-{option.opts[0].strip('-')}"]:
        typed = [f"--[no-]{option.opts[0].strip('-')}"]
    return f"{', '.join(typed)} {metavar(option)}".strip()


def meaning(option: click.Option) -> str:
    """Return the help text of an option, with its choices if the placeholder cannot list them."""
    text = option.help or ""
    if metavar(option) == "WORD" and isinstance(option.type, click.Choice):
        return f"{text.rstrip('.')}: {', '.join(map(str, option.type.choices))}."
    return text


def list_options(options: Iterable[click.Option], width: int) -> list[str]:
    """Return the lines of the help that list options with their meanings."""
    return list(two_columns([(names(option), meaning(option)) for option in options], width))


def own_options(params: Iterable[click.Parameter]) -> list[click.Option]:
    """Return the visible options that are a command's own, not common to its kind."""
    options = (each for each in params if isinstance(each, click.Option) and not isinstance(each, CommonOption))
    return [each for each in options if not (each.hidden or "--help" in each.opts)]


def _common_options_line(params: Iterable[click.Parameter], width: int) -> list[str]:
    """Return the line of the help that names the first common options, and the page that explains all."""
    common_names = {name for each in params if isinstance(each, CommonOption) and not each.hidden for name in each.opts}
    named = [name for name in _COMMON_SHOWN if name in common_names]
    pointer = f"…: {PROGRAM} help options"
    while len(line := f"Also {' '.join([*named, pointer])}") > width and named:
        named.pop()
    return [line] if common_names else []


def _paragraphs(command: click.Command, width: int) -> Iterator[list[str]]:
    for paragraph in re.split(r"\n\s*\n", help_text(command)):
        if paragraph.startswith("\x08"):
            rows = [line.strip().partition("  ") for line in paragraph.strip("\x08\n").splitlines()]
            yield list(two_columns([(name, text.strip()) for name, _, text in rows], width, "    "))
        elif paragraph:
            yield _wrap(" ".join(paragraph.split()), width, initial_indent="  ", subsequent_indent="  ")


def fold_command(line: str, width: int, indent: str) -> Iterator[str]:
    """Yield a command line folded after backslashes, so that it can be typed as shown; its comment comes first."""
    if len(indent + line) <= width:
        yield indent + line
        return
    typed, mark, comment = line.partition("  # ")
    if mark:
        yield f"{indent}# {comment}"
    if len(indent + typed.rstrip()) <= width:
        yield indent + typed.rstrip()
        return
    first, *following = _split_keeping_quotes(typed)
    row = indent + first
    for piece in following:  # each piece is an option with its value: they stay in one line
        if len(f"{row} {piece} \\") > width:
            yield f"{row} \\"
            row = f"{indent}    {piece}"
        else:
            row = f"{row} {piece}"
    yield row


def _split_keeping_quotes(line: str) -> list[str]:
    """Split a command line into words with their quotes; keep an option and its value in one word.

    >>> _split_keeping_quotes('ruling add 7 --weighted "60% 4SN=, 40% 4SN-1" -n')
    ['ruling', 'add', '7', '--weighted "60% 4SN=, 40% 4SN-1"', '-n']
    """
    return re.findall(r'--[\w-]+ (?:"[^"]*"|[^-\s"]\S*)|(?:"[^"]*"|[^\s"])+', line)


def two_columns(rows: Sequence[tuple[str, str]], width: int, indent: str = "  ") -> Iterator[str]:
    """Yield lines with names in one column and texts in another; a name that is too long gets its own line."""
    room = max(min(width // 2 - 4, 28), 12)
    column = max((len(name) for name, _ in rows if len(name) <= room), default=room)
    beside = max(width - len(indent) - column - 2, _NARROWEST_TEXT)
    for name, text in rows:
        first, *more_lines = _wrap(text, beside) or [""]
        if len(name) > column:
            yield f"{indent}{name}"
            more_lines, first, name = [first, *more_lines][1:], first, ""
        yield f"{indent}{name:<{column}}  {first}".rstrip()
        yield from (f"{indent}{'':<{column}}  {line}" for line in more_lines)
