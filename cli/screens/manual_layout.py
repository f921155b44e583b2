"""A page of the manual as a screen shows it: headings stand out, paragraphs and tables are folded to its width.

What the manual's files use of Markdown: headings, paragraphs, lists with `*`, text indented by four spaces that stays
as it is, tables with `|`, `code` and **bold**.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence

from cli.options import usage
from cli.terminal import tables
from cli.terminal.overview import PROGRAM
from cli.terminal.screen import SafeText, bold, shown

_MARKS = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`")
_BESIDE = re.compile(r"^(\s+\S.*?)(\s{2,})(\S.*)$")
_UNDER = " " * 8
_GAP = " " * 3
_FAR = 24
"""What stands so far in, and in no columns, belongs to the line before."""
_LESS = 2
"""What a screen takes of an indentation by four."""
_TYPED_BLANK = "\x00"
_WIDEST = 100
"""Lines of text that are longer are hard to read, however wide the screen."""


def laid_out(page: str, width: int, *, colour: bool) -> list[SafeText]:
    """The lines of a page."""
    return [line for block in blocks(page) for line in _block(block, width, colour)]


def blocks(page: str) -> Iterator[list[str]]:
    """Lines that belong together: a heading, a paragraph, a point of a list, what is indented, a table."""
    block: list[str] = []
    for line in page.split("\n"):
        if block and _begins_anew(line, kind_of(block[0])):
            yield block
            block = []
        block.append(line)
    yield block


def _begins_anew(line: str, before: str) -> bool:
    kind = kind_of(line)
    goes_on = kind == before and kind not in ("heading", "point", "empty")
    return not goes_on and not (before == "point" and kind in ("text", "as it is"))


def kind_of(line: str) -> str:
    """What a line begins: heading, point, table, text, what stands as it is, or nothing."""
    if not line.strip():
        return "empty"
    begins = {"#": "heading", "* ": "point", "    |": "table", "|": "table", "    ": "as it is"}
    return next((kind for begin, kind in begins.items() if line.startswith(begin)), "text")


def _block(block: Sequence[str], width: int, colour: bool) -> Iterator[SafeText]:
    match kind_of(block[0]):
        case "empty":
            yield SafeText("")
        case "heading":
            heading = block[0].lstrip("# ")
            yield from (bold(line) if colour else shown(line) for line in textwrap.wrap(heading, width))
        case "table":
            yield from _table(block, width)
        case "as it is":
            yield from (shown(folded) for line in whole_rows(block, width) for folded in _as_it_is(line, width))
        case kind:
            yield from (_with_marks(line, colour) for line in _paragraph(block, kind, min(width, _WIDEST)))


def _paragraph(block: Sequence[str], kind: str, width: int) -> list[str]:
    """Lines of text, or of a point; what is typed is not parted where it fits a line."""
    begin = "* " if kind == "point" else " " * (len(block[0]) - len(block[0].lstrip()))
    indent = " " * len(begin)
    said = " ".join(line.strip() for line in block).removeprefix("* ")
    kept = re.sub(r"`[^`]+`", lambda code: code[0].replace(" ", _TYPED_BLANK), said)
    lines = textwrap.wrap(
        kept, width, initial_indent=begin, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return [part for line in lines for part in _within(line.replace(_TYPED_BLANK, " "), width, indent)]


def _within(line: str, width: int, indent: str) -> list[str]:
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)


def _with_marks(line: str, colour: bool) -> SafeText:
    """A line with what is bold, and without the marks; what is typed keeps its own, where there is no colour."""
    if not colour:
        return shown(_MARKS.sub(lambda mark: mark[1] or mark[0], line))
    parts, at = [], 0
    for mark in _MARKS.finditer(line):
        parts += [shown(line[at : mark.start()]), bold(mark[1] or mark[2])]
        at = mark.end()
    return SafeText("".join([*parts, shown(line[at:])]))


def whole_rows(block: Sequence[str], width: int) -> list[str]:
    """The lines of what stands in columns; where it must be folded, with what goes on under a column in one."""
    if all(len(line) - _LESS <= width for line in block):
        return [*block]
    rows: list[str] = []
    for line in block:
        beside = _BESIDE.match(rows[-1]) if rows else None
        indent = len(line) - len(line.lstrip())
        in_its_column = beside is not None and indent == len(beside[1] + beside[2])
        if rows and not _BESIDE.match(line) and (in_its_column or indent >= _FAR):
            rows[-1] += f" {line.strip()}"
        else:
            rows.append(line)
    return rows


def _as_it_is(line: str, width: int) -> list[str]:
    """A line that is typed, or stands in columns; what is too long for its column goes on in it, or stands under it."""
    line = line[_LESS:]
    if len(line) <= width:
        return [line]
    if beside := _BESIDE.match(line):
        return _with_what_is_beside(beside[1], beside[2], beside[3], width)
    indent = " " * (len(line) - len(line.lstrip()))
    if line.startswith(f"  {PROGRAM}"):
        return list(usage.folded(line.strip(), width, indent))
    return _folded(line, width, f"{indent}    ")


def _with_what_is_beside(name: str, gap: str, text: str, width: int) -> list[str]:
    column = len(name + gap)
    if column <= width // 2:
        return _folded(name + gap + text, width, " " * column)
    if name.lstrip().startswith(PROGRAM) and len(name) + len(_GAP) + len(text) <= width:
        return [name + _GAP + text]
    if len(name) - len(name.lstrip()) > len(_UNDER):
        name = f"{_UNDER[_LESS:]}{name.lstrip()}"
    return [*_as_it_is(" " * _LESS + name, width), *_folded(_UNDER + text, width, _UNDER)]


def _folded(line: str, width: int, indent: str) -> list[str]:
    """What cannot be parted is left to the screen to part: it is to be copied."""
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def _table(rows: Sequence[str], width: int) -> list[SafeText]:
    """A table of bars, folded into the screen."""
    told = [row for row in rows if not re.fullmatch(r"[\s|:-]+", row)]
    cells = [[each.strip() for each in row.strip().strip("|").split("|")] for row in told]
    filled = [[*row, *[""] * (max(map(len, cells)) - len(row))] for row in cells]
    return tables.drawn(filled[0], filled[1:], width, indent=2)
