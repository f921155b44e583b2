"""Printing a page from a view and a template. Text from a log is escaped and cannot control a screen.

Rows of tables and derivations are put together here: a site has millions of cells, too many for macros.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache, wraps
from importlib.resources import files
from typing import Concatenate, ParamSpec

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup, escape

from cli.options.declared import PageOptions
from cli.pages.catalogues import ENGLISH, language_name, language_of
from cli.pages.fields import when
from cli.pages.folder import SHARED_FILE_MARK
from cli.pages.links import Links
from cli.pages.periods import Spell
from cli.pages.table import PLAIN, Cell, Outline, PageTable, TableRow
from cli.terminal.clubs import NO_CLUB, ClubFile, read_club
from cli.words.language import use_language
from ledger.digests import of_bytes
from ledger.errors.visible import is_plain, visible

_TOLD = re.compile(r"#(?P<event>[0-9]{1,15})|(?P<case>[RPA]-[0-9]{4,})|(?P<red>[♥♦])")

_LAST_WORD = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*) $")
"""The word before an event or a case, possibly the name of its stream: 'friday #12'."""

_HEAD, _FIELD = ("th", ' scope="row"'), ("td", "")

_LONG_NAME, _LONG_TEXT = 24, 40
"""Longer names and texts may be broken into several lines."""

_AT_HAND = 16_384
"""The most printed cells kept in memory: most cells appear on many pages of a site."""

_DEEPEST = 6
"""The deepest indentation of a derivation's line."""


@pass_context
def line_html(context: Context, text: str) -> Markup:
    """Return a line of text as HTML: events and cases become links, red suit symbols are red."""
    return Markup(_linked(text, context["links"]))


@pass_context
def spells_html(context: Context, spells: Sequence[Spell]) -> list[tuple[tuple[str, ...], Markup]]:
    """Return each spell's lines, with the HTML attributes of the element that shows them."""
    return list(_spelled(spells, turns=bool(context.get("turns"))))


def _spelled(spells: Sequence[Spell], *, turns: bool) -> Iterator[tuple[tuple[str, ...], Markup]]:
    """Yield each spell's lines, and attributes by which a script shows them in time; unless `turns`, the first only."""
    for spell in spells if turns else spells[:1]:
        times = (("since", spell.since), ("until", spell.until)) if turns else ()
        named = "".join(f' data-{name}="{at}"' for name, at in times if at is not None)
        yield spell.lines, Markup(named + (" hidden" if spell.since is not None else ""))


@pass_context
def rows(context: Context, table: PageTable, head: int) -> Markup:
    """Return the rows of a table as HTML; `head` is the column with the row headings, -1 for none."""
    word, links = context.environment.filters["word"], context["links"]
    printed = _Rows(table, head, links, word, turns=bool(context.get("turns")))
    return Markup("".join(map(printed.line, table.rows)))


@pass_context
def derivation(context: Context, outline: Outline) -> Markup:
    """Return the derivation of a number as HTML, line by line."""
    lines, links = list[str](), context["links"]
    for deep, value, text in outline.lines:
        drawn_in = f' class="d{min(deep - 1, _DEEPEST)}"' if deep > 1 else ""
        lines.append(f"<li{drawn_in}><b>{escape(value)}</b> {_linked(text, links)}</li>\n")
    return Markup("".join(lines))


