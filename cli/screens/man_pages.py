"""The manual pages: `man bridge-ledger`, and one for each command with all below it, made from what click knows.

Written in the macros of man(7). They are made when a wheel is built, and installed by it under share/man.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from cli.options import usage
from cli.terminal.overview import PROGRAM
from ledger.version import __version__

_HELP = Path(__file__).parents[1] / "help"


def man_pages(root: click.Group) -> dict[str, str]:
    """Every page by its file's name: 'bridge-ledger.1', 'bridge-ledger-ruling.1'."""
    context = click.Context(root, info_name=PROGRAM, **root.context_settings)
    found = {f"{PROGRAM}.1": _whole(context, root)}
    for name in root.list_commands(context):
        command = root.get_command(context, name)
        assert command
        page = _page_of(click.Context(command, info_name=name, parent=context), _names(root))
        found[f"{PROGRAM}-{name}.1"] = page
    return found


def _whole(context: click.Context, root: click.Group) -> str:
    """The page of the program: its commands, the options that all of them take, exit codes, topics."""
    topics = sorted(file.stem for file in _HELP.glob("*.md"))
    exit_codes = (_HELP / "exit-codes.md").read_text("utf-8").rstrip().split("\n")[1:]
    return _text(
        *_heading(PROGRAM, "an event-sourced ruling ledger for duplicate bridge"),
        ".SH SYNOPSIS",
        *_usage(context),
        ".SH DESCRIPTION",
        *_paragraphs(root.help or ""),
        ".SH COMMANDS",
        *(line for name in root.list_commands(context) for line in _entry(name, _short(context, root, name))),
        ".SH OPTIONS",
        "Every command takes those of them that it can follow, before its name or after it.",
        *_options(context, set()),
        ".SH EXIT STATUS",
        *_as_it_stands(exit_codes),
        ".SH TOPICS",
        _plain(f"`{PROGRAM} help TOPIC` shows a page of the manual: {', '.join(topics)}."),
        ".SH SEE ALSO",
        ", ".join(f"{_plain(PROGRAM)}\\-{_plain(name)}(1)" for name in root.list_commands(context)),
    )


def _short(context: click.Context, root: click.Group, name: str) -> str:
    command = root.get_command(context, name)
    return command.get_short_help_str(200) if command else ""


def _page_of(context: click.Context, common: set[str]) -> str:
    """The page of a command, with those below it."""
    command = context.command
    called = f"{PROGRAM}-{context.info_name}"
    parts = [click.Context(each, info_name=name, parent=context) for name, each in _below(command)]
    return _text(
        *_heading(called, command.get_short_help_str(200)),
        ".SH SYNOPSIS",
        *(line for each in parts or [context] for line in _usage(each)),
        ".SH DESCRIPTION",
        *_paragraphs(command.help or ""),
        *_own_options(context, common),
        *(line for each in parts for line in _part(each, common)),
        ".SH SEE ALSO",
        f"{_plain(PROGRAM)}(1): the options that every command takes",
    )


def _below(command: click.Command) -> Iterable[tuple[str, click.Command]]:
    return command.commands.items() if isinstance(command, click.Group) else ()


def _part(context: click.Context, common: set[str]) -> Iterator[str]:
    """What a page says of a command below its own."""
    yield f".SH {_plain(context.command_path.removeprefix(PROGRAM).strip().upper())}"
    yield from _paragraphs(context.command.help or "")
    yield from _own_options(context, common, ".SS Options")


def _own_options(context: click.Context, common: set[str], heading: str = ".SH OPTIONS") -> Iterator[str]:
    options = list(_options(context, common))
    yield from [heading, *options] if options else ()


def _names(command: click.Command) -> set[str]:
    return {parameter.name or "" for parameter in command.params}


def _options(context: click.Context, left_out: set[str]) -> Iterator[str]:
    """The options of a command but for some, each with what it is for."""
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        common = parameter.name in left_out and parameter not in _special(context)
        of_help = "--help" in parameter.opts and left_out  # told once, in the page of the program
        if record and isinstance(parameter, click.Option) and not common and not of_help:
            yield from _entry(*record)


def _special(context: click.Context) -> list[click.Parameter]:
    """Options that have the name of a common one and are a command's own: they say something else."""
    root = context.find_root().command
    said = {parameter.help for parameter in root.params if isinstance(parameter, click.Option)}
    return [each for each in context.command.params if isinstance(each, click.Option) and each.help not in said]


def _heading(name: str, says: str) -> tuple[str, ...]:
    title = f'.TH "{_plain(name.upper())}" 1 "" "{PROGRAM} {__version__}" "{PROGRAM} manual"'
    return title, ".SH NAME", f"{_plain(name)} \\- {_plain(says)}"


def _usage(context: click.Context) -> Iterator[str]:
    yield ".PP"
    yield f"\\fB{_plain(context.command_path)}\\fR {_plain(' '.join(usage.pieces(context.command, context)))}"


def _entry(name: str, says: str) -> tuple[str, ...]:
    return ".TP", f"\\fB{_plain(name)}\\fR", _plain(says)


def _paragraphs(help_text: str) -> Iterator[str]:
    """The help of a command; what click is not to fold (after a line of '\\b') stands as it is typed."""
    for paragraph in help_text.strip().split("\n\n"):
        lines = paragraph.strip("\n").split("\n")
        if lines[0].strip() == "\b":
            yield from _as_it_stands(lines[1:])
        else:
            yield from (".PP", _plain(" ".join(line.strip() for line in lines)))


def _as_it_stands(lines: Iterable[str]) -> Iterator[str]:
    yield from (".PP", ".EX")
    yield from map(_plain, lines)
    yield ".EE"


def _plain(text: str) -> str:
    """A text in which nothing is a request or an escape of roff; a hyphen is the one that is typed (groff_char(7))."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


def _text(*lines: str) -> str:
    return "\n".join(lines) + "\n"
