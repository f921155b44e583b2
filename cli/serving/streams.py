"""The stream an open page hears on: that it is another version by now, and nothing else (server-sent events, HTML 9.2).

All streams wait for one bell. It rings when pages were put in, and now and then so that nobody takes a stream for dead;
each then looks whether its own page moved. What a page says is fetched like any page, so that proxies and packing serve
for it as well.
"""

from __future__ import annotations

import asyncio
import random
import re

from starlette.types import Receive, Scope, Send

from cli.serving.answers import TEXT, header, not_found, send_whole
from cli.serving.versions import GONE, ServedPages
from ledger.bounds.serving import HEARTBEAT

_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx is to hand on what there is
]
_BUSY = [*TEXT, (b"retry-after", b"60")]
_VERSION = re.compile(r"v=([0-9a-f]{16})")
_AGAIN_MS = (1_000, 5_000)
"""After how long a page whose stream broke off asks for it again: not all at once."""


class Bell:
    """Rings for all who wait for it at once; only in the loop they wait in."""

    def __init__(self) -> None:
        self._next: asyncio.Future[None] | None = None
        self.silenced = False

    def next(self) -> asyncio.Future[None]:
        """When it rings next; one for all."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        return self._next

    def ring(self) -> None:
        """Ring."""
        if self._next is not None:
            self._next.set_result(None)
            self._next = None

    def silence(self) -> None:
        """Ring for the last time: who waits may go."""
        self.silenced = True
        self.ring()

    async def ring_regularly(self) -> None:
        """Ring now and then, until it is silenced."""
        while not self.silenced:
            await asyncio.sleep(HEARTBEAT.most)
            self.ring()


class LiveStreams:
    """Answers with streams, so many at once and no more."""

    def __init__(self, pages: ServedPages, bell: Bell, most: int) -> None:
        self._pages, self._bell, self.most = pages, bell, most
        self.open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question for the stream of a page; with 503 where there are too many: the page asks now and then."""
        path = scope["path_params"]["path"]
        if self._pages.version(path) == GONE:
            await not_found(scope, receive, send)
        elif self.open >= self.most or self._bell.silenced:
            await send_whole(scope, send, 503, _BUSY, b"Too many listen already: ask again.\n")
        elif scope["method"] == "HEAD":
            await send_whole(scope, send, 200, _HEADERS)
        else:
            self.open += 1
            left = asyncio.ensure_future(_left(receive))
            try:
                await self._tell(path, _known(scope), left, send)
            finally:
                self.open -= 1
                left.cancel()

    async def _tell(self, path: str, version: str, left: asyncio.Future[None], send: Send) -> None:
        """Tell each version of a page that is not the one last told, until who listens has left."""
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        say = f"retry: {random.randint(*_AGAIN_MS)}\n\n"
        while not (left.done() or self._bell.silenced):
            now = self._pages.version(path)
            if now != version:
                version, say = now, f"{say}id: {now}\ndata: {now}\n\n"
            await send({"type": "http.response.body", "body": say.encode(), "more_body": True})
            await asyncio.wait({left, self._bell.next()}, return_when=asyncio.FIRST_COMPLETED)
            say = ":\n\n"
        await send({"type": "http.response.body", "body": b""})


async def _left(receive: Receive) -> None:
    """Wait until who asked has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _known(scope: Scope) -> str:
    """The version who asks has: the last he heard of, or that of the page he opened."""
    heard = f"v={header(scope, b'last-event-id')}".encode()
    found = next(
        (each for said in (heard, scope["query_string"]) if (each := _VERSION.fullmatch(said.decode("latin-1")))), None
    )
    return found[1] if found else ""
