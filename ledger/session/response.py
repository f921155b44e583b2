"""What a decision is made of: who records, the events proposed, remarks on the lines of a file, and their tally."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.session.stream import Stream
from ledger.subjects.clocks.facts import by_person
from ledger.subjects.rulings.facts import Undo


class Times(NamedTuple):
    """When something is said to have happened, and when it is recorded (µs UTC): what a period goes by."""

    said: int
    recorded: int


class Actor(NamedTuple):
    """Who is recording, when it happened (µs UTC), and by what that it is he can be known.

    `key`: the public key he signs with; '' where he signs with none. `login`: which the database server knows him by;
    '' where nobody logs in. `by_clock`: nobody said when it happened, `at` is what the clock of the desk was at.
    `clock`: what that clock is at, `at` where it is not given.
    """

    by: str
    at: int
    key: str = ""
    login: str = ""
    by_clock: bool = False
    clock: int | None = None

    def times(self, stream: Stream) -> Times:
        """The times by which the periods of a stream are read, whatever the clock of the desk is at."""
        return _times(stream, self.at if self.clock is None else self.clock, None if self.by_clock else self.at)


def times_of(envelope: Envelope, before: Stream) -> Times:
    """The times by which the periods are read for an event of the log, in the stream as it was before."""
    return _times(before, envelope.recorded_at, envelope.occurred_at if by_person(envelope) else None)


def _times(stream: Stream, clock: int, said: int | None) -> Times:
    # a clock that was set back opens nothing that is over: what is recorded next comes after all that is on record
    recorded = max(clock, stream.recorded_at)
    return Times(recorded if said is None else said, recorded)


class ProposedEvent(NamedTuple):
    """An event that is to be recorded, and the numbers of the events it answers."""

    event: Event
    because: tuple[int, ...] = ()


K = TypeVar("K", bound=Event)


def event_of(kind: type[K], command: Struct, **otherwise: Any) -> K:
    """The event of a kind that says what a command says, field by field, but for what is said otherwise."""
    same = {name: getattr(command, name) for name in kind.__struct_fields__ if name in command.__struct_fields__}
    return kind(**{**same, **otherwise})


def taking_back(command: Undo) -> TakenBack:
    """The event that takes back what a command undoes; of one that took another back, that this holds again."""
    target, said = command.target, command.target.event
    if isinstance(said, TakenBack):
        return TakenBack(said.of, said.kind, said.case, again=not said.again, reason=command.reason)
    return TakenBack(target.number, target.name.partition("/")[0], getattr(said, "case", ""), reason=command.reason)


class Remark(NamedTuple):
    """Something about one line of a result file that wants a person: where it stands, and why."""

    where: str
    why: str


class SheetTally(NamedTuple):
    """What became of the lines of a result file, each counted once.

    `known`: nothing new, or what was said here stays; `repeated`: another line of the file says the same; `aside`: a
    person is needed; `erased`: the device no longer holds it.
    """

    recorded: int = 0
    known: int = 0
    repeated: int = 0
    aside: int = 0
    erased: int = 0


class Response(NamedTuple):
    """The events a command leads to; of a result file also the lines left out, what to look at, and the tally."""

    uncommitted: tuple[ProposedEvent, ...]
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    tally: SheetTally = SheetTally()


Handler = Callable[[Any, Any, Actor], tuple[ProposedEvent, ...] | Response]
"""What makes events of a command: of the command it is looked up by, of what it is said of, a session or a
tournament, and of who records; or refuses."""

Handlers = dict[type[Struct], Handler]

Undoing = dict[type[Event], Callable[[Any, Undo, Any, Actor], Event | tuple[ProposedEvent, ...]]]
"""What takes back an event of the kind it is looked up by: with its number, or answering what it says."""
