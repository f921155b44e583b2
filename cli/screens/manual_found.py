"""What speaks of some words, looked up in all of the manual and told as a page of it."""

from collections.abc import Iterator, Sequence
from contextlib import closing

import click

from cli.options import usage
from cli.screens import manual, manual_entries, manual_laws
from cli.screens.manual_search import KINDS, Answer, Found, Index, ManualEntry
from ledger.errors import Misuse
from ledger.laws.citation import parse_law

_WIDE = 72
_MOST = 6
"""So many of each kind are listed, where not all are asked for."""

_HEADINGS = {
    "laws": "Laws: `help LAW`",
    "topics": "Topics: `help TOPIC`",
    "regulations": "Regulations: `help NAME`",
    "commands": "Commands: `COMMAND --help`",
    "codes": "Codes of errors and advice: `help errors`",
}


def found(root: click.Context, asked: str) -> Answer:
    """What speaks of the words; Misuse where nothing does, Unreadable where they cite a Law that there is not."""
    with closing(Index(entries(root), manual_laws.sayings())) as index:
        answer = index.look_up(asked)
        if not answer.found:
            if asked[:1].isdigit():
                parse_law(asked)
            near = " or ".join(f"`help {each}`" for each in index.spelled_alike(asked))
            meant = f"did you mean {near}? " if near else ""
            topics = ", ".join(manual.topics())
            raise Misuse("usage", f"nothing in the manual speaks of {asked!r}", f"{meant}the topics are {topics}")
    return answer


def page(asked: str, answer: Answer, *, everything: bool = False) -> str:
    """The page of what was found: a few places of each kind, or all there are."""
    heading = f"# What speaks of {asked!r}"
    if not answer.has_all:
        heading += "\n\nNothing speaks of all these words at once; of some of them:"
    listed = (_section(asked, kind, [each for each in answer.found if each.kind == kind], everything) for kind in KINDS)
    return "\n\n".join([heading, *filter(None, listed)])


def entries(root: click.Context) -> Iterator[ManualEntry]:
    """Everything that can be found."""
    listed_otherwise = ("errors", "laws", "changes", "regulations")
    pages = {
        name: manual.text(name) if name in listed_otherwise else manual.topic_page(name) for name in manual.topics()
    }
    yield from manual_laws.entries()
    yield from manual_entries.topic_entries(pages)
    yield from manual_entries.regulation_entries()
    yield from manual_entries.command_entries(manual.commands(root, root.command))
    yield from manual_entries.code_entries()


def _section(asked: str, kind: str, there: Sequence[Found], everything: bool) -> str:
    """The places of one kind, with what they say; '' where there are none."""
    if not there:
        return ""
    shown = there if everything else there[:_MOST]
    lines = usage.listed([(each.name, each.says) for each in shown], _WIDE, "    ")
    more = [f"    … and {len(there) - len(shown)} more: `help {asked} --all`"] if len(shown) < len(there) else []
    return "\n".join([f"## {_HEADINGS[kind]}", "", *lines, *more])
