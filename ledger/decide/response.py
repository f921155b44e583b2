"""What a decision amounts to."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ledger.facts import Command, Event, Undo


class Actor(NamedTuple):
    """Who is recording, when it happened (µs UTC), and by what that it is he can be known.

    `key`: the public key he signs with; '' where he signs with none. `login`: which the database server knows him by;
    '' where nobody logs in. `by_clock`: nobody said when it happened, `at` is what the clock of the desk was at.
    """

    by: str
    at: int
    key: str = ""
    login: str = ""
    by_clock: bool = False


class ProposedEvent(NamedTuple):
    """An event that is to be recorded, and the numbers of the events it answers."""

    event: Event
    because: tuple[int, ...] = ()


class Remark(NamedTuple):
    """Something about one line of a result file that wants a person: where it stands, and why."""

    where: str
    why: str


class Response(NamedTuple):
    """The events a command leads to; of a result file also the lines left out and what to look at."""

    uncommitted: tuple[ProposedEvent, ...]
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()


Handler = Callable[[Any, Any, Actor], tuple[ProposedEvent, ...] | Response]
"""What makes events of a command: of the command it is looked up by, of what it is said of, a session or a
tournament, and of who records; or refuses."""

Handlers = dict[type[Command], Handler]

Undoing = dict[type[Event], Callable[[Any, Undo, Any, Actor], tuple[ProposedEvent, ...]]]
"""What takes back an event of the kind it is looked up by."""
