"""Comparison of people's names across spellings, and a club's list of members searched by a few letters."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

_NOT_DECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ŀ": "l"}
)
"""Letters that Unicode does not decompose into a plain letter and a mark."""

_IN_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
"""Umlauts as a keyboard without them types them: Mueller, Soerensen, Aagaard."""


@lru_cache(maxsize=65536)
def name_words(name: str) -> tuple[str, ...]:
    """Return the sorted words of a name without case, accents and punctuation: 'LEE, Ann' equals Ann Lee.

    >>> name_words("Łukasz ŻÓŁĆ-Nowak"), name_words("Nowak Zolc, Lukasz")
    (('lukasz', 'nowak', 'zolc'), ('lukasz', 'nowak', 'zolc'))
    """
    return tuple(sorted(re.findall(r"[^\W_]+", _remove_accents(name))))


def _remove_accents(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.casefold().translate(_NOT_DECOMPOSED))
    return "".join(each for each in apart if not unicodedata.combining(each)).translate(_NOT_DECOMPOSED)


_SHORTEST = 3
"""The minimum length of a part of a name searched by itself: a surname, a first name."""


def name_parts(name: str) -> tuple[str, ...]:
    """Return the forms of a name to look for in a text: the name, and its words and their hyphenated parts.

    Words of fewer than 3 letters are left out. Each form is also returned without accents, if it has any.

    >>> name_parts("Łukasz Żak-Nowak")
    ('Łukasz Żak-Nowak', 'Łukasz', 'Żak-Nowak', 'Żak', 'Nowak', 'lukasz zak-nowak', 'lukasz', 'zak-nowak', 'zak')
    """
    words = [each for word in name.replace(",", " ").split() for each in (word, *word.split("-"))]
    parts = [name, *(word for word in words if len(word) >= _SHORTEST)] if name else []
    forms: dict[str, str] = {}
    for part in (*parts, *map(_remove_accents, parts)):
        forms.setdefault(part.casefold(), part)
    return tuple(forms.values())


def names_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of these names in a text: whole words, in any case, the longest first."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def says_name(text: str, name: tuple[str, ...]) -> bool | None:
    """Return True if a text says a whole name of several words, in any order; False for a part of it; None for neither.

    `name`: its words as `name_words` gives them. A part has at least 3 letters.

    >>> [says_name(text, name_words("Jane Roe")) for text in ("North (ROÉ, Jane)", "Roe thought", "Janet")]
    [True, False, None]
    """
    words = re.findall(r"[^\W_]+", _remove_accents(text))
    runs = (words[at : at + len(name)] for at in range(len(words)))
    if len(name) > 1 and any(sorted(run) == [*name] for run in runs):
        return True
    return False if any(len(word) >= _SHORTEST and word in name for word in words) else None


def number_key(number: str) -> str:
    """Return a membership number for comparison, without blanks and case.

    >>> number_key("SE 12 345")
    'se12345'
    """
    return "".join(number.split()).casefold()


_NOBODY = frozenset(
    tuple(words.split())
    for words in ("nn", "n n", "tba", "tbd", "x", "xx", "xxx", "unknown", "unbekannt", "inconnu", "noname", "no name")
)


def is_placeholder(name: str) -> bool:
    """Return True for a placeholder, numbered or not: 'NN', 'N. N. 2', 'TBA'.

    >>> is_placeholder("N.N."), is_placeholder("NN2"), is_placeholder("Nan Lee")
    (True, True, False)
    """
    words = (word.rstrip("0123456789") for word in name_words(name))
    return tuple(filter(None, words)) in _NOBODY


class Member(NamedTuple):
    """A member of a club: name, membership number, club, and line in the list."""

    name: str
    number: str = ""
    club: str = ""
    line: int = 0


class Members:
    """A club's list of members, in the order of its file; `source`: the name of that file."""

    def __init__(self, everybody: Iterable[Member], source: str = "") -> None:
        self.everybody = tuple(everybody)
        self.source = source

    def __len__(self) -> int:
        return len(self.everybody)

    def numbered(self, number: str) -> tuple[Member, ...]:
        """Return the members with a membership number; several only if the list repeats it."""
        return self._by_number.get(number_key(number), ())

    def called(self, name: str) -> tuple[Member, ...]:
        """Return the members with exactly this name, its words in any order."""
        return self._by_name.get(name_words(name), ())

    def begun(self, text: str) -> Iterator[Member]:
        """Yield the members in whose name and number each typed word begins a different word: 'bel a', '12 bell'.

        >>> members = Members([Member("Ann Bell", "1234"), Member("Bella Arne", "2")])
        >>> [each.name for each in members.begun("bel an")], [each.name for each in members.begun("bel 12")]
        (['Ann Bell'], ['Ann Bell'])
        """
        ways = {tuple(sorted(name_words(way), key=len, reverse=True)) for way in (text, _in_two_letters(text))} - {()}
        for line, member in self._search_lines if ways else ():
            if any(all(f" {word}" in line for word in typed) and _begin_distinct_words(typed, line) for typed in ways):
                yield member

    def meant(self, text: str) -> tuple[Member, ...]:
        """Return the members with this number; if none, those with this whole name; if none, those `begun` finds."""
        return self.numbered(text) or self.called(text) or tuple(self.begun(text))

    @cached_property
    def _by_number(self) -> dict[str, tuple[Member, ...]]:
        members: dict[str, list[Member]] = defaultdict(list)
        for member in self.everybody:
            if member.number:
                members[number_key(member.number)].append(member)
        return {number: tuple(each) for number, each in members.items()}

    @cached_property
    def _by_name(self) -> dict[tuple[str, ...], tuple[Member, ...]]:
        members: dict[tuple[str, ...], list[Member]] = defaultdict(list)
        for member in self.everybody:
            members[name_words(member.name)].append(member)
        return {words: tuple(each) for words, each in members.items()}

    @cached_property
    def _search_lines(self) -> list[tuple[str, Member]]:
        """Each member with a line to search: the words of the name and the number, with a blank before each."""
        return [(f" {' '.join(_list_search_words(member))}", member) for member in self.everybody]


def _list_search_words(member: Member) -> Iterator[str]:
    words = name_words(member.name)
    yield from words
    yield from (word for word in name_words(_in_two_letters(member.name)) if word not in words)
    for part in member.name.split():
        # O'Hara has the words o and hara: ohara is a further one
        whole = "".join(word for piece in re.split(r"[\W_]+", part) for word in name_words(piece))
        if whole not in words:
            yield whole
    if member.number:
        yield number_key(member.number)


def _in_two_letters(name: str) -> str:
    return unicodedata.normalize("NFC", name.casefold()).translate(_IN_TWO_LETTERS)


def _begin_distinct_words(typed: Iterable[str], line: str) -> bool:
    """Return True if each typed word, longest first, begins a different word: 'ann ann' does not find Ann Bell."""
    unmatched = line.split()
    for prefix in typed:
        match = next((word for word in unmatched if word.startswith(prefix)), None)
        if match is None:
            return False
        unmatched.remove(match)
    return True
