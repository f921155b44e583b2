"""The manual: a page for every file in `cli/help`, every Law, command and regulation; and one search over all of them.

A page is a text, the same that a forge shows. What the Laws say and what the ledger does with them is in
`help/laws.toml`; what players and directors call it, in `help/words.toml`.
"""

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

from cli.options import usage
from cli.terminal import tables
from cli.terminal.overview import PROGRAM
from cli.terminal.screen import SafeText, bold, joined, shown
from ledger.bridge import Unreadable
from ledger.errors import CODES, Misuse
from ledger.laws.citation import LAWS, law_title, parse_law
from ledger.version import __version__

_PAGES = Path(__file__).parents[1] / "help"

CONTENTS: dict[str, list[str]] = tomllib.loads((_PAGES / "contents.toml").read_text("utf-8"))
"""The topics under their headings."""

GUIDES = next(iter(CONTENTS.values()))
"""The topics that are read, and typed, one after the other."""

_FOLDED_AT = 78
_LISTED_AT = 72
_WIDEST = 100
"""Lines of text that are longer are hard to read, however wide the screen."""
_BESIDE = re.compile(r"(\s*\S.*?\s{2,})(\S.*)")
"""What stands in columns: the first of them, and the others."""
_FAR = 24
"""What stands so far in, and in no columns, belongs to the line before."""


# pages


def page(root: click.Context, topic: tuple[str, ...]) -> str | None:
    """Return the page of a topic, a Law, a command or a regulation; the contents without words; None for other words.

    Unreadable (no-such-law) where "law" is said, and there is none of that number.
    """
    if not topic:
        return _contents()
    if (name := "-".join(without_law(topic)).lower() or "laws") in topics():
        return topic_page(name)
    if topic[0] == "json":
        from cli.views.schemas import answers, json_schema

        if kind := answers().get("-".join(topic[1:])):
            return json.dumps(json_schema(kind), indent=2, ensure_ascii=False)
    number = "".join(without_law(topic))
    law = parse_law(number) if number[:1].isdigit() and without_law(topic) != topic else _cited(number)
    return _law_page(law) if law else command_help(root, topic) or _regulation(" ".join(topic).lower()) or None


