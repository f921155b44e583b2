"""help: topics of the manual, and every command's own help."""

import re
import textwrap
import tomllib
from importlib.resources import files

import click

from cli.desk.settings import Looking
from ledger.errors import CODES, Misuse
from ledger.laws.citation import LAWS, parse_law

_TOPICS = files("cli") / "help"


@click.command("help", cls=Looking)
@click.argument("topic", nargs=-1)
@click.pass_context
def help_(context: click.Context, topic: tuple[str, ...]) -> None:
    """Topics: notation, cases, laws, as-of, reversal, errors, exit-codes, json; or a command.

    \b
    Examples:
      bridge-ledger help notation
      bridge-ledger help laws 12C1(e)
      bridge-ledger help ruling add
    """
    if not topic:
        print(_root(context).get_help())
    elif topic[0] == "laws":
        _laws(topic[1:])
    elif topic[0] == "errors":
        print(_text("errors"))
        for code, meaning in sorted(CODES.items()):
            print(f"  {code:<22} {meaning}")
    elif topic[0] in topics():
        print(_text(topic[0]))
    else:
        print(_command_help(context, topic))


def topics() -> list[str]:
    """The topics there is a page for."""
    return sorted(entry.name.removesuffix(".md") for entry in _TOPICS.iterdir() if entry.name.endswith(".md"))


def _text(topic: str) -> str:
    return (_TOPICS / f"{topic}.md").read_text("utf-8").rstrip()


def _laws(which: tuple[str, ...]) -> None:
    if not which:
        print(_text("laws"))
        for law, (title, letters) in LAWS.items():
            print(f"  {law:>3}  {title}" + (f" ({letters[0]}–{letters[-1]})" if len(letters) > 1 else ""))
        return
    citation = parse_law(which[0])
    digits = re.match(r"[0-9]+", citation)
    assert digits
    title, letters = LAWS[int(digits[0])]
    print(f"Law {citation}: {title}" + (f"\n  sections {', '.join(letters)}" if letters and citation.isdigit() else ""))
    for paragraph, note in _notes(citation).items():
        print(f"\n  {paragraph}\n    {_folded(note['says'])}\n    The ledger: {_folded(note['does'])}")


def _notes(citation: str) -> dict[str, dict[str, str]]:
    """What is said of a citation: of itself and its paragraphs, or of the nearest one above it."""
    notes = tomllib.loads((_TOPICS / "laws.toml").read_text("utf-8"))
    below = {law: note for law, note in notes.items() if re.match(rf"{re.escape(citation)}(?![0-9])", law)}
    above = {
        law: note for law, note in notes.items() if citation.startswith(law) and not citation[len(law) :][:1].isdigit()
    }
    return below or above


def _folded(text: str) -> str:
    return "\n    ".join(textwrap.wrap(text, 104))


def _root(context: click.Context) -> click.Context:
    return context.find_root()


def _command_help(context: click.Context, names: tuple[str, ...]) -> str:
    parent, command = _root(context), _root(context).command
    for name in names:
        found = command.get_command(parent, name) if isinstance(command, click.Group) else None
        if found is None:
            raise Misuse(
                "usage",
                f"there is no topic or command {' '.join(names)!r}",
                f"topics: {', '.join(topics())}; `bridge-ledger --help` lists the commands",
            )
        parent, command = click.Context(found, parent=parent, info_name=name), found
    return command.get_help(parent)
