"""The server: limits on connections, request size and time, and the checks that every request must pass."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
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
    """Return the values of a request's header, joined by commas; '' if the request does not have the header."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


async def send_whole(scope: Scope, send: Send, status: int, headers: Headers, body: bytes = b"") -> None:
    """Send a response; a HEAD request gets only the headers."""
    length = [] if status == 304 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """Send the response for a page that does not exist."""
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
"""Headers of every response; a page's own content security policy is stricter, and applies as well."""

_CLOSING: Headers = [*TEXT, (b"connection", b"close")]


class Guard:
    """Middleware that refuses requests no browser makes, limits requests by address, and adds headers to responses."""

    def __init__(self, app: ASGIApp, most: int = ANSWERS.most) -> None:
        self._app, self._most = app, most
        self._second, self._asked = 0, Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on to the routes."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_WITH_EVERY_ANSWER]
            await send(message)

        if scope["type"] != "http":
            return
        size = sum(len(name) + len(value) for name, value in scope["headers"])
        size += len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")
        if header(scope, b"transfer-encoding"):
            await send_whole(scope, guarded, 400, _CLOSING, b"A request must not come in chunks.\n")
        elif scope["method"] in ("GET", "HEAD") and header(scope, b"content-length").strip() not in ("", "0"):
            await send_whole(scope, guarded, 400, _CLOSING, b"A request for a page must not have a body.\n")
        elif size > HEAD.most:
            await send_whole(scope, guarded, 431, _CLOSING, b"The address and headers of the request are too long.\n")
        elif self._too_many(scope):
            headers = [*_CLOSING, (b"retry-after", b"1")]
            await send_whole(scope, guarded, 429, headers, b"Too many requests: try again in a second.\n")
        else:
            await self._app(scope, receive, guarded)

    def _too_many(self, scope: Scope) -> bool:
        """Return True if an address exceeds its limit of requests a second; loopback, maybe a proxy, is exempt."""
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
"""The most connections that wait to be accepted; each takes an open file at once."""

_OWN_FILES = 64
"""Open files that the program needs itself."""

_SECONDS_TO_END = 2


class TimedConnection(H11Protocol):
    """A connection with a time limit for sending a whole request, and for taking the response."""

    _hurried: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Accept the connection, or end it at once if far too many are open."""
        super().connection_made(transport)
        if self.limit_concurrency and len(self.connections) > self.limit_concurrency + _BACKLOG:
            transport.abort()
        self._hurry()

    def data_received(self, data: bytes) -> None:
        """Read data; end the connection if an invalid request arrives while a response is being sent."""
        try:
            super().data_received(data)
        except LocalProtocolError:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, and discard a response that is being sent."""
        if self.cycle and not self.cycle.response_complete:
            # Let the response in progress end as if the client had left.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        super().send_400_response(msg)

    def on_response_complete(self) -> None:
        """Continue with the next request; end the connection if one came before the response to the last was sent."""
        self._hurry()
        if self.conn.trailing_data[0].strip():  # no browser and no proxy does that; it would keep others waiting
            self.transport.close()
            return
        try:
            super().on_response_complete()
        except LocalProtocolError:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer of an ended connection."""
        super().connection_lost(exc)
        if self._hurried:
            self._hurried.cancel()

    def _hurry(self) -> None:
        if self._hurried:
            self._hurried.cancel()
        self._hurried = self.loop.call_later(WAITING.most, self._end_if_idle)

    def _end_if_idle(self) -> None:
        """End the connection, because its request is overdue, unless a response is being sent."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()


class HallServer(uvicorn.Server):
    """The web server; it calls `arrive` when it starts and `leave` when it stops, in its event loop.

    `tls`: the file of the certificate and the key to serve with; None for HTTP.
    """

    def __init__(
        self,
        app: ASGIApp,
        arrive: Callable[[], None] = lambda: None,
        leave: Callable[[], None] = lambda: None,
        tls: Path | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=TimedConnection,
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
                ssl_certfile=tls,
            )
        )
        self._arrive, self._leave = arrive, leave

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer requests."""
        self._arrive()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop answering requests."""
        self._leave()
        await super().shutdown(sockets)


def connections() -> int:
    """Return how many connections may be open at once, after raising the process's limit of open files."""
    if not find_spec("resource"):  # Windows has no such bound
        return CONNECTIONS.most
    limits: Any = import_module("resource")
    soft, hard = limits.getrlimit(limits.RLIMIT_NOFILE)
    wanted = CONNECTIONS.most + 2 * _BACKLOG + _OWN_FILES
    if soft != limits.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == limits.RLIM_INFINITY else min(wanted, hard)
        limits.setrlimit(limits.RLIMIT_NOFILE, (soft, hard))
    return CONNECTIONS.most if soft == limits.RLIM_INFINITY else min(CONNECTIONS.most, soft - 2 * _BACKLOG - _OWN_FILES)


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket bound to a port of this computer. Misuse (usage): the port cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError) as error:
        why = f"nothing can be served at {host} port {port}: {getattr(error, 'strerror', None) or error}"
        raise Misuse("usage", why, "use another port, --port 8001, or another address, --host") from None
