"""The manual: a page for every file in `cli/help`, the Laws by paragraph, and each command's own help."""

import re
import textwrap
import tomllib
from pathlib import Path

import click

from ledger.errors import CODES, Misuse

_PAGES = Path(__file__).parents[1] / "help"
_FOLDED_AT = 104


def page(root: click.Context, topic: tuple[str, ...]) -> str:
    """The page of a topic, or a command's help; without a topic, the commands and the topics there are."""
    if not topic:
        return f"{root.get_help()}\n\nTopics of `help`: {_topic_list()}"
    if topic[0] == "laws":
        return _law(topic[1]) if topic[1:] else _laws()
    if topic[0] == "errors":
        return "\n".join([_text("errors"), *(f"  {code:<22} {meaning}" for code, meaning in sorted(CODES.items()))])
    if topic[0] == "result-files":
        return f"{_text('result-files')}\n{_profiles()}"
    return _text(topic[0]) if topic[0] in topics() else _command_help(root, topic)


def topics() -> list[str]:
    """The topics there is a page for."""
    return sorted(file.stem for file in _PAGES.glob("*.md"))


def _topic_list() -> str:
    return textwrap.fill(", ".join(topics()), _FOLDED_AT, break_on_hyphens=False)


def _text(topic: str) -> str:
    return (_PAGES / f"{topic}.md").read_text("utf-8").rstrip()


def _profiles() -> str:
    from ledger.laws.profile_loader import shipped

    names = textwrap.fill("  ".join(shipped()), 110, break_on_hyphens=False)
    return "\nRegulations that come with the ledger:\n\n" + textwrap.indent(names, "    ")


def _laws() -> str:
    from ledger.laws.citation import LAWS

    return "\n".join(
        [_text("laws"), *(f"  {law:>3}  {title}{_sections(letters)}" for law, (title, letters) in LAWS.items())]
    )


def _sections(letters: str) -> str:
    return f" ({letters[0]}–{letters[-1]})" if len(letters) > 1 else ""


def _law(text: str) -> str:
    """What a paragraph is about, and what the ledger does with it."""
    from ledger.laws.citation import LAWS, parse_law

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


def _command_help(root: click.Context, names: tuple[str, ...]) -> str:
    parent, command = root, root.command
    for name in names:
        found = command.get_command(parent, name) if isinstance(command, click.Group) else None
        if found is None:
            known = f"topics: {', '.join(topics())}; `bridge-ledger --help` lists the commands"
            raise Misuse("usage", f"there is no topic or command {' '.join(names)!r}", known)
        parent, command = click.Context(found, parent=parent, info_name=name), found
    return command.get_help(parent)
