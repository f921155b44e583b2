"""The server: who is connected, how much he may send, how long he may take; what is demanded of every question."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any

import uvicorn
from h11 import LocalProtocolError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ledger.bounds.serving import ANSWERS, CONNECTIONS, HEAD, KEPT, WAITING
from ledger.errors import Misuse

Headers = list[tuple[bytes, bytes]]

TEXT: Headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]


def header(scope: Scope, name: bytes) -> str:
    """What a question says in a header, in every line of it; '' where it has none."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


async def send_whole(scope: Scope, send: Send, status: int, headers: Headers, body: bytes = b"") -> None:
    """Send an answer; to HEAD its headers alone."""
    length = [] if status == 304 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """There is no such page."""
    await send_whole(scope, send, 404, TEXT, b"There is no such page.\n")


_WITH_EVERY_ANSWER: Headers = [
    (b"content-security-policy", b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
"""What a page itself says of what may run on it (its own policy) is stricter, and holds beside this."""

_CLOSING: Headers = [*TEXT, (b"connection", b"close")]


class Guard:
    """Before all routes: refuses what nobody asks who only looks, and who asks too much."""

    def __init__(self, app: ASGIApp, most: int = ANSWERS.most) -> None:
        self._app, self._most = app, most
        self._second, self._asked = 0, Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question, or have it answered."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_WITH_EVERY_ANSWER]
            await send(message)

        if scope["type"] != "http":
            return
        size = sum(len(name) + len(value) for name, value in scope["headers"])
        size += len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")
        if header(scope, b"transfer-encoding"):
            await send_whole(scope, guarded, 400, _CLOSING, b"No browser asks in parts.\n")
        elif scope["method"] in ("GET", "HEAD") and header(scope, b"content-length").strip() not in ("", "0"):
            await send_whole(scope, guarded, 400, _CLOSING, b"A question for a page has no body.\n")
        elif size > HEAD.most:
            await send_whole(scope, guarded, 431, _CLOSING, b"No browser asks in so many words.\n")
        elif self._too_many(scope):
            again = [*_CLOSING, (b"retry-after", b"1")]
            await send_whole(scope, guarded, 429, again, b"Too many questions: ask again in a second.\n")
        else:
            await self._app(scope, receive, guarded)

    def _too_many(self, scope: Scope) -> bool:
        """Whether an address has had its answers of this second; a proxy on this computer counts for itself."""
        address, second = (scope.get("client") or ("", 0))[0], int(time.monotonic())
        if second != self._second:
            self._second = second
            self._asked.clear()
        self._asked[address] += 1
        if self._asked[address] <= self._most:
            return False
        try:
            return not ip_address(address).is_loopback
        except ValueError:
            return True


_BACKLOG = 256
"""So many may knock before the next is let in; each takes an open file at once."""

_OWN_FILES = 64
"""The open files the program needs itself."""

_SECONDS_TO_END = 2


class HurriedConnection(H11Protocol):
    """A connection on which something has to be asked in time, whole, and its answer taken."""

    _hurried: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Take it, unless there are more than even a refusal could be sent to."""
        super().connection_made(transport)
        if self.limit_concurrency and len(self.connections) > self.limit_concurrency + _BACKLOG:
            transport.abort()
        self._hurry()

    def data_received(self, data: bytes) -> None:
        """Read what was sent; where it cannot even be refused, for an answer is under way, end it."""
        try:
            super().data_received(data)
        except LocalProtocolError:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no question; an answer to it that is being made is sent to nobody."""
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        super().send_400_response(msg)

    def on_response_complete(self) -> None:
        """Go on to what is asked next."""
        self._hurry()
        try:
            super().on_response_complete()
        except LocalProtocolError:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        if self._hurried:
            self._hurried.cancel()

    def _hurry(self) -> None:
        if self._hurried:
            self._hurried.cancel()
        self._hurried = self.loop.call_later(WAITING.most, self._require_asked)

    def _require_asked(self) -> None:
        """End it where nothing is being answered: what is asked is not whole yet, or the answer was not taken."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()


class HallServer(uvicorn.Server):
    """The server; `arrive` is called in its loop when it begins, `leave` when it ends, so that streams end with it."""

    def __init__(self, app: ASGIApp, arrive: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=HurriedConnection,
                ws="none",
                loop="asyncio",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                backlog=_BACKLOG,
                limit_concurrency=connections(),
                timeout_keep_alive=KEPT.most,
                timeout_graceful_shutdown=_SECONDS_TO_END,
                h11_max_incomplete_event_size=HEAD.most,
            )
        )
        self._arrive, self._leave = arrive, leave

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        self._arrive()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer no more."""
        self._leave()
        await super().shutdown(sockets)


def connections() -> int:
    """How many may be connected: as many as there are open files for, which are asked for first."""
    if not find_spec("resource"):  # Windows has no such bound
        return CONNECTIONS.most
    limits: Any = import_module("resource")
    soft, hard = limits.getrlimit(limits.RLIMIT_NOFILE)
    wanted = CONNECTIONS.most + 2 * _BACKLOG + _OWN_FILES
    if soft != limits.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == limits.RLIM_INFINITY else min(wanted, hard)
        limits.setrlimit(limits.RLIMIT_NOFILE, (soft, hard))
    return CONNECTIONS.most if soft == limits.RLIM_INFINITY else min(CONNECTIONS.most, soft - 2 * _BACKLOG - _OWN_FILES)


def listening(host: str, port: int) -> socket.socket:
    """Take a port of this computer; Misuse (usage) where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError) as error:
        why = f"nothing can be served at {host} port {port}: {getattr(error, 'strerror', None) or error}"
        raise Misuse("usage", why, "another port: --port 8001; or another address of this computer: --host") from None
