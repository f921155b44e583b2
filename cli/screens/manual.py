"""The manual: a page for every file in `cli/help`, the Laws by paragraph, each command's own help, words to look up.

A page is a text, the same that a forge shows; `manual_layout` lays it out for a screen.
"""

import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from cli.options import usage
from cli.screens import releases
from ledger.errors import CODES, Misuse

_WIDE = 96

_AROUND = 34

_MANY = 12


def found_in_pages(root: click.Context, wanted: str, pages: Mapping[str, str]) -> list[list[str]]:
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


_PAGES = Path(__file__).parents[1] / "help"

_FOLDED_AT = 104

CONTENTS: dict[str, list[str]] = tomllib.loads((_PAGES / "contents.toml").read_text("utf-8"))
"""The topics under their headings."""

GUIDES = next(iter(CONTENTS.values()))
"""The topics that are read, and typed, one after the other."""


def page(root: click.Context, topic: tuple[str, ...]) -> str:
    """The page of a topic, or a command's help; of another word, what speaks of it; without any, the contents.

    Misuse where nothing speaks of it.
    """
    if not topic:
        return _contents()
    if topic[0] == "laws":
        return _law(topic[1]) if topic[1:] else _laws()
    name = "-".join(topic).lower()
    if name in topics():
        return _topic(root, name)
    return _command_help(root, topic) or _regulation(" ".join(topic).lower()) or _what_speaks_of(root, topic)


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


def _topic(root: click.Context, name: str) -> str:
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
    return text(name)


def _contents() -> str:
    """The topics by their headings, a line each."""
    sections = [
        "\n".join([f"## {heading}", "", *(f"    {each:<17}{about(each)}" for each in named)])
        for heading, named in CONTENTS.items()
    ]
    ways = "`help TOPIC` is a page, `help ruling add` a command's; `help weighted` finds what speaks of a word."
    return "\n\n".join(["# The manual", f"{ways}\n`bridge-ledger --help` lists the commands.", *sections])


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


def _laws() -> str:
    from ledger.laws.titles import LAWS

    return "\n".join(
        [text("laws"), "", *(f"    {law:>3}  {title}{_sections(letters)}" for law, (title, letters) in LAWS.items())]
    )


def _sections(letters: str) -> str:
    return f" ({letters[0]}–{letters[-1]})" if len(letters) > 1 else ""


def _law(text: str) -> str:
    """What a paragraph is about, and what the ledger does with it."""
    from ledger.laws.citation import parse_law
    from ledger.laws.titles import LAWS

    citation = parse_law(text)
    title, letters = LAWS[int(re.sub(r"[^0-9].*", "", citation))]
    sections = f"\n  sections {', '.join(letters)}" if letters and citation.isdigit() else ""
    notes = [
        f"\n\n  {paragraph}\n    {_folded(note['says'])}\n    The ledger: {_folded(note['does'])}"
        for paragraph, note in _notes(citation).items()
    ]
    return f"Law {citation}: {title}{sections}{''.join(notes)}"


def _notes(citation: str) -> dict[str, dict[str, str]]:
    """What is said of a citation: of itself and its paragraphs, or of the nearest one above it."""
    notes = tomllib.loads((_PAGES / "laws.toml").read_text("utf-8"))
    below = {law: note for law, note in notes.items() if _belongs(law, citation)}
    above = sorted((law for law in notes if _belongs(citation, law)), key=len)
    return below or {law: notes[law] for law in above[-1:]}


def _belongs(paragraph: str, law: str) -> bool:
    """Whether a paragraph is a Law's, or the Law itself: 12B2 and 12C1(c) are Law 12's; Law 12 is not Law 1's."""
    rest = paragraph[len(law) :]
    return paragraph.startswith(law) and not (law[-1].isdigit() and rest[:1].isdigit())


def _folded(text: str) -> str:
    return "\n    ".join(textwrap.wrap(text, _FOLDED_AT))


def _command_help(root: click.Context, names: tuple[str, ...]) -> str | None:
    """A command's own help; None where there is no such command."""
    parent, command = root, root.command
    for name in names:
        found = command.get_command(parent, name) if isinstance(command, click.Group) else None
        if found is None:
            return None
        parent, command = click.Context(found, parent=parent, info_name=name), found
    return command.get_help(parent)


def _regulation(said: str) -> str:
    """The place of a regulation, by its name; what a value means that is no word of a sentence; '' for others."""
    from cli.words import regulations
    from ledger.laws.profile_loader import load_profile, shipped
    from ledger.laws.regulation_names import described

    if found := described().get(said.replace("-", "_")):
        return regulations.place(found, {name: load_profile(name) for name in shipped()})
    return regulations.meanings(said) if any(mark in said for mark in "-/%") else ""


def _what_speaks_of(root: click.Context, words: tuple[str, ...]) -> str:
    """The topics, commands, options and error codes in which words occur; Misuse where there are none."""
    wanted = " ".join(words).lower()
    found = found_in_pages(root, wanted, {name: _topic(root, name) for name in topics()})
    if not found:
        near = nearest(root, wanted, topics())
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        raise Misuse("usage", f"nothing in the manual speaks of {wanted!r}", f"{hint}`help` lists the topics")
    return "\n\n".join([f"# What speaks of {wanted!r}", *("\n".join(section) for section in found)])
