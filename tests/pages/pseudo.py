"""A language that says everything between ⟦ and ⟧: what stands outside of them on a page was never translated."""

from __future__ import annotations

import json
import re
from collections.abc import Container
from datetime import date
from html.parser import HTMLParser

from cli.words.language import SpokenLanguage
from tests.pages.extraction import CONTEXT

_PLACE = re.compile(r"%\(\w+\)s")
_LETTER = re.compile(r"[^\W\d_]")
_SAID = re.compile(r"⟦[^⟦⟧]*⟧")
_SHOWN = {"title", "aria-label", "alt", "placeholder", "data-play", "data-pause"}


class PseudoLanguage(SpokenLanguage):
    """Its places stand outside of the brackets, so that a word in one of them has to be said too."""

    tag = "qps"

    def __init__(self, known: Container[str]) -> None:
        self._known = known

    def gettext(self, text: str) -> str:
        return _wrapped(text) if text in self._known else text

    def ngettext(self, one: str, several: str, number: int) -> str:
        return _wrapped(one if number == 1 else several) if one in self._known else several

    def pgettext(self, context: str, text: str) -> str:
        return _wrapped(text) if context + CONTEXT + text in self._known else text

    def day(self, day: date) -> str:
        return f"⟦{day}⟧"

    def number(self, decimal: str) -> str:
        return decimal.replace(".", "·")


def _wrapped(text: str) -> str:
    pieces, places = _PLACE.split(text), [*_PLACE.findall(text), ""]
    return "".join(
        (f"⟦{piece}⟧" if _LETTER.search(piece) else piece) + place for piece, place in zip(pieces, places, strict=True)
    )


class _Visible(HTMLParser):
    """The texts of a page that somebody sees or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = (dict(attrs).get("id") or tag) if tag in ("script", "style") else ""
        self.texts += [value for name, value in attrs if name in _SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "reel":
            self.texts += json.loads(data)["words"]
        elif self._in == "words":
            self.texts += json.loads(data).values()
        elif not self._in:
            self.texts.append(data)


def unsaid(page: str) -> list[str]:
    """What is left of the texts of a page when all that was said is taken away."""
    seen = _Visible()
    seen.feed(page)
    return [left for text in seen.texts if (left := _SAID.sub(" ", text).strip())]
