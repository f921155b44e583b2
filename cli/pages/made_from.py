"""A digest of everything the pages of a session's site are made from; pages are made again only if it changes.

It covers the program with its packages, the look and language, the office's time zone, the log with its texts as
readable now, the seals and their key, and players' names told by other sessions. So erasing a name, here or elsewhere,
changes the digest.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.metadata import distributions
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from zoneinfo import TZPATH

from cli.pages.printing import Press
from ledger.digests import of_bytes
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, has_texts, texts_in
from ledger.session import Session
from ledger.subjects.evolving import evolve
from ledger.subjects.publications.facts import ScoresPublished
from ledger.trust.seal import PublicKey, Seal

_CLOCK_OF_THE_OFFICE = Path("/etc/localtime")


class SourceDigest:
    """Computes a digest of everything that a session's pages are made from, as far as its log was read."""

    def __init__(self, press: Press, session_id: str, key: PublicKey | None, tournament: str) -> None:
        """Start before the first event; `tournament`: the address of the enclosing tournament site's first page."""
        named = os.environ.get("TZ", "").removeprefix(":")
        paths = (Path(folder, named) for folder in TZPATH)
        # The zone's data, not only its name: an update of the time zone database changes times on pages.
        zone = next((each for each in (*paths, _CLOCK_OF_THE_OFFICE) if each.is_file()), None)
        clock = named, time.tzname, zone and zone.read_bytes()
        self._so_far = of_bytes(repr((program_digest(), clock, press.look, str(key), tournament)).encode())
        self._session, self._published = Session(session_id), list[Session]()

    def go_on(self, log: Iterable[Envelope]) -> None:
        """Read further events of the log."""
        passing = list[Envelope]()
        for envelope in log:
            texts = texts_in(envelope.event) if has_texts(type(envelope.event)) else None
            words = [(where, str(text), text.gone if isinstance(text, KeptText) else "") for where, text in texts or ()]
            self._so_far = of_bytes(self._so_far + envelope.digest + (b"" if texts is None else repr(words).encode()))
            passing.append(envelope)
            if isinstance(envelope.event, ScoresPublished):
                self._session = evolve(self._session, *passing)
                self._published.append(self._session)
                passing.clear()
        self._session = evolve(self._session, *passing)

    def digest(self, seals: Sequence[Seal], named: Callable[[Session], Session], beside: object = ()) -> str:
        """Return the digest of all sources: seals, the names `named` takes from elsewhere, and what is `beside`."""
        elsewhere = [sorted(named(each).named_elsewhere.items()) for each in (*self._published, self._session)]
        return of_bytes(self._so_far + repr(([str(each) for each in seals], elsewhere, beside)).encode()).hex()


@cache
def program_digest() -> str:
    """Return the digest of the running program's files and packages.

    Computed once, at the first call: after an upgrade the files would be those of another program.
    """
    sources = [
        (name, of_bytes(each.read_bytes()).hex())
        for room in ("ledger", "cli")
        for name, each in _files(room, files(room))
    ]
    beside = sorted(each.read_text("METADATA") or each.read_text("PKG-INFO") or "" for each in distributions())
    return of_bytes(repr((sources, beside, sys.version)).encode()).hex()


def _files(way: str, folder: Traversable) -> Iterable[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{way}/{entry.name}"
        if entry.is_dir():
            yield from _files(name, entry)
        elif not name.endswith(".pyc"):
            yield name, entry
