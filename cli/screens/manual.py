"""The manual: a page for every file in `cli/help`, the Laws by paragraph, each command's own help, words to look up.

A page is a text, the same that a forge shows; `manual_layout` lays it out for a screen.
"""

import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click

from cli.options import usage
from cli.screens import releases
from ledger.errors import CODES

_PAGES = Path(__file__).parents[1] / "help"

CONTENTS: dict[str, list[str]] = tomllib.loads((_PAGES / "contents.toml").read_text("utf-8"))
"""The topics under their headings."""

GUIDES = next(iter(CONTENTS.values()))
"""The topics that are read, and typed, one after the other."""


def page(root: click.Context, topic: tuple[str, ...]) -> str | None:
    """The page of a topic, a Law, or a command's help; without any, the contents. None where it is some other word."""
    if not topic:
        return _contents()
    name = "-".join(without_law(topic) and topic).lower() or "laws"
    if name in topics():
        return topic_page(name)
    return _law(topic) or _command_help(root, topic) or _regulation(" ".join(topic).lower()) or None


def is_laid_out(root: click.Context, topic: tuple[str, ...]) -> bool:
    """Whether a page is a command's help, which is made for the screen there is."""
    return "-".join(topic).lower() not in topics() and bool(topic) and _command_help(root, topic) is not None


def topics() -> list[str]:
    """The topics there is a page for."""
    return sorted(file.stem for file in _PAGES.glob("*.md"))


def text(topic: str) -> str:
    """The file of a topic."""
    return (_PAGES / f"{topic}.md").read_text("utf-8").rstrip()


def about(topic: str) -> str:
    """What a topic is about: 'the kinds of score a ruling gives'."""
    return text(topic).partition("\n")[0].partition(": ")[2]


def commands(context: click.Context, command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command there is, by what is typed for it."""
    if path:
        yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if under := command.get_command(context, name):
                yield from commands(context, under, f"{path} {name}".strip())


def topic_page(name: str) -> str:
    """The text of a topic, with what the program itself knows of it."""
    match name:
        case "errors":
            return "\n".join([text(name), *(f"    {code:<22} {meaning}" for code, meaning in sorted(CODES.items()))])
        case "result-files":
            return f"{text(name)}\n{_profiles()}"
        case "regulations":
            from cli.words import regulations

            return f"{text(name)}\n{regulations.listing()}"
        case "changes":
            return f"{text(name)}\n\n{releases.formats()}"
        case "options":
            return f"{text(name)}\n\n{_options()}"
        case "laws":
            from cli.screens import manual_laws

            return f"{text(name)}\n\n{manual_laws.listed()}"
    return text(name)


def _contents() -> str:
    """The topics by their headings, a line each."""
    sections = [
        "\n".join([f"## {heading}", "", *(f"    {each:<17}{about(each)}" for each in named)])
        for heading, named in CONTENTS.items()
    ]
    ways = (
        "`help TOPIC` is a page, `help ruling add` a command's, `help 16B` a Law's.\n"
        "`help slow play` finds what speaks of it: Laws, topics, regulations, commands, codes of errors.\n"
        "`bridge-ledger --help` lists the commands."
    )
    return "\n\n".join(["# The manual", ways, *sections])


def _options() -> str:
    """The options every command takes, and the sets that several share, as they are declared."""
    from cli.options.commands import COMMON
    from cli.options.declared import ReopeningOptions, SeatsOptions, made

    common = {f"What {who} take{'s' if who.startswith('every') else ''}": each for who, each in COMMON.items()}
    sets = {each.HEADING.title: made(each) for each in (SeatsOptions, ReopeningOptions)}
    sections = {**{title: [make() for make in makers] for title, makers in common.items()}, **sets}
    return "\n\n".join(
        "\n".join([f"## {title}", "", *(f"    {line[2:]}" for line in usage.told(options, 100))])
        for title, options in sections.items()
    )


def _profiles() -> str:
    from ledger.laws.profile_loader import shipped

    names = textwrap.fill("  ".join(shipped()), 110, break_on_hyphens=False)
    return "\nRegulations that come with the ledger:\n\n" + textwrap.indent(names, "    ")


def _command_help(root: click.Context, names: tuple[str, ...]) -> str | None:
    """A command's own help; None where there is no such command."""
    parent, command = root, root.command
    for name in names:
        found = command.get_command(parent, name) if isinstance(command, click.Group) else None
        if found is None:
            return None
        parent, command = click.Context(found, parent=parent, info_name=name), found
    return "\n\n".join([command.get_help(parent), *_laws_of(names)])


def _laws_of(names: tuple[str, ...]) -> Iterator[str]:
    """Where a command is called as something of the Laws: these, and where else it is spoken of."""
    from cli.screens import manual_laws

    word = " ".join(names)
    if laws := manual_laws.led_to(word):
        yield f"The Laws: {', '.join(f'help {law}' for law in laws)}; all that speaks of it: help {word} --all"


def _law(words: tuple[str, ...]) -> str | None:
    """The page of a Law, with "law" before its number or without; None where no Law is typed.

    Unreadable (no-such-law) where "law" is said, and there is none of that number.
    """
    from cli.screens import manual_laws
    from ledger.laws.citation import parse_law

    number = "".join(without_law(words))
    law = parse_law(number) if number[:1].isdigit() and without_law(words) != words else manual_laws.cited(number)
    return (
        manual_laws.page(law, {name: text(name) for name in topics() if name not in ("laws", "changes")})
        if law
        else None
    )


def without_law(words: tuple[str, ...]) -> tuple[str, ...]:
    """What is typed after "law" or "laws", or as it is."""
    return words[1:] if words[0].lower() in ("law", "laws") else words


def _regulation(said: str) -> str:
    """The place of a regulation, by its name; what a value means that is no word of a sentence; '' for others."""
    from cli.words import regulations
    from ledger.laws.profile_loader import load_profile, shipped
    from ledger.laws.regulation_names import described

    if found := described().get(said.replace("-", "_")):
        return regulations.place(found, {name: load_profile(name) for name in shipped()})
    return regulations.meanings(said) if any(mark in said for mark in "-/%") else ""
