"""What the pages of a session's site rest on: while that is the same, none of them need be made again.

It is everything that a page is made of: the program with the packages it uses, the look and the language, the clock of
the office, the log with the words of its texts as they are read now, the seals and their key, and the names that other
sessions tell. So a name that was erased, here or elsewhere, is another site.
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


class MadeFrom:
    """What the pages of a session rest on, as far as its log was read."""

    def __init__(self, press: Press, session_id: str, key: PublicKey | None, tournament: str) -> None:
        """`tournament`: the way to the first page of the tournament's site it stands in."""
        named = os.environ.get("TZ", "").removeprefix(":")
        found = (Path(folder, named) for folder in TZPATH)
        zone = next((each for each in (*found, _CLOCK_OF_THE_OFFICE) if each.is_file()), None)
        clock = named, time.tzname, zone and zone.read_bytes()
        self._so_far = of_bytes(repr((this_program(), clock, press.look, str(key), tournament)).encode())
        self._session, self._published = Session(session_id), list[Session]()

    def go_on(self, log: Iterable[Envelope]) -> None:
        """Read further events of the log."""
        passing = list[Envelope]()
        for envelope in log:
            texts = texts_in(envelope.event) if has_texts(type(envelope.event)) else None
            told = [(where, str(text), text.gone if isinstance(text, KeptText) else "") for where, text in texts or ()]
            self._so_far = of_bytes(self._so_far + envelope.digest + (b"" if texts is None else repr(told).encode()))
            passing.append(envelope)
            if isinstance(envelope.event, ScoresPublished):
                self._session = evolve(self._session, *passing)
                self._published.append(self._session)
                passing.clear()
        self._session = evolve(self._session, *passing)

    def digest(self, seals: Sequence[Seal], named: Callable[[Session], Session]) -> str:
        """Return the digest of all that the pages rest on. `named` tells the names other sessions have for players."""
        elsewhere = [sorted(named(each).named_elsewhere.items()) for each in (*self._published, self._session)]
        return of_bytes(self._so_far + repr(([str(each) for each in seals], elsewhere)).encode()).hex()


@cache
def this_program() -> str:
    """As it is when this is first asked: a desk that stays asks as it begins, for the files are later those of another
    program where it is upgraded meanwhile, and what runs is not.
    """
    own = [
        (name, of_bytes(each.read_bytes()).hex())
        for room in ("ledger", "cli")
        for name, each in _files(room, files(room))
    ]
    beside = sorted(each.read_text("METADATA") or each.read_text("PKG-INFO") or "" for each in distributions())
    return of_bytes(repr((own, beside, sys.version)).encode()).hex()


def _files(way: str, folder: Traversable) -> Iterable[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        name = f"{way}/{each.name}"
        if each.is_dir():
            yield from _files(name, each)
        elif not name.endswith(".pyc"):
            yield name, each
