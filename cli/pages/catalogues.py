"""The languages of the pages: each is a catalogue, as gettext has it, and a club may bring its own or complete one.

German says every text; so its catalogue is also the list of all there are to say.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
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
"""A contestant's number with its direction, and nothing of an address."""


class CatalogueLanguage(SpokenLanguage):
    """A language as its catalogue has it; its days, its decimal sign and how it writes per cent are its locale's."""

    def __init__(self, catalogue: Catalog) -> None:
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        self._words = Translations(compiled)
        self._locale = catalogue.locale
        self.tag = str(catalogue.locale_identifier or "").replace("_", "-")
        said = [(each.context, each.id, each.string) for each in catalogue if each.id]  # its head has the time in it
        self.edition = of_bytes(repr((catalogue.plural_forms, said)).encode()).hex()
        symbol = get_decimal_symbol(self._locale) if self._locale else "."
        self._decimal = str(symbol)
        self._percent = format_percent(0, locale=self._locale) if self._locale else "0%"
        self._sides = {side: self.gettext(side) for side in ("NS", "EW")}

    def gettext(self, text: str) -> str:
        """Translate a text; it stays English where the catalogue does not have it."""
        return self._words.gettext(text)

    def ngettext(self, one: str, several: str, number: int) -> str:
        """Translate a text that depends on a number: a language may have more than two forms of it."""
        return self._words.ngettext(one, several, number)

    def pgettext(self, context: str, text: str) -> str:
        """Translate a word that stands for several things, in this context."""
        return str(self._words.pgettext(context, text))

    def day(self, day: date) -> str:
        """Write a day as the language does: 23.11.2026."""
        return format_date(day, "medium", self._locale) if self._locale else super().day(day)

    def number(self, decimal: str) -> str:
        """Write a number with the decimal sign of the language. Scores have no sign for thousands, in no language."""
        written = decimal.replace(".", self._decimal)
        return self._percent.replace("0", written[:-1]) if written.endswith("%") else written

    def labels(self, text: str) -> str:
        """Write 3EW with the letters the language has for the direction: 3OW."""
        return _LABEL.sub(lambda found: f"{found[1]}{self._sides[found[2]]}", text)


def language_of(name: str) -> SpokenLanguage:
    """Return a language ('en', 'de'), or that of a `.po` file; Misuse where the name or the file is none."""
    return SpokenLanguage() if name == ENGLISH else CatalogueLanguage(_catalogue(name))


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that come with the program."""
    found = (path.name.removesuffix(".po") for path in files("cli.pages").joinpath("locale").iterdir())
    return (ENGLISH, *sorted(found))


def _catalogue(language: str) -> Catalog:
    if language.endswith(".po"):
        try:
            return _parsed(language, read_file(Path(language), WORDING))
        except OSError as error:
            message = f"{language} cannot be read as a catalogue: {error.strerror}"
            raise Misuse("no-such-file", message, "name the .po file of a language") from None
    if language not in languages():
        known = ", ".join(languages())
        raise Misuse("usage", f"the pages know no language {language!r}", f"--language {known}, or a .po file")
    return _parsed(language, files("cli.pages").joinpath("locale", f"{language}.po").read_bytes())


def _parsed(name: str, content: bytes) -> Catalog:
    try:
        catalogue = read_po(BytesIO(content), abort_invalid=True)
    except (PoFileError, ValueError, LookupError) as error:
        raise Misuse(
            "bad-file", f"{name} is no catalogue: {error}", "it has msgid and msgstr, as gettext does"
        ) from None
    for message in catalogue:
        said = message.string
        if message.id and said and _is_whole(said) and _places(message.id) != _places(said):
            wrong = f"{name}: the translation of {str(message.id)[:60]!r} has other places to fill in"
            raise Misuse("bad-file", wrong, "keep each %(name)s as it is, and write %% for a per cent sign")
    return catalogue


def _is_whole(said: str | tuple[str, ...] | list[str]) -> bool:
    return all(said) if isinstance(said, (list, tuple)) else bool(said)


def _places(text: str | tuple[str, ...] | list[str]) -> set[str]:
    """What is to be filled in; a per cent sign alone would be taken for the beginning of a place."""
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


def untranslated(language: str) -> tuple[list[str], int]:
    """Return the texts that a language, or a `.po` file, leaves in English; and how many texts there are."""
    everything = [each for each in _catalogue(_COMPLETE) if each.id]
    own = None if language == ENGLISH else _catalogue(language)
    left = [each for each in everything if own is None or not _is_translated(_same(own, each))]
    return [each.id if isinstance(each.id, str) else each.id[0] for each in left], len(everything)


def to_complete(language: str, file: Path) -> bytes:
    """Return the catalogue of a language with every text, empty where it is not translated; for English all are.

    That is a new language then, by the name of the file: nl.po. Misuse where no language has that name.
    """
    if language == ENGLISH:
        try:
            own = Catalog(Locale.parse(file.stem.replace("-", "_")))
        except (ValueError, UnknownLocaleError):
            hint = "name it by its language: nl.po, pt-BR.po; or say which it completes: --language de"
            raise Misuse("usage", f"{file}: no language is called {file.stem!r}", hint) from None
    else:
        own = _catalogue(language)
    made = Catalog(own.locale)
    for each in _catalogue(_COMPLETE):
        if each.id:
            said, empty = _same(own, each), ("",) * made.num_plurals if each.pluralizable else ""
            made.add(each.id, said.string if said and _is_translated(said) else empty, context=each.context)
    written = BytesIO()
    write_po(written, made, omit_header=True, width=0)
    named = str(own.locale_identifier or "").replace("_", "-")
    return _HEAD.format(language=named, plurals=made.plural_forms).encode() + written.getvalue()


def _same(catalogue: Catalog, message: Message) -> Message | None:
    return catalogue.get(message.id, message.context)


def _is_translated(message: Message | None) -> bool:
    return bool(message and message.string and not message.fuzzy and _is_whole(message.string))
