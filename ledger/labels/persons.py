"""People's names compared, and a club's list of members, of whom a few letters or a number find one.

Whoever writes a name otherwise may mean the same person.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

_NOT_DECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ŀ": "l"}
)
"""Letters that Unicode does not take apart into a plain one and its mark."""


@lru_cache(maxsize=65536)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name without case, accents and signs, in an order of their own: 'LEE, Ann' is Ann Lee.

    >>> name_words("Łukasz ŻÓŁĆ-Nowak"), name_words("Nowak Zolc, Lukasz")
    (('lukasz', 'nowak', 'zolc'), ('lukasz', 'nowak', 'zolc'))
    """
    return tuple(sorted(re.findall(r"[^\W_]+", _plain(name))))


def _plain(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.casefold().translate(_NOT_DECOMPOSED))
    return "".join(each for each in apart if not unicodedata.combining(each)).translate(_NOT_DECOMPOSED)


_SHORTEST = 3
"""Of a part of a name that is looked for by itself: a surname, a first name."""


def name_parts(name: str) -> tuple[str, ...]:
    """How a text may call somebody: by his whole name, by each of its words, by half of a double name, without accents.

    >>> name_parts("Łukasz Żak-Nowak")
    ('Łukasz Żak-Nowak', 'Łukasz', 'Żak-Nowak', 'Żak', 'Nowak', 'lukasz zak-nowak', 'lukasz', 'zak-nowak', 'zak')
    """
    words = [each for word in name.replace(",", " ").split() for each in (word, *word.split("-"))]
    parts = [name, *(word for word in words if len(word) >= _SHORTEST)] if name else []
    found: dict[str, str] = {}
    for each in (*parts, *map(_plain, parts)):
        found.setdefault(each.casefold(), each)
    return tuple(found.values())


def names_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """What finds these names in a text, in capitals or not, each as words of its own, the longest first."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def number_key(number: str) -> str:
    """A membership number as it is compared: blanks and capitals make no difference.

    >>> number_key("SE 12 345")
    'se12345'
    """
    return "".join(number.split()).casefold()


_NOBODY = frozenset(
    tuple(words.split())
    for words in ("nn", "n n", "tba", "tbd", "x", "xx", "xxx", "unknown", "unbekannt", "inconnu", "noname", "no name")
)


def names_nobody(name: str) -> bool:
    """Whether a name stands for somebody who is not known yet, numbered or not: 'NN', 'N. N. 2', 'TBA'.

    >>> names_nobody("N.N."), names_nobody("NN2"), names_nobody("Nan Lee")
    (True, True, False)
    """
    words = (word.rstrip("0123456789") for word in name_words(name))
    return tuple(filter(None, words)) in _NOBODY


class Member(NamedTuple):
    """Somebody of a list of members: the name, the number of the membership, the club, and the line of the list."""

    name: str
    number: str = ""
    club: str = ""
    line: int = 0


class Members:
    """A list of members; `source`: the file it was read from. They are found in the order of the list."""

    def __init__(self, everybody: Iterable[Member], source: str = "") -> None:
        self.everybody = tuple(everybody)
        self.source = source

    def __len__(self) -> int:
        return len(self.everybody)

    def numbered(self, number: str) -> tuple[Member, ...]:
        """Those with a number of membership: several only where the list has it twice."""
        return self._by_number.get(number_key(number), ())

    def called(self, name: str) -> tuple[Member, ...]:
        """Those of exactly this name, in whatever order its words are written."""
        return self._by_name.get(name_words(name), ())

    def begun(self, text: str) -> Iterator[Member]:
        """Those with a word of the name, or the number, that begins with each of the words typed: 'bel a', '12 bell'.

        >>> members = Members([Member("Ann Bell", "1234"), Member("Bella Arne", "2")])
        >>> [each.name for each in members.begun("bel an")], [each.name for each in members.begun("bel 12")]
        (['Ann Bell'], ['Ann Bell'])
        """
        typed = sorted(name_words(text), key=len, reverse=True)
        if typed:
            for line, member in self._lines:
                if all(f" {word}" in line for word in typed) and _each_begins(typed, line.split()):
                    yield member

    def meant(self, text: str) -> tuple[Member, ...]:
        """Who may be meant by a number, a whole name or the beginnings of one: the first of these that anybody has."""
        return self.numbered(text) or self.called(text) or tuple(self.begun(text))

    @cached_property
    def _by_number(self) -> dict[str, tuple[Member, ...]]:
        found: dict[str, list[Member]] = defaultdict(list)
        for member in self.everybody:
            if member.number:
                found[number_key(member.number)].append(member)
        return {number: tuple(each) for number, each in found.items()}

    @cached_property
    def _by_name(self) -> dict[tuple[str, ...], tuple[Member, ...]]:
        found: dict[tuple[str, ...], list[Member]] = defaultdict(list)
        for member in self.everybody:
            found[name_words(member.name)].append(member)
        return {words: tuple(each) for words, each in found.items()}

    @cached_property
    def _lines(self) -> list[tuple[str, Member]]:
        """Each with the words he is found by, a blank before each: also O'Hara as one word, and his number."""
        return [(f" {' '.join(_found_by(member))}", member) for member in self.everybody]


def _found_by(member: Member) -> Iterator[str]:
    words = name_words(member.name)
    yield from words
    for part in member.name.split():
        # its words as they stand: of O'Hara, o and hara
        whole = "".join(word for piece in re.split(r"[\W_]+", part) for word in name_words(piece))
        if whole not in words:
            yield whole
    if member.number:
        yield number_key(member.number)


def _each_begins(typed: list[str], words: list[str]) -> bool:
    """Whether each of the words typed, the longest first, begins another of the words: 'ann ann' is not Ann Bell."""
    left = list(words)
    for begun in typed:
        found = next((word for word in left if word.startswith(begun)), None)
        if found is None:
            return False
        left.remove(found)
    return True
