"""The mark in a file of another format that says how much of the session is in its companion alone.

A comment, so no other program minds it: without the companion, `import` can say what is missing. A CSV has no comments.
"""

import re
from typing import NamedTuple

_HEAD = 1024
_MARK = "bridge-ledger: only in the companion: rulings {}, penalties {}, more {}"
_MARKED = re.compile(
    rb"bridge-ledger: only in the companion: rulings ([0-9]{1,6}), penalties ([0-9]{1,6}), more ([0-9]{1,6})"
)


class Held(NamedTuple):
    """How much only the companion holds: rulings no result says, penalties, and what else moves a score."""

    rulings: int
    penalties: int
    more: int

    @property
    def text(self) -> str:
        """'2 rulings and 1 penalty'."""
        words = (("ruling", "rulings"), ("penalty", "penalties"), ("other statement", "other statements"))
        said = [f"{number} {name[number != 1]}" for number, name in zip(self, words, strict=True) if number]
        return " and ".join(said)


def marked(text: str, kind: str, held: Held) -> str:
    """A file with its mark, where anything is only in the companion."""
    mark = _MARK.format(*held)
    if not any(held):
        return text
    if kind == "usebio":
        prolog, found, rest = text.partition("<USEBIO")
        return f"{prolog}<!-- {mark} -->\n{found}{rest}"
    if kind == "pbn":
        head, found, rest = text.partition("% EXPORT\r\n")
        return f"{head}{found}% {mark}\r\n{rest}"
    return text


def mark_of(data: bytes) -> Held | None:
    """What a file says is only in its companion; None where it does not say so."""
    found = _MARKED.search(data[:_HEAD])
    return Held(*map(int, found.groups())) if found else None
