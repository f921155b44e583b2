"""Answers in the terms of ASGI: a status, headers, and a body that is sent in one go."""

from starlette.types import Receive, Scope, Send

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
