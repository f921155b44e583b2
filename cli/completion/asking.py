"""A shell asks: what it says in its variables, and the lines it wants for an answer. Whatever goes wrong is silence."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable

from cli.completion.answering import OfferedWord, answer
from cli.terminal.settings import Settings

ASKED_BY = "_BRIDGE_LEDGER_COMPLETE"
"""The variable by which a shell asks: 'bash_complete'; `cli.start` looks for it before anything is loaded."""


def answer_shell() -> None:
    """Print what may be typed next. Nothing is ever said of what is wrong: it would stand in the line being typed."""
    try:
        shell = os.environ[ASKED_BY].removesuffix("_complete")
        lines = _for_bash() if shell == "bash" else [_FORMS[shell](each) for each in answer(*_words(shell), Settings())]
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
        sys.stdout.flush()
    except Exception:
        return


def _words(shell: str) -> tuple[list[str], str]:
    """The words after the program, up to the one that is begun; and that."""
    words, at = split(os.environ["COMP_WORDS"]), os.environ["COMP_CWORD"]
    if shell != "fish":
        count = int(at)
        return words[1:count], words[count] if count < len(words) else ""
    begun = "".join(split(at)[:1])
    return words[1:-1] if begun and words[-1:] == [begun] else words[1:], begun


def _for_bash() -> list[str]:
    """A line for each word, as it is to stand in the line: a team of two words in quotes, unless one is open there."""
    pieces, count = os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"])
    raw = pieces[count] if count < len(pieces) else ""
    typed = [each for piece in pieces[1:count] for each in split(piece)]
    before, begun, lead = _in_one(typed, "".join(split(raw)[:1]))
    found = ((each.kind, each.value.removeprefix(lead)) for each in answer(before, begun, Settings()))
    bare = raw[:1] in ("'", '"')
    return [f"{kind},{value if bare or kind != 'plain' else shlex.quote(value)}" for kind, value in found]


def _in_one(before: list[str], begun: str) -> tuple[list[str], str, str]:
    """A word that bash has parted at '=', in one again, and what of it stands there already; not options and values.

    >>> _in_one(["friday", "5NS"], "="), _in_one(["friday", "5NS", "="], "1")
    ((['friday'], '5NS=', '5NS='), (['friday'], '5NS=1', '5NS='))
    """
    name = before[-1:] if begun == "=" else before[-2:-1] if before[-1:] == ["="] else []
    if not name or name[0].startswith("--"):
        return before, begun, ""
    lead = f"{name[0]}="
    return before[: -1 if begun == "=" else -2], lead if begun == "=" else f"{lead}{begun}", lead


def split(line: str) -> list[str]:
    """The words of a line as a shell has them; a quotation may still be open.

    >>> split("scorecard 'Oslo Ci")
    ['scorecard', 'Oslo Ci']
    """
    reader = shlex.shlex(line, posix=True)
    reader.whitespace_split, reader.commenters = True, ""
    found = list[str]()
    try:
        found.extend(reader)
    except ValueError:
        found.append(reader.token or "")
    return found


def _for_zsh(item: OfferedWord) -> str:
    """Three lines: the kind, the word, what is said of it; a colon parts the last two for zsh."""
    value = item.value.replace(":", r"\:") if item.about else item.value
    return f"{item.kind}\n{value}\n{item.about or '_'}"


def _for_fish(item: OfferedWord) -> str:
    return f"{item.kind},{item.value}\t{item.about}" if item.about else f"{item.kind},{item.value}"


def _for_powershell(item: OfferedWord) -> str:
    return f"{item.kind}\n{item.value}\n{item.about or '_'}"


_FORMS: dict[str, Callable[[OfferedWord], str]] = {"zsh": _for_zsh, "fish": _for_fish, "powershell": _for_powershell}
