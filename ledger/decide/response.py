"""What a decision amounts to."""

from typing import NamedTuple

from ledger.events import Event


class Actor(NamedTuple):
    """Who is recording, and when it happened (µs UTC)."""

    by: str
    at: int


class Uncommitted(NamedTuple):
    """An event that is to be recorded, and the numbers of the events it answers."""

    event: Event
    because: tuple[int, ...] = ()


class Remark(NamedTuple):
    """Something about one line of a result file that wants a person: where it stands, and why."""

    where: str
    why: str


class Response(NamedTuple):
    """The events a command leads to; of a result file also the lines left out and what to look at."""

    uncommitted: tuple[Uncommitted, ...]
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
