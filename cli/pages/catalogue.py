"""The pages' own words in the language of a club: catalogues as gettext has them, one `.po` file a language.

What the log's events, derivations and reasons say is told as it is everywhere else. A club's own catalogue is a file of
the same form: what it leaves out stays English.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.support import NullTranslations, Translations

from ledger.errors import Misuse
from ledger.files import MIB, read_file

ENGLISH = "en"
_PLACES = re.compile(r"%\((\w+)\)s|(%)")


class Words(NamedTuple):
    """The words of a language, and its tag for the browser; '' where the catalogue does not say."""

    translations: NullTranslations
    tag: str


def words_of(language: str) -> Words:
    """The words of a language ('en', 'de'), or of a `.po` file; Misuse where there is none, or it is no such."""
    if language == ENGLISH:
        return Words(NullTranslations(), ENGLISH)
    catalogue = _catalogue(language)
    return Words(_compiled(catalogue), str(catalogue.locale_identifier or "").replace("_", "-"))


@cache
def languages() -> tuple[str, ...]:
    """The languages that come with the program."""
    found = (path.name.removesuffix(".po") for path in files("cli.pages").joinpath("locale").iterdir())
    return (ENGLISH, *sorted(found))


def _catalogue(language: str) -> Catalog:
    if language.endswith(".po"):
        try:
            return _parsed(language, read_file(Path(language), MIB))
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
        if message.id and message.string and _places(message.id) != _places(message.string):
            wrong = f"{name}: the translation of {str(message.id)[:60]!r} has other places to fill in"
            raise Misuse("bad-file", wrong, "keep each %(name)s as it is, and write %% for a per cent sign")
    return catalogue


def _places(text: str | tuple[str, ...] | list[str]) -> set[str]:
    """What is to be filled in; a per cent sign alone would be taken for the beginning of a place."""
    whole = text if isinstance(text, str) else " ".join(text)
    return {name or lone for name, lone in _PLACES.findall(whole.replace("%%", ""))}


def _compiled(catalogue: Catalog) -> Translations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)