def without_law(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words after "law" or "laws", or all of them."""
    return words[1:] if words[:1] and words[0].lower() in ("law", "laws") else words


def topics() -> list[str]:
    """Return the topics there is a page for."""
    return sorted(file.stem for file in _PAGES.glob("*.md"))


def text(topic: str) -> str:
    """Return the file of a topic."""
    return (_PAGES / f"{topic}.md").read_text("utf-8").rstrip()


def about(topic: str) -> str:
    """Return what a topic is about: 'the kinds of score a ruling gives'."""
    return text(topic).partition("\n")[0].partition(": ")[2]


def topic_page(name: str) -> str:
    """Return the text of a topic, with what the program itself knows of it."""
    match name:
        case "errors":
            return "\n".join([text(name), *(f"    {code:<22} {meaning}" for code, meaning in sorted(CODES.items()))])
        case "result-files":
            from ledger.laws.profile_loader import shipped

            profiles = textwrap.fill("  ".join(shipped()), 110, break_on_hyphens=False)
            listed = textwrap.indent(profiles, "    ")
            return f"{text(name)}\n\nRegulations that come with the ledger:\n\n{listed}"
        case "regulations":
            from cli.words import regulations

            return f"{text(name)}\n{regulations.listing()}"
        case "changes":
            return f"{text(name)}\n\n{formats()}"
        case "json":
            from cli.views.schemas import listing

            return f"{text(name)}\n\n{listing()}"
        case "options":
            return f"{text(name)}\n\n{_options()}"
        case "laws":
            lines = (
                f"    {law:>3}  {title}" + (f" ({letters[0]}–{letters[-1]})" if len(letters) > 1 else "")
                for law, (title, letters) in LAWS.items()
            )
            return "\n".join([text(name), "", *lines])
    return text(name)


def _contents() -> str:
    """Return the topics by their headings, a line each."""
    sections = [
        "\n".join([f"## {heading}", "", *(f"    {each:<17}{about(each)}" for each in named)])
        for heading, named in CONTENTS.items()
    ]
    ways = (
        "`help TOPIC` is a page, `help ruling add` a command's, `help 16B` a Law's.\n"
        "`help slow play` finds what speaks of it: Laws, topics, regulations, commands.\n"
        "`bridge-ledger --help` lists the commands."
    )
    return "\n\n".join(["# The manual", ways, *sections])


def _options() -> str:
    """Return the options every command takes, and the sets that several share, as they are declared."""
    from cli.desk.commands import COMMON
    from cli.options.declared import ReopeningOptions, SeatsOptions, made

    common = {f"What {who} take{'s' if who.startswith('every') else ''}": each for who, each in COMMON.items()}
    sets = {each.HEADING.title: made(each) for each in (SeatsOptions, ReopeningOptions)}
    sections = {**{title: [make() for make in makers] for title, makers in common.items()}, **sets}
    return "\n\n".join(
        "\n".join([f"## {title}", "", *(f"    {line[2:]}" for line in usage.told(options, 100))])
        for title, options in sections.items()
    )


def commands(context: click.Context, command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command there is, by what is typed for it."""
    if path:
        yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if under := command.get_command(context, name):
                yield from commands(context, under, f"{path} {name}".strip())


def command_help(root: click.Context, names: tuple[str, ...]) -> str | None:
    """Return a command's own help, with the Laws that are called as it is; None where there is no such command."""
    parent, command = root, root.command
    for name in names:
        found = command.get_command(parent, name) if isinstance(command, click.Group) else None
        if found is None:
            return None
        parent, command = click.Context(found, parent=parent, info_name=name), found
    word, told = " ".join(names), command.get_help(parent)
    laws = ", ".join(f"help {law}" for law in _laws_called(word))
    return f"{told}\n\nThe Laws: {laws}; all that speaks of it: help {word} --all" if laws else told


def _regulation(said: str) -> str:
    """Return the page of a regulation, by its name; what a value means that is no word of a sentence; '' for others."""
    from cli.words import regulations
    from ledger.laws.profile_loader import described, load_profile, shipped

    if found := described().get(said.replace("-", "_")):
        return regulations.place(found, {name: load_profile(name) for name in shipped()})
    return regulations.meanings(said) if any(mark in said for mark in "-/%") else ""


# the Laws


@cache
def notes() -> dict[str, dict[str, str]]:
    """Return what paragraphs say and what the ledger does with them, by citation, in the order of the Laws."""
    return tomllib.loads((_PAGES / "laws.toml").read_text("utf-8"))


@cache
def sayings() -> dict[str, list[str]]:
    """Return the Laws that words of players and directors are about, the one to begin with first."""
    said = tomllib.loads((_PAGES / "words.toml").read_text("utf-8"))
    return {" ".join(each.split()): laws.split(", ") for laws, words in said.items() for each in words.split(",")}


def _cited(typed: str) -> str | None:
    """Return the Law that is typed ('12c1c', '16 B'); None where it is something else, or there is no such Law."""
    try:
        return parse_law(typed)
    except Unreadable:
        return None


def _law_page(law: str) -> str:
    """Return what a paragraph is about, what the ledger does with it, and where to go on."""
    below = {each: note for each, note in notes().items() if _belongs(each, law)}
    above = sorted((each for each in notes() if _belongs(law, each)), key=len)[-1:]
    noted = below or {each: notes()[each] for each in above}
    told = [
        _folded(line)
        for each, note in noted.items()
        for line in (f"{each}. {note['says']}" if each != law else note["says"], f"The ledger: {note['does']}")
    ]
    on = "\n".join(_folded(f"* {line}", "  ") for line in _where_to_go_on(law, is_noted=bool(noted)))
    return "\n\n".join([f"Law {law}: {law_title(law)}", *told, on])


def _where_to_go_on(law: str, *, is_noted: bool) -> Iterator[str]:
    """Yield its sections, its words, the Laws and topics beside it, and commands, which take any Law."""
    if law.isdigit() and (letters := LAWS[int(law)][1]):
        yield f"Sections: {', '.join(letters)}"
    if words := _words_of(law):
        yield f"Looked up as: {', '.join(words)}"
    beside = dict.fromkeys(each for laws in sayings().values() if law in laws for each in laws if each != law)
    if beside:
        yield f"Beside it: {', '.join(f'Law {each}' for each in beside)}"
    pattern = re.compile(rf"(?<![\w.,#+-]){re.escape(law)}(?![\w.])")
    speaking = [each for each in topics() if each not in ("laws", "changes") and pattern.search(text(each))]
    if speaking and not law.isdigit():
        yield f"In the manual: {', '.join(f'`help {each}`' for each in speaking[:5])}"
    if not is_noted:
        yield f"The ledger works out nothing by it; `ruling add BOARD … --law {law}` says that it was applied."
    yield f"What was ruled by it: `log --law {law}`"


def _words_of(law: str) -> list[str]:
    """Return the words that lead to a Law, those that lead to it before other Laws first."""
    leading = [words for words, laws in sayings().items() if law in laws]
    return sorted(leading, key=lambda words: sayings()[words].index(law))


def _laws_called(asked: str) -> list[str]:
    """Return the Laws that words lead to, whatever the words end in: those of 'hesitation' for 'he hesitated'."""
    called = (laws for words, laws in sayings().items() if _stems(words) == _stems(asked))
    return list(dict.fromkeys(law for laws in called for law in laws))


def _belongs(paragraph: str, law: str) -> bool:
    """Return whether a paragraph is the Law or of it: 12B2 and 12C1(c) are Law 12's; Law 12 is not Law 1's."""
    rest = paragraph[len(law) :]
    return paragraph.startswith(law) and not (law[-1].isdigit() and rest[:1].isdigit())


# the search


class ManualEntry(NamedTuple):
    """A Law, a topic's paragraph, a regulation, a command or an option that can be found.

    `name` is what is typed after `help`; `title` what it is called; of `text` the sentence with the words is shown.
    """

    kind: str
    name: str
    title: str
    text: str


KINDS = {
    "laws": "Laws: `help LAW`",
    "topics": "Topics: `help TOPIC`",
    "regulations": "Regulations: `help NAME`",
    "commands": "Commands: `COMMAND --help`",
}
_MOST = 6
"""So many of each kind are listed, where not all are asked for."""
_PASSED_OVER = re.compile(
    r"an?|and|are|as|at|be|been|by|did|do|does|for|from|has|have|he|her|his|how|i|in|is|it|its|my|of|on|or|our|she"
    r"|that|the|their|there|they|this|to|was|we|were|what|when|where|which|who|whose|why|with|you|your"
)
_ENDING = re.compile(r"(?<=[a-z]{4})(at)?(ed|ions?|ing|ies|es|e|s|y)$")
_SPELLINGS = (("our", "or"), ("gement", "gment"), ("ense", "ence"), ("lled", "led"), ("lling", "ling"))
_ISE = re.compile(r"(?<=[a-z]{3})is(?=e|ing|ation)")


def search(root: click.Context, asked: str) -> list[ManualEntry]:
    """Return what has all the words in its title or text, or most of them where nothing has all; by kind, best first.

    Misuse where one of them is nowhere, Unreadable where a Law is cited that there is not.
    """
    stems, everything, laws = _stems(asked), list(_entries(root)), _laws_called(asked)
    having = [(_having(stems, f"{entry.title} {entry.text}"), entry) for entry in everything]
    if not stems or set(stems) - set().union(*(here for here, _ in having)):
        raise _not_found(asked, everything)
    most = max(len(here) for here, _ in having)

    def place(entry: ManualEntry) -> tuple[int, bool, int, int, bool]:
        led = laws.index(entry.name) if entry.kind == "laws" and entry.name in laws else len(laws)
        is_called_so, in_title = entry.name.lower() == asked.lower(), len(_having(stems, entry.title))
        return list(KINDS).index(entry.kind), not is_called_so, led, -in_title, entry.text.startswith(PROGRAM)

    best: dict[tuple[str, str], ManualEntry] = {}
    for entry in sorted((entry for here, entry in having if len(here) == most), key=place):
        sentences = re.split(r"(?<=[.!?])\s+(?=[^a-z])", entry.text)
        fullest = max(sentences, key=lambda each: len(_having(stems, each)))
        best.setdefault(entry[:2], entry._replace(text=textwrap.shorten(fullest, 190, placeholder=" …")))
    return list(best.values())


def found_page(asked: str, found: Sequence[ManualEntry], *, everything: bool) -> str:
    """Return the page of what was found: a few places of each kind, or all there are."""
    sections = [f"# What speaks of {asked!r}"]
    for kind, heading in KINDS.items():
        rows = [(each.name, each.text) for each in found if each.kind == kind]
        listed = rows if everything else rows[:_MOST]
        more = [f"    … and {len(rows) - _MOST} more: `help {asked} --all`"] if len(listed) < len(rows) else []
        if rows:
            sections.append("\n".join([f"## {heading}", "", *usage.listed(listed, _LISTED_AT, "    "), *more]))
    return "\n\n".join(sections)


def _entries(root: click.Context) -> Iterator[ManualEntry]:
    """Yield everything that can be found."""
    from ledger.laws.profile_loader import described

    for law in dict.fromkeys([*map(str, LAWS), *notes(), *(each for laws in sayings().values() for each in laws)]):
        title, words = law_title(law), ", ".join(_words_of(law))
        says = notes().get(law, {}).get("says", f"{title}: {words}." if words else f"{title}.")
        yield ManualEntry("laws", law, f"Law {law} {title} {words}", says)
    for name in topics():
        title, *lines = _lines(text(name) if name in ("laws", "regulations") else topic_page(name))
        yield ManualEntry("topics", name, f"{name} {title}", about(name))
        yield from (
            ManualEntry("topics", name, "", re.sub(r"(?<=\w) {3,}", ": ", line.strip("*# "), count=1)) for line in lines
        )
    for each in described().values():
        values = "; ".join(f"{value}: {meaning}" for value, meaning in each.values.items())
        yield ManualEntry("regulations", each.name, f"{each.name} {each.title}", f"{each.says} {values}")
    for path, command in commands(root, root.command):
        yield ManualEntry("commands", path, path, usage.summary(command))
        for option in usage.own_options(command.params):
            yield ManualEntry("commands", f"{path} {option.opts[0]}", usage.names(option), usage.meaning(option))


def _stems(text: str) -> list[str]:
    """Return the words of a text without their endings; those that say nothing only where there is no other.

    >>> _stems("What is A+ for penalising a Break-in-Tempo?")
    ['a+', 'penaliz', 'break', 'tempo']
    """
    every = _plain(text).split()
    return [_ENDING.sub("", word) for word in every if not _PASSED_OVER.fullmatch(word)] or every


def _plain(text: str) -> str:
    """Return the words of a text in small letters, in one spelling of British and American English."""
    words = re.findall(r"[^\W_]+[+−]?", re.sub(r"\ba-(?!\w)", "a−", re.sub(r"\bmis-", "mis", text.lower())))
    plain = _ISE.sub("iz", " ".join(words))
    for one, other in _SPELLINGS:
        plain = plain.replace(one, other)
    return plain


def _having(stems: Sequence[str], text: str) -> set[str]:
    """Return those of the stems that a word of a text begins with."""
    plain = f" {_plain(text)}"
    return {stem for stem in stems if f" {stem}" in plain}


def _not_found(asked: str, entries: Sequence[ManualEntry]) -> Misuse:
    if asked[:1].isdigit():
        parse_law(asked)
    known = {word for entry in entries for word in re.findall(r"[a-z]+", f"{entry.title} {entry.text}".lower())}
    near = [(get_close_matches(word, known, n=1) or [word])[0] for word in asked.lower().split()]
    meant = f"did you mean `help {' '.join(near)}`? " if near != asked.lower().split() else ""
    return Misuse("usage", f"nothing in the manual speaks of {asked!r}", f"{meant}the topics are {', '.join(topics())}")


# on a screen


def laid_out(page: str, width: int, *, colour: bool) -> Iterator[SafeText]:
    """Yield the lines of a page, folded to a screen: headings and what is typed stand out."""
    for line in _lines(page):
        if line.startswith("#"):
            heading = textwrap.wrap(line.lstrip("# "), width)
            yield from map(bold if colour else shown, heading)
        elif line.startswith("    "):
            yield from map(shown, _in_columns(line[2:], width))
        elif line.startswith("|"):
            header, _, *rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in line.split("\n")]
            yield from tables.drawn(header, rows, width, indent=2)
        else:
            under = "  " if line.startswith("* ") else ""
            lines = textwrap.wrap(
                re.sub(r"`[^`]+`", lambda code: code[0].replace(" ", "\x00"), line),  # what is typed is not parted
                min(width, _WIDEST),
                subsequent_indent=under,
                break_on_hyphens=False,
            )
            yield from (_with_marks(each.replace("\x00", " "), colour) for each in lines or [""])