class _Rows:
    def __init__(self, table: PageTable, head: int, links: Links, word: Callable[[str], str], *, turns: bool) -> None:
        self._table, self._links, self._turns = table, links, turns
        self._columns = [
            (column.startswith(">"), table.mark(column), column == table.under, _HEAD if at == head else _FIELD)
            for at, column in enumerate(table.columns)
        ]
        self._shown, self._aside = list[int](), list[tuple[int, str]]()
        for at, column in enumerate(table.columns):
            if column in table.aside:
                heading = "" if column in PLAIN else word(column.lstrip(">"))
                self._aside.append((at, f"{escape(heading)} " if heading else ""))
            else:
                self._shown.append(at)

    def line(self, row: TableRow) -> str:
        anchor = f' id="{escape(row.anchor)}"' if row.anchor else ""
        again = ' class="again"' if row.again else ""
        cells = []
        for cell, (is_number, mark, is_under, (tag, scope)) in zip(row.cells, self._columns, strict=True):
            kind = f"{'num' if is_number else _kind(cell)}{cell.changed and f' {cell.changed}'}{mark}".strip()
            attribute = f' class="{kind}"' if kind else ""
            under = self._under(row) if is_under else ""
            cells.append(f"<{tag}{scope}{attribute}>{self._field(cell)}{under}</{tag}>\n")
        return f"<tr{anchor}{again}>\n{''.join(cells)}</tr>\n"

    def _under(self, row: TableRow) -> str:
        """Return what a narrow screen shows below a row's name: each `aside` cell with its column's heading."""
        spans = [f"<span>{_linked(text, self._links)}</span>" for text in row.below]
        # Skip what stands next to a name already, and event numbers. A link shown in another column is not repeated.
        shown_hrefs = {row.cells[cell].href for cell in self._shown}
        known = {"", "–", *(each.beside for each in row.cells)}
        for column, name in self._aside:
            cell = row.cells[column]
            if cell.text not in known and not cell.text.startswith("#"):
                field = self._field(cell._replace(href=None) if cell.href in shown_hrefs else cell)
                spans.append(f"<span>{name}{field}</span>")
        return f'<span class="under">{"".join(spans)}</span>' if spans else ""

    def _field(self, cell: Cell) -> str:
        if cell.spells and self._turns:
            spells = _spelled(cell.spells, turns=True)
            return "".join(f"<span{attributes}>{_linked(text, self._links)}</span>" for (text,), attributes in spells)
        return _cell(cell) if cell.name or cell.href else f"{_linked(cell.text, self._links)}{_beside(cell)}".rstrip()


def _kind(cell: Cell) -> str:
    if cell.name:
        return "name wrap" if len(cell.text) > _LONG_NAME else "name"
    return "long" if len(cell.text) > _LONG_TEXT else ""


@lru_cache(maxsize=_AT_HAND)
def _cell(cell: Cell) -> str:
    text = str(escape(str(cell.text)))  # str: an escaped Markup would pass unescaped
    text = f"{f'<bdi>{text}</bdi>' if cell.name else text}{_beside(cell)}"
    return f'<a href="{escape(cell.href)}">{text}</a>' if cell.href else text.rstrip()


def _beside(cell: Cell) -> str:
    return f" <small><bdi>{escape(cell.beside)}</bdi></small>" if cell.beside else ""


def _linked(value: str, links: Links) -> str:
    text = str(value)
    if (plain := _plain(text)) is not None:
        return plain
    last, pieces = 0, list[str]()
    for match in _TOLD.finditer(text):
        pieces.append(escape(text[last : match.start()]))
        if match["red"]:
            pieces.append(f'<span class="red">{match[0]}</span>')
        else:
            before = _LAST_WORD.search(text[: match.start()])
            word = before[1] if before else ""
            href = links.event(int(match["event"]), word) if match["event"] else links.case(match["case"], word)
            pieces.append(f'<a href="{escape(href)}">{escape(match[0])}</a>' if href else str(escape(match[0])))
        last = match.end()
    return "".join((*pieces, escape(text[last:])))


@lru_cache(maxsize=_AT_HAND)
def _plain(text: str) -> str | None:
    """Return a text escaped for HTML; None if an event, a case or a red suit in it needs markup."""
    return None if _TOLD.search(text) else str(escape(text))


def in_press_language(made: Callable[Concatenate[Press, P], str]) -> Callable[Concatenate[Press, P], str]:
    """Wrap a function that makes a page, so that its texts are in the language of its press."""

    @wraps(made)
    def page(press: Press, /, *args: P.args, **kwargs: P.kwargs) -> str:
        with press.speaking():
            return made(press, *args, **kwargs)

    return page


P = ParamSpec("P")

_BETWEEN_TAGS = re.compile(r"(?P<tag><(?:script|style)\b.*?</(?:script|style)>|<[^>]*>)|(?P<text>[^<]+)", re.DOTALL)
"""The tags of a page (scripts whole) and the texts between them; a quoted `>` is escaped in all our pages."""

