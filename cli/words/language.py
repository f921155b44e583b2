"""In which language words are said: English, and on a page the page's own.

A sentence is one text with named places, `say("board %(board)s, %(who)s", …)`; its translation may turn it round. What
persons typed stands in the places and is never translated. Programs and the terminal are always told in English: only
who makes a page says `speaking`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date

from ledger.labels import Phrase


class SpokenLanguage:
    """English as it is written in the program; a catalogue says the same in another language."""

    tag = "en"
    edition = ""
    """By what all its words are known: another where one of them is."""

    def gettext(self, text: str) -> str:
        """A text in this language."""
        return text

    def ngettext(self, one: str, several: str, number: int) -> str:
        """The same, by how many there are."""
        return one if number == 1 else several

    def pgettext(self, context: str, text: str) -> str:
        """The same, where one word stands for several things."""
        return text

    def day(self, day: date) -> str:
        """A day."""
        return day.isoformat()

    def number(self, decimal: str) -> str:
        """A number that is written with a decimal point, or a percentage. It is text, and stays as exact as it was."""
        return decimal

    def labels(self, text: str) -> str:
        """A text in which contestants are called by number and direction: 3EW. They keep their numbers."""
        return text


_ENGLISH = SpokenLanguage()

_spoken: ContextVar[SpokenLanguage] = ContextVar("spoken", default=_ENGLISH)


@contextmanager
def speaking(language: SpokenLanguage) -> Iterator[None]:
    """What is said meanwhile is said in this language."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def spoken() -> SpokenLanguage:
    """The language in which words are said now."""
    return _spoken.get()


def say(text: str, /, **places: object) -> str:
    """A text in the language of the page, its places filled.

    >>> say("board %(board)s", board=7)
    'board 7'
    """
    said = spoken().gettext(text) if text else ""
    return said % {name: _place(each) for name, each in places.items()} if places else said.replace("%%", "%")


def say_of(event: object, text: str, /, **places: object) -> str:
    """Say a text whose places are the fields of an event, but for those given here."""
    names = (name for name in _FIELD.findall(text) if name not in places)
    return say(text, **{name: getattr(event, name) for name in names}, **places)


_FIELD = re.compile(r"%\((\w+)\)")


def say_counted(one: str, several: str, count: int, /, **places: object) -> str:
    """The same by how many there are, which is the place `number`."""
    filled = {name: _place(each) for name, each in places.items()}
    return spoken().ngettext(one, several, count) % {"number": count, **filled}


def tell(text: str) -> str:
    """A text the ledger made, in the language of the page: a phrase with its places, or a text that is always the same.

    >>> tell(Phrase("%(number)s boards", number=3))
    '3 boards'
    """
    if not isinstance(text, Phrase):
        return number_text(text) if _NUMBER.fullmatch(text) else say(text.replace("%", "%%"))
    places = {  # the numbers of the ledger's sentences are worked out, and typed by nobody
        name: number_text(each) if isinstance(each, str) and _NUMBER.fullmatch(each) else each
        for name, each in text.places.items()
    }
    if text.one:
        number = text.places["number"]
        assert isinstance(number, int)
        return say_counted(text.one, text.template, number, **places)
    return say(text.template, **places)


def number_text(decimal: str) -> str:
    """A number, or a percentage, as the language writes it."""
    return spoken().number(decimal)


_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?%?")


def as_kept(text: str) -> str:
    """What somebody wrote, as it was written; where it is here no longer, that in the language of the page."""
    if not getattr(text, "gone", ""):  # of a `KeptText`; Tab, which asks for words too, loads no facts
        return text
    if not (found := _ERASED.fullmatch(text)):
        return _GONE.known(text)
    at = f"{spoken().day(date.fromisoformat(found['day']))} {found['time']}"
    return say("(erased at %(at)s, by %(by)s: #%(number)s)", at=at, by=found["by"], number=found["number"])


_ERASED = re.compile(r"\(erased at (?P<day>\S+) (?P<time>\S+), by (?P<by>.*): #(?P<number>[0-9]+)\)")


def record_name(name: str) -> str:
    """What a record calls a field, a kind or a choice, in the language of the page: 'offender', 'ruling given'."""
    return spoken().pgettext("record", name)


def _place(value: object) -> object:
    if isinstance(value, Phrase):
        return tell(value)
    return as_kept(value) if isinstance(value, str) else value


class Wording(dict[str, str]):
    """Words by the names the log has for them; whoever looks one up has it in the language of the page.

    `context`: what they are words for, where the same word stands elsewhere for something else.
    """

    def __init__(self, words: Mapping[str, str], context: str = "") -> None:
        super().__init__(words)
        self._context = context

    def __getitem__(self, name: str) -> str:
        word = super().__getitem__(name)
        return spoken().pgettext(self._context, word) if self._context else say(word)

    def known(self, name: str) -> str:
        """The same; a name that is none of these as it is."""
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
"""What stands where a text is not to be had, though nobody erased it."""