def _lines(page: str) -> list[str]:
    """Return the lines of a page, those of a paragraph, a point and a column's text as one; a table's together."""
    lines: list[str] = []
    for line in page.split("\n"):
        before = lines[-1] if lines else ""
        if before.startswith("|") and line.startswith("|"):
            lines[-1] += f"\n{line}"
        elif line and before and _goes_on(line, before):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines


def _goes_on(line: str, before: str) -> bool:
    """Return whether a line continues the paragraph, the point or the column of the line before it."""
    if not line.startswith("    "):
        return not line.startswith(("#", "|", "* ")) and not before.startswith(("#", "|", "    "))
    indent, beside = len(line) - len(line.lstrip()), _BESIDE.match(before)
    in_column = indent >= _FAR or (beside is not None and indent == len(beside[1]))
    return before.startswith("    ") and in_column and not _BESIDE.match(line)


def _in_columns(line: str, width: int) -> Iterator[str]:
    """Yield a line that is typed, or stands in columns; what is too long goes on in its column, or under the name."""
    indent, beside = line[: min(len(line) - len(line.lstrip()), width // 3)], _BESIDE.match(line)
    if len(line) <= width:
        yield line
    elif beside and len(beside[1]) > width // 2:
        name, said = beside[1].rstrip(), beside[2]
        beside_it = f"{name}   {said}"
        under = [*_in_columns(name, width), *_in_columns(f"{indent}    {said}", width)]
        yield from [beside_it] if len(beside_it) <= width else under
    elif line.startswith(f"  {PROGRAM}") and not beside:
        yield from usage.folded(line.strip(), width, indent)
    else:
        under_it = " " * len(beside[1]) if beside else f"{indent}    "
        yield from textwrap.wrap(
            indent + line.lstrip(), width, subsequent_indent=under_it, break_on_hyphens=False, break_long_words=False
        )


def _with_marks(line: str, colour: bool) -> SafeText:
    """Return a line with what is bold in bold; what is typed keeps its marks, where there is no colour."""
    parts = re.split(r"(\*\*.+?\*\*|`[^`]+`)", line)
    if not colour:
        return shown("".join(part.strip("*") if part.startswith("**") else part for part in parts))
    return joined(bold(part.strip("*`")) if part.startswith(("**", "`")) else part for part in parts)


def _folded(text: str, indent: str = "") -> str:
    return textwrap.fill(text, _FOLDED_AT, subsequent_indent=indent, break_on_hyphens=False)


def formats() -> str:
    """Return the schema and how many kinds of event this program reads and writes."""
    from ledger.recording.ledgers import schema_version
    from ledger.subjects.register import KINDS

    kinds = f"* {len(KINDS)} kinds of event, each in its first version."
    return f"bridge-ledger {__version__} reads and writes\n\n* schema {schema_version()} of the database.\n{kinds}"
