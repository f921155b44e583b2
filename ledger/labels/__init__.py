"""Labels of contestants, tables, boards and sessions: their form, order and lists; and translatable phrases.

A phrase is a text that keeps its template and the values filled in, so that it can be translated.
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
"""A number, with the letters of its section: 12, A7."""

LABEL = re.compile(f"({SECTION})({DIGITS})(NS|EW)?")
"""A contestant's label in the log: section, number and, for lines ranked apart, its side; never a name."""


def words_of_class(name: str) -> list[str]:
    """Return the words of a class's name in small letters.

    >>> words_of_class("ResultRecorded")
    ['result', 'recorded']
    """
    return [word.lower() for word in re.findall("[A-Z][a-z]*", name)]


def direction(label: str) -> str:
    """Return the direction (NS or EW) at the end of a contestant's label; '' for none. A team may be called CREW.

    >>> direction("A3NS"), direction("12"), direction("LIONS")
    ('NS', '', '')
    """
    match = LABEL.fullmatch(label)
    return (match[3] or "") if match else ""


DIRECTED = re.compile(f"({NUMBER})(NS|EW)", re.IGNORECASE)
"""A contestant's label with its side: 3NS."""

PARTNERS = re.compile(rf"{NUMBER}(?:\+{NUMBER})+")
"""Individuals who play a board together: 3+8. Only numbers are joined, so that a team's name may contain a plus."""


@lru_cache(maxsize=65536)
def members(label: str) -> tuple[str, ...]:
    """Return the contestants on a side of a table: a pair or team, or the individuals of '3+8'; () for ''.

    >>> members("7NS"), members("3+8"), members("")
    (('7NS',), ('3', '8'), ())
    """
    if not label:
        return ()
    return tuple(label.split("+")) if PARTNERS.fullmatch(label) else (label,)


TABLE = re.compile(rf"(?!{SECTION}[0-9]{{6,}}\Z)\w[\w .-]{{0,19}}")
"""A table's label: a short name, or a number no longer than a contestant's."""


