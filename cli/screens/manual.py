"""The manual: a page for every file in `cli/help`, every Law, command and regulation; and one search over all pages.

Pages are Markdown. Texts of the Laws and the words for them come from the newest edition (`ledger/laws/edition.py`);
`help/asked.toml` has the questions of players and directors.
"""

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import click

from cli.options import usage
from cli.terminal import tables
from cli.terminal.overview import PROGRAM
from cli.terminal.screen import SafeText, bold, join_parts, make_safe
from ledger.bridge import Unreadable
from ledger.errors import CODES, Misuse
from ledger.laws.citation import is_under, normal_form
from ledger.laws.edition import SHIPPED, Edition, editions, load_edition, newest_edition
from ledger.version import __version__

_PAGES = Path(__file__).parents[1] / "help"

CONTENTS: dict[str, list[str]] = tomllib.loads((_PAGES / "contents.toml").read_text("utf-8"))
"""The topics by heading."""

GUIDES = next(iter(CONTENTS.values()))
"""The guides, to be read and typed in this order."""

_FOLDED_AT = 78
_LISTED_AT = 72
_WIDEST = 100  # the longest line that is easy to read, on however wide a screen
_COLUMNS = re.compile(r"(\s*\S.*?\s{2,})(\S.*)")
"""A line in columns: the first column, and the remainder."""
_FAR_IN = 24
"""The indent from which a line without columns continues the line before."""


def page(root: click.Context, topic: tuple[str, ...]) -> str | None:
    """Return the page of a topic, Law, command or regulation, by default the contents; None for an unknown topic.

    Unreadable (no-such-law) if "law" is followed by an unknown number.
    """
    if not topic:
        sections = [
            "\n".join([f"## {heading}", "", *(f"    {each:<17}{topic_subject(each)}" for each in named)])
            for heading, named in CONTENTS.items()
        ]
        ways = (
            "`help TOPIC` is a page, `help ruling add` a command's, `help LAW` a Law's.\n"
            "`help slow play` finds what speaks of it: Laws, topics, regulations, commands.\n"
            "`bridge-ledger --help` lists the commands."
        )
        return "\n\n".join(["# The manual", ways, *sections])
    if (name := "-".join(drop_law_word(topic)).lower() or "laws") in topics():
        return topic_page(name)
    if topic[0] == "json":
        from cli.views.schemas import answers, json_schema

        if kind := answers().get("-".join(topic[1:])):
            return json.dumps(json_schema(kind), indent=2, ensure_ascii=False)
    number = "".join(drop_law_word(topic))
    typed = number[:1].isdigit() and drop_law_word(topic) != topic
    law = newest_edition().parse(number) if typed and not _law_typed(number) else _law_typed(number)
    return _law_page(law) if law else command_help(root, topic) or _regulation(" ".join(topic).lower()) or None


def drop_law_word(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words after a leading "law" or "laws"."""
    return words[1:] if words[:1] and words[0].lower() in ("law", "laws") else words


def topics() -> list[str]:
    """Return the topics that have a page."""
    return sorted(file.stem for file in _PAGES.glob("*.md"))


def text(topic: str) -> str:
    """Return the text of a topic's file."""
    return (_PAGES / f"{topic}.md").read_text("utf-8").rstrip()


def topic_subject(topic: str) -> str:
    """Return the subject of a topic: 'the kinds of score a ruling gives'."""
    return text(topic).partition("\n")[0].partition(": ")[2]


def topic_page(name: str) -> str:
    """Return the text of a topic, completed by lists from the program: error codes, profiles, options, Laws."""
    match name:
        case "errors":
            return "\n".join([text(name), *(f"    {code:<22} {meaning}" for code, meaning in sorted(CODES.items()))])
        case "result-files":
            from ledger.laws.profile_loader import list_shipped_profiles

            profiles = textwrap.fill("  ".join(list_shipped_profiles()), 110, break_on_hyphens=False)
            listed = textwrap.indent(profiles, "    ")
            return f"{text(name)}\n\nRegulations that come with the ledger:\n\n{listed}"
        case "regulations":
            from cli.words import regulations

            return f"{text(name)}\n{regulations.regulations_page()}"
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
                for law, (title, letters) in newest_edition().laws.items()
            )
            now = f"These are of {newest_edition().title}; what is above, and in other topics, is of {SHIPPED}."
            return "\n".join([text(name), "", *([now, ""] if newest_edition().name != SHIPPED else []), *lines])
    return text(name)


