"""The routes of the pages: what is asked for is looked up in the table of those there are, and nowhere else."""

from __future__ import annotations

import re

from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from cli.pages.printing import Press
from cli.pages.waiting import missing_page
from cli.serving.answers import header, send_whole
from cli.serving.streams import LiveStreams
from cli.serving.versions import ServedPages

_TYPES = {"css": b"text/css; charset=utf-8", "js": b"text/javascript; charset=utf-8"}
_HTML = b"text/html; charset=utf-8"

_KEPT = [
    (b"cache-control", b"no-cache"),  # whoever keeps it asks each time whether it still is so: names may be erased
    (b"vary", b"accept-encoding"),
]

_MISSING = [(b"content-type", _HTML), (b"cache-control", b"no-store")]

_SOME = re.compile(r"(?=.*[1-9])[01](\.[0-9]{0,3})?")
"""A weight that is not 0 (RFC 9110, 12.4.2)."""


def page_routes(pages: ServedPages, streams: LiveStreams, press: Press) -> list[BaseRoute]:
    """The routes of the pages; whoever adds others puts them before these, for every path is asked for here."""
    return [
        Route("/live/{path:path}", streams, methods=["GET"]),
        Route("/{path:path}", PageAnswers(pages, press), methods=["GET"]),
    ]


class PageAnswers:
    """Answers with a page; that it is the same, to who has it already; and that there is none, with the way back."""

    def __init__(self, pages: ServedPages, press: Press) -> None:
        self._pages = pages
        ways = ("./", "../", "../../", "")  # from as deep as pages lie; further down the way back is not known
        self._missing = [missing_page(press, way).encode() for way in ways]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question for a page."""
        path = scope["path_params"]["path"]
        page = self._pages.find(path)
        if page is None:
            await send_whole(scope, send, 404, _MISSING, self._missing[min(path.count("/"), len(self._missing) - 1)])
            return
        kind = _TYPES.get(path.rpartition(".")[2], _HTML)
        headers = [(b"content-type", kind), *_KEPT, (b"etag", page.tag.encode())]
        if _has(header(scope, b"if-none-match"), page.version):
            await send_whole(scope, send, 304, headers)
        elif _takes_gzip(header(scope, b"accept-encoding")):
            await send_whole(scope, send, 200, [*headers, (b"content-encoding", b"gzip")], page.packed)
        else:
            await send_whole(scope, send, 200, headers, page.plain)


def _has(said: str, version: str) -> bool:
    """Whether who asks has this version: the weak comparison of RFC 9110, 13.1.2."""
    tags = {each.strip().removeprefix("W/") for each in said.split(",")}
    return f'"{version}"' in tags or "*" in tags


def _takes_gzip(said: str) -> bool:
    """Whether who asks can unpack (RFC 9110, 12.5.3); where it is said with a weight, any but 0.

    >>> _takes_gzip("br, gzip"), _takes_gzip("gzip;q=0, br"), _takes_gzip("")
    (True, False, False)
    """
    for each in said.lower().split(","):
        coding, _, weight = each.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return not weight or _SOME.fullmatch(weight) is not None
    return False