@lru_cache(maxsize=65536)
def natural(contestant: str) -> tuple[int, str]:
    """Return the sort key that orders contestants by number; labels that begin with a letter come first, as texts.

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
    """Return the letters of the section in the label of a contestant or table; '' for a label without section.

    >>> letters_of("A3NS"), letters_of("B12"), letters_of("12"), letters_of("LIONS")
    ('A', 'B', '', '')
    """
    match = LABEL.fullmatch(label)
    return match[1] if match else ""


def in_plural(noun: str) -> str:
    """Return the plural of an English noun: lines, penalties."""
    return f"{noun[:-1]}ies" if noun.endswith("ty") else f"{noun}s"


def counted(number: int, noun: str, verb: str = "") -> str:
    """Format a number with its noun, and a verb after them if one is given, in the singular or the plural.

    >>> counted(1, "line"), counted(0, "board"), counted(2, "penalty", "needs")
    ('1 line', '0 boards', '2 penalties need')
    """
    return f"{number} {noun if number == 1 else in_plural(noun)}" + (f" {agreeing(number, verb)}" if verb else "")


def agreeing(number: int, verb: str) -> str:
    """Return a verb as it stands after so many things: 1 "needs", 2 "need"; 1 "is", 2 "are"."""
    return verb if number == 1 else {"is": "are", "has": "have"}.get(verb, verb.removesuffix("s"))


def table_order(table: str) -> tuple[str, tuple[int, str]]:
    """Return the sort key that orders tables by section, then by number.

    >>> sorted(["A10", "B1", "A2", "11", "9"], key=table_order)
    ['9', '11', 'A2', 'A10', 'B1']
    """
    match = LABEL.fullmatch(table)
    return (match[1], natural(match[2])) if match else ("", natural(table))


def boards_text(boards: Sequence[int]) -> str:
    """Format board numbers for a sentence: 'boards 1–3, 7'.

    >>> boards_text([1, 2, 3, 7])
    'boards 1–3, 7'
    >>> boards_text([4])
    'board 4'
    """
    return f"board{'' if len(boards) == 1 else 's'} {_format_ranges(boards, next_number)}"


def typed_boards(boards: Iterable[int]) -> str:
    """Format board numbers for a command line: '4-6,11'.

    >>> typed_boards([4, 6, 5, 11])
    '4-6,11'
    """
    return _format_ranges(sorted(boards), next_number).replace("–", "-").replace(", ", ",")


def tables_text(tables: Collection[str]) -> str:
    """Format table labels for a sentence: 'tables 1–3, 7'.

    >>> tables_text(["1", "2", "3", "7"]), tables_text(["A1", "A2", "B4"]), tables_text(["open"])
    ('tables 1–3, 7', 'tables A1–A2, B4', 'table open')
    """
    return f"table{'' if len(tables) == 1 else 's'} {_format_ranges(sorted(tables, key=table_order), _is_next_table)}"


def _format_ranges(items: Iterable[T], follows: Callable[[T, T], bool]) -> str:
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs(items, follows))


def _is_next_table(one: str, other: str) -> bool:
    before, after = LABEL.fullmatch(one), LABEL.fullmatch(other)
    return bool(before and after and before[1] == after[1] and next_number(int(before[2]), int(after[2])))


def next_number(one: int, other: int) -> bool:
    """Return True if `other` is the number after `one`."""
    return other == one + 1


def runs(items: Iterable[T], follows: Callable[[T, T], bool]) -> list[list[T]]:
    """Split items into runs: a new run starts where `follows(previous, item)` is false.

    >>> runs([1, 2, 3, 7], next_number)
    [[1, 2, 3], [7]]
    """
    groups: list[list[T]] = []
    for item in items:
        if groups and follows(groups[-1][-1], item):
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def joined(words: Iterable[object]) -> str:
    """Join one or more words with commas and 'and'; ValueError for none.

    >>> joined(["2"]), joined([2, 5]), joined(["A-0001", "A-0002", "P-0001"])
    ('2', '2 and 5', 'A-0001, A-0002 and P-0001')
    """
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


# a name is also that of files and folders: Windows opens a device for con, nul.zip or COM1, and drops a dot at the end
_NAME = re.compile(r"(?!(?i:con|prn|aux|nul|(?:com|lpt)[0-9])(?:\.|\Z))[A-Za-z0-9][A-Za-z0-9._-]{0,63}(?<!\.)")


def require_session_name(text: str) -> str:
    """Return the name of a session if it is valid; else Misuse (usage).

    >>> require_session_name("thursday-2026-03-05")
    'thursday-2026-03-05'
    """
    if not _NAME.fullmatch(text):
        raise Misuse(
            "usage",
            f"{text!r} is no name for a session",
            "letters, digits, dots and dashes, no dot at the end, and no device of Windows: thursday-2026-03-05",
        )
    return text


class Phrase(str):
    """An English text that keeps its `template` and the values filled in (`places`), so that it can be translated.

    >>> phrase = Phrase("%(boards)s of %(team)s", boards=3, team="Norway")
    >>> phrase, phrase.places["team"]
    ('3 of Norway', 'Norway')
    """

    __slots__ = ("one", "places", "template")

    template: str
    one: str
    places: dict[str, object]

    def __new__(cls, template: str, /, **places: object) -> Phrase:
        """Fill in the placeholders of a template; a value may be a phrase too."""
        return cls._make(template, "", template, places)

    @classmethod
    def counted(cls, one: str, several: str, number: int, /, **places: object) -> Phrase:
        """Return the text `one` or `several`, as the number requires, with %(number)s and other placeholders filled in.

        >>> Phrase.counted("%(number)s board", "%(number)s boards", 1)
        '1 board'
        """
        return cls._make(several, one, one if number == 1 else several, {"number": number, **places})

    @classmethod
    def _make(cls, template: str, one: str, english: str, places: dict[str, object]) -> Phrase:
        phrase = super().__new__(cls, english % places)
        phrase.template, phrase.one, phrase.places = template, one, places
        return phrase


def phrase_of(text: str) -> Phrase:
    """Return a text as a phrase; as a value in another phrase it is translated too."""
    return text if isinstance(text, Phrase) else Phrase(text.replace("%", "%%"))


def all_of(texts: Sequence[str]) -> str:
    """Join texts with 'and' into a phrase; a single text is returned unchanged, '' for no texts.

    >>> all_of(["Oslo", "Rome", "Kyiv"])
    'Oslo and Rome and Kyiv'
    """
    return reduce(lambda one, other: Phrase("%(one)s and %(other)s", one=one, other=other), texts) if texts else ""
