"""What contestants, tables, boards and sessions are called: what such a label may look like (contestants by number,
individuals who play together, tables by a short name), and in which order they are listed; and phrases, texts with
places in them that still know what they were made of, for whoever says them in another language. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, reduce
from typing import TypeVar

from ledger.errors import Misuse

T = TypeVar("T")

SECTION, DIGITS = "[A-Z]{0,3}", "[0-9]{1,5}"

NUMBER = f"{SECTION}{DIGITS}"
"""A number, with the letters of its section where there are several: 12, A7."""

LABEL = re.compile(f"({SECTION})({DIGITS})(NS|EW)?")
"""How contestants are called in the log: by number, never by name. Section, number, and where it says so its side."""


def direction(label: str) -> str:
    """The direction that stands behind a contestant's number, or '': teams have names, and may be called LIONS or CREW.

    >>> direction("A3NS"), direction("12"), direction("LIONS")
    ('NS', '', '')
    """
    found = LABEL.fullmatch(label)
    return (found[3] or "") if found else ""


DIRECTED = re.compile(f"({NUMBER})(NS|EW)", re.IGNORECASE)
"""A contestant of two ranked apart, with its side: 3NS."""

PARTNERS = re.compile(rf"{NUMBER}(?:\+{NUMBER})+")
"""Individuals who play a board together, 3+8: numbers, so that a team may be called what it likes."""


@lru_cache(maxsize=65536)
def members(label: str) -> tuple[str, ...]:
    """The contestants on a side of a table: itself, a pair or a team; the two individuals of '3+8'; or none.

    >>> members("7NS"), members("3+8"), members("")
    (('7NS',), ('3', '8'), ())
    """
    if not label:
        return ()
    return tuple(label.split("+")) if PARTNERS.fullmatch(label) else (label,)


TABLE = re.compile(rf"(?!{SECTION}[0-9]{{6,}}\Z)\w[\w .-]{{0,19}}")
"""How tables are called: by a short name, or by a number no longer than a contestant's."""


@lru_cache(maxsize=65536)
def natural(contestant: str) -> tuple[int, str]:
    """Sort key: contestants in the order of their numbers.

    >>> sorted(["10NS", "2EW", "2NS"], key=natural)
    ['2EW', '2NS', '10NS']
    """
    digits = ""
    for character in contestant:
        if not character.isascii() or not character.isdigit():
            break
        digits += character
    return int(digits or 0), contestant


def letters_of(label: str) -> str:
    """The letters of the section that a contestant, or a table, is of; '' where it is of none.

    >>> letters_of("A3NS"), letters_of("B12"), letters_of("12"), letters_of("LIONS")
    ('A', 'B', '', '')
    """
    found = LABEL.fullmatch(label)
    return found[1] if found else ""


def table_order(table: str) -> tuple[str, tuple[int, str]]:
    """Sort key: tables by section, then by number.

    >>> sorted(["A10", "B1", "A2", "11", "9"], key=table_order)
    ['9', '11', 'A2', 'A10', 'B1']
    """
    found = LABEL.fullmatch(table)
    return (found[1], natural(found[2])) if found else ("", natural(table))


def boards_text(boards: Sequence[int]) -> str:
    """Boards as ranges.

    >>> boards_text([1, 2, 3, 7])
    'boards 1–3, 7'
    >>> boards_text([4])
    'board 4'
    """
    return f"board{'' if len(boards) == 1 else 's'} {_ranges(boards, next_number)}"


def typed_boards(boards: Iterable[int]) -> str:
    """Format boards as they are typed.

    >>> typed_boards([4, 6, 5, 11])
    '4-6,11'
    """
    return _ranges(sorted(boards), next_number).replace("–", "-").replace(", ", ",")


def tables_text(tables: Collection[str]) -> str:
    """Tables as ranges.

    >>> tables_text(["1", "2", "3", "7"]), tables_text(["A1", "A2", "B4"]), tables_text(["open"])
    ('tables 1–3, 7', 'tables A1–A2, B4', 'table open')
    """
    return f"table{'' if len(tables) == 1 else 's'} {_ranges(sorted(tables, key=table_order), _next_table)}"


def _ranges(items: Iterable[T], follows: Callable[[T, T], bool]) -> str:
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs(items, follows))


def _next_table(one: str, other: str) -> bool:
    before, after = LABEL.fullmatch(one), LABEL.fullmatch(other)
    return bool(before and after and before[1] == after[1] and next_number(int(before[2]), int(after[2])))


def next_number(one: int, other: int) -> bool:
    """Whether a number is the next after another: of boards, of rounds."""
    return other == one + 1


def runs(items: Iterable[T], follows: Callable[[T, T], bool]) -> list[list[T]]:
    """What stands in a row, together: each goes with the one before it where it follows that.

    >>> runs([1, 2, 3, 7], next_number)
    [[1, 2, 3], [7]]
    """
    found: list[list[T]] = []
    for each in items:
        if found and follows(found[-1][-1], each):
            found[-1].append(each)
        else:
            found.append([each])
    return found


def joined(words: Iterable[object]) -> str:
    """Words as they are said.

    >>> joined(["2"]), joined([2, 5]), joined(["A-0001", "A-0002", "P-0001"])
    ('2', '2 and 5', 'A-0001, A-0002 and P-0001')
    """
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def require_session_name(text: str) -> str:
    """A name as it may stand in a ledger; Misuse (usage) where it may not.

    >>> require_session_name("thursday-2026-03-05")
    'thursday-2026-03-05'
    """
    if not _NAME.fullmatch(text):
        raise Misuse(
            "usage", f"{text!r} is no name for a session", "letters, digits, dots and dashes: thursday-2026-03-05"
        )
    return text


class Phrase(str):
    """A text in English, its `template` and what fills the places of that.

    >>> phrase = Phrase("%(boards)s of %(team)s", boards=3, team="Norway")
    >>> phrase, phrase.places["team"]
    ('3 of Norway', 'Norway')
    """

    __slots__ = ("one", "places", "template")

    template: str
    one: str
    places: dict[str, object]

    def __new__(cls, template: str, /, **places: object) -> Phrase:
        """The text with its places filled; a place may be a phrase itself."""
        return cls._made(template, "", template, places)

    @classmethod
    def counted(cls, one: str, several: str, number: int, /, **places: object) -> Phrase:
        """A text by how many there are; the `number` is one of its places.

        >>> Phrase.counted("%(number)s board", "%(number)s boards", 1)
        '1 board'
        """
        return cls._made(several, one, one if number == 1 else several, {"number": number, **places})

    @classmethod
    def _made(cls, template: str, one: str, english: str, places: dict[str, object]) -> Phrase:
        made = super().__new__(cls, english % places)
        made.template, made.one, made.places = template, one, places
        return made


def phrase_of(text: str) -> Phrase:
    """A text that is always the same, or a phrase, to stand in a place of another and be said with it."""
    return text if isinstance(text, Phrase) else Phrase(text.replace("%", "%%"))


def all_of(texts: Sequence[str]) -> str:
    """Several texts as one; '' where there is none.

    >>> all_of(["Oslo", "Rome", "Kyiv"])
    'Oslo and Rome and Kyiv'
    """
    return reduce(lambda one, other: Phrase("%(one)s and %(other)s", one=one, other=other), texts) if texts else ""
