"""A line to somebody else's computer: one question by HTTP, and its answer, bounded in length and in time.

TLS is verified as the system does it. What was asked at one address is asked at no other.
"""

from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ledger.errors import Problem

T = TypeVar("T")

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
    except TimeoutError:
        raise away(late) from None
    except URLError as error:
        raise away(str(error.reason)[:_SAID]) from None
    except (OSError, HTTPException, ValueError) as error:
        raise away(str(error)[:_SAID] or type(error).__name__) from None


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
