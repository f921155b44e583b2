"""From a view and a template to a page. Whatever a log holds is escaped where it stands, and steers no screen.

Lines of tables and derivations are put together here: a site has millions of fields, and no macro is asked for each.
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
from cli.pages.catalogues import ENGLISH, language_of
from cli.pages.fields import when
from cli.pages.folder import OURS_BESIDE
from cli.pages.links import Links
from cli.pages.periods import Spell
from cli.pages.table import PLAIN, Cell, Outline, PageTable, TableRow
from cli.terminal.clubs import NO_CLUB, ClubFile, read_club
from cli.words.language import speaking
from ledger.digests import of_bytes
from ledger.errors.visible import is_plain, visible

_TOLD = re.compile(r"#(?P<event>[0-9]{1,15})|(?P<case>[RPA]-[0-9]{4,})|(?P<red>[♥♦])")

_LAST_WORD = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*) $")
"""The word before an event or a case, which may be the name of its stream: 'friday #12'."""

_HEAD, _FIELD = ("th", ' scope="row"'), ("td", "")

_LONG_NAME, _LONG_TEXT = 24, 40
"""Longer ones are broken into several lines."""

_AT_HAND = 16_384
"""So many fields are kept as they were printed: most stand on many pages of a site."""

_DEEPEST = 6
"""No line of a derivation is drawn in farther."""


@pass_context
def told(context: Context, text: str) -> Markup:
    """Print a line of the office's: events and cases in it are links, the red suits red."""
    return Markup(_told(text, context["links"]))


@pass_context
def spelled(context: Context, found: Sequence[Spell]) -> list[tuple[tuple[str, ...], Markup]]:
    """Return the lines of each spell that a page has, with the attributes of an element that says them."""
    return list(_spelled(found, turns=bool(context.get("turns"))))


def _spelled(found: Sequence[Spell], *, turns: bool) -> Iterator[tuple[tuple[str, ...], Markup]]:
    """Spells with the attributes by which the script of a page turns to the next; the first alone where none runs."""
    for each in found if turns else found[:1]:
        times = (("since", each.since), ("until", each.until)) if turns else ()
        named = "".join(f' data-{name}="{at}"' for name, at in times if at is not None)
        yield each.lines, Markup(named + (" hidden" if each.since is not None else ""))


@pass_context
def rows(context: Context, table: PageTable, head: int) -> Markup:
    """Print the rows of a table; `head` is the column whose fields head them, -1 where none does."""
    word, links = context.environment.filters["word"], context["links"]
    printed = _Rows(table, head, links, word, turns=bool(context.get("turns")))
    return Markup("".join(map(printed.line, table.rows)))


@pass_context
def derivation(context: Context, outline: Outline) -> Markup:
    """Print a number and how it comes about, line by line."""
    lines, links = list[str](), context["links"]
    for deep, value, text in outline.lines:
        drawn_in = f' class="d{min(deep - 1, _DEEPEST)}"' if deep > 1 else ""
        lines.append(f"<li{drawn_in}><b>{escape(value)}</b> {_told(text, links)}</li>\n")
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
                said = "" if column in PLAIN else word(column.lstrip(">"))
                self._aside.append((at, f"{escape(said)} " if said else ""))
            else:
                self._shown.append(at)

    def line(self, row: TableRow) -> str:
        """Print a row of the table."""
        anchor = f' id="{escape(row.anchor)}"' if row.anchor else ""
        again = ' class="again"' if row.again else ""
        cells = []
        for at, (is_number, mark, is_under, (tag, scope)) in zip(row.cells, self._columns, strict=True):
            kind = f"{'num' if is_number else _kind(at)}{' changed' if at.changed else ''}{mark}".strip()
            shown = f' class="{kind}"' if kind else ""
            under = self._under(row) if is_under else ""
            cells.append(f"<{tag}{scope}{shown}>{self._field(at)}{under}</{tag}>\n")
        return f"<tr{anchor}{again}>\n{''.join(cells)}</tr>\n"

    def _under(self, row: TableRow) -> str:
        """What a narrow screen tells of a line under its name: the heading, where it says something, and the field."""
        told_there = [f"<span>{_told(text, self._links)}</span>" for text in row.below]
        # What stands beside a name already is left out, and the number of an event: a wide screen shows both. Where a
        # field leads, another may lead already.
        shown = {row.cells[at].href for at in self._shown}
        known = {"", "–", *(each.beside for each in row.cells)}
        for where, name in self._aside:
            at = row.cells[where]
            if at.text not in known and not at.text.startswith("#"):
                field = self._field(at._replace(href=None) if at.href in shown else at)
                told_there.append(f"<span>{name}{field}</span>")
        return f'<span class="under">{"".join(told_there)}</span>' if told_there else ""

    def _field(self, at: Cell) -> str:
        if at.spells and self._turns:
            spells = _spelled(at.spells, turns=True)
            return "".join(f"<span{shown}>{_told(text, self._links)}</span>" for (text,), shown in spells)
        return _led(at) if at.name or at.href else f"{_told(at.text, self._links)}{_beside(at)}".rstrip()


