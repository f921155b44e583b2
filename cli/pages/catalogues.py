"""The languages of the pages: each is a gettext catalogue, and a club may bring a new one or complete one.

The German catalogue is complete, so it also serves as the list of all texts.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po
from babel.numbers import format_percent, get_decimal_symbol
from babel.support import Translations

from cli.words.language import SpokenLanguage
from ledger.bounds.files import WORDING
from ledger.digests import of_bytes
from ledger.errors import Misuse
from ledger.files import read_file

ENGLISH = "en"

_PLACES = re.compile(r"%\((\w+)\)s|(%)")

_LABEL = re.compile(r"(?<![\w.#/-])([A-Z]{0,3}[0-9]{1,4})(NS|EW)(?![\w.-])")
"""A contestant's number with its direction, as in 3EW, but not as part of an address."""


class PageLanguage(SpokenLanguage):
    """A language of pages, with the dates of its locale. This class is English, with the dates of Britain."""

    _locale: Locale | None = Locale("en", "GB")

    def day(self, day: date) -> str:
        """Format a day as the language does: 23.11.2026, 23 Nov 2026."""
        return format_date(day, "medium", self._locale) if self._locale else super().day(day)

    def full_day(self, day: date) -> str:
        """Format a day with its weekday: Montag, 23. November 2026."""
        return format_date(day, "full", self._locale) if self._locale else super().day(day)

    def month(self, day: date) -> str:
        """Format the month of a day: November 2026."""
        return format_skeleton("yMMMM", day, locale=self._locale) if self._locale else super().month(day)

    def day_and_time(self, day: date, time: str) -> str:
        """Format a day with a time of that day: 23.11.2026, 23:10."""
        return f"{self.day(day)}, {time}"


class CatalogueLanguage(PageLanguage):
    """A language given by a catalogue; date format, decimal sign and per cent sign are those of its locale."""

    def __init__(self, catalogue: Catalog) -> None:
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        self._words = Translations(compiled)
        self._locale = catalogue.locale
        self.tag = str(catalogue.locale_identifier or "").replace("_", "-")
        texts = [(each.context, each.id, each.string) for each in catalogue if each.id]  # the header has a time in it
        self.edition = of_bytes(repr((catalogue.plural_forms, texts)).encode()).hex()
        symbol = get_decimal_symbol(self._locale) if self._locale else "."
        self._decimal = str(symbol)
        self._percent = format_percent(0, locale=self._locale) if self._locale else "0%"
        self._sides = {side: self.gettext(side) for side in ("NS", "EW")}

    def gettext(self, text: str) -> str:
        """Translate a text; a text missing from the catalogue stays English."""
        return self._words.gettext(text)

    def ngettext(self, one: str, several: str, number: int) -> str:
        """Translate a text that depends on a number; a language may have more than two plural forms."""
        return self._words.ngettext(one, several, number)

    def pgettext(self, context: str, text: str) -> str:
        """Translate a word that has several meanings; `context` says which is meant."""
        return str(self._words.pgettext(context, text))

    def number(self, decimal: str) -> str:
        """Write a number with the decimal sign of the language, never with a sign for thousands."""
        written = decimal.replace(".", self._decimal)
        return self._percent.replace("0", written[:-1]) if written.endswith("%") else written

    def labels(self, text: str) -> str:
        """Translate the directions in contestants' labels: 3EW becomes 3OW in German."""
        return _LABEL.sub(lambda match: f"{match[1]}{self._sides[match[2]]}", text)


def language_of(name: str) -> SpokenLanguage:
    """Return a language by name ('en', 'de') or read from a `.po` file; Misuse if the name or the file is invalid."""
    return PageLanguage() if name == ENGLISH else CatalogueLanguage(_catalogue(name))


@cache
def languages() -> tuple[str, ...]:
    """Return the names of the languages that come with the program: 'en', 'de'."""
    names = (path.name.removesuffix(".po") for path in files("cli.pages").joinpath("locale").iterdir())
    return (ENGLISH, *sorted(names))


@cache
def complete_languages() -> tuple[str, ...]:
    """Return the names of the languages that come with the program and have every text."""
    return tuple(each for each in languages() if each == ENGLISH or not find_untranslated(each)[0])


