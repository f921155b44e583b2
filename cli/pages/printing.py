"""From a view and a template to a page. Whatever a log holds is escaped where it stands, and steers no screen."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from functools import cache, wraps
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Concatenate, ParamSpec

from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import get_decimal_symbol
from babel.support import Translations
from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.bccache import Bucket
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from cli.options.declared import PageOptions
from cli.pages.links import Links
from cli.pages.table import Cell, PageTable
from cli.terminal.clubs import NO_CLUB, ClubFile, read_club
from cli.words.language import SpokenLanguage, speaking
from ledger.bounds.files import WORDING
from ledger.digests import of_bytes
from ledger.errors import Misuse
from ledger.errors.visible import visible
from ledger.files import read_file

ENGLISH = "en"

_PLACES = re.compile(r"%\((\w+)\)s|(%)")


class CatalogueLanguage(SpokenLanguage):
    """A language as its catalogue has it; its days and its decimal sign are those of its locale."""

    def __init__(self, catalogue: Catalog) -> None:
        self._words = _compiled(catalogue)
        self._locale = catalogue.locale
        self.tag = str(catalogue.locale_identifier or "").replace("_", "-")
        symbol = get_decimal_symbol(self._locale) if self._locale else "."
        self._decimal = str(symbol)

    def gettext(self, text: str) -> str:
        """A text by its catalogue; in English where that does not have it."""
        return self._words.gettext(text)

    def ngettext(self, one: str, several: str, number: int) -> str:
        """The same, by how many there are: a language may have more than two words for that."""
        return self._words.ngettext(one, several, number)

    def pgettext(self, context: str, text: str) -> str:
        """The same, where one word stands for several things."""
        return str(self._words.pgettext(context, text))

    def day(self, day: date) -> str:
        """A day as it is written there: 23.11.2026."""
        return format_date(day, "medium", self._locale) if self._locale else super().day(day)

    def number(self, decimal: str) -> str:
        """A number with its decimal sign. Scores have no sign for thousands, in no language."""
        return decimal.replace(".", self._decimal)


def language_of(name: str) -> SpokenLanguage:
    """A language ('en', 'de'), or that of a `.po` file; Misuse where there is none, or it is no such."""
    return SpokenLanguage() if name == ENGLISH else CatalogueLanguage(_catalogue(name))


@cache
def languages() -> tuple[str, ...]:
    """The languages that come with the program."""
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


def in_its_language(made: Callable[Concatenate[Press, P], str]) -> Callable[Concatenate[Press, P], str]:
    """A page all of which is said in the language of its press: what stands on it is made while that is spoken."""

    @wraps(made)
    def page(press: Press, /, *args: P.args, **kwargs: P.kwargs) -> str:
        with press.speaking():
            return made(press, *args, **kwargs)

    return page


P = ParamSpec("P")

_TOLD = re.compile(r"#(?P<event>[0-9]{1,15})|(?P<case>[RPA]-[0-9]{4,})|(?P<red>[♥♦])")

_LAST_WORD = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*) $")
"""The word before an event or a case, which may be the name of its stream: 'friday #12'."""

_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 ]")

_MARGIN = 80
"""So many characters of a heading stand in the margin of a printed page."""

_NO_SCRIPT = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

FORM = _NO_SCRIPT.replace("form-action 'none'", "form-action 'self'")
"""What may run on a page that somebody fills in: nothing, but it goes back whence it came."""

_ONE_SCRIPT = _NO_SCRIPT + "; script-src 'sha256-{}'"

LIVE = ' data-live=""'
"""Stands in the script of a live page: who serves it says there where it hears of changes, and which version it is."""


class _CompiledTemplates(BytecodeCache):
    """Templates as they were compiled, while the program runs: a desk that stays prints its next page at once."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """What is kept of a template; jinja2 itself looks whether it is of this text."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _CompiledTemplates()


class _PrintedParts:
    """Lines of tables and of derivations as one press printed them: a page on which one line is new prints that line.

    What names an event or a case is printed each time: where that stands is known to the page alone.
    """

    _MOST = 100_000

    def __init__(self) -> None:
        self._kept: dict[object, Markup] = {}

    def rows(self, macro: Macro, table: PageTable, *how: object) -> Markup:
        """The lines of a table."""
        shape = repr((table._replace(rows=()), how))
        return Markup("").join(
            self._printed(
                (shape, tuple(row.cells), row[1:]), any(map(_leads_by_itself, row.cells)), macro, row, table, *how
            )
            for row in table.rows
        )

    def part(self, macro: Macro, *said: object) -> Markup:
        """What a macro prints of a few words."""
        return self._printed((macro.name, said), any(map(_names_something, said)), macro, *said)

    def _printed(self, key: object, by_itself: bool, macro: Macro, *said: object) -> Markup:
        if by_itself:
            return Markup(macro(*said))
        if (kept := self._kept.get(key)) is None:
            if len(self._kept) >= self._MOST:
                self._kept.clear()
            self._kept[key] = kept = Markup(macro(*said))
        return kept


def _leads_by_itself(at: Cell) -> bool:
    """Whether a field leads where the events and cases in its text stand."""
    return at.href is None and not at.name and _names_something(at.text)


