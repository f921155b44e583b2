"""What people are called, compared: whoever writes a name otherwise may mean the same person. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

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