@cache
def language_name(tag: str) -> str:
    """Return what a language calls itself: 'Deutsch'; its tag if nobody knows its name."""
    try:
        return str(Locale.parse(tag, sep="-").get_language_name() or tag)
    except (ValueError, UnknownLocaleError):
        return tag


def _catalogue(language: str) -> Catalog:
    if language.endswith(".po"):
        try:
            return _parse(language, read_file(Path(language), WORDING))
        except OSError as error:
            message = f"{language} cannot be read as a catalogue: {error.strerror}"
            raise Misuse("no-such-file", message, "name the .po file of a language") from None
    if language not in languages():
        known = ", ".join(languages())
        raise Misuse("usage", f"the pages know no language {language!r}", f"--language {known}, or a .po file")
    return _own_catalogue(language)


@cache
def _own_catalogue(language: str) -> Catalog:
    return _parse(language, files("cli.pages").joinpath("locale", f"{language}.po").read_bytes())


def _parse(name: str, content: bytes) -> Catalog:
    try:
        catalogue = read_po(BytesIO(content), abort_invalid=True)
    except (PoFileError, ValueError, LookupError) as error:
        raise Misuse(
            "bad-file", f"{name} is no catalogue: {error}", "write lines with msgid and msgstr, as gettext does"
        ) from None
    for message in catalogue:
        translation = message.string
        if message.id and translation and _is_full(translation) and _slots(message.id) != _slots(translation):
            wrong = f"{name}: the translation of {str(message.id)[:60]!r} has other placeholders than the text"
            raise Misuse("bad-file", wrong, "keep each %(name)s as it is, and write %% for a per cent sign")
    return catalogue


def _is_full(translation: str | tuple[str, ...] | list[str]) -> bool:
    return all(translation) if isinstance(translation, (list, tuple)) else bool(translation)


def _slots(text: str | tuple[str, ...] | list[str]) -> set[str]:
    """Return the names of placeholders in a text, and '%' for a lone per cent sign, which formatting would misread."""
    whole = text if isinstance(text, str) else " ".join(text)
    return {name or lone for name, lone in _PLACES.findall(whole.replace("%%", ""))}


_COMPLETE = "de"

_HEAD = """# The pages' own words. Write the translation after msgstr; what is left empty stays English.
# A place like %(number)s is filled in and must be kept as it is; write %% for a per cent sign.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def find_untranslated(language: str) -> tuple[list[str], int]:
    """Return the texts that a language (or `.po` file) leaves in English, and the number of all texts."""
    everything = [each for each in _catalogue(_COMPLETE) if each.id]
    words = None if language == ENGLISH else _catalogue(language)
    missing = [each for each in everything if words is None or not _is_translated(words.get(each.id, each.context))]
    return [each.id if isinstance(each.id, str) else each.id[0] for each in missing], len(everything)


def catalogue_with_all_texts(language: str, file: Path) -> bytes:
    """Return the catalogue of a language with every text, empty where untranslated.

    For English: an empty catalogue of the language that the file names (nl.po); Misuse if there is no such language.
    """
    if language == ENGLISH:
        try:
            catalogue = Catalog(Locale.parse(file.stem.replace("-", "_")))
        except (ValueError, UnknownLocaleError):
            hint = "name it by its language: nl.po, pt-BR.po; or say which it completes: --language de"
            raise Misuse("usage", f"{file}: no language is called {file.stem!r}", hint) from None
    else:
        catalogue = _catalogue(language)
    filled = Catalog(catalogue.locale)
    for text in _catalogue(_COMPLETE):
        if text.id:
            known = catalogue.get(text.id, text.context)
            empty = ("",) * filled.num_plurals if text.pluralizable else ""
            filled.add(text.id, known.string if known and _is_translated(known) else empty, context=text.context)
    written = BytesIO()
    write_po(written, filled, omit_header=True, width=0)
    named = str(catalogue.locale_identifier or "").replace("_", "-")
    return _HEAD.format(language=named, plurals=filled.plural_forms).encode() + written.getvalue()


def _is_translated(message: Message | None) -> bool:
    return bool(message and message.string and not message.fuzzy and _is_full(message.string))