def _kind(at: Cell) -> str:
    if at.name:
        return "name wrap" if len(at.text) > _LONG_NAME else "name"
    return "long" if len(at.text) > _LONG_TEXT else ""


@lru_cache(maxsize=_AT_HAND)
def _led(at: Cell) -> str:
    text = str(escape(str(at.text)))  # escaped here, whatever it was
    text = f"{f'<bdi>{text}</bdi>' if at.name else text}{_beside(at)}"
    return f'<a href="{escape(at.href)}">{text}</a>' if at.href else text.rstrip()


def _beside(at: Cell) -> str:
    return f" <small><bdi>{escape(at.beside)}</bdi></small>" if at.beside else ""


def _told(said: str, links: Links) -> str:
    text = str(said)
    if (plain := _plain(text)) is not None:
        return plain
    last, pieces = 0, list[str]()
    for found in _TOLD.finditer(text):
        pieces.append(escape(text[last : found.start()]))
        if found["red"]:
            pieces.append(f'<span class="red">{found[0]}</span>')
        else:
            before = _LAST_WORD.search(text[: found.start()])
            word = before[1] if before else ""
            href = links.event(int(found["event"]), word) if found["event"] else links.case(found["case"], word)
            pieces.append(f'<a href="{escape(href)}">{escape(found[0])}</a>' if href else str(escape(found[0])))
        last = found.end()
    return "".join((*pieces, escape(text[last:])))


@lru_cache(maxsize=_AT_HAND)
def _plain(text: str) -> str | None:
    """A text as it stands on a page, whatever it was; None where something in it is more than that."""
    return None if _TOLD.search(text) else str(escape(text))


def in_its_language(made: Callable[Concatenate[Press, P], str]) -> Callable[Concatenate[Press, P], str]:
    """Have a page made while the language of its press is spoken."""

    @wraps(made)
    def page(press: Press, /, *args: P.args, **kwargs: P.kwargs) -> str:
        with press.speaking():
            return made(press, *args, **kwargs)

    return page


P = ParamSpec("P")

_BETWEEN_TAGS = re.compile(r"(?P<tag><(?:script|style)\b.*?</(?:script|style)>|<[^>]*>)|(?P<text>[^<]+)", re.DOTALL)
"""The tags of a page, scripts whole, and the texts between them: a quoted `>` is escaped in every page of ours."""

_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 ]")

_MARGIN = 80
"""So many characters of a heading stand in the margin of a printed page."""

_NO_SCRIPT = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

FORM = _NO_SCRIPT.replace("form-action 'none'", "form-action 'self'")
"""What may run on a page that somebody fills in: nothing, but it goes back whence it came."""

_ONE_SCRIPT = _NO_SCRIPT + "; script-src 'sha256-{}'"

_SHARED = _NO_SCRIPT.replace("style-src", "style-src 'self'") + "; script-src 'self'"
"""The pages of a site share one stylesheet and one script, which stand beside them."""

_SHARED_FILES = {"look.css": "style.css", "sheet.css": "sheet.css", "look.js": "at_hand.js"}

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


