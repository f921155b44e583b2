"""What is demanded of every question, and goes with every answer, whichever route it takes."""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import ip_address

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.serving.answers import TEXT, Headers, header, send_whole
from ledger.bounds.serving import ANSWERS, HEAD

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
        if header(scope, b"transfer-encoding"):
            await send_whole(scope, guarded, 400, _CLOSING, b"No browser asks in parts.\n")
        elif scope["method"] in ("GET", "HEAD") and header(scope, b"content-length").strip() not in ("", "0"):
            await send_whole(scope, guarded, 400, _CLOSING, b"A question for a page has no body.\n")
        elif _size(scope) > HEAD.most:
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
        return self._asked[address] > self._most and not _is_own(address)


def _size(scope: Scope) -> int:
    """How long a question is, with its headers."""
    said = sum(len(name) + len(value) for name, value in scope["headers"])
    return said + len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")


def _is_own(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
