"""What can be found in the manual, beside the Laws: paragraphs and rows of its pages, regulations, commands, codes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click

from cli.options import usage
from cli.screens import manual_layout
from cli.screens.manual_search import ManualEntry
from cli.terminal.overview import PROGRAM
from ledger.errors import CODES

_FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_RULE = re.compile(r"[\s|:-]+")
_TYPED = re.compile(rf"`?{PROGRAM} |[^:]*> |[a-z][^:]* --")
"""A line that is typed; its remark says something only beside it."""
_FAR = 9


def topic_entries(pages: Mapping[str, str]) -> Iterator[ManualEntry]:
    """Every topic by what it is about, and every passage of it under its heading."""
    for topic, page in pages.items():
        title, _, rest = page.partition("\n")
        about = title.partition(": ")[2]
        yield ManualEntry("topics", topic, f"{topic} {about}", text=about)
        for heading, text in _passages(rest):
            yield ManualEntry("topics", topic, "", heading, *(("", text) if _TYPED.match(text) else (text,)))


def command_entries(commands: Iterable[tuple[str, click.Command]]) -> Iterator[ManualEntry]:
    """Every command by its name and what it does, and its options."""
    for path, command in commands:
        yield ManualEntry("commands", path, path, usage.summary(command), usage.summary(command), usage.said(command))
        for option in usage.own_options(command.params):
            meaning = usage.meaning(option)
            yield ManualEntry("commands", f"{path} {option.opts[0]}", usage.names(option), text=meaning)


def code_entries() -> Iterator[ManualEntry]:
    """The codes of errors and of advice, with what they mean."""
    from ledger.laws.advice import ADVICE

    for code, meaning in {**CODES, **ADVICE}.items():
        yield ManualEntry("codes", code, code, text=meaning)


def regulation_entries() -> Iterator[ManualEntry]:
    """The regulations by the names they are typed by, with what they decide, their values and what each means."""
    from ledger.laws.regulation_names import described

    for each in described().values():
        values = "; ".join(f"{value}: {meaning}" for value, meaning in each.values.items())
        yield ManualEntry("regulations", each.name, f"{each.name} {each.title}", each.title, f"{each.says} {values}")


def _passages(page: str) -> Iterator[tuple[str, str]]:
    """Paragraphs, points, and rows of tables as 'cell: cell, cell', each with the heading it stands under."""
    heading = ""
    fenced = _FENCED.sub(lambda block: re.sub(r"^(?=.)", "    ", block[1], flags=re.MULTILINE), page)
    for block in manual_layout.blocks(fenced):
        match manual_layout.kind_of(block[0]):
            case "empty":
                pass
            case "heading":
                heading = block[0].lstrip("# ")
            case "table":
                rows = [row.strip().strip("|").split("|") for row in block if not _RULE.fullmatch(row)]
                yield from ((heading, _row(map(" ".join, zip(rows[0], row, strict=False)))) for row in rows[1:])
            case "as it is":
                rows = [re.split(r"\s{2,}", row.strip()) for row in manual_layout.whole_rows(block, 0)]
                yield from ((heading, _row(row)) for row in (rows[1:] if _has_columns_named(block) else rows))
            case _:
                said = " ".join(line.strip() for line in block).removeprefix("* ")
                yield heading, said.replace("**", "")


def _has_columns_named(block: Sequence[str]) -> bool:
    """Whether the first line stands further in: it names the columns, and says nothing itself."""
    return block[0].startswith(" " * _FAR)


def _row(cells: Iterable[str]) -> str:
    """A row as it is told in a line; a command in backticks.

    >>> _row(["to-play", "the board is to be played later"])
    'to-play: the board is to be played later'
    """
    first, *others = [cell.strip() for cell in cells if cell.strip()] or [""]
    name = f"`{first}`" if first.startswith(f"{PROGRAM} ") else first
    return ": ".join([name, ", ".join(others)]) if others else name
