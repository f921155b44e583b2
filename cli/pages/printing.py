"""From a view and a template to a page. Whatever a log holds is escaped where it stands, and steers no screen."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from importlib.resources import files
from typing import Concatenate, ParamSpec

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from cli.options.declared import PageOptions
from cli.pages.catalogues import ENGLISH, language_of
from cli.pages.folder import OURS_BESIDE
from cli.pages.lines import derivation, rows, told
from cli.pages.links import Links
from cli.terminal.clubs import NO_CLUB, ClubFile, read_club
from cli.words.language import speaking
from ledger.digests import of_bytes
from ledger.errors.visible import is_plain, visible


def in_its_language(made: Callable[Concatenate[Press, P], str]) -> Callable[Concatenate[Press, P], str]:
    """A page all of which is said in the language of its press: what stands on it is made while that is spoken."""

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
        self._words = language_of(language)
        self.look = (self._words.tag, self._words.edition, live, club)
        self._has_letters = self._words.labels("3NS 3EW") != "3NS 3EW"
        self._environment.install_gettext_callables(  # type: ignore[attr-defined]
            self._escaped, self._escaped_of, newstyle=True
        )
        self._environment.filters |= {
            "told": told,
            "word": self._word,
            "css": _css,
            "as_said": _as_said,
            "labels": self._words.labels,
        }
        self._environment.globals |= {"rows": rows, "derivation": derivation}
        self._environment.globals["lang"] = self._words.tag
        self._environment.globals["club"] = self._club = club
        self._environment.globals["live"] = Markup(self.source("live.js") if live else "")
        self._environment.globals["at_hand"] = Markup(self.source("at_hand.js"))
        self._live = f" 'sha256-{_digest(self.source('live.js'))}'; connect-src 'self'" if live else ""
        self._alone = _ONE_SCRIPT.format(_digest(self.source("at_hand.js")))
        self.shared = {name: f"{OURS_BESIDE}\n{self.source(of)}" for name, of in _SHARED_FILES.items()}

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
        own = _SHARED if "shared" in view else self._alone
        usual = f"{own}{self._live}" if "site" in view else _NO_SCRIPT
        shown = "; img-src data:" if self._club.logo else ""
        return self.part(template, {**view, "links": links, "policy": f"{policy or usual}{shown}"})

    def scripted(self, template: str, links: Links, view: Mapping[str, object], names: Sequence[str]) -> str:
        """A page with a script made of these files of ours; the browser runs it, byte for byte, and no other."""
        script = "".join(map(self.source, names))
        policy = _ONE_SCRIPT.format(_digest(script))
        own = {name: each for name, each in view.items() if name != "shared"}  # it may be kept alone
        return self.page(template, links, {**own, "script": Markup(script)}, policy)

    def part(self, template: str, view: Mapping[str, object]) -> str:
        """A part of a page."""
        made = _tidy(self._environment.get_template(template).render(view))
        return _BETWEEN_TAGS.sub(self._in_its_letters, made) if self._has_letters else made

    def _in_its_letters(self, found: re.Match[str]) -> str:
        """A text between tags with contestants called as the language does; a tag as it is."""
        return found["tag"] or self._words.labels(found["text"])

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
    lines = [line for line in map(str.rstrip, text.strip().split("\n")) if line]
    return "\n".join([*(lines if is_plain(" ".join(lines)) else map(visible, lines)), ""])


def _css(text: Markup) -> Markup:
    """A text for the margin of printed pages, as a string of a stylesheet: whatever it holds, it ends nothing."""
    plain = visible(" ".join(text.unescape().split()))
    shown = plain if len(plain) <= _MARGIN else f"{plain[: _MARGIN - 1]}…"
    return Markup('"' + _NOT_PLAIN.sub(lambda found: f"\\{ord(found[0]):x} ", shown) + '"')