def _names_something(said: object) -> bool:
    """Whether a text names an event or a case."""
    return isinstance(said, str) and any(not found["red"] for found in _TOLD.finditer(said))


class Press:
    """Prints pages in one language, with the name of the club where they are known to be its.

    `live`: with a script that keeps them up to date while they are open.
    """

    def __init__(self, language: str = ENGLISH, *, live: bool = False, club: ClubFile = NO_CLUB) -> None:
        self._environment = Environment(
            loader=PackageLoader("cli.pages"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
            bytecode_cache=_COMPILED,
        )
        self._words = language_of(language)
        self._environment.install_gettext_callables(  # type: ignore[attr-defined]
            self._escaped, self._escaped_of, newstyle=True
        )
        self._environment.filters |= {"told": _told, "word": self._word, "css": _css, "as_said": _as_said}
        self._environment.globals["kept"] = _PrintedParts()
        self._environment.globals["lang"] = self._words.tag
        self._environment.globals["club"] = self._club = club
        self._environment.globals["live"] = Markup(self.source("live.js") if live else "")
        self._environment.globals["at_hand"] = Markup(self.source("at_hand.js"))
        own = f"{_ONE_SCRIPT.format(_digest(self.source('at_hand.js')))}"
        self._site_policy = f"{own} 'sha256-{_digest(self.source('live.js'))}'; connect-src 'self'" if live else own

    @classmethod
    def of(cls, look: PageOptions, *, live: bool = False) -> Press:
        """The press of what was asked for; Misuse where a catalogue or a club's file is none."""
        return cls(look.language, live=live, club=read_club(look.club))

    def speaking(self) -> AbstractContextManager[None]:
        """While a page is made, everything on it is said in its language."""
        return speaking(self._words)

    def _escaped(self, text: str) -> Markup:
        """The catalogue's words for a text of a template: a club's own catalogue is a stranger's too."""
        return escape(self._words.gettext(text))

    def _escaped_of(self, one: str, several: str, number: int) -> Markup:
        """The same, by how many there are."""
        return escape(self._words.ngettext(one, several, number))

    def _word(self, text: str) -> str:
        """A word of the page's own: a heading, a caption; what the catalogue does not have stays as it is."""
        return self._words.gettext(text) if text else ""

    def page(self, template: str, links: Links, view: Mapping[str, object], policy: str = "") -> str:
        """A page; `policy` is what the browser is told may run on it, where that is not what may on every page."""
        usual = self._site_policy if "site" in view else _NO_SCRIPT
        shown = "; img-src data:" if self._club.logo else ""
        return self.part(template, {**view, "links": links, "policy": f"{policy or usual}{shown}"})

    def scripted(self, template: str, links: Links, view: Mapping[str, object], names: Sequence[str]) -> str:
        """A page with a script made of these files of ours; the browser runs it, byte for byte, and no other."""
        script = "".join(map(self.source, names))
        policy = _ONE_SCRIPT.format(_digest(script))
        return self.page(template, links, {**view, "script": Markup(script)}, policy)

    def part(self, template: str, view: Mapping[str, object]) -> str:
        """A part of a page."""
        return _tidy(self._environment.get_template(template).render(view))

    def source(self, name: str) -> str:
        """A file of ours that goes into a page as it is: a script."""
        return _tidy(files("cli.pages").joinpath("templates", name).read_text(encoding="utf-8"))


def _digest(script: str) -> str:
    """By what a browser knows the script that may run."""
    return b64encode(of_bytes(script.encode())).decode()


def as_data(value: object) -> Markup:
    """JSON for the script of a page; no text in it can end the element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _as_said(words: Mapping[str, Markup]) -> Markup:
    """Words of the catalogue as data, for a script that shows them as text."""
    return as_data({name: text.unescape() for name, text in words.items()})


def _tidy(text: str) -> str:
    """Without empty lines and blanks at their ends; what would steer a screen is shown as an escape."""
    return "\n".join(visible(line.rstrip()) for line in text.split("\n") if line.strip()) + "\n"


def _css(text: Markup) -> Markup:
    """A text for the margin of printed pages, as a string of a stylesheet: whatever it holds, it ends nothing."""
    plain = visible(" ".join(text.unescape().split()))
    shown = plain if len(plain) <= _MARGIN else f"{plain[: _MARGIN - 1]}…"
    return Markup('"' + _NOT_PLAIN.sub(lambda found: f"\\{ord(found[0]):x} ", shown) + '"')


@pass_context
def _told(context: Context, text: str) -> Markup:
    """A line of the office's: events and cases in it are links, the red suits red."""
    links: Links = context["links"]
    return Markup("").join(_pieces(str(text), links))


def _pieces(text: str, links: Links) -> Iterator[Markup]:
    last = 0
    for found in _TOLD.finditer(text):
        yield escape(text[last : found.start()])
        yield _piece(found, links, _LAST_WORD.search(text[: found.start()]))
        last = found.end()
    yield escape(text[last:])


def _piece(found: re.Match[str], links: Links, before: re.Match[str] | None) -> Markup:
    if found["red"]:
        return Markup('<span class="red">{}</span>').format(found[0])
    word = before[1] if before else ""
    href = links.event(int(found["event"]), word) if found["event"] else links.case(found["case"], word)
    return Markup('<a href="{}">{}</a>').format(href, found[0]) if href else escape(found[0])
