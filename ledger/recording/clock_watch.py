"""Whether the clock of this computer can be right: by the log, the database, and how long it has been running.

A clock that is wrong says so to nobody. But it disagrees: an event was recorded later than it is now, the file was
written to later, the server has another time, or the clock has gone further since the last time than the computer ran.
A computer that was asleep has run meanwhile, and a time zone is no time. What cannot be noticed: a clock that is ahead
at the first command after the computer was started, in a file; it is noticed when it is put right.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from ledger.bounds.tournaments import MOMENT
from ledger.facts.clocks import SECOND
from ledger.recording import machine_state
from ledger.session import Stream
from ledger.store.guards import CLOCK_MINUTES
from ledger.store.own_files import write_whole
from ledger.store.store import Store

_MINUTE = 60 * SECOND

APART = CLOCK_MINUTES * _MINUTE
"""So far may clocks of two computers differ (µs)."""

JUMPED = 2 * _MINUTE
"""So far may a clock go otherwise than its computer ran (µs)."""

_RENEWED = _MINUTE
"""So old is what was seen before it is renewed (µs): a clock that drifts does not jump, in however many days."""


class ClockDoubt(NamedTuple):
    """What disagrees with the clock: what it says, what the other says (µs UTC), and what that is.

    `what`: 'event' (the last of the session is later), 'file', 'server', or 'running'; `number`: of that event.
    """

    now: int
    other: int
    what: str
    number: int = 0


_Told = Annotated[int, msgspec.Meta(ge=MOMENT.least * SECOND, le=MOMENT.most * SECOND)]
"""A time that can be told as a date (µs UTC)."""


class _Kept(NamedTuple):
    """When somebody looked last: since when the computer had been running by then (µs), and whether a person said that
    the clock was right.
    """

    running: str
    elapsed: Annotated[int, msgspec.Meta(ge=0)]
    now: _Told
    said: bool = False


class ClockWatch:
    """The clock of this computer, and what was seen of it before, kept in the user's own state folder."""

    def __init__(self, store: Store, folder: Path | None) -> None:
        self._store = store
        self._path = folder and folder / "clock.json"
        self._kept: _Kept | None = None
        self._server: tuple[int, int] | None = None

    def doubt(self, now: int, stream: Stream) -> ClockDoubt | None:
        """What disagrees with the clock; None where a person said it is right, and it has not jumped since."""
        return next(self._doubts(now, stream), None)

    def _doubts(self, now: int, stream: Stream) -> Iterator[ClockDoubt]:
        kept = self._last_seen()
        if kept and abs(now - _expected(kept)) > JUMPED:
            yield ClockDoubt(now, _expected(kept), "running")
        else:
            if not kept or machine_state.elapsed() - kept.elapsed > _RENEWED:
                self._keep(now, said=bool(kept and kept.said))
            if kept and kept.said:
                return
        server = self._server_time()
        if server is not None and abs(now - server) > APART:
            yield ClockDoubt(now, server, "server")
        if stream.recorded_at - now > APART:
            yield ClockDoubt(now, stream.recorded_at, "event", stream.number)
        if (written := self._store.written_at()) - now > APART:
            yield ClockDoubt(now, written, "file")

    def _server_time(self) -> int | None:
        """What the server's clock says (µs UTC), asked once and carried on from then; None where there is no server."""
        if self._server is None:
            said = self._store.server_time()
            self._server = None if said is None else (said, machine_state.elapsed())
        return self._server and self._server[0] + machine_state.elapsed() - self._server[1]

    def is_right(self, now: int) -> None:
        """Somebody said so: it is not asked again until it jumps, or the computer is started anew."""
        self._keep(now, said=True)

    def _last_seen(self) -> _Kept | None:
        """When somebody looked last since the computer was started; None where nobody did, or what is kept is of
        another start that cannot be told from this one.
        """
        if self._path:
            with suppress(OSError, msgspec.MsgspecError, RecursionError):
                self._kept = msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        kept = self._kept
        return kept if kept and kept.running == _running() and kept.elapsed <= machine_state.elapsed() else None

    def _keep(self, now: int, *, said: bool) -> None:
        self._kept = _Kept(_running(), machine_state.elapsed(), now, said)
        if self._path:
            with suppress(OSError):  # it is only asked once more
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                write_whole(self._path, msgspec.json.encode(self._kept))


def _expected(kept: _Kept) -> int:
    """What the clock should say by now (µs UTC)."""
    return kept.now + machine_state.elapsed() - kept.elapsed


def _running() -> str:
    """What tells one start of this computer from the next; of the program, where the system has nothing to tell it."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"process {os.getpid()}"