def _options() -> str:
    """Return the options common to all commands, and the sets of options that several commands share."""
    from cli.desk.commands import COMMON
    from cli.options.declared import ReopeningOptions, SeatsOptions, click_options

    common = {f"What {who} take{'s' if who.startswith('every') else ''}": each for who, each in COMMON.items()}
    sets = {each.HEADING.title: click_options(each) for each in (SeatsOptions, ReopeningOptions)}
    sections = {**{title: [make() for make in makers] for title, makers in common.items()}, **sets}
    return "\n\n".join(
        "\n".join([f"## {title}", "", *(f"    {line[2:]}" for line in usage.list_options(options, 100))])
        for title, options in sections.items()
    )


def commands(context: click.Context, command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command and group of commands, with its full name."""
    if path:
        yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if under := command.get_command(context, name):
                yield from commands(context, under, f"{path} {name}".strip())


def command_help(root: click.Context, names: tuple[str, ...]) -> str | None:
    """Return a command's `--help`, with the Laws that its name refers to; None for an unknown command."""
    parent, command = root, root.command
    for name in names:
        subcommand = command.get_command(parent, name) if isinstance(command, click.Group) else None
        if subcommand is None:
            return None
        parent, command = click.Context(subcommand, parent=parent, info_name=name), subcommand
    word, help_text = " ".join(names), command.get_help(parent)
    laws = ", ".join(f"help {law}" for law in _laws_named(word))
    return f"{help_text}\n\nThe Laws: {laws}; all that speaks of it: help {word} --all" if laws else help_text


def _regulation(name: str) -> str:
    """Return the page of a regulation by its name, or the meanings of one of its values; '' if unknown."""
    from cli.words import regulations
    from ledger.laws.profile_loader import describe_regulations, list_shipped_profiles, load_profile

    if regulation := describe_regulations().get(name.replace("-", "_")):
        return regulations.regulation_page(regulation, {name: load_profile(name) for name in list_shipped_profiles()})
    # a value that is an ordinary word would hide what the search finds
    return regulations.value_page(name) if any(mark in name for mark in "-/%") else ""


def _law_typed(typed: str) -> str | None:
    """Return a citation in its form if an installed edition has it; else None."""
    try:
        law = normal_form(typed)
    except Unreadable:
        return None
    return law if any(load_edition(name).has(law) for name in editions()) else None


def _law_page(law: str) -> str:
    """Return the page of a Law: its text, its use in the ledger, and where to read on."""
    edition = newest_edition()
    if not edition.has(law):
        return "\n\n".join(_in_other_editions(law, edition))
    notes = edition.notes
    below = {each: note for each, note in notes.items() if is_under(each, law)}
    above = sorted((each for each in notes if is_under(law, each)), key=len)[-1:]
    noted = below or {each: notes[each] for each in above}
    paragraphs = [
        _folded(line)
        for each, note in noted.items()
        for line in (f"{each}. {note.says}" if each != law else note.says, f"The ledger: {note.does}")
    ]
    on = "\n".join(_folded(f"* {line}", "  ") for line in _references(law, is_noted=bool(noted)))
    return "\n\n".join([f"Law {law}: {edition.law_title(law)}", *paragraphs, on, *_in_other_editions(law, edition)])


def _in_other_editions(law: str, edition: Edition) -> Iterator[str]:
    """Yield, for each other edition in which a citation means something else, what became of it or what it was."""
    for other in (load_edition(name) for name in reversed(editions()) if name != edition.name):
        there = edition.became(law, other) if edition.has(law) else None
        if there and there != law:
            yield f"Today's {law} was {there} in {other.title}."
        if other.has(law) and (now := other.became(law, edition)) != law:
            what = f"Law {now} now" if now else "gone since"
            yield _folded(f"Law {law} of {other.name} ({other.law_title(law)}): {what}")


def _references(law: str, *, is_noted: bool) -> Iterator[str]:
    """Yield where to read on about a Law: its sections, phrases that lead to it, related Laws, topics, commands."""
    phrases = newest_edition().phrases
    if law.isdigit() and (letters := newest_edition().laws[int(law)][1]):
        yield f"Sections: {', '.join(letters)}"
    if words := _words_of(law):
        yield f"Looked up as: {', '.join(words)}"
    related = dict.fromkeys(each for laws in phrases.values() if law in laws for each in laws if each != law)
    if related:
        yield f"Beside it: {', '.join(f'Law {each}' for each in related)}"
    cited = newest_edition().became(law, load_edition(SHIPPED)) or "-"  # by which the manual is written
    named = re.compile(rf"(?<![\w.,#+-]){re.escape(cited)}(?![\w.])").search
    speaking = [each for each in topics() if each not in ("laws", "changes") and named(text(each))]
    if speaking and not law.isdigit():
        yield f"In the manual: {', '.join(f'`help {each}`' for each in speaking[:5])}"
    if not is_noted:
        yield f"The ledger works out nothing by it; `ruling add BOARD --result RESULT --law {law}` says it was applied."
    yield f"What was ruled by it: `log --law {law}`"


def _words_of(law: str) -> list[str]:
    """Return the phrases that lead to a Law; those for which it is among the most relevant come first."""
    phrases = newest_edition().phrases
    leading = [words for words, laws in phrases.items() if law in laws]
    return sorted(leading, key=lambda words: phrases[words].index(law))


def _laws_named(words_typed: str) -> list[str]:
    """Return the Laws that a phrase leads to, whatever its word endings: 'he hesitated' finds 'hesitation'."""
    called = (laws for words, laws in newest_edition().phrases.items() if _stems(words) == _stems(words_typed))
    return list(dict.fromkeys(law for laws in called for law in laws))


class ManualEntry(NamedTuple):
    """A Law, a paragraph of a topic, a regulation, a command or an option that a search can find.

    `name` is typed after `help`; `text` is searched, and its best sentence shown.
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
_MOST = 6  # the results listed of each kind, unless all are wanted
_PASSED_OVER = re.compile(
    r"an?|and|are|as|at|be|been|by|did|do|does|for|from|has|have|he|her|his|how|i|in|is|it|its|my|of|on|or|our|she"
    r"|that|the|their|there|they|this|to|was|we|were|what|when|where|which|who|whose|why|with|you|your"
)
_ENDING = re.compile(r"(?<=[a-z]{4})(at)?(ed|ions?|ing|ies|es|e|s|y)$")
_SPELLINGS = (("our", "or"), ("gement", "gment"), ("ense", "ence"), ("lled", "led"), ("lling", "ling"))
_ISE = re.compile(r"(?<=[a-z]{3})is(?=e|ing|ation)")


def search(root: click.Context, question: str) -> list[ManualEntry]:
    """Return the pages that answer a question, then those with all or most of its words; by kind, the best first.

    Misuse if no page answers and a word occurs nowhere, Unreadable for the citation of an unknown Law.
    """
    stems, everything, answers = _stems(question), _entries(root), _answering_pages(question)
    having = [(_stems_in(stems, f"{entry.title} {entry.text}"), entry) for entry in everything]
    missing = set(stems) - set().union(*(words for words, _ in having))
    if not stems or (missing and not answers):
        raise _not_found(question, everything)
    most = max(len(words) for words, _ in having)
    kinds = sorted(KINDS, key=lambda kind: bool(answers) and kind != answers[0][0])

    def place(entry: ManualEntry) -> tuple[int, bool, int, int, bool]:
        answer = answers.index(entry[:2]) if entry[:2] in answers else len(answers)
        is_called_so, in_title = entry.name.lower() == question.lower(), len(_stems_in(stems, entry.title))
        return kinds.index(entry.kind), not is_called_so, answer, -in_title, entry.text.startswith(PROGRAM)

    best: dict[tuple[str, str], ManualEntry] = {}
    rows = (entry for words, entry in having if len(words) == most or (entry[:2] in answers and entry.title))
    for entry in sorted(rows, key=place):
        sentences = re.split(r"(?<=[.!?])\s+(?=[^a-z])", entry.text)
        fullest = max(sentences, key=lambda each: len(_stems_in(stems, each)))
        best.setdefault(entry[:2], entry._replace(text=textwrap.shorten(fullest, 190, placeholder=" …")))
    return list(best.values())


@cache
def questions() -> dict[str, list[str]]:
    """Return the questions about each topic and command, in a few words: {'taking-part': ['lost board', …]}."""
    pages = tomllib.loads((_PAGES / "asked.toml").read_text("utf-8"))["pages"]
    return {name: [each.strip() for each in phrases.split(",")] for name, phrases in pages.items()}


@cache
def _synonyms() -> dict[str, str]:
    """Return, for the stem of each synonym, the stem that a search uses instead: {'leav': 'left', 'gone': 'left'}."""
    rows = tomllib.loads((_PAGES / "asked.toml").read_text("utf-8"))["same"]
    return {
        _ENDING.sub("", each): _ENDING.sub("", row[0]) for row in (_plain(row).split() for row in rows) for each in row
    }


def _meaning_stems(text: str) -> frozenset[str]:
    stems = (_ENDING.sub("", word) for word in _plain(text).split())
    return frozenset(_synonyms().get(stem, stem) for stem in stems)


@cache
def _phrases() -> list[tuple[frozenset[str], tuple[str, str]]]:
    """Return the phrases that people ask with, each with the topic or command that answers it."""
    kinds = dict.fromkeys(topics(), "topics")
    pages = [((kinds.get(name, "commands"), name), phrases) for name, phrases in questions().items()]
    return [(_meaning_stems(phrase), page) for page, phrases in pages for phrase in phrases]


def _answering_pages(question: str) -> list[tuple[str, str]]:
    """Return the pages with a phrase that the question contains, only those with the longest phrase; Laws come last."""
    meaning, stems = _meaning_stems(question), set(_stems(question))
    answers = [(len(phrase), page) for phrase, page in _phrases() if phrase <= meaning]
    for words, laws in newest_edition().phrases.items():
        if set(_stems(words)) <= stems:
            answers += [(len(set(_stems(words))), ("laws", law)) for law in laws]
    most = max((size for size, _ in answers), default=0)
    return list(dict.fromkeys(page for size, page in answers if size == most))


def search_page(question: str, entries: Sequence[ManualEntry], *, everything: bool) -> str:
    """Return a page of search results: the best of each kind, or all."""
    sections = [f"# What speaks of {question!r}"]
    for kind in dict.fromkeys(each.kind for each in entries):
        heading, rows = KINDS[kind], [(each.name, each.text) for each in entries if each.kind == kind]
        listed = rows if everything else rows[:_MOST]
        more = [f"    … and {len(rows) - _MOST} more: `help {question} --all`"] if len(listed) < len(rows) else []
        sections.append("\n".join([f"## {heading}", "", *usage.two_columns(listed, _LISTED_AT, "    "), *more]))
    return "\n\n".join(sections)


@lru_cache(maxsize=1)
def _entries(root: click.Context) -> list[ManualEntry]:
    from ledger.laws.profile_loader import describe_regulations

    edition, entries = newest_edition(), list[ManualEntry]()
    for law in dict.fromkeys([*map(str, edition.laws), *edition.notes, *chain.from_iterable(edition.phrases.values())]):
        title, words = edition.law_title(law), ", ".join(_words_of(law))
        says = edition.notes[law].says if law in edition.notes else f"{title}: {words}." if words else f"{title}."
        entries += [ManualEntry("laws", law, f"Law {law} {title} {words}", says)]
    for name in topics():
        title, *lines = _lines(text(name) if name in ("laws", "regulations") else topic_page(name))
        entries += [ManualEntry("topics", name, f"{name} {title}", topic_subject(name))]
        entries += [
            ManualEntry("topics", name, "", re.sub(r"(?<=\w) {3,}", ": ", line.strip("*# "), count=1)) for line in lines
        ]
    for regulation in describe_regulations().values():
        values = "; ".join(f"{value}: {meaning}" for value, meaning in regulation.values.items())
        title = f"{regulation.name} {regulation.title}"
        entries += [ManualEntry("regulations", regulation.name, title, f"{regulation.says} {values}")]
    for path, command in commands(root, root.command):
        entries += [ManualEntry("commands", path, path, usage.summary(command))]
        for option in usage.own_options(command.params):
            name = f"{path} {option.opts[0]}"
            entries += [ManualEntry("commands", name, usage.names(option), usage.meaning(option))]
    return entries


def _stems(text: str) -> list[str]:
    """Return a text's words without endings; common words are left out, unless there are no others.

    >>> _stems("What is A+ for penalising a Break-in-Tempo?")
    ['a+', 'penaliz', 'break', 'tempo']
    """
    every = _plain(text).split()
    return [_ENDING.sub("", word) for word in every if not _PASSED_OVER.fullmatch(word)] or every


@lru_cache(maxsize=1 << 14)
def _plain(text: str) -> str:
    """Return the words of a text in lower case, British spellings changed to American ones."""
    words = re.findall(r"[^\W_]+[+−]?", re.sub(r"\ba-(?!\w)", "a−", re.sub(r"\bmis-", "mis", text.lower())))
    plain = _ISE.sub("iz", " ".join(words))
    for british, american in _SPELLINGS:
        plain = plain.replace(british, american)
    return plain


def _stems_in(stems: Sequence[str], text: str) -> set[str]:
    """Return the stems that begin a word of a text."""
    plain = f" {_plain(text)}"
    return {stem for stem in stems if f" {stem}" in plain}


def _not_found(question: str, entries: Sequence[ManualEntry]) -> Misuse:
    if question[:1].isdigit():
        newest_edition().parse(question)
    known = {word for entry in entries for word in re.findall(r"[a-z]+", f"{entry.title} {entry.text}".lower())}
    near = [(get_close_matches(word, known, n=1) or [word])[0] for word in question.lower().split()]
    suggestion = f"did you mean `help {' '.join(near)}`? " if near != question.lower().split() else ""
    return Misuse(
        "usage", f"nothing in the manual speaks of {question!r}", f"{suggestion}the topics are {', '.join(topics())}"
    )


def lay_out_page(page: str, width: int, *, colour: bool) -> Iterator[SafeText]:
    """Yield the lines of a page, folded to a screen; headings and commands stand out."""
    for line in _lines(page):
        if line.startswith("#"):
            heading = textwrap.wrap(line.lstrip("# "), width)
            yield from map(bold if colour else make_safe, heading)
        elif line.startswith("    "):
            yield from map(make_safe, _in_columns(line[2:], width))
        elif line.startswith("|"):
            header, _, *rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in line.split("\n")]
            yield from tables.draw_table(header, rows, width, indent=2)
        else:
            under = "  " if line.startswith("* ") else ""
            lines = textwrap.wrap(
                re.sub(r"`[^`]+`", lambda code: code[0].replace(" ", "\x00"), line),  # code is not folded
                min(width, _WIDEST),
                subsequent_indent=under,
                break_on_hyphens=False,
            )
            yield from (_marked(each.replace("\x00", " "), colour) for each in lines or [""])


def _lines(page: str) -> list[str]:
    """Return the lines of a page; each paragraph, bullet, column text and table is joined into one line."""
    lines: list[str] = []
    for line in page.split("\n"):
        before = lines[-1] if lines else ""
        if before.startswith("|") and line.startswith("|"):
            lines[-1] += f"\n{line}"
        elif line and before and _continues(line, before):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines


def _continues(line: str, before: str) -> bool:
    """Return True if a line continues the paragraph, the bullet or the column of the line before."""
    if not line.startswith("    "):
        return not line.startswith(("#", "|", "* ")) and not before.startswith(("#", "|", "    "))
    indent, beside = len(line) - len(line.lstrip()), _COLUMNS.match(before)
    in_column = indent >= _FAR_IN or (beside is not None and indent == len(beside[1]))
    return before.startswith("    ") and in_column and not _COLUMNS.match(line)


def _in_columns(line: str, width: int) -> Iterator[str]:
    """Yield a line of code or columns; if it is too wide, folded in its last column or below its name."""
    indent, beside = line[: min(len(line) - len(line.lstrip()), width // 3)], _COLUMNS.match(line)
    if len(line) <= width:
        yield line
    elif beside and len(beside[1]) > width // 2:
        name, body = beside[1].rstrip(), beside[2]
        beside_it = f"{name}   {body}"
        under = [*_in_columns(name, width), *_in_columns(f"{indent}    {body}", width)]
        yield from [beside_it] if len(beside_it) <= width else under
    elif line.startswith(f"  {PROGRAM}") and not beside:
        yield from usage.fold_command(line.strip(), width, indent)
    else:
        under_it = " " * len(beside[1]) if beside else f"{indent}    "
        yield from textwrap.wrap(
            indent + line.lstrip(), width, subsequent_indent=under_it, break_on_hyphens=False, break_long_words=False
        )


def _marked(line: str, colour: bool) -> SafeText:
    """Return a line with bold text in bold; without colour, code keeps its backticks."""
    parts = re.split(r"(\*\*.+?\*\*|`[^`]+`)", line)
    if not colour:
        return make_safe("".join(part.strip("*") if part.startswith("**") else part for part in parts))
    return join_parts(bold(part.strip("*`")) if part.startswith(("**", "`")) else part for part in parts)


def _folded(text: str, indent: str = "") -> str:
    return textwrap.fill(text, _FOLDED_AT, subsequent_indent=indent, break_on_hyphens=False)


def formats() -> str:
    """Return the schema version and the number of kinds of event that this program reads and writes."""
    from ledger.recording.ledgers import schema_version
    from ledger.subjects.register import KINDS

    kinds = f"* {len(KINDS)} kinds of event, each in its first version."
    return f"bridge-ledger {__version__} reads and writes\n\n* schema {schema_version()} of the database.\n{kinds}"
