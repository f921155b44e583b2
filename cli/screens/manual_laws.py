"""The Laws in the manual: a list of all, a page for each and its paragraphs, and the words that lead to them.

What they say and what the ledger does with them is in `help/laws.toml`; what players and directors call it, in
`help/words.toml`.
"""

import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from cli.screens.manual_search import ManualEntry, Saying
from ledger.bridge import Unreadable
from ledger.laws.citation import law_title, parse_law
from ledger.laws.titles import LAWS

_PAGES = Path(__file__).parents[1] / "help"
_FOLDED_AT = 78
_MOST_TOPICS = 5
_MOST_WORDS = 4

Notes = Mapping[str, Mapping[str, str]]
"""What the paragraphs say, and what the ledger does with them, by citation."""


def cited(text: str) -> str | None:
    """The Law that is typed: '12c1c', 'Law 16 B'; None where it is something else, or there is no such Law."""
    try:
        return parse_law(text)
    except Unreadable:
        return None


def listed() -> str:
    """All Laws with their titles and sections, a line each."""
    return "\n".join(f"    {law:>3}  {title}{_sections(letters)}" for law, (title, letters) in LAWS.items())


def page(citation: str, topics: Mapping[str, str]) -> str:
    """What a paragraph is about, what the ledger does with it, and where to go on.

    `topics`: the texts of the manual, of which those are named that cite it.
    """
    told = [_told(paragraph, note, citation) for paragraph, note in _notes_of(citation).items()]
    on = [_folded(f"* {line}", "  ") for line in _where_to_go_on(citation, topics)]
    return "\n\n".join([f"Law {citation}: {law_title(citation)}", *told, "\n".join(on)])


@cache
def notes() -> Notes:
    """What is said of each paragraph, in the order of the Laws."""
    return tomllib.loads((_PAGES / "laws.toml").read_text("utf-8"))


@cache
def sayings() -> list[Saying]:
    """The words that lead to Laws."""
    said = tomllib.loads((_PAGES / "words.toml").read_text("utf-8"))
    return [
        Saying(" ".join(words.split()), tuple(laws.split(", ")))
        for laws, several in said.items()
        for words in several.split(",")
    ]


def entries() -> Iterator[ManualEntry]:
    """Every Law, and every paragraph that something is said of."""
    known = dict.fromkeys([*map(str, LAWS), *notes(), *(law for saying in sayings() for law in saying.laws)])
    for citation in known:
        title, words = law_title(citation), _said_of(citation)
        yield ManualEntry("laws", citation, f"Law {citation} {title}", ", ".join(words), _in_short(citation, title))


def _in_short(citation: str, title: str) -> str:
    """What a paragraph says; where that is not told, its title and what it is looked up by."""
    note = notes().get(citation)
    if note and citation.isdigit() and not note["says"].startswith(title):
        return f"{title}: {note['says']}"
    if note:
        return note["says"]
    words = [each for each in _said_of(citation) if each.lower() not in title.lower()]
    return f"{title}: {', '.join(words[:_MOST_WORDS])}." if words else f"{title}."


def _told(paragraph: str, note: Mapping[str, str], asked: str) -> str:
    begin = f"{paragraph}. " if paragraph != asked else ""
    return "\n\n".join([_folded(begin + note["says"]), _folded(f"The ledger: {note['does']}")])


def _where_to_go_on(citation: str, topics: Mapping[str, str]) -> Iterator[str]:
    """Its sections; what it is looked up by; what the words lead to besides; topics; commands, which take any Law."""
    if citation.isdigit() and (letters := LAWS[int(citation)][1]):
        yield f"Sections: {', '.join(letters)}"
    if words := _said_of(citation):
        yield f"Looked up as: {', '.join(words)}"
    beside = dict.fromkeys(law for each in sayings() if citation in each.laws for law in each.laws if law != citation)
    if beside:
        yield f"Beside it: {', '.join(f'Law {law}' for law in beside)}"
    pattern = re.compile(rf"(?<![\w.,#+-]){re.escape(citation)}(?![\w.])")
    if speaking := [name for name, text in topics.items() if not citation.isdigit() and pattern.search(text)]:
        yield f"In the manual: {', '.join(f'`help {name}`' for name in speaking[:_MOST_TOPICS])}"
    if not _notes_of(citation):
        yield f"The ledger works out nothing by it; `ruling add BOARD … --law {citation}` says that it was applied."
    yield f"What was ruled by it: `log --law {citation}`"


def led_to(word: str) -> tuple[str, ...]:
    """The Laws that a word leads to, as it is said."""
    return next((saying.laws for saying in sayings() if saying.words == word), ())


def _said_of(citation: str) -> list[str]:
    """The words that lead to a Law, those that lead to it first before others."""
    leading = [saying for saying in sayings() if citation in saying.laws]
    return [saying.words for saying in sorted(leading, key=lambda saying: saying.laws.index(citation))]


def _notes_of(citation: str) -> Notes:
    """What is said of a citation: of itself and its paragraphs, or of the nearest one above it."""
    below = {law: note for law, note in notes().items() if _belongs(law, citation)}
    above = sorted((law for law in notes() if _belongs(citation, law)), key=len)
    return below or {law: notes()[law] for law in above[-1:]}


def _belongs(paragraph: str, law: str) -> bool:
    """Whether a paragraph is a Law's, or the Law itself: 12B2 and 12C1(c) are Law 12's; Law 12 is not Law 1's."""
    rest = paragraph[len(law) :]
    return paragraph.startswith(law) and not (law[-1].isdigit() and rest[:1].isdigit())


def _sections(letters: str) -> str:
    return f" ({letters[0]}–{letters[-1]})" if len(letters) > 1 else ""


def _folded(text: str, indent: str = "") -> str:
    return textwrap.fill(text, _FOLDED_AT, subsequent_indent=indent, break_on_hyphens=False)