_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 ]")

_MARGIN = 80
"""The most characters of a heading in the margin of a printed page."""

_NO_SCRIPT = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

FORM = _NO_SCRIPT.replace("form-action 'none'", "form-action 'self'")
"""The policy of a page with a form: no script runs, and the form is sent to its own server alone."""

_ONE_SCRIPT = _NO_SCRIPT + "; script-src 'sha256-{}'"

_SHARED = _NO_SCRIPT.replace("style-src", "style-src 'self'") + "; script-src 'self'"
"""The policy of a site's pages, which share one stylesheet and one script."""

_SHARED_FILES = {"look.css": "style.css", "sheet.css": "sheet.css", "look.js": "at_hand.js"}

LIVE = ' data-live=""'
"""A placeholder in a live page, for the address of the change stream and the page's version."""


LANGUAGES = "<!-- languages -->\n"
"""A placeholder on every page of a site in several languages, for the links to the page in the other languages."""


def link_languages(page: str, path: str, tag: str, folders: Mapping[str, str], up: str) -> str:
    """Put links to the other languages into a page at a path; `up`: the way to the folder that has all `folders`."""
    links = [
        Markup('<a href="{}" lang="{}" hreflang="{}">{}</a>').format(f"{up}{folder}{path}", *(each, each), name)
        for each, folder in folders.items()
        if each != tag and (name := language_name(each))
    ]
    return page.replace(LANGUAGES, f'<p class="screen languages">{" ".join(links)}</p>\n' if links else "", 1)


