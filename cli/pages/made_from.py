"""What the pages of a session's site rest on: while that is the same, none of them need be made again.

It is everything that a page is made of: the program with the packages it uses, the look and the language, the clock of
the office, the log with the words of its texts as they are read now, the seals and their key, and the names that other
sessions tell. So a name that was erased, here or elsewhere, is another site.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from zoneinfo import TZPATH

from cli.pages.printing import Press
from cli.pages.program import this_program
from ledger.digests import of_bytes
from ledger.facts import Envelope
from ledger.facts.free_text import KeptText, has_texts, texts_in
from ledger.facts.publications import ScoresPublished
from ledger.session import Session, evolve
from ledger.trust.seal import PublicKey, Seal

_CLOCK_OF_THE_OFFICE = Path("/etc/localtime")


class MadeFrom:
    """What the pages of a session rest on, as far as its log was read."""

    def __init__(self, press: Press, session_id: str, key: PublicKey | None, tournament: str) -> None:
        """`tournament`: the way to the first page of the tournament's site it stands in."""
        self._so_far = of_bytes(repr((this_program(), _clock(), press.look, str(key), tournament)).encode())
        self._session, self._published = Session(session_id), list[Session]()

    def go_on(self, log: Iterable[Envelope]) -> None:
        """Read on."""
        passing = list[Envelope]()
        for envelope in log:
            told = repr([*_told(envelope)]).encode() if has_texts(type(envelope.event)) else b""
            self._so_far = of_bytes(self._so_far + envelope.digest + told)
            passing.append(envelope)
            if isinstance(envelope.event, ScoresPublished):
                self._session = evolve(self._session, *passing)
                self._published.append(self._session)
                passing.clear()
        self._session = evolve(self._session, *passing)

    def digest(self, seals: Sequence[Seal], named: Callable[[Session], Session]) -> str:
        """By what it is known again. `named`: tells the names that other sessions have for who plays."""
        elsewhere = [sorted(named(each).named_elsewhere.items()) for each in (*self._published, self._session)]
        return of_bytes(self._so_far + repr(([str(each) for each in seals], elsewhere)).encode()).hex()


def _told(envelope: Envelope) -> Iterable[tuple[str, str, str]]:
    """The texts of an event as they are read now; of one that is gone, how."""
    for where, text in texts_in(envelope.event):
        yield where, str(text), text.gone if isinstance(text, KeptText) else ""


def _clock() -> object:
    """The zone in which times are told: by its name, and what the file of it says."""
    named = os.environ.get("TZ", "").removeprefix(":")
    found = (Path(folder, named) for folder in TZPATH)
    zone = next((each for each in (*found, _CLOCK_OF_THE_OFFICE) if each.is_file()), None)
    return named, time.tzname, zone and zone.read_bytes()
