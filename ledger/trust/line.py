"""A line to somebody else's computer: one question by HTTP, and its answer, bounded in length and in time.

TLS is verified as the system does it. What was asked at one address is asked at no other.
"""

import socket
import ssl
from collections.abc import Callable
from errno import EHOSTUNREACH, ENETUNREACH
from http.client import BadStatusLine, HTTPException, HTTPResponse, IncompleteRead
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ledger.errors import Problem

T = TypeVar("T")

_TOO_OFTEN = 429
_SAID = 200
"""So much is told of what a system says of a line that fails."""


def _in_time(call: Callable[[], T], seconds: float) -> T:
    """What a call gives, however slowly its parts arrive; TimeoutError where it takes too long as a whole."""
    given: SimpleQueue[tuple[T | None, Exception | None]] = SimpleQueue()

    def run() -> None:
        try:
            given.put((call(), None))
        except Exception as error:
            given.put((None, error))

    Thread(target=run, daemon=True).start()
    try:
        found, error = given.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if error:
        raise error
    return found  # type: ignore[return-value]


class _Here(HTTPRedirectHandler):
    """Somebody is asked where he was said to be, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        """No other address is asked: the answer is one with that status."""


def came(ask: Callable[[], T], seconds: float, away: Callable[[str], Problem], late: str) -> T:
    """What is asked for, if it comes whole within so many seconds; else `away` is told `late`, or what went wrong."""
    try:
        return _in_time(ask, seconds)
    except (OSError, HTTPException, ValueError) as error:
        reason = error.reason if isinstance(error, URLError) else error
        raise away(late if isinstance(reason, TimeoutError) else _what_happened(reason)) from None


_NO_HTTPS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE")
"""What OpenSSL calls an answer that is none of TLS."""
_RUN_OUT = 10
"""X509_V_ERR_CERT_HAS_EXPIRED."""

_HAPPENED: tuple[tuple[type[BaseException], str], ...] = (
    (ssl.SSLCertVerificationError, "its certificate is of another name, or of nobody this computer trusts"),
    (ssl.SSLEOFError, "it broke off"),
    (ssl.SSLError, "no secure line to it comes about"),
    (socket.gaierror, "there is no computer of that name, or no network here"),
    (ConnectionRefusedError, "no server runs there"),
    (ConnectionError, "it broke off"),
    (IncompleteRead, "its answer is cut"),
    (BadStatusLine, "what answers there does not speak HTTP"),
)


def _what_happened(reason: BaseException | str) -> str:
    """What came between, in words, and as the system has it."""
    raw = str(reason)[:_SAID] or type(reason).__name__
    words = next((words for kind, words in _HAPPENED if isinstance(reason, kind)), "")
    if isinstance(reason, ssl.SSLError) and reason.reason in _NO_HTTPS:
        words = "what answers there does not speak https"
    if isinstance(reason, ssl.SSLCertVerificationError) and reason.verify_code == _RUN_OUT:
        words = "its certificate has run out"
    if isinstance(reason, OSError) and reason.errno in (ENETUNREACH, EHOSTUNREACH):
        words = "no way leads there from here"
    return f"{words} ({raw})" if words else raw


def status_text(who: str, status: int) -> str:
    """What the status of an answer says of `who` gave it, where it is not the one that was hoped for."""
    if status in (401, 403, 407):
        said = f"{who} lets nobody in without a login"
    elif status in (405, 501):
        said = "what answers there takes no such question"
    elif status == _TOO_OFTEN:
        said = f"{who} is asked too often"
    elif 300 <= status < 400:
        said = f"{who} has moved, and no other address is followed"
    elif status >= 500:
        said = f"{who} is in trouble itself"
    elif status < 300:
        said = f"{who} answers with something else than was asked"
    else:
        said = f"{who} does not take what was asked"
    return f"{said} (HTTP {status})"


def answer_to(asked: Request, most: int, seconds: float) -> tuple[int, bytes]:
    """The status of an answer, and what it holds. OSError, HTTPException or ValueError: it does not come through whole,
    or is longer than any.
    """
    try:
        with build_opener(_Here).open(asked, timeout=seconds) as answer:
            return answer.status, _content(answer, most)
    except HTTPError as error:
        with error:
            return error.code, error.read(most)


def _content(answer: HTTPResponse, most: int) -> bytes:
    content = answer.read(most + 1)
    if len(content) > most:
        raise ValueError("its answer is longer than any")
    if answer.length:
        raise HTTPException(f"its answer is cut: {answer.length} bytes are missing")
    return content