class Press:
    """Prints pages in one language, with the name of the club where they are known to be its.

    `live`: with a script that keeps them up to date while they are open. `look`: what else than a view a page rests on.
    `shared`: what stands beside the pages of a site, by the names of its files; a view says by `shared` on which way.
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
        self._words = words = language_of(language)
        self.look = (self._words.tag, self._words.edition, live, club)
        self._has_letters = self._words.labels("3NS 3EW") != "3NS 3EW"
        # A club's own catalogue is a stranger's too.
        self._environment.install_gettext_callables(  # type: ignore[attr-defined]
            lambda text: escape(words.gettext(text)),
            lambda one, several, number: escape(words.ngettext(one, several, number)),
            newstyle=True,
        )
        self._environment.filters |= {
            "told": told,
            "word": self._word,
            "css": _css,
            "as_said": lambda told: as_data({name: text.unescape() for name, text in told.items()}),
            "labels": self._words.labels,
            "when": when,
        }
        self._environment.globals |= {"rows": rows, "derivation": derivation, "spelled": spelled}
        self._environment.globals["lang"] = self._words.tag
        self._environment.globals["club"] = self._club = club
        self._environment.globals["live"] = Markup(self.source("live.js") if live else "")
        self._environment.globals["at_hand"] = Markup(self.source("at_hand.js"))
        self._live = f" 'sha256-{_digest(self.source('live.js'))}'; connect-src 'self'" if live else ""
        self._alone = _ONE_SCRIPT.format(_digest(self.source("at_hand.js")))
        self.shared = {name: f"{OURS_BESIDE}\n{self.source(of)}" for name, of in _SHARED_FILES.items()}

    @classmethod
    def of(cls, look: PageOptions, *, live: bool = False) -> Press:
        """Return the press that was asked for; Misuse where a catalogue or a club's file is none."""
        return cls(look.language, live=live, club=read_club(look.club))

    def speaking(self) -> AbstractContextManager[None]:
        """Return a context in which everything is said in the language of the press."""
        return speaking(self._words)

    def _word(self, text: str) -> str:
        return self._words.gettext(text) if text else ""

    def page(self, template: str, links: Links, view: Mapping[str, object], policy: str = "") -> str:
        """Print a page; `policy` says what may run on it, where that is not what may run on every page."""
        own = _SHARED if "shared" in view else self._alone
        usual = f"{own}{self._live}" if "site" in view else _NO_SCRIPT
        shown = "; img-src data:" if self._club.logo else ""
        return self.part(template, {**view, "links": links, "policy": f"{policy or usual}{shown}"})

    def scripted(self, template: str, links: Links, view: Mapping[str, object], names: Sequence[str]) -> str:
        """Print a page with a script made of these files of ours; the browser runs no other, byte for byte."""
        script = "".join(map(self.source, names))
        policy = _ONE_SCRIPT.format(_digest(script))
        own = {name: each for name, each in view.items() if name != "shared"}  # it may be kept alone
        return self.page(template, links, {**own, "script": Markup(script)}, policy)

    def part(self, template: str, view: Mapping[str, object]) -> str:
        """Print a part of a page."""
        made = _tidy(self._environment.get_template(template).render(view))
        if not self._has_letters:
            return made
        # A text between tags has contestants called as the language does.
        return _BETWEEN_TAGS.sub(lambda found: found["tag"] or self._words.labels(found["text"]), made)

    def source(self, name: str) -> str:
        """Read a file of ours that goes into a page as it is: a script."""
        return _tidy(files("cli.pages").joinpath("templates", name).read_text(encoding="utf-8"))


def _digest(script: str) -> str:
    return b64encode(of_bytes(script.encode())).decode()


def as_data(value: object) -> Markup:
    """Write JSON for the script of a page; no text in it can end the element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _tidy(text: str) -> str:
    """Without empty lines and blanks at their ends; what would steer a screen is shown as an escape."""
    lines = [line for line in map(str.rstrip, text.strip().split("\n")) if line]
    return "\n".join([*(lines if is_plain(" ".join(lines)) else map(visible, lines)), ""])


def _css(text: Markup) -> Markup:
    """A text for the margin of printed pages, as a string of a stylesheet: whatever it holds, it ends nothing."""
    plain = visible(" ".join(text.unescape().split()))
    shown = plain if len(plain) <= _MARGIN else f"{plain[: _MARGIN - 1]}…"
    return Markup('"' + _NOT_PLAIN.sub(lambda found: f"\\{ord(found[0]):x} ", shown) + '"')
