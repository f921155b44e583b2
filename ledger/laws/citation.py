"""Citations of the Laws of Duplicate Bridge 2017: '16B', '12C1(c)'."""

import re

from ledger.bridge.notation import Unreadable
from ledger.laws.titles import LAWS

# The sections whose paragraphs the ledger itself acts on are known to the last letter.
_PARAGRAPHS: dict[str, str] = {"12C1": "abcde", "12C2": "abcd", "12C3": "", "12C4": ""}
_SECTIONS: dict[str, int] = {"12A": 3, "12B": 2, "12C": 4, "79A": 2, "79B": 3, "79C": 2, "86B": 3, "87A": 0, "87B": 0}
_OF_2007: dict[str, str] = {"73F": "73E2"}
"""Sections that booklets of older codes cite and these Laws have no more, and where what they say stands now."""
_ROMAN = r"VIII|VII|VI|IV|V|III|II|I|IX|X"
_CITATION = re.compile(
    rf"(?:LAW)?([0-9]{{1,3}})(?:([A-Z])(?:([0-9]{{1,2}})(?:\(([A-Z])\)|([A-Z]))?(?:\(({_ROMAN})\))?)?)?"
)


def parse_law(text: str) -> str:
    """A citation in its one form; Unreadable (no-such-law) where the Laws have no such paragraph.

    >>> parse_law("12c1c"), parse_law("Law 16 B")
    ('12C1(c)', '16B')
    """
    match = _CITATION.fullmatch("".join(text.upper().replace("§", "").split()))
    law = int(match[1]) if match else 0
    if not match or law not in LAWS:
        raise _no_such_law(text, "the Laws run from 1 to 93: see `bridge-ledger help laws`")
    letter, number, paragraph, roman = match[2] or "", match[3] or "", (match[4] or match[5] or "").lower(), match[6]
    _check_paragraph(text, law, letter, number, paragraph)
    tail = f"({paragraph})" if paragraph else ""
    return f"{law}{letter}{number}{tail}" + (f"({roman.lower()})" if roman else "")


def _check_paragraph(text: str, law: int, letter: str, number: str, paragraph: str) -> None:
    """Unreadable (no-such-law) where a Law has no such section or paragraph."""
    title, letters = LAWS[law]
    if now := _OF_2007.get(f"{law}{letter}"):
        raise _no_such_law(text, f"{law}{letter} of the Laws of 2007 is {now} now: see `bridge-ledger help laws {now}`")
    if letter and letter not in letters:
        raise _no_such_law(text, f"Law {law} ({title}) has {_listed(letters)}: see `bridge-ledger help laws {law}`")
    section = f"{law}{letter}{number}"
    if number and not 1 <= int(number) <= _SECTIONS.get(f"{law}{letter}", 9):
        raise _no_such_law(text, f"Law {law}{letter} has no paragraph {number}")
    if paragraph and paragraph not in _PARAGRAPHS.get(section, "abcdefghij"):
        raise _no_such_law(text, f"{section} has {_listed(_PARAGRAPHS.get(section, 'abcdefghij'))}")


def law_title(citation: str) -> str:
    """The title of the Law a citation belongs to.

    >>> law_title("12C1(c)")
    "Director's discretionary powers"
    """
    digits = re.match(r"[0-9]+", citation)
    assert digits, citation
    return LAWS[int(digits[0])][0]


def _listed(letters: str) -> str:
    if len(letters) < 2:
        return letters or "no lettered sections"
    return f"{', '.join(letters[:-1])} and {letters[-1]}"


def _no_such_law(text: str, hint: str) -> Unreadable:
    return Unreadable("no-such-law", f"there is no Law {text.strip()}", text=text, marks=((0, len(text)),), hint=hint)
