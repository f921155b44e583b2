"""The whole command line on one page, `command-line.txt`: written anew by `python -m tests.cli.command_line`.

Every command with how it is typed, what it says of itself, its examples, and each of its options, also those that its
`--help` has no room for; what many commands share is told once, at the end.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from cli.desk.commands import root
from cli.options import usage
from cli.options.declared import CommonOption

PAGE = Path(__file__).parent / "command-line.txt"
_WIDTH = 100


def commands(context, command, path=()):
    """Every command there is: its words, its context, itself."""
    if path:
        yield " ".join(path), context, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            yield from commands(click.Context(found, parent=context, info_name=name), found, (*path, name))


def page() -> str:
    """What the file holds as the commands are now."""
    program = click.Context(root, info_name="bridge-ledger")
    found = [(program, root), *((context, command) for _, context, command in commands(program, root))]
    every_one = {"\n".join(_told([each])): None for context, command in found for each in _common(command, context)}
    parts = ["\n".join(_of(command, context)) for context, command in found]
    return "\n\n".join([*parts, "\n".join(["Options that commands share", "", *every_one])]) + "\n"


def _of(command: click.Command, context: click.Context) -> Iterator[str]:
    yield from usage.usage_lines(command, context, _WIDTH)
    said = usage.help_text(command).replace("\x08\n", "")
    yield from (f"  {line}".rstrip() for line in said.splitlines())
    yield from (f"  $ {line}" for line in usage.examples(command))
    shared = _common(command, context)
    params = command.get_params(context)
    yield from _told(each for each in params if isinstance(each, click.Option) and _is_own(each, command))
    if shared:
        yield f"  and {' '.join(each.opts[0] for each in shared)}"


def _common(command: click.Command, context: click.Context) -> list[click.Option]:
    return [each for each in command.get_params(context) if isinstance(each, CommonOption)]


def _is_own(option: click.Option, command: click.Command) -> bool:
    return not isinstance(option, CommonOption) and (command is root or "--help" not in option.opts)


def _told(options: Iterable[click.Option]) -> Iterator[str]:
    rows = [(usage.names(each), f"{usage.meaning(each)}{_more(each)}") for each in options]
    return usage.two_columns(rows, _WIDTH)


def _more(option: click.Option) -> str:
    """What of an option stands in no word of its help."""
    notes = {"must be given": option.required, "as often as wanted": option.multiple, "hidden": option.hidden}
    return "".join(f" [{note}]" for note, holds in notes.items() if holds)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
