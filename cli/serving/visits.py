"""Visits of paired devices to the office's pages, and what open pages hear: that something was recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cli.serving.shown import GONE, Bell
from ledger.digests import of_bytes
from ledger.office import Office
from ledger.session.cases import PairedDevice


class Visit(NamedTuple):
    """A device that looks at the pages: its name, and the key it had when it came."""

    device: str
    key: str


def devices(office: Office, served: str, name: str) -> dict[str, PairedDevice]:
    """Return the paired device of a name in each session in which its official holds an office."""
    streams = {each: office.stream(each) for each in office.tournaments.sessions_of(served)}
    paired = ((session, stream, stream.devices.get(name)) for session, stream in streams.items())
    return {session: each for session, stream, each in paired if each and stream.officials.offices(each.official)}


SCREEN = ""
"""In place of a visit: the office's own screen."""


class OfficePulse:
    """A version of what is served, which changes with every event; GONE for a visit whose device was unpaired."""

    def __init__(self, served: str, visits: Mapping[str, Visit]) -> None:
        self.bell = Bell()
        self._served, self._visits = served, visits
        self._seen: Sequence[tuple[str, object]] = ()
        self._keys = frozenset[str]()

    def look(self, office: Office) -> None:
        """Note what was recorded since the last look, and ring if anything was."""
        heads = office.follow().after
        names = {self._served, *office.tournaments.sessions_of(self._served)}
        if (seen := [(name, heads.get(name)) for name in sorted(names)]) != self._seen:
            streams = [office.stream(name) for name in names]
            self._keys = frozenset(each.key for stream in streams for each in stream.devices.values())
            self._seen = seen
            self.bell.ring_soon()

    def version(self, token: str) -> str:
        """Return the version that a visit sees, or the office's screen."""
        visit = self._visits.get(token)
        if token != SCREEN and (visit is None or visit.key not in self._keys):
            return GONE
        return of_bytes(repr(self._seen).encode()).hex()[:16]
