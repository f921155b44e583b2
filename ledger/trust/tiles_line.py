"""The line to a web host of tiles: its files, fetched one by one and each once."""

from functools import cache, partial
from urllib.parse import quote
from urllib.request import Request

from ledger.bounds.files import TILE
from ledger.errors import Problem, Unavailable
from ledger.trust.line import answer_to, came, status_text
from ledger.trust.tiles import Fetch

PATIENCE_SECONDS = 60
"""So long a file is waited for, all of it."""

_GONE = (404, 410)


def fetch_at(address: str) -> Fetch:
    """What a web host serves below an address; Unavailable (tiles-away) where it does not answer as one does."""

    @cache
    def fetch(name: str) -> bytes | None:
        url = f"{address.rstrip('/')}/{quote(name)}"
        status, content = came(
            lambda: answer_to(Request(url), TILE.most, PATIENCE_SECONDS),
            PATIENCE_SECONDS,
            partial(_away, url),
            f"not there after {PATIENCE_SECONDS} seconds",
        )
        if status != 200 and status not in _GONE:
            raise _away(url, status_text("its host", status))
        return content if status == 200 else None

    return fetch


def _away(url: str, why: str) -> Problem:
    return Unavailable("tiles-away", f"{url} cannot be fetched: {why}", "is the address right? try again, or a mirror")
