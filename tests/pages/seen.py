"""What of a page somebody sees or hears: its texts, its titles and labels, and the words its scripts show."""

from __future__ import annotations

import json
from html.parser import HTMLParser

_NO_WORDS = """
accept action aria-current aria-describedby aria-hidden aria-live autocapitalize autocomplete charset class colspan
content cx cy d data-event data-field data-live data-me data-of data-sign data-since
data-until data-version dx dy enterkeyhint fill for height href hreflang
http-equiv id inputmode lang max maxlength method min name points preserveaspectratio r rel role rowspan rows scope
shape-rendering spellcheck src style tabindex text-anchor transform type value viewbox width x x1 x2 xmlns y y1 y2
"""
"""Attributes that nobody reads; every other is taken for words."""

_SHOWN = {
    "everybody": lambda data: [text for name, number, _ in data for text in (name, number)],
    "given": lambda data: data.get("names", {}).values(),
    "lines": lambda data: data["results"],
    "ours": lambda data: data["texts"],
    "reel": lambda data: [*data["contestants"], *data["words"]],
    "words": lambda data: data.values(),
}
"""Of the data for a script, by its id, the words that it shows."""


class _Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self._in = (said.get("id") or tag) if tag in ("script", "style") else ""
        self.texts += [value for name, value in attrs if value and name not in _NO_WORDS.split()]

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if not self._in:
            self.texts.append(data)
        elif self._in not in ("script", "style"):
            self.texts += _SHOWN[self._in](json.loads(data))


def seen(page: str) -> list[str]:
    """The texts of a page, each as it stands, in their order."""
    found = _Seen()
    found.feed(page)
    return [" ".join(text.split()) for text in found.texts if text.strip()]
