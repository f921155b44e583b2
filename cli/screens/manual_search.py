"""Looking a word up: the topics, commands, options and error codes that speak of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

import click

from cli.desk import usage
from ledger.errors import CODES

_WIDE = 96
_AROUND = 34
_MANY = 12


def found(root: click.Context, wanted: str, pages: Mapping[str, str]) -> list[list[str]]:
    """Sections of lines: topics that speak of it most first, commands, errors; none where nothing does."""
    return [
        [f"## {heading}", "", *usage.listed(rows, _WIDE, "    ")]
        for heading, rows in (
            ("Topics: `help TOPIC`", _in_topics(wanted, pages)),
            ("Commands: `COMMAND --help`", list(_in_commands(root, wanted))),
            (
                "Messages: error[code]",
                [(code, text) for code, text in CODES.items() if wanted in f"{code} {text}".lower()],
            ),
        )
        if rows
    ]


def nearest(root: click.Context, wanted: str, topics: Sequence[str]) -> list[str]:
    """The topics and commands that are spelled most like it."""
    paths = [path for path, _ in commands(root, root.command)]
    return [f"`help {each}`" for each in get_close_matches(wanted, [*topics, *paths], n=2)]


def _in_topics(wanted: str, pages: Mapping[str, str]) -> list[tuple[str, str]]:
    counted = {
        topic: page.lower().count(wanted) + 9 * (wanted in page.partition("\n")[0].lower())
        for topic, page in pages.items()
    }
    most = sorted((topic for topic, times in counted.items() if times), key=lambda topic: -counted[topic])
    return [(topic, _around(pages[topic], wanted)) for topic in most[:_MANY]]


def _weight(page: str, wanted: str) -> int:
    """How much a page speaks of it; what its heading names, it is about."""
    return page.count(wanted) + 9 * page.partition("\n")[0].count(wanted)


def _around(page: str, wanted: str) -> str:
    """The words about the first place where a page speaks of it."""
    flat = re.sub(r"[`#*]|\s+", " ", page)
    flat = re.sub(r" +", " ", flat)
    at = flat.lower().find(wanted)
    before, after = flat[max(at - _AROUND, 0) : at], flat[at : at + len(wanted) + _AROUND]
    return f"…{before.partition(' ')[2] if at > _AROUND else before}{after.rpartition(' ')[0] or after}…"


def _in_commands(root: click.Context, wanted: str) -> Iterator[tuple[str, str]]:
    """Commands whose name or summary has it, and options."""
    for path, command in commands(root, root.command):
        if wanted in f"{path} {usage.summary(command)}".lower():
            yield path, usage.summary(command)
        for option in usage.own_options(command.params):
            if wanted in f"{usage.names(option)} {usage.meaning(option)}".lower():
                yield f"{path} {option.opts[0]}", usage.meaning(option)


def commands(context: click.Context, command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command there is, by what is typed for it."""
    if path:
        yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if under := command.get_command(context, name):
                yield from commands(context, under, f"{path} {name}".strip())
