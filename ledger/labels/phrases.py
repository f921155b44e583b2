"""Words with places in them: a text that still knows what it was made of, for whoever says it in another language."""

from __future__ import annotations


class Phrase(str):
    """A text in English, its `template` and what fills the places of that.

    >>> phrase = Phrase("%(boards)s of %(team)s", boards=3, team="Norway")
    >>> phrase, phrase.places["team"]
    ('3 of Norway', 'Norway')
    """

    __slots__ = ("places", "template")

    template: str
    places: dict[str, object]

    def __new__(cls, template: str, /, **places: object) -> Phrase:
        """The text with its places filled; a place may be a phrase itself."""
        made = super().__new__(cls, template % places)
        made.template, made.places = template, places
        return made
