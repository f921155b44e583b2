"""The language of words: English, or the language of a page.

A sentence is one text with named places, `say("board %(board)s, %(who)s", …)`; its translation may reorder them. Texts
that people typed fill the places and are never translated. The terminal and programs get English: only the pages call
`use_language`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date

from ledger.labels import Phrase


class SpokenLanguage:
    """A language of pages. This class is English, as written in the program; a catalogue translates it."""

    tag = "en"
    symbols = True
    """True if suits in sentences are ♠♥♦♣; False on a terminal, whose results can be typed again."""
    edition = ""
    """A digest of all translations, which changes with any of them; '' for English."""

    def gettext(self, text: str) -> str:
        """Translate a text."""
        return text

    def ngettext(self, one: str, several: str, number: int) -> str:
        """Translate a text in its singular or plural."""
        return one if number == 1 else several

    def pgettext(self, context: str, text: str) -> str:
        """Translate a word that has several meanings in English; `context` says which."""
        return text

    def day(self, day: date) -> str:
        """Format a day: '2026-03-05'."""
        return day.isoformat()

    def full_day(self, day: date) -> str:
        """Format a day with its weekday."""
        return self.day(day)

    def month(self, day: date) -> str:
        """Format the month of a day: '2026-03'."""
        return day.isoformat()[:7]

    def day_and_time(self, day: date, time: str) -> str:
        """Format a day with a time of that day."""
        return f"{self.day(day)} {time}"

    def number(self, decimal: str) -> str:
        """Format a decimal number or a percentage, given and returned as text, without loss of digits."""
        return decimal

    def labels(self, text: str) -> str:
        """Translate the directions in contestants' labels, such as '3EW'; English leaves them as they are."""
        return text


class _TerminalEnglish(SpokenLanguage):
    symbols = False


_ENGLISH = _TerminalEnglish()

# One language a thread: pages are made beside a terminal, which stays English.
_spoken: ContextVar[SpokenLanguage] = ContextVar("spoken", default=_ENGLISH)


@contextmanager
def use_language(language: SpokenLanguage) -> Iterator[None]:
    """Use a language for all texts made inside the `with` block."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def language_in_use() -> SpokenLanguage:
    """Return the language in use."""
    return _spoken.get()


def say(text: str, /, **places: object) -> str:
    """Translate a text and fill its placeholders.

    >>> say("board %(board)s", board=7)
    'board 7'
    """
    # gettext translates '' to the catalogue's own header.
    words = language_in_use().gettext(text) if text else ""
    return words % {name: _place(each) for name, each in places.items()} if places else words.replace("%%", "%")


def say_of(event: object, text: str, /, **places: object) -> str:
    """Translate a text whose placeholders are fields of an event, or the arguments given."""
    names = (name for name in _FIELD.findall(text) if name not in places)
    return say(text, **{name: getattr(event, name) for name in names}, **places)


_FIELD = re.compile(r"%\((\w+)\)")


def say_counted(one: str, several: str, count: int, /, **places: object) -> str:
    """Translate a text in its singular or plural; `count` fills the placeholder `number`."""
    filled = {name: _place(each) for name, each in places.items()}
    return language_in_use().ngettext(one, several, count) % {"number": count, **filled}


def tell(text: str) -> str:
    """Translate a text made by the ledger: a phrase with placeholders, or a fixed text.

    >>> tell(Phrase("%(number)s boards", number=3))
    '3 boards'
    """
    if not isinstance(text, Phrase):
        return number_text(text) if _NUMBER.fullmatch(text) else say(text.replace("%", "%%"))
    places = {  # numbers in the ledger's sentences are calculated, so the language may format them
        name: number_text(each) if isinstance(each, str) and _NUMBER.fullmatch(each) else each
        for name, each in text.places.items()
    }
    if text.one:
        number = text.places["number"]
        assert isinstance(number, int)
        return say_counted(text.one, text.template, number, **places)
    return say(text.template, **places)


def number_text(decimal: str) -> str:
    """Format a number or a percentage, given as text, in the page's language."""
    return language_in_use().number(decimal)


_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?%?")


def text_as_typed(text: str) -> str:
    """Return a typed text unchanged; an erased or missing text becomes a translated note."""
    if not getattr(text, "gone", ""):  # `gone` belongs to `KeptText`, whose module Tab must not load
        return text
    if not (erased := _ERASED.fullmatch(text)):
        return _GONE.known(text)
    at = language_in_use().day_and_time(date.fromisoformat(erased["day"]), erased["time"])
    return say("(erased at %(at)s, by %(by)s: #%(number)s)", at=at, by=erased["by"], number=erased["number"])


_ERASED = re.compile(r"\(erased at (?P<day>\S+) (?P<time>\S+), by (?P<by>.*): #(?P<number>[0-9]+)\)")


def record_name(name: str) -> str:
    """Translate the name of a field, a kind or a choice in the log: 'offender', 'ruling given'."""
    return language_in_use().pgettext("record", name)


def _place(value: object) -> object:
    if isinstance(value, Phrase):
        return tell(value)
    return text_as_typed(value) if isinstance(value, str) else value


class Wording(dict[str, str]):
    """Words for the names used in the log. A lookup translates into the language of the page.

    `context`: tells apart words that have several meanings in English.
    """

    def __init__(self, words: Mapping[str, str], context: str = "") -> None:
        super().__init__(words)
        self._context = context

    def __getitem__(self, name: str) -> str:
        word = super().__getitem__(name)
        return language_in_use().pgettext(self._context, word) if self._context else say(word)

    def known(self, name: str) -> str:
        """Return the word for a name, or the name itself if there is no word for it."""
        try:
            return self[name]
        except KeyError:
            return name


_GONE = Wording(
    {
        each: each
        for each in (
            "(changed: `verify` says more)",
            "(left out of the bundle it came in)",
            "(lost: `verify` says more)",
            "(not told)",
        )
    }
)
"""The notes shown for a text that cannot be read although nobody erased it."""
