"""Words with places in them: a text that still knows what it was made of, for whoever says it in another language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce


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