class _CompiledTemplates(BytecodeCache):
    """Compiled templates, kept while the program runs, so that a desk that stays open prints at once."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a kept template; jinja2 itself checks that it was compiled from the present text."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _CompiledTemplates()


class Press:
    """A printer of pages in one language, with the name of the club if given.

    `live`: with a script that keeps open pages up to date. `look`: everything besides the view that a page depends on.
    `shared`: files that the pages of a site share, by name; a view's `shared` is the relative address of their folder.
    `folders`: the folder of each language in which there are the same pages.
    """

    def __init__(
        self,
        language: str = ENGLISH,
        *,
        live: bool = False,
        club: ClubFile = NO_CLUB,
        folders: Mapping[str, str] | None = None,
    ) -> None:
        self._environment = Environment(
            loader=PackageLoader("cli.pages"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
            bytecode_cache=_COMPILED,
        )
        self._words = words = language_of(language)
        self.tag, self.folders = words.tag, dict(folders or {words.tag: ""})
        self.look = (words.tag, words.edition, live, club, *self.folders)
        self._has_letters = self._words.labels("3NS 3EW") != "3NS 3EW"
        # A club's own catalogue is untrusted text: escape it.
        self._environment.install_gettext_callables(  # type: ignore[attr-defined]
            lambda text: escape(words.gettext(text)),
            lambda one, several, number: escape(words.ngettext(one, several, number)),
            newstyle=True,
        )
        self._environment.filters |= {
            "told": line_html,
            "word": self._word,
            "css": _css,
            "as_said": lambda told: as_data({name: text.unescape() for name, text in told.items()}),
            "labels": self._words.labels,
            "when": when,
        }
        self._environment.globals |= {"rows": rows, "derivation": derivation, "spelled": spells_html}
        self._environment.globals["lang"] = words.tag
        self._environment.globals["languages"] = Markup(LANGUAGES if len(self.folders) > 1 else "")
        self._environment.globals["club"] = self._club = club
        self._environment.globals["live"] = Markup(self.source("live.js") if live else "")
        self._environment.globals["at_hand"] = Markup(self.source("at_hand.js"))
        self._live = f" 'sha256-{_digest(self.source('live.js'))}'; connect-src 'self'" if live else ""
        self._alone = _ONE_SCRIPT.format(_digest(self.source("at_hand.js")))
        # The first line marks the shared files as ours, so that a later run may overwrite them.
        self.shared = {name: f"{SHARED_FILE_MARK}\n{self.source(of)}" for name, of in _SHARED_FILES.items()}

    @classmethod
    def of(cls, look: PageOptions, *, live: bool = False) -> Press:
        """Return the press for the page options; Misuse for an invalid catalogue or club file."""
        return cls(look.language, live=live, club=read_club(look.club))

    @classmethod
    def in_languages(cls, look: PageOptions, *further: str, live: bool = False) -> dict[str, Press]:
        """Return a press for each language that the page options name, and for each of `further`, by its tag."""
        names, club = dict[str, str](), read_club(look.club)
        for name in (*map(str.strip, look.language.split(",")), *further):
            names.setdefault(language_of(name).tag, name)
        first = next(iter(names))
        folders = {tag: f"{tag}/" if live or tag != first else "" for tag in names}
        return {tag: cls(name, live=live, club=club, folders=folders) for tag, name in names.items()}

    @property
    def folder(self) -> str:
        """The folder of the pages in this language, '' or 'de/', in the folder that all languages share."""
        return self.folders.get(self.tag, "")

    def with_languages(self, pages: Mapping[str, str], within: str = "") -> dict[str, str]:
        """Return pages by name with links to the other languages; `within`: where they lie in the language's folder."""
        ways = {name: "../" * f"{self.folder}{within}{name}".count("/") for name in pages}
        return {
            name: link_languages(page, f"{within}{name}", self.tag, self.folders, ways[name])
            for name, page in pages.items()
        }

    def speaking(self) -> AbstractContextManager[None]:
        """Return a context in which texts are in the language of the press."""
        return use_language(self._words)

    def _word(self, text: str) -> str:
        return self._words.gettext(text) if text else ""

    def page(self, template: str, links: Links, view: Mapping[str, object], policy: str = "") -> str:
        """Return a page as HTML; `policy` replaces the usual content security policy."""
        site_policy = _SHARED if "shared" in view else self._alone
        usual = f"{site_policy}{self._live}" if "site" in view else _NO_SCRIPT
        if "form" in view:
            usual = usual.replace("form-action 'none'", "form-action 'self'")
        image_policy = "; img-src data:" if self._club.logo else ""
        return self.part(template, {**view, "links": links, "policy": f"{policy or usual}{image_policy}"})

    def scripted(self, template: str, links: Links, view: Mapping[str, object], names: Sequence[str]) -> str:
        """Return a page with one script, joined from the files `names`; its policy forbids every other script."""
        script = "".join(map(self.source, names))
        policy = _ONE_SCRIPT.format(_digest(script))
        # The page may be kept alone, without the files the site shares.
        own_view = {name: value for name, value in view.items() if name != "shared"}
        return self.page(template, links, {**own_view, "script": Markup(script)}, policy)

    def part(self, template: str, view: Mapping[str, object]) -> str:
        """Return the HTML that a template makes of a view: a page, or a part of one."""
        page = _tidy(self._environment.get_template(template).render(view))
        if not self._has_letters:
            return page
        # Contestants' directions are translated only in text between tags: 3EW is 3OW in German.
        return _BETWEEN_TAGS.sub(lambda match: match["tag"] or self._words.labels(match["text"]), page)

    def source(self, name: str) -> str:
        """Read a file of the program that goes into pages unchanged, for example a script."""
        return _tidy(files("cli.pages").joinpath("templates", name).read_text(encoding="utf-8"))


def _digest(script: str) -> str:
    return b64encode(of_bytes(script.encode())).decode()


def as_data(value: object) -> Markup:
    """Return JSON for the script of a page; no text in it can end the enclosing element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _tidy(text: str) -> str:
    """Return the text without empty lines and trailing blanks, control characters shown as escapes."""
    lines = [line for line in map(str.rstrip, text.strip().split("\n")) if line]
    return "\n".join([*(lines if is_plain(" ".join(lines)) else map(visible, lines)), ""])


def _css(text: Markup) -> Markup:
    """Return a text as a stylesheet string for the margin of printed pages; no character in it can end the string."""
    plain = visible(" ".join(text.unescape().split()))
    text_in_margin = plain if len(plain) <= _MARGIN else f"{plain[: _MARGIN - 1]}…"
    return Markup('"' + _NOT_PLAIN.sub(lambda match: f"\\{ord(match[0]):x} ", text_in_margin) + '"')
