"""What people are called, compared: whoever writes a name otherwise may mean the same person. Pure."""

import re
import unicodedata
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
    apart = unicodedata.normalize("NFKD", name.casefold().translate(_NOT_DECOMPOSED))
    plain = "".join(each for each in apart if not unicodedata.combining(each)).translate(_NOT_DECOMPOSED)
    return tuple(sorted(re.findall(r"[^\W_]+", plain)))


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
